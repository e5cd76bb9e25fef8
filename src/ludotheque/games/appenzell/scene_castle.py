"""Appenzell: the castle of a scene, with the mice in it.

The board is the castle with a ring around it for the ends of the sliding lines: the square in row
r and column c has its middle at (c + 1.5, r + 1.5). A mouse keeps its id while it is inside, a
tile while it lies open or beside the castle; one that comes out from under a roof has a new id,
unless notes are taken: without them, nobody's memory is helped (CA-20). Under each open tile is a
place of its own, to point at. Labels are for those who don't see the table and have places in
words, tips have none.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.appenzell import data, moves
from ludotheque.games.appenzell.notation import FACE_NAMES, ROOM_NAMES, TOWER_NAMES, edge_name
from ludotheque.games.appenzell.sentences import (
    ROOF_KINDS,
    a_ground,
    end_words,
    face_name,
    ground_key,
    place_words,
    square_name,
    tower_name,
)
from ludotheque.presentation.scene import XY, Piece

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.observation import Castle, Player, Public

BOARD_SIZE: Final = data.SIZE + 2  # the castle and the ring around it
PIECE_CACHE_SIZE: Final = 8192  # a move changes few of the pieces
TOWER_SQUARES: Final = tuple(int(square) for square in data.TOWER)
MOUSE_SPAN: Final = XY(0.66, 0.66)
SMALL_MOUSE_SPAN: Final = XY(0.56, 0.56)  # on a tile
SMALL_MOUSE_OFFSET: Final = 0.24  # from the middle of a tile, to show what is on it
HOLE_SPAN: Final = XY(0.96, 0.96)  # under a tile
FALLEN_SPAN: Final = XY(0.44, 0.44)
FALLEN_OFFSETS: Final = (XY(-0.22, 0.2), XY(0.22, 0.2), XY(0.0, -0.2))  # in a corner of the ring
NOTE_SPAN: Final = XY(0.5, 0.5)  # what is known to lie under a roof
GLIMPSE_SPAN: Final = XY(0.8, 0.8)  # what was just seen there, to be remembered
LAST: Final = ("last",)  # the marks of a piece that the last move changed


# ids


@cache
def end_id(end: int) -> str:
    """An end of a sliding line."""
    return f"end:{edge_name(end)}:{data.line_number(end)}"


@cache
def roof_id(room: int) -> str:
    """The roof of a covered room."""
    return f"roof:{ROOM_NAMES[room]}"


@cache
def tower_id(tower: int) -> str:
    """A tower."""
    return f"tower:{TOWER_NAMES[tower]}"


@cache
def room_id(room: int) -> str:
    """An open room."""
    return f"room:{ROOM_NAMES[room]}"


@cache
def place_id(square: int) -> str:
    """A tower, a raised square, or the place under a tile."""
    if square in TOWER_SQUARES:
        return tower_id(TOWER_SQUARES.index(square))
    row, column = divmod(square, data.SIZE)
    return f"{'square' if _slides(square) else 'stone'}:{row}:{column}"


def fallen_id(seat: int, number: int) -> str:
    """A mouse that has fallen, counted from 1."""
    return f"fallen:{seat}:{number}"


def tile_id(face: int, tracking_id: int) -> str:
    """A tile; a double-faced one is identified by its face wherever it lies (CA-30)."""
    return f"tile:{FACE_NAMES[face]}" if face >= data.PASSAGE else f"tile:t{tracking_id}"


def floor_id(castle: Castle, square: int) -> str:
    """The tower, stone or tile of a square that is a tower or open."""
    return _ground_id(square, castle.floor[square], castle.tile_ids[square])


@lru_cache(PIECE_CACHE_SIZE)
def _ground_id(square: int, face: int, tracking_id: int) -> str:
    return tile_id(face, tracking_id) if _slides(square) else place_id(square)


def mouse_id(seat: int, tracking_id: int) -> str:
    """A mouse in the castle; the supply has the id of the mouse that comes in next."""
    return f"mouse:{seat}:m{tracking_id}"


def mouse_on(player: Player, seat: int, square: int) -> str:
    """The id of a seat's mouse on a square."""
    return mouse_id(seat, player.mouse_ids[player.mice.index(square)])


# all pieces on the board


def decoded_last_move(public: Public) -> moves.AnyMove | None:
    """The last move of a seat, if there is one."""
    return None if public.last_move == data.NONE else moves.decode(public.last_move)


def castle_pieces(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache
) -> tuple[Piece, ...]:
    """Floor, mice, roofs, what is known under them, and the ends of the sliding lines."""
    castle, last = public.castle, decoded_last_move(public)
    push = last if isinstance(last, moves.Push) else None
    opened = last.room if isinstance(last, moves.Uncover) else data.NONE
    landing = _landing(last)
    rooms_basis = castle.open_rooms, opened
    tiles = castle.open_rooms, castle.floor, castle.tile_ids
    squares = cache.keep("squares", (tiles, push), lambda: _squares(castle, push, words))
    mice = [(player.mice, player.mouse_ids) for player in public.players]
    mice_basis = castle.floor, castle.open_rooms, mice, landing, names
    fallen = tuple(player.fallen for player in public.players)
    return (
        *_towers(words).values(),
        *cache.keep("rooms", rooms_basis, lambda: _rooms(castle, opened, words)),
        *cache.keep("holes", castle.open_rooms, lambda: _holes(castle, words)),
        *squares.values(),
        *cache.keep("mice", mice_basis, lambda: _mice(public, squares, landing, words, names)),
        *cache.keep("fallen", (fallen, names), lambda: _fallen_mice(fallen, words, names)),
        *cache.keep("roofs", rooms_basis, lambda: _roofs(castle, opened, words)),
        *cache.keep("notes", (tiles, castle.glimpse), lambda: _notes(castle, squares, words)),
        *_ends(push.end if push else data.NONE, words),
    )


def _slides(square: int) -> bool:
    return data.SLIDING_SQUARES >> square & 1 == 1


def _middle(square: int) -> tuple[float, float]:
    return square % data.SIZE + 1.5, square // data.SIZE + 1.5


# rooms


def _rooms(castle: Castle, opened: int, words: Words) -> list[Piece]:
    """The open rooms; their squares lie in them."""
    return [_room(castle.plan, room, room == opened, words) for room in castle.open_rooms]


@lru_cache(PIECE_CACHE_SIZE)
def _room(plan: str, room: int, is_last: bool, words: Words) -> Piece:
    label, tip = words.say("piece.room", **_room_words(plan, room, words)), words.say("tip.room")
    at, span, shape = _rectangle(plan, room)
    art, marks = f"cell-room-{shape}", LAST * is_last
    return Piece(room_id(room), art, "board", label, at, span, marks=marks, tip=tip, place=True)


def _rectangle(plan: str, room: int) -> tuple[tuple[float, float], tuple[float, float], str]:
    """The middle of a room, its width and height, and these as pictures are named (CA-3)."""
    squares = _squares_of(plan, room)
    (left, top), (right, bottom) = _middle(squares[0]), _middle(squares[-1])
    width, height = right - left + 1, bottom - top + 1
    middle = ((left + right) / 2, (top + bottom) / 2)
    return middle, (width, height), f"{width:.0f}x{height:.0f}"


@cache
def _squares_of(plan: str, room: int) -> list[int]:
    return [square for square in range(data.SQUARES) if plan[square] == ROOM_NAMES[room]]


def _room_words(plan: str, room: int, words: Words) -> dict[str, str]:
    """A room in words: its letter, its first square and its last."""
    squares = _squares_of(plan, room)
    first, last = square_name(squares[0], words), square_name(squares[-1], words)
    return {"room": ROOM_NAMES[room], "first": first, "last": last}


@lru_cache(PIECE_CACHE_SIZE)
def _open_squares(plan: str, open_rooms: tuple[int, ...]) -> list[int]:
    return sorted(square for room in open_rooms for square in _squares_of(plan, room))


# the floor


def _holes(castle: Castle, words: Words) -> list[Piece]:
    """The places under the tiles of open rooms."""
    squares = _open_squares(castle.plan, castle.open_rooms)
    return [_hole(square, words) for square in squares if _slides(square)]


@cache
def _hole(square: int, words: Words) -> Piece:
    label = words.say("piece.square", **place_words(*divmod(square, data.SIZE)))
    id_, at = place_id(square), _middle(square)
    return Piece(id_, "cell-hole", "board", label, at, HOLE_SPAN, place=True)


@cache
def _towers(words: Words) -> dict[int, Piece]:
    """By square."""
    return {
        square: _floor_piece(square, "#", data.NONE, 0, False, "", words)
        for square in TOWER_SQUARES
    }


def _squares(castle: Castle, push: moves.Push | None, words: Words) -> dict[int, Piece]:
    """The open squares, in order."""
    plan, floor, ids = castle.plan, castle.floor, castle.tile_ids
    entered = _inlet(push.end) if push else data.NONE
    origins = _origins(plan, castle.open_rooms, push.end) if push else {}
    return {
        square: _floor_piece(
            square,
            plan[square],
            floor[square],
            ids[square],
            square == entered,
            origins.get(square, ""),
            words,
        )
        for square in _open_squares(plan, castle.open_rooms)
    }


def _inlet(end: int) -> int:
    """The square where a tile is pushed in."""
    return int(data.INLET[end]).bit_length() - 1


@lru_cache(PIECE_CACHE_SIZE)
def _origins(plan: str, open_rooms: tuple[int, ...], end: int) -> dict[int, str]:
    """The roofs from under which a push brought tiles, by the squares where they lie now."""
    inlet, origins = _inlet(end), dict[int, str]()
    for square in range(data.SQUARES):
        if data.LINE[end] >> square & 1:
            source = square if square == inlet else int(data.pushed_from(square, end))
            room = ROOM_NAMES.index(plan[source])
            if room not in open_rooms:
                origins[square] = roof_id(room)
    return origins


@lru_cache(PIECE_CACHE_SIZE)
def _floor_piece(
    square: int, room: str, face: int, tracking_id: int, is_last: bool, origin: str, words: Words
) -> Piece:
    """A tower, a tile, or the stone of a raised square."""
    art, label, tip = _ground(square, room, face, words)
    ask = words.say("ask.tower" if room == "#" else "ask.floor")
    return Piece(
        _ground_id(square, face, tracking_id),
        art,
        "board",
        label,
        _middle(square),
        marks=LAST * is_last,
        tip=tip,
        place=not _slides(square),
        origin=origin,
        ask=ask,
    )


@lru_cache(PIECE_CACHE_SIZE)
def _ground(square: int, room: str, face: int, words: Words) -> tuple[str, str, str]:
    """The picture, label and tip of a square."""
    cell_words = {"room": room, **place_words(*divmod(square, data.SIZE))}
    if room == "#":
        tower = tower_name(TOWER_SQUARES.index(square), words)
        label = words.say("piece.tower", tower=tower, **cell_words)
        return "cell-tower", label, words.say("tip.tower")
    if not _slides(square):
        return "cell-stone", words.say("piece.stone", **cell_words), words.say("tip.stone")
    if face == data.NONE:  # luck is about to name it
        label = words.say("piece.unseen", **cell_words)
        return "tile-unseen", label, words.say("tip.unseen.tile")
    label = words.say("piece.tile", face=face_name(face, words), **cell_words)
    return tile_art(face), label, tile_tip(face, words)


def tile_art(face: int) -> str:
    """The picture of a tile."""
    return f"tile-{FACE_NAMES[face]}"


def tile_tip(face: int, words: Words) -> str:
    """What a tile does."""
    if face < data.CHEESES:
        return words.say("tip.cheese", face=face_name(face, words))
    return words.say(f"tip.{FACE_NAMES[face]}")


# mice


def _mice(
    public: Public,
    squares: Mapping[int, Piece],
    landing: int,
    words: Words,
    names: Sequence[str],
) -> list[Piece]:
    towers, pieces = _towers(words), []
    for seat, player in enumerate(public.players):
        for square, tracking_id in zip(player.mice, player.mouse_ids, strict=True):
            place = (squares.get(square) or towers[square]).label
            face, is_last, name = public.castle.floor[square], square == landing, names[seat]
            pieces.append(_mouse(seat, tracking_id, square, face, place, is_last, words, name))
    return pieces


@lru_cache(PIECE_CACHE_SIZE)
def _mouse(
    seat: int,
    tracking_id: int,
    square: int,
    face: int,
    place: str,
    is_last: bool,
    words: Words,
    name: str,
) -> Piece:
    """On a tile it stands in a corner, beside what is drawn there; its tip says what that is."""
    x, y = _middle(square)
    offset = SMALL_MOUSE_OFFSET if _slides(square) else 0.0
    return Piece(
        mouse_id(seat, tracking_id),
        f"mouse-{seat}",
        "board",
        words.say("piece.mouse", name=name, place=place),
        (x + offset, y + offset),
        SMALL_MOUSE_SPAN if _slides(square) else MOUSE_SPAN,
        marks=LAST * is_last,
        tip=_mouse_tip(square, face, words),
        ask=words.say("ask.mouse"),
    )


def _mouse_tip(square: int, face: int, words: Words) -> str:
    if square in TOWER_SQUARES:
        return words.say("tip.mouse.tower")
    if _slides(square) and face == data.NONE:  # luck is about to name it
        return words.say("tip.unseen.tile")
    return words.say("tip.mouse", a=a_ground(ground_key(face), words))


def _fallen_mice(fallen: tuple[int, ...], words: Words, names: Sequence[str]) -> list[Piece]:
    """(CA-14) The mice that have fallen, in a corner of the ring for each seat."""
    return [
        _fallen_mouse(seat, number, words, names[seat])
        for seat, count in enumerate(fallen)
        for number in range(1, count + 1)
    ]


@lru_cache(PIECE_CACHE_SIZE)
def _fallen_mouse(seat: int, number: int, words: Words, name: str) -> Piece:
    label, far = words.say("piece.fallen", name=name), BOARD_SIZE - 0.5
    x, y = ((0.5, 0.5), (far, 0.5), (0.5, far), (far, far))[seat]
    dx, dy = FALLEN_OFFSETS[(number - 1) % len(FALLEN_OFFSETS)]
    id_, art, at = fallen_id(seat, number), f"fallen-{seat}", (x + dx, y + dy)
    return Piece(id_, art, "board", label, at, FALLEN_SPAN, tip=words.say("tip.fallen"))


def _landing(last: moves.AnyMove | None) -> int:
    """The square where the last move put a mouse, or NONE."""
    match last:
        case moves.Run(_, square) | moves.Flee(square):
            return square
        case moves.Enter(tower) | moves.Place(tower):
            return TOWER_SQUARES[tower]
        case _:
            return data.NONE


# roofs


def _roofs(castle: Castle, opened: int, words: Words) -> list[Piece]:
    covered = (room for room in range(data.ROOMS) if room not in castle.open_rooms)
    return [_roof(castle.plan, room, room == opened, words) for room in covered]


@cache
def roof_kind(plan: str, room: int) -> str:
    """What the roof of a room is made of."""
    return ROOF_KINDS[len(_squares_of(plan, room))]


@lru_cache(PIECE_CACHE_SIZE)
def _roof(plan: str, room: int, is_last: bool, words: Words) -> Piece:
    kind = roof_kind(plan, room)
    label = words.say(f"piece.roof.{kind}", **_room_words(plan, room, words))
    at, span, shape = _rectangle(plan, room)
    art, marks, tip = f"roof-{kind}-{shape}", LAST * is_last, words.say("tip.roof")
    return Piece(roof_id(room), art, "board", label, at, span, marks=marks, tip=tip)


def _notes(castle: Castle, squares: Container[int], words: Words) -> list[Piece]:
    """(CA-20, CA-30) What is shown of covered tiles: noted, always public, or just seen."""
    glimpse = dict(castle.glimpse)
    shown = {
        square: face
        for square, face in enumerate(castle.floor)
        if face != data.NONE and square not in squares
    }
    return [
        _note(square, castle.plan[square], face, castle.tile_ids[square], square in glimpse, words)
        for square, face in sorted({**shown, **glimpse}.items())
    ]


@lru_cache(PIECE_CACHE_SIZE)
def _note(
    square: int, room: str, face: int, tracking_id: int, is_glimpse: bool, words: Words
) -> Piece:
    """With notes a tile is followed under roofs too; a glimpse is only a picture on a roof."""
    is_followed, (row, column) = face >= data.PASSAGE or tracking_id, divmod(square, data.SIZE)
    key, places = "piece.glimpse" if is_glimpse else "piece.covered", place_words(row, column)
    return Piece(
        tile_id(face, tracking_id) if is_followed else f"note:{row}:{column}",
        tile_art(face),
        "board",
        words.say(key, face=face_name(face, words), room=room, **places),
        _middle(square),
        GLIMPSE_SPAN if is_glimpse else NOTE_SPAN,
        marks=("covered", "last") if is_glimpse else ("covered",),
        tip=words.say("tip.under", a=a_ground(FACE_NAMES[face], words)),
    )


# the ring


@cache
def _ends(last: int, words: Words) -> tuple[Piece, ...]:
    """(CA-13) The twelve ends where a tile can be pushed in, and the last that was used."""
    tip, ask, spoken = words.say("tip.end"), words.say("ask.end"), words.spoken()
    return tuple(
        Piece(
            end_id(end),
            f"cell-push-{edge_name(end)}",
            "board",
            words.say("piece.end", **end_words(end, spoken)),
            _outside(end),
            marks=LAST * (end == last),
            tip=tip,
            place=True,
            ask=ask,
        )
        for end in range(data.ENDS)
    )


def _outside(end: int) -> tuple[float, float]:
    """The middle of an end, in the ring around the castle."""
    line, far = data.line_number(end) + 1.5, BOARD_SIZE - 0.5
    return ((line, 0.5), (far, line), (line, far), (0.5, line))[end // 3]
