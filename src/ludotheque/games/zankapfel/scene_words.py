"""Zankapfel: cells, cards and seats in the words and ids of a scene."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel import data
from ludotheque.games.zankapfel.notation import cell_name
from ludotheque.games.zankapfel.sentences import colour_name, row_and_column
from ludotheque.presentation.scene import OwnLayer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludotheque.core.words import Words
    from ludotheque.presentation.scene import Piece

CARD_ART: Final = ("red", "yellow", "green", "blue", "joker")  # in the names of pictures
PIECE_CACHE_SIZE: Final = 4096  # a move changes little, for all viewers alike


def replace_piece(pieces: Sequence[Piece], public_id: str, own: Piece) -> OwnLayer:
    """Show one of the viewer's own pieces where a public one lies, in the order of its area."""
    ids = [piece.id for piece in pieces]
    index = ids.index(public_id)
    return OwnLayer(hidden_pieces=tuple(ids[index:]), pieces=(own, *pieces[index + 1 :]))


def counted(cards: Sequence[int], words: Words) -> str:
    """How many there are of each card, as in red 2, joker 1."""
    present = [card for card in range(data.KINDS) if card in cards]
    return ", ".join(f"{colour_name(card, words)} {cards.count(card)}" for card in present)


def pointed_and_spoken(key: str, words: Words, **values: object) -> tuple[str, str]:
    """The label of a piece, with its place; and its tip, for those who see where it is."""
    return words.spoken().say(key, **values), words.say(key, **values)


def seat_area(seat: int) -> str:
    """The id of a seat's panel."""
    return f"seat{seat}"


def cell_id(cell: int) -> str:
    """The id of a cell's piece."""
    return f"cell:{cell_name(cell, ':')}"


@cache
def cell_words(cell: int, words: Words) -> str:
    """A cell by its row and column."""
    return words.say("place", **row_and_column(cell))


@cache
def cell_and_worths(cell: int, words: Words) -> Mapping[str, str]:
    """A cell by its row and column, and what the colours are worth there."""
    colours = range(data.COLOURS)
    worths = [f"{colour_name(colour, words)} {data.worth(colour, cell)}" for colour in colours]
    return {"place": cell_words(cell, words), "worths": ", ".join(worths)}
