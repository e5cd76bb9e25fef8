"""Zankapfel: what a viewer may know, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel.data import CELLS, COLOURS, KINDS, SIDE, WORTH
from ludotheque.games.zankapfel.notation import CARD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zankapfel.rules import View

KIND: Final = ("red", "yellow", "green", "blue", "joker")  # in the names of pictures


@dataclass(frozen=True, slots=True)
class Sight:
    """What a viewer may know, and the words for it."""

    view: View
    viewer: int
    words: Words
    names: Sequence[str]

    def say(self, key: str, **values: object) -> str:
        """The sentence of a key."""
        return self.words.say(key, **values)

    def listed(self, seats: Sequence[int]) -> str:
        """The names of some seats."""
        return ", ".join(self.names[seat] for seat in seats)

    def colour(self, kind: int) -> str:
        """A colour or joker in words."""
        return self.say(f"colour.{CARD[kind]}")

    def card(self, kind: int) -> str:
        """An apple card in words."""
        return self.say(f"card.{CARD[kind]}")

    def place(self, cell: int) -> str:
        """A cell by its row and column."""
        return self.say("place", row=cell // SIDE + 1, column=cell % SIDE + 1)

    def worth(self, colour: int, cell: int) -> int:
        """(ZK-1) What a colour is worth at a cell."""
        return int(WORTH[CELLS * colour + cell])

    def spot(self, cell: int) -> dict[str, str]:
        """A cell and what the colours are worth there, for the words."""
        worths = [f"{self.colour(c)} {self.worth(c, cell)}" for c in range(COLOURS)]
        return {"place": self.place(cell), "worths": ", ".join(worths)}

    def heap(self, cards: Sequence[int]) -> str:
        """Cards of a kind together, with their number."""
        kinds = [kind for kind in range(KINDS) if kind in cards]
        return ", ".join(f"{self.colour(kind)} {cards.count(kind)}" for kind in kinds)
