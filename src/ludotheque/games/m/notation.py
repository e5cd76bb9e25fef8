"""M: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.notation import lookup, number, seat_number, split_words, unknown_move
from ludotheque.core.state import LUCK
from ludotheque.games.m.data import (
    COLOUR,
    COLOURS,
    FIRST_SYMBOL,
    KINDS,
    POINTS,
    SYMBOL_FEATURE,
    SYMBOLS,
    is_zero,
)
from ludotheque.games.m.moves import (
    CHOOSING_LINE,
    DEALING,
    DRAWING,
    LAYING,
    TAKING,
    AnyMove,
    ChooseLine,
    Deal,
    Draw,
    Exchange,
    First,
    Lay,
    Open,
    Pass,
    Take,
    decode,
    encode,
)
from ludotheque.games.m.rules import M


def _name(kind: int) -> str:
    symbol = "" if is_zero(kind) else SYMBOLS[SYMBOL_FEATURE[kind] - FIRST_SYMBOL]
    return f"{COLOURS[COLOUR[kind]]}{POINTS[kind]:02}{symbol}"


CARD: Final = tuple(_name(kind) for kind in range(KINDS))
KIND: Final = {name: kind for kind, name in enumerate(CARD)}


def text(state: M, move: int) -> str:
    """A move in notation, as it is about to be played."""
    match decode(move):
        case Lay(kind, cell):
            return f"lay {CARD[kind]} {state.row_of(cell)} {state.column_of(cell)}"
        case Take(cell):
            return f"take {state.row_of(cell)} {state.column_of(cell)}"
        case ChooseLine(is_row):
            return "line row" if is_row else "line column"
        case Pass():
            return "pass"
        case Exchange(kind):
            return f"pass {CARD[kind]}"
        case Open(kind):
            return f"open {CARD[kind]}"
        case Deal(kind):
            return f"deal {state.dealt_seat()} {CARD[kind]}"
        case First(seat):
            return f"first {seat}"
        case Draw(kind):
            return f"draw {state.seat} {CARD[kind]}"


def parse(state: M, text: str) -> int:
    """The move a text names here."""
    return encode(_parse(state, text))


def _parse(state: M, text: str) -> AnyMove:
    match split_words(text):
        case ["lay", card, row, column]:
            return Lay(_kind(card), _cell(state, row, column, "M-7"))
        case ["take", row, column]:
            return Take(_cell(state, row, column, "M-15"))
        case ["line", which]:
            return ChooseLine(lookup(which, {"row": True, "column": False}, "row or column"))
        case ["pass"]:
            return Pass()
        case ["pass", card]:
            return Exchange(_kind(card))
        case ["open", card]:
            return Open(_kind(card))
        case ["deal", seat, card]:
            kind = _kind(card)
            if state.phase != DEALING or number(seat) != state.dealt_seat():
                raise IllegalMove(f"no card is dealt to seat {number(seat)} now", "M-6")
            return Deal(kind)
        case ["first", seat]:
            return First(seat_number(seat, state.players, "M-6"))
        case ["draw", seat, card]:
            kind = _kind(card)
            if state.phase != DRAWING or number(seat) != state.seat:
                raise IllegalMove(f"seat {number(seat)} does not draw now", "M-10")
            return Draw(kind)
        case _:
            raise unknown_move(text)


def _kind(card: str) -> int:
    return lookup(card, KIND, "card")


def _cell(state: M, row: str, column: str, rule: str) -> int:
    place = number(row), number(column)
    cell = state.cell_at(*place)
    if cell < 0 and rule == "M-7" and state.has_card_beside(*place):
        raise IllegalMove(f"cell {row} {column} is too far out", "M-8")
    if cell < 0:
        raise IllegalMove(f"cell {row} {column} is away from all cards", rule)
    return cell


def rule_against(state: M, seat: int, move: int) -> str:
    """The number of the rule that forbids a move."""
    decoded = decode(move)
    if seat == LUCK or isinstance(decoded, Open | Deal | First | Draw):
        return _rule_of_luck(decoded)
    if state.phase == TAKING:
        return "M-15"
    if state.phase == CHOOSING_LINE:
        return "M-14"
    if seat != state.seat or state.phase != LAYING:
        return "M-10"
    match decoded:
        case ChooseLine():
            return "M-14"
        case Take():
            return "M-13"
        case Lay(_, cell):
            return "M-8" if state.is_too_wide(cell) else "M-7"
        case _:
            return "M-11"


def _rule_of_luck(move: AnyMove) -> str:
    match move:
        case Open():
            return "M-5"
        case Deal() | First():
            return "M-6"
        case _:
            return "M-10"
