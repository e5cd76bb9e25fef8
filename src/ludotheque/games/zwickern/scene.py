"""Zwickern: the table as data any client can draw, in two layers.

Heaps lie face down (ZW-6); only the card that captured just now is still to be seen on its heap,
until the next move.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zwickern import moves, scene_cards
from ludotheque.games.zwickern.observation import HIDDEN, Private, Public
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.scene_choices import FREE_PLACE, choices_of, heap_id, value_id
from ludotheque.games.zwickern.sentences import heading, side_name
from ludotheque.presentation.scene import (
    TABLE_LAYER_CACHE_SIZE,
    Area,
    Choice,
    Counter,
    OwnLayer,
    Piece,
    TableLayer,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words

COUNTER_CACHE_SIZE: Final = 1024

# what everybody sees


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def table(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache | None = None
) -> TableLayer:
    """Everything but the hand and what can be done with it."""
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=tuple(_areas(public, words, names)),
        pieces=(
            *scene_cards.item_pieces(public, words, names),
            *_pack(public, words),
            *_heaps(public, words, names),
            *_tokens(public, words, names),
        ),
    )


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    if public.phase == moves.OVER:
        return words.say("prompt.over")
    if public.phase != moves.PLAYING:
        return words.say("prompt.deal")
    return words.say("prompt.wait", name=names[public.seat])


# areas


def _areas(public: Public, words: Words, names: Sequence[str]) -> list[Area]:
    items = _counter("item", len(public.items), words)
    pack = _counter("pack", _to_deal(public), words)
    label, tip = heading("area.table", public, words, names), words.say("area.table.tip")
    size = scene_cards.table_size(public)
    return [
        Area("table", "board", label, size=size, counters=(items,), tip=tip),
        Area("pack", "stack", words.say("area.pack"), counters=(pack,)),
        *(_panel(public, seat, words, name) for seat, name in enumerate(names)),
        *(_heap_area(public, side, words, names) for side in range(len(public.sides))),
    ]


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    """A seat; its points are those of its side."""
    player = public.players[seat]
    counters = (
        _counter("score", player.score, words),
        _counter("card", player.hand_size, words),
    )
    acting = public.phase == moves.PLAYING and public.seat == seat
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting)


def _heap_area(public: Public, side: int, words: Words, names: Sequence[str]) -> Area:
    """The heap of a side, its claws if heaps are open, and penalties once there are any."""
    here = public.sides[side]
    counters = [_counter("heap", here.heap_size, words)]
    if here.heap_claws != HIDDEN:
        counters.append(_counter("claw", here.heap_claws, words))
    if here.tally.penalties:
        counters.append(_counter("penalty", here.tally.penalties, words))
    label, tip = words.say("area.heap", name=side_name(side, names)), words.say("area.heap.tip")
    return Area(f"heap{side}", "stack", label, side, counters=tuple(counters), tip=tip)


@lru_cache(COUNTER_CACHE_SIZE)
def _counter(key: str, value: int, words: Words) -> Counter:
    return Counter(key, words.say(f"counter.{key}"), value, words.say(f"counter.{key}.tip"))


# pack, heaps and tokens


def _pack(public: Public, words: Words) -> list[Piece]:
    count = _to_deal(public)
    return [Piece("pack", "back", "pack", words.say("pack", count=count))] if count else []


def _to_deal(public: Public) -> int:
    """How many cards are still to deal; 0 at the end, although the pack is whole then."""
    return 0 if public.phase == moves.OVER else public.pack


def _heaps(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    pieces = []
    for side in range(len(public.sides)):
        pieces += _heap(public, side, words, names)
    return pieces


def _heap(public: Public, side: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """A heap face down; on it the card that captured just now, and open Zwicks."""
    here, area, name = public.sides[side], f"heap{side}", side_name(side, names)
    label = words.say("piece.heap", name=name, count=here.heap_size)
    if here.heap_claws != HIDDEN:
        label = scene_cards.with_claws(label, here.heap_claws, words)
    art = "heap" if here.heap_size else "heap-empty"
    pieces = [Piece(heap_id(side), art, area, label, place=not here.heap_size)]
    last = public.last_play
    if last is not None and last.is_capture and public.players[last.seat].side == side:
        pieces.append(scene_cards.single_card(public, last.card, (area, 1, 0), words))
    if zwicks := here.open_zwicks:
        label, tip = words.say("piece.zwick", name=name, count=zwicks), words.say("piece.zwick.tip")
        token, origin = f"zwick:{side}", heap_id(side)
        pieces.append(
            Piece(token, "zwick", area, label, (2, 0), value=str(zwicks), tip=tip, origin=origin)
        )
    return pieces


def _tokens(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
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
    return pieces


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
    del names
    areas = [Area("hand", "row", words.say("area.hand"), seat)]
    hand = _hand(public, private, words)
    if seat != world.next_actor():
        return OwnLayer(areas=tuple(areas), pieces=tuple(hand))
    choices = choices_of(world, private.hand, seat, words)
    announced = _announced(choices)
    if announced:
        areas.append(Area("flags", "row", words.say("area.flags")))
    return OwnLayer(
        prompt=_own_prompt(public, private, words),
        areas=tuple(areas),
        pieces=(_free_place(public, words), *hand, *_flags(announced, words)),
        choices=choices,
    )


def _own_prompt(public: Public, private: Private, words: Words) -> str:
    if not public.items:
        return words.say("prompt.empty")
    return words.say("prompt.last" if len(private.hand) == 1 else "prompt.play")


def _hand(public: Public, private: Private, words: Words) -> list[Piece]:
    return [
        scene_cards.single_card(public, card, ("hand", order, 0), words)
        for order, card in enumerate(private.hand)
    ]


def _free_place(public: Public, words: Words) -> Piece:
    """Where a card can be added."""
    label, tip = words.say("piece.cell"), words.say("piece.cell.tip")
    at, span = scene_cards.middle_of(public, len(public.items)), scene_cards.CARD_SPAN
    return Piece(FREE_PLACE, "cell", "table", label, at, span, tip=tip, place=True)


def _announced(choices: Sequence[Choice]) -> list[int]:
    """The values that can be picked for a build, ascending: none unless the table is crowded."""
    targets = [target for choice in choices for pick in choice.picks for target in pick.targets]
    return sorted({int(name) for target, name in targets if target == value_id(name)})


def _flags(values: Sequence[int], words: Words) -> list[Piece]:
    """Values to announce."""
    pieces = []
    for order, value in enumerate(values):
        label = words.say("piece.value", value=value)
        pieces.append(Piece(value_id(value), "flag", "flags", label, (order, 0), value=str(value)))
    return pieces
