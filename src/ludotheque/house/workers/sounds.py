"""Sounds, made in a worker process: one takes some milliseconds, and views can't wait for it."""

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
WAV_CACHE_SIZE: Final = 64


class Sounds:
    """Makes sounds, in a worker that is started by the first table or lesson that needs it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start the worker, because sounds will be needed soon."""
        if self._pool is None:
            self._pool = pools.process_pool(1, NICENESS)
            self._pool.submit(_warm_up)

    async def clip(self, apparent: int, seed: bytes, shuffle: int, position: int) -> bytes:
        """The sound of a shake, never the same twice; ``seed`` is that of the table."""
        clip_seed = secrets.randbits(63)
        return await self._make(partial(_clip, apparent, seed, shuffle, position, clip_seed))

    async def wav(self, counts: tuple[int, ...], seed: int) -> bytes:
        """Some shakes as a WAV file, the same for the same seed: not for anything secret."""
        return await self._make(partial(_wav, counts, seed))

    async def _make(self, work: Callable[[], bytes]) -> bytes:
        """Make a sound; in a new worker if the first one has died."""
        try:
            return await self._run(work)
        except BrokenProcessPool:
            log.warning("the worker process for sounds died; starting another")
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
        """Kill the worker."""
        if self._pool is not None:
            pools.kill_pool(self._pool)


def _warm_up() -> None:
    _clip(1, b"", 0, 0, 0)


def _clip(apparent: int, seed: bytes, shuffle: int, position: int, clip_seed: int) -> bytes:
    # Only the worker needs numpy.
    from ludotheque.house.workers.rattle import barrel_voice, clip  # noqa: PLC0415

    return clip(apparent, barrel_voice(seed, shuffle, position), clip_seed)


@lru_cache(WAV_CACHE_SIZE)
def _wav(counts: tuple[int, ...], seed: int) -> bytes:
    from ludotheque.house.workers.rattle import SAMPLE_RATE_HZ, Voice, clip  # noqa: PLC0415

    voice, file = Voice.of(seed), io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(SAMPLE_RATE_HZ)
        for clip_seed, apparent in enumerate(counts):
            out.writeframes(clip(apparent, voice, clip_seed))
    return file.getvalue()
