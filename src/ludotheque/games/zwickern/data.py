"""Zwickern: the cards as numbers.

A card is ``4 * rank + mark``: the ranks 2 to 10, then 1/11, 2/12, 3/13 and 4/14, then the big cards
52 to 55. No game has both the 20 and the 30. A set of cards is one number of 56 bits.

A *face* is a card at one of its values: 0 to 55 at the lower or only one, 56 to 71 the two-value
cards at the higher one.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec

# Cards (ZW-1)
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "J", "Q", "K")
MARKS: Final = "sfag"  # shell, starfish, anchor, gull
BIG: Final = (15, 20, 25, 30)
FIRST_TWO: Final = 36  # the two-value cards
FIFTEEN: Final = 52  # the big cards
TWENTY: Final = 53
THIRTY: Final = 55
CARDS: Final = 56
FACES: Final = 72
FACE_SHIFT: Final = 20  # from a two-value card to its higher face
TEN: Final = 10  # between the two values of a card
EDITIONS: Final = {"15/25/30": (52, 54, 55), "15/20/25": (52, 53, 54)}


def _low(card: int) -> int:
    rank = card // 4
    if card >= FIFTEEN:
        return BIG[card - FIFTEEN]
    return rank - 8 if card >= FIRST_TWO else rank + 2


def _is_two(card: int) -> bool:
    return FIRST_TWO <= card < FIFTEEN


LOW: Final[vec[i64]] = vec[i64]([_low(card) for card in range(CARDS)])
TWO: Final[vec[i64]] = vec[i64]([1 if _is_two(card) else 0 for card in range(CARDS)])
# The values of a card, as bits.
VALUES: Final[vec[i64]] = vec[i64](
    [2 ** _low(card) * (1025 if _is_two(card) else 1) for card in range(CARDS)]
)
FACE_CARD: Final[vec[i64]] = vec[i64](
    [face if face < CARDS else face - FACE_SHIFT for face in range(FACES)]
)
FACE_VALUE: Final[vec[i64]] = vec[i64](
    [_low(face) if face < CARDS else _low(face - FACE_SHIFT) + TEN for face in range(FACES)]
)


def deck(edition: str) -> int:
    """The 55 cards of an edition, as a set (ZW-1)."""
    cards: int = 2**FIFTEEN - 1
    for card in EDITIONS[edition]:
        cards += 2**card
    return cards


# Claws (ZW-2)
TEN_SHELL: Final = 32
ONE_CLAW: Final = 2**0 + 2**33 + 2**36 + 2**37 + 2**38 + 2**39  # 2s, 10f and each 1/11
ALL_CLAWS: Final = 27


def claws_of(card: int, largest: int) -> int:
    """(ZW-2) The claws of a card, in the edition with this largest card."""
    if card >= FIFTEEN:
        return 5 if card == FIFTEEN else 7 if card == largest else 6
    return 3 if card == TEN_SHELL else ONE_CLAW >> card & 1


# Length (ZW-3, ZW-4), for 3 and 4 players
DEALS: Final = (3, 4)
ROUNDS: Final = (4, 3)
FIRST_HAND: Final = 5
LATER_HAND: Final = 4
HAND_CARDS: Final = (17, 13)  # of each player in a deal
OPEN_CARDS: Final = 3
MOST_CARDS: Final = 3  # points (ZW-14)


# A set of items in a move has 55 bits: no game has both the 20 and the 30, so they share one.


def fold(cards: i64) -> i64:
    """A set of cards with the 30 written in the place of the 20."""
    if cards >> THIRTY:
        cards += 2**TWENTY - 2**THIRTY
    return cards


def unfold(folded: i64, pack: i64) -> i64:
    """The set that was folded, for a game played with this pack."""
    if folded >> TWENTY & 1 and pack >> THIRTY & 1:
        folded += 2**THIRTY - 2**TWENTY
    return folded
