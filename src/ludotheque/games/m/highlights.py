"""M: what is worth remembering of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.parts import Highlight, Highlights
from ludotheque.games.m import data
from ludotheque.games.m.sentences import colour_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.table import Event
    from ludotheque.core.words import Words


class MHighlights(Highlights):
    """The most chips for one card, and the colour and value of the card somebody begins with."""

    records = ("chips",)
    favourites = ("opening",)

    def find(self, events: Sequence[Event]) -> list[Highlight]:
        chips: dict[int, int] = {}
        openings: dict[int, str] = {}
        for event in events:
            for fact in event.facts:
                if fact.kind == "laid" and fact.seat not in openings:
                    kind = fact.about[0]
                    openings[fact.seat] = f"{data.COLOURS[data.COLOUR[kind]]}{data.POINTS[kind]:02}"
            paid = [fact for fact in event.facts if fact.kind == "chips"]
            if paid and event.who >= 0:
                won = sum(fact.about[1] for fact in paid if fact.seat == event.who)
                chips[event.who] = max(won, chips.get(event.who, 0))
        return [
            *(Highlight("chips", seat, most) for seat, most in chips.items() if most > 0),
            *(Highlight("opening", seat, label=label) for seat, label in openings.items()),
        ]

    def label(self, highlight: str, words: Words) -> str:
        colour, value = data.COLOURS.index(highlight[0]), int(highlight[1:])
        return f"{colour_name(colour, words)} {value}"
