"""Appenzell: what a search should know (compiled).

A cheese is earned by two mice on its like; a mouse that falls is gone. Everything on the board is
seen by all, so every move can be told from every other.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.dice import Dice
from ludotheque.core.fast import BIT, count_bits, i64, vec, zeros
from ludotheque.core.knowledge import Knowledge, chances_into, share_into
from ludotheque.core.state import State
from ludotheque.games.appenzell.data import CHEESES, UNSEEN, beside
from ludotheque.games.appenzell.rules import ACTING, DONE, OVER, PUSH, Appenzell

DEPTH: Final = 6  # actions of a rollout
SCALE: Final = 2  # cheeses
SPREAD: Final = 120.0  # points of a lead that are clear
CHEESE: Final = 100
FALLEN: Final = 30
INSIDE: Final = 4  # a mouse in the castle
ON_CHEESE: Final = 20  # a mouse on a cheese that is still to be earned
NEAR_CHEESE: Final = 8
NEAR_UNSEEN: Final = 3
RARELY: Final = 4  # one push in so many is made in a rollout


class AppenzellKnowledge(Knowledge):
    """Cheeses, mice and the way between them."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.points: vec[i64] = zeros(4)

    def rollout_move(self, state: State, seat: i64, dice: Dice, buffer: vec[i64]) -> i64:
        """Any action, but rarely a push, and no early end."""
        assert isinstance(state, Appenzell)
        count = state.choices_into(seat, buffer)
        move = buffer[dice.below(count)]
        if state.phase == ACTING and PUSH <= move <= DONE and dice.below(RARELY) > 0:
            return buffer[dice.below(count)]
        return move

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, how likely each lead is to last."""
        assert isinstance(state, Appenzell)
        if state.phase == OVER:
            share_into(state.scores(), state.ranks(), SCALE, out)
            return
        for seat in range(state.players):
            self.points[seat] = self._points_of(state, seat)
        chances_into(self.points[: state.players], SPREAD, out)

    def _points_of(self, state: Appenzell, seat: i64) -> i64:
        mice = state.mice[seat]
        earned = state.cheeses[seat]
        points = CHEESE * count_bits(earned) - FALLEN * state.fallen[seat]
        points += INSIDE * count_bits(mice)
        for cheese in range(CHEESES):
            squares = state.faces[cheese]
            if earned & BIT[cheese] == 0 and squares:
                if mice & squares:
                    points += ON_CHEESE
                points += NEAR_CHEESE * min(2, count_bits(mice & beside(squares)))
        unseen = state.faces[UNSEEN] & ~state.pending
        return points + NEAR_UNSEEN * count_bits(beside(mice) & unseen)
