"""The speed of a game: random play, copies and search, in processor time of one core."""

from __future__ import annotations

import time
from itertools import repeat
from typing import TYPE_CHECKING, Final

from ludotheque.bots.search import Search
from ludotheque.bots.search_bot import EXPLORATION
from ludotheque.core.fast import COMPILED
from ludotheque.core.playout import playouts
from ludotheque.core.rng import SeededRng
from ludotheque.testing.random_games import sample_positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludotheque.core.game import Game
    from ludotheque.core.state import Seat, State

ROUNDS: Final = 5  # of each measurement; the median counts
UNLIMITED: Final = 10**9  # simulations


def measure(game: Game, seconds: float) -> dict[str, float]:
    """Random play, copies and search with the default options; ``seconds`` for each."""
    start, rng = game.new(game.resolve_options({})), SeededRng(1)
    sample = 1000 if COMPILED else 50
    moves = playouts(start, sample, SeededRng(2)) / sample
    per_game = _median(lambda games: playouts(start, games, rng), seconds)
    per_clone = _median(lambda times: _clone(start, times), seconds / 4)
    positions = sample_positions(game)
    per_simulation = _median(lambda times: _search(game, positions, times), seconds)
    return {
        "games/s": 1 / per_game,
        "moves/s": moves / per_game,
        "moves/game": moves,
        "clone ns": per_clone * 1e9,
        "simulations/s": len(positions) / per_simulation,
    }


def _clone(state: State, times: int) -> None:
    clone = state.clone
    for _ in repeat(None, times):
        clone()


def _search(game: Game, positions: list[tuple[State, Seat]], simulations: int) -> None:
    """Search each of these positions, with a given number of simulations."""
    for state, seat in positions:
        search = Search(state, seat, game.knowledge, SeededRng(1), EXPLORATION)
        search.run(simulations, UNLIMITED)


def _median(work: Callable[[int], object], seconds: float) -> float:
    """Processor seconds per unit of work: the median of some rounds, about ``seconds`` in all."""
    times, took = 1, 0.0
    while took < seconds / 10:
        times *= 2
        took = _timed(work, times)
    times = max(1, int(times * seconds / took / ROUNDS))
    return sorted(_timed(work, times) / times for _ in range(ROUNDS))[ROUNDS // 2]


def _timed(work: Callable[[int], object], times: int) -> float:
    start = time.process_time()
    work(times)
    return max(time.process_time() - start, 1e-9)
