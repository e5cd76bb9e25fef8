"""Every level plays legal moves, in the process where bots think.

And bots think for everybody in turn, for nobody who no longer wants it, and the time of an answer
does not tell a forced move from a choice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from house.running import in_loop
from playthroughs import INSTALLED, playthrough, sample

from ludotheque.bots import levels_of
from ludotheque.core.pack import pack
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.house import metrics
from ludotheque.house.fair_queue import LATER, URGENT
from ludotheque.house.shares import Client
from ludotheque.house.workers import bot_pool as module
from ludotheque.house.workers.bot_pool import BotPool, Demand, turn_s, whole_turns_s

if TYPE_CHECKING:
    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


@every_game
def test_every_level_plays(game: Game) -> None:
    options = game.resolve_options({})
    steps = [step for step in playthrough(game, options, 3)[:-1] if step.seat != LUCK]

    async def play() -> None:
        bot_pool = BotPool()
        try:
            for level in levels_of(game):
                for step in sample(steps, SeededRng(1), 1):
                    world = pack(step.state.imagine(step.seat, SeededRng(2)))
                    text = await bot_pool.choose(game.slug, options, world, step.seat, level)
                    move = game.parse(step.state, text)
                    assert step.state.is_legal(step.seat, move), (level, text)
        finally:
            bot_pool.close()

    asyncio.run(play())


# whose turn it is


class FakePool(BotPool):
    """Bots that think for a given time on a clock of their own, and note for whom."""

    def __init__(self, seconds: list[float] | None = None) -> None:
        super().__init__(1, sleep=self._pass_time, monotonic_s=lambda: self.now_s)
        self.seconds = seconds or []
        self.now_s = 1000.0
        self.answered_s: list[float] = []  # when each answer was given
        self.close()

    async def _pass_time(self, seconds: float) -> None:
        self.now_s += seconds
        await asyncio.sleep(0)

    async def _run(self, pool: Any, work: Callable[[], Any], timeout_s: float) -> Any:
        if work is not module._load_games and self.seconds:
            self.now_s += self.seconds.pop(0)
        await asyncio.sleep(0)
        return "move"

    async def answer(self, bot: str = "greedy", demand: Demand = Demand()) -> str:  # noqa: B008
        """A move, and note when it came."""
        text = await self.choose("zwickern", {}, {}, 0, bot, demand)
        self.answered_s.append(self.now_s)
        return text


async def served(pool: BotPool, demands: list[tuple[str, Demand]]) -> list[str]:
    """For whom a pool has worked, in order; all ask at once, while it works for somebody else."""
    order: list[str] = []

    def noting(name: str, demand: Demand) -> Demand:
        def is_wanted() -> bool:
            wanted = demand.is_wanted()
            order.extend([name] * wanted)
            return wanted

        return demand._replace(is_wanted=is_wanted)

    asked = [pool.choose("m", {}, {}, 0, "greedy", noting(*each)) for each in demands]
    await asyncio.gather(pool.choose("m", {}, {}, 0, "greedy"), *asked)
    return order


@in_loop
async def test_bots_of_many_tables_don_t_hold_another_up() -> None:
    crowd = [("crowd", Demand(Client("1", "eve")))] * 100
    order = await served(FakePool(), [*crowd, ("ada", Demand(Client("2", "ada")))])
    assert order.index("ada") <= 1


@in_loop
async def test_tables_that_somebody_looks_at_come_first() -> None:
    crowd = [("crowd", Demand(Client("", f"host {n}"), LATER)) for n in range(100)]
    watched = [("ada", Demand(Client("2", "ada"), URGENT))] * 3
    assert (await served(FakePool(), [*crowd, *watched]))[:3] == ["ada"] * 3


@in_loop
async def test_a_bot_does_not_think_for_a_decision_that_was_made() -> None:
    pool = FakePool()
    stale = Demand(is_wanted=lambda: False)
    assert await served(pool, [("stale", stale), ("open", Demand())]) == ["open"]
    assert await pool.choose("m", {}, {}, 0, "greedy", stale) == ""


# when an answer comes


async def schedule(bot: str, seconds: list[float]) -> list[float]:
    """When answers come that take a bot so long to find."""
    pool = FakePool([*seconds])
    for _ in seconds:
        await pool.answer(bot)
    return pool.answered_s


@pytest.mark.parametrize("bot", ["random", "greedy", "novice", "player", "master", "champion"])
@in_loop
async def test_a_forced_move_comes_when_a_choice_would(bot: str) -> None:
    forced, choices = [0.003] * 5, [0.003, 0.02, 0.04, 0.03, 0.044]
    assert await schedule(bot, forced) == pytest.approx(await schedule(bot, choices))


class ParallelPool(FakePool):
    """Bots of several tables at once: the end of a turn is noted, and the clock does not wait."""

    def __init__(self, seconds: list[float]) -> None:
        super().__init__(seconds)
        self.ends_s: list[float] = []

    async def _pass_time(self, seconds: float) -> None:
        self.ends_s.append(self.now_s + seconds)


@pytest.mark.parametrize("bot", ["greedy", "novice"])
@in_loop
async def test_who_waits_for_a_worker_learns_nothing_of_the_bot_before(bot: str) -> None:
    """One has a forced move or a choice; the answers to all who wait come at the same time."""
    schedules = []
    for first_s in (0.003, 0.04):
        pool = ParallelPool([first_s, 0.003, 0.003])
        demands = [Demand(Client(str(number))) for number in range(3)]
        bots = pool.choose, pool.hints
        await asyncio.gather(
            bots[0]("zwickern", {}, {}, 0, bot, demands[0]),
            bots[0]("zwickern", {}, {}, 0, bot, demands[1]),
            bots[1]("zwickern", {}, {}, 0, bot, "en", [], demands[2]),
        )
        schedules.append(pool.ends_s)
    assert len(schedules[0]) == 3
    assert schedules[0] == pytest.approx(schedules[1])


@in_loop
async def test_the_metrics_tell_of_a_turn_when_it_is_over() -> None:
    counts: list[float] = []

    class Noting(FakePool):
        async def _pass_time(self, seconds: float) -> None:
            counts.append(turns_told())
            await super()._pass_time(seconds)
            counts.append(turns_told())

    before = turns_told()
    await Noting([0.003]).answer("novice")
    assert counts == [before, before]
    assert turns_told() == before + 1


def turns_told() -> float:
    """How many turns of Zwickern's novices the metrics tell of."""
    samples = next(iter(metrics.BOT_SECONDS.collect())).samples
    labels = {"game": "zwickern", "bot": "novice"}
    return sum(s.value for s in samples if s.name.endswith("_count") and s.labels == labels)


def test_a_turn_is_long_enough_for_every_choice_of_a_level() -> None:
    for game in INSTALLED:
        for name, level in game.levels.items():
            assert turn_s(game.slug, name) > level.time_limit_s


def test_the_metrics_tell_whole_turns() -> None:
    def seconds() -> float:
        samples = next(iter(metrics.BOT_SECONDS.collect())).samples
        labels = {"game": "zwickern", "bot": "novice"}
        return sum(s.value for s in samples if s.name.endswith("_sum") and s.labels == labels)

    sums = []
    for taken_s in (0.003, 0.044):
        before = seconds()
        asyncio.run(schedule("novice", [taken_s]))
        sums.append(seconds() - before)
    assert sums == pytest.approx([turn_s("zwickern", "novice")] * 2)
    assert whole_turns_s(0.25, 0.1) == pytest.approx(0.3)
