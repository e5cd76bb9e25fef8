"""Writing into the log of a table without having it open: beside whatever is being played there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict
from ludotheque.house.table.entries import read, write
from ludotheque.house.table.live import row_of
from ludotheque.house.table.room import Room, restore

if TYPE_CHECKING:
    from ludotheque.house.store import Store
    from ludotheque.house.table.lobby import Plan


async def add(store: Store, table_id: str, plan: Plan) -> None:
    """Write what ``plan`` wants of the room as its log tells it; refuses what ``plan`` refuses.

    Houses that have the table open hear of it as of any other write.
    """
    while True:
        room = await asyncio.to_thread(_restored, table_id, await store.read(table_id))
        number, entries = room.number, plan(room)
        for entry in entries:
            room.fold(entry)
        try:
            await store.append(table_id, number, [write(entry) for entry in entries], row_of(room))
        except Conflict:  # somebody moved meanwhile
            continue
        return


def _restored(table_id: str, texts: list[str]) -> Room:
    if not texts:
        raise Refused("no-such-table", f"there is no table {table_id}")
    return restore([read(text) for text in texts])
