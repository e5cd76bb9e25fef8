"""Opens tables that are due, so that their bots and clocks go on without visitors.

A process looks at the tables it keeps, and at its share of those whose keeper died.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING, Final

from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict, StoreError
from ludotheque.house.table.processes import SETTLING_S
from ludotheque.house.table.summary import due_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Sequence

    from ludotheque.house.store import DueTable, Store
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.loading import Loader
    from ludotheque.house.table.processes import Processes

log = logging.getLogger(__name__)
LOOK_INTERVAL_S: Final = 1.0
LOOK_AHEAD_MS: Final = 1000  # a table that is open in time has timers, which are exact
PAGE_TABLES: Final = 100
OPENED_AT_ONCE: Final = 8


class Adoption:
    """Looks at due tables that are not live here."""

    def __init__(
        self,
        store: Store,
        processes: Processes,
        live: Container[str],
        loader: Loader,
        open_table: Callable[[str], Awaitable[LiveTable]],
    ) -> None:
        self.store = store
        self.processes = processes
        self._live = live
        self._loader = loader
        self._open = open_table

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
        """Open the tables that are due, a few at a time: people are served meanwhile."""
        before, last = now_ms() + LOOK_AHEAD_MS, None
        while True:
            others = self.processes.others()
            page = await self.store.tables_due(
                before, PAGE_TABLES, after=last, kept_by_others=others
            )
            await self._look_at_all([due for due in page if self._is_wanted(due)])
            if len(page) < PAGE_TABLES:
                return
            last = page[-1]

    def _is_wanted(self, due: DueTable) -> bool:
        is_ours = due.keeper == self.processes.here or self.processes.falls_to_here(due.id)
        return is_ours and due.id not in self._live

    async def _look_at_all(self, tables: Sequence[DueTable]) -> None:
        """Look at tables; one that takes long does not hold up the others."""
        waiting = deque(tables)

        async def work() -> None:
            while waiting:
                await self._look_at(waiting.popleft())

        workers = [asyncio.create_task(work()) for _ in range(min(OPENED_AT_ONCE, len(tables)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _look_at(self, due: DueTable) -> None:
        try:
            await self._open_if_due(due)
        except Conflict:  # another process was first
            pass
        except StoreError:
            raise
        except Refused:  # broken, and set aside: the loader has logged it
            pass
        except Exception:  # one table must not stop all others
            log.exception("table %s can't be opened", due.id)

    async def _open_if_due(self, due: DueTable) -> None:
        self._loader.broken.check(due.id)
        if not due.keeper and await self._is_not_due_yet(due):
            return
        if due.keeper != self.processes.here:
            await self.store.take_due(due)
        table = await self._open(due.id)
        await self._correct(due, table.room.next_number, due_of(table.room))

    async def _is_not_due_yet(self, due: DueTable) -> bool:
        """Correct when a table is due that an earlier version wrote, without opening it."""
        room, _ = await self._loader.load(due.id)
        at = due_of(room)
        if at is not None and at <= now_ms() + LOOK_AHEAD_MS:
            return False
        await self._correct(due, room.next_number, at)
        return True

    async def _correct(self, due: DueTable, next_number: int, at: int | None) -> None:
        if at != due.due:
            await self.store.correct_due(due, next_number, at)
