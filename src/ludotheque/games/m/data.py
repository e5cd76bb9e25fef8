"""M: the cards as numbers, and the set-up.

A *kind* of card is ``21 * colour`` for a zero, else ``21 * colour + 5 * value/10 - 4 + symbol``.
Cards of a kind differ only in the unseen set, where the second zero of each colour has the
number ``SECOND_ZERO + colour``.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec

NONE: Final = -1  # no cell, no card

# Cards (M-1)
COLOURS: Final = "BNRGY"  # blue, brown, red, green, yellow
COLOUR_COUNT: Final = 5
SYMBOLS: Final = "ctmos"  # cube, triangle, Möbius band, ring, star
MISSING_SYMBOL: Final = (1, 0, 4, 2, 3)  # by colour: the one it does not have
STAR: Final = 4
KINDS_PER_COLOUR: Final = 21
KINDS: Final = 105
SECOND_ZERO: Final = 105
CARD_NUMBERS: Final = 110  # kinds and second zeros
UNSEEN_HALF_BITS: Final = CARD_NUMBERS // 2  # the unseen set is two numbers of 55 bits
DECK_SIZE: Final = 90

# Features of a card: 0-4 colours, 5-9 values, 10-14 symbols, 15 no symbol
FIRST_VALUE: Final = 5
FIRST_SYMBOL: Final = 10
NO_SYMBOL: Final = 15
FEATURES: Final = 16


def _tens(kind: int) -> int:
    """A tenth of the card's value."""
    return (kind % KINDS_PER_COLOUR + 4) // 5


def _symbol_feature(kind: int) -> int:
    rest = kind % KINDS_PER_COLOUR
    return FIRST_SYMBOL + (rest - 1) % 5 if rest else NO_SYMBOL


COLOUR: Final[vec[i64]] = vec[i64]([kind // KINDS_PER_COLOUR for kind in range(KINDS)])
VALUE_FEATURE: Final[vec[i64]] = vec[i64]([FIRST_VALUE + _tens(kind) for kind in range(KINDS)])
SYMBOL_FEATURE: Final[vec[i64]] = vec[i64]([_symbol_feature(kind) for kind in range(KINDS)])
POINTS: Final[vec[i64]] = vec[i64]([10 * _tens(kind) for kind in range(KINDS)])


def is_zero(kind: i64) -> bool:
    """Whether a card has the value 0 and no symbol; there are two of each colour."""
    return kind % KINDS_PER_COLOUR == 0


def symbol_letter(kind: int) -> str:
    """The symbol of a card in the notation; empty for a zero."""
    return "" if is_zero(kind) else SYMBOLS[SYMBOL_FEATURE[kind] - FIRST_SYMBOL]


def deck(symbols: int) -> list[int]:
    """The 90 cards of a deck, as numbers of the unseen set (M-1)."""
    cards: list[int] = []
    for kind in range(KINDS):
        missing = MISSING_SYMBOL[COLOUR[kind]] if symbols == 5 else STAR
        if SYMBOL_FEATURE[kind] != FIRST_SYMBOL + missing:
            cards.append(kind)
    return cards + [SECOND_ZERO + colour for colour in range(COLOUR_COUNT)]


# Set-up (M-4, M-5, M-6)
MAX_SEATS: Final = 6
CHIPS_EACH: Final = 6
HAND_SIZE: Final = 4
OPENINGS: Final = {
    "zigzag": ((0, 1), (0, 3), (1, 0), (1, 2), (1, 4)),
    "block": ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2)),
}
PILE_SIZES: Final = (37, 43, 49, 55, 61)  # for 2 to 6 players, after set-up

# A card that was taken, or put under the pile, is stored with its player: (kind << 3) | seat
SEAT_BITS: Final = 3
SEAT_MASK: Final = 7
