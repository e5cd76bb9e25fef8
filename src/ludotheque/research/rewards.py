"""What a finished game is worth to each seat, for programs that learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludotheque.core.state import State


def by_ranks(state: State) -> list[float]:
    """How many seats one leaves behind, less how many are ahead, as a share of all others.

    From -1 to 1, and the sum over all seats is 0.
    """
    ranks = state.ranks()
    others = len(ranks) - 1
    return [sum((r > rank) - (r < rank) for r in ranks) / others for rank in ranks]


def by_wins(state: State) -> list[float]:
    """One point, shared by all who have won."""
    ranks = state.ranks()
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def by_scores(state: State) -> list[float]:
    """One's own score, less the average of the others'."""
    scores = state.scores()
    others = len(scores) - 1
    return [score - (sum(scores) - score) / others for score in scores]


REWARDS: Final[dict[str, Callable[[State], list[float]]]] = {
    "ranks": by_ranks,
    "wins": by_wins,
    "scores": by_scores,
}


def find_reward(name: str) -> Callable[[State], list[float]]:
    """The reward of that name, or a refusal with the names there are."""
    if name not in REWARDS:
        raise BadOption(f"no reward {name!r}; there is {', '.join(REWARDS)}")
    return REWARDS[name]
