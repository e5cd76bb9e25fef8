"""Analyses of finished games: made one part after the other in a process of the lowest priority.

Nothing waits for it, and whoever plays comes first: the process gives way to bots and to the house.
Parts of several analyses take turns. An analysis is stored when it is done; until then the store
says how far it is and which process is at work, so that another one can take over.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import msgspec

from ludotheque import __version__
from ludotheque.analysis import VERSION, analyse_part, assemble, parts_of
from ludotheque.analysis.report import AnalysisPart, GameAnalysis
from ludotheque.core.errors import GameError
from ludotheque.core.record import from_json
from ludotheque.house import limits
from ludotheque.house.fair_queue import FairQueue
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import Client
from ludotheque.house.store.analyses import FAILED, NEVER, AnalysisStore
from ludotheque.house.tasks import BackgroundTasks
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers import pools

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ProcessPoolExecutor

    from ludotheque.core.game import Game
    from ludotheque.core.record import Record
    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
T = TypeVar("T")
NICENESS: Final = 15  # bots have 10
PART_TIMEOUT_S: Final = 120.0
LEASE_MS: Final = 240_000  # longer than it takes until the next progress is noted
NOTED_PROGRESS: Final = 50  # thousandths
IDLE_S: Final = 30.0  # then the process is ended


class Subject(NamedTuple):
    """A finished game, and under which name its analysis is stored."""

    key: str
    record: Record
    expires: int = NEVER


class Progress(NamedTuple):
    """How an analysis stands; without a result it is under way, or it has failed."""

    result: GameAnalysis | None
    fraction: float
    failed: bool = False


class Analyst:
    """The analyses that this process makes."""

    def __init__(self, store: Store, niceness: int = NICENESS) -> None:
        self.store = AnalysisStore(store)
        self._niceness = niceness
        self.tasks = BackgroundTasks()
        self._waiting: dict[str, str] = {}  # keys, and the address that asked
        self._places = FairQueue(1)
        self._pool: ProcessPoolExecutor | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def progress(self, subject: Subject) -> Progress | None:
        """How the analysis of a subject stands; none if it has to be begun, or taken over."""
        at = now_ms()
        stored = await self.store.analysis(subject.key, at)
        if stored is None or stored.version != version_of(subject.record.game):
            return Progress(None, 0.0) if subject.key in self._waiting else None
        if stored.data:
            return Progress(msgspec.json.decode(stored.data, type=GameAnalysis), 1.0)
        if stored.progress == FAILED:
            return Progress(None, 0.0, failed=True)
        is_under_way = subject.key in self._waiting or stored.lease >= at
        return Progress(None, stored.progress / 1000) if is_under_way else None

    def begin(self, subject: Subject, client: Client) -> None:
        """Make an analysis in the background; refuses too long a game, or too many at once."""
        if len(subject.record.events) > limits.MAX_ANALYSED_EVENTS:
            raise Refused(
                "too-long", f"games of up to {limits.MAX_ANALYSED_EVENTS} events are analysed"
            )
        if subject.key in self._waiting:
            return
        of_address = sum(address == client.address for address in self._waiting.values())
        if of_address >= limits.MAX_WAITING_ANALYSES_PER_ADDRESS:
            raise Refused("too-fast", "many games of your network wait to be analysed; try later")
        if len(self._waiting) >= limits.MAX_WAITING_ANALYSES:
            raise Refused("too-fast", "many games wait to be analysed; try again later")
        self._waiting[subject.key] = client.address
        self.tasks.spawn(self._make(subject, client))

    async def _make(self, subject: Subject, client: Client) -> None:
        version = version_of(subject.record.game)
        try:
            lease = now_ms() + LEASE_MS
            if await self.store.claim(subject.key, version, now_ms(), lease, subject.expires):
                analysis = await self._analysis(subject, version, client)
                await self.store.finish(
                    subject.key, version, msgspec.json.encode(analysis).decode()
                )
        except asyncio.CancelledError:
            raise
        except Exception:  # one game that can't be analysed must not stop others
            log.exception("a game of %s could not be analysed", subject.record.game.slug)
            await self.store.advance(subject.key, version, FAILED, 0)
        finally:
            self._waiting.pop(subject.key, None)
            self._end_process_later()

    async def _analysis(self, subject: Subject, version: str, client: Client) -> GameAnalysis:
        text = subject.record.to_json()
        parts: list[AnalysisPart] = []
        async with self._places.place(client):
            ranges = await self._run(partial(_parts, text))
        noted = 0
        for number, (start, stop) in enumerate(ranges, 1):
            async with self._places.place(client):
                parts.append(await self._run(partial(_part, text, start, stop)))
            progress = 1000 * number // (len(ranges) + 1)
            if progress - noted >= NOTED_PROGRESS:
                await self.store.advance(subject.key, version, progress, now_ms() + LEASE_MS)
                noted = progress
        async with self._places.place(client):
            return await self._run(partial(_assembled, text, parts))

    async def _run(self, work: Callable[[], T]) -> T:
        """The result of work in the process; one that takes too long is killed."""
        if self._idle is not None:
            self._idle.cancel()
        if self._pool is None:
            self._pool = pools.process_pool(1, self._niceness)
        try:
            async with asyncio.timeout(PART_TIMEOUT_S):
                return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except GameError:
            raise
        except Exception:
            self._end_process()
            raise

    def _end_process_later(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        if not self._waiting:
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(IDLE_S, self._end_process)

    def _end_process(self) -> None:
        if self._pool is not None:
            pools.kill_pool(self._pool)
            self._pool = None

    async def close(self) -> None:
        """End the process; what is not done is taken over by whoever is asked for it."""
        await self.tasks.cancel()
        if self._idle is not None:
            self._idle.cancel()
        self._end_process()


def version_of(game: Game) -> str:
    """The version of what an analysis depends on: another one is made again."""
    return f"{__version__} {VERSION} {game.rules_version}"


def _record(text: str) -> Record:
    return from_json(msgspec.json.decode(text))


def _parts(text: str) -> list[tuple[int, int]]:
    return parts_of(_record(text))


def _part(text: str, start: int, stop: int) -> AnalysisPart:
    return analyse_part(_record(text), start, stop)


def _assembled(text: str, parts: list[AnalysisPart]) -> GameAnalysis:
    return assemble(_record(text), parts)
