"""Appenzell: the castle of a scene, with the mice in it.

The board is the castle with a ring around it for the ends of the sliding lines: the square in row
r and column c has its middle at (c + 1.5, r + 1.5). A mouse keeps its id while it is inside, a
tile while it lies open or beside the castle; one that comes out from under a roof has a new id,
unless notes are taken: without them, nobody's memory is helped (CA-20).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.appenzell.data import (
    CHEESES,
    ENDS,
    INLET,
    LINE,
    PASSAGE,
    ROOMS,
    SIDE,
    SLIDING_SQUARES,
    SQUARES,
    TOWER,
    square_before,
)
from ludotheque.games.appenzell.moves import AnyMove, Enter, Flee, Place, Push, Run, Uncover, decode
from ludotheque.games.appenzell.notation import (
    FACE_NAMES,
    ROOM_NAMES,
    TOWER_NAMES,
    end_line,
    end_side,
)
from ludotheque.games.appenzell.sentences import end_words, face_name, square_name, tower_name
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.observation import Castle, Player, Public

BOARD_SIDE: Final = SIDE + 2  # the castle and the ring around it
PIECE_CACHE_SIZE: Final = 8192  # a move changes few of the pieces
ROOF_ARTS: Final = {2: "tile", 3: "straw", 4: "copper"}  # by the number of squares (CA-3)
TOWER_SQUARES: Final = tuple(int(square) for square in TOWER)
MOUSE_SPAN: Final = (0.66, 0.66)
MOUSE_OFFSET: Final = 0.14  # of a mouse from the middle of a tile, to show what is on it
NOTE_SPAN: Final = (0.5, 0.5)  # what is known to lie under a roof
GLIMPSE_SPAN: Final = (0.8, 0.8)  # what was just seen there, to be remembered
LAST: Final = ("last",)


# ids


def end_id(end: int) -> str:
    """An end of a sliding line."""
    return f"end:{end_side(end)}:{end_line(end)}"


def roof_id(room: int) -> str:
    """The roof of a covered room."""
    return f"roof:{ROOM_NAMES[room]}"


def tower_id(tower: int) -> str:
    """A tower."""
    return f"tower:{TOWER_NAMES[tower]}"


def tile_id(face: int, name: int) -> str:
    """A tile; a double-faced one is known by its face wherever it lies (CA-30)."""
    return f"tile:{FACE_NAMES[face]}" if face >= PASSAGE else f"tile:t{name}"


def floor_id(castle: Castle, square: int) -> str:
    """What lies on an open square, or its tower, whoever stands there."""
    if square in TOWER_SQUARES:
        return tower_id(TOWER_SQUARES.index(square))
    if not _slides(square):
        return f"stone:{square // SIDE}:{square % SIDE}"
    return tile_id(castle.floor[square], castle.tile_names[square])


def mouse_id(seat: int, name: int) -> str:
    """A mouse in the castle, or the pile of those that wait: it is the next to come in."""
    return f"mouse:{seat}:m{name}"


def mouse_on(player: Player, seat: int, square: int) -> str:
    """The id of a seat's mouse on a square."""
    return mouse_id(seat, player.mouse_names[player.mice.index(square)])


# all pieces on the board


def castle_pieces(public: Public, words: Words, names: Sequence[str]) -> tuple[Piece, ...]:
    """Floor, mice, roofs, what is known under them, and the ends of the sliding lines."""
    castle = public.castle
    last = decode(public.last_move) if public.last_move >= 0 else None
    return (
        *_floor(castle, last, words),
        *_mice(public, last, words, names),
        *_roofs(castle, last, words),
        *_notes(castle, words),
        *_ends(last.end if isinstance(last, Push) else -1, words),
    )


def _slides(square: int) -> bool:
    return SLIDING_SQUARES >> square & 1 == 1


def _middle(square: int) -> tuple[float, float]:
    return square % SIDE + 1.5, square // SIDE + 1.5


def _place(square: int) -> dict[str, int]:
    return {"row": square // SIDE, "column": square % SIDE}


# the floor


def _floor(castle: Castle, last: AnyMove | None, words: Words) -> list[Piece]:
    """Towers, then the open rooms, then the squares that lie in them."""
    opened = last.room if isinstance(last, Uncover) else -1
    towers = [_tower(tower, words) for tower in range(4)]
    rooms = [_room(castle.plan, room, room == opened, words) for room in castle.open_rooms]
    squares = [square for square in range(SQUARES) if castle.is_open(square)]
    return [*towers, *rooms, *(_open_square(castle, square, last, words) for square in squares)]


@cache
def _tower(tower: int, words: Words) -> Piece:
    square, tip = TOWER_SQUARES[tower], words.say("tip.tower")
    label = _tower_label(square, words)
    return Piece(
        tower_id(tower), "cell-tower", "board", label, _middle(square), tip=tip, place=True
    )


def _tower_label(square: int, words: Words) -> str:
    tower = tower_name(TOWER_SQUARES.index(square), words)
    return words.say("piece.tower", tower=tower, **_place(square))


@lru_cache(PIECE_CACHE_SIZE)
def _room(plan: str, room: int, is_last: bool, words: Words) -> Piece:
    label = words.say("piece.room", **_extent(plan, room, words))
    at, span, shape = _rectangle(plan, room)
    name, marks = f"room:{ROOM_NAMES[room]}", LAST if is_last else ()
    return Piece(name, f"cell-room-{shape}", "board", label, at, span, marks=marks, place=True)


def _rectangle(plan: str, room: int) -> tuple[tuple[float, float], tuple[float, float], str]:
    """The middle of a room, its extent, and this in words: there is a picture for each (CA-3)."""
    squares = _squares(plan, room)
    (left, top), (right, bottom) = _middle(squares[0]), _middle(squares[-1])
    width, height = right - left + 1, bottom - top + 1
    middle = ((left + right) / 2, (top + bottom) / 2)
    return middle, (width, height), f"{width:.0f}x{height:.0f}"


def _squares(plan: str, room: int) -> list[int]:
    return [square for square in range(SQUARES) if plan[square] == ROOM_NAMES[room]]


def _extent(plan: str, room: int, words: Words) -> dict[str, str]:
    """A room in words: its letter, its first square and its last."""
    squares = _squares(plan, room)
    first, last = square_name(squares[0], words), square_name(squares[-1], words)
    return {"room": ROOM_NAMES[room], "first": first, "last": last}


def _open_square(castle: Castle, square: int, last: AnyMove | None, words: Words) -> Piece:
    """A tile, or the stone of a raised square."""
    room = castle.plan[square]
    if not _slides(square):
        return _stone(square, room, words)
    is_last, origin = False, ""
    if isinstance(last, Push) and LINE[last.end] >> square & 1:
        is_last = INLET[last.end] >> square & 1 == 1
        origin = "" if is_last else _roof_over(castle, int(square_before(square, last.end)))
    name = castle.tile_names[square]
    return _tile(square, room, castle.floor[square], name, is_last, origin, words)


def _roof_over(castle: Castle, square: int) -> str:
    """The roof over a square; nothing if it lies open."""
    return "" if castle.is_open(square) else roof_id(castle.room_of(square))


@lru_cache(PIECE_CACHE_SIZE)
def _stone(square: int, room: str, words: Words) -> Piece:
    name = f"stone:{square // SIDE}:{square % SIDE}"
    label, tip = _floor_label(square, room, -1, words), words.say("tip.stone")
    return Piece(name, "cell-stone", "board", label, _middle(square), tip=tip, place=True)


@lru_cache(PIECE_CACHE_SIZE)
def _tile(
    square: int, room: str, face: int, name: int, is_last: bool, origin: str, words: Words
) -> Piece:
    """A tile in an open room; luck may have yet to name it."""
    return Piece(
        tile_id(face, name),
        tile_art(face) if face >= 0 else "tile-unseen",
        "board",
        _floor_label(square, room, face, words),
        _middle(square),
        marks=LAST if is_last else (),
        tip=tile_tip(face, words) if face >= 0 else "",
        origin=origin,
    )


def _floor_label(square: int, room: str, face: int, words: Words) -> str:
    """An open square in words: what is there, and where it is."""
    if not _slides(square):
        return words.say("piece.stone", room=room, **_place(square))
    if face < 0:
        return words.say("piece.unseen", room=room, **_place(square))
    return words.say("piece.tile", face=face_name(face, words), room=room, **_place(square))


def tile_art(face: int) -> str:
    """The picture of a tile."""
    return f"tile-{FACE_NAMES[face]}"


def tile_tip(face: int, words: Words) -> str:
    """What a tile does."""
    if face < CHEESES:
        return words.say("tip.cheese", face=face_name(face, words))
    return words.say(f"tip.{FACE_NAMES[face]}")


# mice


def _mice(public: Public, last: AnyMove | None, words: Words, names: Sequence[str]) -> list[Piece]:
    castle, landing = public.castle, _landing(last)
    return [
        _mouse(
            mouse_id(seat, name),
            seat,
            names[seat],
            square,
            castle.plan[square],
            castle.floor[square],
            square == landing,
            words,
        )
        for seat, player in enumerate(public.players)
        for square, name in zip(player.mice, player.mouse_names, strict=True)
    ]


@lru_cache(PIECE_CACHE_SIZE)
def _mouse(
    name: str,
    seat: int,
    owner: str,
    square: int,
    room: str,
    face: int,
    is_last: bool,
    words: Words,
) -> Piece:
    """A mouse says what it stands on; on a tile it stands beside what is drawn there."""
    is_tower = square in TOWER_SQUARES
    place = _tower_label(square, words) if is_tower else _floor_label(square, room, face, words)
    label = words.say("piece.mouse", name=owner, place=place)
    offset = MOUSE_OFFSET if _slides(square) else 0.0
    at = (_middle(square)[0] + offset, _middle(square)[1] + offset)
    marks = LAST if is_last else ()
    return Piece(name, f"mouse-{seat}", "board", label, at, MOUSE_SPAN, marks=marks)


def _landing(last: AnyMove | None) -> int:
    """The square where the last move put a mouse; -1 if it moved none."""
    match last:
        case Run(_, square) | Flee(square):
            return square
        case Enter(tower) | Place(tower):
            return TOWER_SQUARES[tower]
        case _:
            return -1


# roofs


def _roofs(castle: Castle, last: AnyMove | None, words: Words) -> list[Piece]:
    opened = last.room if isinstance(last, Uncover) else -1
    covered = (room for room in range(ROOMS) if room not in castle.open_rooms)
    return [_roof(castle.plan, room, room == opened, words) for room in covered]


@lru_cache(PIECE_CACHE_SIZE)
def _roof(plan: str, room: int, is_last: bool, words: Words) -> Piece:
    kind = ROOF_ARTS[len(_squares(plan, room))]
    label = words.say(f"piece.roof.{kind}", **_extent(plan, room, words))
    at, span, shape = _rectangle(plan, room)
    art, marks, tip = f"roof-{kind}-{shape}", LAST if is_last else (), words.say("tip.roof")
    return Piece(roof_id(room), art, "board", label, at, span, marks=marks, tip=tip)


def _notes(castle: Castle, words: Words) -> list[Piece]:
    """(CA-20, CA-30) What is shown of covered tiles: noted, known to all, or just seen."""
    glimpse = dict(castle.glimpse)
    shown = {
        square: face
        for square, face in enumerate(castle.floor)
        if face >= 0 and not castle.is_open(square)
    }
    return [
        _note(
            square, castle.plan[square], face, castle.tile_names[square], square in glimpse, words
        )
        for square, face in sorted({**shown, **glimpse}.items())
    ]


@lru_cache(PIECE_CACHE_SIZE)
def _note(square: int, room: str, face: int, name: int, is_glimpse: bool, words: Words) -> Piece:
    """With notes a tile is followed under roofs too; a glimpse is but a picture on a roof."""
    is_followed = face >= PASSAGE or name
    key = "piece.glimpse" if is_glimpse else "piece.covered"
    return Piece(
        tile_id(face, name) if is_followed else f"note:{square // SIDE}:{square % SIDE}",
        tile_art(face),
        "board",
        words.say(key, face=face_name(face, words), room=room, **_place(square)),
        _middle(square),
        GLIMPSE_SPAN if is_glimpse else NOTE_SPAN,
        marks=("covered", "last") if is_glimpse else ("covered",),
    )


# the ring


@cache
def _ends(last: int, words: Words) -> tuple[Piece, ...]:
    """(CA-13) The twelve places where a tile can be pushed in, and the last that was."""
    tip = words.say("tip.end")
    return tuple(
        Piece(
            end_id(end),
            f"cell-push-{end_side(end)}",
            "board",
            words.say("piece.end", **end_words(end, words)),
            _outside(end),
            marks=LAST if end == last else (),
            tip=tip,
            place=True,
        )
        for end in range(ENDS)
    )


def _outside(end: int) -> tuple[float, float]:
    """The middle of an end, in the ring around the castle."""
    line, far = end_line(end) + 1.5, BOARD_SIDE - 0.5
    return ((line, 0.5), (far, line), (line, far), (0.5, line))[end // 3]
