"""Zwickern: heaps, Zwicks and points (ZW-8, ZW-12, ZW-14, ZW-15)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest, vec, zeros
from ludotheque.core.state import rank
from ludotheque.games.zwickern.data import FIFTEEN, ONE_CLAW, TEN_SHELL
from ludotheque.games.zwickern.rules_table import CardTable

# What a side's points are made of, four numbers a side
MOST: Final = 0
ZWICKS: Final = 1
CLAWS: Final = 2
PENALTIES: Final = 3
TALLY: Final = 4


class Heaps(CardTable):
    """The part of a game that is won. A side is a seat with 3 players, a pair with 4 (ZW-3)."""

    def __init__(self, players: i64, twin: Heaps | None) -> None:
        super().__init__(twin)
        sides: i64 = 3 if players == 3 else 2
        self.players: i64 = players
        self.sides: i64 = sides
        if twin is None:
            self.heaps: vec[i64] = zeros(players)  # sets of cards, in this deal
            self.zwicks: vec[i64] = zeros(sides)  # open ones, in this deal
            self.tallies: vec[i64] = zeros(TALLY * sides)
            self.last_taker: i64 = -1  # in this deal
        else:
            self.heaps = twin.heaps[:]
            self.zwicks = twin.zwicks[:]
            self.tallies = twin.tallies[:]
            self.last_taker = twin.last_taker

    def side(self, seat: i64) -> i64:
        """(ZW-3) Three play for themselves; of four, those opposite play together."""
        return seat if self.players == 3 else seat & 1

    def side_heap(self, side: i64) -> i64:
        """The cards a side has captured in this deal."""
        return self.heaps[side] if self.players == 3 else self.heaps[side] | self.heaps[side + 2]

    def side_with_most(self) -> i64:
        """(ZW-14) The side with most cards; -1 in a tie."""
        most: i64 = 0
        found: i64 = -1
        for side in range(self.sides):
            size = count_bits(self.side_heap(side))
            if size > most:
                most = size
                found = side
            elif size == most:
                found = -1
        return found

    def open_zwick(self, side: i64, cancel: bool) -> bool:
        """(ZW-8) One more open Zwick; if another side has any, each side that has turns one down.

        Returns whether they did.
        """
        zwicks = self.zwicks
        others: i64 = 0
        for other in range(self.sides):
            others += zwicks[other] if other != side else 0
        zwicks[side] += 1
        if others == 0 or not cancel:
            return False
        for any_side in range(self.sides):
            if zwicks[any_side] > 0:
                zwicks[any_side] -= 1
        return True

    def worthless_debts(self, seat: i64) -> i64:
        """(ZW-12) The piles worth 0 that other sides have to pay for if nobody takes them."""
        debts: i64 = 0
        piles = self.worthless & self.fresh
        while piles:
            if self.side(self.piles[lowest(piles)] & 7) != self.side(seat):
                debts |= piles & -piles
            piles &= piles - 1
        return debts

    def gather(self) -> None:
        """All cards and Zwicks are taken back after a deal."""
        for seat in range(self.players):
            self.heaps[seat] = 0
        for side in range(self.sides):
            self.zwicks[side] = 0
        self.last_taker = -1

    def tally(self, side: i64) -> tuple[int, int, int, int]:
        """A side's points for most cards, for Zwicks and for claws, and its penalties."""
        at = TALLY * side
        tallies = self.tallies
        return int(tallies[at]), int(tallies[at + 1]), int(tallies[at + 2]), int(tallies[at + 3])

    def scores(self) -> tuple[int, ...]:
        """(ZW-14) What whole deals brought, and penalties at once; partners score as one."""
        totals: list[int] = []
        for seat in range(self.players):
            most, zwicks, claws, penalties = self.tally(self.side(seat))
            totals.append(most + zwicks + claws - penalties)
        return tuple(totals)

    def ranks(self) -> tuple[int, ...]:
        """(ZW-15) The highest total wins; partners share a rank."""
        return rank([(score,) for score in self.scores()])


def claws_in(cards: i64, middle: i64, largest: i64) -> i64:
    """(ZW-2) The claws on a set of cards; which big cards are the middle and the largest varies."""
    claws = count_bits(cards & ONE_CLAW)
    if cards & BIT[TEN_SHELL]:
        claws += 3
    if cards & BIT[FIFTEEN]:
        claws += 5
    if cards & BIT[middle]:
        claws += 6
    if cards & BIT[largest]:
        claws += 7
    return claws
