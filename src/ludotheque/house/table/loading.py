"""Reading tables from the store: their room and their secret seed, or what is wrong with them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.core.seal import commitment
from ludotheque.house.refusals import Refused
from ludotheque.house.store import BrokenRow, NotFound
from ludotheque.house.table.broken import BrokenTables
from ludotheque.house.table.restore import TABLE_ROW, BrokenLog, restore_stored

if TYPE_CHECKING:
    from ludotheque.house.store import Store
    from ludotheque.house.table.room import Room

LONG_LOG_ENTRIES: Final = 2000  # such logs are restored one after the other


class Loaded(NamedTuple):
    """A table as the store has it."""

    room: Room
    seed: bytes


async def read_log(store: Store, table_id: str) -> tuple[list[str], bytes]:
    """The texts of a whole log, as many as the table's row counts, and the seed of its luck."""
    try:
        texts = await store.read(table_id)
        head = await store.head(table_id)
        if head.next_number > len(texts):  # written since
            texts = await store.read(table_id)
    except NotFound:
        raise Refused("no-such-table", f"there is no table {table_id}") from None
    except BrokenRow as error:
        raise BrokenLog(table_id, error.number, str(error)) from error
    if head.next_number > len(texts):
        raise BrokenLog(
            table_id, len(texts), f"it is missing: the table has {head.next_number} entries"
        )
    if head.next_number < len(texts) and (await store.head(table_id)).next_number < len(texts):
        raise BrokenLog(
            table_id, TABLE_ROW, f"it counts {head.next_number} of {len(texts)} entries"
        )
    return texts, head.seed


def restored(table_id: str, texts: list[str], seed: bytes) -> Room:
    """The room of a log whose luck is drawn from a seed; `BrokenLog` if it is broken."""
    room = restore_stored(table_id, texts)
    if commitment(seed) != room.created.commitment:
        raise BrokenLog(table_id, TABLE_ROW, "its seed is not the one that its log commits to")
    return room


class Loader:
    """Reads tables for one process, and remembers those that are broken."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.broken = BrokenTables()
        self._long_logs = asyncio.Semaphore(1)

    async def load(self, table_id: str) -> Loaded:
        """A table; `BrokenLog` if it can't be read, and refused if there is none."""
        self.broken.check(table_id)
        try:
            texts, seed = await read_log(self.store, table_id)
            room = await self._restore(table_id, texts, seed)
        except BrokenLog as error:
            self.broken.add(table_id, error)
            raise
        self.broken.forget(table_id)
        return Loaded(room, seed)

    async def _restore(self, table_id: str, texts: list[str], seed: bytes) -> Room:
        """In a thread; of long logs one at a time, so that they don't keep all threads busy."""
        if len(texts) < LONG_LOG_ENTRIES:
            return await asyncio.to_thread(restored, table_id, texts, seed)
        async with self._long_logs:
            return await asyncio.to_thread(restored, table_id, texts, seed)
