"""Bots at work: in processes of their own, so that nobody waits while they think.

A thinker is handed a packed world that was imagined for its seat: there is nothing in it that the
seat does not know. It has a time limit; whoever fails or overruns is reported, and answers nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import Final

from ludotheque.bots import find_bot
from ludotheque.core.dice import QuickDice
from ludotheque.core.game import Options
from ludotheque.core.pack import Packed, unpack
from ludotheque.core.registry import find
from ludotheque.house import figures

log = logging.getLogger(__name__)
LIMIT: Final = 10.0  # seconds for one move
NICE: Final = 10


class Thinkers:
    """A pool of processes in which bots think."""

    def __init__(self, processes: int = 1, limit: float = LIMIT) -> None:
        self.processes = processes
        self.limit = limit
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.processes, get_context("spawn"), initializer=_begin)

    async def choose(self, slug: str, options: Options, world: Packed, seat: int, bot: str) -> str:
        """The move a bot plays for a seat, or nothing if it fails or takes too long."""
        loop = asyncio.get_running_loop()
        seed = secrets.randbits(62)
        work = loop.run_in_executor(self._pool, _think, slug, dict(options), world, seat, bot, seed)
        try:
            with figures.THINKING.labels(slug, bot).time():
                return await asyncio.wait_for(work, self.limit)
        except TimeoutError:
            log.warning("bot %s of %s took too long", bot, slug)
            self._replace_pool()
        except BrokenProcessPool:
            log.warning("a process of bots broke; bot %s of %s was thinking", bot, slug)
            self._replace_pool()
        except Exception:  # a bot's own failure must not stop a table
            log.exception("bot %s of %s failed", bot, slug)
        return ""

    def _replace_pool(self) -> None:
        self._stop()
        self._pool = self._new_pool()

    def _stop(self) -> None:
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def close(self) -> None:
        """End all thinking."""
        self._stop()


def _begin() -> None:
    """A thinking process gives way to the house, and ends when the house does."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    threading.Thread(target=_end_with_the_house, daemon=True).start()


def _end_with_the_house() -> None:
    """A house that was killed can't tell its bots to go."""
    house = parent_process()
    if house is not None:
        house.join()
        os._exit(1)


def _think(slug: str, options: Options, packed: Packed, seat: int, bot: str, seed: int) -> str:
    game = find(slug)
    world = unpack(game, options, packed)
    move = find_bot(game, bot).choose(world, seat, QuickDice(seed))
    return game.text(unpack(game, options, packed), move)
