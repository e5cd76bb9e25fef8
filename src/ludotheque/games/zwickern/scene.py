"""Zwickern: the table as data any client can draw, in two layers.

Heaps lie face down (ZW-6); only the card that captured just now is still to be seen on its heap,
until the next move.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.games.zwickern import moves, scene_cards
from ludotheque.games.zwickern.data import CARDS, FIRST_HAND
from ludotheque.games.zwickern.observation import (
    HIDDEN,
    LastPlay,
    Player,
    Private,
    Public,
    Side,
    Tally,
)
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.scene_choices import FREE_PLACE, heap_id, offer, value_id
from ludotheque.games.zwickern.scene_targets import zwick_id
from ludotheque.games.zwickern.sentences import heading, side_name
from ludotheque.presentation.scene import (
    Area,
    Choice,
    Counter,
    OwnLayer,
    Piece,
    TableLayer,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words

DECK_SIZE: Final = CARDS - 1  # no game has both the 20 and the 30 (ZW-1)
COUNTER_CACHE_SIZE: Final = 1024
STAGED_CACHE_SIZE: Final = 128

# what everybody sees


def table(public: Public, words: Words, names: tuple[str, ...], cache: PartCache) -> TableLayer:
    """Everything but the hand and what can be done with it."""
    sides, cards_to_deal = range(len(public.sides)), _to_deal(public)
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(
            _kept_table(public, words, names, cache),
            _pack_area(cards_to_deal, words),
            *[_kept_panel(public, seat, words, name, cache) for seat, name in enumerate(names)],
            *[_kept_heap_area(public, side, words, names, cache) for side in sides],
            *[_kept_tally(public, side, words, names, cache) for side in sides],
        ),
        pieces=(
            *_kept_items(public, words, names, cache),
            *_pack(cards_to_deal, words),
            *[piece for side in sides for piece in _kept_heap(public, side, words, names, cache)],
            *_kept_tokens(public, words, names, cache),
            *_card_of_last_deal(public, words),
        ),
    )


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    if public.phase == moves.OVER:
        return words.say("prompt.over", count=public.deals)
    if public.phase != moves.PLAYING:
        return words.say("prompt.deal")
    return words.say("prompt.wait", name=names[public.seat])


# areas


def _kept_table(public: Public, words: Words, names: tuple[str, ...], cache: PartCache) -> Area:
    """The table with its cards; its heading says which deal and round it is."""
    clock = public.phase == moves.OVER, public.deal, public.round, public.dealer
    basis = (clock, len(public.items), names)
    return cache.keep("table", basis, lambda: _table_area(public, words, names))


def _table_area(public: Public, words: Words, names: Sequence[str]) -> Area:
    count = len(public.items)
    label, tip = heading("area.table", public, words, names), words.say("area.table.tip")
    counters, size = (_counter("item", count, words),), scene_cards.table_size(count)
    return Area("table", "board", label, size=size, counters=counters, tip=tip)


@cache
def _pack_area(count: int, words: Words) -> Area:
    counters = (_counter("pack", count, words),)
    return Area("pack", "stack", words.say("area.pack"), counters=counters)


def _kept_panel(public: Public, seat: int, words: Words, name: str, cache: PartCache) -> Area:
    """A seat; its points are those of its side."""
    player, acting = public.players[seat], public.phase == moves.PLAYING and public.seat == seat
    basis = (player.score, player.hand_size, acting, name)
    return cache.keep(("panel", seat), basis, lambda: _panel(seat, player, acting, words, name))


def _panel(seat: int, player: Player, acting: bool, words: Words, name: str) -> Area:
    counters = (
        _counter("score", player.score, words),
        _counter("card", player.hand_size, words),
    )
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting)


def _kept_heap_area(
    public: Public, side: int, words: Words, names: tuple[str, ...], cache: PartCache
) -> Area:
    here, label = public.sides[side], side_name(side, names)
    basis = (here, names)
    return cache.keep(("heap area", side), basis, lambda: _heap_area(here, side, label, words))


def _heap_area(here: Side, side: int, label: str, words: Words) -> Area:
    """The heap of a side, its claws if heaps are open, and penalties once there are any."""
    counters = [_counter("heap", here.heap_size, words)]
    if here.heap_claws != HIDDEN:
        counters.append(_counter("claw", here.heap_claws, words))
    if here.tally.penalties:
        counters.append(_counter("penalty", here.tally.penalties, words))
    tip = words.say("area.heap.tip")
    return Area(f"heap{side}", "stack", label, side, counters=tuple(counters), tip=tip)


def _kept_tally(
    public: Public, side: int, words: Words, names: tuple[str, ...], cache: PartCache
) -> Area:
    tally, label = public.sides[side].tally, side_name(side, names)
    tip = words.say("tally.tip", deal=public.deal, deals=public.deals)
    basis = (tally, public.deal, names)
    return cache.keep(("tally", side), basis, lambda: _tally(tally, side, label, tip, words))


def _tally(tally: Tally, side: int, label: str, tip: str, words: Words) -> Area:
    """(ZW-14) What a side's points are made of: shown when a deal is scored."""
    most, zwicks, claws, penalties = tally
    parts = {"heap": most, "zwick": zwicks, "claw": claws, "penalty": -penalties}
    parts["score"] = sum(parts.values())
    counters = tuple([_part(key, value, words) for key, value in parts.items()])
    return Area(f"tally{side}", "stack", label, side, counters=counters, tip=tip)


def _card_of_last_deal(public: Public, words: Words) -> tuple[Piece, ...]:
    """The card that ended a deal, until the next one is dealt: for a stage alone."""
    if public.last_move < 0 or public.pack < DECK_SIZE:
        return ()
    return (_staged_card(public.last_move, public.largest, words),)


@lru_cache(STAGED_CACHE_SIZE)
def _staged_card(last_move: int, largest: int, words: Words) -> Piece:
    card, where = int(moves.played_card(last_move)), ("tally0", 0.0, 0.0)
    marks = ("takes",) if moves.is_capture(last_move) else ()
    return scene_cards.single_card(card, where, words, largest=largest, marks=marks)


@lru_cache(COUNTER_CACHE_SIZE)
def _part(key: str, value: int, words: Words) -> Counter:
    return Counter(key, words.say(f"tally.{key}"), value)


@lru_cache(COUNTER_CACHE_SIZE)
def _counter(key: str, value: int, words: Words) -> Counter:
    return Counter(key, words.say(f"counter.{key}"), value, words.say(f"counter.{key}.tip"))


# pack, heaps and tokens


def _kept_items(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache
) -> tuple[Piece, ...]:
    """The cards on the table; while cards are dealt to hands they stay."""
    basis = (public.items, public.last_play, names)
    make = partial(scene_cards.item_pieces, public, words, names, cache)
    return cache.keep("items", basis, make)


@cache
def _pack(count: int, words: Words) -> tuple[Piece, ...]:
    return (Piece("pack", "back", "pack", words.say("pack", count=count)),) if count else ()


def _to_deal(public: Public) -> int:
    """How many cards are still to deal; 0 at the end, although the pack is whole then."""
    return 0 if public.phase == moves.OVER else public.pack


def _kept_heap(
    public: Public, side: int, words: Words, names: tuple[str, ...], cache: PartCache
) -> tuple[Piece, ...]:
    """A heap with what lies on it."""
    last = public.last_play
    is_shown = last is not None and last.is_capture and public.players[last.seat].side == side
    captor = last if is_shown else None
    make = partial(_heap, public, side, captor, words, names)
    return cache.keep(("heap", side), (public.sides[side], captor, names), make)


def _heap(
    public: Public, side: int, captor: LastPlay | None, words: Words, names: Sequence[str]
) -> tuple[Piece, ...]:
    """A heap face down; on it the card that captured just now, and open Zwicks."""
    here, area, name = public.sides[side], f"heap{side}", side_name(side, names)
    label = words.say("piece.heap", name=name, count=here.heap_size)
    if here.heap_claws != HIDDEN:
        label = scene_cards.with_claws(label, here.heap_claws, words)
    art = "heap" if here.heap_size else "heap-empty"
    pieces = [Piece(heap_id(side), art, area, label, place=not here.heap_size)]
    if captor is not None:
        card = scene_cards.single_card(
            captor.card,
            (area, 1, 0),
            words,
            largest=public.largest,
            player=captor.seat,
            marks=("takes",),
        )
        pieces.append(card)
    if zwicks := here.open_zwicks:
        label, tip = words.say("piece.zwick", name=name, count=zwicks), words.say("piece.zwick.tip")
        token, origin = zwick_id(side, len(names)), heap_id(side)
        at, value, marks = (2.0, 0.0), str(zwicks), ("token",)
        pieces.append(
            Piece(token, "zwick", area, label, at, (1, 1), value, marks, tip, origin=origin)
        )
    return tuple(pieces)


def _kept_tokens(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache
) -> tuple[Piece, ...]:
    """What lies next to the names."""
    owners = public.phase == moves.OVER, public.dealer, public.last_taker
    promises = tuple([player.promises for player in public.players])
    make = partial(_tokens, public, words, names)
    return cache.keep("tokens", (owners, promises, names), make)


def _tokens(public: Public, words: Words, names: Sequence[str]) -> tuple[Piece, ...]:
    """Next to the names: dealer, last taker, partners, and what strict builds promise."""
    pieces = []
    if public.phase != moves.OVER:
        pieces.append(_token("dealer", public.dealer, words, names))
    if public.last_taker >= 0:
        pieces.append(_token("taker", public.last_taker, words, names))
    for seat, name in enumerate(names):
        if len(names) == 4:
            label = words.say("piece.partner", name=name, partner=names[(seat + 2) % 4])
            art = f"side-{public.players[seat].side}"
            pieces.append(Piece(f"side:{seat}", art, f"seat{seat}", label))
        pieces += _promises(public, seat, words, name)
    return tuple(pieces)


def _token(art: str, seat: int, words: Words, names: Sequence[str]) -> Piece:
    at = (1.0 if art == "dealer" else 2.0, 0.0)
    return Piece(art, art, f"seat{seat}", words.say(f"piece.{art}", name=names[seat]), at)


def _promises(public: Public, seat: int, words: Words, name: str) -> list[Piece]:
    """(ZW-10, strict) The values a seat is known to hold."""
    pieces = []
    for order, value in enumerate(public.players[seat].promises, 3):
        label = words.say("piece.promise", name=name, value=value)
        token, area, at = f"promise:{seat}:{value}", f"seat{seat}", (float(order), 0.0)
        pieces.append(Piece(token, "promise", area, label, at, value=str(value)))
    return pieces


# what one seat sees and may do


def own(
    world: Zwickern,
    public: Public,
    private: Private,
    seat: int,
    words: Words,
    names: tuple[str, ...],
) -> OwnLayer:
    """The hand, and in its turn the place to add a card and what can be done."""
    hand = _hand(public, private, words)
    areas = (*_own_side(public, seat, words, names), _hand_area(seat, words))
    if seat != world.next_actor():
        return OwnLayer(areas=areas, pieces=hand)
    choices, announced = offer(world, public, private.hand, seat, words)
    flags = _flags(announced, words)
    return OwnLayer(
        prompt=_own_prompt(public, private, seat, words, names),
        areas=(*areas, *_flag_areas(announced, words)),
        pieces=(_free_place(len(public.items), words), *_asking(hand, choices, words), *flags),
        choices=choices,
    )


def _asking(hand: Sequence[Piece], choices: Sequence[Choice], words: Words) -> list[Piece]:
    """The hand; a card that is pressed asks what it captures, if it can."""
    capturing = {choice.path[0] for choice in choices if any(pick.groups for pick in choice.picks)}
    captures, adds = words.say("ask.capture"), words.say("ask.card")
    return [
        msgspec.structs.replace(card, ask=captures if card.id in capturing else adds)
        for card in hand
    ]


def own_basis(public: Public, private: Private, seat: int) -> Hashable:
    """The hand, and the side."""
    return private, public.deal, public.sides[public.players[seat].side]


def _own_side(public: Public, seat: int, words: Words, names: Sequence[str]) -> tuple[Area, Area]:
    """The areas of the seat's side, which is "you" to the seat."""
    side = public.players[seat].side
    label = words.say("area.heap.own")
    if len(names) == 4:
        label = words.say("area.heap.pair", partner=names[(seat + 2) % 4])
    here = public.sides[side]
    tip = words.say("tally.tip", deal=public.deal, deals=public.deals)
    return _heap_area(here, side, label, words), _tally(here.tally, side, label, tip, words)


@cache
def _hand_area(seat: int, words: Words) -> Area:
    return Area("hand", "row", words.say("area.hand"), seat)


def _own_prompt(
    public: Public, private: Private, seat: int, words: Words, names: Sequence[str]
) -> str:
    """What to do; before the first move of a game also with whom (ZW-3)."""
    if len(names) == 4 and public.deal == public.round == 0 and len(private.hand) == FIRST_HAND:
        partner, *others = [names[(seat + step) % 4] for step in (2, 1, 3)]
        return words.say("prompt.pairs", partner=partner, one=others[0], other=others[1])
    if not public.items:
        return words.say("prompt.empty")
    return words.say("prompt.last" if len(private.hand) == 1 else "prompt.play")


def _hand(public: Public, private: Private, words: Words) -> tuple[Piece, ...]:
    return tuple(
        [
            scene_cards.hand_card(card, order, public.largest, words)
            for order, card in enumerate(private.hand)
        ]
    )


@cache
def _free_place(items: int, words: Words) -> Piece:
    """Where a card can be added."""
    label, tip = words.say("piece.cell"), words.say("piece.cell.tip")
    at, span = scene_cards.middle_of(items, items), scene_cards.CARD_SPAN
    ask = words.say("ask.place")
    return Piece(FREE_PLACE, "cell", "table", label, at, span, tip=tip, place=True, ask=ask)


def _flag_areas(values: Sequence[int], words: Words) -> tuple[Area, ...]:
    return (Area("flags", "row", words.say("area.flags")),) if values else ()


def _flags(values: Sequence[int], words: Words) -> list[Piece]:
    """Values to announce."""
    pieces = []
    for order, value in enumerate(values):
        label = words.say("piece.value", value=value)
        pieces.append(Piece(value_id(value), "flag", "flags", label, (order, 0), value=str(value)))
    return pieces
