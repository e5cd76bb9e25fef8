"""Sounds, made in a process of their own: one takes some milliseconds, and views can't wait."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
import wave
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from typing import Final

from ludotheque.house.api import lessons
from ludotheque.house.workers import pools

log = logging.getLogger(__name__)
NICE: Final = 5  # views come first


class Sounds:
    """Where sounds are made. The process begins with the first table or lesson that needs it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def expect(self) -> None:
        """Sounds will be wanted: be ready by then."""
        if self._pool is None:
            self._pool = pools.processes(1, NICE)
            self._pool.submit(_be_ready)

    async def clip(self, apparent: int, secret: bytes, mixing: int, place: int) -> bytes:
        """The sound of a shake, never the same twice."""
        return await self._make(partial(_clip, apparent, secret, mixing, place, _seed()))

    async def lesson(self, slug: str, chapter: int, step: int) -> bytes:
        """What a learner hears in a step, as a WAV file: no secret, always the same."""
        heard = await asyncio.to_thread(lessons.heard, slug, chapter, step)
        return await self._make(partial(_file, heard, 1000 * chapter + step))

    async def _make(self, work: Callable[[], bytes]) -> bytes:
        """Have it made; by another process, if the first one was ended meanwhile."""
        try:
            return await self._made(work)
        except BrokenProcessPool:
            log.warning("the process that makes sounds broke; there is another one")
            return await self._made(work)

    async def _made(self, work: Callable[[], bytes]) -> bytes:
        self.expect()
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        except BrokenProcessPool:
            if pool is self._pool:
                self._pool = None
            raise

    def close(self) -> None:
        """Make no more."""
        if self._pool is not None:
            pools.stop(self._pool)


def _seed() -> int:
    return secrets.randbits(63)


def _be_ready() -> None:
    _clip(1, b"", 0, 0, 0)


def _clip(apparent: int, secret: bytes, mixing: int, place: int, seed: int) -> bytes:
    # Only the process that makes sounds needs what it takes to make them.
    from ludotheque.house.workers.rattle import Voices, clip  # noqa: PLC0415

    return clip(apparent, Voices(secret).voice(mixing, place), seed)


@lru_cache(maxsize=64)
def _file(heard: tuple[int, ...], seed: int) -> bytes:
    from ludotheque.house.workers.rattle import RATE, Voice, clip  # noqa: PLC0415

    voice, file = Voice.of(seed), io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        for order, apparent in enumerate(heard):
            out.writeframes(clip(apparent, voice, order))
    return file.getvalue()
