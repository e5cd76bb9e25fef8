"""Who looks on in other processes: each tells the others now and then how many look on in it.

Nothing of it is kept. A process that ends without a word is forgotten after a while.
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
    from ludotheque.house.table.live import OpenTable

log = logging.getLogger(__name__)
EVERY: Final = 2.0  # seconds between two looks at what has changed here
AGAIN: Final = 20.0  # seconds after which all is told again, for who came since
FORGOTTEN: Final = 60.0  # seconds after which a process that tells nothing is gone


class Onlookers:
    """How many look on at each table in other processes of the house."""

    def __init__(self, store: Store, tables: Mapping[str, OpenTable]) -> None:
        self.store = store
        self.tables = tables
        self.process = secrets.token_hex(4)
        self._told: dict[str, int] = {}  # by table, what the others know of us
        self._all_told = 0.0
        self._heard: dict[str, dict[str, tuple[int, float]]] = {}  # by table and process, and when
        store.overhear(self.hear)

    def elsewhere(self, table: str) -> int:
        """How many look on at a table in other processes."""
        return sum(count for count, _ in self._heard.get(table, {}).values())

    async def tell_on(self) -> None:
        """Tell the others, until the house closes; then that nobody looks on here any more."""
        try:
            while True:
                await asyncio.sleep(EVERY)
                try:
                    await self.tell(time.monotonic())
                except StoreError as error:
                    log.warning("nobody is told how many look on: %s", error)
        finally:
            with contextlib.suppress(StoreError):
                for name in self._told:
                    await self.store.gossip(f"{self.process} {name} 0")

    async def tell(self, at: float) -> None:
        """Tell what has changed here, now and then everything; forget who tells nothing."""
        here = {name: table.watching for name, table in self.tables.items() if table.watching}
        if at - self._all_told > AGAIN:
            self._all_told, news = at, {**dict.fromkeys(self._told, 0), **here}
        else:
            names = [*here, *self._told]
            news = {n: here.get(n, 0) for n in names if here.get(n, 0) != self._told.get(n, 0)}
        for name, count in news.items():
            await self.store.gossip(f"{self.process} {name} {count}")
        self._told = here
        self._forget(at - FORGOTTEN)

    def hear(self, words: str) -> None:
        """Take what a process tells: who it is, a table, and how many look on there."""
        process, table, count = words.split(" ")
        if process == self.process:
            return
        told = self._heard.setdefault(table, {})
        told.pop(process, None)
        if int(count):
            told[process] = int(count), time.monotonic()
        self._settle(table)

    def _forget(self, before: float) -> None:
        for table, told in [*self._heard.items()]:
            for process, (_, at) in [*told.items()]:
                if at < before:
                    del told[process]
            self._settle(table)

    def _settle(self, name: str) -> None:
        """Those at the table are told, if it is another number than before."""
        if not self._heard[name]:
            del self._heard[name]
        table = self.tables.get(name)
        if table is not None:
            table.count_elsewhere(self.elsewhere(name))
