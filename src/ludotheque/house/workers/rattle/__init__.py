"""The rattle of a barrel, made from nothing but the apparent count that luck drew for a shake.

Nothing else about the contents of a barrel leaves the house, so nothing here may know more: the
package imports nothing of ours, and ``clip`` is its only entry point. See ``docs/rattle.md``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from ludotheque.house.workers.rattle.bodies import shake_impacts
from ludotheque.house.workers.rattle.sound import ring, set_level, to_pcm
from ludotheque.house.workers.rattle.voice import LONGEST_RESPONSE_S, SAMPLE_RATE_HZ, Voice, Voices

__all__ = ["MAX_COUNT", "SAMPLE_RATE_HZ", "Voice", "Voices", "clip", "neutral"]

MAX_COUNT: Final = 20  # of stones, as a shake sounds
MIN_CLIP_S: Final = 0.4
MAX_CLIP_S: Final = 1.2
MIN_INTENSITY: Final = 0.25  # any weaker, and the stones would not move


def clip(
    apparent: int, voice: Voice, seed: int, intensity: float = 0.6, seconds: float = 0.9
) -> bytes:
    """The sound of one shake: 16-bit little-endian mono PCM at ``SAMPLE_RATE_HZ``.

    Equal arguments give equal bytes, and the length depends on ``seconds`` alone. Whoever knows the
    seed can find the count by trying: draw it afresh from a secret source, and never send it.
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
    sound = ring(impacts, voice, round(seconds * SAMPLE_RATE_HZ), rng)
    return to_pcm(set_level(sound, apparent, strength, rng))


@lru_cache(maxsize=8)
def neutral(seconds: float = 0.9) -> bytes:
    """What the other players hear of any shake: always the same, whatever was shaken."""
    return clip(6, Voice(tuning=8, plug=1.0, liveliness=1.0), seed=6, seconds=seconds)
