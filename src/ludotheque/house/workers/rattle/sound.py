"""From impacts to sound: each adds the barrel's answer, and the whole is brought to a level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ludotheque.house.workers.rattle.bodies import PLUG
from ludotheque.house.workers.rattle.voice import (
    CONTACTS,
    FASTER,
    RATE,
    RING,
    VARIANTS,
    Voice,
    responses,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ludotheque.house.workers.rattle.bodies import Impacts

STRENGTHS: Final = (1.0, 0.85, 0.55, 0.35)  # of wood, plug, side and pairs
UNEVEN: Final = 0.15
FAINT: Final = 0.03  # what is weaker than this beside the strongest is not heard
LOUD: Final = 0.070  # root mean square of one stone at full intensity, of a full scale of 1
QUIETEST: Final = 0.002  # a shake softer than this stays soft
GAIN: Final = 1.5  # decibels by which a clip may be louder or softer for no reason
FLOOR: Final = 10 ** (-58 / 20)
LIMIT: Final = 1.1


def ringing(
    impacts: Impacts, voice: Voice, samples: int, rng: np.random.Generator
) -> NDArray[np.float32]:
    """The barrel's answers to all impacts, one on top of the other."""
    strengths = np.array(STRENGTHS)
    strengths[PLUG] *= voice.plug
    loud = impacts.speeds * strengths[impacts.kinds]
    loud *= np.exp(rng.normal(0, UNEVEN, len(loud)))
    rows = rng.integers(0, VARIANTS, len(loud)) * len(CONTACTS)
    rows += np.searchsorted(FASTER, impacts.speeds)
    starts = (impacts.times * RATE).astype(np.int64)
    answers = responses(voice.tuning)
    out = np.zeros(samples + int(RING * RATE), np.float32)
    kept = loud > FAINT * loud.max()
    columns = (column[kept].tolist() for column in (starts, loud, impacts.kinds, rows))
    for start, strength, kind, row in zip(*columns, strict=True):
        answer = answers[kind][row]
        out[start : start + len(answer)] += strength * answer
    return out[:samples]


def levelled(
    sound: NDArray[np.float32], count: int, intensity: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Bring a sound to the level of so many stones, softly limited, over a floor of noise."""
    level = max(float(np.sqrt(np.mean(sound * sound))), QUIETEST)
    gain = 10 ** (rng.uniform(-GAIN, GAIN) / 20)
    wanted = LOUD * (0.4 + 0.6 * intensity) * count**0.25 * gain
    limited = np.tanh(LIMIT * wanted / level * sound.astype(np.float64)) / LIMIT
    return np.asarray(limited + FLOOR * rng.standard_normal(len(sound)))


def pcm(sound: NDArray[np.float64]) -> bytes:
    """A sound as 16-bit numbers, the low byte first."""
    return (np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes()
