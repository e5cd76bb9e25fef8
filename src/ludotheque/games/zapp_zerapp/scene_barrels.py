"""Zapp Zerapp: the barrels as pieces to draw, on the summit, in hands, in front of the seats."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zapp_zerapp.data import BARRELS, HAND_SIZE, SUMMIT_ROWS
from ludotheque.games.zapp_zerapp.moves import HEARING, LISTENING
from ludotheque.games.zapp_zerapp.scene_board import CENTRE, PIECE_CACHE_SIZE, Point, seat_area
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Private, Public

BARREL_SPAN: Final = (1.15, 1.15)
BARREL_DISTANCE: Final = 1.17  # from one to the next in a row, and from one row to the next
AFTER_BADGES: Final = 2.0  # where barrels stand in a panel: after guild and cup
AFTER_HANDS: Final = (2.0, 0.0)  # where a placed barrel stands in the area of the hands
HAND_SIDES: Final = ("left", "right")
# Keys of the words for where a barrel is
IN_MIDDLE: Final = "piece.barrel"
IN_OWN_HAND: Final = "piece.barrel.yours"
IN_ANOTHER_HAND: Final = "piece.barrel.held"
PLACED_BY_VIEWER: Final = "piece.barrel.chosen"
PLACED_BY_ANOTHER: Final = "piece.barrel.placed"


def barrel_id(barrel: int) -> str:
    """The id of a barrel, wherever it is."""
    return f"barrel:{barrel + 1}"


def hollow_id(barrel: int) -> str:
    """The id of the empty place of a barrel in the middle."""
    return f"hollow:{barrel + 1}"


def is_listening(public: Public, seat: int) -> bool:
    """(ZZ-4) Whether a seat has still to place a barrel."""
    return public.phase in (LISTENING, HEARING) and public.barrels.placed[seat] < 0


# barrels


class BarrelSight(NamedTuple):
    """What a viewer knows of a barrel, and where it lies for that viewer."""

    barrel: int
    key: str  # of the words for where it is
    name: str  # of the player who has it, if any
    area: str
    at: Point
    number: int  # 0 where it is not public
    is_shaken: bool
    too_high: bool = False  # it is known to hold too many stones for the seat that placed it (ZZ-8)
    shakes: int = 0  # of the viewer since the mixing
    may_shake: bool = False
    tip_suffix: str = ".rest"  # in the middle: ".rest", ".full" hands, or "" if one may take it


def public_barrels(public: Public, words: Words, names: tuple[str, ...]) -> list[Piece]:
    """The barrels as everyone sees them."""
    return [_barrel(_sight(public, barrel, names), words) for barrel in range(BARRELS)]


def _sight(public: Public, barrel: int, names: tuple[str, ...]) -> BarrelSight:
    """A barrel as everyone sees it."""
    barrels = public.barrels
    number, is_shaken = barrels.numbers[barrel], barrel == barrels.shaken
    for seat, (name, hand) in enumerate(zip(names, barrels.hands, strict=True)):
        area = seat_area(seat)
        if barrel == barrels.placed[seat]:
            key, at, too_high = PLACED_BY_ANOTHER, (AFTER_BADGES, 0.0), number > public.magic
            return BarrelSight(barrel, key, name, area, at, number, is_shaken, too_high)
        if barrel in hand:
            at = (AFTER_BADGES + hand.index(barrel), 0.0)
            return BarrelSight(barrel, IN_ANOTHER_HAND, name, area, at, number, is_shaken)
    return BarrelSight(barrel, IN_MIDDLE, "", "board", _on_summit(barrel), number, is_shaken)


def own_barrels(
    public: Public, private: Private, seat: int, words: Words, names: tuple[str, ...]
) -> list[Piece]:
    """The barrels that a seat sees in another way: in hand, placed, heard, or to be taken."""
    shakes: dict[int, int] = {}
    for barrel, _, times in private.heard:
        shakes[barrel] = shakes.get(barrel, 0) + times
    pieces = []
    for barrel in range(BARRELS):
        public_sight = _sight(public, barrel, names)
        sight = _own_sight(public, public_sight, seat)._replace(shakes=shakes.get(barrel, 0))
        if sight != public_sight:
            pieces.append(_barrel(sight, words))
    return pieces


def _own_sight(public: Public, sight: BarrelSight, seat: int) -> BarrelSight:
    """A barrel as a seat sees it."""
    hand = public.barrels.hands[seat]
    if sight.barrel in hand:
        at, may_shake = (float(hand.index(sight.barrel)), 0.0), seat in public.awaited
        return sight._replace(key=IN_OWN_HAND, area="hand", at=at, may_shake=may_shake)
    if sight.barrel == public.barrels.placed[seat]:
        return sight._replace(key=PLACED_BY_VIEWER, area="hand", at=AFTER_HANDS)
    if sight.key == IN_MIDDLE and is_listening(public, seat):  # (ZZ-5)
        return sight._replace(tip_suffix=".full" if len(hand) == HAND_SIZE else "")
    return sight


@cache
def _on_summit(barrel: int) -> Point:
    """The middle of a barrel in its row on the summit."""
    row, index = 0, barrel
    while index >= SUMMIT_ROWS[row]:
        index -= SUMMIT_ROWS[row]
        row += 1
    x = CENTRE + BARREL_DISTANCE * (index - (SUMMIT_ROWS[row] - 1) / 2)
    y = CENTRE + BARREL_DISTANCE * (row - (len(SUMMIT_ROWS) - 1) / 2)
    return round(x, 3), round(y, 3)


@lru_cache(PIECE_CACHE_SIZE)
def _barrel(sight: BarrelSight, words: Words) -> Piece:
    name, number = BARREL_NAMES[sight.barrel], sight.number
    return Piece(
        barrel_id(sight.barrel),
        "barrel-open" if number else "barrel",
        sight.area,
        words.say(sight.key, barrel=name, name=sight.name) + _known(sight, words),
        sight.at,
        BARREL_SPAN,
        str(number) if number else name,
        _marks(sight),
        _tip(sight, words),
    )


def _known(sight: BarrelSight, words: Words) -> str:
    """What everyone has seen of a barrel, and how often the viewer shook it."""
    known = f", {words.say('stones', count=sight.number)}" if sight.number else ""
    if sight.too_high:
        known += words.say("piece.high")
    return known + words.say("piece.shaken", count=sight.shakes) if sight.shakes else known


def _tip(sight: BarrelSight, words: Words) -> str:
    """(ZZ-4 to ZZ-8) What a barrel is good for where it is."""
    if sight.too_high:
        return words.say("tip.barrel.high")
    if sight.number:
        return words.say("tip.barrel.open")
    if sight.key == IN_MIDDLE:
        return words.say(f"tip.barrel{sight.tip_suffix}")
    return words.say(sight.key.replace("piece", "tip", 1))


def _marks(sight: BarrelSight) -> tuple[str, ...]:
    marks = (
        ("placed", sight.key in (PLACED_BY_VIEWER, PLACED_BY_ANOTHER)),
        ("high", sight.too_high),
        ("heard", sight.shakes > 0),
        ("shaken", sight.is_shaken),
        ("shakes", sight.may_shake),
    )
    return tuple([mark for mark, is_so in marks if is_so])


# places for barrels


def own_places(public: Public, seat: int, words: Words) -> tuple[Piece, ...]:
    """Where a seat may put barrels: back in the middle, in an empty hand, in front of itself."""
    if not is_listening(public, seat):
        return ()
    held = public.barrels.hands[seat]
    return _places(held if seat in public.awaited else (), len(held), words)


@lru_cache(PIECE_CACHE_SIZE)
def _places(returnable: tuple[int, ...], held: int, words: Words) -> tuple[Piece, ...]:
    """The places for barrels that may go back, the hands beyond those ``held``, and the spot."""
    found, span = [], BARREL_SPAN
    for barrel in sorted(returnable):
        hollow, at = hollow_id(barrel), _on_summit(barrel)
        label = words.say("piece.hollow", barrel=BARREL_NAMES[barrel])
        found.append(Piece(hollow, "cell-hollow", "board", label, at, span, place=True))
    for index in range(held, HAND_SIZE):
        side, at, tip = HAND_SIDES[index], (index, 0.0), words.say("tip.hand")
        hand, art, label = f"hand:{side}", f"hand-{side}", words.say(f"piece.hand.{side}")
        found.append(Piece(hand, art, "hand", label, at, span, tip=tip, place=True))
    label, tip = words.say("piece.spot"), words.say("tip.spot")
    spot = Piece("spot", "cell-spot", "hand", label, AFTER_HANDS, span, tip=tip, place=True)
    return (*found, spot)
