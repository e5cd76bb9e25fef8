"""Zapp Zerapp: the phases, and moves as numbers and decoded (compiled).

Rules and searches compare numbers; everything that need not be fast uses `decode` and `encode`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from ludotheque.core.fast import BIT, bit_indices, i64, nth_bit, vec, zeros
from ludotheque.games.zapp_zerapp.data import ALL_BARRELS, BARRELS, DIE_FACES, set_of

# Phases
SEATING: Final = 0  # luck: which colour is absent
ROLLING: Final = 1  # luck
MIXING: Final = 2  # luck
LISTENING: Final = 3
HEARING: Final = 4  # luck: what the last shake sounds like
MOVING: Final = 5
OVER: Final = 6

# A move is the number of its kind plus an argument
TAKE: Final = 0  # plus a barrel
SHAKE: Final = 16
BACK: Final = 32
PLACE: Final = 48
BARREL_MASK: Final = 15  # in these four
HANDLING: Final = ("take", "shake", "back", "place")  # what is done with a barrel, in this order
ROLL: Final = 64  # plus six times one die and the other, from 0
ABSENT: Final = 100  # plus a colour
HEARD: Final = 104  # plus an apparent count 1..20
GO: Final = 0x10000000000  # plus a piece and three sets of pieces
MIX: Final = 0x20000000000  # plus the number of a mixture

# A GO has a piece in its lowest bits, and above them the set of pieces it takes along, the set of
# those of them that stop in front of its town, and the set of those it banishes.
PIECE_MASK: Final = 15
TAKEN_UNIT: Final = 0x10
STOPPED_UNIT: Final = 0x10000
BANISHED_UNIT: Final = 0x10000000
PIECE_SET_MASK: Final = 0xFFF


def piece_of(move: i64) -> i64:
    """The piece that a GO moves."""
    return move & PIECE_MASK


def taken_by(move: i64) -> i64:
    """The set of pieces that a GO takes along."""
    return move // TAKEN_UNIT & PIECE_SET_MASK


def stopped_by(move: i64) -> i64:
    """The set of pieces taken along that a GO leaves in front of the town."""
    return move // STOPPED_UNIT & PIECE_SET_MASK


def banished_by(move: i64) -> i64:
    """The set of pieces that a GO names as banished."""
    return move // BANISHED_UNIT & PIECE_SET_MASK


# The number of a mixture has thirteen digits. Each picks one of the numbers of stones that are
# left; the bases fall from 13 for the first barrel to 1 for the last.


def numbers_into(mixture: i64, out: vec[i64]) -> None:
    """Write the number of stones in each barrel of a mixture."""
    base: i64 = 1
    for barrel in range(BARRELS - 1, -1, -1):
        out[barrel] = mixture % base
        mixture //= base
        base += 1
    left: i64 = ALL_BARRELS
    for barrel in range(BARRELS):
        number = nth_bit(left, out[barrel])
        left ^= BIT[number]
        out[barrel] = number + 1


def mixture_of(numbers: Sequence[int]) -> int:
    """The number of the mixture with these numbers of stones, by barrel."""
    mixture, left = 0, sorted(numbers)
    for number in numbers:
        mixture = mixture * len(left) + left.index(number)
        left.remove(number)
    return mixture


# Decoded moves


class Handle(NamedTuple):
    """(ZZ-4) Take, shake, put back or place a barrel."""

    action: str  # one of HANDLING
    barrel: int


class Go(NamedTuple):
    """(ZZ-10) Move a piece; others are named in ascending order."""

    piece: int
    taken: tuple[int, ...] = ()
    stopped: tuple[int, ...] = ()
    banished: tuple[int, ...] = ()


class Roll(NamedTuple):
    """(ZZ-3) Luck rolls the dice."""

    die: int
    other_die: int


class Absent(NamedTuple):
    """Luck draws the colour that three players do without."""

    colour: int


class Heard(NamedTuple):
    """(ZZ-4) Luck draws the apparent count of the last shake."""

    apparent: int


class Mix(NamedTuple):
    """(ZZ-11) Luck mixes the barrels: their numbers of stones."""

    numbers: tuple[int, ...]


AnyMove: TypeAlias = Handle | Go | Roll | Absent | Heard | Mix


def decode(move: int) -> AnyMove:
    """The parts of a move."""
    if move < ROLL:
        return Handle(HANDLING[move // SHAKE], move & BARREL_MASK)
    if move < ABSENT:
        return Roll((move - ROLL) // DIE_FACES + 1, (move - ROLL) % DIE_FACES + 1)
    if move < HEARD:
        return Absent(move - ABSENT)
    if move < GO:
        return Heard(move - HEARD)
    if move < MIX:
        taken, stopped = tuple(bit_indices(taken_by(move))), tuple(bit_indices(stopped_by(move)))
        return Go(int(piece_of(move)), taken, stopped, tuple(bit_indices(banished_by(move))))
    numbers = zeros(BARRELS)
    numbers_into(move - MIX, numbers)
    return Mix(tuple([int(number) for number in numbers]))


def encode(move: AnyMove) -> int:
    """The number of a decoded move."""
    if isinstance(move, Handle):
        return SHAKE * HANDLING.index(move.action) + move.barrel
    if isinstance(move, Roll):
        return ROLL + DIE_FACES * (move.die - 1) + move.other_die - 1
    if isinstance(move, Absent):
        return ABSENT + move.colour
    if isinstance(move, Heard):
        return HEARD + move.apparent
    if isinstance(move, Mix):
        return MIX + mixture_of(move.numbers)
    sets = TAKEN_UNIT * set_of(move.taken) + STOPPED_UNIT * set_of(move.stopped)
    return GO + move.piece + sets + BANISHED_UNIT * set_of(move.banished)
