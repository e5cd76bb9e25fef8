"""The chances of each seat to win, from the whole state: for moments of games that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.fast import zeros
from ludotheque.core.knowledge import WIN
from ludotheque.core.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.state import State


def win_chances(game: Game, state: State) -> tuple[float, ...]:
    """Each seat's chance to win, those of all teams adding up to 1; partners have the same.

    Exact if the game is over: winners share a win. It looks at all hands, so it is not for players
    while the game goes on.
    """
    if state.next_actor() == NOBODY:
        ranks = state.ranks()
        return _by_team(game, [float(rank == 1) for rank in ranks])
    values = zeros(state.seats())
    if game.value_model is not None:
        game.value_model.chances_into(state, values)
    else:
        game.knowledge.evaluate_into(state, values)
    return _by_team(game, [value / WIN for value in values])


def _by_team(game: Game, values: Sequence[float]) -> tuple[float, ...]:
    """The values by seat, scaled so that those of the teams add up to 1."""
    seats = len(values)
    teams = {game.team_of(seat, seats): value for seat, value in enumerate(values)}
    total = sum(teams.values())
    return tuple(
        teams[game.team_of(seat, seats)] / total if total else 1 / len(teams)
        for seat in range(seats)
    )
