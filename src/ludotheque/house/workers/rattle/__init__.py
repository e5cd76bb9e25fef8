"""The rattle of a barrel, made from nothing but the apparent count that luck drew for a shake.

A player may learn nothing else about the contents of a barrel, so nothing here may know more: the
package imports no other module of ludotheque, and ``clip`` is its entry point. See
``docs/rattle.md``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ludotheque.house.workers.rattle.physics import shake_impacts
from ludotheque.house.workers.rattle.sound import mix_impacts, set_level, to_pcm
from ludotheque.house.workers.rattle.voice import (
    LONGEST_RESPONSE_S,
    SAMPLE_RATE_HZ,
    Voice,
    barrel_voice,
)

__all__ = ["MAX_COUNT", "SAMPLE_RATE_HZ", "Voice", "barrel_voice", "clip"]

MAX_COUNT: Final = 20  # the highest apparent count of stones
MIN_CLIP_S: Final = 0.4
MAX_CLIP_S: Final = 1.2
MIN_INTENSITY: Final = 0.25  # below it the stones would not move


def clip(
    apparent: int, voice: Voice, seed: int, intensity: float = 0.6, seconds: float = 0.9
) -> bytes:
    """The sound of one shake: 16-bit little-endian mono PCM at ``SAMPLE_RATE_HZ``.

    Equal arguments give equal bytes, and the length depends on ``seconds`` alone. With the seed the
    count can be found by trying all: take a new secret one for each clip, and never send it.
    """
    if not 1 <= apparent <= MAX_COUNT:
        raise ValueError(f"an apparent count is 1 to {MAX_COUNT}, not {apparent}")
    if not 0 <= intensity <= 1:
        raise ValueError(f"an intensity is 0 to 1, not {intensity}")
    if not MIN_CLIP_S <= seconds <= MAX_CLIP_S:
        raise ValueError(f"a clip lasts {MIN_CLIP_S} to {MAX_CLIP_S} seconds, not {seconds}")
    rng = np.random.default_rng(seed)
    strength = max(intensity, MIN_INTENSITY)
    impacts = shake_impacts(apparent, voice.liveliness, strength, seconds - LONGEST_RESPONSE_S, rng)
    sound = mix_impacts(impacts, voice, round(seconds * SAMPLE_RATE_HZ), rng)
    return to_pcm(set_level(sound, apparent, strength, rng))
