"""What the search should know of Whist: how good a deal looks before it is over."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import WIN, Knowledge, win_chances_into
from ludotheque.core.state import State

from whist.rules import SEATS, Whist

POINT: Final = 6  # the worth of a point of the game, where a trick of the present deal is 2
TRICK: Final = 2
SPREAD: Final = 12.0
ROLLOUT_DEPTH: Final = 28  # seven tricks


class WhistKnowledge(Knowledge):
    """Rollouts of some tricks, then points and tricks are compared."""

    def __init__(self) -> None:
        super().__init__(rollout_depth=ROLLOUT_DEPTH, lead_scale=3, root_width=0)

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """Both partners have the chance of their side, up to WIN."""
        assert isinstance(state, Whist)
        worth, chances = zeros(2), zeros(2)
        for side in (0, 1):
            worth[side] = POINT * state.points[side] + TRICK * state.tricks[side]
            chances[side] = WIN if state.points[side] >= state.target else 0
        if not state.is_over():
            win_chances_into(worth, SPREAD, chances)
        for seat in range(SEATS):
            out[seat] = chances[seat % 2]
