"""Zwickern: the table as data any client can draw.

A card on its way from the hand to the table and on to a heap is always the same piece, named as in
the notation. Heaps lie face down (ZW-6); only the card that captured just now is still to be seen
on its heap, until the next move.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zwickern.data import (
    DEALS,
    FACE_CARD,
    FACES,
    FIFTEEN,
    FIRST_HAND,
    ROUNDS,
    claws_of,
)
from ludotheque.games.zwickern.notation import CARD
from ludotheque.games.zwickern.picture import card_name, card_values, side_name
from ludotheque.games.zwickern.rules import OVER, PLAYING, View, Zwickern
from ludotheque.games.zwickern.rules_moves import FIX, KIND_BITS, KIND_MASK
from ludotheque.games.zwickern.rules_table import LOOSE
from ludotheque.games.zwickern.scene_choices import CELL, choices_of, heap_id, value_id
from ludotheque.presentation.scene import SHARED_CACHE_SIZE, Area, Choice, Counter, Piece, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words

MARK: Final = ("shell", "starfish", "anchor", "gull")
# The beach in quarters of a card's width. It has columns and rows for so many places, wider than
# high as the room is on a phone and on a desk, and a strip of sea above them.
GRIDS: Final = ((4, 2), (5, 2), (5, 3), (6, 3), (7, 4), (8, 5), (8, 7))
PITCH: Final = (5, 7)
SEA: Final = 2
CARD_SPAN: Final = (4.0, 6.0)
LIFT: Final = 0.25  # how far a covered card looks out, for each of the first few below
SEEN_BELOW: Final = 4
COUNTERS: Final = 1024  # that are remembered


def scene(state: Zwickern, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    """What a viewer sees and may do."""
    view = state.observe(viewer)
    choices = choices_of(state, view, viewer, words)
    open_to_all = replace(view, hand=())
    areas, table, beside = _seen_by_all(open_to_all, int(state.config.penalty), words, tuple(names))
    return Scene(
        game="zwickern",
        viewer=viewer,
        prompt=_prompt(view, viewer, words, names),
        areas=(*areas, *_own_areas(choices, viewer, words)),
        pieces=(
            *table,
            *_free_place(view, choices, words),
            *_hand(view, words),
            *beside,
            *_flags(choices, words),
        ),
        choices=choices,
    )


@lru_cache(SHARED_CACHE_SIZE)
def _seen_by_all(
    view: View, penalty: int, words: Words, names: Sequence[str]
) -> tuple[tuple[Area, ...], tuple[Piece, ...], tuple[Piece, ...]]:
    """Areas, the table and what lies beside it, once for all who look."""
    table = _table(view, penalty, words, names)
    beside = (*_heaps(view, words, names), *_tokens(view, words, names))
    return _areas(view, words, names), tuple(table), beside


def _prompt(view: View, viewer: int, words: Words, names: Sequence[str]) -> str:
    if view.phase == OVER:
        return words.say("prompt.over")
    if view.phase != PLAYING:
        return words.say("prompt.deal")
    if viewer != view.seat:
        return words.say("prompt.wait", name=names[view.seat])
    if not view.items:
        return words.say("prompt.empty")
    return words.say("prompt.last" if len(view.hand) == 1 else "prompt.play")


# areas


def _areas(view: View, words: Words, names: Sequence[str]) -> tuple[Area, ...]:
    columns, rows = _grid(view)
    size = (columns * PITCH[0], rows * PITCH[1] + SEA)
    items = _counter("item", len(view.items), words)
    pack = _counter("pack", _to_deal(view), words)
    tip = words.say("area.table.tip")
    areas = [
        Area("table", "board", _heading(view, words), size=size, counters=(items,), tip=tip),
        Area("pack", "stack", words.say("area.pack"), counters=(pack,)),
    ]
    areas += [_panel(view, seat, words, name) for seat, name in enumerate(names)]
    areas += [_heap_area(view, side, words, names) for side in range(len(view.zwicks))]
    return tuple(areas)


def _own_areas(choices: Sequence[Choice], viewer: int, words: Words) -> list[Area]:
    areas = []
    if viewer >= 0:
        areas.append(Area("hand", "row", words.say("area.hand"), viewer))
    if _announced(choices):
        areas.append(Area("flags", "row", words.say("area.flags")))
    return areas


def _heading(view: View, words: Words) -> str:
    players = len(view.hand_sizes)
    deals, rounds = DEALS[players - 3], ROUNDS[players - 3]
    if view.phase == OVER:
        return words.say("heading.over", deals=deals)
    return words.say(
        "area.table", deal=view.deal + 1, deals=deals, round=view.round + 1, rounds=rounds
    )


def _panel(view: View, seat: int, words: Words, name: str) -> Area:
    """A seat; its points are those of its side."""
    counters = (
        _counter("score", view.scores[seat], words),
        _counter("card", view.hand_sizes[seat], words),
    )
    acting = view.phase == PLAYING and view.seat == seat
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting)


def _heap_area(view: View, side: int, words: Words, names: Sequence[str]) -> Area:
    """The heap of a side, its claws if heaps are open, and penalties once there are any."""
    penalties = view.tallies[side][3]
    counters = (
        _counter("heap", _of_side(view, side, view.heap_sizes), words),
        *(
            (_counter("claw", _of_side(view, side, view.heap_claws), words),)
            if view.heap_claws
            else ()
        ),
        *((_counter("penalty", penalties, words),) if penalties else ()),
    )
    label = words.say("area.heap", name=side_name(side, names))
    tip = words.say("area.heap.tip")
    return Area(f"heap{side}", "stack", label, side, counters=counters, tip=tip)


@lru_cache(COUNTERS)
def _counter(key: str, value: int, words: Words) -> Counter:
    return Counter(key, words.say(f"counter.{key}"), value, words.say(f"counter.{key}.tip"))


def _of_side(view: View, side: int, by_seat: Sequence[int]) -> int:
    """What the seats of a side have together."""
    return sum(by_seat[side :: len(view.zwicks)])


def _side(view: View, seat: int) -> int:
    """(ZW-3) Three play for themselves; of four, those opposite play together."""
    return seat % len(view.zwicks)


def _claws(view: View, cards: Sequence[int]) -> int:
    return sum(claws_of(card, view.largest) for card in cards)


# cards


def _card(
    view: View,
    card: int,
    place: tuple[str, float, float],
    label: str,
    *,
    value: str = "",
    marks: tuple[str, ...] = (),
) -> Piece:
    """A card in an area, with its claws among its marks: a 25 has 6 or 7."""
    area, x, y = place
    claws = claws_of(card, view.largest)
    marks += (f"claws-{claws}",) if claws else ()
    if card == _last_card(view) and area != "hand":
        marks += ("last",)
    span = CARD_SPAN if area == "table" else (1.0, 1.0)
    return Piece(CARD[card], art_of(card), area, label, (x, y), span, value, marks)


@cache
def art_of(card: int) -> str:
    """The name of the picture of a card."""
    values = card_values(card).replace("/", "-")
    return f"card-{values}" if card >= FIFTEEN else f"card-{values}-{MARK[card % 4]}"


def _last_card(view: View) -> int:
    """The card played last; -1 if none was yet in this deal."""
    untouched = view.phase != PLAYING or min(view.hand_sizes) == FIRST_HAND
    if view.last_move < 0 or (view.round == 0 and untouched):
        return -1
    kind, argument = view.last_move & KIND_MASK, view.last_move >> KIND_BITS
    if kind < FACES:
        return int(FACE_CARD[kind])
    return int(FACE_CARD[argument]) if kind == FIX else argument & 63


def _label(view: View, card: int, words: Words) -> str:
    """A card in words, with its claws if it has any."""
    return _card_label(card, view.largest, words)


@cache
def _card_label(card: int, largest: int, words: Words) -> str:
    return _with_claws(card_name(card, words), claws_of(card, largest), words)


def _with_claws(label: str, claws: int, words: Words) -> str:
    return words.say("piece.claws", card=label, count=claws) if claws else label


def _hand(view: View, words: Words) -> list[Piece]:
    return [
        _card(view, card, ("hand", order, 0), _label(view, card, words))
        for order, card in enumerate(view.hand)
    ]


# the table


def _grid(view: View) -> tuple[int, int]:
    """Columns and rows of the table, with a free place after the last item."""
    return next(grid for grid in GRIDS if grid[0] * grid[1] > len(view.items))


def _middle(view: View, order: int) -> tuple[float, float]:
    row, column = divmod(order, _grid(view)[0])
    return (column + 0.5) * PITCH[0], (row + 0.5) * PITCH[1] + SEA


def _table(view: View, penalty: int, words: Words, names: Sequence[str]) -> list[Piece]:
    pieces = []
    for order, (top, value, builder, cards) in enumerate(view.items):
        x, y = _middle(view, order)
        if builder == LOOSE:
            pieces.append(_card(view, top, ("table", x, y), _label(view, top, words)))
            continue
        below = [card for card in cards if card != top]
        pieces += _covered(view, below, top, (x, y), words)
        label = _pile_label(view, order, penalty, words, names)
        marks = ("pile", f"seat{builder}") + (("danger",) if top in view.fresh else ())
        pieces.append(_card(view, top, ("table", x, y), label, value=str(value), marks=marks))
    return pieces


def _covered(
    view: View, below: Sequence[int], top: int, at: tuple[float, float], words: Words
) -> list[Piece]:
    """The cards below the top of a pile; they look out a little above it, the first one most."""
    pieces = []
    for order, card in enumerate(below):
        label = words.say(
            "piece.covered", card=_label(view, card, words), top=card_name(top, words)
        )
        y = at[1] - LIFT * min(len(below) - order, SEEN_BELOW)
        pieces.append(_card(view, card, ("table", at[0], y), label, marks=("covered",)))
    return pieces


def _pile_label(view: View, order: int, penalty: int, words: Words, names: Sequence[str]) -> str:
    """A pile: its value, cards and claws, and who answers for it (ZW-12)."""
    top, value, builder, cards = view.items[order]
    pile = words.say("pile", card=card_name(top, words), value=value)
    label = words.say("piece.pile", pile=pile, count=len(cards), name=names[builder])
    label = _with_claws(label, _claws(view, cards), words)
    if top in view.fresh:
        label = words.say("piece.danger", pile=label, name=names[builder], points=penalty)
    return label


def _free_place(view: View, choices: Sequence[Choice], words: Words) -> list[Piece]:
    """Where a card can be added."""
    if not choices:
        return []
    at, tip = _middle(view, len(view.items)), words.say("piece.cell.tip")
    return [Piece(CELL, "cell", "table", words.say("piece.cell"), at, CARD_SPAN, tip=tip)]


# heaps and tokens


def _heaps(view: View, words: Words, names: Sequence[str]) -> list[Piece]:
    """The pack; each side's heap, where one presses to capture, with what lies on it."""
    pieces = []
    if count := _to_deal(view):
        pieces.append(Piece("pack", "back", "pack", words.say("pack", count=count)))
    for side in range(len(view.zwicks)):
        pieces += _heap(view, side, words, names)
    return pieces


def _to_deal(view: View) -> int:
    """How many cards are still to deal; none when all is over, though they are together again."""
    return 0 if view.phase == OVER else view.pack


def _heap(view: View, side: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """A heap face down; on it the card that captured just now, and open Zwicks."""
    area, name, size = f"heap{side}", side_name(side, names), _of_side(view, side, view.heap_sizes)
    label = words.say("piece.heap", name=name, count=size)
    if view.heap_claws:
        label = _with_claws(label, _of_side(view, side, view.heap_claws), words)
    art = "heap" if size else "heap-empty"
    pieces = [Piece(heap_id(side), art, area, label)]
    last = _last_card(view)
    if last >= 0 and view.last_move & KIND_MASK < FACES and _side(view, view.last_seat) == side:
        pieces.append(_card(view, last, (area, 1, 0), _label(view, last, words)))
    if zwicks := view.zwicks[side]:
        label = words.say("piece.zwick", name=name, count=zwicks)
        tip, value = words.say("piece.zwick.tip"), str(zwicks)
        pieces.append(Piece(f"zwick:{side}", "zwick", area, label, (2, 0), value=value, tip=tip))
    return pieces


def _tokens(view: View, words: Words, names: Sequence[str]) -> list[Piece]:
    """Beside the names: who deals, who captured last, partners, what strict builds promise."""
    pieces = []
    if view.phase != OVER:
        pieces.append(_token("dealer", (view.deal - 1) % len(names), words, names))
    if view.last_taker >= 0:
        pieces.append(_token("taker", view.last_taker, words, names))
    for seat, name in enumerate(names):
        if len(names) == 4:
            label = words.say("piece.partner", name=name, partner=names[(seat + 2) % 4])
            art = f"side-{_side(view, seat)}"
            pieces.append(Piece(f"side:{seat}", art, f"seat{seat}", label))
        pieces += _promises(view, seat, words, name)
    return pieces


def _token(art: str, seat: int, words: Words, names: Sequence[str]) -> Piece:
    at = (1.0 if art == "dealer" else 2.0, 0.0)
    return Piece(art, art, f"seat{seat}", words.say(f"piece.{art}", name=names[seat]), at)


def _promises(view: View, seat: int, words: Words, name: str) -> list[Piece]:
    """(ZW-10, strict) The values a seat is known to hold."""
    pieces = []
    for order, value in enumerate(view.promises[seat], 3):
        label = words.say("piece.promise", name=name, value=value)
        token, area, at = f"promise:{seat}:{value}", f"seat{seat}", (float(order), 0.0)
        pieces.append(Piece(token, "promise", area, label, at, value=str(value)))
    return pieces


# values to announce, on a crowded table


def _announced(choices: Sequence[Choice]) -> list[int]:
    """The values that are picked in some choice, ascending."""
    targets = [target for choice in choices for pick in choice.picks for target in pick.targets]
    return sorted({int(name) for target, name in targets if target == value_id(name)})


def _flags(choices: Sequence[Choice], words: Words) -> list[Piece]:
    return [
        Piece(
            value_id(value),
            "flag",
            "flags",
            words.say("piece.value", value=value),
            (order, 0),
            value=str(value),
        )
        for order, value in enumerate(_announced(choices))
    ]
