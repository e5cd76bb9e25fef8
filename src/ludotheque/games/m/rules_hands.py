"""M: hands, and what the others know of them.

A card that a player put under the pile is known to them wherever it goes (M-11).

Players who pass because they can lay nothing show that none of their cards fits the table of that
moment. Everybody may remember it, so imagined worlds respect it. How many cards of a hand may fit
a table that was refused is counted from what all can see: none at first, one more for each card
drawn since, one less for each card laid since that would have fitted. Four tell nothing any more.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ludotheque.core.fast import BIT, i64, vec, zeros
from ludotheque.games.m.data import COLOUR, FEATURES, HAND, SYMBOL, VALUE, beside, is_zero
from ludotheque.games.m.rules_table import CardTable

KEPT: Final = 4  # refusals remembered of each seat, the ones that tell most
SIZE: Final = FEATURES + 2  # a refused table: its features, its cards, its free cells


class CardHands(CardTable):
    """The part of a game that players hold, and remember of others."""

    def __init__(self, low: i64, high: i64, players: i64, twin: CardHands | None) -> None:
        super().__init__(low, high, players, twin)
        if twin is None:
            self.hands: vec[i64] = zeros(players * HAND)
            self.known: vec[i64] = zeros(players * HAND)  # other seats that know the card
            self.sizes: vec[i64] = zeros(players)
            self.slack: vec[i64] = vec[i64]([HAND] * (players * KEPT))  # cards that may fit
            self.refused: vec[i64] = zeros(players * KEPT * SIZE)  # tables where nothing did
        else:
            self.hands = twin.hands[:]
            self.known = twin.known[:]
            self.sizes = twin.sizes[:]
            self.slack = twin.slack[:]
            self.refused = twin.refused[:]

    # cards in hand

    def give(self, seat: i64, kind: i64, known: i64) -> None:
        """Give a seat a card that the seats of ``known`` have seen before."""
        slot = seat * HAND + self.sizes[seat]
        self.hands[slot] = kind
        self.known[slot] = known
        self.sizes[seat] += 1

    def leave_hand(self, seat: i64, kind: i64) -> None:
        """Take a card of a kind out of a hand."""
        first = seat * HAND
        slot = first
        while self.hands[slot] != kind:
            slot += 1
        if is_zero(kind):  # which of two zeros went, nobody can tell
            for other in range(slot + 1, first + self.sizes[seat]):
                if self.hands[other] == kind:
                    self.known[other] &= self.known[slot]
        self.sizes[seat] -= 1
        last = first + self.sizes[seat]
        self.hands[slot] = self.hands[last]
        self.known[slot] = self.known[last]

    def is_repeated(self, first: i64, slot: i64) -> bool:
        """Whether an earlier card of the hand is of the same kind: only zeros come twice."""
        kind = self.hands[slot]
        if is_zero(kind):
            for earlier in range(first, slot):
                if self.hands[earlier] == kind:
                    return True
        return False

    def hand(self, seat: i64) -> list[int]:
        """A seat's cards, sorted."""
        first = seat * HAND
        return sorted([int(self.hands[slot]) for slot in range(first, first + self.sizes[seat])])

    # what others know

    def known_in_hand(self, seat: i64, viewer: i64) -> list[int]:
        """The cards of another's hand that a viewer has seen before, sorted."""
        if viewer < 0 or seat == viewer:
            return []
        first = seat * HAND
        slots = range(first, first + self.sizes[seat])
        return sorted([int(self.hands[slot]) for slot in slots if self.known[slot] & BIT[viewer]])

    def forget_hands(self, viewer: i64) -> None:
        """Leave in other hands only what the viewer knows, sorted."""
        for seat in range(self.seats()):
            if seat != viewer:
                known = self.known_in_hand(seat, viewer)
                self.sizes[seat] = 0
                for kind in known:
                    self.give(seat, kind, BIT[viewer])

    # what a forced pass tells (M-11)

    def refuse(self, seat: i64) -> None:
        """(M-11) A seat shows that it can lay nothing; what told least is forgotten for it."""
        place = seat * KEPT
        for other in range(place + 1, seat * KEPT + KEPT):
            if self.slack[other] > self.slack[place]:
                place = other
        self.slack[place] = 0
        start = place * SIZE
        features = self.features
        for i in range(FEATURES):
            self.refused[start + i] = features[i]
        self.refused[start + FEATURES] = self.occupied
        self.refused[start + FEATURES + 1] = self.free_cells()

    def count_draw(self, seat: i64) -> None:
        """A card was drawn: it may fit any table refused before."""
        for place in range(seat * KEPT, seat * KEPT + KEPT):
            self.slack[place] += 1

    def count_lay(self, seat: i64, kind: i64) -> None:
        """A card was laid: if it fits a refused table, it was one of those drawn since."""
        tightest = self.tightest(seat, kind)
        if tightest < HAND:
            for place in range(seat * KEPT, seat * KEPT + KEPT):
                if tightest <= self.slack[place] < HAND:
                    self.slack[place] -= 1

    def tightest(self, seat: i64, kind: i64) -> i64:
        """How many cards, at most, came since the last refused table that a card fits."""
        slack: i64 = HAND
        for place in range(seat * KEPT, seat * KEPT + KEPT):
            if self.slack[place] < slack and self.fits_refused(place, kind):
                slack = self.slack[place]
        return slack

    def fits_refused(self, place: i64, kind: i64) -> bool:
        """Whether a card of a kind could have been laid on a refused table (M-7, M-8)."""
        refused = self.refused
        start = place * SIZE
        sharing = refused[start + COLOUR[kind]] | refused[start + VALUE[kind]]
        sharing |= refused[start + SYMBOL[kind]]
        strange = refused[start + FEATURES] & ~sharing
        return refused[start + FEATURES + 1] & ~beside(strange) != 0

    def may_hold(self, seat: i64, kind: i64) -> bool:
        """(M-11) Whether one more card agrees with all that a seat's forced passes told."""
        tightest = self.tightest(seat, kind)
        if tightest == HAND:
            return True
        first = seat * HAND
        for place in range(seat * KEPT, seat * KEPT + KEPT):
            slack = self.slack[place]
            if tightest <= slack < HAND:
                late: i64 = 0
                for slot in range(first, first + self.sizes[seat]):
                    if self.tightest(seat, self.hands[slot]) <= slack:
                        late += 1
                if late >= slack:
                    return False
        return True

    # comparisons

    def hands_key(self) -> Hashable:
        """The part of a key that hands and the memory of them make."""
        seats = range(len(self.sizes))
        return (
            tuple([self._cards_and_knowers(seat) for seat in seats]),
            tuple([self._refusal(place) for place in range(len(self.slack))]),
        )

    def _cards_and_knowers(self, seat: i64) -> tuple[tuple[int, int], ...]:
        """Each card of a hand with the other seats that know it, sorted."""
        first = seat * HAND
        slots = range(first, first + self.sizes[seat])
        return tuple(sorted([(int(self.hands[slot]), int(self.known[slot])) for slot in slots]))

    def _refusal(self, place: i64) -> tuple[int, ...]:
        """How many cards may fit a refused table, and the table while that tells anything."""
        slack = int(self.slack[place])
        if slack >= HAND:
            return (slack,)
        start = place * SIZE
        return (slack, *[int(self.refused[i]) for i in range(start, start + SIZE)])
