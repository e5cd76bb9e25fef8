"""What an outcome of luck added to the chances: exactly, against the mean of all outcomes.

Only kinds of luck that surely decide something are shown: `Settings.luck` names them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.analysis.chances import win_chances
from ludotheque.core.state import LUCK

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.state import Move, State

MAX_BRANCHES: Final = 8000  # of a run of dice that is followed to its end


def kind_of(text: str) -> str:
    """The kind of an outcome of luck: the first word of its notation."""
    return text.partition(" ")[0]


def luck_effect(game: Game, state: State, outcome: Move) -> tuple[float, ...]:
    """What ``outcome``, about to happen, adds to the chances of each seat.

    The mean over all outcomes, by their weights, is 0. None are known, and 0 is returned, if there
    are too many to list.
    """
    kind = kind_of(game.text(state, outcome))
    outcomes = state.luck()
    expected = {
        other: _expected(game, _after(state, other), kind, len(outcomes)) for other, _ in outcomes
    }
    if outcome not in expected:
        return (0.0,) * int(state.seats())
    total = sum(weight for _, weight in outcomes)
    return tuple(
        here - sum(weight * expected[other][seat] for other, weight in outcomes) / total
        for seat, here in enumerate(expected[outcome])
    )


def _expected(game: Game, state: State, kind: str, branches: int) -> tuple[float, ...]:
    """The chances when the run of luck of this kind is over, on average over its outcomes."""
    outcomes = state.luck() if state.next_actor() == LUCK else []
    branches *= len(outcomes)
    if not 0 < branches <= MAX_BRANCHES or kind_of(game.text(state, outcomes[0][0])) != kind:
        return win_chances(game, state)
    total = sum(weight for _, weight in outcomes)
    mean = [0.0] * int(state.seats())
    for outcome, weight in outcomes:
        after = _expected(game, _after(state, outcome), kind, branches)
        for seat, chance in enumerate(after):
            mean[seat] += chance * weight / total
    return tuple(mean)


def _after(state: State, outcome: Move) -> State:
    after = state.clone()
    after.apply(LUCK, outcome)
    return after
