"""Zankapfel: the orchard with its signs and chips, the mayor, and the road around it."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel.data import CELLS, NONE, SIDE
from ludotheque.games.zankapfel.notation import CARD_LETTERS, cell_name
from ludotheque.games.zankapfel.scene_words import (
    BOARD_CACHE_SIZE,
    KIND_ART,
    cell_id,
    place,
    place_and_worths,
)
from ludotheque.games.zankapfel.sentences import colour_name, worth
from ludotheque.presentation.scene import Area, Counter, Piece

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.observation import Orchard, Player, Public

    Point = tuple[float, float]

# Lengths on the board; a cell is 1 by 1. The picture of the orchard is drawn to the same measure.
BOARD_SIZE: Final = 8
EDGE: Final = 1.5  # from the rim to the cells: the road, then the signs
SIGN: Final = 1.16  # from the rim to the middle of a sign
ROAD: Final = 0.43  # from the rim to the middle of the road
BEND: Final = 0.75  # radius of the road's corners
HOME: Final = (0.64, 7.3)  # the big apple at the corner where the road begins and ends
FLAG: Final = (1.17, 6.86)  # the middle of the flag that stands beside it
RED, YELLOW = range(2)


def orchard_area(orchard: Orchard, words: Words) -> Area:
    """The board, with the number of chips."""
    count, tip = len(orchard.chips), words.say("tip.chips")
    chips = Counter("chip", words.say("area.chips"), count, tip)
    size = (BOARD_SIZE, BOARD_SIZE)
    return Area("board", "board", words.say("area.board"), size=size, counters=(chips,))


def orchard_pieces(public: Public, words: Words, names: tuple[str, ...]) -> list[Piece]:
    """All that lies on the board, what lies above after what lies below."""
    orchard = public.orchard
    pawns = tuple(player.pawn for player in public.players)
    return [
        _road(public.track, words),
        _finish(public.first_wins, words),
        *_signs(words, orchard.mayor, orchard.proposal),
        *_cells(words, orchard.chips, orchard.mayor, orchard.proposal),
        *_mayor(orchard, words),
        *_bribe_markers(public.players, words, names),
        *_pawns(words, names, pawns, public.track),
    ]


# cells and signs


def _middle(cell: int) -> Point:
    return EDGE + cell % SIDE + 0.5, EDGE + cell // SIDE + 0.5


@cache
def _signs(words: Words, mayor: int, proposal: int) -> tuple[Piece, ...]:
    """(ZK-1) The numbers at the edge: columns above and below, rows at both sides."""
    pieces = []
    for line in range(SIDE):
        along, far = EDGE + line + 0.5, BOARD_SIZE - SIGN
        edges = ((along, SIGN), (along, far), (SIGN, along), (far, along))
        for kind, at in enumerate(edges):
            marked_cells = (("here", mayor), ("proposed", proposal))
            pieces.append(_sign(words, line, kind, at, marked_cells))
    return tuple(sorted(pieces, key=lambda piece: piece.id))


def _sign(
    words: Words, line: int, kind: int, at: Point, marked_cells: tuple[tuple[str, int], ...]
) -> Piece:
    """A sign; marked where the mayor stands or is proposed to go, as it counts then."""
    by_column = kind in {RED, YELLOW}
    count = worth(kind, SIDE * line + line)  # on the diagonal row and column are this one
    key = "piece.sign.column" if by_column else "piece.sign.row"
    label = words.say(key, colour=colour_name(kind, words), count=count, number=line + 1)
    marks = tuple(
        mark for mark, cell in marked_cells if cell != NONE and _line(cell, by_column) == line
    )
    name, art = f"sign:{CARD_LETTERS[kind]}:{line + 1}", f"sign-{KIND_ART[kind]}-{count}"
    return Piece(name, art, "board", label, at, (0.6, 0.6), str(count), marks)


def _line(cell: int, by_column: bool) -> int:
    return cell % SIDE if by_column else cell // SIDE


@lru_cache(BOARD_CACHE_SIZE)
def _cells(words: Words, chips: tuple[int, ...], mayor: int, proposal: int) -> tuple[Piece, ...]:
    """Cells and chips; a chip moves aside for the mayor."""
    pieces: list[Piece] = []
    for cell in range(CELLS):
        marks = ("proposed",) if cell == proposal else ()
        if cell in chips:
            pieces += _cell_and_chip(words, cell, marks, cell == mayor)
        else:
            pieces.append(_bare_cell(words, cell, marks))
    return tuple(pieces)


@cache
def _bare_cell(words: Words, cell: int, marks: tuple[str, ...]) -> Piece:
    label = words.say("piece.cell.bare", **place_and_worths(cell, words))
    return Piece(cell_id(cell), "cell-bare", "board", label, _middle(cell), marks=marks, place=True)


@cache
def _cell_and_chip(
    words: Words, cell: int, marks: tuple[str, ...], is_mayor: bool
) -> tuple[Piece, Piece]:
    (x, y) = _middle(cell)
    ground = words.say("piece.cell", **place_and_worths(cell, words))
    chip = words.say("piece.chip", place=place(cell, words))
    aside = 0.2 if is_mayor else 0.0
    at, span = (x + aside, y + aside), (0.84 - aside, 0.84 - aside)
    return (
        Piece(cell_id(cell), "cell", "board", ground, (x, y), marks=marks, place=True),
        Piece(f"chip:{cell_name(cell, ':')}", "chip", "board", chip, at, span, tip=ground),
    )


# the mayor


def _mayor(orchard: Orchard, words: Words) -> list[Piece]:
    """The mayor, and the cell that the start player proposes."""
    pieces, span = [], (0.85, 1.02)
    if orchard.proposal != NONE:
        label = words.say("piece.proposal", **place_and_worths(orchard.proposal, words))
        at = _standing(orchard.proposal)
        pieces.append(Piece("proposal", "mayor-proposed", "board", label, at, span, origin="mayor"))
    if orchard.mayor != NONE:
        label = words.say("piece.mayor", **place_and_worths(orchard.mayor, words))
        marks = ("last",) if orchard.mayor_moved_last else ()
        at, tip = _standing(orchard.mayor), f"{label}. {words.say('tip.mayor')}"
        pieces.append(Piece("mayor", "mayor", "board", label, at, span, marks=marks, tip=tip))
    return pieces


def _standing(cell: int) -> Point:
    """Where the middle of a figure is that stands on a cell."""
    x, y = _middle(cell)
    return x, y - 0.1


def _bribe_markers(players: tuple[Player, ...], words: Words, names: Sequence[str]) -> list[Piece]:
    """(ZK-12) Where bribers want the mayor: coins on a cell, side by side."""
    pieces = []
    for seat, player in enumerate(players):
        cell, points = player.offer
        if points:
            label = words.say("piece.wish", name=names[seat], place=place(cell, words))
            x, y = _middle(cell)
            pieces.append(
                Piece(
                    f"wish:{seat}",
                    f"bribe-{seat}",
                    "board",
                    label,
                    (round(x - 0.3 + 0.12 * seat, 3), y - 0.28),
                    (0.44, 0.44),
                    str(points),
                    origin=f"seat{seat}",
                )
            )
    return pieces


# the road


def _road(track: int, words: Words) -> Piece:
    """(ZK-3) The spaces from the apple around the orchard and back to it."""
    label, middle = words.say("area.track", count=track), BOARD_SIZE / 2
    size = (float(BOARD_SIZE), float(BOARD_SIZE))
    tip = f"{label}. {words.say('tip.points')}"
    return Piece("road", f"road-{track}", "board", label, (middle, middle), size, tip=tip)


def _finish(first_wins: bool, words: Words) -> Piece:
    """(ZK-23) A flag beside the apple where the road ends, and when a pawn there wins."""
    label = words.say("piece.finish.first" if first_wins else "piece.finish.round")
    return Piece("finish", "finish", "board", label, FLAG, (0.7, 0.9))


@lru_cache(BOARD_CACHE_SIZE)
def _pawns(
    words: Words, names: tuple[str, ...], pawns: tuple[int, ...], track: int
) -> tuple[Piece, ...]:
    """Each on its space; those on one space stand side by side, the nearer ones in front."""
    spaces = [_space(pawn, track) for pawn in pawns]
    pieces = []
    for seat, pawn in enumerate(pawns):
        sharing = [other for other, space in enumerate(spaces) if space == spaces[seat]]
        dx, dy = _aside(sharing.index(seat), len(sharing))
        x, y = spaces[seat]
        label = words.say("piece.pawn", name=names[seat], pawn=pawn, track=track)
        marks = ("finish",) if pawn >= track else ()
        at = (round(x + dx, 3), round(y + dy, 3))
        art = f"pawn-{seat}" if pawn >= 0 else f"debtor-{seat}"
        pieces.append(
            Piece(f"pawn:{seat}", art, "board", label, at, (0.42, 0.6), str(pawn), marks=marks)
        )
    return tuple(sorted(pieces, key=lambda piece: piece.at[1]))


def _aside(order: int, sharing: int) -> Point:
    """How far from the middle of a space one of several pawns stands."""
    rows = 1 if sharing <= 2 else 2
    row, column = order % rows, order // rows
    columns = -(-sharing // rows)
    up = 0.14 if rows == 1 else 0.04
    return 0.34 * (column - (columns - 1) / 2), 0.3 * (row - (rows - 1) / 2) - up


@cache
def _space(pawn: int, track: int) -> Point:
    """The middle of a pawn's space: debts lead back from the apple; the finish is the apple."""
    if pawn % track == 0 or pawn > track:
        return HOME
    way = pawn % track / track * sum(length for length, *_ in _stretches())
    for length, x, y, bearing, turn in _stretches():
        if way <= length:
            return _along(way, x, y, bearing, turn)
        way -= length
    return HOME


def _stretches() -> Iterator[tuple[float, float, float, float, float]]:
    """Pieces of the loop, clockwise from the apple: length, start, bearing, turn per length.

    A bearing of 0 leads to the right, a quarter turn more leads down.
    """
    straight, curve = BOARD_SIZE - 2 * (ROAD + BEND), pi / 2 * BEND
    near, far, low, high = ROAD, BOARD_SIZE - ROAD, ROAD + BEND, BOARD_SIZE - ROAD - BEND
    begin = low - BEND * sin(pi / 4), high + BEND * cos(pi / 4)
    yield curve / 2, *begin, 5 / 4 * pi, 1 / BEND
    yield straight, near, high, 3 / 2 * pi, 0.0
    yield curve, near, low, 3 / 2 * pi, 1 / BEND
    yield straight, low, near, 0.0, 0.0
    yield curve, high, near, 0.0, 1 / BEND
    yield straight, far, low, pi / 2, 0.0
    yield curve, far, high, pi / 2, 1 / BEND
    yield straight, high, far, pi, 0.0
    yield curve / 2, low, far, pi, 1 / BEND


def _along(way: float, x: float, y: float, bearing: float, turn: float) -> Point:
    """A point of a stretch."""
    if not turn:
        return x + way * cos(bearing), y + way * sin(bearing)
    after = bearing + way * turn
    return x + (sin(after) - sin(bearing)) / turn, y + (cos(bearing) - cos(after)) / turn
