"""M: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.notation import number, one_of, unknown, within, words_of
from ludotheque.core.state import LUCK
from ludotheque.games.m.data import (
    CELLS,
    COLOUR,
    COLOURS,
    KINDS,
    SYMBOL,
    SYMBOL_FEATURES,
    SYMBOLS,
    VALUE,
    VALUES,
)
from ludotheque.games.m.rules import (
    CHOOSING_LINE,
    DEAL,
    DEALING,
    DRAW,
    DRAWING,
    EXCHANGE,
    FIRST,
    LAY,
    LAYING,
    LINE_COLUMN,
    LINE_ROW,
    OPEN,
    PASS,
    TAKE,
    TAKING,
    M,
)


def _name(kind: int) -> str:
    value, symbol = VALUE[kind] - VALUES, SYMBOL[kind] - SYMBOL_FEATURES
    return f"{COLOURS[COLOUR[kind]]}{value}0{SYMBOLS[symbol] if value else ''}"


CARD: Final = tuple(_name(kind) for kind in range(KINDS))
KIND: Final = {name: kind for kind, name in enumerate(CARD)}


def text(state: M, move: int) -> str:
    """A move in notation, as it is about to be played."""
    if move < TAKE:
        kind, cell = divmod(move - LAY, CELLS)
        return f"lay {CARD[kind]} {state.row_of(cell)} {state.column_of(cell)}"
    if move < LINE_ROW:
        cell = move - TAKE
        return f"take {state.row_of(cell)} {state.column_of(cell)}"
    if move < PASS:
        return "line row" if move == LINE_ROW else "line column"
    if move < OPEN:
        return "pass" if move == PASS else f"pass {CARD[move - EXCHANGE]}"
    if move < DEAL:
        return f"open {CARD[move - OPEN]}"
    if move < FIRST:
        return f"deal {state.dealt_seat()} {CARD[move - DEAL]}"
    if move < DRAW:
        return f"first {move - FIRST}"
    return f"draw {state.seat} {CARD[move - DRAW]}"


def parse(state: M, text: str) -> int:
    """The move a text names here."""
    match words_of(text):
        case ["lay", card, row, column]:
            return LAY + one_of(card, KIND, "card") * CELLS + _cell(state, row, column, "M-7")
        case ["take", row, column]:
            return TAKE + _cell(state, row, column, "M-15")
        case ["line", which]:
            return one_of(which, {"row": LINE_ROW, "column": LINE_COLUMN}, "row or column")
        case ["pass"]:
            return PASS
        case ["pass", card]:
            return EXCHANGE + one_of(card, KIND, "card")
        case _:
            return _parse_luck(state, text)


def _parse_luck(state: M, text: str) -> int:
    match words_of(text):
        case ["open", card]:
            return OPEN + one_of(card, KIND, "card")
        case ["deal", seat, card]:
            kind = one_of(card, KIND, "card")
            if state.phase != DEALING or number(seat) != state.dealt_seat():
                raise IllegalMove(f"no card is dealt to seat {number(seat)} now", "M-6")
            return DEAL + kind
        case ["first", seat]:
            return FIRST + within(seat, 0, state.players - 1, "M-6")
        case ["draw", seat, card]:
            kind = one_of(card, KIND, "card")
            if state.phase != DRAWING or number(seat) != state.seat:
                raise IllegalMove(f"seat {number(seat)} does not draw now", "M-10")
            return DRAW + kind
        case _:
            raise unknown(text)


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
    if seat == LUCK or move >= OPEN:
        return "M-5" if OPEN <= move < DEAL else "M-6" if DEAL <= move < DRAW else "M-10"
    if state.phase == TAKING:
        return "M-15"
    if state.phase == CHOOSING_LINE:
        return "M-14"
    if seat != state.seat or state.phase != LAYING:
        return "M-10"
    if LINE_ROW <= move < PASS:
        return "M-14"
    if TAKE <= move < LINE_ROW:
        return "M-13"
    if move >= PASS:
        return "M-11"
    return "M-8" if state.is_too_wide(move % CELLS) else "M-7"
