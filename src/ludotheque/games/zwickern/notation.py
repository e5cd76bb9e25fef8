"""Zwickern: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

import re
from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.fast import BIT
from ludotheque.core.notation import one_of, unknown, within, words_of
from ludotheque.core.state import LUCK
from ludotheque.games.zwickern.data import (
    BIG,
    FACE_CARD,
    FACE_VALUE,
    FACES,
    LOW,
    MARKS,
    RANKS,
    fold,
    unfold,
)
from ludotheque.games.zwickern.rules import DEALING, Zwickern
from ludotheque.games.zwickern.rules_hands import cards_of
from ludotheque.games.zwickern.rules_moves import (
    ADD,
    BUILD,
    BUILD_VALUE,
    DEAL,
    FIX,
    KIND_BITS,
    KIND_MASK,
    OPEN,
    build_move,
)

CARD: Final = (*(rank + mark for rank in RANKS for mark in MARKS), *map(str, BIG))
NUMBER: Final = {name: card for card, name in enumerate(CARD)}
FACE: Final = {(int(FACE_CARD[face]), int(FACE_VALUE[face])): face for face in range(FACES)}
HIGHEST: Final = 511  # more than all cards together are worth
LIKE_A_CARD: Final = re.compile(rf"(0|-?[1-9][0-9]*)[{MARKS}]?")  # a number, mostly with a mark


def text(state: Zwickern, move: int) -> str:
    """A move in notation, as it is about to be played."""
    kind, argument = move & KIND_MASK, move >> KIND_BITS
    if kind < FACES:
        items = cards_of(unfold(argument, state.config.deck))
        names = [CARD[FACE_CARD[kind]], str(FACE_VALUE[kind]), *(CARD[item] for item in items)]
        return " ".join(["capture", *names])
    if kind == BUILD:
        return f"build {CARD[argument & 63]} {CARD[argument >> 6 & 63]} {argument >> 12}"
    if kind == ADD:
        return f"add {CARD[argument]}"
    if kind == FIX:
        return f"add {CARD[FACE_CARD[argument]]} {FACE_VALUE[argument]}"
    return f"deal {state.seat} {CARD[argument]}" if kind == DEAL else f"table {CARD[argument]}"


def parse(state: Zwickern, text: str) -> int:
    """The move a text names here."""
    match words_of(text):
        case ["capture", card, value, *items]:
            face = _face(state, card, value, "ZW-6")
            return int(fold(_items(state, items))) << KIND_BITS | face
        case ["build", card, item, value]:
            played, below = _card(state, card), _card(state, item)
            announced = within(value, 0 if state.config.zero_piles else 1, HIGHEST, "ZW-10")
            return announced << BUILD_VALUE | int(build_move(played, below))
        case ["add", card]:
            return _card(state, card) << KIND_BITS | ADD
        case ["add", card, value]:
            return _face(state, card, value, "ZW-11") << KIND_BITS | FIX
        case ["deal", seat, card]:
            dealt, to = _card(state, card), within(seat, 0, int(state.players) - 1, "ZW-3")
            if state.phase != DEALING or to != state.seat:
                raise IllegalMove(f"no card is dealt to seat {to} now", "ZW-4")
            return dealt << KIND_BITS | DEAL
        case ["table", card]:
            return _card(state, card) << KIND_BITS | OPEN
        case _:
            raise unknown(text)


def _card(state: Zwickern, word: str) -> int:
    if word not in NUMBER and LIKE_A_CARD.fullmatch(word):
        raise IllegalMove(f"there is no card {word}", "ZW-1")
    card = one_of(word, NUMBER, "card")
    if not state.config.deck & BIT[card]:
        raise IllegalMove(f"there is no {word} in this edition", "ZW-1")
    return card


def _face(state: Zwickern, word: str, value: str, rule: str) -> int:
    """A card at a value; the rule forbids one that other cards have, and this one has not."""
    largest = int(LOW[state.config.largest])
    face = FACE.get((_card(state, word), within(value, 1, largest, "ZW-1")))
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
    kind, argument = move & KIND_MASK, move >> KIND_BITS
    if kind in (DEAL, OPEN):
        return "ZW-4"
    if seat == LUCK or seat != state.next_actor() or not _is_held(state, seat, kind, argument):
        return "ZW-5"
    if kind == FIX:
        return "ZW-11"
    if not state.items:
        return "ZW-9"
    worthless = (
        kind < FACES and argument and not unfold(argument, state.config.deck) & ~state.worthless
    )
    return "ZW-10" if kind == BUILD or worthless else "ZW-6"


def _is_held(state: Zwickern, seat: int, kind: int, argument: int) -> bool:
    """Whether the card of a move is in the seat's hand."""
    if kind < FACES:
        card = int(FACE_CARD[kind])
    elif kind == FIX:
        card = int(FACE_CARD[argument])
    else:
        card = argument & 63
    return bool(state.hands[seat] & BIT[card])
