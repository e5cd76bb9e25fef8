"""Spectators in other processes: each process broadcasts its own counts now and then.

Nothing of it is stored. The counts of a process that died expire.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Final

from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.house.store import Store
    from ludotheque.house.table.live import LiveTable

log = logging.getLogger(__name__)
BROADCAST_INTERVAL_S: Final = 2.0  # of counts that have changed
FULL_BROADCAST_INTERVAL_S: Final = 20.0  # of all counts, for processes that started since
COUNT_LIFETIME_S: Final = 60.0  # of the counts of a process that is silent
SPECTATORS: Final = "spectators"
COUNTS_PER_MESSAGE: Final = 200  # a message must have less than 8000 bytes


class SpectatorCounts:
    """How many spectators each table has in other processes of the house."""

    def __init__(self, store: Store, tables: Mapping[str, LiveTable]) -> None:
        self.store = store
        self.tables = tables
        self.process = store.process
        self._sent: dict[str, int] = {}  # by table id: the count that was broadcast last
        self._last_full_s = 0.0  # monotonic
        # By table id and process: the count, and when it was received (monotonic).
        self._received: dict[str, dict[str, tuple[int, float]]] = {}
        store.on_broadcast(self.on_broadcast)

    def elsewhere(self, table_id: str) -> int:
        """How many spectators a table has in other processes."""
        return sum(count for count, _ in self._received.get(table_id, {}).values())

    async def run(self) -> None:
        """Broadcast counts until cancelled, then that this process has none left."""
        try:
            while True:
                await asyncio.sleep(BROADCAST_INTERVAL_S)
                try:
                    await self.broadcast(time.monotonic())
                except StoreError as error:
                    log.warning("counts of spectators can't be broadcast: %s", error)
        finally:
            with contextlib.suppress(StoreError):
                await self._send(dict.fromkeys(self._sent, 0))

    async def broadcast(self, monotonic_s: float) -> None:
        """Send the counts that have changed, now and then all; drop received ones that expired."""
        here = {i: table.spectators for i, table in self.tables.items() if table.spectators}
        to_send = {**dict.fromkeys(self._sent, 0), **here}
        if monotonic_s - self._last_full_s > FULL_BROADCAST_INTERVAL_S:
            self._last_full_s = monotonic_s
        else:
            to_send = {i: count for i, count in to_send.items() if count != self._sent.get(i, 0)}
        await self._send(to_send)
        self._sent = here
        self._expire(monotonic_s - COUNT_LIFETIME_S)

    async def _send(self, counts: Mapping[str, int]) -> None:
        """Broadcast counts, many in a message: "spectators PROCESS TABLE_ID=COUNT ..."."""
        texts = [f"{table_id}={count}" for table_id, count in counts.items()]
        for start in range(0, len(texts), COUNTS_PER_MESSAGE):
            some = texts[start : start + COUNTS_PER_MESSAGE]
            await self.store.broadcast(" ".join([SPECTATORS, self.process, *some]))

    def on_broadcast(self, message: str) -> None:
        """Receive counts of another process."""
        kind, _, rest = message.partition(" ")
        if kind != SPECTATORS:
            return
        process, *counts = rest.split(" ")
        if process != self.process:
            for text in counts:
                table_id, _, count = text.rpartition("=")
                self._receive(process, table_id, int(count))

    def _receive(self, process: str, table_id: str, count: int) -> None:
        counts = self._received.setdefault(table_id, {})
        counts.pop(process, None)
        if count:
            counts[process] = count, time.monotonic()
        self._update(table_id)

    def _expire(self, before_s: float) -> None:
        for table_id, counts in [*self._received.items()]:
            for process, (_, received_s) in [*counts.items()]:
                if received_s < before_s:
                    del counts[process]
            self._update(table_id)

    def _update(self, table_id: str) -> None:
        """Pass the sum on to the table, if it is live here."""
        if not self._received[table_id]:
            del self._received[table_id]
        table = self.tables.get(table_id)
        if table is not None:
            table.set_spectators_elsewhere(self.elsewhere(table_id))
