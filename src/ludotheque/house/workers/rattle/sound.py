"""From impacts to sound: the sum of the barrel's responses, set to a level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ludotheque.house.workers.rattle.physics import PLUG
from ludotheque.house.workers.rattle.voice import (
    CONTACT_CUTOFFS_HZ,
    CONTACT_SPEEDS_M_S,
    HIT_VARIANTS,
    LONGEST_RESPONSE_S,
    SAMPLE_RATE_HZ,
    Voice,
    responses,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ludotheque.house.workers.rattle.physics import Impacts

LOUDNESS_BY_KIND: Final = (1.0, 0.85, 0.55, 0.35)  # of wood, plug, side and pairs
LOUDNESS_SIGMA: Final = 0.15  # of its logarithm, from impact to impact
MIN_RELATIVE_LOUDNESS: Final = 0.03  # compared with the loudest impact; softer ones are left out
ONE_STONE_RMS: Final = 0.070  # at full intensity, of a full scale of 1
MIN_RMS: Final = 0.002  # a softer sound is not amplified to the target
MAX_RANDOM_GAIN_DB: Final = 1.5  # a clip is louder or softer by at most this
NOISE_FLOOR_RMS: Final = 10 ** (-58 / 20)
LIMITER_DRIVE: Final = 1.1
MAX_PCM: Final = 32_767


def mix_impacts(
    impacts: Impacts, voice: Voice, samples: int, rng: np.random.Generator
) -> NDArray[np.float32]:
    """The sum of the barrel's responses to all impacts."""
    strengths = np.array(LOUDNESS_BY_KIND)
    strengths[PLUG] *= voice.plug
    loudness = impacts.speeds * strengths[impacts.kinds]
    loudness *= np.exp(rng.normal(0, LOUDNESS_SIGMA, len(loudness)))
    rows = rng.integers(0, HIT_VARIANTS, len(loudness)) * len(CONTACT_CUTOFFS_HZ)
    rows += np.searchsorted(CONTACT_SPEEDS_M_S, impacts.speeds)
    starts = (impacts.times * SAMPLE_RATE_HZ).astype(np.int64)
    by_kind = responses(voice.tuning)
    out = np.zeros(samples + int(LONGEST_RESPONSE_S * SAMPLE_RATE_HZ), np.float32)
    audible = loudness > MIN_RELATIVE_LOUDNESS * loudness.max()
    columns = (column[audible].tolist() for column in (starts, loudness, impacts.kinds, rows))
    for start, strength, kind, row in zip(*columns, strict=True):
        response = by_kind[kind][row]
        out[start : start + len(response)] += strength * response
    return out[:samples]


def set_level(
    sound: NDArray[np.float32], count: int, intensity: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Set a sound to the level of ``count`` stones, softly limited, over a noise floor."""
    rms = max(float(np.sqrt(np.mean(sound * sound))), MIN_RMS)
    gain = 10 ** (rng.uniform(-MAX_RANDOM_GAIN_DB, MAX_RANDOM_GAIN_DB) / 20)
    target_rms = ONE_STONE_RMS * (0.4 + 0.6 * intensity) * count**0.25 * gain
    limited = np.tanh(LIMITER_DRIVE * target_rms / rms * sound.astype(np.float64)) / LIMITER_DRIVE
    return np.asarray(limited + NOISE_FLOOR_RMS * rng.standard_normal(len(sound)))


def to_pcm(sound: NDArray[np.float64]) -> bytes:
    """A sound as 16-bit little-endian PCM."""
    return (np.clip(sound, -1, 1) * MAX_PCM).astype("<i2").tobytes()
