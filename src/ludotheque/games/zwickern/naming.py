"""Zwickern: short names for the cards one seat sees: the number, and the mark only among twins."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ludotheque.games.zwickern.observation import LOOSE
from ludotheque.games.zwickern.sentences import (
    card_name,
    card_values,
    face_name,
    full_name,
    the_item,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.observation import Item, Public


class Naming:
    """The names of a hand and of the items on the table."""

    def __init__(self, public: Public, hand: Sequence[int], words: Words) -> None:
        self.words = words
        self._held = Counter([card_values(card) for card in hand])
        loose = [item.top for item in public.items if item.value == LOOSE]
        self._loose = Counter([card_values(card) for card in loose])

    def card(self, card: int) -> str:
        """A card of the hand."""
        return self._name(card, self._held)

    def face(self, card: int, value: int) -> str:
        """A card of the hand at one of its values."""
        return face_name(self.card(card), card, value, self.words)

    def the_item(self, item: Item) -> str:
        """An item, with its article."""
        return the_item(self._name(item.top, self._loose), item.value, self.words)

    def _name(self, card: int, counts: Counter[str]) -> str:
        name = full_name if counts[card_values(card)] > 1 else card_name
        return name(card, self.words)
