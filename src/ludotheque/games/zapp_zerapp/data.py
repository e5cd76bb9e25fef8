"""Zapp Zerapp: the board, the apprentices and the sound of the barrels as numbers.

A *place* of an apprentice is a square 0..23 of the loop, clockwise, or START, TOWN or AWAY. A set
of squares is one number, bit ``square``. Apprentice ``3 * colour + k`` is the k-th of its colour,
from 0; a set of apprentices is one number, too. Barrels are named by where they stand, from 0.

The board is a reconstruction (ZZ-1): should the printed one turn up, only this file changes.
"""

from __future__ import annotations

import math
from typing import Final

from ludotheque.core.fast import i64, vec

# The board (ZZ-1)
COLOURS: Final = "RGBY"  # red, green, blue, yellow
COLOUR_NAMES: Final = ("red", "green", "blue", "yellow")
SQUARES: Final = 24
ENTRIES: Final = (0, 6, 12, 18)  # where each colour's start enters the loop
FRONTS: Final = (23, 5, 11, 17)  # the square each colour's town hangs on
ZONES: Final = (
    (9, 10, 11, 12, 13),
    (15, 16, 17, 18, 19),
    (21, 22, 23, 0, 1),
    (3, 4, 5, 6, 7),
)
CASTLES: Final = ((2, 20), (2, 8), (8, 14), (14, 20))  # white squares with the colour's castle
WHITES: Final = (2, 8, 14, 20)

# Places of an apprentice that are no squares
START: Final = 24
TOWN: Final = 25
AWAY: Final = 26  # not in this game
PLACES: Final = 27

# Apprentices, barrels and dice (ZZ-2)
EACH: Final = 3
PIECES: Final = 12
BARRELS: Final = 13
ALL_BARRELS: Final = 0x1FFF
HANDS: Final = 2  # barrels in a player's hands at most (ZZ-5)
FACES: Final = 6
MIXTURES: Final = 6227020800  # 13!, the orders of the barrels
SEATS: Final = ((0, 2), (0, 1, 2, 3), (0, 1, 2, 3))  # colours of 2, 3 and 4 players' games


def _bits(squares: tuple[int, ...]) -> int:
    return sum([2**square for square in squares])


WHITE: Final[i64] = 1065220  # the white squares as a set
ZONE: Final[vec[i64]] = vec[i64]([_bits(zone) for zone in ZONES])
CASTLE: Final[vec[i64]] = vec[i64]([_bits(castle) for castle in CASTLES])
ENTRY: Final[vec[i64]] = vec[i64](list(ENTRIES))
FRONT: Final[vec[i64]] = vec[i64](list(FRONTS))
OWN: Final[vec[i64]] = vec[i64]([7 * 8**colour for colour in range(4)])  # a colour's apprentices
assert _bits(WHITES) == WHITE, "the white squares"


def _step(colour: int, place: int) -> int:
    """(ZZ-20) The step number of a place, counted from a colour's start."""
    if place < SQUARES:
        return (place - ENTRIES[colour]) % SQUARES + 1
    return SQUARES + 1 if place == TOWN else 0


def _path(square: int, steps: int) -> int:
    """The squares after a square, as far as so many steps go."""
    return _bits(tuple([(square + step) % SQUARES for step in range(1, steps + 1)]))


# By colour and place: steps from the start.
STEP: Final[vec[i64]] = vec[i64](
    [_step(colour, place) for colour in range(4) for place in range(PLACES)]
)
# By square and number of steps 0..12: the squares passed and landed on.
REACH: Final = 13
PATH: Final[vec[i64]] = vec[i64](
    [_path(square, steps) for square in range(SQUARES) for steps in range(REACH)]
)

# The sound: chances of each apparent count 1..20 for each number and each bias of a barrel, in
# parts of ONE, and their logarithms in parts of NAT. The bias of a barrel is one of a few values.
LOUDEST: Final = 20
BIASES: Final = 13
ONE: Final = 0x100000
NAT: Final = 1024
IMPOSSIBLE: Final = -20480  # the logarithm of what is never heard
FAINTEST: Final = 14 * NAT  # what is less likely than this counts as impossible
W_SHAKE: Final = 0.10
W_BARREL: Final = 0.06
_FINE: Final = 0.1  # steps of the integral over single shakes
_SHAKES: Final = [i * _FINE for i in range(-50, 51)]
_BIAS: Final = [0.5 * i for i in range(-6, 7)]


def _shares(values: list[float]) -> list[float]:
    """How likely each of some evenly spaced values of a normal variable is."""
    heights = [math.exp(-value * value / 2) for value in values]
    total = math.fsum(heights)
    return [height / total for height in heights]


def _chances(n: int, bias: float) -> list[int]:
    """The chances of the apparent counts of a shake of n stones, in parts of ONE."""
    loose = min(max(n - 2, 0), 4) / 4  # small numbers are heard exactly
    chances = [0.0] * (LOUDEST + 1)
    for shake, share in zip(_SHAKES, _shares(_SHAKES), strict=True):
        x = n * math.exp(loose * (W_BARREL * bias + W_SHAKE * shake))
        below = math.floor(x)
        chances[min(max(below, 1), LOUDEST)] += share * (below + 1 - x)
        chances[min(below + 1, LOUDEST)] += share * (x - below)
    return [round(chance * ONE) for chance in chances[1:]]


def _log(chance: float) -> int:
    return round(NAT * math.log(chance)) if chance > 0 else IMPOSSIBLE


_TABLE: Final = [
    chance
    for n in range(BARRELS + 1)
    for bias in _BIAS
    for chance in (_chances(n, bias) if n else [0] * LOUDEST)
]
# By number, bias and apparent count less one.
CHANCE: Final[vec[i64]] = vec[i64](_TABLE)
LOG_CHANCE: Final[vec[i64]] = vec[i64]([_log(chance / ONE) for chance in _TABLE])
BIAS_SHARE: Final[vec[i64]] = vec[i64]([_log(share) for share in _shares(_BIAS)])
# A logarithm back, in parts of ONE: what lies so many parts of NAT below the likeliest.
RISEN: Final[vec[i64]] = vec[i64]([round(ONE * math.exp(-i / NAT)) for i in range(FAINTEST)])
