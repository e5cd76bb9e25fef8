"""Rewards: the value of a finished game to each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludotheque.core.state import State


def by_ranks(state: State) -> list[float]:
    """Opponents with a worse rank minus those with a better one, divided by their number.

    From -1 to 1, and the sum over all seats is 0.
    """
    ranks = state.ranks()
    others = len(ranks) - 1
    return [sum((r > rank) - (r < rank) for r in ranks) / others for rank in ranks]


def by_wins(state: State) -> list[float]:
    """1, divided among all winners."""
    ranks = state.ranks()
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def by_scores(state: State) -> list[float]:
    """The score of a seat minus the mean score of its opponents."""
    scores = state.scores()
    others = len(scores) - 1
    return [score - (sum(scores) - score) / others for score in scores]


REWARDS: Final[dict[str, Callable[[State], list[float]]]] = {
    "ranks": by_ranks,
    "wins": by_wins,
    "scores": by_scores,
}


def find_reward(name: str) -> Callable[[State], list[float]]:
    """The reward of that name; an unknown name is refused with a list of all."""
    if name not in REWARDS:
        raise BadOption(f"no reward {name!r}; choose from {', '.join(REWARDS)}")
    return REWARDS[name]
