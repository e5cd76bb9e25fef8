"""Zapp Zerapp: what is worth remembering of a finished game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ludotheque.core.parts import Highlight, Highlights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.table import Event


class ZappZerappHighlights(Highlights):
    """The most apprentices of others that somebody banished in a game."""

    records = ("banished",)

    def find(self, events: Sequence[Event]) -> list[Highlight]:
        facts = (fact for event in events for fact in event.facts)
        banished = Counter(fact.seat for fact in facts if fact.kind == "banished")
        return [Highlight("banished", seat, count) for seat, count in banished.items()]
