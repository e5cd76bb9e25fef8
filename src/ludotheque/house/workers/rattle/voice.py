"""The voice of a barrel, and its response to an impact: a few damped modes of wood or steel.

A voice does not depend on the stones. It is derived from the seed of the table, the number of the
shuffle and the position of the barrel: it distinguishes barrels and reveals nothing else.
"""

from __future__ import annotations

import hmac
import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from ludotheque.house.workers.rattle.physics import PAIR, PLUG, SIDE, WOOD

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAMPLE_RATE_HZ: Final = 22_050
TUNINGS: Final = 16  # from 10 % lower to 10 % higher
HIT_VARIANTS: Final = 8  # responses of different spots of a wall
# A faster impact has a shorter contact, which sounds brighter: the cutoff of each range of speeds.
CONTACT_SPEEDS_M_S: Final = (0.35, 0.9)
CONTACT_CUTOFFS_HZ: Final = (3200.0, 5200.0, 8500.0)
ONSET_S: Final = 0.00012
MAX_MODE_HZ: Final = 0.47 * SAMPLE_RATE_HZ

# By kind of impact: frequency in hertz, strength, and damping (twice the damping ratio).
MODES: Final[dict[int, list[tuple[float, float, float]]]] = {
    WOOD: [
        (1620, 0.35, 0.050),
        (2480, 0.80, 0.042),
        (3650, 1.00, 0.036),
        (4720, 0.65, 0.034),
        (6100, 0.50, 0.032),
        (7750, 0.30, 0.032),
    ],
    PLUG: [
        (880, 0.80, 0.080),
        (1410, 1.00, 0.070),
        (2310, 0.60, 0.062),
    ],
    SIDE: [
        (1950, 0.45, 0.050),
        (2950, 1.00, 0.042),
        (4100, 0.85, 0.038),
        (5400, 0.60, 0.036),
        (7050, 0.40, 0.034),
    ],
    PAIR: [
        (5900, 0.50, 0.110),
        (7800, 0.90, 0.100),
        (9400, 1.00, 0.100),
    ],
}
RESPONSE_LENGTHS_S: Final = {WOOD: 0.042, PLUG: 0.042, SIDE: 0.034, PAIR: 0.005}
LONGEST_RESPONSE_S: Final = max(RESPONSE_LENGTHS_S.values())


@dataclass(frozen=True)
class Voice:
    """What makes a barrel sound like itself, whatever is in it."""

    tuning: int  # 0 to 15
    plug: float  # how loud the plug is, about 1
    liveliness: float  # how well stones bounce in it, about 1

    @classmethod
    def of(cls, seed: int) -> Self:
        """The voice that belongs to a seed."""
        rng = np.random.default_rng(seed)
        tuning = int(rng.integers(TUNINGS))
        return cls(tuning, float(rng.uniform(0.7, 1.3)), float(rng.uniform(0.94, 1.06)))


def barrel_voice(seed: bytes, shuffle: int, position: int) -> Voice:
    """The voice of a barrel of a table after a shuffle: the same after a restart."""
    digest = hmac.digest(seed, f"voice {shuffle} {position}".encode(), "sha256")
    return Voice.of(int.from_bytes(digest, "big"))


@cache
def responses(tuning: int) -> list[NDArray[np.float32]]:
    """The responses of a barrel by kind of impact: one row for each variant and contact."""
    rng = np.random.default_rng(20_001)  # any constant: all barrels have the same spots
    scale = 0.90 + 0.20 * tuning / (TUNINGS - 1)
    return [responses_to(kind, scale, rng) for kind in sorted(MODES)]


def responses_to(kind: int, scale: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """The responses to one kind of impact: variants, each with contacts from soft to hard."""
    base, strength, damping = np.array(MODES[kind]).T
    shape = (HIT_VARIANTS, len(base))
    strength = strength * rng.uniform(0.45, 1.0, shape) * rng.choice([-1, 1], shape)
    pitch = np.minimum(base * scale * (1 + rng.normal(0, 0.012, shape)), MAX_MODE_HZ)
    t = np.arange(int(RESPONSE_LENGTHS_S[kind] * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    turn = 2 * math.pi * pitch[..., None] * t
    ring = np.sin(turn) * np.exp(-damping[:, None] / 2 * turn)
    hardness = 1 / (1 + (pitch[:, None] / np.array(CONTACT_CUTOFFS_HZ)[:, None]) ** 2)
    response = np.einsum("vcm,vmt->vct", strength[:, None] * hardness, ring)
    response *= (1 - np.exp(-t / ONSET_S)) * np.minimum(8 * (1 - t / t[-1]), 1)
    return np.asarray(response.reshape(-1, len(t)), np.float32)
