"""Zapp Zerapp: the barrels as pieces to draw, on the summit, in hands, in front of the seats."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zapp_zerapp.data import BARRELS, HAND_SIZE, SUMMIT_ROWS
from ludotheque.games.zapp_zerapp.moves import HEARING, LISTENING
from ludotheque.games.zapp_zerapp.scene_board import CENTRE, PIECE_CACHE_SIZE, Point, seat_area
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES
from ludotheque.presentation.scene import XY, Piece

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Private, Public

BARREL_SPAN: Final = XY(1.15, 1.15)
BARREL_DISTANCE: Final = 1.17  # from one to the next in a row, and from one row to the next
AFTER_BADGES: Final = 2.0  # where barrels stand in a panel: after guild and cup
AFTER_HANDS: Final = XY(2.0, 0.0)  # where a placed barrel stands in the area of the hands
HAND_SIDES: Final = ("left", "right")
PLACED: Final = -1  # in place of the order in a hand
# Ends of the keys of tips for barrels in the middle
AT_REST: Final = ".rest"
WITH_FULL_HANDS: Final = ".full"
TO_BE_TAKEN: Final = ""
OWN_PIECES_CACHE_SIZE: Final = 1024  # while others shake barrels, those of a seat stay the same


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
    """What a viewer knows of a barrel that a player holds or has placed."""

    barrel: int
    number: int  # 0 where it is not public
    owner: int  # a seat
    order: int  # in the owner's hand; PLACED for one in front of the owner
    is_shaken: bool = False
    too_high: bool = False  # it is known to hold too many stones for the seat that placed it (ZZ-8)
    is_own: bool = False  # the viewer is the owner
    shakes: int = 0  # of the viewer since the mixing
    may_shake: bool = False


class Whereabouts(NamedTuple):
    """Where all barrels are, and what everyone sees of them; see `PublicBarrels`."""

    hands: tuple[tuple[int, ...], ...]
    placed: tuple[int, ...]
    shaken: int
    numbers: tuple[int, ...]
    magic: int

    def sights(self) -> dict[int, BarrelSight]:
        """The barrels that players hold or have placed, as everyone sees them."""
        sights, numbers = {}, self.numbers
        for seat, hand in enumerate(self.hands):
            for order, barrel in enumerate(hand):
                is_shaken = barrel == self.shaken
                sights[barrel] = BarrelSight(barrel, numbers[barrel], seat, order, is_shaken)
        for seat, barrel in enumerate(self.placed):
            if barrel >= 0:
                number, too_high = numbers[barrel], numbers[barrel] > self.magic
                sights[barrel] = BarrelSight(barrel, number, seat, PLACED, too_high=too_high)
        return sights


def _whereabouts(public: Public) -> Whereabouts:
    barrels = public.barrels
    return Whereabouts(barrels.hands, barrels.placed, barrels.shaken, barrels.numbers, public.magic)


def public_barrels(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache
) -> tuple[Piece, ...]:
    """The barrels as everyone sees them."""
    where = _whereabouts(public)
    return cache.keep("barrels", (where, names), lambda: _public_barrels(where, words, names))


def _public_barrels(where: Whereabouts, words: Words, names: tuple[str, ...]) -> tuple[Piece, ...]:
    sights, pieces = where.sights(), []
    for barrel in range(BARRELS):
        if barrel in sights:
            sight = sights[barrel]
            pieces.append(_barrel(sight, names[sight.owner], words))
        else:
            pieces.append(_in_middle(barrel, where.numbers[barrel], 0, AT_REST, words))
    return tuple(pieces)


def own_pieces(
    public: Public, private: Private, seat: int, words: Words, names: tuple[str, ...]
) -> tuple[Piece, ...]:
    """The places where a seat may put barrels, and the barrels that it sees in another way."""
    may_place, may_act = is_listening(public, seat), seat in public.awaited
    return _own_pieces(_whereabouts(public), private, seat, may_place, may_act, words, names)


@lru_cache(OWN_PIECES_CACHE_SIZE)
def _own_pieces(
    where: Whereabouts,
    private: Private,
    seat: int,
    may_place: bool,
    may_act: bool,
    words: Words,
    names: tuple[str, ...],
) -> tuple[Piece, ...]:
    hand = where.hands[seat]
    places = _places(hand if may_act else (), len(hand), words) if may_place else ()
    return (*places, *_own_barrels(where, private, seat, may_place, may_act, words, names))


def _own_barrels(
    where: Whereabouts,
    private: Private,
    seat: int,
    may_take: bool,
    may_act: bool,
    words: Words,
    names: tuple[str, ...],
) -> list[Piece]:
    """The barrels in a seat's hand, placed by it, heard, or to be taken."""
    sights, shakes, tip_suffix = where.sights(), _shakes(private), AT_REST
    if may_take:  # (ZZ-5)
        tip_suffix = WITH_FULL_HANDS if len(where.hands[seat]) == HAND_SIZE else TO_BE_TAKEN
    pieces = []
    for barrel in range(BARRELS):
        times = shakes.get(barrel, 0)
        if barrel not in sights:
            if may_take or times:
                number = where.numbers[barrel]
                pieces.append(_in_middle(barrel, number, times, tip_suffix, words))
        elif times or sights[barrel].owner == seat:
            sight = _own_sight(sights[barrel], seat, times, may_act)
            pieces.append(_barrel(sight, names[sight.owner], words))
    return pieces


def own_basis(public: Public, private: Private, seat: int) -> Hashable:
    """What `own_pieces` uses for a seat that may not act.

    Unless it listens, only the barrel it has placed and those it has shaken are different for it.
    """
    where = _whereabouts(public)
    if is_listening(public, seat):
        return where, private
    shakes = _shakes(private)
    seen = [s for s in where.sights().values() if s.owner == seat or s.barrel in shakes]
    return tuple(seen), tuple([where.numbers[barrel] for barrel in shakes]), private


def _shakes(private: Private) -> dict[int, int]:
    """How often a seat shook barrels since the mixing."""
    shakes: dict[int, int] = {}
    for barrel, _, times in private.heard:
        shakes[barrel] = shakes.get(barrel, 0) + times
    return shakes


def _own_sight(sight: BarrelSight, seat: int, shakes: int, may_act: bool) -> BarrelSight:
    """A barrel of some player as a seat sees it that shook it ``shakes`` times."""
    is_own = sight.owner == seat
    may_shake = is_own and sight.order != PLACED and may_act
    return sight._replace(is_own=is_own, shakes=shakes, may_shake=may_shake)


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
def _in_middle(barrel: int, number: int, shakes: int, tip_suffix: str, words: Words) -> Piece:
    """A barrel on the summit."""
    name = BARREL_NAMES[barrel]
    known = _known(number, False, shakes, words)
    return Piece(
        barrel_id(barrel),
        "barrel-open" if number else "barrel",
        "board",
        words.say("piece.barrel", barrel=name) + known,
        _on_summit(barrel),
        BARREL_SPAN,
        str(number) if number else name,
        ("heard",) if shakes else (),
        words.say("tip.barrel.open" if number else f"tip.barrel{tip_suffix}"),
    )


@lru_cache(PIECE_CACHE_SIZE)
def _barrel(sight: BarrelSight, owner: str, words: Words) -> Piece:
    """A barrel that a player holds or has placed."""
    name, number, place = BARREL_NAMES[sight.barrel], sight.number, _place_key(sight)
    known = _known(number, sight.too_high, sight.shakes, words)
    return Piece(
        barrel_id(sight.barrel),
        "barrel-open" if number else "barrel",
        "hand" if sight.is_own else seat_area(sight.owner),
        words.say(f"piece.barrel.{place}", barrel=name, name=owner) + known,
        _position(sight),
        BARREL_SPAN,
        str(number) if number else name,
        _marks(sight),
        _tip(sight, place, words),
    )


def _place_key(sight: BarrelSight) -> str:
    """The last part of the keys of the words for where a barrel is."""
    if sight.order == PLACED:
        return "chosen" if sight.is_own else "placed"
    return "yours" if sight.is_own else "held"


def _position(sight: BarrelSight) -> Point:
    """Where a barrel stands: in the area of the viewer's hands, or in its owner's panel."""
    if not sight.is_own:
        return AFTER_BADGES + max(sight.order, 0), 0.0
    return AFTER_HANDS if sight.order == PLACED else (float(sight.order), 0.0)


def _known(number: int, too_high: bool, shakes: int, words: Words) -> str:
    """What everyone has seen of a barrel, and how often the viewer shook it."""
    known = f", {words.say('stones', count=number)}" if number else ""
    if too_high:
        known += words.say("piece.high")
    return known + words.say("piece.shaken", count=shakes) if shakes else known


def _tip(sight: BarrelSight, place: str, words: Words) -> str:
    """(ZZ-4 to ZZ-8) What a barrel is good for where it is."""
    if sight.too_high:
        return words.say("tip.barrel.high")
    return words.say("tip.barrel.open" if sight.number else f"tip.barrel.{place}")


def _marks(sight: BarrelSight) -> tuple[str, ...]:
    marks = (
        ("placed", sight.order == PLACED),
        ("high", sight.too_high),
        ("heard", sight.shakes > 0),
        ("shaken", sight.is_shaken),
        ("shakes", sight.may_shake),
    )
    return tuple([mark for mark, is_so in marks if is_so])


# places for barrels


@lru_cache(PIECE_CACHE_SIZE)
def _places(returnable: tuple[int, ...], held: int, words: Words) -> tuple[Piece, ...]:
    """The places for barrels that may go back, the hands beyond those ``held``, and the spot."""
    found, span = [], BARREL_SPAN
    for barrel in sorted(returnable):
        hollow, at = hollow_id(barrel), _on_summit(barrel)
        label = words.say("piece.hollow", barrel=BARREL_NAMES[barrel])
        found.append(Piece(hollow, "cell-hollow", "board", label, at, span, place=True))
    for index in range(held, HAND_SIZE):
        side, at, tip = HAND_SIDES[index], (float(index), 0.0), words.say("tip.hand")
        hand, art, label = f"hand:{side}", f"hand-{side}", words.say(f"piece.hand.{side}")
        found.append(Piece(hand, art, "hand", label, at, span, tip=tip, place=True))
    label, tip = words.say("piece.spot"), words.say("tip.spot")
    ask = words.say("ask.spot")
    spot = Piece(
        "spot", "cell-spot", "hand", label, AFTER_HANDS, span, tip=tip, place=True, ask=ask
    )
    return (*found, spot)
