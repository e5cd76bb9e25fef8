"""Mending broken tables: find them, cut their logs before what is wrong, or close them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ludotheque.house.refusals import Refused
from ludotheque.house.store.packing import PACKED_PREFIX, unpacked
from ludotheque.house.store.rows import BrokenRow
from ludotheque.house.table.entries import CLOSED_BY_ADMIN, AnyEntry, Ended, encode_entry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.loading import read_log, restored
from ludotheque.house.table.moves import apply_step, draw_luck
from ludotheque.house.table.restore import TABLE_ROW, BrokenLog
from ludotheque.house.table.summary import NO_SUMMARY, row_of, summary_of

if TYPE_CHECKING:
    from ludotheque.house.store import Store
    from ludotheque.house.store.packing import NumberedEntry

PAGE_TABLES: Final = 1000


class Fault(NamedTuple):
    """What is wrong with a table."""

    table: str
    number: int  # of the first entry that is wrong; TABLE_ROW for the table's row
    reason: str
    text: str = ""  # of that entry, as it is stored

    @property
    def where(self) -> str:
        """Which row is wrong."""
        return _where(self.number)


async def faults(store: Store) -> AsyncIterator[Fault]:
    """All broken tables; it reads every log."""
    last_id = ""
    while ids := await store.table_ids(last_id, PAGE_TABLES):
        for table_id in ids:
            fault = await fault_of(store, table_id)
            if fault is not None:
                yield fault
        last_id = ids[-1]


async def fault_of(store: Store, table_id: str) -> Fault | None:
    """What is wrong with a table; none if nothing is."""
    try:
        texts, seed = await read_log(store, table_id)
        await asyncio.to_thread(restored, table_id, texts, seed)
    except BrokenLog as error:
        rows = dict(await store.stored_log(table_id))
        return Fault(table_id, error.number, error.reason, rows.get(error.number, ""))
    row = await store.table(table_id)
    if row is None or summary_of(row) is None:
        return Fault(table_id, TABLE_ROW, "what lists show of it can't be read")
    return None


class Cut(NamedTuple):
    """What is to be left of a log."""

    table: LiveTable  # after the cut
    kept: list[str]  # entries
    new: list[str]  # the luck that follows from them, and the end of the game
    rows: list[NumberedEntry]  # the whole log before, as it is stored


async def plan_cut(store: Store, table_id: str, last: int) -> Cut:
    """What would be left of a log after the entry ``last``; refused if that is broken, too."""
    rows = await store.stored_log(table_id)
    kept = _readable(rows)[: last + 1]
    if len(kept) <= last:
        raise Refused("broken-log", f"entry {len(kept)} can't be read: cut before it")
    try:
        seed = (await store.head(table_id)).seed
        room = await asyncio.to_thread(restored, table_id, kept, seed)
    except BrokenRow as error:
        raise Refused("broken-log", f"it can only be closed: {error}") from error
    except BrokenLog as error:
        raise Refused(
            "broken-log", f"{_where(error.number)} is broken, too: {error.reason}"
        ) from error
    table = LiveTable(room, seed)
    return Cut(table, kept, [encode_entry(entry) for entry in _completed(table)], rows)


def _completed(table: LiveTable) -> list[AnyEntry]:
    """What a house writes together with the last entry that is left: the sealed luck, the end."""
    room = table.room
    if room.status != "playing":
        return []
    entries = draw_luck(room, room.changed, table.rng())
    if room.started_table().over:
        entries += apply_step(room, Ended(at=room.changed, seed=table.seed.hex()), table.rng())
    return entries


async def cut(store: Store, planned: Cut) -> None:
    """Cut a log as planned, and make its table's row anew."""
    row = row_of(planned.table.room)
    await store.replace_log(row, [*planned.kept, *planned.new], planned.rows)


def _where(number: int) -> str:
    return "the table's row" if number == TABLE_ROW else f"entry {number}"


def _readable(rows: list[NumberedEntry]) -> list[str]:
    """The entries before the first that is missing, or is in a compressed text that is broken."""
    try:
        entries = unpacked(rows)
    except BrokenRow:
        entries = [row for row in rows if not row[1].startswith(PACKED_PREFIX)]
    numbered = takewhile(lambda one: one[0] == one[1][0], enumerate(entries))
    return [text for _, (_, text) in numbered]


async def close_broken(store: Store, table_id: str) -> None:
    """Close a table whose log can't be read, and leave the log as it is."""
    row = await store.table(table_id)
    summary = (summary_of(row) if row is not None else None) or NO_SUMMARY
    closed = msgspec.structs.replace(summary, closed=CLOSED_BY_ADMIN, acting=[])
    await store.close_broken(table_id, msgspec.json.encode(closed).decode())
