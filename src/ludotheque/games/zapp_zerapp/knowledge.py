"""Zapp Zerapp: what a search should know (compiled).

What one hears is heard by oneself alone, and is what one's plans hang on; what others do with
barrels while one listens changes little.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.dice import Dice
from ludotheque.core.fast import i64, lowest, vec, zeros
from ludotheque.core.knowledge import SAME, Knowledge, chances_into, share_into
from ludotheque.core.state import LUCK, State
from ludotheque.games.zapp_zerapp.data import EACH, HANDS
from ludotheque.games.zapp_zerapp.rules import HEARING, LISTENING, MOVING, OVER, PLACE, ZappZerapp
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, GO

DEPTH: Final = 14  # moves of a rollout: barrels placed, and a round of moves
SCALE: Final = 2  # apprentices home
SPREAD: Final = 15.0  # steps of a lead that are clear
JITTER: Final = 4  # by which players differ in taste
AT_HOME: Final = 12  # steps that a piece in town is worth beyond its way
SEATS: Final = 4


class ZappZerappKnowledge(Knowledge):
    """Steps, towns, and who hears what."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.points: vec[i64] = zeros(SEATS)

    def rollout_move(self, state: State, seat: i64, dice: Dice, buffer: vec[i64]) -> i64:
        """Any barrel, placed at once; then the piece that gains most, all victims banished."""
        assert isinstance(state, ZappZerapp)
        if state.phase == MOVING:
            return self._best_go(state, seat, dice)
        if state.hands[HANDS * seat] >= 0:
            return PLACE + state.hands[HANDS * seat]
        return buffer[dice.below(state.choices_into(seat, buffer))]

    def _best_go(self, state: ZappZerapp, seat: i64, dice: Dice) -> i64:
        steps = state.steps_of(seat)
        first = EACH * state.colours[seat]
        best: i64 = 0
        highest: i64 = -1
        for piece in range(first, first + EACH):
            if not state.can_go(piece):
                continue
            victims = state.victims(piece, steps)
            value = 1 + dice.below(JITTER) + self._loss(state, victims)
            if state.enters_town(piece, steps):
                value += AT_HOME
            if value > highest:
                highest = value
                best = GO + piece + (victims * BANISHED if state.config.forgetful else 0)
        return best

    def _loss(self, state: ZappZerapp, victims: i64) -> i64:
        """The steps that banished pieces have done for nothing."""
        steps: i64 = 0
        while victims:
            steps += state.steps_done(lowest(victims))
            victims &= victims - 1
        return steps

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
