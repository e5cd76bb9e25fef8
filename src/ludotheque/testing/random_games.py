"""Random games, and positions taken from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.bots import find_bot
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, NOBODY
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options
    from ludotheque.core.state import Seat, State

SAMPLED_POSITIONS: Final = 8  # of one game


def play_random(game: Game, options: Options, seed: int) -> Table:
    """A whole game played at random; if several seats may act, all are equally likely to.

    >>> import ludotheque
    >>> table = play_random(ludotheque.find("m"), {"players": 2}, seed=1)
    >>> table.over
    True
    """
    rng = SeededRng(seed)
    table = Table(game, options, rng)
    bot = find_bot(game, "random")
    while not table.over:
        actors = table.state.actors()
        seat = actors[rng.below(len(actors))]
        move = bot.choose(table.state, seat, rng)  # it ignores hidden information
        table.submit(seat, game.text(table.state, move))
    return table


def sample_positions(game: Game) -> list[tuple[State, Seat]]:
    """Positions of one random game, from start to end, each with a seat that has a choice."""
    state, rng = game.new(game.resolve_options({})), SeededRng(1)
    found: list[tuple[State, Seat]] = []
    while (seat := state.next_actor()) != NOBODY:
        if seat == LUCK:
            state.apply(LUCK, state.sample_luck(rng))
            continue
        choices = state.choices(seat)
        if len(choices) > 1:
            found.append((state.clone(), seat))
        state.apply(seat, choices[rng.below(len(choices))])
    return found[:: max(1, len(found) // SAMPLED_POSITIONS)]
