"""The tables that wait for a person, as that changes: for the pages that they have open.

A person's tables are read when their first page connects, and now and then. After that only tables
that change are read again, all at once, at most once a second: a commit names its table, and an
entry that names a person may have seated them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.house.store import StoreError
from ludotheque.house.store.writes import mention_rows
from ludotheque.house.table.listing import listed

if TYPE_CHECKING:
    from ludotheque.house.store import Store, TableRow

log = logging.getLogger(__name__)
REFRESH_INTERVAL_S: Final = 1.0
REREAD_INTERVAL_S: Final = 60.0  # of all tables of everybody who is connected
MAX_TABLES: Final = 200  # of a person, the newest
OPEN_STATUSES: Final = ("waiting", "playing")


class AwaitedTable(msgspec.Struct, frozen=True):
    """A table that waits for the person."""

    table: str
    game: str
    due: int  # about when the time for the move runs out; 0 if it never does


class Awaited(msgspec.Struct, frozen=True, tag_field="type", tag="awaited"):
    """All tables that wait for the person, the most urgent first."""

    tables: list[AwaitedTable]


class PersonFeed:
    """The awaited tables of one person, for their connections."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.number = 0  # of the last message; it increases with each
        self.rows: dict[str, TableRow] = {}  # their unfinished tables, by id
        self.callbacks: set[Callable[[], None]] = set()
        self._tables: list[AwaitedTable] | None = None  # none until they are read
        self._message = ""

    def messages_after(self, number: int) -> list[str]:
        """What a recipient lacks who has the messages up to a number."""
        return [self._message] if self._tables is not None and number < self.number else []

    def update(self) -> None:
        """Tell all connections, if anything changed."""
        tables = awaited_tables(self.person, self.rows.values())
        if tables == self._tables:
            return
        self._tables = tables
        self._message = msgspec.json.encode(Awaited(tables)).decode()
        self.number += 1
        for callback in [*self.callbacks]:
            callback()


def awaited_tables(person: str, rows: Iterable[TableRow]) -> list[AwaitedTable]:
    """Those of some tables that wait for a person, the most urgent first."""
    waiting = [row for row in rows if row.status == "playing" and _waits_for(person, row)]
    waiting.sort(key=lambda row: (row.due is None, row.due or 0, row.changed, row.id))
    return [AwaitedTable(row.id, row.game, row.due or 0) for row in waiting]


def _waits_for(person: str, row: TableRow) -> bool:
    table = listed(row, person)
    acts = table.you in table.summary.acting
    return acts and not table.summary.bots[table.you]


class AwaitedFeed:
    """The awaited tables of everybody who is connected to this process."""

    def __init__(self, store: Store, interval_s: float = REFRESH_INTERVAL_S) -> None:
        self.store = store
        self.interval_s = interval_s
        self.people: dict[str, PersonFeed] = {}
        self._stale_people: set[str] = set()
        self._stale_tables: set[str] = set()
        self._wakeup = asyncio.Event()
        store.on_entries(self._on_entries)

    def subscribe(self, person: str, callback: Callable[[], None]) -> PersonFeed:
        """Call back whenever a person's feed has a message; returns the feed."""
        feed = self.people.get(person)
        if feed is None:
            feed = self.people[person] = PersonFeed(person)
            self._mark({person}, set())
        feed.callbacks.add(callback)
        if feed.number:
            callback()
        return feed

    def unsubscribe(self, feed: PersonFeed, callback: Callable[[], None]) -> None:
        """Stop calling back; without connections nothing is read for a person."""
        feed.callbacks.discard(callback)
        if not feed.callbacks:
            self.people.pop(feed.person, None)

    def _on_entries(self, table_id: str, _next_number: int, entries: Sequence[str]) -> None:
        if not self.people:
            return
        if not table_id:  # it may have been any table
            self._mark(set(self.people), set())
            return
        named = {str(row[0]) for row in mention_rows(table_id, 0, entries)}
        self._mark(named & self.people.keys(), {table_id})

    def _mark(self, people: set[str], tables: set[str]) -> None:
        self._stale_people |= people
        self._stale_tables |= tables
        self._wakeup.set()

    async def run(self) -> None:
        """Keep all feeds up to date until cancelled."""
        while True:
            try:
                async with asyncio.timeout(REREAD_INTERVAL_S):
                    await self._wakeup.wait()
            except TimeoutError:
                self._stale_people |= self.people.keys()
            self._wakeup.clear()
            try:
                await self.refresh()
            except StoreError as error:
                log.warning("awaited tables can't be read: %s", error)
                self._mark(set(self.people), set())
            except Exception:  # such as a broken row: wait for the next change
                log.exception("awaited tables can't be shown")
            await asyncio.sleep(self.interval_s)

    async def refresh(self) -> None:
        """Read what may have changed."""
        people, self._stale_people = self._stale_people & self.people.keys(), set()
        tables, self._stale_tables = self._stale_tables, set()
        for person in people:
            rows = await self.store.tables_of_person(
                person, statuses=OPEN_STATUSES, limit=MAX_TABLES
            )
            if feed := self.people.get(person):
                feed.rows = {row.id: row for row in rows}
                feed.update()
        seated = {table_id for feed in self.people.values() for table_id in feed.rows}
        await self._refresh_tables(tables & seated)

    async def _refresh_tables(self, table_ids: set[str]) -> None:
        if not table_ids:
            return
        rows = {row.id: row for row in await self.store.open_tables_among(sorted(table_ids))}
        for feed in [*self.people.values()]:
            known = table_ids & feed.rows.keys()
            for table_id in known:
                row = rows.get(table_id)
                if row is None or feed.person not in row.people:
                    del feed.rows[table_id]
                else:
                    feed.rows[table_id] = row
            if known:
                feed.update()
