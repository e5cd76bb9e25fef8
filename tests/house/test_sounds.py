"""Sounds come from a process of their own, which may end at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ludotheque.house.workers import sounds as module
from ludotheque.house.workers.rattle import clip
from ludotheque.house.workers.rattle.voice import SAMPLE_RATE_HZ, Voices
from ludotheque.house.workers.sounds import Sounds

SECRET = b"a secret of the table"
PLACE = 0, 2  # a step with a sound


@asynccontextmanager
async def sounds_running() -> AsyncIterator[Sounds]:
    sounds = Sounds()
    try:
        yield sounds
    finally:
        sounds.close()


async def _three_clips() -> tuple[bytes, bytes, bytes]:
    async with sounds_running() as sounds:
        one = await sounds.clip(5, SECRET, 1, 3)
        other = await sounds.clip(5, SECRET, 1, 3)
        [process] = sounds._pool._processes.values()  # type: ignore[union-attr]
        process.kill()
        return one, other, await sounds.clip(5, SECRET, 1, 3)


def test_every_clip_is_different_and_a_broken_process_is_replaced() -> None:
    clips = asyncio.run(_three_clips())
    assert len(set(clips)) == len(clips)
    assert {len(one) for one in clips} == {2 * round(0.9 * SAMPLE_RATE_HZ)}


def test_a_clip_has_the_voice_of_the_barrel() -> None:
    expected = clip(5, Voices(SECRET).voice(1, 3), seed=8)
    assert module._clip(5, SECRET, 1, 3, 8) == expected


async def _lesson() -> tuple[bytes, bytes]:
    async with sounds_running() as sounds:
        first = await sounds.wav((3, 5), 7)
    async with sounds_running() as sounds:
        return first, await sounds.wav((3, 5), 7)


def test_a_wav_file_is_deterministic() -> None:
    first, again = asyncio.run(_lesson())
    assert first == again
    assert first.startswith(b"RIFF")
