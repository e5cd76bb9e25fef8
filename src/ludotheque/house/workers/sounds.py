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

from ludotheque.house.workers import pools

log = logging.getLogger(__name__)
NICENESS: Final = 5  # views come first


class Sounds:
    """Makes sounds, in a process that starts with the first table or lesson that needs it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start the process, for sounds will be needed soon."""
        if self._pool is None:
            self._pool = pools.process_pool(1, NICENESS)
            self._pool.submit(_warm_up)

    async def clip(self, apparent: int, secret: bytes, shuffles: int, place: int) -> bytes:
        """The sound of a shake, never the same twice."""
        return await self._make(
            partial(_clip, apparent, secret, shuffles, place, secrets.randbits(63))
        )

    async def wav(self, counts: tuple[int, ...], seed: int) -> bytes:
        """Some shakes as a WAV file, always the same for a seed: only where nothing is secret."""
        return await self._make(partial(_wav, counts, seed))

    async def _make(self, work: Callable[[], bytes]) -> bytes:
        """Make a sound; in another process, if the first one has ended meanwhile."""
        try:
            return await self._run(work)
        except BrokenProcessPool:
            log.warning("the process that makes sounds broke; another one starts")
            return await self._run(work)

    async def _run(self, work: Callable[[], bytes]) -> bytes:
        self.warm_up()
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        except BrokenProcessPool:
            if pool is self._pool:
                self._pool = None
            raise

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            pools.kill_pool(self._pool)


def _warm_up() -> None:
    _clip(1, b"", 0, 0, 0)


def _clip(apparent: int, secret: bytes, shuffles: int, place: int, seed: int) -> bytes:
    # Only the process that makes sounds needs numpy.
    from ludotheque.house.workers.rattle import Voices, clip  # noqa: PLC0415

    return clip(apparent, Voices(secret).voice(shuffles, place), seed)


@lru_cache(maxsize=64)
def _wav(counts: tuple[int, ...], seed: int) -> bytes:
    from ludotheque.house.workers.rattle import SAMPLE_RATE_HZ, Voice, clip  # noqa: PLC0415

    voice, file = Voice.of(seed), io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(SAMPLE_RATE_HZ)
        for order, apparent in enumerate(counts):
            out.writeframes(clip(apparent, voice, order))
    return file.getvalue()
