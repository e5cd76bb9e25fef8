"""The registry of live tables: which tables are in the memory of this process.

A table is opened when somebody asks for it, or when its bots or clocks have something to do. When
it has not been used for a while it is evicted from memory; the store has it, and knows when its
bots or clocks are due.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.core.seal import new_seed
from ludotheque.house.fair_queue import FairQueue
from ludotheque.house.refusals import Refused, maybe_stored
from ludotheque.house.shares import AskLimits
from ludotheque.house.store import Store, Uncertain
from ludotheque.house.table.adoption import Adoption
from ludotheque.house.table.asks import Sit
from ludotheque.house.table.autoplay import Autoplay
from ludotheque.house.table.clocks import uncounted_ms
from ludotheque.house.table.creation import TableSettings, created_entry, join_rematch, rematch_log
from ludotheque.house.table.deeds import DEEDS, Caller, require_seat
from ludotheque.house.table.entries import Created, Resumed, encode_entry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.loading import Loader
from ludotheque.house.table.moves import PlannedStep
from ludotheque.house.table.processes import Processes
from ludotheque.house.table.restore import BrokenLog, restore
from ludotheque.house.table.room import Room
from ludotheque.house.table.spectators import SpectatorCounts
from ludotheque.house.table.summary import row_of
from ludotheque.house.table.writer import Writer
from ludotheque.house.tasks import BackgroundTasks
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.sounds import Sounds

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from ludotheque.house.store.writes import Statement
    from ludotheque.house.table.asks import AnyAsk
    from ludotheque.house.workers.bot_pool import BotPool

MayJoin: TypeAlias = "Callable[[Room, str], Awaitable[None]]"  # refuses a person a seat
EVICT_AFTER_S: Final = 300.0  # without watchers
EVICT_FINISHED_AFTER_S: Final = 30.0
EVICT_FOREIGN_AFTER_S: Final = 10.0  # when another process writes to the table
EVICT_INTERVAL_S: Final = 15.0


async def anybody_may_join(_room: Room, _person: str) -> None:
    """Refuse nobody a seat."""


class LiveTables:
    """The live tables of this process, by id."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        bot_pause_s: float = 0.0,
        sounds: Sounds | None = None,
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.sounds = sounds or Sounds()
        self.tasks = BackgroundTasks()
        self.loader = Loader(store)
        self.ask_limits = AskLimits()
        self.whole_views = FairQueue(1)  # views in another language are made one at a time
        self.writer = Writer(store, self._schedule, self._set_aside)
        self.autoplay = Autoplay(self.writer, bot_pool, self.tasks, bot_pause_s)
        self.by_id: dict[str, LiveTable] = {}
        self.spectators = SpectatorCounts(store, self.by_id)
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.check_may_join: MayJoin = anybody_may_join
        self.processes = Processes(store)
        self.adoption = Adoption(store, self.processes, self.by_id, self.loader, self.open)
        store.on_entries(self._on_commit)

    def _schedule(self, table: LiveTable) -> None:
        if self.by_id.get(table.room.created.table) is table:  # it may have been evicted
            self.autoplay.schedule(table)

    # asks

    async def perform(
        self,
        table: LiveTable,
        caller: Caller,
        ask: AnyAsk,
        on_durable: Callable[[], None] | None = None,
    ) -> None:
        """Do what a person asks for at a table, or refuse it."""
        if isinstance(ask, Sit) and table.room.seat_of(caller.person) is None:
            await self.check_may_join(table.room, caller.person)
        deed = DEEDS[type(ask)]
        await self.writer.commit_plan(
            table, lambda room: deed(room, caller, ask, now_ms()), on_durable
        )

    async def create(
        self, settings: TableSettings, host: str, listing: Callable[[str], Statement] | None = None
    ) -> LiveTable:
        """Create a table; its luck is sealed from now on.

        What ``listing`` returns for its id is written with it.
        """
        seed = new_seed()
        first = created_entry(settings, host, seed)
        also = [listing(first.table)] if listing is not None else ()
        return await self.add_new(first, seed, also)

    async def add_new(
        self, first: Created, seed: bytes, also: Sequence[Statement] = ()
    ) -> LiveTable:
        """Store a table with its first entry, and what belongs to it: both or neither."""
        table = LiveTable(Room(first), seed)
        try:
            await self.store.create_table(row_of(table.room), [encode_entry(first)], seed, also)
        except Uncertain:
            raise maybe_stored() from None
        self._add(table)
        return table

    async def rematch(self, table: LiveTable, caller: Caller) -> None:
        """Ask for a rematch: the first to ask creates its table, everybody who asks sits there."""
        require_seat(table.room, caller.person)
        if table.room.status != "over":
            raise Refused("not-over", "the game is not over")
        if table.room.created.daily:
            raise Refused("daily-table", "everybody has one try at the deal of the day")
        if not table.room.rematch:
            await self._create_rematch(table, caller.person)
        rematch = await self.open(table.room.rematch)
        await self.check_may_join(rematch.room, caller.person)
        await self.writer.commit_plan(rematch, lambda room: join_rematch(room, caller, now_ms()))

    async def _create_rematch(self, table: LiveTable, host: str) -> None:
        """Create the table of a rematch, once: the store decides if several ask for it."""
        async with table.lock:
            while not table.room.rematch:
                seed = new_seed()
                entries = rematch_log(table.room, host, seed)
                rematch = LiveTable(restore(entries), seed)
                if await self.writer.link_rematch(table, entries, rematch):
                    self._add(rematch)

    # opening

    async def open(self, table_id: str) -> LiveTable:
        """The table of that id, read from the store if it is not live."""
        table = self.by_id.get(table_id)
        if table is not None:
            table.last_used_s = time.monotonic()
            return table
        task = self.opening.get(table_id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self.opening[table_id] = task
            task.add_done_callback(lambda _: self.opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> LiveTable:
        table = LiveTable(*await self.loader.load(table_id))
        if self._resume_clocks(table.room):
            await self.processes.settle()  # another process may have measured the time
            await self.writer.commit_plan(table, self._resume_clocks)
        self._add(table)
        await self.writer.catch_up(table)  # with entries written since the read
        return table

    def _resume_clocks(self, room: Room) -> list[PlannedStep]:
        """Set clocks on that ran while the house was away."""
        at = now_ms()
        uncounted = uncounted_ms(room, self.processes.house_started_ms(), at)
        return [Resumed(at=at, uncounted_ms=uncounted)] if uncounted else []

    def _add(self, table: LiveTable) -> None:
        table_id = table.room.created.table
        self.by_id[table_id] = table
        if table.room.game.audio is not None:
            self.sounds.warm_up()
        table.spectators_elsewhere = self.spectators.elsewhere(table_id)

    def _on_commit(self, table_id: str, next_number: int, entries: Sequence[str]) -> None:
        """Some process wrote to a table; ("", -1) if it may have been any table."""
        self.loader.broken.check_again(table_id)
        tables = [self.by_id.get(table_id)] if table_id else [*self.by_id.values()]
        for table in tables:
            if table is not None and _is_behind(table, next_number):
                # After this process's own write the room is up to date when this is called.
                asyncio.get_running_loop().call_soon(self._follow, table, next_number, entries)

    def _follow(self, table: LiveTable, next_number: int, entries: Sequence[str]) -> None:
        """Follow what another process wrote, or leave the table to it if nobody watches here."""
        if not _is_behind(table, next_number):
            return
        if next_number < 0:
            self.tasks.spawn(self._catch_up(table))
        elif _is_unused(table, time.monotonic() - EVICT_FOREIGN_AFTER_S):
            self._evict(table)
        else:
            self.tasks.spawn(self._catch_up(table, next_number, entries))

    async def _catch_up(
        self, table: LiveTable, next_number: int | None = None, entries: Sequence[str] = ()
    ) -> None:
        with contextlib.suppress(BrokenLog):  # it was set aside
            await self.writer.catch_up(table, next_number, entries)

    def _set_aside(self, table: LiveTable, error: BrokenLog) -> None:
        """A live table turned out to be broken: whoever is there is told, and nobody plays on."""
        self.loader.broken.add(table.room.created.table, error)
        self._evict(table)
        table.break_off(error)

    # running games

    def resume(self) -> None:
        """Continue running games in the background; their bots and clocks need no visitors."""
        self.tasks.spawn(self.adoption.run())
        self.tasks.spawn(self._evict_forever())
        if self.store.shared:
            self.tasks.spawn(self.processes.run())
            self.tasks.spawn(self.spectators.run())

    # eviction

    async def _evict_forever(self) -> None:
        while True:
            await asyncio.sleep(EVICT_INTERVAL_S)
            self.evict_idle(time.monotonic())

    def evict_idle(self, monotonic_s: float) -> None:
        """Evict tables that have not been used for long."""
        for table in [*self.by_id.values()]:
            limit_s = EVICT_FINISHED_AFTER_S if table.room.is_finished() else EVICT_AFTER_S
            if _is_unused(table, monotonic_s - limit_s):
                self._evict(table)

    def _evict(self, table: LiveTable) -> None:
        """Drop a table from memory until somebody asks for it, or until it is due."""
        if self.by_id.get(table.room.created.table) is table:
            del self.by_id[table.room.created.table]
        _cancel_timers(table)

    async def close(self) -> None:
        """Stop all tasks and timers; writes in progress are still completed by the store."""
        self.autoplay.stopped = True
        for table in self.by_id.values():
            _cancel_timers(table)
        opening = [*self.opening.values()]
        for task in opening:
            task.cancel()
        await self.tasks.cancel()
        await asyncio.gather(*opening, return_exceptions=True)
        self.sounds.close()


def _is_behind(table: LiveTable, next_number: int) -> bool:
    """Whether entries before ``next_number`` are missing here; -1 says that some may be."""
    return next_number < 0 or table.room.next_number < next_number


def _is_unused(table: LiveTable, since_s: float) -> bool:
    """Whether nobody has used a table since then (monotonic), and nothing is in progress."""
    busy = table.watchers or table.pending_bots or table.lock.locked()
    return not busy and table.last_used_s < since_s


def _cancel_timers(table: LiveTable) -> None:
    for timer in (table.deadline_timer, table.notify_timer, table.reminder_timer):
        if timer is not None:
            timer.cancel()
