"""Zankapfel: the orchard and the apple cards as numbers.

Colours are 0 red, 1 yellow, 2 green, 3 blue; apple card 4 is a joker. A cell is
``5 * row + column``, a set of cells one number of 25 bits. A heap of apple cards is one number too:
eight bits for each kind of card say how many there are of it.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec

NONE: Final = -1  # no card, no cell, no colour, no seat
MAX_SEATS: Final = 6

# The orchard (ZK-1)
SIDE: Final = 5
CELLS: Final = 25
ALL_CELLS: Final = 0x1FFFFFF
RISING_WORTHS: Final = (2, 3, 4, 5, 7)
FALLING_WORTHS: Final = (7, 5, 4, 3, 2)

# Apple cards (ZK-2)
COLOURS: Final = 4
ALL_COLOURS: Final = 0xF  # bits 0 to 3
JOKER: Final = 4
KINDS: Final = 5
CARDS_PER_KIND: Final = 10
DECK_SIZE: Final = 50
ALL_CARDS: Final = 0x0A0A0A0A0A
ONE_CARD: Final[vec[i64]] = vec[i64]([256**card for card in range(KINDS)])  # heaps
CARDS_DEALT: Final = 4  # to each seat (ZK-6)

# Points
TRACK_LENGTHS: Final = (30, 40, 50)  # (ZK-3)
JOKER_PRICE: Final = 3  # (ZK-8)
MAX_BRIBE: Final = 2  # (ZK-12)
DIE_PRICE: Final = 2  # (ZK-19)

# Quarrels
HIGHEST_QUARREL_CARD: Final = 10  # (ZK-2)
ALL_QUARREL_CARDS: Final = 0x7FE  # bits 1 to 10
MAX_DICE: Final = 3  # (ZK-19)
DICE_CHOICES: Final = 0xF  # bits 0 to MAX_DICE
DIE_FACES: Final = 6


def _number_on_edge(colour: int, cell: int) -> int:
    """(ZK-1) Red and yellow go by columns, green and blue by rows."""
    row, column = divmod(cell, SIDE)
    worths = (FALLING_WORTHS[column], RISING_WORTHS[column], RISING_WORTHS[row])
    return (*worths, FALLING_WORTHS[row])[colour]


def _neighbours(cell: int) -> int:
    """(ZK-11) The up to eight cells around a cell."""
    row, column = divmod(cell, SIDE)
    near = 0
    for other in range(CELLS):
        if max(abs(other // SIDE - row), abs(other % SIDE - column)) == 1:
            near += 2**other
    return near


# By CELLS * colour + cell
WORTH: Final[vec[i64]] = vec[i64](
    [_number_on_edge(colour, cell) for colour in range(COLOURS) for cell in range(CELLS)]
)
NEIGHBOURS: Final[vec[i64]] = vec[i64]([_neighbours(cell) for cell in range(CELLS)])


def worth(colour: i64, cell: i64) -> i64:
    """(ZK-1) What a colour is worth at a cell."""
    return WORTH[CELLS * colour + cell]


def price_of(card: i64, mayor: i64) -> i64:
    """(ZK-8) The price of an apple card while the mayor stands on a cell."""
    return JOKER_PRICE if card == JOKER else WORTH[CELLS * card + mayor] >> 1


def size_of(heap: i64) -> i64:
    """How many cards a heap has."""
    return (heap + (heap >> 8) + (heap >> 16) + (heap >> 24) + (heap >> 32)) & 0xFF


def count_of(heap: i64, card: i64) -> i64:
    """How many cards of a kind a heap has."""
    return heap >> (8 * card) & 0xFF


def nth_card(heap: i64, n: i64) -> i64:
    """The n-th card of a heap, counted from 0, in the order of kinds."""
    card: i64 = 0
    count = heap & 0xFF
    while n >= count:
        n -= count
        card += 1
        count = heap >> (8 * card) & 0xFF
    return card


def cards_of(heap: i64) -> list[int]:
    """The cards of a heap, in the order of kinds."""
    cards: list[int] = []
    for card in range(KINDS):
        cards += [card] * int(count_of(heap, card))
    return cards
