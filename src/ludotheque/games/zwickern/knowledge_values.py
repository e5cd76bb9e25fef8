"""Zwickern: how likely leads are to last, corrected by the rounds that are left (compiled)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec
from ludotheque.core.knowledge import win_chances_into
from ludotheque.core.state import State
from ludotheque.core.value import RecalibratedValue
from ludotheque.games.zwickern.knowledge import ZwickernKnowledge, rounds_left, spread_of_leads
from ludotheque.games.zwickern.rules import Zwickern

PACKAGE: Final = "ludotheque.games.zwickern"
PHASES: Final = 13  # for each number of players: 0 to 12 rounds left


class LeadsOnly(ZwickernKnowledge):
    """The evaluation without what it adds for the lead itself: chances of winning only."""

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """Write the chance of each side, and the same for its seats."""
        assert isinstance(state, Zwickern)
        sides = state.config.sides
        for side in range(sides):
            self.points[side] = self.points_of(state, side)
        win_chances_into(self.points[:sides], spread_of_leads(state), out)
        for seat in range(sides, state.config.players):
            out[seat] = out[seat % sides]


class ZwickernValue(RecalibratedValue):
    """The chances of three players or two pairs."""

    def __init__(self) -> None:
        super().__init__(PACKAGE, LeadsOnly())

    def teams(self, state: State) -> i64:
        assert isinstance(state, Zwickern)
        return state.config.sides

    def phase(self, state: State) -> i64:
        """By number of players and by the rounds left."""
        assert isinstance(state, Zwickern)
        return PHASES * (state.config.players - 3) + rounds_left(state)
