"""Ratings by the Plackett-Luce model of Weng and Lin (2011): teams, ties, any number of players.

The formulas and constants are those of the library openskill, against which they are tested. A
skill is believed to be normally distributed: a mean, and a deviation that shrinks with each game.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

MEAN: Final = 25.0  # of a new player
DEVIATION: Final = MEAN / 3  # of a new player
BETA: Final = MEAN / 6  # how much one game depends on luck
TAU: Final = MEAN / 300  # skill may change between two games
MIN_SHRINK: Final = 0.0001  # of the square of a deviation, in one game


class Belief(NamedTuple):
    """What is believed of a skill."""

    mean: float = MEAN
    deviation: float = DEVIATION


Team = Sequence[Belief]


class Strength(NamedTuple):
    """The sum of a team's skills."""

    mean: float
    variance: float


def rate(teams: Sequence[Team], ranks: Sequence[int]) -> list[list[Belief]]:
    """The beliefs after a game; ``ranks`` are by team, the best is the lowest, ties are equal.

    >>> [[winner], [loser]] = rate([[Belief()], [Belief()]], [1, 2])
    >>> round(winner.mean, 2), round(loser.mean, 2)
    (27.64, 22.36)
    """
    aged = [[Belief(one.mean, sqrt(one.deviation**2 + TAU**2)) for one in team] for team in teams]
    strengths = [
        Strength(sum(one.mean for one in team), sum(one.deviation**2 for one in team))
        for team in aged
    ]
    spread = sqrt(sum(team.variance + BETA**2 for team in strengths))
    return [
        _updated(team, strengths[index], _change(index, strengths, ranks, spread), spread)
        for index, team in enumerate(aged)
    ]


class Change(NamedTuple):
    """The first and the second derivative of the likelihood of a result, for one team."""

    gain: float
    information: float


def _change(
    team: int, strengths: Sequence[Strength], ranks: Sequence[int], spread: float
) -> Change:
    """A result is a sequence of choices: of the teams that are left, who comes next."""
    worths = [exp(one.mean / spread) for one in strengths]
    gain = information = 0.0
    for chosen, rank in enumerate(ranks):
        if rank > ranks[team]:
            continue
        left = sum(worth for worth, other in zip(worths, ranks, strict=True) if other >= rank)
        chance, ties = worths[team] / left, ranks.count(rank)
        gain += ((1 if chosen == team else 0) - chance) / ties
        information += chance * (1 - chance) / ties
    return Change(gain, information)


def _updated(team: Team, strength: Strength, change: Change, spread: float) -> list[Belief]:
    gain = strength.variance / spread * change.gain
    damping = sqrt(strength.variance) / spread
    shrink = damping * strength.variance / spread**2 * change.information
    updated = []
    for one in team:
        share = one.deviation**2 / strength.variance
        left = max(1 - share * shrink, MIN_SHRINK)
        updated.append(Belief(one.mean + share * gain, one.deviation * sqrt(left)))
    return updated
