"""What a game can tell a search about itself. Without any of it a search still plays, by the rules.

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

WIN: Final = 1_000_000  # the value of a certain victory that is not shared
TO_THE_END: Final = 1_000_000  # a rollout depth that no game reaches
INDISTINCT: Final = -1  # an observation that need not be told from no observation
WIN_WEIGHT: Final = 3  # parts of a value for winning, against one part for points


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Heuristics for a search. Each method has a default that is right for every game."""

    def __init__(self, depth: i64, scale: i64, width: i64) -> None:
        """Set the rollout depth in moves, the scale of a lead in points, and the root width.

        With more proposals than ``width`` the root starts with the first ``width`` of them and
        widens as it runs (progressive widening); 0 considers all of them.
        """
        self.depth: Final[i64] = depth
        self.scale: Final[i64] = scale
        self.width: Final[i64] = width

    def imagine(self, state: State, seat: i64, rng: Rng) -> State:
        """A world that ``seat`` considers possible, sampled with its probability.

        By default all are equally likely, whatever the others' moves tell about their secrets.
        """
        return state.imagine(seat, rng)

    def propose_into(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """Write the moves worth considering into ``out``, the best first; return how many.

        For the seat that searches they depend on nothing but what it may know.
        """
        return state.choices_into(seat, out)

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """A move of the rollout policy for ``seat``, found quickly."""
        return buffer[rng.below(state.choices_into(seat, buffer))]

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        """The value of a move to ``seat``, one move ahead, on any scale: points, or a share of WIN.

        By default the evaluation after it, with the luck that follows drawn once.
        """
        after = state.clone()
        after.apply(seat, move)
        while after.next_actor() == LUCK:
            after.apply(LUCK, after.sample_luck(rng))
        out = zeros(state.seats())
        self.evaluate_into(after, out)
        return float(out[seat])

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """Write what a position is worth to each seat, from 0 to WIN; it need not be the end."""
        final_values_into(state.scores(), state.ranks(), self.scale, out)

    def values(self, state: State) -> list[int]:
        """What `evaluate_into` writes, as a list, for interpreted callers."""
        out = zeros(state.seats())
        self.evaluate_into(state, out)
        return [int(value) for value in out]

    def observation(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """What ``viewer`` observes of a move of another seat or of luck that is about to be made.

        Moves that the viewer can't tell apart have the same observation. INDISTINCT stands for what
        no plan depends on. By default moves of seats are observed, and luck is not.
        """
        return INDISTINCT if seat == LUCK else move

    def wants_mixed_strategy(self, state: State, seat: i64) -> bool:
        """Whether predictable play can be exploited here: then a good move is chosen at random."""
        return False


def final_values_into(
    scores: tuple[int, ...], ranks: tuple[int, ...], scale: i64, out: vec[i64]
) -> None:
    """Values at the end: winners share the victory, and a lead in points counts a little."""
    winners: i64 = ranks.count(1)
    total: i64 = sum(scores)
    seats: i64 = len(scores)
    for seat in range(seats):
        won: i64 = WIN // winners if ranks[seat] == 1 else 0
        points: i64 = scores[seat]
        out[seat] = (
            WIN_WEIGHT * won + lead_value(points * (seats - 1) - (total - points), scale)
        ) // (WIN_WEIGHT + 1)


def lead_value(points: i64, scale: i64) -> i64:
    """A lead in points as a number from 0 to WIN; ``scale`` points are three quarters of it."""
    size = points if points > 0 else -points
    return WIN // 2 + WIN // 2 * points // (size + scale)


def win_chances_into(points: vec[i64], spread: float, out: vec[i64]) -> None:
    """Values before the end: a softmax of the points with temperature ``spread``."""
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
