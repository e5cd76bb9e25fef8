"""Bots in worker processes, so that the event loop does not wait for them.

A bot gets a packed world that was imagined for its seat, with nothing that the seat does not know.
A bot that fails or exceeds the time limit is logged and has no result.

The time of a bot's answer reveals nothing: a forced move is found at once and a choice is not, but
both are given at the end of a turn of the same length (`turn_s`), and only then is it measured. A
turn begins with the question, so that who waits for a worker does not learn what the bot before
them had to choose from.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final, NamedTuple, TypeVar

from ludotheque.bots import find_bot
from ludotheque.bots.characters import level_name
from ludotheque.core.bot import (
    Bot,
    EvaluatingBot,
    ExplainingBot,
    RankingBot,
    current_bot_name,
)
from ludotheque.core.options import Options
from ludotheque.core.pack import Packed, unpack
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import Move, State
from ludotheque.house import metrics
from ludotheque.house.fair_queue import URGENT, FairQueue
from ludotheque.house.shares import Client
from ludotheque.house.workers import pools

log = logging.getLogger(__name__)
BOT_TIMEOUT_S: Final = 10.0  # for one move
START_TIMEOUT_S: Final = 60.0  # for a worker to start and load the games
NICENESS: Final = 10
SEED_BITS: Final = 62
MAX_HINTS: Final = 3
MIN_TURN_S: Final = 0.05  # of a bot's answer; bots that don't search need a few ms
TURN_MARGIN_FACTOR: Final = 1.1  # of a level's time limit: a search ends a little after it
MIN_AGE_FOR_CHANCES: Final = 8  # years: games for younger children have no percentages
T = TypeVar("T")


def always() -> bool:
    """Work that is wanted whatever happens."""
    return True


class Demand(NamedTuple):
    """For whom a bot thinks, how urgent it is, and whether the result is still wanted."""

    client: Client = Client()
    urgency: int = URGENT
    is_wanted: Callable[[], bool] = always


class BotPool:
    """Worker processes for bots, shared out fairly among those who want something of them."""

    def __init__(
        self,
        processes: int = 1,
        timeout_s: float = BOT_TIMEOUT_S,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.processes = processes
        self.timeout_s = timeout_s
        self._sleep, self._monotonic_s = sleep, monotonic_s
        self._workers = FairQueue(processes)  # waiting for a worker is no thinking time
        self._pool = pools.process_pool(processes, NICENESS)

    async def choose(
        self,
        slug: str,
        options: Options,
        world: Packed,
        seat: int,
        bot: str,
        demand: Demand = Demand(),  # noqa: B008 - immutable
        fixed_seed: int | None = None,
    ) -> str:
        """The move a bot plays for a seat, at the end of its turn.

        "" if it fails, takes too long or is no longer wanted. With a seed the move is the same on
        any machine: the bot searches as long as its simulations take.
        """
        seed = secrets.randbits(SEED_BITS) if fixed_seed is None else fixed_seed
        is_timed = fixed_seed is None
        work = partial(_choose, slug, dict(options), world, seat, bot, seed, is_timed)
        return await self._result(work, slug, bot, demand) or ""

    async def hints(
        self,
        slug: str,
        options: Options,
        world: Packed,
        seat: int,
        bot: str,
        language: str,
        names: list[str],
        demand: Demand = Demand(),  # noqa: B008 - immutable
    ) -> list[tuple[str, str]]:
        """A bot's best moves, best first, each with a reason, at the end of its turn.

        None if it fails.
        """
        seed = secrets.randbits(SEED_BITS)
        work = partial(_hints, slug, dict(options), world, seat, bot, seed, language, names)
        return await self._result(work, slug, bot, demand) or []

    async def _result(self, work: Callable[[], T], slug: str, bot: str, demand: Demand) -> T | None:
        """The result of a bot's work, at the end of its turn; none at once if it fails."""
        asked_s = self._monotonic_s()
        result = await self._worked(work, slug, bot, demand)
        if result is not None:
            taken_s = self._monotonic_s() - asked_s
            whole_s = whole_turns_s(taken_s, turn_s(slug, bot))
            await self._sleep(whole_s - taken_s)
            metrics.BOT_SECONDS.labels(slug, bot).observe(whole_s)
        return result

    async def _worked(self, work: Callable[[], T], slug: str, bot: str, demand: Demand) -> T | None:
        """The result of a bot's work; none if it fails or is no longer wanted."""
        async with self._workers.place(demand.client, demand.urgency):
            if not demand.is_wanted():
                return None
            pool = self._pool
            try:
                await self._run(pool, _load_games, START_TIMEOUT_S)
                return await self._run(pool, work, self.timeout_s)
            except TimeoutError:
                log.warning("bot %s of %s took too long", bot, slug)
                self._replace(pool)
            except BrokenProcessPool:
                log.warning("a worker process of bots died; bot %s of %s was running", bot, slug)
                self._replace(pool)
            except Exception:  # a failing bot must not stop its table
                log.exception("bot %s of %s failed", bot, slug)
        return None

    async def _run(self, pool: ProcessPoolExecutor, work: Callable[[], T], timeout_s: float) -> T:
        """The result of work in the pool; `BrokenProcessPool` also if the pool was replaced."""
        try:
            async with asyncio.timeout(timeout_s):
                return await asyncio.get_running_loop().run_in_executor(pool, work)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if pool is self._pool or (task is not None and task.cancelling()):
                raise
            raise BrokenProcessPool("the pool was replaced") from error

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Start new workers, unless another task has done so."""
        if pool is self._pool:
            pools.kill_pool(pool)
            self._pool = pools.process_pool(self.processes, NICENESS)

    def close(self) -> None:
        """Kill all workers."""
        pools.kill_pool(self._pool)


def turn_s(slug: str, bot: str) -> float:
    """The seconds of a bot's turn: enough for every choice, and the same for every position."""
    game = find(slug)
    level = game.levels.get(level_name(game, current_bot_name(bot)))
    return MIN_TURN_S + TURN_MARGIN_FACTOR * level.time_limit_s if level else MIN_TURN_S


def whole_turns_s(taken_s: float, turn_s: float) -> float:
    """The whole turns in which work was done: more than one only if many wait for a worker."""
    return turn_s * max(1, math.ceil(taken_s / turn_s))


def _load_games() -> None:
    """Load all games before a bot's time is measured."""
    installed()


def _choose(
    slug: str,
    options: Options,
    packed: Packed,
    seat: int,
    bot: str,
    seed: int,
    is_timed: bool = True,
) -> str:
    game = find(slug)
    world = unpack(game, options, packed)
    player = find_bot(game, bot, time.monotonic if is_timed else _stopped_clock)
    move = player.choose(world, seat, SeededRng(seed))
    return game.text(unpack(game, options, packed), move)


def _stopped_clock() -> float:
    """The clock of a bot without a time limit."""
    return 0.0


def _hints(
    slug: str,
    options: Options,
    packed: Packed,
    seat: int,
    bot: str,
    seed: int,
    language: str,
    names: list[str],
) -> list[tuple[str, str]]:
    game = find(slug)
    player = find_bot(game, bot)
    best = _best_moves(player, unpack(game, options, packed), seat, SeededRng(seed))
    world, words = unpack(game, options, packed), game.words(language)
    hints: list[tuple[str, str]] = []
    for move, value in best:
        reasons: list[str] = []
        if isinstance(player, ExplainingBot):
            reasons.append(player.why(world, seat, move, words, names))
        has_chances = game.age >= MIN_AGE_FOR_CHANCES and len(best) > 1
        if has_chances and isinstance(player, EvaluatingBot):
            reasons.append(player.expects(value, language))
        hints.append((game.text(world, move), " ".join(filter(None, reasons))))
    return hints


def _best_moves(bot: Bot, world: State, seat: int, rng: SeededRng) -> list[tuple[Move, float]]:
    """A bot's best moves, best first, with their values."""
    if isinstance(bot, RankingBot):
        return bot.rank(world, seat, rng)[:MAX_HINTS]
    return [(bot.choose(world, seat, rng), 0.0)]
