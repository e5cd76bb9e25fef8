"""Zwickern: the phases of a game, and its moves as numbers.

A move is ``128 * argument + kind``. Kinds below 72 are captures with that face:

| kind        | argument                                |
|-------------|-----------------------------------------|
| a face      | the items taken, as `encode_items` says |
| ADD         | the card                                |
| FIX         | the face                                |
| BUILD       | ``4096 * value + 64 * item + card``     |
| DEAL, OPEN  | the card; these are outcomes of luck    |

Rules and knowledge work with these numbers, everything else with the decoded form.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ludotheque.core.fast import i64
from ludotheque.games.zwickern.data import FACE_CARD, FACE_VALUE, FACES, THIRTY, TWENTY

# Phases
DEALING: Final = 0  # luck: cards to the hands
OPENING: Final = 1  # luck: three cards to the table
PLAYING: Final = 2
OVER: Final = 3

# Kinds of moves that are not captures
ADD: Final = 72  # a loose card
FIX: Final = 73  # a dual card with a fixed value
BUILD: Final = 74
DEAL: Final = 75  # luck: a card to a hand
OPEN: Final = 76  # luck: a card to the table

KIND_BITS: Final = 7
KIND_MASK: Final = 127
CARD_BITS: Final = 6
CARD_MASK: Final = 63
BUILD_ITEM_SHIFT: Final = CARD_BITS  # in the argument of a build
BUILD_VALUE_SHIFT: Final = 2 * CARD_BITS
BUILD_VALUE_UNIT: Final = 2 ** (BUILD_VALUE_SHIFT + KIND_BITS)  # from a build to one worth 1 more


# Sets of items. In a move they have 55 bits: no game has both the 20 and the 30, which share one.
TWENTY_TO_THIRTY: Final = 2**55 - 2**53  # from a set with the 20 to one with the 30 instead


def encode_items(items: i64) -> i64:
    """A set of items as it is in a move: with the bit of the 20 for the 30."""
    if items >> THIRTY:
        items -= TWENTY_TO_THIRTY
    return items


def decode_items(encoded: i64, deck: i64) -> i64:
    """The set that was encoded, in a game played with this deck."""
    if encoded >> TWENTY & 1 and deck >> THIRTY & 1:
        encoded += TWENTY_TO_THIRTY
    return encoded


# Encoding


def capture_move(face: i64, items: i64) -> i64:
    """(ZW-6) Take a set of items with a card at one of its values."""
    return encode_items(items) << KIND_BITS | face


def build_move(card: i64, item: i64, value: i64) -> i64:
    """(ZW-10) Put a card on an item and announce a value."""
    argument = value << BUILD_VALUE_SHIFT | item << BUILD_ITEM_SHIFT | card
    return argument << KIND_BITS | BUILD


def card_move(kind: i64, card: i64) -> i64:
    """(ZW-4, ZW-11) ADD, DEAL or OPEN a card; FIX a face."""
    return card << KIND_BITS | kind


# Decoding


def played_card(move: i64) -> i64:
    """The card of a move, whatever its kind."""
    kind = move & KIND_MASK
    if kind < FACES:
        return FACE_CARD[kind]
    argument = move >> KIND_BITS
    return FACE_CARD[argument] if kind == FIX else argument & CARD_MASK


def is_capture(move: i64) -> bool:
    """Whether a move is a capture."""
    return move & KIND_MASK < FACES


class Capture(NamedTuple):
    """A card at one of its values takes items."""

    card: int
    value: int
    items: int  # top cards, as a set


class Build(NamedTuple):
    """A card goes on an item, and a value is announced."""

    card: int
    item: int
    value: int


class Add(NamedTuple):
    """A card is laid loose."""

    card: int


class Fix(NamedTuple):
    """A dual card is laid with a fixed value, as a pile of one card."""

    card: int
    value: int


class Deal(NamedTuple):
    """Luck deals a card to a hand."""

    card: int


class Open(NamedTuple):
    """Luck lays a card face up on the table."""

    card: int


AnyMove: TypeAlias = Capture | Build | Add | Fix | Deal | Open


def decode(move: int, deck: int) -> AnyMove:
    """What a move means, in a game played with this deck."""
    kind, argument = move & KIND_MASK, move >> KIND_BITS
    if kind < FACES:
        items = int(decode_items(argument, deck))
        return Capture(int(FACE_CARD[kind]), int(FACE_VALUE[kind]), items)
    if kind == ADD:
        return Add(argument)
    if kind == FIX:
        return Fix(int(FACE_CARD[argument]), int(FACE_VALUE[argument]))
    if kind == BUILD:
        item = argument >> BUILD_ITEM_SHIFT & CARD_MASK
        return Build(argument & CARD_MASK, item, argument >> BUILD_VALUE_SHIFT)
    return Deal(argument) if kind == DEAL else Open(argument)
