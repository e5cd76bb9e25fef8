"""What a game can tell a search about itself. Without any of it a search still plays, by the rules.

A game's knowledge is a subclass in its folder, compiled with the rules: which moves are worth a
thought, how a sensible player goes on, what a position is worth, and what others see of a move.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import mypyc_attr

from ludotheque.core.dice import Dice
from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.state import LUCK, State

ONE: Final = 1_000_000  # a sure victory, alone
WHOLE: Final = 1_000_000  # rollouts to the end of the game
SAME: Final = -1  # a move that changes nothing for a viewer's plans
WON: Final = 3  # parts of a value for winning, beside one part for points


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Advice to a search. Each promise has a plain default that holds for every game."""

    def __init__(self, depth: i64, scale: i64, width: i64) -> None:
        """Rollouts of ``depth`` moves; a lead of ``scale`` points is clear; ``width`` moves first.

        A root with more proposals than ``width`` looks at the first ones first, and at more of
        them the longer it thinks; 0 looks at all of them.
        """
        self.depth: Final[i64] = depth
        self.scale: Final[i64] = scale
        self.width: Final[i64] = width

    def imagine(self, state: State, seat: i64, dice: Dice) -> State:
        """A world that ``seat`` takes for possible, the likelier the oftener it is drawn.

        By default all are equally likely, whatever the others' moves tell about their secrets.
        """
        return state.imagine(seat, dice)

    def propose_into(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """Write the moves worth a thought into ``out``, the best first; return how many.

        For the seat that thinks they hang on nothing but what it may know.
        """
        return state.choices_into(seat, out)

    def rollout_move(self, state: State, seat: i64, dice: Dice, buffer: vec[i64]) -> i64:
        """A move that a sensible player of ``seat`` could make, found quickly."""
        return buffer[dice.below(state.choices_into(seat, buffer))]

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """Write what a position is worth to each seat, from 0 to ONE; it need not be the end."""
        share_into(state.scores(), state.ranks(), self.scale, out)

    def values(self, state: State) -> list[int]:
        """What `evaluate_into` writes, as a list: for everybody who is not compiled."""
        out = zeros(state.seats())
        self.evaluate_into(state, out)
        return [int(value) for value in out]

    def sign(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """What ``viewer`` sees of a move of another seat or of luck that is about to be made.

        Moves that the viewer can't tell apart have the same sign, and SAME stands for what need
        not be told apart: plans don't hang on it. By default moves of seats are seen, luck is not.
        """
        return SAME if seat == LUCK else move

    def mixes(self, state: State, seat: i64) -> bool:
        """Whether being predictable loses here: then chance chooses among good moves."""
        return False


def share_into(scores: tuple[int, ...], ranks: tuple[int, ...], scale: i64, out: vec[i64]) -> None:
    """Values by rank and points: winners share the victory, and a lead counts a little."""
    winners: i64 = ranks.count(1)
    total: i64 = sum(scores)
    seats: i64 = len(scores)
    for seat in range(seats):
        won: i64 = ONE // winners if ranks[seat] == 1 else 0
        points: i64 = scores[seat]
        out[seat] = (WON * won + lead(points * (seats - 1) - (total - points), scale)) // (WON + 1)


def lead(points: i64, scale: i64) -> i64:
    """A lead in points as a number from 0 to ONE; ``scale`` points are three quarters of it."""
    size = points if points > 0 else -points
    return ONE // 2 + ONE // 2 * points // (size + scale)


def chances_into(points: vec[i64], spread: float, out: vec[i64]) -> None:
    """Values short of the end: how likely each lead is to last, if ``spread`` points are clear."""
    highest = points[0]
    for seat in range(len(points)):
        highest = max(highest, points[seat])
    total = 0.0
    for seat in range(len(points)):
        weight = exp(float(points[seat] - highest) / spread)
        total += weight
        out[seat] = int(weight * ONE)
    for seat in range(len(points)):
        out[seat] = int(float(out[seat]) / total)
