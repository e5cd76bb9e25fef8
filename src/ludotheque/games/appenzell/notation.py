"""Appenzell: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import BadNotation, IllegalMove
from ludotheque.core.fast import BIT
from ludotheque.core.notation import bounded_number, lookup, seat_number, split_words, unknown_move
from ludotheque.core.state import LUCK
from ludotheque.games.appenzell import data, moves
from ludotheque.games.appenzell.rules import Appenzell

FACE_NAMES: Final = (
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
TOWER_NAMES: Final = ("nw", "ne", "sw", "se")
EDGE_NAMES: Final = ("top", "right", "bottom", "left")
ROOM_NAMES: Final = tuple(chr(65 + room) for room in range(data.ROOMS))

_FACES: Final = {name: face for face, name in enumerate(FACE_NAMES)}
_CHEESES: Final = {name: _FACES[name] for name in FACE_NAMES[: data.CHEESES]}
_ORDINARY_FACES: Final = {name: _FACES[name] for name in FACE_NAMES[: data.ORDINARY_FACES]}
_TOWERS: Final = {name: tower for tower, name in enumerate(TOWER_NAMES)}
_EDGES: Final = {name: edge for edge, name in enumerate(EDGE_NAMES)}
_ROOMS: Final = {name: room for room, name in enumerate(ROOM_NAMES)}


def text(state: Appenzell, move: int) -> str:
    """A move in notation, as it is about to be played."""
    return move_text(move, state.config.mad_mice)


def move_text(move: int, mad_mice: bool) -> str:  # noqa: C901 - one case a move
    """A move in notation, with the expansion or without."""
    match moves.decode(move):
        case moves.Run(start, landing):
            return f"run {_at(start)} {_at(landing)}"
        case moves.Uncover(room):
            return f"uncover {ROOM_NAMES[room]}"
        case moves.Enter(tower):
            return f"enter {TOWER_NAMES[tower]}"
        case moves.Push(face, end):
            push = f"push {edge_name(end)} {data.line_number(end)}"
            return f"{push} {FACE_NAMES[face]}" if mad_mice else push
        case moves.Done():
            return "done"
        case moves.Place(tower):
            return f"mouse {TOWER_NAMES[tower]}"
        case moves.Give(cheese):
            return f"give {FACE_NAMES[cheese]}"
        case moves.Flee(square):
            return f"flee {_at(square)}"
        case moves.First(seat):
            return f"first {seat}"
        case moves.Spare(face):
            return f"spare {FACE_NAMES[face]}"
        case moves.Tile(square, face):
            return f"tile {_at(square)} {FACE_NAMES[face]}"
        case moves.Out(face):
            return f"out {FACE_NAMES[face]}"


def edge_name(end: int) -> str:
    """The edge of the castle at which an end lies."""
    return EDGE_NAMES[end // 3]


def _at(square: int) -> str:
    return f"{square // data.SIZE} {square % data.SIZE}"


def parse(state: Appenzell, text: str) -> int:  # noqa: C901 - one case a move
    """The move that a text names here."""
    match split_words(text):
        case ["run", row, column, to_row, to_column]:
            return moves.run_number(_square(row, column), _square(to_row, to_column))
        case ["uncover", room]:
            return moves.UNCOVER + lookup(room, _ROOMS, "room")
        case ["enter", tower]:
            return moves.ENTER + lookup(tower, _TOWERS, "tower")
        case ["push", edge, line, *faces]:
            end = 3 * lookup(edge, _EDGES, "side") + _sliding_line(line)
            return moves.push_number(_pushed_face(state, faces), end)
        case ["done"]:
            return moves.DONE
        case ["mouse", tower]:
            return moves.PLACE + lookup(tower, _TOWERS, "tower")
        case ["give", cheese]:
            return moves.GIVE + lookup(cheese, _CHEESES, "cheese")
        case ["flee", row, column]:
            return moves.FLEE + _square(row, column)
        case ["first", seat]:
            return moves.FIRST + seat_number(seat, state.players, "CA-6")
        case ["spare", face]:
            return moves.SPARE + _ordinary_face(face)
        case ["tile", row, column, face]:
            return moves.tile_number(_square(row, column), _ordinary_face(face))
        case ["out", face]:
            return moves.OUT + _ordinary_face(face)
        case _:
            raise unknown_move(text)


def _square(row: str, column: str) -> int:
    """(CA-1) A square of the castle."""
    return data.SIZE * _coordinate(row) + _coordinate(column)


def _coordinate(word: str) -> int:
    """(CA-1) The number of a row or column."""
    return bounded_number(word, 0, data.SIZE - 1, "CA-1")


def _ordinary_face(word: str) -> int:
    """(CA-2) A face that luck may name."""
    return lookup(word, _ORDINARY_FACES, "face of an ordinary tile")


def _sliding_line(word: str) -> int:
    """(CA-1) Which of the rows or columns that slide: every second one does."""
    line = _coordinate(word)
    if line % 2 == 0:
        raise IllegalMove(f"line {line} does not slide", "CA-1")
    return line // 2


def _pushed_face(state: Appenzell, words: list[str]) -> int:
    """(CA-13, CA-30) The face of the spare: written with the expansion, else the only one."""
    if state.config.mad_mice:
        if len(words) != 1:
            raise BadNotation("a push names its side, its line and the face of the spare")
        return lookup(words[0], _FACES, "face")
    if words:
        raise BadNotation("a push names its side and its line")
    for face in range(data.FACES):
        if state.spares[face]:
            return face
    raise IllegalMove("there is no spare tile yet", "CA-13")


def rule_against(state: Appenzell, seat: int, move: int) -> str:
    """The number of the rule that forbids a move."""
    decoded = moves.decode(move)
    if seat == LUCK or move >= moves.FIRST:
        return _rule_of_luck(state, decoded)
    if state.phase == moves.PLACING or isinstance(decoded, moves.Place):
        return "CA-6"
    if state.phase in (moves.GIVING, moves.FLEEING) or isinstance(decoded, moves.Give | moves.Flee):
        return "CA-35"
    if state.phase != moves.ACTING:
        return "CA-15"
    return _rule_of_turn(state, seat, decoded) if seat == state.seat else "CA-7"


def _rule_of_luck(state: Appenzell, move: moves.AnyMove) -> str:
    """What is wrong with an outcome, or with a move that luck can't make."""
    match move:
        case moves.First():
            return "CA-6"
        case moves.Spare():
            return "CA-5"
        case moves.Tile():
            return "CA-13" if state.is_push else "CA-8"
        case moves.Out():
            return "CA-13"
        case _:
            return "CA-7"


def _rule_of_turn(state: Appenzell, seat: int, move: moves.AnyMove) -> str:
    """What is wrong with an action of the seat whose turn it is."""
    match move:
        case moves.Run(start, landing):
            return _rule_of_run(state, seat, start, landing)
        case moves.Uncover():
            return "CA-8"
        case moves.Enter(tower):
            return "CA-12" if state.occupied() & BIT[data.TOWER[tower]] else "CA-9"
        case moves.Push() if state.may_push(seat):
            return "CA-30"
        case moves.Push() if state.config.mad_mice:
            return "CA-32"
        case _:
            return "CA-7"


def _rule_of_run(state: Appenzell, seat: int, start: int, landing: int) -> str:
    """What is wrong with a run of a seat whose turn it is."""
    bit = BIT[landing]
    if not state.mice[seat] & BIT[start] or (data.TOWERS | ~state.open_squares) & bit:
        return "CA-10"
    if state.occupied() & bit:
        return "CA-12"
    if (state.faces[data.CAT] | state.faces[data.SOCK]) & bit:
        return "CA-33"
    if not state.landing_squares() & bit:
        return "CA-10"
    return "CA-11" if state.run_cost(start, landing) else "CA-10"
