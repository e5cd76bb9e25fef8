"""Zwickern: what may cost a seat a penalty (ZW-12), as questions to ask before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zwickern import data
from ludotheque.games.zwickern.knowledge import can_take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.observation import Item, Public


class Risk(NamedTuple):
    """What may happen to a pile."""

    kind: str  # "" for nothing
    value: int  # of the pile
    points: int  # what it costs

    def question(self, made: str, words: Words) -> str:
        """The question to ask; ``made`` is how the pile is made. "" if there is no risk."""
        if not self.kind:
            return ""
        key, value, points = f"question.{self.kind}", self.value, self.points
        return words.say(key, value=value, sum=made, points=points)


NO_RISK: Final = Risk("", 0, 0)


class Risks:
    """The risks of a seat that is about to play a card of its hand."""

    def __init__(self, public: Public, hand: Sequence[int], seat: int) -> None:
        self.penalty = public.penalty
        self.largest_value = int(data.LOW_VALUE[public.largest])
        self.is_last_card = len(hand) == 1
        partner = (seat + 2) % 4 if len(public.players) == 4 else data.NONE
        fresh = [pile for pile in public.items if pile.is_fresh]
        self.own_piles = [pile for pile in fresh if pile.builder == seat and pile.value > 0]
        self.partner_piles = [pile for pile in fresh if pile.builder == partner]
        # The values of the hand without each card of it, as bits
        self.kept = {
            card: int(data.values_of(sum([2**other for other in hand if other != card])))
            for card in hand
        }

    def of_pile(self, card: int, value: int, item: Item | None = None) -> Risk:
        """For a card that makes a pile of a value, on an item unless it lies alone."""
        if value > self.largest_value:
            return Risk("never", value, self.penalty)
        if value == 0:
            return Risk("zero", value, self.penalty)
        if can_take(self.kept[card], value) or self._partner_has_pile(value, item):
            return self.of_loose(card, item)
        return Risk("last" if self.is_last_card else "hold", value, self.penalty)

    def of_loose(self, card: int, item: Item | None = None) -> Risk:
        """For a card that takes nothing: it may be needed for a pile of the seat."""
        for pile in self.own_piles:
            needs_card = can_take(data.CARD_VALUES[card], pile.value)
            if pile != item and needs_card and not can_take(self.kept[card], pile.value):
                return Risk("needed", pile.value, self.penalty)
        return NO_RISK

    def _partner_has_pile(self, value: int, item: Item | None) -> bool:
        """Whether the partner is out for another pile of the same value."""
        return any(pile.value == value and pile != item for pile in self.partner_piles)
