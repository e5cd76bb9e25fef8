"""Appending to the log of a table that is not live here, whatever is being played at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludotheque.house.store import Conflict
from ludotheque.house.table.entries import AnyEntry, encode_entry
from ludotheque.house.table.log import restore_stored
from ludotheque.house.table.summary import row_of

if TYPE_CHECKING:
    from ludotheque.house.store import Store
    from ludotheque.house.table.room import Room


async def append(store: Store, table_id: str, plan: Callable[[Room], Sequence[AnyEntry]]) -> None:
    """Append the entries that ``plan`` wants of the room as it stands; refuses what it refuses.

    Processes in which the table is live are notified as of any other write.
    """
    while True:
        texts = await store.read(table_id)
        room = await asyncio.to_thread(restore_stored, table_id, texts)
        number, entries = room.number, plan(room)
        for entry in entries:
            room.fold(entry)
        encoded = [encode_entry(entry) for entry in entries]
        try:
            await store.append(table_id, number, encoded, row_of(room))
        except Conflict:  # somebody moved meanwhile
            continue
        return
