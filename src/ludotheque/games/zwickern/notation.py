"""Zwickern: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

import re
from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.fast import BIT, bit_indices
from ludotheque.core.notation import bounded_number, lookup, seat_number, split_words, unknown_move
from ludotheque.core.state import LUCK
from ludotheque.games.zwickern.data import (
    BIG_VALUES,
    FACE_CARD,
    FACE_VALUE,
    FACES,
    LOW_VALUE,
    MARKS,
    RANKS,
)
from ludotheque.games.zwickern.moves import (
    ADD,
    DEAL,
    DEALING,
    FIX,
    OPEN,
    Add,
    AnyMove,
    Build,
    Capture,
    Deal,
    Fix,
    Open,
    build_move,
    capture_move,
    card_move,
    decode,
)
from ludotheque.games.zwickern.rules import Zwickern

CARD_NAMES: Final = (*(rank + mark for rank in RANKS for mark in MARKS), *map(str, BIG_VALUES))
CARD_NUMBERS: Final = {name: card for card, name in enumerate(CARD_NAMES)}
FACE_NUMBERS: Final = {(int(FACE_CARD[face]), int(FACE_VALUE[face])): face for face in range(FACES)}
MAX_PILE_VALUE: Final = 511  # more than all cards together are worth
LIKE_A_CARD: Final = re.compile(rf"(0|-?[1-9][0-9]*)[{MARKS}]?")  # a number, mostly with a mark


def text(state: Zwickern, move: int) -> str:
    """A move in notation, as it is about to be played."""
    return text_of(decode(move, state.config.deck), int(state.seat))


def text_of(move: AnyMove, seat: int = 0) -> str:
    """A decoded move in notation; ``seat`` is the one that a card is dealt to."""
    match move:
        case Capture(card, value, items):
            names = [CARD_NAMES[item] for item in bit_indices(items)]
            return " ".join(["capture", CARD_NAMES[card], str(value), *names])
        case Build(card, item, value):
            return f"build {CARD_NAMES[card]} {CARD_NAMES[item]} {value}"
        case Add(card):
            return f"add {CARD_NAMES[card]}"
        case Fix(card, value):
            return f"add {CARD_NAMES[card]} {value}"
        case Deal(card):
            return f"deal {seat} {CARD_NAMES[card]}"
        case Open(card):
            return f"table {CARD_NAMES[card]}"


def parse(state: Zwickern, text: str) -> int:
    """The move a text names here."""
    match split_words(text):
        case ["capture", card, value, *items]:
            return int(capture_move(_face(state, card, value, "ZW-6"), _items(state, items)))
        case ["build", card, item, value]:
            played, below = _card(state, card), _card(state, item)
            least = 0 if state.config.zero_piles else 1
            return int(
                build_move(played, below, bounded_number(value, least, MAX_PILE_VALUE, "ZW-10"))
            )
        case ["add", card]:
            return int(card_move(ADD, _card(state, card)))
        case ["add", card, value]:
            return int(card_move(FIX, _face(state, card, value, "ZW-11")))
        case ["deal", seat, card]:
            dealt, to = _card(state, card), seat_number(seat, int(state.seats()), "ZW-3")
            if state.phase != DEALING or to != state.seat:
                raise IllegalMove(f"no card is dealt to seat {to} now", "ZW-4")
            return int(card_move(DEAL, dealt))
        case ["table", card]:
            return int(card_move(OPEN, _card(state, card)))
        case _:
            raise unknown_move(text)


def _card(state: Zwickern, word: str) -> int:
    if word not in CARD_NUMBERS and LIKE_A_CARD.fullmatch(word):
        raise IllegalMove(f"there is no card {word}", "ZW-1")
    card = lookup(word, CARD_NUMBERS, "card")
    if not state.config.deck & BIT[card]:
        raise IllegalMove(f"there is no {word} in this edition", "ZW-1")
    return card


def _face(state: Zwickern, word: str, value: str, rule: str) -> int:
    """A card at a value; the rule forbids one that other cards have, and this one has not."""
    largest = int(LOW_VALUE[state.config.largest])
    face = FACE_NUMBERS.get((_card(state, word), bounded_number(value, 1, largest, "ZW-1")))
    if face is None:
        raise IllegalMove(f"{word} is not worth {value}", rule)
    return face


def _items(state: Zwickern, words: list[str]) -> int:
    items = 0
    for word in words:
        bit = int(BIT[_card(state, word)])
        if items & bit:
            raise IllegalMove(f"{word} can't be taken twice", "ZW-6")
        items |= bit
    return items


def rule_against(state: Zwickern, seat: int, move: int) -> str:
    """The number of the rule that forbids a move."""
    decoded = decode(move, state.config.deck)
    if isinstance(decoded, Deal | Open):
        return "ZW-4"
    if seat == LUCK or seat != state.next_actor() or not state.holds(seat, decoded.card):
        return "ZW-5"
    if isinstance(decoded, Fix):
        return "ZW-11"
    if not state.items:
        return "ZW-9"
    match decoded:
        case Build():
            return "ZW-10"
        case Capture(items=items) if items and not items & ~state.worthless:
            return "ZW-10"
        case _:
            return "ZW-6"
