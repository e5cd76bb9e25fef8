"""Zapp Zerapp: what a search should know (compiled).

What one hears is heard by oneself alone, and is what one's plans hang on; what others do with
barrels while one listens changes little.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.dice import Dice
from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import SAME, Knowledge, chances_into, share_into
from ludotheque.core.state import LUCK, State
from ludotheque.games.zapp_zerapp.data import HANDS
from ludotheque.games.zapp_zerapp.rules import HEARING, LISTENING, OVER, PLACE, ZappZerapp

DEPTH: Final = 14  # moves of a rollout: barrels placed, and a round of moves
SCALE: Final = 2  # apprentices home
SPREAD: Final = 15.0  # steps of a lead that are clear
AT_HOME: Final = 12  # steps that a piece in town is worth beyond its way
SEATS: Final = 4


class ZappZerappKnowledge(Knowledge):
    """Steps, towns, and who hears what."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.points: vec[i64] = zeros(SEATS)

    def rollout_move(self, state: State, seat: i64, dice: Dice, buffer: vec[i64]) -> i64:
        """Any barrel, placed at once; then any move."""
        assert isinstance(state, ZappZerapp)
        if state.phase == LISTENING and state.hands[HANDS * seat] >= 0:
            return PLACE + state.hands[HANDS * seat]
        return buffer[dice.below(state.choices_into(seat, buffer))]

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, how likely each lead is to last."""
        assert isinstance(state, ZappZerapp)
        if state.phase == OVER:
            share_into(state.scores(), state.ranks(), SCALE, out)
            return
        for seat in range(state.players):
            colour = state.colours[seat]
            self.points[seat] = state.way(colour) + AT_HOME * state.home(colour)
        chances_into(self.points[: state.players], SPREAD, out)

    def sign(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(ZZ-4) Only who shakes hears; the hands of others change no plan, their moves do."""
        assert isinstance(state, ZappZerapp)
        if seat == LUCK:
            hears = state.phase == HEARING and state.holds(viewer, state.shaken)
            return move if hears else SAME
        return SAME if state.phase == LISTENING else move
