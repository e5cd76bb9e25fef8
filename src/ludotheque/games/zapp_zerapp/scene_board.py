"""Zapp Zerapp: the mountain as pieces to draw: path, starts, towns, dice and apprentices.

A scene calls everything drawn a piece; what the rules call a piece is an *apprentice* here.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp import data
from ludotheque.games.zapp_zerapp.data import COLOUR_NAMES, PIECES_PER_COLOUR, SQUARES, START, TOWN
from ludotheque.games.zapp_zerapp.notation import PIECE_NAMES
from ludotheque.games.zapp_zerapp.sentences import (
    colour_words,
    location_words,
    piece_words,
    square_number,
)
from ludotheque.presentation.scene import XY, Piece

if TYPE_CHECKING:
    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import PublicBoard

# The board (ZZ-1): the summit in the middle, the starts at the mountain's foot, a round path about
# them, and a town in each corner. One unit is a tenth of its width.
BOARD_SIZE: Final = 10
CENTRE: Final = BOARD_SIZE / 2
PATH_RADIUS: Final = 4.35  # to the middle of its squares
SQUARE_SPAN: Final = XY(1.04, 1.04)
RED_START: Final = XY(2.91, 2.68)  # the other colours' are a quarter turn further each
RED_TOWN: Final = XY(0.82, 0.86)
START_SPAN: Final = XY(1.2, 1.2)
TOWN_SPAN: Final = XY(1.6, 1.6)
DIE_SPAN: Final = XY(0.76, 0.76)
DICE_AT: Final = (XY(4.55, 8.37), XY(5.45, 8.37))
MAGIC_AT: Final = XY(5.0, 1.66)
MAGIC_SPAN: Final = XY(0.98, 0.98)
# Apprentices at one location: their span, and how far from its middle they stand
ALONE: Final = XY(0.86, 0.0)
SMALL_GROUP: Final = XY(0.64, 0.29)
LARGE_GROUP: Final = XY(0.48, 0.36)
LARGE_GROUP_SIZE: Final = 4  # from here on

PIECE_CACHE_SIZE: Final = 8192  # most stay the same from move to move and for all viewers

Point = tuple[float, float]


def seat_area(seat: int) -> str:
    """The id of the panel of a seat."""
    return f"seat{seat}"


def apprentice_id(apprentice: int) -> str:
    """The id of an apprentice."""
    return f"apprentice:{PIECE_NAMES[apprentice]}"


def location_id(colour: int, location: int) -> str:
    """The id of a square, or of a colour's start or town."""
    if location < SQUARES:
        return f"square:{location}"
    return f"{'start' if location == START else 'town'}:{data.COLOUR_LETTERS[colour]}"


# squares


@cache
def squares(advanced: bool, words: Words) -> tuple[Piece, ...]:
    """The path, square by square."""
    return tuple([_square(square, advanced, words) for square in range(SQUARES)])


def _square(square: int, advanced: bool, words: Words) -> Piece:
    """(ZZ-16, ZZ-21, ZZ-22) A square says who is safe there; castles only where they protect."""
    where = location_words(square, words)
    if square not in data.WHITES:
        zone = data.ZONE_COLOUR[square]
        zone_words = words.say(f"zone.{data.COLOUR_LETTERS[zone]}")
        art = f"cell-{COLOUR_NAMES[zone]}"
        label = words.say("piece.square", square=where, zone=zone_words)
        tip = words.say("tip.zone", colour=colour_words(zone, words))
    elif advanced:
        castles = data.castle_colours(square)
        art = "cell-castles-" + "-".join(COLOUR_NAMES[colour] for colour in castles)
        one, other = (colour_words(colour, words) for colour in castles)
        label = words.say("piece.castles", square=where, one=one, other=other)
        tip = words.say("tip.castles", one=one, other=other)
    else:
        art, tip = "cell-white", words.say("tip.white")
        label = words.say("piece.white", square=where)
    for key, gates in (("piece.entry", data.ENTRIES), ("piece.front", data.EXITS)):
        if square in gates:
            label += words.say(key, colour=colour_words(gates.index(square), words))
    spot, at, name = f"square:{square}", _on_path(square), str(square_number(square))
    return Piece(spot, art, "board", label, at, SQUARE_SPAN, name, tip=tip, place=True)


@cache
def starts_and_towns(words: Words) -> tuple[Piece, ...]:
    """The starts and the towns of all four colours, as they are painted on the board."""
    found = []
    for colour, name in enumerate(COLOUR_NAMES):
        about = {"colour": colour_words(colour, words)}
        for key, art, location, span in (
            ("start", "start", START, START_SPAN),
            ("town", "cell-town", TOWN, TOWN_SPAN),
        ):
            spot, at = location_id(colour, location), _location_at(colour, location)
            label = words.say(f"piece.{key}", **about)
            tip = words.say(f"tip.{key}", **about)
            found.append(
                Piece(spot, f"{art}-{name}", "board", label, at, span, tip=tip, place=True)
            )
    return tuple(found)


@cache
def dice(faces: tuple[int, int], words: Words) -> tuple[Piece, ...]:
    """(ZZ-3) The magic number and the dice, visible until the next roll."""
    magic, area = sum(faces), "board"
    if not magic:
        return ()
    label, tip = words.say("magic", count=magic), words.say("tip.magic", count=magic)
    found = [Piece("magic", "magic", area, label, MAGIC_AT, MAGIC_SPAN, str(magic), tip=tip)]
    for index, (face, at) in enumerate(zip(faces, DICE_AT, strict=True), 1):
        die, art, label = f"die:{index}", f"die-{face}", words.say("piece.die", face=face)
        found.append(Piece(die, art, area, label, at, DIE_SPAN, str(face), origin="cup"))
    return tuple(found)


# apprentices


def apprentices(board: PublicBoard, words: Words, cache: PartCache) -> tuple[Piece, ...]:
    """All apprentices of the game, where they stand."""
    basis = (board.locations, board.protected, board.threatened)
    return cache.keep("apprentices", basis, lambda: _apprentices(board, words))


def _apprentices(board: PublicBoard, words: Words) -> tuple[Piece, ...]:
    groups, pieces = _groups(board.locations), []
    for apprentice, location in enumerate(board.locations):
        if location != data.OUT_OF_PLAY:
            marks = apprentice in board.protected, apprentice in board.threatened
            group = groups[_spot(apprentice, location)]
            place = len(group), group.index(apprentice)
            pieces.append(_apprentice(apprentice, location, marks, place, words))
    return tuple(pieces)


def _groups(locations: tuple[int, ...]) -> dict[tuple[int, int], list[int]]:
    """The apprentices by spot."""
    groups: dict[tuple[int, int], list[int]] = {}
    for apprentice, location in enumerate(locations):
        groups.setdefault(_spot(apprentice, location), []).append(apprentice)
    return groups


def _spot(apprentice: int, location: int) -> tuple[int, int]:
    """A location, and whose it is: starts and towns have one colour each, squares have none."""
    return location, -1 if location < SQUARES else apprentice // PIECES_PER_COLOUR


@lru_cache(PIECE_CACHE_SIZE)
def _apprentice(
    apprentice: int,
    location: int,
    marks: tuple[bool, bool],
    place: tuple[int, int],
    words: Words,
) -> Piece:
    """An apprentice; its tip says whether it can be banished there (ZZ-14, ZZ-16).

    ``place`` is the size of the group at its location, and its index in it.
    """
    protected, threatened = marks
    colour, index = divmod(apprentice, PIECES_PER_COLOUR)
    at, span = _in_circle(_location_at(colour, location), *place)
    label = _apprentice_label(apprentice, location, words)
    is_safe = location >= SQUARES or protected
    return Piece(
        apprentice_id(apprentice),
        f"apprentice-{COLOUR_NAMES[colour]}",
        "board",
        label + words.say("piece.safe") if protected else label,
        at,
        span,
        str(index + 1),
        ("protected",) * protected + ("danger",) * threatened,
        words.say("tip.safe" if is_safe else "tip.unsafe"),
        origin=location_id(colour, START),
        ask=words.say("ask.apprentice"),
    )


def _apprentice_label(apprentice: int, location: int, words: Words) -> str:
    """Who, where, and how far from home."""
    name, where = piece_words(apprentice, words), location_words(location, words)
    if location == TOWN:
        return words.say("piece.home", piece=name, place=where)
    row = data.LOCATIONS * (apprentice // PIECES_PER_COLOUR)
    left = SQUARES + 1 - int(data.STEP_NUMBER[row + location])
    return words.say("piece.apprentice", piece=name, place=where, count=left)


# where things are


def _near(point: Point, angle: float, distance: float) -> Point:
    """The point at a distance from another, in the direction of an angle."""
    x, y = point
    return round(x + distance * cos(angle), 3), round(y + distance * sin(angle), 3)


def _on_path(square: int) -> Point:
    """Clockwise, the first and the last square on either side of the top left corner."""
    angle = 2 * pi * (square + 0.5) / SQUARES - 3 * pi / 4
    return _near((CENTRE, CENTRE), angle, PATH_RADIUS)


@cache
def _location_at(colour: int, location: int) -> Point:
    """The middle of a location; starts and towns are different ones for each colour."""
    if location < SQUARES:
        return _on_path(location)
    x, y = RED_START if location == START else RED_TOWN
    for _ in range(colour):
        x, y = BOARD_SIZE - y, x  # a quarter turn
    return round(x, 3), round(y, 3)


@cache
def _in_circle(middle: Point, size: int, index: int) -> tuple[Point, Point]:
    """Where an apprentice stands and its span: alone, or in a circle with others."""
    width, distance = ALONE
    if size > 1:
        width, distance = SMALL_GROUP if size < LARGE_GROUP_SIZE else LARGE_GROUP
    first = pi if size == 2 else -pi / 2  # two stand side by side
    return _near(middle, first + 2 * pi * index / size, distance), (width, width)
