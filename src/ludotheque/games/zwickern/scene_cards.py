"""Zwickern: cards as pieces, and the table they lie on.

A card on its way from the hand to the table and on to a heap is always the same piece, named as in
the notation.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zwickern.data import FIFTEEN, claws_of
from ludotheque.games.zwickern.notation import CARD_NAMES
from ludotheque.games.zwickern.observation import LOOSE, Item, Public
from ludotheque.games.zwickern.sentences import card_name, card_values
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words

MARK_NAMES: Final = ("shell", "starfish", "anchor", "gull")
# The table in quarters of a card's width. It has columns and rows for all items, wider than high as
# the room is on a phone and on a desk, and a strip of sea above them.
GRIDS: Final = ((4, 2), (5, 2), (5, 3), (6, 3), (7, 4), (8, 5), (8, 7))
PITCH: Final = (5, 7)
SEA_HEIGHT: Final = 2
CARD_SPAN: Final = (4.0, 6.0)
COVERED_OFFSET: Final = 0.25  # how far a covered card shows above the next one
MAX_COVERED_OFFSETS: Final = 4


def card_piece(
    public: Public,
    card: int,
    where: tuple[str, float, float],
    label: str,
    *,
    value: str = "",
    marks: tuple[str, ...] = (),
) -> Piece:
    """A card in an area, with its claws among its marks: a 25 has 6 or 7."""
    area, x, y = where
    claws = claws_of(card, public.largest)
    marks += (f"claws-{claws}",) if claws else ()
    origin = "pack"
    last = public.last_play
    if last is not None and last.card == card and area != "hand":
        marks += ("last",)
        origin = f"seat{last.seat}"
    span = CARD_SPAN if area == "table" else (1.0, 1.0)
    return Piece(
        CARD_NAMES[card], art_of(card), area, label, (x, y), span, value, marks, origin=origin
    )


def single_card(public: Public, card: int, where: tuple[str, float, float], words: Words) -> Piece:
    """A card by itself, in an area."""
    return card_piece(public, card, where, card_label(card, public.largest, words))


@cache
def art_of(card: int) -> str:
    """The name of the picture of a card."""
    values = card_values(card).replace("/", "-")
    return f"card-{values}" if card >= FIFTEEN else f"card-{values}-{MARK_NAMES[card % 4]}"


@cache
def card_label(card: int, largest: int, words: Words) -> str:
    """A card in words, with its claws if it has any."""
    return with_claws(card_name(card, words), claws_of(card, largest), words)


def with_claws(label: str, claws: int, words: Words) -> str:
    """A label with the number of claws, if there are any."""
    return words.say("piece.claws", card=label, count=claws) if claws else label


def table_size(public: Public) -> tuple[int, int]:
    """Width and height of the table, with a free place after the last item."""
    columns, rows = _grid(public)
    return columns * PITCH[0], rows * PITCH[1] + SEA_HEIGHT


def middle_of(public: Public, order: int) -> tuple[float, float]:
    """The middle of a place on the table; places are counted from 0."""
    row, column = divmod(order, _grid(public)[0])
    return (column + 0.5) * PITCH[0], (row + 0.5) * PITCH[1] + SEA_HEIGHT


def _grid(public: Public) -> tuple[int, int]:
    return next(grid for grid in GRIDS if grid[0] * grid[1] > len(public.items))


def item_pieces(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """The loose cards, and the cards of the piles, each pile from below."""
    pieces = []
    for order, item in enumerate(public.items):
        x, y = middle_of(public, order)
        if item.value == LOOSE:
            pieces.append(single_card(public, item.top, ("table", x, y), words))
            continue
        pieces += _covered(public, item, (x, y), words)
        label = _pile_label(public, item, words, names)
        marks = ("pile", f"seat{item.builder}") + (("danger",) if item.is_fresh else ())
        value = str(item.value)
        pieces.append(
            card_piece(public, item.top, ("table", x, y), label, value=value, marks=marks)
        )
    return pieces


def _covered(public: Public, item: Item, at: tuple[float, float], words: Words) -> list[Piece]:
    """The cards below the top of a pile; they show a little above it, the first one most."""
    below = [card for card in item.cards if card != item.top]
    top = card_name(item.top, words)
    pieces = []
    for order, card in enumerate(below):
        name = card_label(card, public.largest, words)
        label = words.say("piece.covered", card=name, top=top)
        y = at[1] - COVERED_OFFSET * min(len(below) - order, MAX_COVERED_OFFSETS)
        pieces.append(card_piece(public, card, ("table", at[0], y), label, marks=("covered",)))
    return pieces


def _pile_label(public: Public, item: Item, words: Words, names: Sequence[str]) -> str:
    """A pile: its value, cards and claws, and who answers for it (ZW-12)."""
    builder = names[item.builder]
    pile = words.say("pile", card=card_name(item.top, words), value=item.value)
    label = words.say("piece.pile", pile=pile, count=len(item.cards), name=builder)
    claws = sum(claws_of(card, public.largest) for card in item.cards)
    label = with_claws(label, claws, words)
    if item.is_fresh:
        label = words.say("piece.danger", pile=label, name=builder, points=public.penalty)
    return label
