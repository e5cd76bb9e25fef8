"""Bots at work: in processes of their own, so that nobody waits while they think.

A thinker is handed a packed world that was imagined for its seat: there is nothing in it that the
seat does not know. It has a time limit; whoever fails or overruns is reported, and answers nothing.
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
LIMIT: Final = 10.0  # seconds for one move
START: Final = 60.0  # seconds a process may need to be there at all
NICE: Final = 10
HINTS: Final = 3  # moves that a bot proposes at most
T = TypeVar("T")


class Thinkers:
    """A pool of processes in which bots think."""

    def __init__(self, processes: int = 1, limit: float = LIMIT) -> None:
        self.processes = processes
        self.limit = limit
        self._free = asyncio.Semaphore(processes)  # who waits for a process does not think yet
        self._pool = pools.processes(processes, NICE)

    async def choose(self, slug: str, options: Options, world: Packed, seat: int, bot: str) -> str:
        """The move a bot plays for a seat, or nothing if it fails or takes too long."""
        seed = secrets.randbits(62)
        work = partial(_think, slug, dict(options), world, seat, bot, seed)
        return await self._wait(work, slug, bot) or ""

    async def advise(
        self,
        slug: str,
        options: Options,
        world: Packed,
        seat: int,
        bot: str,
        language: str,
        names: list[str],
    ) -> list[tuple[str, str]]:
        """Moves a bot thinks well of, best first, with reasons; none if it fails."""
        seed = secrets.randbits(62)
        work = partial(_advise, slug, dict(options), world, seat, bot, seed, language, names)
        return await self._wait(work, slug, bot) or []

    async def _wait(self, think: Callable[[], T], slug: str, bot: str) -> T | None:
        async with self._free:
            pool = self._pool
            try:
                await self._run(pool, _be_there, START)
                with metrics.THINKING.labels(slug, bot).time():
                    return await self._run(pool, think, self.limit)
            except TimeoutError:
                log.warning("bot %s of %s took too long", bot, slug)
                self._replace(pool)
            except BrokenProcessPool:
                log.warning("a process of bots broke; bot %s of %s was thinking", bot, slug)
                self._replace(pool)
            except Exception:  # a bot's own failure must not stop a table
                log.exception("bot %s of %s failed", bot, slug)
        return None

    async def _run(self, pool: ProcessPoolExecutor, work: Callable[[], T], limit: float) -> T:
        """Work done in the pool; a pool that another's failure ended is broken for this one too."""
        try:
            async with asyncio.timeout(limit):
                return await asyncio.get_running_loop().run_in_executor(pool, work)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if pool is self._pool or (task is not None and task.cancelling()):
                raise
            raise BrokenProcessPool("the pool was replaced") from error

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """Take new processes, unless somebody else did already."""
        if pool is self._pool:
            pools.stop(pool)
            self._pool = pools.processes(self.processes, NICE)

    def close(self) -> None:
        """End all thinking."""
        pools.stop(self._pool)


def _be_there() -> None:
    """Whoever answers has started, and has all games at hand: to load them is no thinking."""
    installed()


def _think(slug: str, options: Options, packed: Packed, seat: int, bot: str, seed: int) -> str:
    game = find(slug)
    world = unpack(game, options, packed)
    move = find_bot(game, bot).choose(world, seat, SeededRng(seed))
    return game.text(unpack(game, options, packed), move)


def _advise(
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
    adviser = find_bot(game, bot)
    best = _best(adviser, unpack(game, options, packed), seat, SeededRng(seed))
    world, words = unpack(game, options, packed), game.words(language)
    told: list[tuple[str, str]] = []
    for move, worth in best:
        said: list[str] = []
        if isinstance(adviser, ExplainingBot):
            said.append(adviser.why(world, seat, move, words, names))
        if isinstance(adviser, EvaluatingBot) and len(best) > 1:
            said.append(adviser.expects(worth, language))
        told.append((game.text(world, move), " ".join(said)))
    return told


def _best(bot: Bot, world: State, seat: int, rng: SeededRng) -> list[tuple[Move, float]]:
    """The moves a bot thinks best of, with their worth to it."""
    if isinstance(bot, RankingBot):
        return bot.rank(world, seat, rng)[:HINTS]
    return [(bot.choose(world, seat, rng), 0.0)]
