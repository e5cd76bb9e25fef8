"""The one way to change a live table: plan, append, fold, notify.

A plan is made against the room as it stands and written before anybody is notified. The store
decides between writers: the second one reads what the first wrote and plans again. So any process
may serve any table, and after a restart a table stands where its log ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ludotheque.house import metrics
from ludotheque.house.store import Conflict, Store
from ludotheque.house.table.entries import (
    AnyEntry,
    Ended,
    Happened,
    Rematched,
    decode_entry,
    encode_entry,
)
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.moves import Step, take
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import row_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence

Plan: TypeAlias = Callable[[Room], "Sequence[Step]"]


class Writer:
    """Writes to live tables; ``follow_up`` is called when a table has changed."""

    def __init__(self, store: Store, follow_up: Callable[[LiveTable], None]) -> None:
        self.store = store
        self.follow_up = follow_up

    async def do(self, table: LiveTable, plan: Plan) -> None:
        """Write what ``plan`` wants of the room as it stands, then notify all watchers.

        ``plan`` refuses what can't be done; then nothing has changed. It may want nothing.
        """
        async with table.lock:
            while True:
                steps = plan(table.room)
                if not steps:
                    return
                after, rng = table.room.fork(), table.rng()
                entries = [entry for step in steps for entry in take(after, step, rng)]
                if after.status == "playing" and after.playing().over:
                    entries += take(after, Ended(at=now_ms(), seed=table.seed.hex()), rng)
                if await self._append(table, entries, after):
                    break
        table.notify_about(entries)
        self.follow_up(table)

    async def _append(self, table: LiveTable, entries: list[AnyEntry], after: Room) -> bool:
        room = table.room
        texts = [encode_entry(entry) for entry in entries]
        moved = room.people() != after.people()
        try:
            await self.store.append(room.created.table, room.number, texts, row_of(after), moved)
        except Conflict:
            await self.read_new(table)
            return False
        table.room = after
        for entry in entries:
            if isinstance(entry, Happened) and entry.who >= 0:
                metrics.MOVES.labels(entry.cause or "person").inc()
        return True

    async def link_rematch(self, table: LiveTable, log: list[AnyEntry], new: LiveTable) -> bool:
        """Set up the table of a rematch and link to it, both or neither; False after a conflict.

        The caller holds the lock of the table.
        """
        linked = Rematched(at=now_ms(), table=new.room.created.table)
        after = table.room.fork()
        after.fold(linked)
        try:
            await self.store.append_and_create(
                row_of(after),
                table.room.number,
                [encode_entry(linked)],
                row_of(new.room),
                [encode_entry(entry) for entry in log],
                new.seed,
            )
        except Conflict:
            await self.read_new(table)
            return False
        table.room = after
        return True

    # what others wrote

    async def catch_up(self, table: LiveTable) -> None:
        """Read entries that other processes wrote, and act on them."""
        async with table.lock:
            await self.read_new(table)
        self.follow_up(table)

    async def read_new(self, table: LiveTable) -> None:
        """Fold entries that other processes wrote; the caller holds the lock of the table."""
        texts = await self.store.read(table.room.created.table, table.room.number)
        entries = [decode_entry(text) for text in texts]
        for entry in entries:
            table.room.fold(entry)
        if entries:
            table.notify_about(entries)
