"""Zankapfel: the orchard with its signs and chips, the mayor, and the track around it."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from math import copysign, cos, pi, sin
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel.data import CELLS, COLOURS, NONE, SIDE, worth
from ludotheque.games.zankapfel.notation import CARD_LETTERS, cell_name
from ludotheque.games.zankapfel.scene_words import (
    CARD_ART,
    PIECE_CACHE_SIZE,
    cell_and_worths,
    cell_id,
    pointed_and_spoken,
    seat_area,
)
from ludotheque.games.zankapfel.sentences import colour_name
from ludotheque.presentation.scene import XY, Area, Counter, Piece
from ludotheque.presentation.score_table import signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Offers, Public

    Point = tuple[float, float]

# Lengths on the board; a cell is 1 by 1. The picture of the orchard is drawn to the same measure.
# An inset is a distance from the rim.
BOARD_SIZE: Final = 8
CELLS_INSET: Final = 1.5  # between are the track, then the signs
SIGN_INSET: Final = 1.16  # of the middle of a sign
TRACK_INSET: Final = 0.43  # of the middle of the track
CORNER_RADIUS: Final = 0.75  # of the track
HOME_AT: Final = XY(0.64, 7.3)  # the big apple at the corner where the track begins and ends
FLAG_AT: Final = XY(1.17, 6.86)  # the middle of the flag next to it
CHIP_SPAN: Final = 0.84
ASIDE_FOR_MAYOR: Final = 0.2  # how far a chip makes room, and how much smaller it is then
MAYOR_SPAN: Final = XY(0.85, 1.02)
PAWN_SPAN: Final = XY(0.42, 0.6)
PAWN_LIFT: Final = 0.14  # a pawn alone stands with its feet on its space
SPACE_SPAN: Final = XY(0.5, 0.5)
FIGURE_LIFT: Final = 0.1  # a figure stands with its feet on the middle of a cell
RED, YELLOW = range(2)


@cache
def orchard_area(words: Words, chips: int) -> Area:
    """The board, with the number of chips."""
    counter = Counter("chip", words.say("area.chips"), chips, words.say("tip.chips"))
    size = (BOARD_SIZE, BOARD_SIZE)
    return Area("board", "board", words.say("area.board"), size=size, counters=(counter,))


def orchard_pieces(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache
) -> tuple[Piece, ...]:
    """All that lies on the board, what lies above after what lies below."""
    orchard, offers = public.orchard, public.offers()
    pawns = tuple([player.pawn for player in public.players])

    def make() -> tuple[Piece, ...]:
        return (
            _track(public.track, words),
            *_spaces(public.track, words),
            _finish(public.wins_at_finish, words),
            *_signs(words, orchard.mayor, orchard.proposal),
            *_cells(words, orchard.chips, orchard.mayor, orchard.proposal),
            *_mayor(words, orchard.mayor, orchard.proposal, orchard.mayor_moved_last),
            *_bribe_markers(offers, words, names),
            *_pawns(words, names, pawns, public.track),
        )

    return cache.keep("orchard", (orchard, offers, pawns, names), make)


# cells and signs


def _middle(cell: int) -> Point:
    return CELLS_INSET + cell % SIDE + 0.5, CELLS_INSET + cell // SIDE + 0.5


@cache
def _signs(words: Words, mayor: int, proposal: int) -> tuple[Piece, ...]:
    """(ZK-1) The numbers at the edge: columns above and below, rows at both sides."""
    lines = product(range(COLOURS), range(SIDE))
    signs = [_sign(words, colour, line, mayor, proposal) for colour, line in lines]
    return tuple(sorted(signs, key=lambda piece: piece.id))


def sign_id(colour: int, points: int) -> str:
    """The id of the sign that says what a colour is worth in a line."""
    lines = [int(worth(colour, SIDE * line + line)) for line in range(SIDE)]
    return f"sign:{CARD_LETTERS[colour]}:{lines.index(points) + 1}"


def _sign(words: Words, colour: int, line: int, mayor: int, proposal: int) -> Piece:
    """A sign; marked where the mayor stands or is proposed to go, as it counts then."""
    by_column = colour in {RED, YELLOW}
    count = worth(colour, SIDE * line + line)  # on the diagonal row and column are this one
    key = "piece.sign.column" if by_column else "piece.sign.row"
    label, tip = pointed_and_spoken(
        key, words, colour=colour_name(colour, words), count=count, number=line + 1
    )
    middle, near, far = CELLS_INSET + line + 0.5, SIGN_INSET, BOARD_SIZE - SIGN_INSET
    at = ((middle, near), (middle, far), (near, middle), (far, middle))[colour]
    marks = tuple(
        mark
        for mark, cell in (("here", mayor), ("proposed", proposal))
        if cell != NONE and line == (cell % SIDE if by_column else cell // SIDE)
    )
    name, art = sign_id(colour, int(count)), f"sign-{CARD_ART[colour]}-{count}"
    return Piece(name, art, "board", label, at, (0.6, 0.6), str(count), marks, tip)


@lru_cache(PIECE_CACHE_SIZE)
def _cells(words: Words, chips: tuple[int, ...], mayor: int, proposal: int) -> tuple[Piece, ...]:
    """Cells and chips."""
    pieces: list[Piece] = []
    for cell in range(CELLS):
        pieces += _cell_and_chip(words, cell, cell in chips, cell == mayor, cell == proposal)
    return tuple(pieces)


@cache
def _cell_and_chip(
    words: Words, cell: int, has_chip: bool, has_mayor: bool, is_proposed: bool
) -> tuple[Piece, ...]:
    """A cell, and its chip, which moves aside for the mayor."""
    x, y = _middle(cell)
    key, art = ("piece.cell", "cell") if has_chip else ("piece.cell.bare", "cell-bare")
    ground, tip = pointed_and_spoken(key, words, **cell_and_worths(cell, words))
    marks = ("proposed",) if is_proposed else ()
    pieces = [Piece(cell_id(cell), art, "board", ground, (x, y), marks=marks, tip=tip, place=True)]
    if has_chip:
        aside = ASIDE_FOR_MAYOR if has_mayor else 0.0
        at, span = (x + aside, y + aside), (CHIP_SPAN - aside, CHIP_SPAN - aside)
        name = f"chip:{cell_name(cell, ':')}"
        pieces.append(Piece(name, "chip", "board", ground, at, span, tip=tip))
    return tuple(pieces)


# the mayor


@cache
def _mayor(words: Words, mayor: int, proposal: int, moved_last: bool) -> tuple[Piece, ...]:
    """The mayor, and the cell that the start player proposes."""
    pieces, span = [], MAYOR_SPAN
    if proposal != NONE:
        where, at = cell_and_worths(proposal, words), _figure_centre(proposal)
        label, tip = pointed_and_spoken("piece.proposal", words, **where)
        art, origin = "mayor-proposed", "mayor"
        pieces.append(Piece("proposal", art, "board", label, at, span, tip=tip, origin=origin))
    if mayor != NONE:
        label, seen = pointed_and_spoken("piece.mayor", words, **cell_and_worths(mayor, words))
        marks = ("last",) if moved_last else ()
        at, tip = _figure_centre(mayor), f"{seen}. {words.say('tip.mayor')}"
        pieces.append(Piece("mayor", "mayor", "board", label, at, span, marks=marks, tip=tip))
    return tuple(pieces)


def _figure_centre(cell: int) -> Point:
    """The middle of a figure that stands on a cell."""
    x, y = _middle(cell)
    return x, y - FIGURE_LIFT


def _bribe_markers(offers: Offers, words: Words, names: Sequence[str]) -> list[Piece]:
    """(ZK-12) Where bribers want the mayor: coins on a cell, none above another."""
    pieces = []
    for seat, (cell, points) in enumerate(offers):
        if points:
            bribers = [other for other, (wanted, _) in enumerate(offers) if wanted == cell]
            at, span = _coin_place(cell, bribers.index(seat), len(bribers))
            where = cell_and_worths(cell, words)
            label, tip = pointed_and_spoken(
                "piece.offer", words, name=names[seat], count=points, **where
            )
            name, art, value = wish_id(seat), f"bribe-{seat}", str(points)
            origin = seat_area(seat)
            pieces.append(Piece(name, art, "board", label, at, span, value, tip=tip, origin=origin))
    return pieces


def _coin_place(cell: int, order: int, sharing: int) -> tuple[Point, Point]:
    """Where one of several coins on a cell lies, and its size: one, two or three in a line."""
    x, y = _middle(cell)
    size = 0.5 if sharing <= 4 else 0.34
    columns = 1 if sharing == 1 else 2 if sharing <= 4 else 3
    row, column = divmod(order, columns)
    rows = -(-sharing // columns)
    at = x + size * (column - (columns - 1) / 2), y + size * (row - (rows - 1) / 2)
    return (round(at[0], 3), round(at[1], 3)), (size, size)


def wish_id(seat: int) -> str:
    """The id of the coin that shows where a briber wants the mayor."""
    return f"wish:{seat}"


# the track


@cache
def _track(track: int, words: Words) -> Piece:
    """(ZK-3) The spaces from the apple around the orchard and back to it."""
    label, middle, size = words.say("area.track", count=track), BOARD_SIZE / 2, float(BOARD_SIZE)
    at, span, tip = (middle, middle), (size, size), f"{label}. {words.say('tip.points')}"
    return Piece("road", f"road-{track}", "board", label, at, span, tip=tip)


@cache
def _spaces(track: int, words: Words) -> tuple[Piece, ...]:
    """(ZK-3) The spaces that a pawn passes, from the apple to the apple."""
    pieces = []
    for space in range(track + 1):
        (x, y), is_apple = _space(space, track), space in {0, track}
        key = "piece.space.apple" if is_apple else "piece.space"
        label = words.say(key, count=space, track=track)
        at = _inside((x, y - PAWN_LIFT), SPACE_SPAN)
        pieces.append(Piece(f"space:{space}", "space", "board", label, at, SPACE_SPAN, place=True))
    return tuple(pieces)


@cache
def _finish(wins_at_finish: bool, words: Words) -> Piece:
    """(ZK-23) A flag next to the apple where the track ends, and when a pawn there wins."""
    label = words.say("piece.finish.first" if wins_at_finish else "piece.finish.round")
    return Piece("finish", "finish", "board", label, FLAG_AT, (0.7, 0.9))


def _pawns(words: Words, names: tuple[str, ...], pawns: tuple[int, ...], track: int) -> list[Piece]:
    """Each on its space; those on one space stand side by side, the nearer ones in front."""
    spaces, pieces = [_space(pawn, track) for pawn in pawns], []
    for seat, pawn in enumerate(pawns):
        order, sharing = spaces[:seat].count(spaces[seat]), spaces.count(spaces[seat])
        pieces.append(_pawn(words, names[seat], seat, pawn, track, order, sharing))
    return sorted(pieces, key=lambda piece: piece.at[1])


@lru_cache(PIECE_CACHE_SIZE)
def _pawn(
    words: Words, owner: str, seat: int, pawn: int, track: int, order: int, sharing: int
) -> Piece:
    """A pawn, by its order among those on its space."""
    (x, y), (dx, dy) = _space(pawn, track), _offset_in_group(order, sharing)
    label = words.say("piece.pawn", name=owner, pawn=signed(pawn), track=track)
    name, art = f"pawn:{seat}", f"pawn-{seat}" if pawn >= 0 else f"debtor-{seat}"
    at, marks = _inside((x + dx, y + dy), PAWN_SPAN), ("finish",) if pawn >= track else ()
    return Piece(name, art, "board", label, at, PAWN_SPAN, str(pawn), marks=marks)


def _inside(at: Point, span: Point) -> Point:
    """The nearest place at which a piece does not stick out of the board."""
    x, y = [
        min(max(middle, size / 2), BOARD_SIZE - size / 2)
        for middle, size in zip(at, span, strict=True)
    ]
    return round(x, 3), round(y, 3)


def _offset_in_group(order: int, sharing: int) -> Point:
    """How far from the middle of a space one of several pawns stands."""
    rows = 1 if sharing <= 2 else 2
    row, column = order % rows, order // rows
    columns = -(-sharing // rows)
    lift = PAWN_LIFT if rows == 1 else 0.04
    return 0.34 * (column - (columns - 1) / 2), 0.3 * (row - (rows - 1) / 2) - lift


@cache
def _space(pawn: int, track: int) -> Point:
    """The middle of a pawn's space: debts lead back from the apple; the finish is the apple."""
    if pawn % track == 0 or pawn > track:
        return HOME_AT
    centre, radius = BOARD_SIZE / 2, CORNER_RADIUS
    half = centre - TRACK_INSET - radius  # of the straight part of a side
    side = 2 * half + pi / 2 * radius  # from the middle of a corner to that of the next
    quarter, distance = divmod(pawn % track / track * 4 * side, side)
    forward = distance - side / 2  # from the middle of a side
    angle = max(0.0, abs(forward) - half) / radius
    x = -half - radius * cos(angle)
    y = copysign(min(abs(forward), half) + radius * sin(angle), -forward)
    point = complex(x, y) * 1j ** int(quarter)  # on the left side, turned clockwise
    return centre + point.real, centre + point.imag
