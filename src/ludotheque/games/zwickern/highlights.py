"""Zwickern: what is worth remembering of a finished game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ludotheque.core.parts import Highlight, Highlights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.table import Event

ZWICK_FACTS: Final = {"zwick", "cancelled"}  # (ZW-8) one that is cancelled is a Zwick, too
CARD_AND_VALUE: Final = 2  # in the fact of a capture, before the captured cards


class ZwickernHighlights(Highlights):
    """The Zwick with the most cards, and the most Zwicks in a game."""

    records = ("best_zwick", "zwicks")

    def find(self, events: Sequence[Event]) -> list[Highlight]:
        best: dict[int, int] = {}
        count: Counter[int] = Counter()
        for event in events:
            if any(fact.kind in ZWICK_FACTS for fact in event.facts):
                captured = next(fact for fact in event.facts if fact.kind == "captured")
                cards = 1 + len(captured.about) - CARD_AND_VALUE
                best[event.who] = max(cards, best.get(event.who, 0))
                count[event.who] += 1
        return [
            *(Highlight("best_zwick", seat, cards) for seat, cards in best.items()),
            *(Highlight("zwicks", seat, number) for seat, number in count.items()),
        ]
