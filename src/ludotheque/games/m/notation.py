"""M: moves as text, text as moves, and the rule that forbids a move."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import IllegalMove
from ludotheque.core.notation import lookup, number, seat_number, split_words, unknown_move
from ludotheque.core.state import LUCK
from ludotheque.games.m import data, moves
from ludotheque.games.m.observation import neighbours_of
from ludotheque.games.m.rules import M
from ludotheque.games.m.rules_geometry import CELLS


def _name(kind: int) -> str:
    return f"{data.COLOURS[data.COLOUR[kind]]}{data.POINTS[kind]:02}{data.symbol_letter(kind)}"


CARD_NAMES: Final = tuple(_name(kind) for kind in range(data.KINDS))
KIND_BY_NAME: Final = {name: kind for kind, name in enumerate(CARD_NAMES)}


def text(state: M, move: int) -> str:
    """A move in notation, as it is about to be played."""
    match moves.decode(move):
        case moves.Lay(kind, cell):
            return lay_text(kind, *state.coordinates(cell))
        case moves.Take(cell):
            return "take {} {}".format(*state.coordinates(cell))
        case moves.ChooseLine(is_row):
            return "line row" if is_row else "line column"
        case moves.Pass():
            return "pass"
        case moves.Exchange(kind):
            return f"pass {CARD_NAMES[kind]}"
        case moves.Open(kind):
            return f"open {CARD_NAMES[kind]}"
        case moves.Deal(kind):
            return f"deal {state.next_seat_dealt_to()} {CARD_NAMES[kind]}"
        case moves.First(seat):
            return f"first {seat}"
        case moves.Draw(kind):
            return f"draw {state.seat} {CARD_NAMES[kind]}"


def lay_text(kind: int, row: int, column: int) -> str:
    """The move that lays a card in a cell, in notation."""
    return f"lay {CARD_NAMES[kind]} {row} {column}"


def parse(state: M, text: str) -> int:
    """The move a text names here."""
    match split_words(text):
        case ["lay", card, row, column]:
            return moves.LAY + CELLS * _kind(card) + _cell(state, row, column, "M-7")
        case ["take", row, column]:
            return moves.TAKE + _cell(state, row, column, "M-15")
        case ["line", line]:
            lines = {"row": moves.LINE_ROW, "column": moves.LINE_COLUMN}
            return lookup(line, lines, "row or column")
        case ["pass"]:
            return moves.PASS
        case ["pass", card]:
            return moves.EXCHANGE + _kind(card)
        case ["open", card]:
            return moves.OPEN + _kind(card)
        case ["deal", seat, card]:
            move = moves.DEAL + _kind(card)
            if state.phase != moves.DEALING or number(seat) != state.next_seat_dealt_to():
                raise IllegalMove(f"no card is dealt to seat {number(seat)} now", "M-6")
            return move
        case ["first", seat]:
            return moves.FIRST + seat_number(seat, state.players, "M-6")
        case ["draw", seat, card]:
            move = moves.DRAW + _kind(card)
            if state.phase != moves.DRAWING or number(seat) != state.seat:
                raise IllegalMove(f"seat {number(seat)} does not draw now", "M-10")
            return move
        case _:
            raise unknown_move(text)


def _kind(card: str) -> int:
    return lookup(card, KIND_BY_NAME, "card")


def _cell(state: M, row: str, column: str, rule: str) -> int:
    at = number(row), number(column)
    cell = state.cell_at(*at)
    if cell >= 0:
        return cell
    if rule == "M-7" and neighbours_of(*at) & {card[:2] for card in state.public().cards}:
        raise IllegalMove(f"cell {row} {column} is too far out", "M-8")
    raise IllegalMove(f"cell {row} {column} is away from all cards", rule)


def rule_against(state: M, seat: int, move: int) -> str:
    """The number of the rule that forbids a move."""
    match moves.decode(move):
        case moves.Open():
            return "M-5"
        case moves.Deal() | moves.First():
            return "M-6"
        case moves.Draw():
            return "M-10"
        case _ if seat == LUCK:
            return "M-10"
        case _ if state.phase == moves.TAKING:
            return "M-15"
        case _ if state.phase == moves.CHOOSING_LINE:
            return "M-14"
        case _ if state.phase != moves.LAYING or seat != state.seat:
            return "M-10"
        case moves.Lay(_, cell):
            return "M-8" if state.exceeds_span(cell) else "M-7"
        case moves.Take():
            return "M-13"
        case moves.ChooseLine():
            return "M-14"
        case _:
            return "M-11"
