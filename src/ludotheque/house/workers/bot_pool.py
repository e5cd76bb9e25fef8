"""Bots in worker processes, so that the event loop does not wait for them.

A bot gets a packed world that was imagined for its seat, with nothing that the seat does not know.
A bot that fails or exceeds the time limit is logged and has no result.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final, TypeVar

from ludotheque.bots import find_bot
from ludotheque.core.bot import Bot, EvaluatingBot, ExplainingBot, RankingBot
from ludotheque.core.options import Options
from ludotheque.core.pack import Packed, unpack
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import Move, State
from ludotheque.house import metrics
from ludotheque.house.workers import pools

log = logging.getLogger(__name__)
BOT_TIMEOUT_S: Final = 10.0  # for one move
START_TIMEOUT_S: Final = 60.0  # for a worker to start and load the games
NICENESS: Final = 10
SEED_BITS: Final = 62
MAX_HINTS: Final = 3
T = TypeVar("T")


class BotPool:
    """Worker processes for bots."""

    def __init__(self, processes: int = 1, timeout_s: float = BOT_TIMEOUT_S) -> None:
        self.processes = processes
        self.timeout_s = timeout_s
        self._idle = asyncio.Semaphore(processes)  # waiting for a worker is no thinking time
        self._pool = pools.process_pool(processes, NICENESS)

    async def choose(self, slug: str, options: Options, world: Packed, seat: int, bot: str) -> str:
        """The move a bot plays for a seat; "" if it fails or takes too long."""
        seed = secrets.randbits(SEED_BITS)
        work = partial(_choose, slug, dict(options), world, seat, bot, seed)
        return await self._result(work, slug, bot) or ""

    async def hints(
        self,
        slug: str,
        options: Options,
        world: Packed,
        seat: int,
        bot: str,
        language: str,
        names: list[str],
    ) -> list[tuple[str, str]]:
        """A bot's best moves, best first, each with a reason; none if it fails."""
        seed = secrets.randbits(SEED_BITS)
        work = partial(_hints, slug, dict(options), world, seat, bot, seed, language, names)
        return await self._result(work, slug, bot) or []

    async def _result(self, work: Callable[[], T], slug: str, bot: str) -> T | None:
        """The result of a bot's work; none if it fails or takes too long."""
        async with self._idle:
            pool = self._pool
            try:
                await self._run(pool, _load_games, START_TIMEOUT_S)
                with metrics.BOT_SECONDS.labels(slug, bot).time():
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


def _load_games() -> None:
    """Load all games before a bot's time is measured."""
    installed()


def _choose(slug: str, options: Options, packed: Packed, seat: int, bot: str, seed: int) -> str:
    game = find(slug)
    world = unpack(game, options, packed)
    move = find_bot(game, bot).choose(world, seat, SeededRng(seed))
    return game.text(unpack(game, options, packed), move)


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
        if isinstance(player, EvaluatingBot) and len(best) > 1:
            reasons.append(player.expects(value, language))
        hints.append((game.text(world, move), " ".join(reasons)))
    return hints


def _best_moves(bot: Bot, world: State, seat: int, rng: SeededRng) -> list[tuple[Move, float]]:
    """A bot's best moves, best first, with their values."""
    if isinstance(bot, RankingBot):
        return bot.rank(world, seat, rng)[:MAX_HINTS]
    return [(bot.choose(world, seat, rng), 0.0)]
