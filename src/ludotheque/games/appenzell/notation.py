"""Appenzell: moves as text, and text as moves; and which rule forbids what."""

from __future__ import annotations

from typing import Final

from ludotheque.core.errors import BadNotation, IllegalMove
from ludotheque.core.fast import BIT
from ludotheque.core.notation import bounded_number, lookup, seat_number, split_words, unknown_move
from ludotheque.core.state import LUCK
from ludotheque.games.appenzell.data import (
    CAT,
    CHEESES,
    FACES,
    ORDINARY_FACES,
    ROOMS,
    SIDE,
    SOCK,
    TOWER,
    TOWERS,
)
from ludotheque.games.appenzell.moves import (
    ACTING,
    FIRST,
    FLEEING,
    GIVING,
    PLACING,
    AnyMove,
    Done,
    Enter,
    First,
    Flee,
    Give,
    LuckMove,
    Out,
    Place,
    Push,
    Run,
    Spare,
    Tile,
    Uncover,
    decode,
    encode,
)
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
SIDE_NAMES: Final = ("top", "right", "bottom", "left")
ROOM_NAMES: Final = tuple(chr(65 + room) for room in range(ROOMS))

_FACES: Final = {name: face for face, name in enumerate(FACE_NAMES)}
_CHEESES: Final = {name: face for face, name in enumerate(FACE_NAMES[:CHEESES])}
_ORDINARY_FACES: Final = {name: face for face, name in enumerate(FACE_NAMES[:ORDINARY_FACES])}
_TOWERS: Final = {name: tower for tower, name in enumerate(TOWER_NAMES)}
_SIDES: Final = {name: side for side, name in enumerate(SIDE_NAMES)}
_ROOMS: Final = {name: room for room, name in enumerate(ROOM_NAMES)}


def text(state: Appenzell, move: int) -> str:
    """A move in notation, as it is about to be played."""
    match decode(move):
        case Run(start, landing):
            return f"run {_at(start)} {_at(landing)}"
        case Uncover(room):
            return f"uncover {ROOM_NAMES[room]}"
        case Enter(tower):
            return f"enter {TOWER_NAMES[tower]}"
        case Push(face, end):
            push = f"push {end_side(end)} {end_line(end)}"
            return f"{push} {FACE_NAMES[face]}" if state.config.mad_mice else push
        case Done():
            return "done"
        case Place(tower):
            return f"mouse {TOWER_NAMES[tower]}"
        case Give(cheese):
            return f"give {FACE_NAMES[cheese]}"
        case Flee(square):
            return f"flee {_at(square)}"
        case luck:
            return _luck_text(luck)


def _luck_text(outcome: LuckMove) -> str:
    match outcome:
        case First(seat):
            return f"first {seat}"
        case Spare(face):
            return f"spare {FACE_NAMES[face]}"
        case Tile(square, face):
            return f"tile {_at(square)} {FACE_NAMES[face]}"
        case Out(face):
            return f"out {FACE_NAMES[face]}"


def end_side(end: int) -> str:
    """The side of the castle at which an end lies."""
    return SIDE_NAMES[end // 3]


def end_line(end: int) -> int:
    """The number of the row or column that slides when a tile is pushed in at an end."""
    return end % 3 * 2 + 1


def _at(square: int) -> str:
    return f"{square // SIDE} {square % SIDE}"


def parse(state: Appenzell, text: str) -> int:
    """The move a text names here."""
    return encode(_parse(state, text))


def _parse(state: Appenzell, text: str) -> AnyMove:
    match split_words(text):
        case ["run", row, column, to_row, to_column]:
            return Run(_square(row, column), _square(to_row, to_column))
        case ["uncover", room]:
            return Uncover(lookup(room, _ROOMS, "room"))
        case ["enter", tower]:
            return Enter(lookup(tower, _TOWERS, "tower"))
        case ["push", side, line, *faces]:
            end = 3 * lookup(side, _SIDES, "side") + _sliding_line(line)
            return Push(_pushed_face(state, faces), end)
        case ["done"]:
            return Done()
        case ["mouse", tower]:
            return Place(lookup(tower, _TOWERS, "tower"))
        case ["give", cheese]:
            return Give(lookup(cheese, _CHEESES, "cheese"))
        case ["flee", row, column]:
            return Flee(_square(row, column))
        case words:
            return _parse_luck(state, words)


def _parse_luck(state: Appenzell, words: list[str]) -> LuckMove:
    match words:
        case ["first", seat]:
            return First(seat_number(seat, state.players, "CA-6"))
        case ["spare", face]:
            return Spare(_ordinary_face(face))
        case ["tile", row, column, face]:
            return Tile(_square(row, column), _ordinary_face(face))
        case ["out", face]:
            return Out(_ordinary_face(face))
        case _:
            raise unknown_move(" ".join(words))


def _square(row: str, column: str) -> int:
    """(CA-1) A square of the castle."""
    return SIDE * bounded_number(row, 0, SIDE - 1, "CA-1") + bounded_number(
        column, 0, SIDE - 1, "CA-1"
    )


def _ordinary_face(word: str) -> int:
    """(CA-2) A face that luck may name."""
    return lookup(word, _ORDINARY_FACES, "face of an ordinary tile")


def _sliding_line(word: str) -> int:
    """(CA-1) Which of the rows or columns that slide: every second one does."""
    line = bounded_number(word, 0, SIDE - 1, "CA-1")
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
    for face in range(FACES):
        if state.spares[face]:
            return face
    raise IllegalMove("there is no spare tile yet", "CA-13")


def rule_against(state: Appenzell, seat: int, move: int) -> str:
    """The number of the rule that forbids a move."""
    decoded = decode(move)
    if seat == LUCK or move >= FIRST:
        return _rule_of_luck(state, decoded)
    if state.phase == PLACING or isinstance(decoded, Place):
        return "CA-6"
    if state.phase in (GIVING, FLEEING) or isinstance(decoded, Give | Flee):
        return "CA-35"
    if state.phase != ACTING:
        return "CA-15"
    return _rule_of_turn(state, seat, decoded) if seat == state.seat else "CA-7"


def _rule_of_luck(state: Appenzell, move: AnyMove) -> str:
    """What is wrong with an outcome, or with a move that luck can't make."""
    match move:
        case First():
            return "CA-6"
        case Spare():
            return "CA-5"
        case Tile():
            return "CA-13" if state.is_push else "CA-8"
        case Out():
            return "CA-13"
        case _:
            return "CA-7"


def _rule_of_turn(state: Appenzell, seat: int, move: AnyMove) -> str:
    """What is wrong with an action of the seat whose turn it is."""
    match move:
        case Run(start, landing):
            return _rule_of_run(state, seat, start, landing)
        case Uncover():
            return "CA-8"
        case Enter(tower):
            return "CA-12" if state.occupied() & BIT[TOWER[tower]] else "CA-9"
        case Push() if state.may_push(seat):
            return "CA-30"
        case Push() if state.config.mad_mice:
            return "CA-32"
        case _:
            return "CA-7"


def _rule_of_run(state: Appenzell, seat: int, start: int, landing: int) -> str:
    """What is wrong with a run of a seat whose turn it is."""
    bit = BIT[landing]
    if not state.mice[seat] & BIT[start] or (TOWERS | ~state.open_squares) & bit:
        return "CA-10"
    if state.occupied() & bit:
        return "CA-12"
    if (state.faces[CAT] | state.faces[SOCK]) & bit:
        return "CA-33"
    if not state.landing_squares() & bit:
        return "CA-10"
    return "CA-11" if state.run_cost(start, landing) else "CA-10"
