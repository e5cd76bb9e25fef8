"""Zapp Zerapp: the mountain as pieces to draw: path, starts, towns, dice and apprentices."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp.data import (
    CASTLES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    ENTRIES,
    FRONTS,
    OUT_OF_PLAY,
    PIECES,
    PIECES_PER_COLOUR,
    PLACES,
    SQUARES,
    START,
    STEP_NUMBER,
    TOWN,
    WHITES,
    ZONES,
)
from ludotheque.games.zapp_zerapp.notation import PIECE_NAMES
from ludotheque.games.zapp_zerapp.sentences import colour_words, piece_words, place_words
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Public, PublicBoard

# The board (ZZ-1): the summit in the middle, the starts at the mountain's foot, a round path about
# them, and a town in each corner. One unit is a tenth of its width.
BOARD_SIZE: Final = 10
CENTRE: Final = BOARD_SIZE / 2
PATH_RADIUS: Final = 4.35  # to the middle of its squares
SQUARE_SPAN: Final = (1.04, 1.04)
RED_START: Final = (2.91, 2.68)  # the other colours' are a quarter turn further each
RED_TOWN: Final = (0.82, 0.86)
START_SPAN: Final = (1.2, 1.2)
TOWN_SPAN: Final = (1.6, 1.6)
DIE_SPAN: Final = (0.76, 0.76)
DICE_AT: Final = ((4.55, 8.37), (5.45, 8.37))
MAGIC_AT: Final = (5.0, 1.66)
MAGIC_SPAN: Final = (0.98, 0.98)
# Apprentices on one place: their span, and how far from its middle they stand
ALONE: Final = (0.86, 0.0)
SMALL_GROUP: Final = (0.64, 0.29)
LARGE_GROUP: Final = (0.48, 0.36)
LARGE_GROUP_SIZE: Final = 4  # from here on

PIECE_CACHE_SIZE: Final = 8192  # most stay the same from move to move and for all viewers

Point = tuple[float, float]


@cache
def apprentice_id(piece: int) -> str:
    """The id of an apprentice."""
    return f"apprentice:{PIECE_NAMES[piece]}"


def place_id(colour: int, place: int) -> str:
    """The id of a square, or of a colour's start or town."""
    if place < SQUARES:
        return f"square:{place}"
    return f"{'start' if place == START else 'town'}:{COLOUR_LETTERS[colour]}"


# squares


@cache
def squares(advanced: bool, words: Words) -> tuple[Piece, ...]:
    """The path, square by square."""
    return tuple(
        Piece(
            f"square:{square}",
            _square_art(square, advanced),
            "board",
            _square_label(square, advanced, words),
            _on_path(square),
            SQUARE_SPAN,
            str(square),
            tip=_square_tip(square, advanced, words),
            place=True,
        )
        for square in range(SQUARES)
    )


def _zone(square: int) -> int:
    """The colour whose zone a square belongs to, unless it is white."""
    return next(colour for colour, zone in enumerate(ZONES) if square in zone)


def _castles(square: int) -> list[int]:
    return [colour for colour, castles in enumerate(CASTLES) if square in castles]


def _square_art(square: int, advanced: bool) -> str:
    """(ZZ-21) Castles are drawn only where they protect."""
    if square not in WHITES:
        return f"cell-{COLOUR_NAMES[_zone(square)]}"
    if not advanced:
        return "cell-white"
    return "cell-castles-" + "-".join(COLOUR_NAMES[colour] for colour in _castles(square))


def _square_label(square: int, advanced: bool, words: Words) -> str:
    where = place_words(square, words)
    if square not in WHITES:
        zone = words.say(f"zone.{COLOUR_LETTERS[_zone(square)]}")
        label = words.say("piece.square", square=where, zone=zone)
    elif advanced:
        one, other = (colour_words(colour, words) for colour in _castles(square))
        label = words.say("piece.castles", square=where, one=one, other=other)
    else:
        label = words.say("piece.white", square=where)
    if square in ENTRIES:
        label += words.say("piece.entry", colour=colour_words(ENTRIES.index(square), words))
    if square in FRONTS:
        label += words.say("piece.front", colour=colour_words(FRONTS.index(square), words))
    return label


def _square_tip(square: int, advanced: bool, words: Words) -> str:
    """(ZZ-16, ZZ-21, ZZ-22) Who is safe there."""
    if square not in WHITES:
        return words.say("tip.zone", colour=colour_words(_zone(square), words))
    if not advanced:
        return words.say("tip.white")
    one, other = (colour_words(colour, words) for colour in _castles(square))
    return words.say("tip.castles", one=one, other=other)


@cache
def starts_and_towns(words: Words) -> tuple[Piece, ...]:
    """The starts and the towns of all four colours, as they are painted on the board."""
    pieces = []
    for colour, name in enumerate(COLOUR_NAMES):
        places = (("start", "start", START, START_SPAN), ("town", "cell-town", TOWN, TOWN_SPAN))
        for key, art, place, span in places:
            about = {"colour": colour_words(colour, words)}
            label = words.say(f"piece.{key}", **about)
            edge = ENTRIES[colour] if place == START else FRONTS[colour]
            tip = words.say(f"tip.{key}", square=edge, **about)
            spot, at = place_id(colour, place), place_at(colour, place)
            pieces.append(
                Piece(spot, f"{art}-{name}", "board", label, at, span, tip=tip, place=True)
            )
    return tuple(pieces)


def dice(public: Public, words: Words) -> list[Piece]:
    """(ZZ-3) In sight until the next roll."""
    if not public.magic:
        return []
    return [_magic(public.magic, words)] + [
        _die(order, face, words) for order, face in enumerate(public.dice)
    ]


@cache
def _magic(magic: int, words: Words) -> Piece:
    label, tip = words.say("magic", count=magic), words.say("tip.magic", count=magic)
    return Piece("magic", "magic", "board", label, MAGIC_AT, MAGIC_SPAN, str(magic), tip=tip)


@cache
def _die(order: int, face: int, words: Words) -> Piece:
    return Piece(
        f"die:{order + 1}",
        f"die-{face}",
        "board",
        words.say("piece.die", face=face),
        DICE_AT[order],
        DIE_SPAN,
        str(face),
        origin="cup",
    )


# apprentices


def apprentices(board: PublicBoard, words: Words) -> list[Piece]:
    """All apprentices of the game, where they stand."""
    pieces = []
    for piece, place in enumerate(board.places):
        if place != OUT_OF_PLAY:
            marks = piece in board.protected, piece in board.threatened
            pieces.append(_apprentice(piece, place, marks, _stand(piece, board.places), words))
    return pieces


@lru_cache(PIECE_CACHE_SIZE)
def _apprentice(
    piece: int, place: int, marks: tuple[bool, bool], stand: tuple[Point, Point], words: Words
) -> Piece:
    protected, threatened = marks
    colour = piece // PIECES_PER_COLOUR
    label = _apprentice_label(piece, place, words)
    return Piece(
        apprentice_id(piece),
        f"apprentice-{COLOUR_NAMES[colour]}",
        "board",
        label + words.say("piece.safe") if protected else label,
        *stand,
        str(piece % PIECES_PER_COLOUR + 1),
        ("protected",) * protected + ("danger",) * threatened,
        _apprentice_tip(place, protected, words),
        origin=place_id(colour, START),
    )


def _apprentice_label(piece: int, place: int, words: Words) -> str:
    """Who, where, and how far from home."""
    left = SQUARES + 1 - int(STEP_NUMBER[PLACES * (piece // PIECES_PER_COLOUR) + place])
    name, where = piece_words(piece, words), place_words(place, words)
    if place == TOWN:
        return words.say("piece.home", piece=name, place=where)
    return words.say("piece.apprentice", piece=name, place=where, count=left)


def _apprentice_tip(place: int, protected: bool, words: Words) -> str:
    """(ZZ-14, ZZ-16) Whether it can be banished where it stands."""
    is_safe = place in (START, TOWN) or protected
    return words.say("tip.safe" if is_safe else "tip.unsafe")


# where things are


def _near(point: Point, angle: float, distance: float) -> Point:
    """A point at some distance from another."""
    x, y = point
    return round(x + distance * cos(angle), 3), round(y + distance * sin(angle), 3)


def _on_path(square: int) -> Point:
    """Clockwise, the first and the last square on either side of the top left corner."""
    angle = 2 * pi * (square + 0.5) / SQUARES - 3 * pi / 4
    return _near((CENTRE, CENTRE), angle, PATH_RADIUS)


@cache
def place_at(colour: int, place: int) -> Point:
    """The middle of a place; starts and towns are different ones for each colour."""
    if place < SQUARES:
        return _on_path(place)
    x, y = RED_START if place == START else RED_TOWN
    for _ in range(colour):
        x, y = BOARD_SIZE - y, x  # a quarter turn
    return round(x, 3), round(y, 3)


@lru_cache(PIECE_CACHE_SIZE)
def _stand(piece: int, places: tuple[int, ...]) -> tuple[Point, Point]:
    """Where an apprentice stands and its span: alone, or in a circle with others."""
    place, colour = places[piece], piece // PIECES_PER_COLOUR
    first = PIECES_PER_COLOUR * colour  # starts and towns have one colour each
    sharing = range(PIECES) if place < SQUARES else range(first, first + PIECES_PER_COLOUR)
    group = tuple(other for other in sharing if places[other] == place)
    return _circle(place_at(colour, place), len(group), group.index(piece))


@cache
def _circle(middle: Point, size: int, order: int) -> tuple[Point, Point]:
    width, distance = ALONE
    if size > 1:
        width, distance = SMALL_GROUP if size < LARGE_GROUP_SIZE else LARGE_GROUP
    first = pi if size == 2 else -pi / 2  # two stand side by side
    return _near(middle, first + 2 * pi * order / size, distance), (width, width)
