"""M: what a forced pass tells the others (M-11).

Who passes because he can lay nothing shows that none of his cards fits the table of that moment.
Everybody may remember it, so imagined worlds respect it. How many cards of a hand may fit a table
that was refused is counted from what all can see: none at first, one more for each card drawn
since, one less for each card laid since that would have fitted. Four tell nothing any more.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.games.m.data import COLOUR, FEATURES, HAND, SYMBOL, VALUE, beside
from ludotheque.games.m.rules_table import CardTable

KEPT: Final = 4  # refusals remembered of each seat, the ones that tell most
SIZE: Final = FEATURES + 2  # a refused table: its features, its cards, its free cells


class CardMemory(CardTable):
    """The part of a game that attentive players remember."""

    def __init__(self, players: i64, twin: CardMemory | None) -> None:
        super().__init__(twin)
        if twin is None:
            self.slack: vec[i64] = vec[i64]([HAND] * (players * KEPT))  # cards that may fit
            self.refused: vec[i64] = zeros(players * KEPT * SIZE)  # tables where nothing did
        else:
            self.slack = twin.slack[:]
            self.refused = twin.refused[:]

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
