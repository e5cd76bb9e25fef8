"""The contract of a store: what it acknowledged is durable, and every number is written once.

A table is a log of numbered entries, which are opaque to the store; its state is a fold over them.
The operations are the same for every database; a database implements the five abstract methods.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import aclosing
from functools import partial
from types import TracebackType
from typing import ClassVar, Final, Self, TypeVar

import msgspec

from ludotheque.house.store import dump, packing, writes
from ludotheque.house.store.packing import PERSON_MARK, NumberedEntry, Savings
from ludotheque.house.store.rows import (
    Conflict,
    DueTable,
    NameTaken,
    NotFound,
    Passkey,
    Person,
    Session,
    StoreClosed,
    TableCursor,
    TableRow,
)
from ludotheque.house.store.writes import Statement, Value, Values, Write

CommitListener = Callable[[str, int], None]
EntriesListener = Callable[[str, int, Sequence[str]], None]
RevocationListener = Callable[[str], None]
Row = TypeVar("Row", Passkey, Session)
log: Final = logging.getLogger("ludotheque.house.store")

SELECT_ENTRIES: Final = """SELECT number, entry FROM entries
    WHERE table_id = $1 AND number >= $2 ORDER BY number"""
SELECT_SEED: Final = "SELECT secret FROM tables WHERE id = $1"
SELECT_PERSON: Final = "SELECT id, name, key, password, created, account FROM people"
SELECT_SESSION: Final = "SELECT hash, person, device, created, seen FROM sessions"
SELECT_PASSKEY: Final = "SELECT id, person, key, uses, device, created, seen FROM passkeys"
PEOPLE_WITH_KEY: Final = "(SELECT id FROM people WHERE key = $1)"
# Guests created before $1 who were not seen since and never sat at a table.
STALE_GUESTS: Final = """(SELECT id FROM people WHERE account = 0 AND created < $1
    AND NOT EXISTS (SELECT 1 FROM seated WHERE person = people.id)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id AND seen >= $1))"""
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
ENTRIES_OF_PERSON: Final = "SELECT table_id, number, entry FROM entries WHERE entry LIKE $1"


def can_be_id(*texts: str) -> bool:
    """Whether these can be ids at all; a URL may contain anything."""
    return all(text.isascii() and text.isprintable() for text in texts)


class Store(ABC):
    """Tables and people, durably. Open it before use: `async with` opens and closes it."""

    dialect: ClassVar[str]
    shared: ClassVar[bool]  # whether several processes may serve tables from one database
    people_array: ClassVar[str]  # SQL that aggregates a column `person` to a JSON array

    def __init__(self) -> None:
        self.process = secrets.token_hex(4)  # the name of this process among those of the house
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
        self, row: TableRow, entries: Sequence[str] = (), seed: bytes = b""
    ) -> None:
        """Create a table with its first entries; `Conflict` if the id is taken."""
        await self.write(writes.table_creation(row, entries, seed, self.process))

    async def append(
        self,
        row: TableRow,
        number: int,
        entries: Sequence[str],
        people_changed: bool = True,
        due_changed: bool = True,
    ) -> None:
        """Write entries number, number+1... and the row after them.

        `Conflict` if number is not the next. Without ``people_changed`` the people of the row are
        not written: they are the stored ones. The same goes for ``due_changed``.
        """
        await self.write(
            writes.append(
                row,
                number,
                entries,
                keeper=self.process,
                people_changed=people_changed,
                due_changed=due_changed,
            )
        )

    async def append_and_create(
        self,
        row: TableRow,
        number: int,
        entries: Sequence[str],
        new_row: TableRow,
        new_entries: Sequence[str],
        seed: bytes,
    ) -> None:
        """Append to a table and create another: both, or neither and `Conflict`."""
        append = writes.append(row, number, entries, keeper=self.process)
        creation = writes.table_creation(new_row, new_entries, seed, self.process)
        await self.write(Write([*append.statements, *creation.statements], append.committed))

    async def read(self, table_id: str, start: int = 0) -> list[str]:
        """The entries from a number on, in order."""
        rows = packing.unpacked(await self._entry_rows(table_id, start))
        return [entry for number, entry in rows if number >= start]

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
    ) -> list[TableRow]:
        """Public tables of one status, the newest first; with ``before`` the older ones."""
        conditions: list[str] = ["public = 1", "status = $1"]
        values: list[Value] = [status]
        if game is not None:
            values.append(game)
            conditions.append(f"game = ${len(values)}")
        return await self._page(conditions, values, before, limit)

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

    async def _page(
        self, conditions: list[str], values: list[Value], before: TableCursor | None, limit: int
    ) -> list[TableRow]:
        if before is not None:
            values = [*values, *before]
            conditions = [*conditions, f"(created, id) < (${len(values) - 1}, ${len(values)})"]
        if not can_be_id(*map(str, values)):
            return []
        order = f"ORDER BY created DESC, id DESC LIMIT ${len(values) + 1}"
        return await self._tables(f"WHERE {' AND '.join(conditions)} {order}", *values, limit)

    async def _tables(self, where_and_order: str, *values: Value) -> list[TableRow]:
        columns = (
            *("id", "game", "status", "public", "created", "changed", "summary"),
            *("people", "due"),
        )
        # Only constants of this module are interpolated; everything else is a parameter.
        seats = "(SELECT person FROM seated WHERE table_id = tables.id ORDER BY place) AS s"
        people = f"(SELECT {self.people_array} FROM {seats})"  # noqa: S608
        due = "(SELECT due FROM due_tables WHERE table_id = tables.id)"
        sql = f"SELECT {', '.join(columns[:-2])}, {people}, {due} FROM tables {where_and_order}"  # noqa: S608
        rows = [dict(zip(columns, row, strict=True)) for row in await self.rows(sql, *values)]
        for row in rows:
            row["people"] = msgspec.json.decode(str(row["people"]))
        # Not strict: the databases keep public as 0 or 1.
        return msgspec.convert(rows, list[TableRow], strict=False)

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
        return [str(table_id) for (table_id,) in await self._scan(STALE_TABLES, *values)]

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
        return [str(table_id) for (table_id,) in await self._scan(COMPACTABLE_TABLES, *values)]

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

    async def _scan(self, sql: str, *values: Value) -> list[Values]:
        """The rows of a SELECT that may take long: other reads don't wait for it."""
        async with aclosing(self.stream([sql], *values)) as rows:
            return [row async for _, row in rows]

    async def seed(self, table_id: str) -> bytes:
        """The secret seed of a table; `NotFound` if there is no such table."""
        rows = await self.rows(SELECT_SEED, table_id) if can_be_id(table_id) else []
        if not rows:
            raise NotFound(f"there is no table {table_id}")
        return bytes.fromhex(str(rows[0][0]))

    # People

    async def create_person(self, person: Person) -> None:
        """Add a person; `NameTaken` if another has that key."""
        sql = """INSERT INTO people (id, name, key, password, created, account)
            VALUES ($1, $2, $3, $4, $5, $6)"""
        account = (person.password_hash, person.created, int(person.account))
        values = (person.id, person.name, person.key, *account)
        await self.write(Write([Statement(sql, [values], if_duplicate=_name_taken(person.name))]))

    async def person(self, person_id: str) -> Person | None:
        """A person by id, also after deletion."""
        return await self._person("WHERE id = $1", person_id) if can_be_id(person_id) else None

    async def person_named(self, key: str) -> Person | None:
        """A person by normalized name."""
        return await self._person("WHERE key = $1", key)

    async def _person(self, where: str, value: str) -> Person | None:
        rows = await self.rows(f"{SELECT_PERSON} {where}", value)
        return _person(rows[0]) if rows else None

    async def rename_person(self, person_id: str, name: str, key: str) -> None:
        """Give a person another name; `NameTaken` if another person has its key."""
        sql = "UPDATE people SET name = $2, key = $3 WHERE id = $1 AND name IS NOT NULL"
        await self._change_person(sql, person_id, name, key, if_duplicate=_name_taken(name))

    async def make_account(self, person_id: str, name: str, key: str, password_hash: str) -> None:
        """Turn a guest into an account that keeps id and games; `NotFound` if it is no guest."""
        sql = """UPDATE people SET name = $2, key = $3, password = $4, account = 1
            WHERE id = $1 AND name IS NOT NULL AND account = 0"""
        await self._change_person(
            sql, person_id, name, key, password_hash, if_duplicate=_name_taken(name)
        )

    async def set_password(self, person_id: str, password_hash: str) -> None:
        """Set the password hash of an account."""
        sql = "UPDATE people SET password = $2 WHERE id = $1 AND account = 1"
        await self._change_person(sql, person_id, password_hash)

    async def _change_person(
        self, sql: str, person_id: str, *values: str, if_duplicate: NameTaken | None = None
    ) -> None:
        if_no_row = NotFound(f"no such person: {person_id}")
        await self.write(Write([Statement(sql, [(person_id, *values)], if_no_row, if_duplicate)]))

    async def delete_person(self, person_id: str) -> None:
        """Delete name, sessions and passkeys; the tables stay, with the bare id on them."""
        if_no_row = NotFound(f"no such person: {person_id}")
        erase = """UPDATE people SET name = NULL, key = NULL, password = NULL, account = 0
            WHERE id = $1"""
        credentials = [
            Statement("DELETE FROM sessions WHERE person = $1", [(person_id,)]),
            Statement("DELETE FROM passkeys WHERE person = $1", [(person_id,)]),
            Statement("DELETE FROM challenges WHERE person = $1", [(person_id,)]),
        ]
        await self.write(
            Write([Statement(erase, [(person_id,)], if_no_row), *credentials], revoked=person_id)
        )

    async def entries_of_person(self, person_id: str) -> list[tuple[str, int, str]]:
        """Entries of all tables that may name a person: table id, number, entry.

        It scans all entries.
        """
        pattern = f'%{PERSON_MARK}{person_id}"%'
        async with aclosing(self.stream([ENTRIES_OF_PERSON], pattern)) as rows:
            return [(str(t), int(n or 0), str(entry)) async for _, (t, n, entry) in rows]

    async def replace_entries(self, entries: Sequence[tuple[str, int, str]]) -> None:
        """Replace the texts of entries; the new ones must mean the same to the game."""
        sql = "UPDATE entries SET entry = $3 WHERE table_id = $1 AND number = $2"
        await self.write(Write([Statement(sql, entries)]))

    # Passkeys

    async def add_passkey(self, passkey: Passkey) -> None:
        """Add a passkey; a guest becomes an account by it. `Conflict` if it is known already."""
        sql = """INSERT INTO passkeys (id, person, key, uses, device, created, seen)
            SELECT $1, id, $3, $4, $5, $6, $7 FROM people WHERE id = $2 AND name IS NOT NULL"""
        known = Conflict("this passkey was added before")
        if_no_row = NotFound(f"no such person: {passkey.person}")
        insert = Statement(sql, [msgspec.structs.astuple(passkey)], if_no_row, known)
        account = Statement("UPDATE people SET account = 1 WHERE id = $1", [(passkey.person,)])
        await self.write(Write([insert, account]))

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

    async def ban(self, key: str) -> None:
        """Ban a name: nobody can sign in with it, and its sessions end at once."""
        ban = Statement(
            "INSERT INTO banned (key) VALUES ($1) ON CONFLICT (key) DO NOTHING", [(key,)]
        )
        revoked = f"DELETE FROM sessions WHERE person IN {PEOPLE_WITH_KEY}"  # noqa: S608 - a constant
        person = await self.person_named(key)
        await self.write(
            Write([ban, Statement(revoked, [(key,)])], revoked=person.id if person else "")
        )

    async def unban(self, key: str) -> None:
        """Allow a name again."""
        await self.write(Write([Statement("DELETE FROM banned WHERE key = $1", [(key,)])]))

    async def banned(self) -> list[str]:
        """The keys of all banned names."""
        return [str(key) for (key,) in await self.rows("SELECT key FROM banned ORDER BY key")]

    async def is_banned(self, key: str) -> bool:
        """Whether a name is banned."""
        return bool(await self.rows("SELECT key FROM banned WHERE key = $1", key))

    # Sessions

    async def create_session(self, session: Session) -> None:
        """Add a session."""
        # The person may have been deleted meanwhile.
        sql = """INSERT INTO sessions (hash, person, device, created, seen)
            SELECT $1, id, $3, $4, $5 FROM people WHERE id = $2 AND name IS NOT NULL"""
        if_no_row = NotFound(f"no such person: {session.person}")
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
        sql = "DELETE FROM sessions WHERE person = $1 AND hash <> $2"
        await self.write(Write([Statement(sql, [(person_id, except_hash)])], revoked=person_id))

    async def delete_expired(self, sessions_before: int, guests_before: int, at: int) -> None:
        """Delete what has expired.

        Sessions not used since ``sessions_before``; the names of guests who have no session left;
        guests not seen since ``guests_before`` who never sat at a table; challenges.
        """
        stale = "DELETE FROM sessions WHERE seen < $1"
        free_names = """UPDATE people SET name = NULL, key = NULL
            WHERE account = 0 AND name IS NOT NULL AND created < $1
            AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id)"""
        statements = [
            Statement(stale, [(sessions_before,)]),
            Statement(free_names, [(sessions_before,)]),
            Statement(f"DELETE FROM sessions WHERE person IN {STALE_GUESTS}", [(guests_before,)]),  # noqa: S608
            Statement(f"DELETE FROM people WHERE id IN {STALE_GUESTS}", [(guests_before,)]),  # noqa: S608
            Statement("DELETE FROM challenges WHERE expires <= $1", [(at,)]),
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


def _name_taken(name: str | None) -> NameTaken:
    return NameTaken(f"the name {name!r} is taken")


def _person(row: Values) -> Person:
    *fields, account = row
    row_dict = dict(zip(Person.__struct_fields__, [*fields, bool(account)], strict=True))
    return msgspec.convert(row_dict, Person)


def _struct(type_: type[Row], row: Values) -> Row:
    return msgspec.convert(dict(zip(type_.__struct_fields__, row, strict=True)), type_)


def store_closed() -> StoreClosed:
    """The error of a store that is not open."""
    return StoreClosed("the store is not open")
