"""The one way to change a live table: plan, append, fold, notify.

A plan is made for the current room and written before anybody is notified. If two processes write
an entry with the same number, the store accepts one; the other reads what was written and plans
again. So any process may serve any table, and after a restart a table is what its log says.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from ludotheque.house import metrics
from ludotheque.house.refusals import Refused
from ludotheque.house.store import BrokenRow, Conflict, Store, TableRow
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
from ludotheque.house.table.restore import TABLE_ROW, BrokenLog, broken_log
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import due_of, row_of
from ludotheque.house.table.talk import parting_words
from ludotheque.house.table.turns import called_turns
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger(__name__)
MAX_STUCK: Final = 2  # conflicts although nobody has written anything
Plan: TypeAlias = Callable[[Room], "Sequence[PlannedStep]"]


class Writer:
    """Writes to live tables.

    ``on_change`` is called when a table has changed, ``on_broken`` when its log can't be read or
    its game fails.
    """

    def __init__(
        self,
        store: Store,
        on_change: Callable[[LiveTable], None],
        on_broken: Callable[[LiveTable, BrokenLog], None],
    ) -> None:
        self.store = store
        self.on_change = on_change
        self.on_broken = on_broken
        self.on_over: Callable[[Room], None] | None = None  # called once a game has ended here

    async def commit_plan(
        self, table: LiveTable, plan: Plan, on_durable: Callable[[], None] | None = None
    ) -> None:
        """Write the steps that ``plan`` returns for the current room, then tell all watchers.

        ``on_durable`` is called in between. If ``plan`` refuses, or returns no steps, nothing
        changes. On a shared store it refuses only after the entries of other processes were read.
        """
        async with table.lock:
            stuck = 0
            while True:
                _check_not_broken(table)
                try:
                    steps = plan(table.room)
                except Refused:
                    if not (self.store.shared and await self.read_new(table)):
                        raise
                    continue
                except Exception as error:
                    self.break_off_game(table, error)
                if not steps:
                    return
                after, entries, row = self._apply(table, steps)
                try:
                    await self._append(table, entries, after, row)
                    break
                except Conflict:
                    stuck = 0 if await self.read_new(table) else stuck + 1
                    if stuck == MAX_STUCK:
                        self._break_off(table, _never_next(table))
        if on_durable is not None:
            on_durable()
        _publish(table, entries)
        self.on_change(table)
        if self.on_over is not None and any(isinstance(entry, Ended) for entry in entries):
            self.on_over(table.room)

    def _apply(
        self, table: LiveTable, steps: Sequence[PlannedStep]
    ) -> tuple[Room, list[AnyEntry], TableRow]:
        """The room after some steps, their entries, and its row; the table's room stays."""
        try:
            after, rng = _fork(table), table.rng()
            entries = [entry for step in steps for entry in apply_step(after, step, rng)]
            if after.status == "playing" and after.started_table().over:
                # The deal of the day is secret for the others: its seed is published with the day.
                seed = "" if after.created.daily else table.seed.hex()
                entries += apply_step(after, Ended(at=now_ms(), seed=seed), rng)
                for said in parting_words(after, now_ms()):
                    entries += apply_step(after, said, rng)
            return after, entries, row_of(after)
        except Refused:
            raise
        except Exception as error:
            self.break_off_game(table, error)

    async def _append(
        self, table: LiveTable, entries: list[AnyEntry], after: Room, row: TableRow
    ) -> None:
        room = table.room
        texts = [encode_entry(entry) for entry in entries]
        people_changed = room.people() != row.people
        due_changed = row.due != due_of(room)
        turns = called_turns(self.store.called, after, room.people() if people_changed else ())
        await self.store.append(row, room.next_number, texts, people_changed, due_changed, turns)
        table.room = after
        for entry in entries:
            if isinstance(entry, Happened) and entry.who >= 0:
                metrics.MOVES.inc(entry.cause or "person")

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
            if not await self.read_new(table):
                self._break_off(table, _never_next(table))
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
        try:
            texts = await self.store.read(table.room.created.table, table.room.next_number)
        except BrokenRow as error:
            self._break_off(table, BrokenLog(table.room.created.table, error.number, str(error)))
        if texts:
            self._fold(table, texts)
            self.on_change(table)
        return bool(texts)

    def _fold(self, table: LiveTable, texts: Sequence[str]) -> None:
        if table.collects_moments():
            table.room.collect_moments()
        entries = [self._fold_one(table, text) for text in texts]
        _publish(table, entries)

    def _fold_one(self, table: LiveTable, text: str) -> AnyEntry:
        room = table.room
        number = room.next_number
        try:
            entry = decode_entry(text)
            room.fold(entry)
        except Exception as error:
            self._break_off(table, broken_log(room.created.table, number, error))
        return entry

    def break_off_game(self, table: LiveTable, error: Exception) -> NoReturn:
        """Set a table aside because its game has failed; its log stays as it is.

        A game may come from anybody: a fault of its code ends no other table.
        """
        room = table.room
        log.error("the game %s failed at a table", room.created.game, exc_info=error)
        self._break_off(table, broken_log(room.created.table, room.next_number, error))

    def _break_off(self, table: LiveTable, error: BrokenLog) -> NoReturn:
        self.on_broken(table, error)
        raise error


def _check_not_broken(table: LiveTable) -> None:
    if table.broken is not None:
        raise table.broken.with_traceback(None)


def _never_next(table: LiveTable) -> BrokenLog:
    """The error of a table whose row counts other entries than its log has."""
    room = table.room
    reason = f"entry {room.next_number} comes next in the log, but not by the table's row"
    return BrokenLog(room.created.table, TABLE_ROW, reason)


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
