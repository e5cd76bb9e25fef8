"""From impacts to sound: each adds the barrel's response, and the sum is set to a level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ludotheque.house.workers.rattle.bodies import PLUG
from ludotheque.house.workers.rattle.voice import (
    CONTACT_CUTOFFS_HZ,
    CONTACT_SPEEDS,
    LONGEST_RESPONSE_S,
    SAMPLE_RATE_HZ,
    VARIANTS,
    Voice,
    responses,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ludotheque.house.workers.rattle.bodies import Impacts

LOUDNESS_BY_KIND: Final = (1.0, 0.85, 0.55, 0.35)  # of wood, plug, side and pairs
LOUDNESS_SPREAD: Final = 0.15
MIN_RELATIVE_LOUDNESS: Final = 0.03  # to the loudest impact; weaker ones are not heard
ONE_STONE_RMS: Final = 0.070  # at full intensity, of a full scale of 1
MIN_RMS: Final = 0.002  # a softer shake is not made louder
MAX_RANDOM_GAIN_DB: Final = 1.5  # by which a clip is louder or softer at random
NOISE_FLOOR: Final = 10 ** (-58 / 20)
SOFT_LIMIT: Final = 1.1


def ring(
    impacts: Impacts, voice: Voice, samples: int, rng: np.random.Generator
) -> NDArray[np.float32]:
    """The sum of the barrel's responses to all impacts."""
    strengths = np.array(LOUDNESS_BY_KIND)
    strengths[PLUG] *= voice.plug
    loud = impacts.speeds * strengths[impacts.kinds]
    loud *= np.exp(rng.normal(0, LOUDNESS_SPREAD, len(loud)))
    rows = rng.integers(0, VARIANTS, len(loud)) * len(CONTACT_CUTOFFS_HZ)
    rows += np.searchsorted(CONTACT_SPEEDS, impacts.speeds)
    starts = (impacts.times * SAMPLE_RATE_HZ).astype(np.int64)
    by_kind = responses(voice.tuning)
    out = np.zeros(samples + int(LONGEST_RESPONSE_S * SAMPLE_RATE_HZ), np.float32)
    audible = loud > MIN_RELATIVE_LOUDNESS * loud.max()
    columns = (column[audible].tolist() for column in (starts, loud, impacts.kinds, rows))
    for start, strength, kind, row in zip(*columns, strict=True):
        response = by_kind[kind][row]
        out[start : start + len(response)] += strength * response
    return out[:samples]


def set_level(
    sound: NDArray[np.float32], count: int, intensity: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Set a sound to the level of ``count`` stones, softly limited, over a noise floor."""
    level = max(float(np.sqrt(np.mean(sound * sound))), MIN_RMS)
    gain = 10 ** (rng.uniform(-MAX_RANDOM_GAIN_DB, MAX_RANDOM_GAIN_DB) / 20)
    wanted = ONE_STONE_RMS * (0.4 + 0.6 * intensity) * count**0.25 * gain
    limited = np.tanh(SOFT_LIMIT * wanted / level * sound.astype(np.float64)) / SOFT_LIMIT
    return np.asarray(limited + NOISE_FLOOR * rng.standard_normal(len(sound)))


def to_pcm(sound: NDArray[np.float64]) -> bytes:
    """A sound as 16-bit numbers, the low byte first."""
    return (np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes()
