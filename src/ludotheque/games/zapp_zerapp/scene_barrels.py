"""Zapp Zerapp: the barrels as pieces to draw, on the summit, in hands and before the seats."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zapp_zerapp.data import BARRELS, HANDS
from ludotheque.games.zapp_zerapp.picture import BRAND, ROWS
from ludotheque.games.zapp_zerapp.rules import HEARING, LISTENING, View
from ludotheque.games.zapp_zerapp.scene_board import KEPT, MIDDLE, Point
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludotheque.core.words import Words

BARREL: Final = (1.15, 1.15)
BESIDE: Final = 1.17  # from one barrel to the next, and from one row of them to the next
AFTER_BADGES: Final = 2.0  # the order of barrels in a panel, after guild and cup
AFTER_HANDS: Final = (2.0, 0.0)
SIDES: Final = ("left", "right")
YOURS: Final = "piece.barrel.yours"
PLACED: Final = ("piece.barrel.chosen", "piece.barrel.placed")  # by the viewer, or by another


@cache
def barrel_id(barrel: int) -> str:
    """The id of a barrel, wherever it is."""
    return f"barrel:{barrel + 1}"


@cache
def hollow_id(barrel: int) -> str:
    """The id of the empty place of a barrel in the middle."""
    return f"hollow:{barrel + 1}"


def barrels(
    view: View, viewer: int, pressed: Iterable[str], words: Words, names: Sequence[str]
) -> list[Piece]:
    """In the middle, in hands, and placed before the seats."""
    pieces, shakes, reach = [], _shakes(view), _reach(view, viewer)
    for barrel, number in enumerate(view.numbers):
        key, seat, area, at = _whereabouts(view, viewer, barrel)
        times, is_shaken = shakes.get(barrel, 0), barrel == view.shaken
        is_too_high = barrel in view.placed and number > sum(view.dice)  # (ZZ-8)
        may_shake = key == YOURS and barrel_id(barrel) in pressed
        sight = Barrel(barrel, number, is_too_high, times, is_shaken, may_shake, reach)
        pieces.append(_barrel(sight, key, names[seat], area, at, words))
    return pieces


class Barrel(NamedTuple):
    """What a viewer knows of a barrel, wherever it is."""

    barrel: int
    number: int  # 0 where it is not known to all
    too_high: bool  # somebody placed it, and it is known to hold too many stones
    shakes: int  # of the viewer since the mixing
    is_shaken: bool
    may_shake: bool
    reach: str  # whether the viewer could take it from the middle: see ``_reach``


@lru_cache(KEPT)
def _barrel(sight: Barrel, key: str, name: str, area: str, at: Point, words: Words) -> Piece:
    number = sight.number
    return Piece(
        barrel_id(sight.barrel),
        "barrel-open" if number else "barrel",
        area,
        words.say(key, barrel=BRAND[sight.barrel], name=name) + _barrel_words(sight, words),
        at,
        BARREL,
        str(number) if number else BRAND[sight.barrel],
        _marks(sight, key),
        _tip(sight, key, words),
    )


def _whereabouts(view: View, viewer: int, barrel: int) -> tuple[str, int, str, Point]:
    """The words for where a barrel is, before whom, the area, and the point or order in it."""
    if barrel in view.placed:
        seat = view.placed.index(barrel)
        if seat == viewer:
            return "piece.barrel.chosen", seat, "hand", AFTER_HANDS
        return "piece.barrel.placed", seat, f"seat{seat}", (AFTER_BADGES, 0.0)
    for seat, hand in enumerate(view.hands):
        if barrel in hand:
            order = float(hand.index(barrel))
            if seat == viewer:
                return YOURS, seat, "hand", (order, 0.0)
            return "piece.barrel.held", seat, f"seat{seat}", (AFTER_BADGES + order, 0.0)
    return "piece.barrel", 0, "board", _barrel_at(barrel)


@cache
def _barrel_at(barrel: int) -> Point:
    """In rows on the summit."""
    row, order = 0, barrel
    while order >= ROWS[row]:
        order -= ROWS[row]
        row += 1
    x = MIDDLE + BESIDE * (order - (ROWS[row] - 1) / 2)
    y = MIDDLE + BESIDE * (row - (len(ROWS) - 1) / 2)
    return round(x, 3), round(y, 3)


def _shakes(view: View) -> dict[int, int]:
    """How often the viewer shook each barrel since the mixing, where he did."""
    shakes: dict[int, int] = {}
    for barrel, _, times in view.heard:
        shakes[barrel] = shakes.get(barrel, 0) + times
    return shakes


def _barrel_words(sight: Barrel, words: Words) -> str:
    """What all have seen of a barrel, and how often the viewer shook it."""
    number, shakes = sight.number, sight.shakes
    told = f", {words.say('stones', count=number)}" if number else ""
    if sight.too_high:
        told += words.say("piece.high")
    return told + words.say("piece.shaken", count=shakes) if shakes else told


def _tip(sight: Barrel, key: str, words: Words) -> str:
    """(ZZ-4 to ZZ-8) What a barrel is good for where it is."""
    if sight.too_high:
        return words.say("tip.barrel.high")
    if key == "piece.barrel" and not sight.number:
        return words.say(f"tip.barrel{sight.reach}")
    return words.say("tip.barrel.open" if sight.number else key.replace("piece", "tip", 1))


def _reach(view: View, viewer: int) -> str:
    """(ZZ-5) Nothing if the viewer may take a barrel, else why not: now, or with full hands."""
    if viewer < 0 or view.phase not in (LISTENING, HEARING) or view.placed[viewer] >= 0:
        return ".rest"
    return ".full" if len(view.hands[viewer]) == HANDS else ""


def _marks(sight: Barrel, key: str) -> tuple[str, ...]:
    marks = (
        ("placed", key in PLACED),
        ("high", sight.too_high),
        ("heard", sight.shakes > 0),
        ("shaken", sight.is_shaken),
        ("shakes", sight.may_shake),
    )
    return tuple([mark for mark, is_so in marks if is_so])


def hollows(view: View, viewer: int, pressed: Iterable[str], words: Words) -> list[Piece]:
    """Where barrels go: back to the middle, into an empty hand, before the viewer."""
    pieces = []
    for barrel in range(BARRELS):
        if hollow_id(barrel) in pressed:
            pieces.append(_hollow(barrel, words))
    if viewer >= 0 and view.placed[viewer] < 0 and view.phase in (LISTENING, HEARING):
        held = len(view.hands[viewer])
        pieces += [_empty_hand(order, words) for order in range(held, HANDS)]
        label, tip = words.say("piece.spot"), words.say("tip.spot")
        pieces.append(Piece("spot", "cell-spot", "hand", label, AFTER_HANDS, BARREL, tip=tip))
    return pieces


@cache
def _hollow(barrel: int, words: Words) -> Piece:
    label, at = words.say("piece.hollow", barrel=BRAND[barrel]), _barrel_at(barrel)
    return Piece(hollow_id(barrel), "cell-hollow", "board", label, at, BARREL)


@cache
def _empty_hand(order: int, words: Words) -> Piece:
    side = SIDES[order]
    label, tip = words.say(f"piece.hand.{side}"), words.say("tip.hand")
    return Piece(f"hand:{side}", f"hand-{side}", "hand", label, (order, 0.0), BARREL, tip=tip)
