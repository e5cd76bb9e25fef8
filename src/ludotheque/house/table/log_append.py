"""Appending to the log of a table through the store alone, whether or not it is live anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludotheque.house.store import Conflict
from ludotheque.house.table.entries import AnyEntry, encode_entry
from ludotheque.house.table.loading import read_log, restored
from ludotheque.house.table.summary import row_of
from ludotheque.house.table.turns import called_turns

if TYPE_CHECKING:
    from ludotheque.house.store import Store
    from ludotheque.house.table.room import Room


async def append(store: Store, table_id: str, plan: Callable[[Room], Sequence[AnyEntry]]) -> bool:
    """Append the entries that ``plan`` returns for the current room, or raise its refusal.

    `BrokenLog` if the table can't be read.

    Returns whether there were any. Processes in which the table is live are notified as after any
    other write.
    """
    while True:
        texts, seed = await read_log(store, table_id)
        room = await asyncio.to_thread(restored, table_id, texts, seed)
        number, entries = room.next_number, plan(room)
        if not entries:
            return False
        for entry in entries:
            room.fold(entry)
        encoded = [encode_entry(entry) for entry in entries]
        try:
            turns = called_turns(store.called, room)
            await store.append(row_of(room), number, encoded, turns=turns)
        except Conflict:  # another entry was written meanwhile
            continue
        return True
