"""Zapp Zerapp: the board, the apprentices and the sound of the barrels as numbers (compiled).

Rules and bots call apprentices *pieces*: piece ``3 * colour + i`` is number i of a colour, from 0.
The *location* of a piece is a square 0..23 of the loop, clockwise, or START, TOWN or OUT_OF_PLAY.
Barrels are numbered by where they stand, from 0. A set of squares, pieces or barrels is one number,
a bit for each member.

The board is a reconstruction (ZZ-1): should the printed one turn up, only this file changes.
"""

from __future__ import annotations

import math
from typing import Final

from ludotheque.core.fast import i64, vec

NONE: Final = -1  # no seat, no barrel, no colour

# The board (ZZ-1)
COLOUR_COUNT: Final = 4
COLOUR_LETTERS: Final = "RGBY"
COLOUR_NAMES: Final = ("red", "green", "blue", "yellow")
SQUARES: Final = 24
ENTRIES: Final = (0, 6, 12, 18)  # where each colour's start enters the loop
EXITS: Final = (23, 5, 11, 17)  # the last square of each colour, in front of its town
ZONES: Final = (
    (9, 10, 11, 12, 13),
    (15, 16, 17, 18, 19),
    (21, 22, 23, 0, 1),
    (3, 4, 5, 6, 7),
)
CASTLES: Final = ((2, 20), (2, 8), (8, 14), (14, 20))  # white squares with the colour's castle
WHITES: Final = (2, 8, 14, 20)
SUMMIT_ROWS: Final = (1, 3, 5, 3, 1)  # barrels side by side in the middle, row by row

# Locations that are not squares
START: Final = 24
TOWN: Final = 25
OUT_OF_PLAY: Final = 26
LOCATIONS: Final = 27

# Apprentices, barrels and dice (ZZ-2)
PIECES_PER_COLOUR: Final = 3
PIECES: Final = 12
BARRELS: Final = 13
ALL_BARRELS: Final = 0x1FFF  # as a set
MIXTURES: Final = 6227020800  # 13! ways to mix the barrels
HAND_SIZE: Final = 2  # barrels that a player can hold (ZZ-5)
DIE_FACES: Final = 6
COLOURS_BY_PLAYERS: Final = ((0, 2), (0, 1, 2, 3), (0, 1, 2, 3))  # for 2, 3 and 4 players


ZONE_COLOUR: Final = {square: colour for colour, zone in enumerate(ZONES) for square in zone}


def castle_colours(square: int) -> list[int]:
    """The colours that have a castle on a white square."""
    return [colour for colour in range(COLOUR_COUNT) if square in CASTLES[colour]]


def set_of(members: tuple[int, ...]) -> int:
    """A set as one number."""
    return sum([2**member for member in members])


WHITE_SET: Final[i64] = set_of(WHITES)
ZONE_SET: Final[vec[i64]] = vec[i64]([set_of(zone) for zone in ZONES])
CASTLE_SET: Final[vec[i64]] = vec[i64]([set_of(castles) for castles in CASTLES])
ENTRY_SQUARE: Final[vec[i64]] = vec[i64](list(ENTRIES))
PIECES_OF: Final[vec[i64]] = vec[i64]([7 * 8**colour for colour in range(COLOUR_COUNT)])  # sets


def _step_number(colour: int, location: int) -> int:
    """(ZZ-20) How many steps a location is away from a colour's start."""
    if location < SQUARES:
        return (location - ENTRIES[colour]) % SQUARES + 1
    return SQUARES + 1 if location == TOWN else 0


def _path(square: int, steps: int) -> int:
    """The set of the next ``steps`` squares after a square."""
    return set_of(tuple([(square + step) % SQUARES for step in range(1, steps + 1)]))


# By colour and location
STEP_NUMBER: Final[vec[i64]] = vec[i64](
    [_step_number(c, location) for c in range(COLOUR_COUNT) for location in range(LOCATIONS)]
)
# By square and number of steps 0..12: the set of squares passed and landed on
PATH_LENGTHS: Final = 13
PATH_SET: Final[vec[i64]] = vec[i64](
    [_path(square, steps) for square in range(SQUARES) for steps in range(PATH_LENGTHS)]
)

# The sound: the chance of each apparent count 1..20 for each number of stones and each bias of a
# barrel, in parts of PROBABILITY_ONE, and its natural logarithm in parts of LOG_ONE.
MAX_COUNT: Final = 20
BIASES: Final = 13  # evenly spaced values that the bias of a barrel may have
PROBABILITY_BITS: Final = 20
PROBABILITY_ONE: Final = 0x100000
LOG_ONE: Final = 1024
LOG_OF_ZERO: Final = -20 * LOG_ONE
LOG_RANGE: Final = 14 * LOG_ONE  # what lies further below the likeliest counts as impossible
SHAKE_NOISE: Final = 0.10  # standard deviations of the logarithm (docs/rattle.md)
BARREL_NOISE: Final = 0.06
_SHAKE_GRID: Final = [0.1 * i for i in range(-50, 51)]  # for the integral over single shakes
_BIAS_GRID: Final = [0.5 * i for i in range(-6, 7)]


def _normal_weights(values: list[float]) -> list[float]:
    """The probabilities of evenly spaced values of a standard normal variable."""
    heights = [math.exp(-value * value / 2) for value in values]
    total = math.fsum(heights)
    return [height / total for height in heights]


def _count_chances(n: int, bias: float) -> list[int]:
    """The chances of the apparent counts of a shake of n stones, in parts of PROBABILITY_ONE."""
    looseness = min(max(n - 2, 0), 4) / 4  # small numbers are heard exactly
    chances = [0.0] * (MAX_COUNT + 1)
    for shake, weight in zip(_SHAKE_GRID, _normal_weights(_SHAKE_GRID), strict=True):
        x = n * math.exp(looseness * (BARREL_NOISE * bias + SHAKE_NOISE * shake))
        below = math.floor(x)
        chances[min(max(below, 1), MAX_COUNT)] += weight * (below + 1 - x)
        chances[min(below + 1, MAX_COUNT)] += weight * (x - below)
    return [round(chance * PROBABILITY_ONE) for chance in chances[1:]]


def _log(chance: float) -> int:
    return round(LOG_ONE * math.log(chance)) if chance > 0 else LOG_OF_ZERO


_CHANCES: Final = [
    chance
    for n in range(BARRELS + 1)
    for bias in _BIAS_GRID
    for chance in (_count_chances(n, bias) if n else [0] * MAX_COUNT)
]
# By number of stones, bias and apparent count less one
COUNT_CHANCE: Final[vec[i64]] = vec[i64](_CHANCES)
LOG_COUNT_CHANCE: Final[vec[i64]] = vec[i64]([_log(c / PROBABILITY_ONE) for c in _CHANCES])
LOG_BIAS_CHANCE: Final[vec[i64]] = vec[i64]([_log(w) for w in _normal_weights(_BIAS_GRID)])
# The likelihood, by how far its logarithm lies below that of the likeliest
EXP_TABLE: Final[vec[i64]] = vec[i64](
    [round(PROBABILITY_ONE * math.exp(-i / LOG_ONE)) for i in range(LOG_RANGE)]
)
