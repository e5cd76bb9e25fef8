"""Time limits: every level of every game stops in time, however expensive a simulation is.

No real clock is used: time passes by the simulations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playthroughs import INSTALLED, playthrough

from ludotheque.bots import search_bot
from ludotheque.bots.search import MoveResult, Search
from ludotheque.bots.search_bot import EXPLORATION, SearchBot
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludotheque.core.bot import Level
    from ludotheque.core.game import Game
    from ludotheque.core.state import State

MAX_OVERRUN = 1.2  # times the time limit
every_level = pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in INSTALLED for name in game.levels],
    ids=lambda one: one if isinstance(one, str) else one.slug,
)


class FakeSearch:
    """A search, and a clock that advances with each simulation."""

    def __init__(self, search: Search | None, cost: Callable[[int], float]) -> None:
        self.search = search  # None for one that never stops early
        self.cost = cost  # in seconds, of a simulation by its number
        self.done = 0
        self.now = 0.0
        self.readings = 0

    def move_count(self) -> int:
        """More than one, so that it searches."""
        return 2

    def results(self) -> list[MoveResult]:
        """The result; not needed by tests of the clock alone."""
        return [] if self.search is None else self.search.results()

    def run(self, simulations: int, budget: int) -> bool:
        """Simulate, and advance the clock by the cost."""
        count = min(simulations, budget - self.done)
        self.now += sum(self.cost(self.done + i) for i in range(count))
        self.done += count
        return self.done < budget if self.search is None else self.search.run(simulations, budget)

    def clock(self) -> float:
        """The time."""
        self.readings += 1
        return self.now


def think(
    game: Game, level: Level, working: FakeSearch, monkeypatch: pytest.MonkeyPatch, world: State
) -> None:
    """Let a level search with this search and its clock."""
    monkeypatch.setattr(search_bot, "Search", lambda *_: working)
    SearchBot(game, level, working.clock).think(world, 0, SeededRng(1))


@every_level
@pytest.mark.parametrize("fits", [12, 40, 1000, 10**5])
@pytest.mark.parametrize("uneven", [1.0, 3.0])
def test_the_clock_is_read_often_enough(
    game: Game, name: str, fits: int, uneven: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs of simulations three times as expensive as others: it still stops in time."""
    level = game.levels[name]
    cost = level.time_limit_s / fits
    working = FakeSearch(None, lambda i: cost * (uneven if i // 10 % 2 else 1))
    think(game, level, working, monkeypatch, game.new(game.resolve_options({})))
    assert working.done <= level.simulations
    assert working.now <= level.time_limit_s * MAX_OVERRUN
    if working.done < level.simulations:
        assert working.now >= level.time_limit_s  # it used all of its time


@every_level
def test_no_level_simulates_more_than_it_says(
    game: Game, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a stopped clock only the number of simulations ends the search."""
    level = game.levels[name]
    working = FakeSearch(None, lambda _: 0.0)
    think(game, level, working, monkeypatch, game.new(game.resolve_options({})))
    assert working.done == level.simulations
    assert working.readings >= level.simulations // search_bot.MAX_BATCH


@every_level
def test_a_real_search_stops_in_time(
    game: Game, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same with the real search at real decisions, of about twenty simulations."""
    level = game.levels[name]
    steps = [step for step in playthrough(game, game.resolve_options({}), 3) if step.seat != LUCK]
    for step in steps[:: max(1, len(steps) // 4)]:
        world = step.state.imagine(step.seat, SeededRng(1))
        search = Search(world, step.seat, game.knowledge, SeededRng(2), EXPLORATION)
        if search.move_count() < 2:
            continue
        working = FakeSearch(search, lambda _: level.time_limit_s / 20)
        think(game, level, working, monkeypatch, world)
        assert search.done <= working.done <= level.simulations
        assert working.now <= level.time_limit_s * MAX_OVERRUN
