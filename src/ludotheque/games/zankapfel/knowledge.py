"""Zankapfel: what a search should know (compiled).

Apple and quarrel cards lie face down, so whoever lays them the same way every time is found out.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import SAME, Knowledge, chances_into, share_into
from ludotheque.core.state import LUCK, State
from ludotheque.games.zankapfel.rules import CHOOSING, DICE, LAY, MOVE, OVER, QUARREL, Zankapfel
from ludotheque.games.zankapfel.rules_mayor import BRIBING
from ludotheque.games.zankapfel.rules_quarrel import DICING, QUARRELLING

DEPTH: Final = 30  # moves of a rollout, about two rounds
SCALE: Final = 10  # points
SPREAD: Final = 6.0  # points of a lead that are clear
SEATS: Final = 6


class ZankapfelKnowledge(Knowledge):
    """Pawns on the track, and what lies face down."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.points: vec[i64] = zeros(SEATS)

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, how likely each lead is to last."""
        assert isinstance(state, Zankapfel)
        if state.phase == OVER:
            share_into(state.scores(), state.ranks(), SCALE, out)
            return
        for seat in range(state.players):
            self.points[seat] = state.pawns[seat]
        chances_into(self.points[: state.players], SPREAD, out)

    def sign(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(ZK-9, ZK-18) Apple and quarrel cards are laid face down."""
        if seat == LUCK:
            return SAME
        if LAY <= move < MOVE:
            return LAY
        return QUARREL if QUARREL <= move < DICE else move

    def mixes(self, state: State, seat: i64) -> bool:
        """Cards face down, dice and bribes: whoever can be foreseen is outdone."""
        assert isinstance(state, Zankapfel)
        phase = state.phase
        return phase == CHOOSING or phase == BRIBING or phase == QUARRELLING or phase == DICING
