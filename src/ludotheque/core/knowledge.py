"""Heuristics of a game for the search. They are optional: the defaults need the rules only.

A game's knowledge is a subclass in its folder, compiled with the rules: which moves are worth
considering, a rollout policy, an evaluation, and what others observe of a move.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import mypyc_attr

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, State

WIN: Final = 1_000_000  # the value of a sure victory that is not shared: a share of a win of 1
TO_THE_END: Final = 1_000_000  # a rollout depth that no game reaches
NOT_OBSERVED: Final = -1  # the viewer does not observe the move, or plans need not depend on it
WIN_WEIGHT: Final = 3  # weight of winning in a final value; a lead in points has weight 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Heuristics for a search. Each method has a default that is right for every game."""

    def __init__(
        self, rollout_depth: i64, lead_scale: i64, root_width: i64, leaf_percent: i64 = 0
    ) -> None:
        """Set the rollout depth in moves of seats, the scale of `lead_value`, and the root width.

        With more proposals than ``root_width`` the root starts with the first ``root_width`` of
        them and widens with the simulations (progressive widening); 0 considers all of them.
        ``leaf_percent`` is the part of the value of a leaf that `leaf_into` gives before the
        rollout; the rest is `evaluate_into` after it. With 100 there are no rollouts.
        """
        self.rollout_depth: Final[i64] = rollout_depth
        self.lead_scale: Final[i64] = lead_scale
        self.root_width: Final[i64] = root_width
        self.leaf_percent: Final[i64] = leaf_percent

    def imagine(self, state: State, seat: i64, rng: Rng) -> State:
        """A world that ``seat`` considers possible, sampled by its probability.

        By default as `State.imagine` samples: it draws no conclusions from the others' moves.
        """
        return state.imagine(seat, rng)

    def propose_into(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """Write the moves worth considering into ``out``, the best first; return how many.

        For the seat that searches they must depend only on what it may know.
        """
        return state.choices_into(seat, out)

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """A move of the rollout policy for ``seat``, found quickly."""
        return buffer[rng.below(state.choices_into(seat, buffer))]

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        """The value of a move to ``seat``, one move ahead, on a scale of the game's own.

        By default what `evaluate_into` gives after the move, from 0 to WIN, with the luck that
        follows drawn once.
        """
        after = state.clone()
        after.apply(seat, move)
        while after.next_actor() == LUCK:
            after.apply(LUCK, after.sample_luck(rng))
        out = zeros(state.seats())
        self.evaluate_into(after, out)
        return float(out[seat])

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """Write the value of a state to each seat, from 0 to WIN; the game need not be over."""
        final_values_into(state.scores(), state.ranks(), self.lead_scale, out)

    def leaf_into(self, state: State, out: vec[i64]) -> None:
        """Write the value of a leaf to each seat, from 0 to WIN, before its rollout."""
        self.evaluate_into(state, out)

    def values(self, state: State) -> list[int]:
        """What `evaluate_into` writes, as a list, for interpreted callers."""
        out = zeros(state.seats())
        self.evaluate_into(state, out)
        return [int(value) for value in out]

    def observed_move(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """What ``viewer`` observes of a move of another seat or of luck that is about to be made.

        Moves that the viewer can't tell apart must give the same number. NOT_OBSERVED leaves the
        viewer where it is in its tree, so that its plans do not depend on the move. By default
        moves of seats are observed, and luck is not.
        """
        return NOT_OBSERVED if seat == LUCK else move

    def wants_mixed_strategy(self, state: State, seat: i64) -> bool:
        """Whether predictable play can be exploited here: then a good move is chosen at random."""
        return False


def final_values_into(
    scores: tuple[int, ...], ranks: tuple[int, ...], lead_scale: i64, out: vec[i64]
) -> None:
    """Write the value of a finished game to each seat, from 0 to WIN.

    It is (WIN_WEIGHT * won + `lead_value`) / (WIN_WEIGHT + 1). ``won`` is WIN divided by the number
    of winners, 0 for all others; the lead is the sum of the leads over each opponent.
    """
    winners: i64 = ranks.count(1)
    total: i64 = sum(scores)
    seats: i64 = len(scores)
    for seat in range(seats):
        won: i64 = WIN // winners if ranks[seat] == 1 else 0
        points: i64 = scores[seat]
        out[seat] = (
            WIN_WEIGHT * won + lead_value(points * (seats - 1) - (total - points), lead_scale)
        ) // (WIN_WEIGHT + 1)


def lead_value(lead: i64, lead_scale: i64) -> i64:
    """A lead in points as a value from 0 to WIN: WIN / 2 * (1 + lead / (abs(lead) + lead_scale)).

    No lead gives half of WIN, a lead of ``lead_scale`` points three quarters.
    """
    size = lead if lead > 0 else -lead
    return WIN // 2 + WIN // 2 * lead // (size + lead_scale)


def win_chances_into(points: vec[i64], spread: float, out: vec[i64]) -> None:
    """Write values of an unfinished game: WIN times a softmax of points, temperature ``spread``."""
    highest = points[0]
    for seat in range(len(points)):
        highest = max(highest, points[seat])
    total = 0.0
    for seat in range(len(points)):
        weight = exp(float(points[seat] - highest) / spread)
        total += weight
        out[seat] = int(weight * WIN)
    for seat in range(len(points)):
        out[seat] = int(float(out[seat]) / total)
