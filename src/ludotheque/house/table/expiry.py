"""Expiry: tables that wait for nobody, and games that nobody plays on, are closed.

A table expires when it has not changed for long. While somebody looks at it, it does not: the
process that serves them counts it as changed. Games with a clock end by themselves. Several
processes may sweep at once: the log of a table takes one `Closed` entry.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.house import metrics
from ludotheque.house.refusals import Refused
from ludotheque.house.table import log_append
from ludotheque.house.table.deeds import close
from ludotheque.house.table.entries import CLOSED_IDLE, CLOSED_UNSTARTED, AnyEntry, Status
from ludotheque.house.table.summary import summary_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.store import Store, TableRow
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
DAY_MS: Final = 86_400_000
BATCH_TABLES: Final = 100
BATCH_PAUSE_S: Final = 1.0  # players come first


class Limit(NamedTuple):
    """How long tables of a status may go without a change."""

    status: Status
    days: int  # 0 for ever
    reason: str  # of the entry that closes them


class Expiry:
    """Closes tables of one house that have expired."""

    def __init__(
        self,
        store: Store,
        live_tables: Mapping[str, LiveTable],
        waiting_days: int,
        idle_days: int,
        batch_pause_s: float = BATCH_PAUSE_S,
        started: int | None = None,
    ) -> None:
        self.store = store
        self.live_tables = live_tables
        self.limits = (
            Limit("waiting", waiting_days, CLOSED_UNSTARTED),
            Limit("playing", idle_days, CLOSED_IDLE),
        )
        self.batch_pause_s = batch_pause_s
        self.started = now_ms() if started is None else started
        self._unmeasured_ms: int | None = None  # before the start; read once

    async def sweep(self, at: int) -> int:
        """Close all tables that have expired at a time; returns how many."""
        await self._touch_watched(at)
        at_most = await self._measured_until(at)
        return sum([await self._sweep(limit, at, at_most) for limit in self.limits if limit.days])

    async def _measured_until(self, at: int) -> int:
        """The time, as far as it was measured and not only read from a wall clock.

        Nothing expires because a house was started with a clock far ahead: of the time between the
        last change before the start and the start, a day counts.
        """
        if self._unmeasured_ms is None:
            newest = await self.store.newest_change(self.started)
            gap = self.started - newest - DAY_MS if newest else 0
            self._unmeasured_ms = max(0, gap)
        return at - self._unmeasured_ms

    async def _touch_watched(self, at: int) -> None:
        """Keep tables that somebody looks at from expiring, well before another process sweeps."""
        halves = {
            limit.status: at - limit.days * DAY_MS // 2 for limit in self.limits if limit.days
        }
        watched = [
            table_id
            for table_id, table in self.live_tables.items()
            if table.watchers and table.room.changed < halves.get(table.room.status, 0)
        ]
        if watched:
            await self.store.touch_tables(watched, at)

    async def _sweep(self, limit: Limit, at: int, measured: int) -> int:
        closed, last_id, before = 0, "", measured - limit.days * DAY_MS
        while table_ids := await self.store.stale_tables(
            limit.status, before, last_id, BATCH_TABLES
        ):
            for table_id in table_ids:
                closed += await self._close_if_expired(table_id, limit, before, at)
            last_id = table_ids[-1]
            await asyncio.sleep(self.batch_pause_s)
        return closed

    async def _close_if_expired(self, table_id: str, limit: Limit, before: int, at: int) -> bool:
        row = await self.store.table(table_id)
        if row is None or row.changed >= before or _has_clock(row):
            return False

        def plan(room: Room) -> list[AnyEntry]:
            is_expired = room.status == limit.status and room.changed < before
            is_expired = is_expired and not (
                room.status == "playing" and room.time_control.is_timed()
            )
            return close(room, limit.reason, at) if is_expired else []

        try:
            closed = await log_append.append(self.store, table_id, plan)
        except Refused as error:  # a log that this house can't read
            log.info("table %s can't be closed: %s", table_id, error)
            return False
        if closed:
            metrics.EXPIRED_TABLES.labels(limit.reason).inc()
        return closed


def _has_clock(row: TableRow) -> bool:
    """Whether a clock runs that ends the game, however long nobody comes."""
    summary = summary_of(row)
    return row.status == "playing" and summary is not None and summary.time_control.is_timed()
