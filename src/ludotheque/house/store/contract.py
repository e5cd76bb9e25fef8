"""The contract of a store: what it acknowledged is durable, and every number is written once.

A table is a log of numbered entries, which are opaque to the store; its state is a fold over them.
The operations are the same for every database; a database implements the abstract methods.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import aclosing
from functools import partial
from types import TracebackType
from typing import ClassVar, Final, Self, TypeVar

import msgspec

from ludotheque.house.store import dump, packing, results, writes
from ludotheque.house.store.community import FORGET_PERSON
from ludotheque.house.store.packing import NumberedEntry, Savings
from ludotheque.house.store.rows import (
    BrokenRow,
    Conflict,
    DueTable,
    NameTaken,
    NotFound,
    Passkey,
    Person,
    Session,
    StoreClosed,
    TableCursor,
    TableHead,
    TableRow,
    TableSearch,
    Turn,
    Unavailable,
    Uncertain,
)
from ludotheque.house.store.turns import Called
from ludotheque.house.store.writes import (
    Statement,
    Value,
    Values,
    Write,
    notices_forgotten,
    statements_of,
)

FIND_OUT_INTERVAL_S: Final = 0.25
FIND_OUT_TIMEOUT_S: Final = 15.0  # people wait for the answer
CommitListener = Callable[[str, int], None]
EntriesListener = Callable[[str, int, Sequence[str]], None]
RevocationListener = Callable[[str], None]
Row = TypeVar("Row", Passkey, Session)
log: Final = logging.getLogger("ludotheque.house.store")

SELECT_ENTRIES: Final = """SELECT number, entry FROM entries
    WHERE table_id = $1 AND number >= $2 ORDER BY number"""
SELECT_HEAD: Final = "SELECT secret, next FROM tables WHERE id = $1"
SELECT_PERSON: Final = "SELECT id, name, key, password, created, account FROM people"
SELECT_SESSION: Final = "SELECT hash, person, device, created, seen FROM sessions"
SELECT_PASSKEY: Final = "SELECT id, person, key, uses, device, created, seen FROM passkeys"
PEOPLE_WITH_KEY: Final = "(SELECT id FROM people WHERE key = $1)"
DELETE_SESSIONS: Final = "DELETE FROM sessions WHERE person = $1"
DELETE_OTHER_SESSIONS: Final = "DELETE FROM sessions WHERE person = $1 AND hash <> $2"
DELETE_SKELETONS: Final = "DELETE FROM skeletons WHERE person = $1"
IS_IN_FORCE: Final = "(expires = 0 OR expires > $1)"
# A session not used since $1, or since $2 if it is of a guest who never sat at a table.
IS_STALE: Final = """(seen < $1 OR seen < $2 AND person IN (SELECT id FROM people
    WHERE account = 0 AND NOT EXISTS (SELECT 1 FROM seated WHERE person = people.id)))"""
GUESTS_WITHOUT_SESSION: Final = """(SELECT id FROM people WHERE account = 0 AND created < $1
    AND NOT EXISTS (SELECT 1 FROM seated WHERE person = people.id)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id))"""
# Tables that nobody has changed since $2; in pages by id, because they may be many.
STALE_TABLES: Final = """SELECT id FROM tables
    WHERE status = $1 AND changed < $2 AND id > $3 ORDER BY id LIMIT $4"""
# A log that was compacted has fewer rows than entries.
COMPACTABLE_TABLES: Final = """SELECT id FROM tables
    WHERE status IN ('over', 'closed') AND changed < $1 AND id > $2
    AND next = (SELECT COUNT(*) FROM entries WHERE table_id = tables.id)
    ORDER BY id LIMIT $3"""
TOUCH_TABLE: Final = """UPDATE tables SET changed = $2
    WHERE id = $1 AND changed < $2 AND status IN ('waiting', 'playing')"""
ENTRIES_OF_PERSON: Final = """SELECT m.table_id, m.number, e.entry FROM mentions AS m
    JOIN entries AS e ON e.table_id = m.table_id AND e.number = m.number
    WHERE m.person = $1 ORDER BY m.table_id, m.number"""
COPY_TABLE_GUESTS: Final = """INSERT INTO table_guests (person, table_id)
    SELECT person, $2 FROM table_guests WHERE table_id = $1"""
# Before the name is erased.
FORGET_IN_AUDIT: Final = (
    "UPDATE audit SET who = '-' WHERE who = (SELECT name FROM people WHERE id = $1)",
    """UPDATE audit SET subject = '-' WHERE subject IN (
        SELECT name FROM people WHERE id = $1 UNION SELECT key FROM people WHERE id = $1)""",
)
OPEN_TABLES_OF_HOST: Final = """WHERE id IN (SELECT table_id FROM hosts WHERE person = $1)
    AND status IN ('waiting', 'playing') ORDER BY created, id LIMIT $2"""


def can_be_id(*texts: str) -> bool:
    """Whether these can be ids at all; a URL may contain anything."""
    return all(text.isascii() and text.isprintable() for text in texts)


class Store(ABC):
    """Tables and people, durably. Open it before use: `async with` opens and closes it."""

    dialect: ClassVar[str]
    shared: ClassVar[bool]  # whether several processes may serve tables from one database
    touch_sql: ClassVar[str]  # writes something and changes nothing
    people_array: ClassVar[str]  # SQL that aggregates a column `person` to a JSON array

    def __init__(self) -> None:
        self.process = secrets.token_hex(4)  # the name of this process among those of the house
        self.called = Called()  # filled and followed by `house.notices`
        self._on_commit: list[CommitListener] = []
        self._on_entries: list[EntriesListener] = []
        self._on_revoked: list[RevocationListener] = []
        self._on_broadcast: list[Callable[[str], None]] = []

    # What a database implements

    @abstractmethod
    async def open(self) -> None:
        """Migrate the database and start; `NewerDatabase` if a newer version has migrated it."""

    @abstractmethod
    async def close(self) -> None:
        """Finish waiting writes, then close; calling it twice is harmless."""

    @abstractmethod
    async def write(self, write: Write) -> None:
        """Execute all of it durably, or raise and change nothing."""

    @abstractmethod
    async def rows(self, sql: str, *values: Value) -> list[Values]:
        """The rows of one SELECT."""

    @abstractmethod
    def stream(
        self, selects: Sequence[str], *values: Value
    ) -> AsyncGenerator[tuple[int, Values], None]:
        """The rows of several SELECTs in one snapshot, each with its SELECT's index."""

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def ping(self) -> None:
        """Return if the database answers; raise an error otherwise."""
        await self.rows("SELECT id FROM tables LIMIT 1")

    async def check_writable(self) -> None:
        """Return if a write becomes durable, which changes nothing; raise an error otherwise."""
        await self.write(Write([Statement(self.touch_sql, [()])]))

    @abstractmethod
    async def size_bytes(self) -> int:
        """The space that the database takes."""

    def free_disk_bytes(self) -> int | None:
        """The free space where the database is; none if that is not known here."""
        return None

    # Notifications

    def on_commit(self, callback: CommitListener) -> Callable[[], None]:
        """Call back with (table id, next number) after each commit.

        ("", -1) says that some may have been missed: check every table. Returns a function that
        unsubscribes.
        """
        self._on_commit.append(callback)
        return lambda: self._on_commit.remove(callback)

    def on_entries(self, callback: EntriesListener) -> None:
        """Call back as `on_commit`, with the last entries that were committed if they are known."""
        self._on_entries.append(callback)

    def notify_commit(self, table_id: str, next_number: int, entries: Sequence[str] = ()) -> None:
        """Call all listeners; if one fails the others are still called."""
        calls = [
            *(partial(callback, table_id, next_number) for callback in self._on_commit),
            *(partial(callback, table_id, next_number, entries) for callback in self._on_entries),
        ]
        for call in calls:
            try:
                call()
            except Exception:
                log.exception("a commit listener failed on table %s", table_id)

    async def broadcast(self, message: str) -> None:
        """Send a message to all processes of the house, this one included; it is not stored."""
        self.notify_broadcast(message)

    def on_broadcast(self, callback: Callable[[str], None]) -> None:
        """Call back with every message that a process of the house broadcasts."""
        self._on_broadcast.append(callback)

    def notify_broadcast(self, message: str) -> None:
        """Call all broadcast listeners."""
        for callback in tuple(self._on_broadcast):
            callback(message)

    def on_revoked(self, callback: RevocationListener) -> Callable[[], None]:
        """Call back with the id of a person whose sessions may have ended.

        "" says that it may be anybody: check everybody. Returns a function that unsubscribes.
        """
        self._on_revoked.append(callback)
        return lambda: self._on_revoked.remove(callback)

    def notify_revoked(self, person_id: str) -> None:
        """Call all listeners; if one fails the others are still called."""
        for callback in tuple(self._on_revoked):
            try:
                callback(person_id)
            except Exception:
                log.exception("a revocation listener failed")

    def notify_resync(self) -> None:
        """Notify all listeners that notifications may have been missed."""
        self.notify_commit("", -1)
        self.notify_revoked("")

    # Tables

    async def create_table(
        self,
        row: TableRow,
        entries: Sequence[str] = (),
        seed: bytes = b"",
        also: Sequence[Statement] = (),
    ) -> None:
        """Create a table with its first entries; `Conflict` if the id is taken.

        Other statements are executed with it, or nothing is.
        """
        creation = writes.table_creation(row, entries, seed, self.process)
        creation = msgspec.structs.replace(creation, statements=[*creation.statements, *also])
        await self._write_once(creation, row.id, 0, entries)

    async def append(
        self,
        row: TableRow,
        number: int,
        entries: Sequence[str],
        people_changed: bool = True,
        due_changed: bool = True,
        turns: Sequence[Turn] | None = None,
    ) -> None:
        """Write entries number, number+1... and the row after them.

        `Conflict` if number is not the next. Without ``people_changed`` the people of the row are
        not written: they are the stored ones. The same goes for ``due_changed``. With ``turns``
        these are the table's turns from now on.
        """
        append = writes.append(
            row,
            number,
            entries,
            keeper=self.process,
            people_changed=people_changed,
            due_changed=due_changed,
            turns=turns,
        )
        await self._write_once(append, row.id, number, entries)

    async def append_and_create(
        self,
        row: TableRow,
        number: int,
        entries: Sequence[str],
        new_row: TableRow,
        new_entries: Sequence[str],
        seed: bytes,
    ) -> None:
        """Append to a table and create another: both, or neither and `Conflict`.

        Guests of the first table are guests of the second.
        """
        append = writes.append(row, number, entries, keeper=self.process)
        creation = writes.table_creation(new_row, new_entries, seed, self.process)
        guests = Statement(COPY_TABLE_GUESTS, [(row.id, new_row.id)])
        both = Write([*statements_of(append), *creation.statements, guests], append.committed)
        await self._write_once(both, row.id, number, entries)

    async def _write_once(
        self, write: Write, table_id: str, number: int, entries: Sequence[str]
    ) -> None:
        """Execute a write of entries; if the database is lost meanwhile, find out what happened.

        It is sent again, since a number is accepted once: a conflict with the same entries says
        that the first one was written. `Uncertain` if the database does not come back soon.
        """
        try:
            await self.write(write)
            return
        except Uncertain as error:
            uncertain = error
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FIND_OUT_TIMEOUT_S):
                while True:
                    await asyncio.sleep(FIND_OUT_INTERVAL_S)
                    with contextlib.suppress(Unavailable):
                        await self._write_again(write, table_id, number, entries)
                        return
        raise uncertain

    async def _write_again(
        self, write: Write, table_id: str, number: int, entries: Sequence[str]
    ) -> None:
        try:
            await self.write(write)
        except Conflict:
            written = await self.read(table_id, number)
            if written[: len(entries)] != [*entries]:
                raise

    async def read(self, table_id: str, start: int = 0) -> list[str]:
        """The entries from a number on, in order; `BrokenRow` if one of them is missing."""
        rows = packing.unpacked(await self._entry_rows(table_id, start))
        entries = [(number, entry) for number, entry in rows if number >= start]
        for expected, (number, _) in enumerate(entries, start):
            if number != expected:
                reason = "there are two of it" if number < expected else "it is missing"
                raise BrokenRow(min(number, expected), reason)
        return [entry for _, entry in entries]

    async def _entry_rows(self, table_id: str, start: int = 0) -> list[NumberedEntry]:
        """The rows of entries, as they are stored; one that is packed has the last number."""
        if not can_be_id(table_id):
            return []
        rows = await self.rows(SELECT_ENTRIES, table_id, start)
        return [(int(number or 0), str(entry)) for number, entry in rows]

    async def table(self, table_id: str) -> TableRow | None:
        """The row of a table, if there is one."""
        if not can_be_id(table_id):
            return None
        tables = await self._tables("WHERE id = $1", table_id)
        return tables[0] if tables else None

    async def tables(
        self,
        *,
        public_only: bool = False,
        game: str | None = None,
        status: str | None = None,
        person: str | None = None,
        limit: int = 50,
    ) -> list[TableRow]:
        """Tables that pass every filter, the one that changed last first."""
        conditions: list[str] = ["public = 1"] if public_only else []
        values: list[Value] = []
        for condition, value in (
            ("game = ${}", game),
            ("status = ${}", status),
            ("id IN (SELECT table_id FROM seated WHERE person = ${})", person),
        ):
            if value is not None:
                values.append(value)
                conditions.append(condition.format(len(values)))
        if not can_be_id(*map(str, values)):
            return []
        where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        order = f"ORDER BY changed DESC, id LIMIT ${len(values) + 1}"
        return await self._tables(f"{where} {order}", *values, limit)

    async def public_tables(
        self,
        status: str,
        *,
        game: str | None = None,
        before: TableCursor | None = None,
        limit: int = 50,
        is_long: bool = False,
    ) -> list[TableRow]:
        """Public tables of one status, the newest first; with ``before`` the older ones.

        Those of one game may be few of very many: then other reads don't wait for it (``is_long``).
        """
        conditions: list[str] = ["public = 1", "status = $1"]
        values: list[Value] = [status]
        if game is not None:
            values.append(game)
            conditions.append(f"game = ${len(values)}")
        return await self._page(conditions, values, before, limit, is_long)

    async def tables_of_person(
        self,
        person_id: str,
        *,
        statuses: Sequence[str],
        before: TableCursor | None = None,
        limit: int = 50,
    ) -> list[TableRow]:
        """Tables where a person sits, the newest first; with ``before`` the older ones."""
        values: list[Value] = [person_id, *statuses]
        parameters = ", ".join(f"${number}" for number in range(2, len(values) + 1))
        conditions = [
            "id IN (SELECT table_id FROM seated WHERE person = $1)",
            f"status IN ({parameters})",
        ]
        return await self._page(conditions, values, before, limit)

    async def tables_of_circle(
        self, circle_id: str, *, statuses: Sequence[str], limit: int
    ) -> list[TableRow]:
        """Tables of a circle, the newest first."""
        values: list[Value] = [circle_id, *statuses]
        parameters = ", ".join(f"${number}" for number in range(2, len(values) + 1))
        conditions = [
            "id IN (SELECT table_id FROM circle_tables WHERE circle = $1)",
            f"status IN ({parameters})",
        ]
        return await self._page(conditions, values, None, limit)

    async def newest_tables(
        self, *, status: str = "", before: TableCursor | None = None, limit: int = 50
    ) -> list[TableRow]:
        """All tables, or those of one status, the newest first; with ``before`` the older ones."""
        conditions, values = (["status = $1"], [status]) if status else (["true"], [])
        return await self._page(conditions, [*values], before, limit)

    async def search_tables(
        self, search: TableSearch, *, before: TableCursor | None = None, limit: int = 50
    ) -> list[TableRow]:
        """Public tables and those of the viewer that pass every filter, the newest first.

        It may look at all tables: other reads don't wait for it.
        """
        found = await self._search("public = 1", search, before, limit)
        if search.viewer:  # apart, so that each is read in the order of an index
            own = "id IN (SELECT table_id FROM seated WHERE person = $1)"
            found += await self._search(own, search, before, limit)
        by_id = {row.id: row for row in found}
        return sorted(by_id.values(), key=lambda row: (row.created, row.id), reverse=True)[:limit]

    async def _search(
        self, whose: str, search: TableSearch, before: TableCursor | None, limit: int
    ) -> list[TableRow]:
        values: list[Value] = [search.viewer] if "$1" in whose else []
        conditions = [whose]
        won = "id IN (SELECT table_id FROM results WHERE person = ${} AND rank %s 1)"
        for condition, value in (
            ("game = ${}", search.game),
            ("status = ${}", search.status),
            ("id IN (SELECT table_id FROM seated WHERE person = ${})", search.person),
            (won % "=", search.person if search.result == "won" else ""),
            (won % ">", search.person if search.result == "lost" else ""),
            ("created >= ${}", search.since),
            ("created < ${}", search.until),
        ):
            if value:
                values.append(value)
                conditions.append(condition.format(len(values)))
        return await self._page(conditions, values, before, limit, is_long=True)

    async def open_tables_of_host(self, person_id: str, limit: int) -> list[TableRow]:
        """Tables that a person set up and that are not finished, the oldest first."""
        return await self._tables(OPEN_TABLES_OF_HOST, person_id, limit)

    async def open_tables_among(self, table_ids: Sequence[str]) -> list[TableRow]:
        """Those of some tables that are not finished, the oldest first."""
        parameters = ", ".join(f"${position}" for position in range(1, len(table_ids) + 1))
        where = f"WHERE id IN ({parameters}) AND status IN ('waiting', 'playing')"
        return await self._tables(f"{where} ORDER BY created, id", *table_ids) if table_ids else []

    async def _page(
        self,
        conditions: list[str],
        values: list[Value],
        before: TableCursor | None,
        limit: int,
        is_long: bool = False,
    ) -> list[TableRow]:
        if before is not None:
            values = [*values, *before]
            conditions = [*conditions, f"(created, id) < (${len(values) - 1}, ${len(values)})"]
        if not can_be_id(*map(str, values)):
            return []
        order = f"ORDER BY created DESC, id DESC LIMIT ${len(values) + 1}"
        where_and_order = f"WHERE {' AND '.join(conditions)} {order}"
        return await self._tables(where_and_order, *values, limit, is_long=is_long)

    async def _tables(
        self, where_and_order: str, *values: Value, is_long: bool = False
    ) -> list[TableRow]:
        columns = (
            *("id", "game", "status", "public", "created", "changed", "summary"),
            *("people", "due"),
        )
        # Only constants of this module are interpolated; everything else is a parameter.
        seats = "(SELECT person FROM seated WHERE table_id = tables.id ORDER BY place) AS s"
        people = f"(SELECT {self.people_array} FROM {seats})"  # noqa: S608
        due = "(SELECT due FROM due_tables WHERE table_id = tables.id)"
        sql = f"SELECT {', '.join(columns[:-2])}, {people}, {due} FROM tables {where_and_order}"  # noqa: S608
        read = self.scan if is_long else self.rows
        rows = [dict(zip(columns, row, strict=True)) for row in await read(sql, *values)]
        return [table for row in rows if (table := _table_row(row)) is not None]

    async def tables_due(
        self,
        before_ms: int,
        limit: int,
        *,
        after: DueTable | None = None,
        kept_by_others: Collection[str] = (),
    ) -> list[DueTable]:
        """Tables due before a time, the earliest first, except those of the given keepers.

        ``after`` is the last table of the page before.
        """
        last = (after.due, after.id) if after else (-1, "")
        values: list[Value] = [before_ms, *last, *kept_by_others]
        others = ", ".join(f"${position}" for position in range(4, len(values) + 1))
        kept = f"AND keeper NOT IN ({others})" if kept_by_others else ""
        # Only parameters are interpolated.
        sql = f"""SELECT table_id, due, keeper FROM due_tables
            WHERE due < $1 AND (due, table_id) > ($2, $3) {kept}
            ORDER BY due, table_id LIMIT ${len(values) + 1}"""  # noqa: S608
        rows = await self.rows(sql, *values, limit)
        return [DueTable(str(table), int(due or 0), str(keeper)) for table, due, keeper in rows]

    async def take_due(self, table: DueTable) -> None:
        """Become the keeper of a table; `Conflict` if it has another keeper than it had."""
        sql = "UPDATE due_tables SET keeper = $3 WHERE table_id = $1 AND keeper = $2"
        taken = Conflict(f"another process has taken table {table.id}")
        values = (table.id, table.keeper, self.process)
        await self.write(Write([Statement(sql, [values], if_no_row=taken)]))

    async def correct_due(self, table: DueTable, next_number: int, due: int | None) -> None:
        """Change when a table is due, unless it has other entries or is due at another time."""
        same = """WHERE table_id = $1 AND due = $2
            AND EXISTS (SELECT 1 FROM tables WHERE id = $1 AND next = $3)"""
        known: Values = (table.id, table.due, next_number)
        if due is None:
            statement = Statement(f"DELETE FROM due_tables {same}", [known])  # noqa: S608
        else:
            statement = Statement(f"UPDATE due_tables SET due = $4 {same}", [(*known, due)])  # noqa: S608
        await self.write(Write([statement]))

    # Old tables

    async def stale_tables(
        self, status: str, changed_before: int, after_id: str = "", limit: int = 100
    ) -> list[str]:
        """Ids of tables of a status that were not changed since; in the order of the ids."""
        values = (status, changed_before, after_id, limit)
        return [str(table_id) for (table_id,) in await self.scan(STALE_TABLES, *values)]

    async def newest_change(self, before: int) -> int:
        """When a table was changed last before a time; 0 if none was."""
        sql = "SELECT COALESCE(MAX(changed), 0) FROM tables WHERE changed < $1"
        ((newest,),) = await self.scan(sql, before)
        return int(newest or 0)

    async def touch_tables(self, table_ids: Sequence[str], at: int) -> None:
        """Count tables that are not finished as changed at a time, without an entry."""
        await self.write(
            Write([Statement(TOUCH_TABLE, [(table_id, at)]) for table_id in table_ids])
        )

    async def compactable_tables(
        self, changed_before: int, after_id: str = "", limit: int = 100
    ) -> list[str]:
        """Ids of finished tables, not changed since, that `compact` would make smaller."""
        values = (changed_before, after_id, limit)
        return [str(table_id) for (table_id,) in await self.scan(COMPACTABLE_TABLES, *values)]

    async def compact(self, table_id: str, dry_run: bool = False) -> Savings:
        """Store a log in fewer bytes; `read` returns the same. `Conflict` if another did so.

        Entries that name a person stay as they are.
        """
        rows = await self._entry_rows(table_id)
        numbers, entries = {number for number, _ in rows}, packing.packable(rows)
        merged = [number for number, _ in entries[:-1] if number in numbers]
        if not merged or entries[-1][0] not in numbers:
            return Savings()
        last, text = entries[-1]
        packed = await asyncio.to_thread(packing.pack, entries)
        if not dry_run:
            conflict = Conflict(f"table {table_id} was compacted meanwhile")
            replace = """UPDATE entries SET entry = $3
                WHERE table_id = $1 AND number = $2 AND entry = $4"""
            delete = "DELETE FROM entries WHERE table_id = $1 AND number = $2"
            statements = [
                Statement(replace, [(table_id, last, packed, text)], if_no_row=conflict),
                Statement(delete, [(table_id, number) for number in merged]),
            ]
            await self.write(Write(statements))
        before = sum(len(entry.encode()) for number, entry in rows if number in {last, *merged})
        return Savings(1, before, len(packed))

    # Broken tables

    async def table_ids(self, after_id: str = "", limit: int = 1000) -> list[str]:
        """Ids of all tables, in their order."""
        sql = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2"
        return [str(table_id) for (table_id,) in await self.rows(sql, after_id, limit)]

    async def stored_log(self, table_id: str) -> list[NumberedEntry]:
        """The rows of a log as they are stored, whatever they hold."""
        return await self._entry_rows(table_id)

    async def replace_log(
        self, row: TableRow, entries: Sequence[str], seen: list[NumberedEntry]
    ) -> None:
        """Replace a broken log, and its table's row; `Conflict` if it is not as it was seen."""
        changed = Conflict(f"something was written to table {row.id} meanwhile")
        last = seen[-1][0] if seen else -1
        update = """UPDATE tables SET game = $2, status = $3, public = $4, created = $5,
            changed = $6, summary = $7, next = $8 WHERE id = $1 AND $9 = (
            SELECT COALESCE(MAX(number), -1) FROM entries WHERE table_id = $1)"""
        columns = (row.game, row.status, int(row.public), row.created, row.changed, row.summary)
        statements = [
            Statement(update, [(row.id, *columns, len(entries), last)], if_no_row=changed),
            Statement("DELETE FROM entries WHERE table_id = $1", [(row.id,)]),
            Statement(writes.INSERT_ENTRY, writes.entry_rows(row.id, 0, entries)),
            *writes.seat_statements(row),
            writes.due_statement(row, self.process),
            *writes.turn_statements(row.id, ()),
        ]
        await self.write(Write(statements, (row.id, len(entries))))

    async def close_broken(self, table_id: str, summary: str) -> None:
        """Close a table without a change of its log; `NotFound` if there is none."""
        missing = NotFound(f"there is no table {table_id}")
        close = "UPDATE tables SET status = 'closed', summary = $2 WHERE id = $1"
        statements = [
            Statement(close, [(table_id, summary)], if_no_row=missing),
            Statement(writes.DELETE_DUE, [(table_id,)]),
            *writes.turn_statements(table_id, ()),
        ]
        await self.write(Write(statements, (table_id, 0)))

    async def scan(self, sql: str, *values: Value) -> list[Values]:
        """The rows of a SELECT that may take long: other reads don't wait for it."""
        async with aclosing(self.stream([sql], *values)) as rows:
            return [row async for _, row in rows]

    async def head(self, table_id: str) -> TableHead:
        """The secret seed of a table, and the number of its next entry; `NotFound`, `BrokenRow`."""
        rows = await self.rows(SELECT_HEAD, table_id) if can_be_id(table_id) else []
        if not rows:
            raise NotFound(f"there is no table {table_id}")
        seed, next_number = rows[0]
        try:
            return TableHead(bytes.fromhex(str(seed)), int(next_number or 0))
        except ValueError as error:
            raise BrokenRow(
                -1, f"its seed or its number of entries can't be read: {error}"
            ) from error

    # People

    async def create_person(self, person: Person, skeletons: Collection[str] = ()) -> None:
        """Add a person; `NameTaken` if another has that key or one of the skeletons."""
        sql = """INSERT INTO people (id, name, key, password, created, account)
            VALUES ($1, $2, $3, $4, $5, $6)"""
        account = (person.password_hash, person.created, int(person.account))
        values = (person.id, person.name, person.key, *account)
        insert = Statement(sql, [values], if_duplicate=_name_taken(person.name))
        await self.write(Write([insert, *_claims(person.id, person.name, skeletons)]))

    async def person(self, person_id: str) -> Person | None:
        """A person by id, also after deletion."""
        return await self._person("WHERE id = $1", person_id) if can_be_id(person_id) else None

    async def person_named(self, key: str) -> Person | None:
        """A person by normalized name."""
        return await self._person("WHERE key = $1", key)

    async def _person(self, where: str, value: str) -> Person | None:
        rows = await self.rows(f"{SELECT_PERSON} {where}", value)
        return _person(rows[0]) if rows else None

    async def rename_person(
        self, person_id: str, name: str, key: str, skeletons: Collection[str] = ()
    ) -> None:
        """Give a person another name; `NameTaken` if another has its key or a skeleton of it."""
        sql = "UPDATE people SET name = $2, key = $3 WHERE id = $1 AND name IS NOT NULL"
        update = Statement(sql, [(person_id, name, key)], _no_person(person_id), _name_taken(name))
        await self.write(Write([update, *_claims(person_id, name, skeletons)]))

    async def make_account(
        self,
        person_id: str,
        name: str,
        key: str,
        password_hash: str,
        skeletons: Collection[str] = (),
    ) -> None:
        """Turn a guest into an account that keeps id and games; `NotFound` if it is no guest.

        All sessions of the guest end.
        """
        sql = """UPDATE people SET name = $2, key = $3, password = $4, account = 1
            WHERE id = $1 AND name IS NOT NULL AND account = 0"""
        values = (person_id, name, key, password_hash)
        update = Statement(sql, [values], _no_person(person_id), _name_taken(name))
        claims = _claims(person_id, name, skeletons)
        end = Statement(DELETE_SESSIONS, [(person_id,)])
        await self.write(Write([update, *claims, end], revoked=person_id))

    async def set_password(self, person_id: str, password_hash: str) -> None:
        """Set the password hash of an account."""
        sql = "UPDATE people SET password = $2 WHERE id = $1 AND account = 1"
        update = Statement(sql, [(person_id, password_hash)], _no_person(person_id))
        await self.write(Write([update]))

    async def change_password(
        self,
        person_id: str,
        password_hash: str,
        *,
        kept_session: str = "",
        kept_passkeys: Collection[str] = (),
    ) -> None:
        """Set the password hash of an account; its other sessions and passkeys end with it."""
        kept = [one.id for one in await self.passkeys(person_id) if one.id in kept_passkeys]
        # All others, also one that is added meanwhile. Only parameters are interpolated.
        parameters = ", ".join(f"${number}" for number in range(2, len(kept) + 2))
        others = f"AND id NOT IN ({parameters})" if kept else ""
        remove = f"DELETE FROM passkeys WHERE person = $1 {others}"  # noqa: S608
        update = "UPDATE people SET password = $2 WHERE id = $1 AND account = 1"
        statements = [
            Statement(update, [(person_id, password_hash)], _no_person(person_id)),
            Statement(remove, [(person_id, *kept)]),
            Statement(DELETE_OTHER_SESSIONS, [(person_id, kept_session)]),
        ]
        await self.write(Write(statements, revoked=person_id))

    async def names_of_people(self, after_id: str, limit: int) -> list[Values]:
        """Id and name of people, and how many skeletons they have; by id, in pages."""
        sql = """SELECT id, name, (SELECT COUNT(*) FROM skeletons WHERE person = people.id)
            FROM people WHERE name IS NOT NULL AND id > $1 ORDER BY id LIMIT $2"""
        return await self.scan(sql, after_id, limit)

    async def add_skeletons(self, rows: Sequence[tuple[str, str]]) -> None:
        """Add skeletons, each with the id of its person; of equal ones the first stays."""
        sql = """INSERT INTO skeletons (skeleton, person)
            SELECT $1, id FROM people WHERE id = $2 AND name IS NOT NULL
            ON CONFLICT (skeleton) DO NOTHING"""
        await self.write(Write([Statement(sql, rows)]))

    async def people_with_skeletons(self, skeletons: Collection[str]) -> set[str]:
        """The ids of the people who have one of the skeletons."""
        sql = "SELECT person FROM skeletons WHERE skeleton = $1"
        return {str(row[0]) for one in skeletons for row in await self.rows(sql, one)}

    async def knows_network(self, person_id: str, network: int) -> bool:
        """Whether a person has signed in from a network before."""
        sql = "SELECT 1 FROM login_networks WHERE person = $1 AND network = $2"
        return bool(await self.rows(sql, person_id, network))

    async def add_network(self, person_id: str, network: int, seen: int, limit: int) -> None:
        """Record that a person signed in from a network; at most ``limit`` are kept."""
        insert = """INSERT INTO login_networks (person, network, seen)
            SELECT id, $2, $3 FROM people WHERE id = $1 AND name IS NOT NULL
            ON CONFLICT (person, network) DO UPDATE SET seen = excluded.seen"""
        surplus = """DELETE FROM login_networks WHERE person = $1 AND network NOT IN (
            SELECT network FROM login_networks WHERE person = $1
            ORDER BY seen DESC, network LIMIT $2)"""
        statements = [
            Statement(insert, [(person_id, network, seen)]),
            Statement(surplus, [(person_id, limit)]),
        ]
        await self.write(Write(statements))

    async def delete_person(self, person_id: str) -> None:
        """Delete name, sessions and passkeys; the tables stay, with the bare id on them."""
        erase = """UPDATE people SET name = NULL, key = NULL, password = NULL, account = 0
            WHERE id = $1"""
        known = [
            Statement(DELETE_SESSIONS, [(person_id,)]),
            Statement("DELETE FROM passkeys WHERE person = $1", [(person_id,)]),
            Statement("DELETE FROM challenges WHERE person = $1", [(person_id,)]),
            Statement(DELETE_SKELETONS, [(person_id,)]),
            Statement("DELETE FROM login_networks WHERE person = $1", [(person_id,)]),
            Statement("DELETE FROM members WHERE person = $1", [(person_id,)]),
            Statement("DELETE FROM table_guests WHERE person = $1", [(person_id,)]),
            Statement("DELETE FROM links WHERE subject = $1 OR maker = $1", [(person_id,)]),
            *notices_forgotten(person_id),
            *results.erasure_statements(person_id),
        ]
        known += [Statement(sql, [(person_id,)]) for sql in FORGET_PERSON]
        erasure = Statement(erase, [(person_id,)], _no_person(person_id))
        audited = [Statement(sql, [(person_id,)]) for sql in FORGET_IN_AUDIT]
        await self.write(Write([*audited, erasure, *known], revoked=person_id))

    async def entries_of_person(self, person_id: str) -> list[tuple[str, int, str]]:
        """The entries of all tables that name a person: table id, number, entry."""
        rows = await self.scan(ENTRIES_OF_PERSON, person_id)
        return [(str(table_id), int(number or 0), str(entry)) for table_id, number, entry in rows]

    async def replace_entries(self, entries: Sequence[tuple[str, int, str]]) -> None:
        """Replace the texts of entries; the new ones must mean the same to the game."""
        sql = "UPDATE entries SET entry = $3 WHERE table_id = $1 AND number = $2"
        await self.write(Write([Statement(sql, entries)]))

    # Passkeys

    async def add_passkey(self, passkey: Passkey) -> None:
        """Add a passkey; `Conflict` if it is known already.

        A guest becomes an account by it, and all sessions of the guest end.
        """
        sql = """INSERT INTO passkeys (id, person, key, uses, device, created, seen)
            SELECT $1, id, $3, $4, $5, $6, $7 FROM people WHERE id = $2 AND name IS NOT NULL"""
        known = Conflict("this passkey was added before")
        owner = (passkey.person,)
        if_no_row = _no_person(passkey.person)
        insert = Statement(sql, [msgspec.structs.astuple(passkey)], if_no_row, known)
        end = """DELETE FROM sessions WHERE person = $1
            AND EXISTS (SELECT 1 FROM people WHERE id = $1 AND account = 0)"""
        account = "UPDATE people SET account = 1 WHERE id = $1"
        statements = [insert, Statement(end, [owner]), Statement(account, [owner])]
        await self.write(Write(statements, revoked=passkey.person))

    async def passkey(self, passkey_id: str) -> Passkey | None:
        """A passkey by its id."""
        if not can_be_id(passkey_id):
            return None
        rows = await self.rows(f"{SELECT_PASSKEY} WHERE id = $1", passkey_id)
        return _struct(Passkey, rows[0]) if rows else None

    async def passkeys(self, person_id: str) -> list[Passkey]:
        """The passkeys of a person, the oldest first."""
        sql = f"{SELECT_PASSKEY} WHERE person = $1 ORDER BY created, id"
        return [_struct(Passkey, row) for row in await self.rows(sql, person_id)]

    async def use_passkey(self, passkey_id: str, uses: int, last_seen: int) -> None:
        """Record a use of a passkey; `NotFound` if its counter went back, as of a copy."""
        sql = """UPDATE passkeys SET uses = $2, seen = $3
            WHERE id = $1 AND (uses < $2 OR uses + $2 = 0)"""
        if_no_row = NotFound("no such passkey, or a copy of it was used")
        await self.write(Write([Statement(sql, [(passkey_id, uses, last_seen)], if_no_row)]))

    async def remove_passkey(self, person_id: str, passkey_id: str) -> None:
        """Remove a passkey; `NotFound` if there is none, or no other way to sign in."""
        sql = """DELETE FROM passkeys WHERE person = $1 AND id = $2
            AND (EXISTS (SELECT 1 FROM people WHERE id = $1 AND password IS NOT NULL)
            OR EXISTS (SELECT 1 FROM passkeys AS o WHERE o.person = $1 AND o.id <> $2))"""
        if_no_row = NotFound("no such passkey, or it is the last way to sign in")
        await self.write(Write([Statement(sql, [(person_id, passkey_id)], if_no_row)]))

    async def add_challenge(self, challenge: str, person_id: str, expires: int) -> None:
        """Store a challenge to sign; `person_id` is empty where the person is not known yet."""
        sql = "INSERT INTO challenges (hash, person, expires) VALUES ($1, $2, $3)"
        await self.write(Write([Statement(sql, [(challenge, person_id, expires)])]))

    async def take_challenge(self, challenge: str, person_id: str, at: int) -> None:
        """Delete a challenge, which must be unexpired and of the same person, or `NotFound`."""
        sql = "DELETE FROM challenges WHERE hash = $1 AND person = $2 AND expires > $3"
        if_no_row = NotFound("no such challenge")
        await self.write(Write([Statement(sql, [(challenge, person_id, at)], if_no_row)]))

    # Banned names

    async def ban(self, key: str, expires: int = 0) -> None:
        """Ban a name, for good or until a time: nobody can sign in with it.

        Its sessions and notices end.
        """
        upsert = """INSERT INTO banned (key, expires) VALUES ($1, $2)
            ON CONFLICT (key) DO UPDATE SET expires = excluded.expires"""
        ban = Statement(upsert, [(key, expires)])
        revoked = f"DELETE FROM sessions WHERE person IN {PEOPLE_WITH_KEY}"  # noqa: S608 - a constant
        person = await self.person_named(key)
        person_id = person.id if person else ""
        statements = [ban, Statement(revoked, [(key,)]), *notices_forgotten(person_id)]
        await self.write(Write(statements, revoked=person_id))

    async def unban(self, key: str) -> None:
        """Allow a name again."""
        await self.write(Write([Statement("DELETE FROM banned WHERE key = $1", [(key,)])]))

    async def banned(self, at: int = 0) -> list[str]:
        """The keys of all names that are banned at a time; of all that ever expire, too, at 0."""
        sql = f"SELECT key FROM banned WHERE {IS_IN_FORCE} ORDER BY key"  # noqa: S608 - a constant
        return [str(key) for (key,) in await self.rows(sql, at)]

    async def is_banned(self, key: str, at: int = 0) -> bool:
        """Whether a name is banned at a time."""
        sql = f"SELECT key FROM banned WHERE {IS_IN_FORCE} AND key = $2"  # noqa: S608 - a constant
        return bool(await self.rows(sql, at, key))

    # Sessions

    async def create_session(self, session: Session) -> None:
        """Add a session."""
        # The person may have been deleted meanwhile.
        sql = """INSERT INTO sessions (hash, person, device, created, seen)
            SELECT $1, id, $3, $4, $5 FROM people WHERE id = $2 AND name IS NOT NULL"""
        if_no_row = _no_person(session.person)
        await self.write(Write([Statement(sql, [msgspec.structs.astuple(session)], if_no_row)]))

    async def session(self, token_hash: str) -> Session | None:
        """A session by the hash of its token."""
        rows = await self.rows(f"{SELECT_SESSION} WHERE hash = $1", token_hash)
        return _struct(Session, rows[0]) if rows else None

    async def sessions(self, person_id: str) -> list[Session]:
        """All sessions of a person, the one seen last first."""
        sql = f"{SELECT_SESSION} WHERE person = $1 ORDER BY seen DESC, hash"
        return [_struct(Session, row) for row in await self.rows(sql, person_id)]

    async def touch_session(self, token_hash: str, last_seen: int) -> None:
        """Record that a session was used; nothing happens if it is gone."""
        sql = "UPDATE sessions SET seen = $2 WHERE hash = $1"
        await self.write(Write([Statement(sql, [(token_hash, last_seen)])]))

    async def revoke_session(self, person_id: str, token_hash: str) -> None:
        """End one session of a person; `NotFound` if they have no such session."""
        sql = "DELETE FROM sessions WHERE person = $1 AND hash = $2"
        if_no_row = NotFound("no such session")
        await self.write(
            Write([Statement(sql, [(person_id, token_hash)], if_no_row)], revoked=person_id)
        )

    async def revoke_sessions(self, person_id: str, except_hash: str = "") -> None:
        """End all sessions of a person, except the one with this token hash, if given."""
        values = [(person_id, except_hash)]
        await self.write(Write([Statement(DELETE_OTHER_SESSIONS, values)], revoked=person_id))

    async def delete_expired(
        self, sessions_before: int, guests_before: int, at: int, *, day: int, days: int
    ) -> None:
        """Delete what has expired.

        Sessions not used since ``sessions_before``, and those of guests not seen since
        ``guests_before`` who never sat at a table, if they were found so on ``days`` different
        days, ``day`` included: a clock that is wrong once ends no session. The names of guests who
        have no session left, and such guests altogether if they never sat. Challenges.
        """
        before = (sessions_before, guests_before)
        used = f"UPDATE sessions SET stale_days = 0 WHERE stale_days > 0 AND NOT {IS_STALE}"  # noqa: S608
        found = f"""UPDATE sessions SET stale_days = stale_days + 1, stale_on = $3
            WHERE stale_on < $3 AND {IS_STALE}"""  # noqa: S608
        free_names = """UPDATE people SET name = NULL, key = NULL
            WHERE account = 0 AND name IS NOT NULL AND created < $1
            AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id)"""
        free_skeletons = """DELETE FROM skeletons
            WHERE person IN (SELECT id FROM people WHERE name IS NULL)"""
        guests = f"DELETE FROM people WHERE id IN {GUESTS_WITHOUT_SESSION}"  # noqa: S608
        statements = [
            Statement(used, [before]),
            Statement(found, [(*before, day)]),
            Statement("DELETE FROM sessions WHERE stale_days >= $1", [(days,)]),
            Statement(free_names, [(sessions_before,)]),
            Statement(free_skeletons, [()]),
            Statement(guests, [(guests_before,)]),
            Statement("DELETE FROM challenges WHERE expires <= $1", [(at,)]),
            Statement("DELETE FROM links WHERE expires <= $1 OR uses = 0", [(at,)]),
            Statement("DELETE FROM announcements WHERE expires <= $1", [(at,)]),
            Statement("DELETE FROM opened_records WHERE expires <= $1", [(at,)]),
        ]
        await self.write(Write(statements))

    # Export and import

    async def dump(self) -> AsyncIterator[str]:
        """A snapshot of everything, secrets included, as lines of JSON."""
        await self.rows("SELECT 1")  # fails here, not after the first line, if it is not open
        yield dump.header(self.dialect)
        async with aclosing(self.stream(dump.SELECT_ALL)) as rows:
            async for table_index, row in rows:
                yield dump.line(table_index, row)

    async def load(self, lines: Iterable[str]) -> None:
        """Load a dump of any store, all or nothing; `BadDump` if this one is not empty."""
        for sql in dump.SELECT_ANY:
            if await self.rows(sql):
                raise dump.not_empty()
        await self.write(Write(dump.insert_statements(self.dialect, lines)))


def _table_row(row: dict[str, Value]) -> TableRow | None:
    """A row of `tables`; none if it is broken: the others are listed all the same."""
    try:
        people = msgspec.json.decode(str(row["people"]))
        # Not strict: the databases keep public as 0 or 1.
        return msgspec.convert({**row, "people": people}, TableRow, strict=False)
    except (ValueError, msgspec.MsgspecError) as error:
        log.warning("the row of table %s is broken: %s", row["id"], error)
        return None


def _name_taken(name: str | None) -> NameTaken:
    return NameTaken(f"the name {name!r} is taken")


def _no_person(person_id: str) -> NotFound:
    return NotFound(f"no such person: {person_id}")


def _claims(person_id: str, name: str | None, skeletons: Collection[str]) -> list[Statement]:
    """The statements that replace a person's skeletons."""
    rows = [(skeleton, person_id) for skeleton in sorted(skeletons)]
    insert = "INSERT INTO skeletons (skeleton, person) VALUES ($1, $2)"
    return [
        Statement(DELETE_SKELETONS, [(person_id,)]),
        Statement(insert, rows, if_duplicate=_name_taken(name)),
    ]


def _person(row: Values) -> Person:
    *fields, account = row
    row_dict = dict(zip(Person.__struct_fields__, [*fields, bool(account)], strict=True))
    return msgspec.convert(row_dict, Person)


def _struct(type_: type[Row], row: Values) -> Row:
    return msgspec.convert(dict(zip(type_.__struct_fields__, row, strict=True)), type_)


def store_closed() -> StoreClosed:
    """The error of a store that is not open."""
    return StoreClosed("the store is not open")
