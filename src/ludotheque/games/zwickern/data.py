"""Zwickern: the cards as numbers.

A card is ``4 * rank + mark``: the ranks 2 to 10, then 1/11, 2/12, 3/13 and 4/14, then the big cards
52 to 55. No game has both the 20 and the 30. A set of cards is one number of 56 bits.

The cards of the ranks 1/11 to 4/14 are *dual*: they have two values. A *face* is a card at one of
its values: 0 to 55 at the lower or only one, 56 to 71 the dual cards at the higher one.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, vec

# Cards (ZW-1)
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "J", "Q", "K")
MARKS: Final = "sfag"  # shell, starfish, anchor, gull
BIG_VALUES: Final = (15, 20, 25, 30)
FIRST_DUAL: Final = 36
FIFTEEN: Final = 52  # the first of the big cards
TWENTY: Final = 53
THIRTY: Final = 55
CARDS: Final = 56
FACES: Final = 72
HIGH_FACE: Final = 20  # from a dual card to its face at the higher value
DUAL_STEP: Final = 10  # between the two values of a dual card
EDITIONS: Final = {"15/25/30": (52, 54, 55), "15/20/25": (52, 53, 54)}
MAX_VALUE: Final = 31  # of a set of values as bits; no card is worth more than 30
NONE: Final = -1  # no seat, no side, no item, no move


def _low_value(card: int) -> int:
    rank = card // 4
    if card >= FIFTEEN:
        return BIG_VALUES[card - FIFTEEN]
    return rank - 8 if card >= FIRST_DUAL else rank + 2


def _is_dual(card: int) -> bool:
    return FIRST_DUAL <= card < FIFTEEN


LOW_VALUE: Final[vec[i64]] = vec[i64]([_low_value(card) for card in range(CARDS)])
IS_DUAL: Final[vec[i64]] = vec[i64]([1 if _is_dual(card) else 0 for card in range(CARDS)])
# The values of a card, as bits.
CARD_VALUES: Final[vec[i64]] = vec[i64](
    [2 ** _low_value(card) * (1 + 2**DUAL_STEP * _is_dual(card)) for card in range(CARDS)]
)
FACE_CARD: Final[vec[i64]] = vec[i64](
    [face if face < CARDS else face - HIGH_FACE for face in range(FACES)]
)
FACE_VALUE: Final[vec[i64]] = vec[i64](
    [_low_value(card) for card in range(CARDS)]
    + [_low_value(card) + DUAL_STEP for card in range(FIRST_DUAL, FIFTEEN)]
)


def deck(edition: str) -> int:
    """The 55 cards of an edition, as a set (ZW-1)."""
    cards: int = 2**FIFTEEN - 1
    for card in EDITIONS[edition]:
        cards += 2**card
    return cards


def values_of(cards: i64) -> i64:
    """All values of a set of cards, as bits."""
    values: i64 = 0
    while cards:
        values |= CARD_VALUES[lowest_bit(cards)]
        cards &= cards - 1
    return values


def faces_of(card: int) -> list[int]:
    """A card at each of its values."""
    return [card, card + HIGH_FACE] if IS_DUAL[card] else [card]


# Claws (ZW-2)
TEN_OF_SHELLS: Final = 32
ONE_CLAW: Final = 2**0 + 2**33 + 2**36 + 2**37 + 2**38 + 2**39  # 2s, 10f and each 1/11
ALL_CLAWS: Final = 27


def claws_in(cards: i64, largest: i64) -> i64:
    """(ZW-2) The claws on a set of cards, in the edition with this largest card."""
    claws = count_bits(cards & ONE_CLAW)
    if cards & BIT[TEN_OF_SHELLS]:
        claws += 3
    if cards & BIT[FIFTEEN]:
        claws += 5
    if cards & BIT[largest - 1]:  # the middle one of the big cards
        claws += 6
    if cards & BIT[largest]:
        claws += 7
    return claws


def claws_of(card: int, largest: int) -> int:
    """(ZW-2) The claws of one card."""
    return int(claws_in(BIT[card], largest))


# Length (ZW-3, ZW-4), for 3 and 4 players
DEALS: Final = (3, 4)
ROUNDS: Final = (4, 3)
FIRST_HAND: Final = 5
LATER_HAND: Final = 4
HAND_CARDS: Final = (17, 13)  # of each player in a deal
OPEN_CARDS: Final = 3
MOST_CARDS_POINTS: Final = 3  # (ZW-14)


def side_of(seat: i64, players: i64) -> i64:
    """(ZW-3) Three play for themselves; of four, those opposite play together."""
    return seat if players == 3 else seat & 1
