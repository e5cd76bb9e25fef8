"""The lobby: which tables are live in this process, and how they come and go.

A table is opened when somebody asks for it, or when its bots or clocks have something to do. When
nobody has used it for a while it leaves memory; the store has it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from ludotheque.core.seal import new_seed
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, StoreError
from ludotheque.house.table.autoplay import Autoplay
from ludotheque.house.table.creation import TableSettings, created_entry, join_rematch, rematch_log
from ludotheque.house.table.deeds import DEEDS, Caller, seat_of
from ludotheque.house.table.entries import encode_entry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.log import restore, restore_stored
from ludotheque.house.table.room import Room
from ludotheque.house.table.spectators import SpectatorCounts
from ludotheque.house.table.summary import row_of, runs_unattended
from ludotheque.house.table.writer import Writer
from ludotheque.house.tasks import BackgroundTasks
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.sounds import Sounds

if TYPE_CHECKING:
    from ludotheque.house.table.asks import AnyAsk
    from ludotheque.house.workers.bot_pool import BotPool

log = logging.getLogger(__name__)
MAX_RUNNING_TABLES: Final = 100_000
IDLE_S: Final = 300.0  # after which a table that nobody watches leaves memory
IDLE_OVER_S: Final = 30.0  # the same where the game is over
SWEEP_INTERVAL_S: Final = 15.0
ADOPT_INTERVAL_S: Final = 120.0  # between two searches for tables of processes that died


class Lobby:
    """The live tables of this process."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        bot_pause: float = 0.0,
        sounds: Sounds | None = None,
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.sounds = sounds or Sounds()
        self.tasks = BackgroundTasks()
        self.writer = Writer(store, self._follow_up)
        self.autoplay = Autoplay(self.writer, bot_pool, self.tasks, bot_pause)
        self.tables: dict[str, LiveTable] = {}
        self.spectators = SpectatorCounts(store, self.tables)
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.alarms: dict[str, asyncio.TimerHandle] = {}  # when to open a table that left memory
        store.on_commit(self._on_commit)

    def _follow_up(self, table: LiveTable) -> None:
        self.autoplay.follow_up(table)

    # what people do

    async def do(self, table: LiveTable, caller: Caller, ask: AnyAsk) -> None:
        """Do what a person asks for at a table, or refuse it."""
        deed = DEEDS[type(ask)]
        await self.writer.do(table, lambda room: deed(room, caller, ask, now_ms()))

    async def create(self, wanted: TableSettings, host: str) -> LiveTable:
        """Set a table up; its luck is sealed from now on."""
        seed = new_seed()
        first = created_entry(wanted, host, seed)
        table = LiveTable(Room(first), seed)
        await self.store.create_table(row_of(table.room), [encode_entry(first)], seed)
        self._add(table)
        return table

    async def rematch(self, table: LiveTable, caller: Caller) -> None:
        """Ask for a rematch: the first to ask sets its table up, all who ask sit down there."""
        seat_of(table.room, caller.person)
        if table.room.status != "over":
            raise Refused("not-over", "the game is not over")
        if not table.room.rematch:
            await self._set_up_rematch(table, caller.person)
        rematch = await self.open(table.room.rematch)
        await self.writer.do(rematch, lambda room: join_rematch(room, caller, now_ms()))

    async def _set_up_rematch(self, table: LiveTable, host: str) -> None:
        """The table of a rematch, once: the store decides between two who ask for it."""
        async with table.lock:
            while not table.room.rematch:
                seed = new_seed()
                entries = rematch_log(table.room, host, seed)
                rematch = LiveTable(restore(entries), seed)
                if await self.writer.link_rematch(table, entries, rematch):
                    self._add(rematch)
        table.notify()

    # opening

    async def open(self, table_id: str) -> LiveTable:
        """The table of that id, read from the store if need be."""
        table = self.tables.get(table_id)
        if table is not None:
            table.last_used = time.monotonic()
            return table
        task = self.opening.get(table_id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self.opening[table_id] = task
            task.add_done_callback(lambda _: self.opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> LiveTable:
        texts = await self.store.read(table_id)
        seed = await self.store.secret(table_id) if texts else b""
        room = await asyncio.to_thread(restore_stored, table_id, texts)
        table = LiveTable(room, seed)
        self._add(table)
        await self.writer.catch_up(table)  # what was written before we listened
        return table

    def _add(self, table: LiveTable) -> None:
        table_id = table.room.created.table
        self.tables[table_id] = table
        if table.room.game.audio is not None:
            self.sounds.warm_up()
        table.spectators_elsewhere = self.spectators.elsewhere(table_id)
        alarm = self.alarms.pop(table_id, None)
        if alarm is not None:
            alarm.cancel()

    def _on_commit(self, table_id: str, number: int) -> None:
        """Some process wrote to a table; ("", -1) if it may have been any table."""
        for name in [table_id] if table_id else [*self.tables]:
            table = self.tables.get(name)
            if table is not None and _is_behind(table, number):
                # If it was us, the room is up to date before this is called.
                asyncio.get_running_loop().call_soon(self._catch_up, table, number)

    def _catch_up(self, table: LiveTable, number: int) -> None:
        if _is_behind(table, number):
            self.tasks.spawn(self.writer.catch_up(table))

    # running games

    async def resume(self) -> None:
        """Go on with running games, whose bots and clocks don't wait for visitors."""
        await self.adopt_tables()
        self.tasks.spawn(self._sweep_forever())
        if self.store.shared:
            self.tasks.spawn(self.spectators.run())

    async def adopt_tables(self) -> None:
        """Open every running table where a bot or a clock may have something to do."""
        for row in await self.store.tables(status="playing", limit=MAX_RUNNING_TABLES):
            if row.id in self.tables or row.id in self.alarms or not runs_unattended(row):
                continue
            try:
                await self.open(row.id)
            except Refused as error:  # one broken log must not keep the house closed
                log.error("table %s can't be opened: %s", row.id, error)

    # leaving memory

    async def _sweep_forever(self) -> None:
        """Sweep; where other processes serve the same tables, also adopt those they left behind."""
        last_adopted = time.monotonic()
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_S)
            self.sweep(time.monotonic())
            if self.store.shared and time.monotonic() - last_adopted > ADOPT_INTERVAL_S:
                last_adopted = time.monotonic()
                try:
                    await self.adopt_tables()
                except StoreError as error:
                    log.warning("tables of other processes can't be listed: %s", error)

    def sweep(self, at: float) -> None:
        """Drop tables that nobody has used for long."""
        for table_id, table in [*self.tables.items()]:
            idle = IDLE_OVER_S if table.room.status in {"over", "closed"} else IDLE_S
            busy = table.watchers or table.bots_asked or table.lock.locked()
            if not busy and table.last_used + idle < at:
                self._drop(table_id, table)

    def _drop(self, table_id: str, table: LiveTable) -> None:
        """Forget a table until somebody asks for it, or until one of its clocks runs out."""
        del self.tables[table_id]
        if table.reminder_timer is not None:
            table.reminder_timer.cancel()
        if table.deadline_timer is not None:
            due = table.deadline_timer.when()
            table.deadline_timer.cancel()
            table.deadline_timer = None
            self.alarms[table_id] = asyncio.get_running_loop().call_at(
                due, lambda: self.tasks.spawn(self._reopen(table_id))
            )

    async def _reopen(self, table_id: str) -> None:
        """A clock has run out: opening the table is enough to act on it."""
        while True:
            try:
                await self.open(table_id)
            except StoreError as error:
                log.warning("table %s can't be opened now: %s", table_id, error)
                await asyncio.sleep(SWEEP_INTERVAL_S)
            except Refused as error:  # a broken log: trying again would not help
                log.error("table %s can't be opened: %s", table_id, error)
                return
            else:
                return

    async def close(self) -> None:
        """Stop; what is being written is still written."""
        self.autoplay.stopped = True
        for table in self.tables.values():
            for timer in (table.deadline_timer, table.notify_timer, table.reminder_timer):
                if timer is not None:
                    timer.cancel()
        for alarm in self.alarms.values():
            alarm.cancel()
        opening = [*self.opening.values()]
        for task in opening:
            task.cancel()
        await self.tasks.cancel()
        await asyncio.gather(*opening, return_exceptions=True)
        self.sounds.close()


def _is_behind(table: LiveTable, number: int) -> bool:
    """Whether entries before ``number`` are missing here; -1 says that some may be."""
    return number < 0 or table.room.number < number
