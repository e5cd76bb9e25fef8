"""Zankapfel: the orchard with its signs and chips, the mayor, and the road around it."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel.data import CELLS, NONE, SIDE
from ludotheque.games.zankapfel.notation import CARD
from ludotheque.games.zankapfel.rules import CHOOSING, View
from ludotheque.games.zankapfel.scene_sight import KIND, Sight, colour, spot, worth
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludotheque.core.words import Words

    Point = tuple[float, float]

KEPT: Final = 4096  # boards that are remembered: a move changes little, for all who see it
# Lengths on the board; a cell is 1 by 1. The picture of the orchard is drawn to the same measure.
BOARD: Final = 8
EDGE: Final = 1.5  # from the rim to the cells: the road, then the signs
SIGN: Final = 1.16  # from the rim to the middle of a sign
ROAD: Final = 0.43  # from the rim to the middle of the road
BEND: Final = 0.75  # radius of the road's corners
HOME: Final = (0.64, 7.3)  # the big apple at the corner where the road begins and ends
FLAG: Final = (1.17, 6.86)  # the middle of the flag that stands beside it


def board(sight: Sight) -> list[Piece]:
    """All that lies on the board, what lies above after what lies below."""
    view, words = sight.view, sight.words
    signs = _signs(words, view.mayor, view.proposal)
    cells = _cells(words, view.chips, view.mayor, view.proposal)
    pawns = _pawns(words, tuple(sight.names), view.pawns, view.track)
    return [*_road(sight), _finish(sight), *signs, *cells, *_mayor(sight), *_wishes(sight), *pawns]


# cells and signs


def _middle(cell: int) -> tuple[float, float]:
    return EDGE + cell % SIDE + 0.5, EDGE + cell // SIDE + 0.5


@cache
def _signs(words: Words, mayor: int, proposal: int) -> tuple[Piece, ...]:
    """(ZK-1) The numbers at the edge: columns above and below, rows at both sides."""
    found = []
    for i in range(SIDE):
        along, far = EDGE + i + 0.5, BOARD - SIGN
        edges = ((along, SIGN), (along, far), (SIGN, along), (far, along))
        for kind, at in enumerate(edges):
            spots = (("here", mayor), ("proposed", proposal))
            found.append(_sign(words, i, kind, at, spots))
    return tuple(sorted(found, key=lambda piece: piece.id))


def _sign(words: Words, i: int, kind: int, at: Point, spots: tuple[tuple[str, int], ...]) -> Piece:
    """A sign; marked where the mayor stands or is proposed to go, as it counts then."""
    by_column = KIND[kind] in {"red", "yellow"}
    count = worth(kind, SIDE * i + i)  # on the diagonal row and column are this one
    key = "piece.sign.column" if by_column else "piece.sign.row"
    label = words.say(key, colour=colour(words, kind), count=count, number=i + 1)
    marks = tuple(mark for mark, cell in spots if cell != NONE and _line(cell, by_column) == i)
    name, art = f"sign:{CARD[kind]}:{i + 1}", f"sign-{KIND[kind]}-{count}"
    return Piece(name, art, "board", label, at, (0.6, 0.6), str(count), marks)


def _line(cell: int, by_column: bool) -> int:
    return cell % SIDE if by_column else cell // SIDE


@lru_cache(KEPT)
def _cells(words: Words, chips: tuple[int, ...], mayor: int, proposal: int) -> tuple[Piece, ...]:
    """Cells and chips; a chip moves aside for the mayor."""
    found: list[Piece] = []
    for cell in range(CELLS):
        marks = ("proposed",) if cell == proposal else ()
        if cell in chips:
            found += _chip(words, cell, marks, cell == mayor)
        else:
            found.append(_bare(words, cell, marks))
    return tuple(found)


@cache
def _bare(words: Words, cell: int, marks: tuple[str, ...]) -> Piece:
    """A cell without a chip."""
    label, name = words.say("piece.cell.bare", **spot(words, cell)), _name(cell)
    return Piece(f"cell:{name}", "cell-bare", "board", label, _middle(cell), marks=marks)


@cache
def _chip(words: Words, cell: int, marks: tuple[str, ...], is_mayor: bool) -> tuple[Piece, Piece]:
    """A cell and its chip."""
    (x, y), here, name = _middle(cell), spot(words, cell), _name(cell)
    ground = words.say("piece.cell", **here)
    chip = words.say("piece.chip", place=here["place"])
    aside = 0.2 if is_mayor else 0.0
    at, span = (x + aside, y + aside), (0.84 - aside, 0.84 - aside)
    return (
        Piece(f"cell:{name}", "cell", "board", ground, (x, y), marks=marks),
        Piece(f"chip:{name}", "chip", "board", chip, at, span, tip=ground),
    )


def _name(cell: int) -> str:
    return f"{cell // SIDE + 1}:{cell % SIDE + 1}"


# the mayor


def _mayor(sight: Sight) -> list[Piece]:
    """The mayor, and the cell that the start player proposes."""
    view = sight.view
    found = []
    if view.proposal != NONE:
        label = sight.say("piece.proposal", **sight.spot(view.proposal))
        at = _standing(view.proposal)
        found.append(Piece("proposal", "mayor-proposed", "board", label, at, (0.85, 1.02)))
    if view.mayor != NONE:
        label = sight.say("piece.mayor", **sight.spot(view.mayor))
        marks = ("last",) if _mayor_was_last(view) else ()
        at, tip = _standing(view.mayor), f"{label}. {sight.say('tip.mayor')}"
        found.append(
            Piece("mayor", "mayor", "board", label, at, (0.85, 1.02), marks=marks, tip=tip)
        )
    return found


def _standing(cell: int) -> tuple[float, float]:
    """Where the middle of a figure is that stands on a cell."""
    x, y = _middle(cell)
    return x, y - 0.1


def _mayor_was_last(view: View) -> bool:
    """Nobody has bought or laid a card since the mayor moved."""
    seats = len(view.pawns)
    cleared = CELLS - (6 if seats == 3 else seats)  # (ZK-7)
    opening = view.phase == CHOOSING and view.waiting == (view.start,)
    return len(view.chips) < cleared and (opening or view.revealed)


def _wishes(sight: Sight) -> list[Piece]:
    """(ZK-12) Where bribers want the mayor: coins on a cell, beside others for the same."""
    found = []
    for seat, (cell, points) in enumerate(sight.view.offers):
        if points:
            label = sight.say("piece.wish", name=sight.names[seat], place=sight.place(cell))
            x, y = _middle(cell)
            at = (round(x - 0.3 + 0.12 * seat, 3), y - 0.28)
            art = f"bribe-{seat}"
            found.append(Piece(f"wish:{seat}", art, "board", label, at, (0.44, 0.44), str(points)))
    return found


# the road


def _road(sight: Sight) -> list[Piece]:
    """(ZK-3) The spaces from the apple around the orchard and back to it."""
    track = sight.view.track
    label, middle = sight.say("area.track", count=track), BOARD / 2
    size = (float(BOARD), float(BOARD))
    tip = f"{label}. {sight.say('tip.points')}"
    return [Piece("road", f"road-{track}", "board", label, (middle, middle), size, tip=tip)]


def _finish(sight: Sight) -> Piece:
    """(ZK-23) A flag beside the apple where the road ends, and when a pawn there wins."""
    label = sight.say("piece.finish.first" if sight.view.first_wins else "piece.finish.round")
    return Piece("finish", "finish", "board", label, FLAG, (0.7, 0.9))


@lru_cache(KEPT)
def _pawns(
    words: Words, names: Sequence[str], pawns: tuple[int, ...], track: int
) -> tuple[Piece, ...]:
    """Each on its space; those on one space stand side by side, the nearer ones in front."""
    places = [_place(pawn, track) for pawn in pawns]
    found = []
    for seat, pawn in enumerate(pawns):
        company = [other for other, place in enumerate(places) if place == places[seat]]
        dx, dy = _aside(company.index(seat), len(company))
        x, y = places[seat]
        label = words.say("piece.pawn", name=names[seat], pawn=pawn, track=track)
        marks = ("finish",) if pawn >= track else ()
        at = (round(x + dx, 3), round(y + dy, 3))
        art = f"pawn-{seat}" if pawn >= 0 else f"debtor-{seat}"
        found.append(
            Piece(f"pawn:{seat}", art, "board", label, at, (0.42, 0.6), str(pawn), marks=marks)
        )
    return tuple(sorted(found, key=lambda piece: piece.at[1]))


def _aside(order: int, company: int) -> tuple[float, float]:
    """How far from the middle of a space one of several pawns stands."""
    rows = 1 if company <= 2 else 2
    row, column = order % rows, order // rows
    columns = -(-company // rows)
    up = 0.14 if rows == 1 else 0.04
    return 0.34 * (column - (columns - 1) / 2), 0.3 * (row - (rows - 1) / 2) - up


@cache
def _place(pawn: int, track: int) -> tuple[float, float]:
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
    straight, curve = BOARD - 2 * (ROAD + BEND), pi / 2 * BEND
    near, far, low, high = ROAD, BOARD - ROAD, ROAD + BEND, BOARD - ROAD - BEND
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


def _along(way: float, x: float, y: float, bearing: float, turn: float) -> tuple[float, float]:
    """A point of a stretch."""
    if not turn:
        return x + way * cos(bearing), y + way * sin(bearing)
    after = bearing + way * turn
    return x + (sin(after) - sin(bearing)) / turn, y + (cos(bearing) - cos(after)) / turn
