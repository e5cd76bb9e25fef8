"""How many tables somebody may have set up that are not finished, by person and by address.

A person at the limit who sets up one more gives up the oldest that still waits for others.
Addresses are held in memory only: after a restart those of earlier tables are not known.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.house import limits
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import Client, ClientBuckets, Rate
from ludotheque.house.table import log_append
from ludotheque.house.table.deeds import close
from ludotheque.house.table.entries import CLOSED_UNSTARTED, AnyEntry
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.store import Store, TableRow
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
MAX_ADDRESSES: Final = 10_000  # in memory


class TableQuota:
    """The tables that were set up in this process, and the limits on more."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._rates = ClientBuckets(
            Rate(limits.TABLE_BURST_PER_PERSON, limits.TABLES_PER_S_PER_PERSON),
            Rate(limits.TABLE_BURST_PER_ADDRESS, limits.TABLES_PER_S_PER_ADDRESS),
        )
        self._by_address: dict[str, list[str]] = {}  # ids of tables, perhaps finished ones
        self._under_way: Counter[str] = Counter()  # tables being set up, by person and address

    @asynccontextmanager
    async def one_more(self, client: Client, public: bool) -> AsyncIterator[Callable[[str], None]]:
        """Refuse one more table, or yield what is to be called with its id when it is made."""
        if not self._rates.take(client):
            raise Refused("too-fast", "too many new tables; wait a minute")
        with self._counted(client):
            await self._check_address(client, public)
            await self._check_person(client, public)
            yield lambda table_id: self.note(client.address, table_id)

    async def check(self, client: Client) -> None:
        """Refuse somebody for whom there is no room for one more public table."""
        with self._counted(client):
            await self._check_address(client, public=True)
            await self._check_person(client, public=True)

    async def _check_person(self, client: Client, public: bool) -> None:
        others = self._under_way[client.person] - 1
        most = limits.MAX_OPEN_TABLES_PER_PERSON
        tables = await self.store.open_tables_of_host(client.person, most + 1)
        if len(tables) + others >= most:
            await self._give_up_oldest(tables, client, f"{most} tables")
        listed = [table for table in tables if table.public]
        if public and len(listed) + others >= limits.MAX_LISTED_TABLES_PER_PERSON:
            what = f"{limits.MAX_LISTED_TABLES_PER_PERSON} public tables"
            await self._give_up_oldest(listed, client, what)

    async def _give_up_oldest(self, tables: list[TableRow], client: Client, what: str) -> None:
        """Close the oldest of somebody's tables that waits for others; refuse if none does."""
        for table in tables:
            alone = not {*table.people} - {client.person}
            if table.status == "waiting" and alone and await self._give_up(table.id):
                return
        raise Refused(
            "too-many-tables", f"{what} that you set up are not finished; finish one of them first"
        )

    async def _give_up(self, table_id: str) -> bool:
        """Close a table that still waits; returns whether it did, and could be read."""
        try:
            return await log_append.append(self.store, table_id, _closed_if_waiting)
        except (Refused, msgspec.MsgspecError) as error:
            log.info("table %s can't be closed: %s", table_id, error)
            return False

    async def _check_address(self, client: Client, public: bool) -> None:
        """Tables of all people at an address, at once a check of which of them are finished."""
        noted = self._by_address.get(client.address, [])
        others = self._under_way[client.address] - 1
        if len(noted) + others < limits.MAX_LISTED_TABLES_PER_ADDRESS:
            return
        tables = await self.store.open_tables_among(noted)
        still_open = {table.id for table in tables}
        self._by_address[client.address] = [one for one in noted if one in still_open]
        listed = sum(table.public for table in tables)
        if len(tables) + others >= limits.MAX_OPEN_TABLES_PER_ADDRESS or (
            public and listed + others >= limits.MAX_LISTED_TABLES_PER_ADDRESS
        ):
            raise Refused(
                "too-many-tables",
                "many tables were set up from your network; wait until some are finished,"
                " or set up one that is not public",
            )

    def note(self, address: str, table_id: str) -> None:
        """A table was set up by somebody at an address."""
        noted = self._by_address.pop(address, [])
        self._by_address[address] = [*noted, table_id]
        if len(self._by_address) > MAX_ADDRESSES:
            del self._by_address[next(iter(self._by_address))]

    @contextmanager
    def _counted(self, client: Client) -> Iterator[None]:
        """Count a table as being set up."""
        keys = {client.person, client.address}
        self._under_way.update(keys)
        try:
            yield
        finally:
            self._under_way.subtract(keys)
            self._under_way += Counter()  # without those at 0


def _closed_if_waiting(room: Room) -> list[AnyEntry]:
    return close(room, CLOSED_UNSTARTED, now_ms()) if room.status == "waiting" else []
