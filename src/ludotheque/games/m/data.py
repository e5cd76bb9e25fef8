"""M: the cards and the board as numbers.

A *kind* of card is ``21 * colour`` for a zero, else ``21 * colour + 5 * value/10 - 4 + symbol``.
Cards of a kind are told apart only in the unseen set, where the second zero of each colour has the
number ``SECOND + colour``.

The cards always fit 6 x 6 (M-8), so a board of 7 x 7 that wraps around at its edges never needs to
move its origin. A set of cells is one number of 49 bits, bit ``7 * row + column``.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec

# Cards (M-1)
COLOURS: Final = "BNRGY"  # blue, brown, red, green, yellow
SYMBOLS: Final = "ctmos"  # cube, triangle, Möbius band, ring, star
LACKS: Final = (1, 0, 4, 2, 3)  # the symbol each colour does not have
STAR: Final = 4
PER_COLOUR: Final = 21
KINDS: Final = 105
SECOND: Final = 105  # the second zeros in the unseen set
DECK: Final = 90
CARDS: Final = 110  # numbers in use there, for both decks

# Features of a card, each a set of cells: 0-4 colours, 5-9 values, 10-14 symbols, 15 no symbol.
VALUES: Final = 5
SYMBOL_FEATURES: Final = 10
NO_SYMBOL: Final = 15
FEATURES: Final = 16


def _value(kind: int) -> int:
    """A tenth of the card's value."""
    return (kind % PER_COLOUR + 4) // 5


def _symbol(kind: int) -> int:
    rest = kind % PER_COLOUR
    return (rest - 1) % 5 if rest else NO_SYMBOL - SYMBOL_FEATURES


COLOUR: Final[vec[i64]] = vec[i64]([kind // PER_COLOUR for kind in range(KINDS)])
VALUE: Final[vec[i64]] = vec[i64]([VALUES + _value(kind) for kind in range(KINDS)])
SYMBOL: Final[vec[i64]] = vec[i64]([SYMBOL_FEATURES + _symbol(kind) for kind in range(KINDS)])
POINTS: Final[vec[i64]] = vec[i64]([10 * _value(kind) for kind in range(KINDS)])


def is_zero(kind: i64) -> bool:
    """Whether a card has the value 0 and no symbol: there are two of each colour."""
    return kind % PER_COLOUR == 0


def deck(symbols: int) -> list[int]:
    """The 90 cards of a deck, as numbers of the unseen set (M-1)."""
    cards: list[int] = []
    for kind in range(KINDS):
        missing = LACKS[COLOUR[kind]] if symbols == 5 else STAR
        if SYMBOL[kind] != SYMBOL_FEATURES + missing:
            cards.append(kind)
    return cards + [SECOND + colour for colour in range(5)]


# Set-up (M-4, M-5, M-6)
CHIPS: Final = 6
HAND: Final = 4
OPENINGS: Final = {
    "zigzag": ((0, 1), (0, 3), (1, 0), (1, 2), (1, 4)),
    "block": ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2)),
}
PILE: Final = (37, 43, 49, 55, 61)  # for 2 to 6 players, after set-up

# The board
SIDE: Final = 7
CELLS: Final = 49
FIT: Final = 6  # M-8
FULL: Final = 0x1FFFFFFFFFFFF
ROW_0: Final = 0x7F
COLUMN_0: Final = 0x40810204081
COLUMN_6: Final = 0x1020408102040
NOT_COLUMN_0: Final = 0x1FBF7EFDFBF7E
NOT_COLUMN_6: Final = 0xFDFBF7EFDFBF


def beside(cells: i64) -> i64:
    """The cells orthogonally next to some cell of a set."""
    return (
        (cells << 7 & FULL)
        | cells >> 42
        | cells >> 7
        | (cells & ROW_0) << 42
        | (cells & NOT_COLUMN_6) << 1
        | (cells & COLUMN_6) >> 6
        | (cells & NOT_COLUMN_0) >> 1
        | (cells & COLUMN_0) << 6
    )


BESIDE: Final[vec[i64]] = vec[i64]([beside(2**cell) for cell in range(CELLS)])
ROW: Final[vec[i64]] = vec[i64]([ROW_0 * 2 ** (cell // SIDE * SIDE) for cell in range(CELLS)])
COLUMN: Final[vec[i64]] = vec[i64]([COLUMN_0 * 2 ** (cell % SIDE) for cell in range(CELLS)])
