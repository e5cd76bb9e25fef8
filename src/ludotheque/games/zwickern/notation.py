"""Zwickern: moves as text, text as moves, and the rule that forbids a move."""

from __future__ import annotations

import re
from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.fast import BIT, bit_indices
from ludotheque.core.notation import bounded_number, lookup, seat_number, split_words, unknown_move
from ludotheque.core.state import LUCK
from ludotheque.games.zwickern import data, moves
from ludotheque.games.zwickern.moves import AnyMove
from ludotheque.games.zwickern.rules import Zwickern

CARD_NAMES: Final = (
    *(rank + mark for rank in data.RANKS for mark in data.MARKS),
    *map(str, data.BIG_VALUES),
)
CARD_NUMBERS: Final = {name: card for card, name in enumerate(CARD_NAMES)}
FACE_NUMBERS: Final = {
    (int(data.FACE_CARD[face]), int(data.FACE_VALUE[face])): face for face in range(data.FACES)
}
MAX_PILE_VALUE: Final = 511  # more than all cards together are worth
# A number, mostly with a mark: like a card, if there is one or not
CARD_PATTERN: Final = re.compile(rf"(0|-?[1-9][0-9]*)[{data.MARKS}]?")


def text(state: Zwickern, move: int) -> str:
    """A move in notation, as it is about to be played."""
    return text_of(moves.decode(move, state.config.deck), int(state.seat))


def text_of(move: AnyMove, seat: int = 0) -> str:
    """A decoded move in notation; ``seat`` is the one that a card is dealt to."""
    match move:
        case moves.Capture(card, value, items):
            names = [CARD_NAMES[item] for item in bit_indices(items)]
            return " ".join(["capture", CARD_NAMES[card], str(value), *names])
        case moves.Build(card, item, value):
            return f"build {CARD_NAMES[card]} {CARD_NAMES[item]} {value}"
        case moves.Add(card):
            return f"add {CARD_NAMES[card]}"
        case moves.Fix(card, value):
            return f"add {CARD_NAMES[card]} {value}"
        case moves.Deal(card):
            return f"deal {seat} {CARD_NAMES[card]}"
        case moves.Open(card):
            return f"table {CARD_NAMES[card]}"


def parse(state: Zwickern, text: str) -> int:
    """The move that a text names in this state."""
    match split_words(text):
        case ["capture", card, value, *items]:
            return int(moves.capture_move(_face(state, card, value, "ZW-6"), _items(state, items)))
        case ["build", card, item, value]:
            played, below = _card(state, card), _card(state, item)
            announced = bounded_number(
                value, int(state.config.least_value), MAX_PILE_VALUE, "ZW-10"
            )
            return int(moves.build_move(played, below, announced))
        case ["add", card]:
            return int(moves.card_move(moves.ADD, _card(state, card)))
        case ["add", card, value]:
            return int(moves.card_move(moves.FIX, _face(state, card, value, "ZW-11")))
        case ["deal", seat, card]:
            dealt, to = _card(state, card), seat_number(seat, int(state.seats()), "ZW-3")
            if state.phase != moves.DEALING or to != state.seat:
                raise IllegalMove(f"no card is dealt to seat {to} now", "ZW-4")
            return int(moves.card_move(moves.DEAL, dealt))
        case ["table", card]:
            return int(moves.card_move(moves.OPEN, _card(state, card)))
        case _:
            raise unknown_move(text)


def _card(state: Zwickern, word: str) -> int:
    if word not in CARD_NUMBERS and CARD_PATTERN.fullmatch(word):
        raise IllegalMove(f"there is no card {word}", "ZW-1")
    card = lookup(word, CARD_NUMBERS, "card")
    if not state.config.deck & BIT[card]:
        raise IllegalMove(f"there is no {word} in this edition", "ZW-1")
    return card


def _face(state: Zwickern, word: str, value: str, rule: str) -> int:
    """A card at a value; ``rule`` refuses a value that other cards have and this one has not."""
    largest = int(data.LOW_VALUE[state.config.largest])
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
    decoded = moves.decode(move, state.config.deck)
    if isinstance(decoded, moves.Deal | moves.Open):
        return "ZW-4"
    if seat == LUCK or seat != state.next_actor() or not state.holds(seat, decoded.card):
        return "ZW-5"
    if isinstance(decoded, moves.Fix):
        return "ZW-11"
    if not state.items:
        return "ZW-9"
    match decoded:
        case moves.Build():
            return "ZW-10"
        case moves.Capture(items=items) if items and not items & ~state.worthless:
            return "ZW-10"
        case _:
            return "ZW-6"


def is_too_hard(state: Zwickern, seat: int, text: str) -> bool:
    """Whether a refused move is a capture whose test was given up."""
    try:
        decoded = moves.decode(parse(state, text), state.config.deck)
    except IllegalMove:
        return False
    match decoded:
        case moves.Capture(card, value, items) if seat == state.next_actor():
            is_there = state.holds(seat, card) and not items & ~state.items
            return is_there and state.gives_up(items, value)
        case _:
            return False
