"""Le château d'Appenzell: what is worth remembering of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.parts import Highlight, Highlights
from ludotheque.games.appenzell.notation import FACE_NAMES
from ludotheque.games.appenzell.sentences import face_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.table import Event
    from ludotheque.core.words import Words


class AppenzellHighlights(Highlights):
    """The cheese that somebody earns first."""

    favourites = ("first_cheese",)

    def find(self, events: Sequence[Event]) -> list[Highlight]:
        first: dict[int, str] = {}
        for fact in (fact for event in events for fact in event.facts):
            if fact.kind == "earned":
                first.setdefault(fact.seat, FACE_NAMES[fact.about[0]])
        return [Highlight("first_cheese", seat, label=face) for seat, face in first.items()]

    def label(self, highlight: str, words: Words) -> str:
        return face_name(FACE_NAMES.index(highlight), words)
