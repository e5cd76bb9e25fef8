"""The rattle of a barrel, made from nothing but the apparent count that luck drew for a shake.

This is all that leaves the house of what is in a barrel, so nothing here may know more: the package
imports nothing of ours, and ``clip`` is its only door. See ``docs/rattle.md``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from ludotheque.house.workers.rattle.bodies import shaken
from ludotheque.house.workers.rattle.sound import levelled, pcm, ringing
from ludotheque.house.workers.rattle.voice import RATE, RING, Voice, Voices

__all__ = ["MOST", "RATE", "Voice", "Voices", "clip", "neutral"]

MOST: Final = 20  # the highest apparent count
SHORTEST: Final = 0.4  # seconds
LONGEST: Final = 1.2
WEAKEST: Final = 0.25  # any weaker, and the stones would not move


def clip(
    apparent: int, voice: Voice, seed: int, intensity: float = 0.6, seconds: float = 0.9
) -> bytes:
    """The sound of one shake: 16-bit little-endian mono PCM at ``RATE``.

    Equal arguments give equal bytes, and the length depends on ``seconds`` alone. Whoever knows the
    seed can find the count by trying: draw it afresh from a secret source, and never send it.
    """
    if not 1 <= apparent <= MOST:
        raise ValueError(f"an apparent count is 1 to {MOST}, not {apparent}")
    if not 0 <= intensity <= 1:
        raise ValueError(f"an intensity is 0 to 1, not {intensity}")
    if not SHORTEST <= seconds <= LONGEST:
        raise ValueError(f"a clip lasts {SHORTEST} to {LONGEST} seconds, not {seconds}")
    rng = np.random.default_rng(seed)
    strength = max(intensity, WEAKEST)
    impacts = shaken(apparent, voice.liveliness, strength, seconds - RING, rng)
    sound = ringing(impacts, voice, round(seconds * RATE), rng)
    return pcm(levelled(sound, apparent, strength, rng))


@lru_cache(maxsize=8)
def neutral(seconds: float = 0.9) -> bytes:
    """What the others at the table hear of any shake: always the same, whatever was shaken."""
    return clip(6, Voice(tuning=8, plug=1.0, liveliness=1.0), seed=6, seconds=seconds)
