"""The contract of a store: what it acknowledged is durable, and every number is written once.

A table is a log of numbered entries, which are opaque to the store; its state is a fold over them.
The operations are the same for every database; a database implements the five abstract methods.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing
from types import TracebackType
from typing import ClassVar, Final, Self, TypeVar

import msgspec

from ludotheque.house.store import dump, writes
from ludotheque.house.store.rows import (
    Conflict,
    NameTaken,
    NotFound,
    Passkey,
    Person,
    Session,
    StoreClosed,
    TableRow,
)
from ludotheque.house.store.writes import Step, Value, Values, Write

CommitListener = Callable[[str, int], None]
RevocationListener = Callable[[str], None]
Row = TypeVar("Row", Passkey, Session)
log: Final = logging.getLogger("ludotheque.house.store")

SELECT_ENTRIES: Final = """SELECT entry FROM entries
    WHERE table_id = $1 AND number >= $2 ORDER BY number"""
SELECT_SECRET: Final = "SELECT secret FROM tables WHERE id = $1"  # noqa: S105 - a query
SELECT_PERSON: Final = "SELECT id, name, key, password, created, account FROM people"
SELECT_SESSION: Final = "SELECT hash, person, device, created, seen FROM sessions"
SELECT_PASSKEY: Final = "SELECT id, person, key, uses, device, created, seen FROM passkeys"
PEOPLE_WITH_KEY: Final = "(SELECT id FROM people WHERE key = $1)"
# Guests who came before $1, were not seen since, and never sat at a table.
GUESTS_GONE: Final = """(SELECT id FROM people WHERE account = 0 AND created < $1
    AND NOT EXISTS (SELECT 1 FROM seated WHERE person = people.id)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id AND seen >= $1))"""
ENTRIES_OF_PERSON: Final = "SELECT table_id, number, entry FROM entries WHERE entry LIKE $1"


def is_id(*names: str) -> bool:
    """Whether these can be ids at all; a URL may contain anything."""
    return all(name.isascii() and name.isprintable() for name in names)


class Store(ABC):
    """Tables and people, durably. Open it before use: `async with` opens and closes it."""

    dialect: ClassVar[str]
    shared: ClassVar[bool]  # whether several processes may serve tables from one database
    people_array: ClassVar[str]  # SQL for the JSON array of a column `person`

    def __init__(self) -> None:
        self._on_commit: list[CommitListener] = []
        self._on_revoked: list[RevocationListener] = []
        self._on_broadcast: list[Callable[[str], None]] = []

    # What a database implements

    @abstractmethod
    async def open(self) -> None:
        """Migrate the database and start; `NewerDatabase` if it is newer than we are."""

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
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # Notifications

    def on_commit(self, callback: CommitListener) -> Callable[[], None]:
        """Call back with (table, next number) after each commit; returns how to unsubscribe.

        ("", -1) says that some may have been missed: check every table.
        """
        self._on_commit.append(callback)
        return lambda: self._on_commit.remove(callback)

    def notify_commit(self, table_id: str, following: int) -> None:
        """Call all listeners; if one fails the others are still called."""
        for callback in tuple(self._on_commit):
            try:
                callback(table_id, following)
            except Exception:
                log.exception("a listener failed on table %s", table_id)

    async def broadcast(self, message: str) -> None:
        """Send a message to all processes of the house, this one included; it is not stored."""
        self.notify_broadcast(message)

    def on_broadcast(self, callback: Callable[[str], None]) -> None:
        """Call back with every message that a process of the house broadcasts."""
        self._on_broadcast.append(callback)

    def notify_broadcast(self, message: str) -> None:
        """Call all listeners to broadcasts."""
        for callback in tuple(self._on_broadcast):
            callback(message)

    def on_revoked(self, callback: RevocationListener) -> Callable[[], None]:
        """Call back with a person whose sessions may have ended; returns how to unsubscribe.

        "" says that it may be anybody: check everybody.
        """
        self._on_revoked.append(callback)
        return lambda: self._on_revoked.remove(callback)

    def notify_revoked(self, person_id: str) -> None:
        """Call all listeners; if one fails the others are still called."""
        for callback in tuple(self._on_revoked):
            try:
                callback(person_id)
            except Exception:
                log.exception("a listener to revocations failed")

    def notify_resync(self) -> None:
        """Notify all listeners that notifications may have been missed."""
        self.notify_commit("", -1)
        self.notify_revoked("")

    # Tables

    async def create_table(
        self, row: TableRow, entries: Sequence[str] = (), secret: bytes = b""
    ) -> None:
        """Set up a table with its first entries; `Conflict` if the id is taken."""
        await self.write(writes.table_creation(row, entries, secret))

    async def append(
        self,
        table_id: str,
        number: int,
        entries: Sequence[str],
        row: TableRow | None = None,
        people_changed: bool = True,
    ) -> None:
        """Write entries number, number+1... and the row; `Conflict` if number is not the next.

        Without ``people_changed`` the people of the row are those that are written already.
        """
        if row is not None and row.id != table_id:
            raise ValueError(f"a row of table {row.id} for table {table_id}")
        await self.write(writes.append(table_id, number, entries, row, people_changed))

    async def append_and_create(
        self,
        before: TableRow,
        number: int,
        entries: Sequence[str],
        after: TableRow,
        first: Sequence[str],
        secret: bytes,
    ) -> None:
        """Append to a table and set up the one it leads to: both, or neither and `Conflict`."""
        more = writes.append(before.id, number, entries, before)
        new = writes.table_creation(after, first, secret)
        await self.write(Write([*more.steps, *new.steps], more.committed))

    async def read(self, table_id: str, start: int = 0) -> list[str]:
        """The entries from a number on, in order."""
        if not is_id(table_id):
            return []
        return [str(entry) for (entry,) in await self.rows(SELECT_ENTRIES, table_id, start)]

    async def table(self, table_id: str) -> TableRow | None:
        """The row of a table, if there is one."""
        if not is_id(table_id):
            return None
        found = await self._tables("WHERE id = $1", table_id)
        return found[0] if found else None

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
        tests: list[str] = ["public = 1"] if public_only else []
        values: list[Value] = []
        for test, value in (
            ("game = ${}", game),
            ("status = ${}", status),
            ("id IN (SELECT table_id FROM seated WHERE person = ${})", person),
        ):
            if value is not None:
                values.append(value)
                tests.append(test.format(len(values)))
        if not is_id(*map(str, values)):
            return []
        where = f"WHERE {' AND '.join(tests)}" if tests else ""
        order = f"ORDER BY changed DESC, id LIMIT ${len(values) + 1}"
        return await self._tables(f"{where} {order}", *values, limit)

    async def _tables(self, rest: str, *values: Value) -> list[TableRow]:
        columns = ("id", "game", "status", "public", "created", "changed", "summary", "people")
        # The only texts put in are ours; everything from outside is a parameter.
        seats = "(SELECT person FROM seated WHERE table_id = tables.id ORDER BY place) AS s"
        people = f"(SELECT {self.people_array} FROM {seats})"  # noqa: S608
        sql = f"SELECT {', '.join(columns[:-1])}, {people} FROM tables {rest}"  # noqa: S608
        found = [dict(zip(columns, row, strict=True)) for row in await self.rows(sql, *values)]
        for row in found:
            row["people"] = msgspec.json.decode(str(row["people"]))
        # Not strict: the databases keep public as 0 or 1.
        return msgspec.convert(found, list[TableRow], strict=False)

    async def secret(self, table_id: str) -> bytes:
        """The secret bytes of a table; `NotFound` if there is no such table."""
        found = await self.rows(SELECT_SECRET, table_id) if is_id(table_id) else []
        if not found:
            raise NotFound(f"there is no table {table_id}")
        return bytes.fromhex(str(found[0][0]))

    # People

    async def create_person(self, person: Person) -> None:
        """Add a person; `NameTaken` if another has that key."""
        sql = """INSERT INTO people (id, name, key, password, created, account)
            VALUES ($1, $2, $3, $4, $5, $6)"""
        secret = (person.password, person.created, int(person.account))
        values = (person.id, person.name, person.key, *secret)
        await self.write(Write([Step(sql, [values], taken=_taken(person.name))]))

    async def person(self, person_id: str) -> Person | None:
        """A person by id, also after deletion."""
        return await self._person("WHERE id = $1", person_id) if is_id(person_id) else None

    async def person_named(self, key: str) -> Person | None:
        """A person by normalised name."""
        return await self._person("WHERE key = $1", key)

    async def _person(self, where: str, value: str) -> Person | None:
        found = await self.rows(f"{SELECT_PERSON} {where}", value)
        return _person(found[0]) if found else None

    async def rename_person(self, person_id: str, name: str, key: str) -> None:
        """Give a person another name; `NameTaken` if another person has its key."""
        sql = "UPDATE people SET name = $2, key = $3 WHERE id = $1 AND name IS NOT NULL"
        await self._change_person(sql, person_id, name, key, taken=_taken(name))

    async def make_account(self, person_id: str, name: str, key: str, password: str) -> None:
        """Turn a guest into an account that keeps id and games; `NotFound` if it is no guest."""
        sql = """UPDATE people SET name = $2, key = $3, password = $4, account = 1
            WHERE id = $1 AND name IS NOT NULL AND account = 0"""
        await self._change_person(sql, person_id, name, key, password, taken=_taken(name))

    async def set_password(self, person_id: str, password: str) -> None:
        """Set the password hash of an account."""
        sql = "UPDATE people SET password = $2 WHERE id = $1 AND account = 1"
        await self._change_person(sql, person_id, password)

    async def _change_person(
        self, sql: str, person_id: str, *values: str, taken: NameTaken | None = None
    ) -> None:
        missing = NotFound(f"no such person: {person_id}")
        await self.write(Write([Step(sql, [(person_id, *values)], missing, taken)]))

    async def delete_person(self, person_id: str) -> None:
        """Delete name, sessions and passkeys; the tables stay, with the bare id on them."""
        missing = NotFound(f"no such person: {person_id}")
        erase = """UPDATE people SET name = NULL, key = NULL, password = NULL, account = 0
            WHERE id = $1"""
        credentials = [
            Step("DELETE FROM sessions WHERE person = $1", [(person_id,)]),
            Step("DELETE FROM passkeys WHERE person = $1", [(person_id,)]),
            Step("DELETE FROM challenges WHERE person = $1", [(person_id,)]),
        ]
        await self.write(
            Write([Step(erase, [(person_id,)], missing), *credentials], revoked=person_id)
        )

    async def entries_of_person(self, person_id: str) -> list[tuple[str, int, str]]:
        """Entries of all tables that may have a person's id: table, number, entry. It is slow."""
        pattern = f'%"person":"{person_id}"%'
        async with aclosing(self.stream([ENTRIES_OF_PERSON], pattern)) as found:
            return [(str(t), int(n or 0), str(entry)) async for _, (t, n, entry) in found]

    async def replace_entries(self, entries: Sequence[tuple[str, int, str]]) -> None:
        """Replace the texts of entries; the new ones must mean the same to the game."""
        sql = "UPDATE entries SET entry = $3 WHERE table_id = $1 AND number = $2"
        await self.write(Write([Step(sql, entries)]))

    # Passkeys

    async def add_passkey(self, passkey: Passkey) -> None:
        """Add a passkey; a guest becomes an account by it. `Conflict` if it is known already."""
        sql = """INSERT INTO passkeys (id, person, key, uses, device, created, seen)
            SELECT $1, id, $3, $4, $5, $6, $7 FROM people WHERE id = $2 AND name IS NOT NULL"""
        known = Conflict("this passkey is known already")
        missing = NotFound(f"no such person: {passkey.person}")
        enter = Step(sql, [msgspec.structs.astuple(passkey)], missing, known)
        account = Step("UPDATE people SET account = 1 WHERE id = $1", [(passkey.person,)])
        await self.write(Write([enter, account]))

    async def passkey(self, passkey_id: str) -> Passkey | None:
        """A passkey by its id."""
        if not is_id(passkey_id):
            return None
        found = await self.rows(f"{SELECT_PASSKEY} WHERE id = $1", passkey_id)
        return _struct(Passkey, found[0]) if found else None

    async def passkeys(self, person_id: str) -> list[Passkey]:
        """The passkeys of a person, the oldest first."""
        sql = f"{SELECT_PASSKEY} WHERE person = $1 ORDER BY created, id"
        return [_struct(Passkey, row) for row in await self.rows(sql, person_id)]

    async def use_passkey(self, passkey_id: str, uses: int, seen: int) -> None:
        """Count a use of a passkey; `NotFound` if it counts backwards, as a copy of it would."""
        sql = """UPDATE passkeys SET uses = $2, seen = $3
            WHERE id = $1 AND (uses < $2 OR uses + $2 = 0)"""
        missing = NotFound("no such passkey, or a copy of it was used")
        await self.write(Write([Step(sql, [(passkey_id, uses, seen)], missing)]))

    async def remove_passkey(self, person_id: str, passkey_id: str) -> None:
        """Remove a passkey; `NotFound` if there is none, or no other way to sign in."""
        sql = """DELETE FROM passkeys WHERE person = $1 AND id = $2
            AND (EXISTS (SELECT 1 FROM people WHERE id = $1 AND password IS NOT NULL)
            OR EXISTS (SELECT 1 FROM passkeys AS o WHERE o.person = $1 AND o.id <> $2))"""
        missing = NotFound("no such passkey, or it is the last way to sign in")
        await self.write(Write([Step(sql, [(person_id, passkey_id)], missing)]))

    async def add_challenge(self, challenge_hash: str, person_id: str, expires: int) -> None:
        """Store a challenge to sign; `person_id` is empty where the person is not known yet."""
        sql = "INSERT INTO challenges (hash, person, expires) VALUES ($1, $2, $3)"
        await self.write(Write([Step(sql, [(challenge_hash, person_id, expires)])]))

    async def take_challenge(self, challenge_hash: str, person_id: str, at: int) -> None:
        """Use a challenge up: once, in time, by the same person, or `NotFound`."""
        sql = "DELETE FROM challenges WHERE hash = $1 AND person = $2 AND expires > $3"
        missing = NotFound("no such challenge")
        await self.write(Write([Step(sql, [(challenge_hash, person_id, at)], missing)]))

    # Banned names

    async def ban(self, key: str) -> None:
        """Ban a name: nobody can sign in with it, and its sessions end at once."""
        ban = Step("INSERT INTO banned (key) VALUES ($1) ON CONFLICT (key) DO NOTHING", [(key,)])
        revoked = f"DELETE FROM sessions WHERE person IN {PEOPLE_WITH_KEY}"  # noqa: S608 - ours
        person = await self.person_named(key)
        await self.write(Write([ban, Step(revoked, [(key,)])], revoked=person.id if person else ""))

    async def unban(self, key: str) -> None:
        """Allow a name again."""
        await self.write(Write([Step("DELETE FROM banned WHERE key = $1", [(key,)])]))

    async def banned(self) -> list[str]:
        """The keys of all banned names."""
        return [str(key) for (key,) in await self.rows("SELECT key FROM banned ORDER BY key")]

    async def is_banned(self, key: str) -> bool:
        """Whether a name is banned."""
        return bool(await self.rows("SELECT key FROM banned WHERE key = $1", key))

    # Sessions

    async def create_session(self, session: Session) -> None:
        """Add a session."""
        # Only for a person who still exists: they may be deleted meanwhile.
        sql = """INSERT INTO sessions (hash, person, device, created, seen)
            SELECT $1, id, $3, $4, $5 FROM people WHERE id = $2 AND name IS NOT NULL"""
        values = (session.hash, session.person, session.device, session.created, session.seen)
        missing = NotFound(f"no such person: {session.person}")
        await self.write(Write([Step(sql, [values], missing)]))

    async def session(self, token_hash: str) -> Session | None:
        """A session by the hash of its token."""
        found = await self.rows(f"{SELECT_SESSION} WHERE hash = $1", token_hash)
        return _struct(Session, found[0]) if found else None

    async def sessions(self, person_id: str) -> list[Session]:
        """All sessions of a person, the one seen last first."""
        sql = f"{SELECT_SESSION} WHERE person = $1 ORDER BY seen DESC, hash"
        return [_struct(Session, row) for row in await self.rows(sql, person_id)]

    async def touch_session(self, token_hash: str, seen: int) -> None:
        """Record that a session was used; nothing happens if it is gone."""
        sql = "UPDATE sessions SET seen = $2 WHERE hash = $1"
        await self.write(Write([Step(sql, [(token_hash, seen)])]))

    async def revoke_session(self, person_id: str, token_hash: str) -> None:
        """End one session of a person; `NotFound` if they have no such session."""
        sql = "DELETE FROM sessions WHERE person = $1 AND hash = $2"
        missing = NotFound("no such session")
        await self.write(Write([Step(sql, [(person_id, token_hash)], missing)], revoked=person_id))

    async def revoke_sessions(self, person_id: str, but: str = "") -> None:
        """End all sessions of a person except perhaps one."""
        sql = "DELETE FROM sessions WHERE person = $1 AND hash <> $2"
        await self.write(Write([Step(sql, [(person_id, but)])], revoked=person_id))

    async def sweep(self, sessions_before: int, guests_before: int, at: int) -> None:
        """Delete sessions not seen since then, names of guests who have none left, guests not seen
        since ``guests_before`` who never sat at a table, and challenges that have expired.
        """
        stale = "DELETE FROM sessions WHERE seen < $1"
        locked_out = """UPDATE people SET name = NULL, key = NULL
            WHERE account = 0 AND name IS NOT NULL AND created < $1
            AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id)"""
        steps = [
            Step(stale, [(sessions_before,)]),
            Step(locked_out, [(sessions_before,)]),
            Step(f"DELETE FROM sessions WHERE person IN {GUESTS_GONE}", [(guests_before,)]),  # noqa: S608
            Step(f"DELETE FROM people WHERE id IN {GUESTS_GONE}", [(guests_before,)]),  # noqa: S608
            Step("DELETE FROM challenges WHERE expires <= $1", [(at,)]),
        ]
        await self.write(Write(steps))

    # Export and import

    async def dump(self) -> AsyncIterator[str]:
        """A snapshot of everything, secrets included, as lines of JSON."""
        await self.rows("SELECT 1")  # refuses here, not after the first line, if it is not open
        yield dump.header(self.dialect)
        async with aclosing(self.stream(dump.SELECT_ALL)) as found:
            async for kind, row in found:
                yield dump.line(kind, row)

    async def load(self, lines: Iterable[str]) -> None:
        """Load a dump of any store, all or nothing; `BadDump` if this one is not empty."""
        for sql in dump.SELECT_ANY:
            if await self.rows(sql):
                raise dump.not_empty()
        await self.write(Write(dump.steps(self.dialect, lines)))


def _taken(name: str | None) -> NameTaken:
    return NameTaken(f"the name {name!r} is taken")


def _person(row: Values) -> Person:
    *fields, account = row
    row_dict = dict(zip(Person.__struct_fields__, [*fields, bool(account)], strict=True))
    return msgspec.convert(row_dict, Person)


def _struct(kind: type[Row], row: Values) -> Row:
    return msgspec.convert(dict(zip(kind.__struct_fields__, row, strict=True)), kind)


def store_closed() -> StoreClosed:
    """The error of a store that is not open."""
    return StoreClosed("the store is not open")
