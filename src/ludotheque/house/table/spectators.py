"""How many spectators other processes have: each broadcasts its own counts now and then.

Nothing of it is stored. The counts of a process that ended without a word expire.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final

from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.house.store import Store
    from ludotheque.house.table.live import LiveTable

log = logging.getLogger(__name__)
BROADCAST_INTERVAL_S: Final = 2.0  # of what has changed
FULL_BROADCAST_INTERVAL_S: Final = 20.0  # of everything, for processes that started since
EXPIRY_S: Final = 60.0  # after which the counts of a silent process are dropped


class SpectatorCounts:
    """How many spectators each table has in other processes of the house."""

    def __init__(self, store: Store, tables: Mapping[str, LiveTable]) -> None:
        self.store = store
        self.tables = tables
        self.process = secrets.token_hex(4)
        self._sent: dict[str, int] = {}  # by table, what the others know of us
        self._last_full = 0.0
        # By table and process: the count, and when it came.
        self._received: dict[str, dict[str, tuple[int, float]]] = {}
        store.on_broadcast(self.on_broadcast)

    def elsewhere(self, table: str) -> int:
        """How many spectators a table has in other processes."""
        return sum(count for count, _ in self._received.get(table, {}).values())

    async def run(self) -> None:
        """Broadcast until cancelled; then that there are none here any more."""
        try:
            while True:
                await asyncio.sleep(BROADCAST_INTERVAL_S)
                try:
                    await self.broadcast(time.monotonic())
                except StoreError as error:
                    log.warning("spectators can't be broadcast: %s", error)
        finally:
            with contextlib.suppress(StoreError):
                for name in self._sent:
                    await self.store.broadcast(f"{self.process} {name} 0")

    async def broadcast(self, at: float) -> None:
        """Send what has changed here, now and then everything; drop what has expired."""
        here = {name: table.spectators for name, table in self.tables.items() if table.spectators}
        if at - self._last_full > FULL_BROADCAST_INTERVAL_S:
            self._last_full, news = at, {**dict.fromkeys(self._sent, 0), **here}
        else:
            names = [*here, *self._sent]
            news = {n: here.get(n, 0) for n in names if here.get(n, 0) != self._sent.get(n, 0)}
        for name, count in news.items():
            await self.store.broadcast(f"{self.process} {name} {count}")
        self._sent = here
        self._expire(at - EXPIRY_S)

    def on_broadcast(self, message: str) -> None:
        """Take a count from a process: its id, a table, and how many spectators are there."""
        process, table, count = message.split(" ")
        if process == self.process:
            return
        counts = self._received.setdefault(table, {})
        counts.pop(process, None)
        if int(count):
            counts[process] = int(count), time.monotonic()
        self._update(table)

    def _expire(self, before: float) -> None:
        for table, counts in [*self._received.items()]:
            for process, (_, at) in [*counts.items()]:
                if at < before:
                    del counts[process]
            self._update(table)

    def _update(self, name: str) -> None:
        """Pass the sum on to the table, if it is live here."""
        if not self._received[name]:
            del self._received[name]
        table = self.tables.get(name)
        if table is not None:
            table.set_spectators_elsewhere(self.elsewhere(name))
