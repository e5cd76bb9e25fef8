"""Opens tables that are due, so that their bots and clocks go on without visitors.

A process looks at the tables it keeps, and at its share of those whose keeper died.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict, StoreError
from ludotheque.house.table.processes import SETTLING_S
from ludotheque.house.table.restore import restore_stored
from ludotheque.house.table.summary import due_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container

    from ludotheque.house.store import DueTable, Store
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.processes import Processes

log = logging.getLogger(__name__)
LOOK_INTERVAL_S: Final = 1.0
LOOK_AHEAD_MS: Final = 1000  # a table that is open in time has timers, which are exact
PAGE_TABLES: Final = 100


class Adoption:
    """Looks at due tables that are not live here."""

    def __init__(
        self,
        store: Store,
        processes: Processes,
        live: Container[str],
        open_table: Callable[[str], Awaitable[LiveTable]],
    ) -> None:
        self.store = store
        self.processes = processes
        self._live = live
        self._open = open_table
        self._broken: set[str] = set()  # ids of tables that can't be opened

    async def run(self) -> None:
        """Look at due tables until cancelled."""
        if self.store.shared:
            await asyncio.sleep(SETTLING_S)  # before that every keeper seems to be dead
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.warning("due tables can't be opened now: %s", error)
            await asyncio.sleep(LOOK_INTERVAL_S)

    async def look(self) -> None:
        """Open the tables that are due, one after the other: people are served meanwhile."""
        before, last = now_ms() + LOOK_AHEAD_MS, None
        while True:
            others = self.processes.others()
            page = await self.store.tables_due(
                before, PAGE_TABLES, after=last, kept_by_others=others
            )
            for due in page:
                if due.id not in self._live and due.id not in self._broken and self._is_ours(due):
                    await self._look_at(due)
            if len(page) < PAGE_TABLES:
                return
            last = page[-1]

    def _is_ours(self, due: DueTable) -> bool:
        return due.keeper == self.processes.here or self.processes.falls_to_here(due.id)

    async def _look_at(self, due: DueTable) -> None:
        try:
            await self._open_if_due(due)
        except Conflict:  # another process was first
            pass
        except StoreError:
            raise
        except Refused as error:
            self._broken.add(due.id)
            log.error("table %s can't be opened: %s", due.id, error)
        except Exception:  # one broken log must not stop all other tables
            self._broken.add(due.id)
            log.exception("table %s can't be opened", due.id)

    async def _open_if_due(self, due: DueTable) -> None:
        if not due.keeper and await self._is_not_due_yet(due):
            return
        if due.keeper != self.processes.here:
            await self.store.take_due(due)
        table = await self._open(due.id)
        await self._correct(due, table.room.next_number, due_of(table.room))

    async def _is_not_due_yet(self, due: DueTable) -> bool:
        """Correct when a table is due that an earlier version wrote, without opening it."""
        texts = await self.store.read(due.id)
        room = await asyncio.to_thread(restore_stored, due.id, texts)
        at = due_of(room)
        if at is not None and at <= now_ms() + LOOK_AHEAD_MS:
            return False
        await self._correct(due, room.next_number, at)
        return True

    async def _correct(self, due: DueTable, next_number: int, at: int | None) -> None:
        if at != due.due:
            await self.store.correct_due(due, next_number, at)
