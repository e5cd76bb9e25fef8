"""Appenzell: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import BadNotation, IllegalMove
from ludotheque.core.fast import BIT
from ludotheque.core.notation import one_of, unknown, within, words_of
from ludotheque.core.state import LUCK
from ludotheque.games.appenzell.data import (
    CAT,
    CHEESES,
    ENDS,
    FACES,
    ORDINARY,
    ROOMS,
    SIDE,
    SOCK,
    SQUARES,
    TOWER,
    TOWERS,
)
from ludotheque.games.appenzell.rules import (
    ACTING,
    DONE,
    ENTER,
    FIRST,
    FLEE,
    FLEEING,
    GIVE,
    GIVING,
    MOUSE,
    OUT,
    PLACING,
    PUSH,
    RUN,
    SPARE,
    TILE,
    UNCOVER,
    Appenzell,
)

FACE: Final = (
    "emmental",
    "roquefort",
    "camembert",
    "edam",
    "mimolette",
    "goat",
    "appenzeller",
    "blank",
    "trap",
    "passage",
    "cat",
    "works",
    "sock",
)
TOWER_NAME: Final = ("nw", "ne", "sw", "se")
SIDE_NAME: Final = ("top", "right", "bottom", "left")
ROOM_NAME: Final = tuple(chr(65 + room) for room in range(ROOMS))

_FACE: Final = {name: face for face, name in enumerate(FACE)}
_CHEESE: Final = {name: face for face, name in enumerate(FACE[:CHEESES])}
_ORDINARY: Final = {name: face for face, name in enumerate(FACE[:ORDINARY])}
_TOWER: Final = {name: tower for tower, name in enumerate(TOWER_NAME)}
_SIDE: Final = {name: side for side, name in enumerate(SIDE_NAME)}
_ROOM: Final = {name: room for room, name in enumerate(ROOM_NAME)}


def text(state: Appenzell, move: int) -> str:
    """A move in notation, as it is about to be played."""
    if move < UNCOVER:
        return f"run {_at(move // SQUARES)} {_at(move % SQUARES)}"
    if move < ENTER:
        return f"uncover {ROOM_NAME[move - UNCOVER]}"
    if move < PUSH:
        return f"enter {TOWER_NAME[move - ENTER]}"
    if move < DONE:
        face, end = divmod(move - PUSH, ENDS)
        push = f"push {SIDE_NAME[end // 3]} {end % 3 * 2 + 1}"
        return f"{push} {FACE[face]}" if state.config.mad_mice else push
    if move == DONE:
        return "done"
    if move < GIVE:
        return f"mouse {TOWER_NAME[move - MOUSE]}"
    if move < FLEE:
        return f"give {FACE[move - GIVE]}"
    if move < FIRST:
        return f"flee {_at(move - FLEE)}"
    return _luck_text(move)


def _luck_text(move: int) -> str:
    if move < SPARE:
        return f"first {move - FIRST}"
    if move < TILE:
        return f"spare {FACE[move - SPARE]}"
    if move < OUT:
        square, face = divmod(move - TILE, ORDINARY)
        return f"tile {_at(square)} {FACE[face]}"
    return f"out {FACE[move - OUT]}"


def _at(square: int) -> str:
    return f"{square // SIDE} {square % SIDE}"


def parse(state: Appenzell, text: str) -> int:
    """The move a text names here."""
    match words_of(text):
        case ["run", row, column, to_row, to_column]:
            return RUN + SQUARES * _square(row, column) + _square(to_row, to_column)
        case ["uncover", room]:
            return UNCOVER + one_of(room, _ROOM, "room")
        case ["enter", tower]:
            return ENTER + one_of(tower, _TOWER, "tower")
        case ["push", side, line, *face]:
            end = 3 * one_of(side, _SIDE, "side") + _sliding_line(line)
            return PUSH + ENDS * _pushed_face(state, face) + end
        case ["done"]:
            return DONE
        case ["mouse", tower]:
            return MOUSE + one_of(tower, _TOWER, "tower")
        case ["give", cheese]:
            return GIVE + one_of(cheese, _CHEESE, "cheese")
        case ["flee", row, column]:
            return FLEE + _square(row, column)
        case _:
            return _parse_luck(state, text)


def _parse_luck(state: Appenzell, text: str) -> int:
    match words_of(text):
        case ["first", seat]:
            return FIRST + within(seat, 0, state.players - 1, "CA-6")
        case ["spare", face]:
            return SPARE + one_of(face, _ORDINARY, "face of an ordinary tile")
        case ["tile", row, column, face]:
            square = _square(row, column)
            return TILE + ORDINARY * square + one_of(face, _ORDINARY, "face of an ordinary tile")
        case ["out", face]:
            return OUT + one_of(face, _ORDINARY, "face of an ordinary tile")
        case _:
            raise unknown(text)


def _square(row: str, column: str) -> int:
    """(CA-1) A square of the castle."""
    return SIDE * within(row, 0, SIDE - 1, "CA-1") + within(column, 0, SIDE - 1, "CA-1")


def _sliding_line(word: str) -> int:
    """(CA-1) Which of the rows or columns that slide: every second one does."""
    line = within(word, 0, SIDE - 1, "CA-1")
    if line % 2 == 0:
        raise IllegalMove(f"line {line} does not slide", "CA-1")
    return line // 2


def _pushed_face(state: Appenzell, words: list[str]) -> int:
    """(CA-13, CA-30) The face of the spare: written with the expansion, else the only one."""
    if state.config.mad_mice:
        if len(words) != 1:
            raise BadNotation("a push names its side, its line and the face of the spare")
        return one_of(words[0], _FACE, "face")
    if words:
        raise BadNotation("a push names its side and its line")
    for face in range(FACES):
        if state.spares[face]:
            return face
    raise IllegalMove("there is no spare tile yet", "CA-13")


def rule_against(state: Appenzell, seat: int, move: int) -> str:
    """The number of the rule that forbids a move."""
    if seat == LUCK or move >= FIRST:
        return _rule_of_luck(state, move)
    if state.phase == PLACING or MOUSE <= move < GIVE:
        return "CA-6"
    if state.phase in (GIVING, FLEEING) or GIVE <= move < FIRST:
        return "CA-35"
    if state.phase != ACTING:
        return "CA-15"
    if seat != state.seat or move == DONE:
        return "CA-7"
    if move < UNCOVER:
        return _rule_against_run(state, seat, move // SQUARES, move % SQUARES)
    if move < ENTER:
        return "CA-8"
    if move < PUSH:
        is_taken = state.occupied() & BIT[TOWER[move - ENTER]]
        return "CA-12" if is_taken else "CA-9"
    if not state.may_push(seat):
        return "CA-32" if state.config.mad_mice else "CA-7"
    return "CA-30"


def _rule_of_luck(state: Appenzell, move: int) -> str:
    if move < FIRST:
        return "CA-7"
    if move < SPARE:
        return "CA-6"
    if move < TILE:
        return "CA-5"
    return "CA-13" if move >= OUT or state.is_push else "CA-8"


def _rule_against_run(state: Appenzell, seat: int, start: int, landing: int) -> str:
    """What is wrong with a run of a seat whose turn it is."""
    bit = BIT[landing]
    if not state.mice[seat] & BIT[start] or (TOWERS | ~state.open) & bit:
        return "CA-10"
    if state.occupied() & bit:
        return "CA-12"
    if (state.faces[CAT] | state.faces[SOCK]) & bit:
        return "CA-33"
    if not state.landing_squares() & bit:
        return "CA-10"
    return "CA-11" if state.cost(start, landing) else "CA-10"
