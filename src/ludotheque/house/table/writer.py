"""The one way to change a live table: plan, append, fold, notify.

A plan is made for the current room and written before anybody is notified. If two processes write
an entry with the same number, the store accepts one; the other reads what was written and plans
again. So any process may serve any table, and after a restart a table is what its log says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ludotheque.house import metrics
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict, Store
from ludotheque.house.table.entries import (
    AnyEntry,
    Ended,
    Happened,
    Muted,
    Rematched,
    decode_entry,
    encode_entry,
)
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.moves import PlannedStep, apply_step
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import due_of, row_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence

Plan: TypeAlias = Callable[[Room], "Sequence[PlannedStep]"]


class Writer:
    """Writes to live tables; ``on_change`` is called when a table has changed."""

    def __init__(self, store: Store, on_change: Callable[[LiveTable], None]) -> None:
        self.store = store
        self.on_change = on_change

    async def commit_plan(
        self, table: LiveTable, plan: Plan, on_durable: Callable[[], None] | None = None
    ) -> None:
        """Write the steps that ``plan`` returns for the current room, then tell all watchers.

        ``on_durable`` is called in between. If ``plan`` refuses, or returns no steps, nothing
        changes. On a shared store it refuses only after the entries of other processes were read.
        """
        async with table.lock:
            while True:
                try:
                    steps = plan(table.room)
                except Refused:
                    if not (self.store.shared and await self.read_new(table)):
                        raise
                    continue
                if not steps:
                    return
                after, rng = _fork(table), table.rng()
                entries = [entry for step in steps for entry in apply_step(after, step, rng)]
                if after.status == "playing" and after.started_table().over:
                    entries += apply_step(after, Ended(at=now_ms(), seed=table.seed.hex()), rng)
                if await self._append(table, entries, after):
                    break
        if on_durable is not None:
            on_durable()
        _publish(table, entries)
        self.on_change(table)

    async def _append(self, table: LiveTable, entries: list[AnyEntry], after: Room) -> bool:
        room = table.room
        texts = [encode_entry(entry) for entry in entries]
        row, people_changed = row_of(after), room.people() != after.people()
        due_changed = row.due != due_of(room)
        try:
            await self.store.append(row, room.next_number, texts, people_changed, due_changed)
        except Conflict:
            await self.read_new(table)
            return False
        table.room = after
        for entry in entries:
            if isinstance(entry, Happened) and entry.who >= 0:
                metrics.MOVES.labels(entry.cause or "person").inc()
        return True

    async def link_rematch(self, table: LiveTable, log: list[AnyEntry], new: LiveTable) -> bool:
        """Create the table of a rematch and link to it, both or neither; False after a conflict.

        The caller holds the lock of the table.
        """
        linked = Rematched(at=now_ms(), table=new.room.created.table)
        after = _fork(table)
        after.fold(linked)
        try:
            await self.store.append_and_create(
                row_of(after),
                table.room.next_number,
                [encode_entry(linked)],
                row_of(new.room),
                [encode_entry(entry) for entry in log],
                new.seed,
            )
        except Conflict:
            await self.read_new(table)
            return False
        table.room = after
        _publish(table, [linked])
        return True

    # entries of other processes

    async def catch_up(
        self, table: LiveTable, next_number: int | None = None, received: Sequence[str] = ()
    ) -> None:
        """Fold the entries before ``next_number`` that other processes wrote, and act on them.

        The last of them may have been ``received``; they are read if any other is missing.
        """
        async with table.lock:
            missing = None if next_number is None else next_number - table.room.next_number
            if missing is None or missing > len(received):
                await self.read_new(table)
            elif missing > 0:
                self._fold(table, received[-missing:])
            else:
                return
        self.on_change(table)

    async def read_new(self, table: LiveTable) -> bool:
        """Fold entries that other processes wrote; the caller holds the lock. False if none did."""
        texts = await self.store.read(table.room.created.table, table.room.next_number)
        if texts:
            self._fold(table, texts)
            self.on_change(table)
        return bool(texts)

    def _fold(self, table: LiveTable, texts: Sequence[str]) -> None:
        entries = [decode_entry(text) for text in texts]
        if table.collects_moments():
            table.room.collect_moments()
        for entry in entries:
            table.room.fold(entry)
        _publish(table, entries)


def _fork(table: LiveTable) -> Room:
    """A copy of the room to apply entries to."""
    room = table.room.fork()
    if table.collects_moments():
        room.collect_moments()
    return room


def _publish(table: LiveTable, entries: Sequence[AnyEntry]) -> None:
    """Tell watchers of new entries; of a mute, only the person who muted."""
    table.publish(table.room.take_moments())
    table.publish_to_people({entry.person for entry in entries if isinstance(entry, Muted)})
