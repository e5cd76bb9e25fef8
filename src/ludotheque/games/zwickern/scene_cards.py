"""Zwickern: cards as pieces, and the table they lie on.

A card on its way from the hand to the table and on to a heap is always the same piece, named as in
the notation.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zwickern.data import FIFTEEN, NONE, claws_of
from ludotheque.games.zwickern.notation import CARD_NAMES
from ludotheque.games.zwickern.observation import LOOSE, Item, Public
from ludotheque.games.zwickern.sentences import card_values, full_name
from ludotheque.presentation.scene import XY, Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words

MARK_NAMES: Final = ("shell", "starfish", "anchor", "gull")
# The table in quarters of a card's width. It has columns and rows for all items, wider than high as
# the room is on a phone and on a desk, and a strip of sea above them.
GRIDS: Final = ((4, 2), (5, 2), (5, 3), (6, 3), (7, 4), (8, 5), (8, 7))
PITCH: Final = (5, 7)
SEA_HEIGHT: Final = 2
CARD_SPAN: Final = XY(4.0, 6.0)
COVERED_OFFSET: Final = 0.25  # how far a covered card shows above the next one
MAX_COVERED_OFFSETS: Final = 4
HAND_CACHE_SIZE: Final = 4096  # cards by place in a hand
LOOSE_CARD_CACHE_SIZE: Final = 8192  # cards by place on the table
COVERED_LABEL_CACHE_SIZE: Final = 8192  # cards by the card above them


def card_piece(
    card: int,
    where: tuple[str, float, float],
    label: str,
    *,
    largest: int,
    player: int = NONE,
    value: str = "",
    marks: tuple[str, ...] = (),
    tip: str = "",
) -> Piece:
    """A card in an area, with its claws among its marks: a 25 has 6 or 7.

    ``player`` is the seat that has just played it, if any.
    """
    area, x, y = where
    marks += _claw_marks(card, largest)
    origin = "pack"
    if player != NONE:
        marks += ("last",)
        origin = f"seat{player}"
    span = CARD_SPAN if area == "table" else (1.0, 1.0)
    name, art = CARD_NAMES[card], art_of(card)
    return Piece(name, art, area, label, (x, y), span, value, marks, tip, origin=origin)


def single_card(
    card: int,
    where: tuple[str, float, float],
    words: Words,
    *,
    largest: int,
    player: int = NONE,
    marks: tuple[str, ...] = (),
) -> Piece:
    """A card by itself, in an area."""
    label = card_label(card, largest, words)
    return card_piece(card, where, label, largest=largest, player=player, marks=marks)


@lru_cache(HAND_CACHE_SIZE)
def hand_card(card: int, order: int, largest: int, words: Words) -> Piece:
    """A card in a hand."""
    return single_card(card, ("hand", order, 0), words, largest=largest)


@cache
def art_of(card: int) -> str:
    """The name of the picture of a card."""
    values = card_values(card).replace("/", "-")
    return f"card-{values}" if card >= FIFTEEN else f"card-{values}-{MARK_NAMES[card % 4]}"


@cache
def _claw_marks(card: int, largest: int) -> tuple[str, ...]:
    claws = claws_of(card, largest)
    return (f"claws-{claws}",) if claws else ()


@cache
def card_label(card: int, largest: int, words: Words) -> str:
    """A card in words, with its claws if it has any."""
    return with_claws(full_name(card, words), claws_of(card, largest), words)


def with_claws(label: str, claws: int, words: Words) -> str:
    """A label with the number of claws, if there are any."""
    return words.say("piece.claws", card=label, count=claws) if claws else label


# the table


def table_size(items: int) -> tuple[int, int]:
    """Width and height of the table with this number of items, and a free place after them."""
    columns, rows = _grid(items)
    return columns * PITCH[0], rows * PITCH[1] + SEA_HEIGHT


@cache
def middle_of(order: int, items: int) -> tuple[float, float]:
    """The middle of a place, counted from 0, on a table with this number of items."""
    row, column = divmod(order, _grid(items)[0])
    return (column + 0.5) * PITCH[0], (row + 0.5) * PITCH[1] + SEA_HEIGHT


def _grid(items: int) -> tuple[int, int]:
    return next(grid for grid in GRIDS if grid[0] * grid[1] > items)


def item_pieces(
    public: Public, words: Words, names: Sequence[str], cache: PartCache
) -> tuple[Piece, ...]:
    """The loose cards, and the cards of the piles, each pile from below."""
    count = len(public.items)
    return tuple(
        [
            piece
            for order, item in enumerate(public.items)
            for piece in _kept_item(public, item, middle_of(order, count), words, names, cache)
        ]
    )


def _kept_item(
    public: Public,
    item: Item,
    at: tuple[float, float],
    words: Words,
    names: Sequence[str],
    cache: PartCache,
) -> tuple[Piece, ...]:
    last = public.last_play
    player = last.seat if last is not None and last.card == item.top else NONE
    name = "" if item.value == LOOSE else names[item.builder]
    basis = (item, at, player, name)

    def make() -> tuple[Piece, ...]:
        if item.value == LOOSE:
            return (_loose_card(item.top, at, public.largest, player, words),)
        return _pile(public, item, at, player, name, words, cache)

    return cache.keep(("item", item.top), basis, make)


@lru_cache(LOOSE_CARD_CACHE_SIZE)
def _loose_card(
    card: int, at: tuple[float, float], largest: int, player: int, words: Words
) -> Piece:
    return single_card(card, ("table", *at), words, largest=largest, player=player)


def _pile(
    public: Public,
    item: Item,
    at: tuple[float, float],
    player: int,
    builder: str,
    words: Words,
    cache: PartCache,
) -> tuple[Piece, ...]:
    label, tip = cache.keep(
        ("pile label", item.top),
        (item, builder),
        lambda: (_pile_label(public, item, words), _pile_tip(public, item, builder, words)),
    )
    marks = ("pile", f"seat{item.builder}") + (("danger",) if item.is_fresh else ())
    top = card_piece(
        item.top,
        ("table", *at),
        label,
        largest=public.largest,
        player=player,
        value=str(item.value),
        marks=marks,
        tip=tip,
    )
    return (*_covered(item, at, public.largest, words), top)


def _covered(item: Item, at: tuple[float, float], largest: int, words: Words) -> list[Piece]:
    """The cards below the top of a pile; they show a little above it, the first one most."""
    below = [card for card in item.cards if card != item.top]
    pieces = []
    for order, card in enumerate(below):
        label = _covered_label(card, item.top, largest, words)
        y = at[1] - COVERED_OFFSET * min(len(below) - order, MAX_COVERED_OFFSETS)
        where = ("table", at[0], y)
        pieces.append(card_piece(card, where, label, largest=largest, marks=("covered",)))
    return pieces


@lru_cache(COVERED_LABEL_CACHE_SIZE)
def _covered_label(card: int, top: int, largest: int, words: Words) -> str:
    name = card_label(card, largest, words)
    return words.say("piece.covered", card=name, top=full_name(top, words))


def _pile_label(public: Public, item: Item, words: Words) -> str:
    """A pile: its value, its top card and its claws."""
    label = words.say("piece.pile", value=item.value, card=full_name(item.top, words))
    return with_claws(label, sum([claws_of(card, public.largest) for card in item.cards]), words)


def _pile_tip(public: Public, item: Item, builder: str, words: Words) -> str:
    """How many cards a pile has, and who answers for it (ZW-12)."""
    key = "piece.pile.danger" if item.is_fresh else "piece.pile.tip"
    return words.say(key, count=len(item.cards), name=builder, points=public.penalty)
