"""Zankapfel: what a viewer may know, and the words for it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel.data import CELLS, COLOURS, KINDS, SIDE, WORTH
from ludotheque.games.zankapfel.notation import CARD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.rules import View

KIND: Final = ("red", "yellow", "green", "blue", "joker")  # in the names of pictures


class Sight:
    """What a viewer may know, and the words for it."""

    __slots__ = ("names", "say", "view", "viewer", "words")

    def __init__(self, view: View, viewer: int, words: Words, names: Sequence[str]) -> None:
        self.view = view
        self.viewer = viewer
        self.words = words
        self.names = names
        self.say = words.say  # the sentence of a key

    def listed(self, seats: Sequence[int]) -> str:
        """The names of some seats."""
        return ", ".join(self.names[seat] for seat in seats)

    def colour(self, kind: int) -> str:
        """A colour or joker in words."""
        return colour(self.words, kind)

    def card(self, kind: int) -> str:
        """An apple card in words."""
        return self.say(f"card.{CARD[kind]}")

    def place(self, cell: int) -> str:
        """A cell by its row and column."""
        return spot(self.words, cell)["place"]

    def worth(self, colour: int, cell: int) -> int:
        """(ZK-1) What a colour is worth at a cell."""
        return worth(colour, cell)

    def spot(self, cell: int) -> Mapping[str, str]:
        """A cell and what the colours are worth there, for the words."""
        return spot(self.words, cell)

    def heap(self, cards: Sequence[int]) -> str:
        """Cards of a kind together, with their number."""
        kinds = [kind for kind in range(KINDS) if kind in cards]
        return ", ".join(f"{self.colour(kind)} {cards.count(kind)}" for kind in kinds)


# the same again and again: kept for each language


@cache
def colour(words: Words, kind: int) -> str:
    """A colour or joker in words."""
    return words.say(f"colour.{CARD[kind]}")


@cache
def worth(colour: int, cell: int) -> int:
    """(ZK-1) What a colour is worth at a cell."""
    return int(WORTH[CELLS * colour + cell])


@cache
def spot(words: Words, cell: int) -> Mapping[str, str]:
    """A cell by its row and column, and what the colours are worth there."""
    worths = [f"{colour(words, kind)} {worth(kind, cell)}" for kind in range(COLOURS)]
    place = words.say("place", row=cell // SIDE + 1, column=cell % SIDE + 1)
    return {"place": place, "worths": ", ".join(worths)}
