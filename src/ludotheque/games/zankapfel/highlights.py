"""Zankapfel: what is worth remembering of a finished game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ludotheque.core.parts import Highlight, Highlights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.table import Event


class ZankapfelHighlights(Highlights):
    """The highest bribe that the mayor took, and the most quarrels won in a game."""

    records = ("bribe", "quarrels")

    def find(self, events: Sequence[Event]) -> list[Highlight]:
        bribes: dict[int, int] = {}
        quarrels: Counter[int] = Counter()
        for fact in (fact for event in events for fact in event.facts):
            if fact.kind == "accepted":
                briber, _, points = fact.about
                bribes[briber] = max(points, bribes.get(briber, 0))
            elif fact.kind == "won":
                quarrels[fact.seat] += 1
        return [
            *(Highlight("bribe", seat, points) for seat, points in bribes.items()),
            *(Highlight("quarrels", seat, count) for seat, count in quarrels.items()),
        ]
