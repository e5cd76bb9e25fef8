"""Zapp Zerapp: the mountain as pieces to draw: path, starts, towns, dice and apprentices."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp.data import (
    AWAY,
    CASTLES,
    COLOUR_NAMES,
    COLOURS,
    EACH,
    ENTRIES,
    FRONTS,
    PIECES,
    PLACES,
    SQUARES,
    START,
    STEP,
    TOWN,
    WHITES,
    ZONES,
)
from ludotheque.games.zapp_zerapp.notation import PIECE
from ludotheque.games.zapp_zerapp.picture import piece_words, place_words
from ludotheque.games.zapp_zerapp.rules import MOVING, View, ZappZerapp
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from ludotheque.core.words import Words

# The board (ZZ-1): the summit in the middle, the starts at the mountain's foot, a round path about
# them, and a town in each corner. One unit is a tenth of its width.
SIZE: Final = 10
MIDDLE: Final = SIZE / 2
RADIUS: Final = 4.35  # of the path, to the middle of its squares
SQUARE_SPAN: Final = (1.04, 1.04)
RED_START: Final = (2.91, 2.68)  # the other colours' are a quarter turn further each
RED_TOWN: Final = (0.82, 0.86)
START_SPAN: Final = (1.2, 1.2)
TOWN_SPAN: Final = (1.6, 1.6)
DIE: Final = (0.76, 0.76)
DICE: Final = ((4.55, 8.37), (5.45, 8.37))
MAGIC: Final = (5.0, 1.66)
SEAL: Final = (0.98, 0.98)  # the span of the magic number
ALONE: Final = (0.86, 0.0)  # the span of an apprentice, and how far from the middle it stands
FEW: Final = (0.64, 0.29)
MANY: Final = (0.48, 0.36)
CROWD: Final = 4  # from here on apprentices on one place are many

KEPT: Final = 8192  # pieces that are remembered: a move changes little, for all who see it

Point = tuple[float, float]


@cache
def apprentice(piece: int) -> str:
    """The id of an apprentice."""
    return f"apprentice:{PIECE[piece]}"


def colour_words(colour: int, words: Words) -> str:
    """A colour in words."""
    return words.say(f"colour.{COLOURS[colour]}")


# squares


@cache
def squares(advanced: bool, words: Words) -> tuple[Piece, ...]:
    """The path, square by square."""
    return tuple(
        Piece(
            f"square:{square}",
            _ground(square, advanced),
            "board",
            _square_words(square, advanced, words),
            _on_path(square),
            SQUARE_SPAN,
            str(square),
            tip=_square_tip(square, advanced, words),
        )
        for square in range(SQUARES)
    )


def _zone(square: int) -> int:
    """The colour whose zone a square belongs to; -1 for a white one."""
    return next((colour for colour, zone in enumerate(ZONES) if square in zone), -1)


def _castles(square: int) -> list[int]:
    return [colour for colour, castles in enumerate(CASTLES) if square in castles]


def _ground(square: int, advanced: bool) -> str:
    """(ZZ-21) Castles are drawn only where they protect."""
    if square not in WHITES:
        return f"cell-{COLOUR_NAMES[_zone(square)]}"
    if not advanced:
        return "cell-white"
    return "cell-castles-" + "-".join(COLOUR_NAMES[colour] for colour in _castles(square))


def _square_words(square: int, advanced: bool, words: Words) -> str:
    where = place_words(square, words)
    if square not in WHITES:
        zone = words.say(f"zone.{COLOURS[_zone(square)]}")
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
            at = place_at(colour, place)
            spot = f"{key}:{COLOURS[colour]}"
            pieces.append(Piece(spot, f"{art}-{name}", "board", label, at, span, tip=tip))
    return tuple(pieces)


def dice(view: View, words: Words) -> list[Piece]:
    """(ZZ-3) In sight until the next roll."""
    if not view.dice[0]:
        return []
    magic = sum(view.dice)
    label, tip = words.say("magic", count=magic), words.say("tip.magic", count=magic)
    pieces = [Piece("magic", "magic", "board", label, MAGIC, SEAL, str(magic), tip=tip)]
    for order, face in enumerate(view.dice):
        label = words.say("piece.die", face=face)
        spot = f"die:{order + 1}"
        pieces.append(Piece(spot, f"die-{face}", "board", label, DICE[order], DIE, str(face)))
    return pieces


# apprentices


def apprentices(state: ZappZerapp, view: View, words: Words) -> list[Piece]:
    """All apprentices of the game, where they stand."""
    threatened = _threatened(state)
    pieces = []
    for piece, place in enumerate(view.places):
        if place == AWAY:
            continue
        signs = state.is_protected(piece), bool(threatened >> piece & 1)
        pieces.append(_apprentice(piece, place, signs, _stand(piece, view.places), words))
    return pieces


@lru_cache(KEPT)
def _apprentice(
    piece: int, place: int, signs: tuple[bool, bool], stand: tuple[Point, Point], words: Words
) -> Piece:
    protected, threatened = signs
    marks = {"protected": protected, "danger": threatened}
    label = _apprentice_words(piece, place, words)
    return Piece(
        apprentice(piece),
        f"apprentice-{COLOUR_NAMES[piece // EACH]}",
        "board",
        label + words.say("piece.safe") if protected else label,
        *stand,
        str(piece % EACH + 1),
        tuple(mark for mark, is_so in marks.items() if is_so),
        _apprentice_tip(place, protected, words),
    )


def _threatened(state: ZappZerapp) -> int:
    """(ZZ-15) Whom the move that is due may banish, as a set."""
    if state.phase != MOVING:
        return 0
    first, found = EACH * int(state.colours[state.seat]), 0
    for piece in range(first, first + EACH):
        if state.can_go(piece):
            found |= int(state.victims(piece, state.steps_of(state.seat)))
    return found


def _apprentice_words(piece: int, place: int, words: Words) -> str:
    """Who, where, and how far from home."""
    left = SQUARES + 1 - int(STEP[PLACES * (piece // EACH) + place])
    who, where = piece_words(piece, words), place_words(place, words)
    if place == TOWN:
        return words.say("piece.home", piece=who, place=where)
    return words.say("piece.apprentice", piece=who, place=where, count=left)


def _apprentice_tip(place: int, protected: bool, words: Words) -> str:
    """(ZZ-14, ZZ-16) Whether it can be banished where it stands."""
    if place in (START, TOWN) or protected:
        return words.say("tip.safe")
    return words.say("tip.unsafe")


# where things are


def near(point: Point, angle: float, distance: float) -> Point:
    """A point at some distance from another."""
    x, y = point
    return round(x + distance * cos(angle), 3), round(y + distance * sin(angle), 3)


def _on_path(square: int) -> Point:
    """Clockwise, the first and the last square on either side of the top left corner."""
    angle = 2 * pi * (square + 0.5) / SQUARES - 3 * pi / 4
    return near((MIDDLE, MIDDLE), angle, RADIUS)


@cache
def place_at(colour: int, place: int) -> Point:
    """The middle of a place; starts and towns are different ones for each colour."""
    if place < SQUARES:
        return _on_path(place)
    x, y = RED_START if place == START else RED_TOWN
    for _ in range(colour):
        x, y = SIZE - y, x  # a quarter turn
    return round(x, 3), round(y, 3)


@lru_cache(KEPT)
def _stand(piece: int, places: tuple[int, ...]) -> tuple[Point, Point]:
    """Where an apprentice stands and its span: alone, or in a circle with those who share."""
    place, colour = places[piece], piece // EACH
    own = range(EACH * colour, EACH * colour + EACH)  # starts and towns have one colour each
    sharing = range(PIECES) if place < SQUARES else own
    crowd = tuple(other for other in sharing if places[other] == place)
    return _circle(place_at(colour, place), len(crowd), crowd.index(piece))


@cache
def _circle(middle: Point, crowd: int, order: int) -> tuple[Point, Point]:
    width, distance = ALONE if crowd == 1 else FEW if crowd < CROWD else MANY
    first = pi if crowd == 2 else -pi / 2  # two stand side by side
    angle = first + 2 * pi * order / crowd
    return near(middle, angle, distance), (width, width)
