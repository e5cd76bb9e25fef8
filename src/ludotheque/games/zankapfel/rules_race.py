"""Zankapfel: pawns on the track, and the first of them at the finish (ZK-3, ZK-23, ZK-24)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, i64, vec, zeros
from ludotheque.core.state import Fact, State

OVER: Final = 12  # the phase after all others
NEVER: Final = 1_000_000  # farther than any pawn ever gets


class RaceTable(State):
    """The part of a game that the race needs: seats, pawns and the finish."""

    def __init__(self, players: i64, winning: i64, twin: RaceTable | None) -> None:
        """A pawn that gets as far as ``winning`` ends the game at once; NEVER if it does not."""
        self.players: i64 = players
        self.winning: i64 = winning
        if twin is None:
            self.phase: i64 = 0
            self.waiting: i64 = BIT[0]  # seats that must act; none: luck or the end
            self.pawns: vec[i64] = zeros(players)
        else:
            self.phase = twin.phase
            self.waiting = twin.waiting
            self.pawns = twin.pawns[:]

    def after(self, seat: i64) -> i64:
        """The left neighbour of a seat."""
        return seat + 1 if seat + 1 < self.players else 0

    def farthest(self) -> i64:
        """Where the most advanced pawn is."""
        farthest = self.pawns[0]
        for seat in range(self.players):
            farthest = max(farthest, self.pawns[seat])
        return farthest

    def ends_at_finish(self, facts: list[Fact] | None) -> bool:
        """(ZK-23) End the game if a pawn that was just paid has won it; return whether it has.

        Nothing more is played then: all cards stay where they lie, those face down too.
        """
        farthest = self.farthest()
        if farthest < self.winning:
            return False
        self.phase = OVER
        self.waiting = 0
        if facts is not None:
            first = [seat for seat in range(self.players) if self.pawns[seat] == farthest]
            for seat in first:  # (ZK-24) several can be paid at one moment
                facts.append(Fact("finished", int(seat), (int(farthest), len(first))))
        return True

    def scores(self) -> tuple[int, ...]:
        """(ZK-24) How far each pawn is; equal pawns share a rank."""
        return tuple([int(pawn) for pawn in self.pawns])
