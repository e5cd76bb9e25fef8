"""Zankapfel: cells, cards and seats in the words and ids of a scene."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zankapfel.data import COLOURS, KINDS, SIDE
from ludotheque.games.zankapfel.notation import cell_name
from ludotheque.games.zankapfel.sentences import colour_name, worth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludotheque.core.words import Words
    from ludotheque.presentation.scene import Piece

KIND_ART: Final = ("red", "yellow", "green", "blue", "joker")  # in the names of pictures
BOARD_CACHE_SIZE: Final = 4096  # a move changes little, for all viewers alike


class Replacement(NamedTuple):
    """Ids of public pieces to hide, and pieces to show instead."""

    hidden_pieces: Sequence[str] = ()
    pieces: Sequence[Piece] = ()


def replace_piece(pieces: Sequence[Piece], public_id: str, own: Piece) -> Replacement:
    """Show an own piece of another id where a public one lies, in the order of its area."""
    ids = [piece.id for piece in pieces]
    first = ids.index(public_id)
    return Replacement(ids[first:], [own, *pieces[first + 1 :]])


def listed(seats: Sequence[int], names: Sequence[str]) -> str:
    """The names of some seats."""
    return ", ".join(names[seat] for seat in seats)


def heap(cards: Sequence[int], words: Words) -> str:
    """Cards of a kind together, with their number."""
    kinds = [kind for kind in range(KINDS) if kind in cards]
    return ", ".join(f"{colour_name(kind, words)} {cards.count(kind)}" for kind in kinds)


def cell_id(cell: int) -> str:
    """The id of a cell's piece."""
    return f"cell:{cell_name(cell, ':')}"


@cache
def place(cell: int, words: Words) -> str:
    """A cell by its row and column."""
    return words.say("place", row=cell // SIDE + 1, column=cell % SIDE + 1)


@cache
def place_and_worths(cell: int, words: Words) -> Mapping[str, str]:
    """A cell by its row and column, and what the colours are worth there."""
    worths = [f"{colour_name(kind, words)} {worth(kind, cell)}" for kind in range(COLOURS)]
    return {"place": place(cell, words), "worths": ", ".join(worths)}
