"""Appenzell: the table as data any client can draw.

The board is the castle with a ring around it for the ends of the sliding lines: the square in row
r and column c has its middle at (c + 1.5, r + 1.5). A mouse keeps its name while it is inside, a
tile while it lies open or beside the castle; one that comes out from under a roof has a new name,
unless notes are taken: without them, nobody's memory is helped (CA-20).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.core.state import LUCK, NOBODY, SPECTATOR
from ludotheque.games.appenzell.data import (
    BACK,
    CAT,
    CHEESES,
    ENDS,
    HOLES,
    INLET,
    LINE,
    PASSAGE,
    ROOMS,
    SIDE,
    SOCK,
    SQUARES,
    STEP,
    TOO_MANY,
    TOWER,
    TRAP,
    TURNS,
)
from ludotheque.games.appenzell.notation import FACE, ROOM_NAME, SIDE_NAME, TOWER_NAME, text
from ludotheque.games.appenzell.picture import end_words, face_name, move_phrase
from ludotheque.games.appenzell.rules import (
    ACTING,
    DONE,
    ENTER,
    FINDING_FIRST,
    FIRST,
    FLEE,
    FLEEING,
    GIVE,
    GIVING,
    MOUSE,
    OVER,
    PLACING,
    PUSH,
    UNCOVER,
    Appenzell,
)
from ludotheque.games.appenzell.rules_seen import View
from ludotheque.presentation.scene import SHARED_CACHE_SIZE, Area, Choice, Counter, Piece, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words

KEPT: Final = 8192  # pieces that are remembered: a move changes little, for all who see it
WIDTH: Final = SIDE + 2  # of the board: the castle and the ring around it
ROOF: Final = {2: "tile", 3: "straw", 4: "copper"}  # by squares (CA-3)
MOUSE_SPAN: Final = (0.66, 0.66)
ASIDE: Final = 0.14  # how far a mouse stands from the middle of a tile, to show what is on it
NOTE_SPAN: Final = (0.5, 0.5)  # what is known to lie under a roof
GLIMPSE_SPAN: Final = (0.8, 0.8)  # what was just seen there: for a moment, to be remembered


def scene(state: Appenzell, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    """What a viewer sees and may do."""
    return _shown(state, state.observe(viewer), viewer, words, names)


def open_scene(state: Appenzell, words: Words, names: Sequence[str]) -> Scene:
    """(CA-20) The castle with every tile somebody has seen, also under roofs."""
    floor = tuple([state.face_shown_at(square, True) for square in range(SQUARES)])
    view = replace(state.observe(SPECTATOR), floor=floor)
    return _shown(state, view, SPECTATOR, words, names)


def _shown(state: Appenzell, view: View, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    moves = state.legal_moves(viewer)
    areas, pieces = _table(view, words, tuple(names))
    return Scene(
        game="appenzell",
        viewer=viewer,
        prompt=_prompt(view, viewer, moves, words, names),
        areas=areas,
        pieces=pieces,
        choices=tuple(_choice(state, view, viewer, move, words) for move in moves),
    )


@lru_cache(SHARED_CACHE_SIZE)
def _table(
    view: View, words: Words, names: Sequence[str]
) -> tuple[tuple[Area, ...], tuple[Piece, ...]]:
    """All that is seen, once for those who know the same."""
    pieces = (
        *_castle(view, words),
        *_mice(view, words, names),
        *_roofs(view, words),
        *_notes(view, words),
        *_ends(_last_end(view), words),
        *_spares(view, words),
        *_belongings(view, words, names),
    )
    return _areas(view, words, names), pieces


def _prompt(
    view: View, viewer: int, moves: Sequence[int], words: Words, names: Sequence[str]
) -> str:
    """What is expected of the viewer, or for whom one waits."""
    if view.phase == OVER:
        if view.winner == NOBODY:
            return words.say("prompt.draw")
        return words.say("prompt.won", name=names[view.winner])
    if view.actor == LUCK:
        return words.say("prompt.first" if view.phase == FINDING_FIRST else "prompt.luck")
    if viewer != view.actor:
        is_sock = view.phase in (GIVING, FLEEING)
        return words.say("prompt.wait.sock" if is_sock else "prompt.wait", name=names[view.actor])
    return _own_prompt(view, moves, words)


def _own_prompt(view: View, moves: Sequence[int], words: Words) -> str:
    if view.phase == PLACING:
        return words.say("prompt.place")
    if view.phase == GIVING:
        return words.say("prompt.give")
    if view.phase == FLEEING:
        return words.say("prompt.flee")
    may_push = any(PUSH <= move < DONE for move in moves)
    return words.say("prompt.act" if may_push else "prompt.act.pushed", count=view.actions)


# areas


def _areas(view: View, words: Words, names: Sequence[str]) -> tuple[Area, ...]:
    facts = [
        Counter("goal", words.say("area.goal"), view.goal, words.say("tip.goal", count=view.goal)),
        Counter("turn", words.say("area.turns"), view.turns, words.say("tip.turns", count=TURNS)),
    ]
    if ACTING <= view.phase < OVER:
        label, tip = words.say("area.actions"), words.say("tip.actions")
        facts.append(Counter("actions", label, view.actions, tip))
    areas = [
        Area("board", "board", words.say("area.board"), size=(WIDTH, WIDTH), counters=tuple(facts)),
        Area("spares", "row", words.say("area.spares"), tip=words.say("tip.spares")),
    ]
    areas += [_panel(view, seat, words, name) for seat, name in enumerate(names)]
    if view.unseen:
        counters = [
            Counter(f"tile-{FACE[face]}", face_name(face, words), count)
            for face, count in enumerate(view.unseen)
        ]
        label, tip = words.say("area.unseen"), words.say("tip.unseen")
        areas.append(Area("unseen", "stack", label, counters=tuple(counters), tip=tip))
    return tuple(areas)


def _panel(view: View, seat: int, words: Words, name: str) -> Area:
    """What the pieces don't show: mice that wait and cheeses lie in the panel themselves."""
    values = {"cheeses": view.scores[seat], "fallen": view.fallen[seat]}
    counters = [
        Counter(key, words.say(f"area.{key}"), value, words.say(f"tip.{key}"))
        for key, value in values.items()
    ]
    acting = view.actor == seat
    return Area(f"seat{seat}", "panel", name, seat, counters=tuple(counters), acting=acting)


# pieces: the castle


def _middle(square: int) -> tuple[float, float]:
    return square % SIDE + 1.5, square // SIDE + 1.5


def _place(square: int) -> dict[str, int]:
    return {"row": square // SIDE, "column": square % SIDE}


def _is_open(view: View, square: int) -> bool:
    letter = view.plan[square]
    return letter != "#" and ROOM_NAME.index(letter) in view.open_rooms


def _is_hole(square: int) -> bool:
    return HOLES >> square & 1 == 1


@cache
def _ends(last: int, words: Words) -> tuple[Piece, ...]:
    """(CA-13) The twelve places where a tile can be pushed in, and the last that was."""
    pieces = []
    for end in range(ENDS):
        art = f"cell-push-{SIDE_NAME[end // 3]}"
        label = words.say("piece.end", **end_words(end, words))
        marks = ("last",) if end == last else ()
        tip = words.say("tip.end")
        pieces.append(Piece(_end(end), art, "board", label, _outside(end), marks=marks, tip=tip))
    return tuple(pieces)


def _outside(end: int) -> tuple[float, float]:
    """The middle of an end, in the ring around the castle."""
    line, far = end % 3 * 2 + 2.5, WIDTH - 0.5
    return ((line, 0.5), (far, line), (line, far), (0.5, line))[end // 3]


def _end(end: int) -> str:
    return f"end:{SIDE_NAME[end // 3]}:{end % 3 * 2 + 1}"


def _last_end(view: View) -> int:
    """Where the last move pushed a tile in; -1 if it was no push."""
    return (view.last_move - PUSH) % ENDS if PUSH <= view.last_move < DONE else -1


def _castle(view: View, words: Words) -> list[Piece]:
    """Towers, then the open rooms, each before the squares that lie in it."""
    towers = [_square(view, int(square), words) for square in TOWER]
    rooms = [_room(view.plan, room, _is_last(view, room), words) for room in view.open_rooms]
    floors = [_square(view, s, words) for s in range(SQUARES) if _is_open(view, s)]
    return [*towers, *rooms, *floors]


@lru_cache(KEPT)
def _room(plan: str, room: int, is_last: bool, words: Words) -> Piece:
    label = words.say("piece.room", **_extent(plan, room, words))
    return _box(plan, room, "cell-room", is_last, label, "")


def _is_last(view: View, room: int) -> bool:
    """Whether the last move opened a room."""
    return view.last_move == UNCOVER + room


def _box(plan: str, room: int, kind: str, is_last: bool, label: str, tip: str) -> Piece:
    """A room or its roof: all are rectangles, and there is a picture for each shape (CA-3)."""
    squares = _squares(plan, room)
    (left, top), (right, bottom) = _middle(squares[0]), _middle(squares[-1])
    at, span = ((left + right) / 2, (top + bottom) / 2), (right - left + 1, bottom - top + 1)
    name = f"{kind.removeprefix('cell-').split('-')[0]}:{ROOM_NAME[room]}"
    art = f"{kind}-{span[0]:.0f}x{span[1]:.0f}"
    marks = ("last",) if is_last else ()
    return Piece(name, art, "board", label, at, span, marks=marks, tip=tip)


def _squares(plan: str, room: int) -> list[int]:
    return [square for square in range(SQUARES) if plan[square] == ROOM_NAME[room]]


def _extent(plan: str, room: int, words: Words) -> dict[str, str]:
    """A room in words: its letter, its first square and its last."""
    squares = _squares(plan, room)
    first, last = (words.say("place", **_place(square)) for square in (squares[0], squares[-1]))
    return {"room": ROOM_NAME[room], "first": first, "last": last}


def _square(view: View, square: int, words: Words) -> Piece:
    """A tower, or an open square: a tile, or the stone of a raised one."""
    label, at, art = _where(view, square, words), _middle(square), _art(view, square)
    end = _last_end(view)
    marks = ("last",) if end >= 0 and INLET[end] >> square & 1 else ()
    tip = _tip(art, words)
    return Piece(_floor(view, square), art, "board", label, at, marks=marks, tip=tip)


def _art(view: View, square: int) -> str:
    if view.plan[square] == "#":
        return "cell-tower"
    if not _is_hole(square):
        return "cell-stone"
    face = view.floor[square]
    return f"tile-{FACE[face]}" if face >= 0 else "tile-unseen"  # luck is about to name it


def _tip(art: str, words: Words) -> str:
    """What a place or a tile does; nothing is to be said of a tile not known yet."""
    if art in {"cell-tower", "cell-stone"}:
        return words.say(f"tip.{art.removeprefix('cell-')}")
    name = art.removeprefix("tile-")
    if name == "unseen":
        return ""
    if FACE.index(name) < CHEESES:
        return words.say("tip.cheese", face=words.say(f"face.{name}"))
    return words.say(f"tip.{name}")


def _floor(view: View, square: int) -> str:
    """The name of what lies on a square, whoever stands on it."""
    if view.plan[square] == "#":
        return f"tower:{TOWER_NAME[tuple(TOWER).index(square)]}"
    if not _is_hole(square):
        return f"stone:{square // SIDE}:{square % SIDE}"
    return _tile(view.floor[square], view.tile_names[square])


def _tile(face: int, name: int) -> str:
    """The name of a tile; a double-faced one is known by its face wherever it lies (CA-30)."""
    return f"tile:{FACE[face]}" if face >= PASSAGE else f"tile:t{name}"


def _where(view: View, square: int, words: Words) -> str:
    """An open square or a tower in words: what is there, and where it is."""
    place, room = _place(square), view.plan[square]
    if room == "#":
        tower = words.say(f"tower.{TOWER_NAME[tuple(TOWER).index(square)]}")
        return words.say("piece.tower", tower=tower, **place)
    if not _is_hole(square):
        return words.say("piece.stone", room=room, **place)
    if view.floor[square] < 0:
        return words.say("piece.unseen", room=room, **place)
    face = face_name(view.floor[square], words)
    return words.say("piece.tile", face=face, room=room, **place)


def _mice(view: View, words: Words, names: Sequence[str]) -> list[Piece]:
    pieces = []
    for seat, squares in enumerate(view.mice):
        for square in squares:
            label = words.say("piece.mouse", name=names[seat], place=_where(view, square, words))
            marks = ("last",) if square == _last_landing(view) else ()
            name, at = _mouse(view, seat, square), _standing(square)
            pieces.append(Piece(name, f"mouse-{seat}", "board", label, at, MOUSE_SPAN, marks=marks))
    return pieces


def _standing(square: int) -> tuple[float, float]:
    """Where a mouse stands: in the middle, or beside what is drawn on a tile."""
    x, y = _middle(square)
    return (x + ASIDE, y + ASIDE) if _is_hole(square) else (x, y)


def _mouse(view: View, seat: int, square: int) -> str:
    number = view.mouse_names[seat][view.mice[seat].index(square)]
    return _mouse_name(seat, number)


def _mouse_name(seat: int, number: int) -> str:
    return f"mouse:{seat}:m{number}"


def _last_landing(view: View) -> int:
    """Where the last move put a mouse; -1 if it moved none."""
    move = view.last_move
    if 0 <= move < UNCOVER:
        return move % SQUARES
    if ENTER <= move < PUSH:
        return int(TOWER[move - ENTER])
    if MOUSE <= move < GIVE:
        return int(TOWER[move - MOUSE])
    return move - FLEE if FLEE <= move < FIRST else -1


def _roofs(view: View, words: Words) -> list[Piece]:
    closed = (room for room in range(ROOMS) if room not in view.open_rooms)
    return [_roof(view.plan, room, _is_last(view, room), words) for room in closed]


@lru_cache(KEPT)
def _roof(plan: str, room: int, is_last: bool, words: Words) -> Piece:
    kind = ROOF[len(_squares(plan, room))]
    label = words.say(f"piece.roof.{kind}", **_extent(plan, room, words))
    return _box(plan, room, f"roof-{kind}", is_last, label, words.say("tip.roof"))


def _notes(view: View, words: Words) -> list[Piece]:
    """(CA-20, CA-30) What is shown of covered tiles: noted, known to all, or just seen."""
    seen = dict(view.glimpse)
    pieces = []
    for square in range(SQUARES):
        face = seen.get(square, view.floor[square])
        if face >= 0 and not _is_open(view, square):
            key = "piece.glimpse" if square in seen else "piece.covered"
            label = words.say(
                key, face=face_name(face, words), room=view.plan[square], **_place(square)
            )
            name = _note(view, square, face)
            marks = ("covered", "last") if square in seen else ("covered",)
            at, span = _middle(square), GLIMPSE_SPAN if square in seen else NOTE_SPAN
            pieces.append(Piece(name, f"tile-{FACE[face]}", "board", label, at, span, marks=marks))
    return pieces


def _note(view: View, square: int, face: int) -> str:
    """With notes a tile is followed under roofs too; a glimpse is but a picture on a roof."""
    if face >= PASSAGE or view.tile_names[square]:
        return _tile(face, view.tile_names[square])
    return f"note:{square // SIDE}:{square % SIDE}"


# pieces: beside the castle


def _spares(view: View, words: Words) -> list[Piece]:
    """A piece for each face that can be pushed in; a double-faced tile has two (CA-30)."""
    pieces = []
    for order, face in enumerate(sorted(set(view.spares))):
        count = view.spares.count(face)
        if face >= PASSAGE:
            back = face_name(int(BACK[face]), words)
            label = words.say("piece.double", face=face_name(face, words), back=back)
        else:
            label = words.say("piece.spare", face=face_name(face, words), count=count)
        at, value = (float(order), 0.0), str(count) if count > 1 else ""
        name, art = _tile(face, view.spare_names[face]), f"tile-{FACE[face]}"
        tip = _tip(art, words)
        pieces.append(Piece(name, art, "spares", label, at, value=value, tip=tip))
    return pieces


def _belongings(view: View, words: Words, names: Sequence[str]) -> list[Piece]:
    """In each panel, the mice that wait outside, as a pile, and the cheeses earned."""
    pieces = []
    for seat, name in enumerate(names):
        area, count = f"seat{seat}", view.supply[seat]
        if count:
            label = words.say("piece.supply", name=name, count=count)
            name_in, tip = _mouse_name(seat, view.next_mouse[seat]), words.say("tip.supply")
            art, value = f"mouse-{seat}", str(count)
            pieces.append(Piece(name_in, art, area, label, value=value, tip=tip))
        for order, cheese in enumerate(view.cheeses[seat]):
            label = words.say("piece.cheese", name=name, face=face_name(cheese, words))
            art, at = f"cheese-{FACE[cheese]}", (order + 1.0, 0.0)
            pieces.append(Piece(_cheese(seat, cheese), art, area, label, at))
    return pieces


def _cheese(seat: int, cheese: int) -> str:
    return f"cheese:{seat}:{FACE[cheese]}"


# choices


def _choice(state: Appenzell, view: View, seat: int, move: int, words: Words) -> Choice:
    path = _path(view, seat, move)
    careful = _is_grave(view, seat, move)
    return Choice(path, text(state, move), move_phrase(state, move, words), careful=careful)


def _path(view: View, seat: int, move: int) -> tuple[str, ...]:
    """The pieces to press for a move."""
    if move < UNCOVER:
        start, landing = divmod(move, SQUARES)
        return _mouse(view, seat, start), _floor(view, landing)
    if move < ENTER:
        return (f"roof:{ROOM_NAME[move - UNCOVER]}",)
    if move < PUSH:
        return _mouse_name(seat, view.next_mouse[seat]), f"tower:{TOWER_NAME[move - ENTER]}"
    if move < DONE:
        face, end = divmod(move - PUSH, ENDS)
        return _tile(face, view.spare_names[face]), _end(end)
    if move == DONE:
        return ()
    if move < GIVE:
        return (f"tower:{TOWER_NAME[move - MOUSE]}",)
    if move < FLEE:
        return (_cheese(seat, move - GIVE),)
    return (_floor(view, move - FLEE),)


def _is_grave(view: View, seat: int, move: int) -> bool:
    """Whether a slip would hurt: actions or a cheese thrown away, or a push that costs mice."""
    if PUSH <= move < DONE:
        face, end = divmod(move - PUSH, ENDS)
        return _costs_a_mouse(view, seat, face, end) or _drops_a_third(view, face, end)
    return move == DONE or GIVE <= move < FLEE


def _costs_a_mouse(view: View, seat: int, face: int, end: int) -> bool:
    """(CA-14, CA-34, CA-35) Whether an own mouse is seen to get a trap, cat or sock."""
    bad = (TRAP, CAT, SOCK)
    return any(_arriving(view, square, face, end) in bad for square in view.mice[seat])


def _drops_a_third(view: View, face: int, end: int) -> bool:
    """(CA-19) Whether a push is seen to end the game by somebody's third fallen mouse."""
    for squares, fallen in zip(view.mice, view.fallen, strict=True):
        arriving = [_arriving(view, square, face, end) for square in squares]
        if TRAP in arriving and fallen + arriving.count(TRAP) >= TOO_MANY:
            return True
    return False


def _arriving(view: View, square: int, face: int, end: int) -> int:
    """The face that a push brings under a square, as far as the viewer sees it; -1 if not."""
    if not LINE[end] >> square & 1:
        return -1
    if INLET[end] >> square & 1:
        return face
    is_down_or_right = end < 3 or end >= 9
    before = square - STEP[end] if is_down_or_right else square + STEP[end]
    return view.floor[before]
