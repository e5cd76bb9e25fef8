"""The promise of a store: what it acknowledged is durable, and every number is written once.

A table is a log of numbered entries, which the store does not look into; its state is a fold over
them. The operations are the same for every database; a database brings five ways to work (below).
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
    Closed,
    Conflict,
    NameTaken,
    Passkey,
    Person,
    Session,
    Status,
    TableRow,
    Unknown,
)
from ludotheque.house.store.writes import Step, Value, Values, Write

Listener = Callable[[str, int], None]
Doorkeeper = Callable[[str], None]
Kept = TypeVar("Kept", Passkey, Session)
LOG: Final = logging.getLogger("ludotheque.house.store")

READ: Final = "SELECT entry FROM entries WHERE table_id = $1 AND number >= $2 ORDER BY number"
SECRET: Final = "SELECT secret FROM tables WHERE id = $1"  # noqa: S105 - the question, not one
PERSON: Final = "SELECT id, name, key, password, created, account FROM people"
SESSION: Final = "SELECT hash, person, device, created, seen FROM sessions"
PASSKEY: Final = "SELECT id, person, key, uses, device, created, seen FROM passkeys"
PEOPLE_OF_KEY: Final = "(SELECT id FROM people WHERE key = $1)"
# Who came before $1 without an account, was not seen since, and never sat anywhere.
PASSED_BY: Final = """(SELECT id FROM people WHERE account = 0 AND created < $1
    AND NOT EXISTS (SELECT 1 FROM seated WHERE person = people.id)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id AND seen >= $1))"""
MENTIONS: Final = "SELECT table_id, number, entry FROM entries WHERE entry LIKE $1"


def plain(*names: str) -> bool:
    """Whether these can be ids at all; what comes from an address bar may hold anything."""
    return all(name.isascii() and name.isprintable() for name in names)


class Store(ABC):
    """Tables and people, durably. Open it before use; `async with` does, and closes it."""

    dialect: ClassVar[str]
    shared: ClassVar[bool]  # whether several processes may serve tables from one database
    array: ClassVar[str]  # SQL for the JSON array of a column `person`

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._doorkeepers: list[Doorkeeper] = []
        self._overhearing: list[Callable[[str], None]] = []

    # What a database brings

    @abstractmethod
    async def open(self) -> None:
        """Bring the database up to date and start; `NewerDatabase` if it is ahead of us."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the writes that wait, then let go; again is harmless."""

    @abstractmethod
    async def write(self, write: Write) -> None:
        """Carry out all of it durably, or raise and carry out nothing."""

    @abstractmethod
    async def rows(self, sql: str, *values: Value) -> list[Values]:
        """The answer to one question."""

    @abstractmethod
    def every(
        self, questions: Sequence[str], *values: Value
    ) -> AsyncGenerator[tuple[int, Values], None]:
        """The rows of several questions at one moment in time, each with its question's number."""

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

    # Being told

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Call back with (table, next number) after each commit; returns the way to stop it.

        ("", -1) says that some may have been missed: look at every table you care for.
        """
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    def tell(self, table_id: str, following: int) -> None:
        """Call everybody who listens; one who fails does not keep it from the others."""
        for callback in tuple(self._listeners):
            try:
                callback(table_id, following)
            except Exception:
                LOG.exception("a listener failed on table %s", table_id)

    async def gossip(self, words: str) -> None:
        """Tell all processes something that is not kept; who is alone hears only itself."""
        self.tell_gossip(words)

    def overhear(self, callback: Callable[[str], None]) -> None:
        """Call back with whatever processes of the house tell each other, this one included."""
        self._overhearing.append(callback)

    def tell_gossip(self, words: str) -> None:
        """Call everybody who overhears."""
        for callback in tuple(self._overhearing):
            callback(words)

    def keep_door(self, callback: Doorkeeper) -> Callable[[], None]:
        """Call back with a person who may have fewer ways in now; returns the way to stop it.

        "" says that it may be anybody: look at everybody you care for.
        """
        self._doorkeepers.append(callback)
        return lambda: self._doorkeepers.remove(callback)

    def tell_out(self, person_id: str) -> None:
        """Call everybody who keeps the door; one who fails does not keep it from the others."""
        for callback in tuple(self._doorkeepers):
            try:
                callback(person_id)
            except Exception:
                LOG.exception("a doorkeeper failed")

    def tell_missed(self) -> None:
        """Somebody may have written what nobody here was told of."""
        self.tell("", -1)
        self.tell_out("")

    # Tables

    async def create_table(
        self, row: TableRow, entries: Sequence[str] = (), secret: bytes = b""
    ) -> None:
        """Set up a table with its first entries; `Conflict` if the id is taken."""
        await self.write(writes.creation(row, entries, secret))

    async def append(
        self,
        table_id: str,
        number: int,
        entries: Sequence[str],
        row: TableRow | None = None,
        moved: bool = True,
    ) -> None:
        """Write entries number, number+1... and the row; `Conflict` if number is not the next.

        Without ``moved`` the people of the row are those that are written already.
        """
        if row is not None and row.id != table_id:
            raise ValueError(f"a row of table {row.id} for table {table_id}")
        await self.write(writes.append(table_id, number, entries, row, moved))

    async def lead_on(
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
        new = writes.creation(after, first, secret)
        await self.write(Write([*more.steps, *new.steps], more.told))

    async def read(self, table_id: str, start: int = 0) -> list[str]:
        """The entries from a number on, in order."""
        if not plain(table_id):
            return []
        return [str(entry) for (entry,) in await self.rows(READ, table_id, start)]

    async def table(self, table_id: str) -> TableRow | None:
        """The row of a table, if there is one."""
        if not plain(table_id):
            return None
        found = await self._tables("WHERE id = $1", table_id)
        return found[0] if found else None

    async def tables(
        self,
        *,
        public_only: bool = False,
        game: str | None = None,
        status: Status | None = None,
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
        if not plain(*map(str, values)):
            return []
        where = f"WHERE {' AND '.join(tests)}" if tests else ""
        order = f"ORDER BY changed DESC, id LIMIT ${len(values) + 1}"
        return await self._tables(f"{where} {order}", *values, limit)

    async def _tables(self, rest: str, *values: Value) -> list[TableRow]:
        columns = ("id", "game", "status", "public", "created", "changed", "summary", "people")
        # The only texts put in are ours; everything from outside is a parameter.
        sitting = "(SELECT person FROM seated WHERE table_id = tables.id ORDER BY place) AS s"
        people = f"(SELECT {self.array} FROM {sitting})"  # noqa: S608
        sql = f"SELECT {', '.join(columns[:-1])}, {people} FROM tables {rest}"  # noqa: S608
        found = [dict(zip(columns, row, strict=True)) for row in await self.rows(sql, *values)]
        for row in found:
            row["people"] = msgspec.json.decode(str(row["people"]))
        # Not strict: the databases keep public as 0 or 1.
        return msgspec.convert(found, list[TableRow], strict=False)

    async def secret(self, table_id: str) -> bytes:
        """The bytes kept beside a table; `Unknown` if there is no such table."""
        found = await self.rows(SECRET, table_id) if plain(table_id) else []
        if not found:
            raise Unknown(f"there is no table {table_id}")
        return bytes.fromhex(str(found[0][0]))

    # People

    async def create_person(self, person: Person) -> None:
        """Let somebody in; `NameTaken` if another has that key."""
        sql = """INSERT INTO people (id, name, key, password, created, account)
            VALUES ($1, $2, $3, $4, $5, $6)"""
        secret = (person.password, person.created, int(person.account))
        values = (person.id, person.name, person.key, *secret)
        await self.write(Write([Step(sql, [values], taken=_taken(person.name))]))

    async def person(self, person_id: str) -> Person | None:
        """Somebody by id, also after deletion."""
        return await self._person("WHERE id = $1", person_id) if plain(person_id) else None

    async def person_named(self, key: str) -> Person | None:
        """Somebody by normalised name."""
        return await self._person("WHERE key = $1", key)

    async def _person(self, where: str, value: str) -> Person | None:
        found = await self.rows(f"{PERSON} {where}", value)
        return _person(found[0]) if found else None

    async def rename_person(self, person_id: str, name: str, key: str) -> None:
        """Another name; `NameTaken` if somebody else has its key."""
        sql = "UPDATE people SET name = $2, key = $3 WHERE id = $1 AND name IS NOT NULL"
        await self._change_person(sql, person_id, name, key, taken=_taken(name))

    async def make_account(self, person_id: str, name: str, key: str, password: str) -> None:
        """A guest becomes an account and keeps id and games; `Unknown` if that is no guest."""
        sql = """UPDATE people SET name = $2, key = $3, password = $4, account = 1
            WHERE id = $1 AND name IS NOT NULL AND account = 0"""
        await self._change_person(sql, person_id, name, key, password, taken=_taken(name))

    async def set_password(self, person_id: str, password: str) -> None:
        """Another password hash for an account."""
        sql = "UPDATE people SET password = $2 WHERE id = $1 AND account = 1"
        await self._change_person(sql, person_id, password)

    async def _change_person(
        self, sql: str, person_id: str, *values: str, taken: NameTaken | None = None
    ) -> None:
        missing = Unknown(f"no such person: {person_id}")
        await self.write(Write([Step(sql, [(person_id, *values)], missing, taken)]))

    async def delete_person(self, person_id: str) -> None:
        """Forget name and every way in; the tables stay, with the bare id on them."""
        missing = Unknown(f"no such person: {person_id}")
        forget = """UPDATE people SET name = NULL, key = NULL, password = NULL, account = 0
            WHERE id = $1"""
        doors = [
            Step("DELETE FROM sessions WHERE person = $1", [(person_id,)]),
            Step("DELETE FROM passkeys WHERE person = $1", [(person_id,)]),
            Step("DELETE FROM challenges WHERE person = $1", [(person_id,)]),
        ]
        await self.write(Write([Step(forget, [(person_id,)], missing), *doors], out=person_id))

    async def mentions(self, person_id: str) -> list[tuple[str, int, str]]:
        """Entries of all tables that may name a person by id: table, number, entry. It is slow."""
        pattern = f'%"person":"{person_id}"%'
        async with aclosing(self.every([MENTIONS], pattern)) as found:
            return [(str(t), int(n or 0), str(entry)) async for _, (t, n, entry) in found]

    async def rewrite(self, entries: Sequence[tuple[str, int, str]]) -> None:
        """Put other texts in the place of entries, which must mean the same to who plays."""
        sql = "UPDATE entries SET entry = $3 WHERE table_id = $1 AND number = $2"
        await self.write(Write([Step(sql, entries)]))

    # Passkeys

    async def add_passkey(self, passkey: Passkey) -> None:
        """Another way in; a guest becomes an account by it. `Conflict` if it is known already."""
        sql = """INSERT INTO passkeys (id, person, key, uses, device, created, seen)
            SELECT $1, id, $3, $4, $5, $6, $7 FROM people WHERE id = $2 AND name IS NOT NULL"""
        known = Conflict("this passkey is known already")
        missing = Unknown(f"no such person: {passkey.person}")
        enter = Step(sql, [msgspec.structs.astuple(passkey)], missing, known)
        account = Step("UPDATE people SET account = 1 WHERE id = $1", [(passkey.person,)])
        await self.write(Write([enter, account]))

    async def passkey(self, passkey_id: str) -> Passkey | None:
        """A passkey by its id."""
        found = await self.rows(f"{PASSKEY} WHERE id = $1", passkey_id) if plain(passkey_id) else []
        return _struct(Passkey, found[0]) if found else None

    async def passkeys(self, person_id: str) -> list[Passkey]:
        """The passkeys of a person, the oldest first."""
        rest = "WHERE person = $1 ORDER BY created, id"
        return [_struct(Passkey, row) for row in await self.rows(f"{PASSKEY} {rest}", person_id)]

    async def use_passkey(self, passkey_id: str, uses: int, seen: int) -> None:
        """It was used again; `Unknown` if it counts backwards, as a copy of it would."""
        sql = """UPDATE passkeys SET uses = $2, seen = $3
            WHERE id = $1 AND (uses < $2 OR uses + $2 = 0)"""
        missing = Unknown("no such passkey, or a copy of it was used")
        await self.write(Write([Step(sql, [(passkey_id, uses, seen)], missing)]))

    async def remove_passkey(self, person_id: str, passkey_id: str) -> None:
        """Take one away; `Unknown` if there is no such passkey, or no other way in."""
        sql = """DELETE FROM passkeys WHERE person = $1 AND id = $2
            AND (EXISTS (SELECT 1 FROM people WHERE id = $1 AND password IS NOT NULL)
            OR EXISTS (SELECT 1 FROM passkeys AS o WHERE o.person = $1 AND o.id <> $2))"""
        missing = Unknown("no such passkey, or it is the last way in")
        await self.write(Write([Step(sql, [(person_id, passkey_id)], missing)]))

    async def add_challenge(self, challenge_hash: str, person_id: str, expires: int) -> None:
        """Remember what was given somebody to sign; `person_id` is empty where nobody is known."""
        sql = "INSERT INTO challenges (hash, person, expires) VALUES ($1, $2, $3)"
        await self.write(Write([Step(sql, [(challenge_hash, person_id, expires)])]))

    async def take_challenge(self, challenge_hash: str, person_id: str, at: int) -> None:
        """It came back signed: once, in time, by the same person, or `Unknown`."""
        sql = "DELETE FROM challenges WHERE hash = $1 AND person = $2 AND expires > $3"
        missing = Unknown("no such challenge")
        await self.write(Write([Step(sql, [(challenge_hash, person_id, at)], missing)]))

    # Banned names

    async def ban(self, key: str) -> None:
        """Nobody may come in by that name any more; who has it is out at once."""
        ban = Step("INSERT INTO banned (key) VALUES ($1) ON CONFLICT (key) DO NOTHING", [(key,)])
        out = f"DELETE FROM sessions WHERE person IN {PEOPLE_OF_KEY}"  # noqa: S608 - ours
        person = await self.person_named(key)
        await self.write(Write([ban, Step(out, [(key,)])], out=person.id if person else ""))

    async def unban(self, key: str) -> None:
        """The name is free again."""
        await self.write(Write([Step("DELETE FROM banned WHERE key = $1", [(key,)])]))

    async def banned(self) -> list[str]:
        """The keys of all banned names."""
        return [str(key) for (key,) in await self.rows("SELECT key FROM banned ORDER BY key")]

    async def is_banned(self, key: str) -> bool:
        """Whether that name is banned."""
        return bool(await self.rows("SELECT key FROM banned WHERE key = $1", key))

    # Sessions

    async def create_session(self, session: Session) -> None:
        """Remember a way in."""
        # Only for somebody who is still there: a person may be deleted meanwhile.
        sql = """INSERT INTO sessions (hash, person, device, created, seen)
            SELECT $1, id, $3, $4, $5 FROM people WHERE id = $2 AND name IS NOT NULL"""
        values = (session.hash, session.person, session.device, session.created, session.seen)
        missing = Unknown(f"no such person: {session.person}")
        await self.write(Write([Step(sql, [values], missing)]))

    async def session(self, token_hash: str) -> Session | None:
        """A session by the hash of its token."""
        found = await self.rows(f"{SESSION} WHERE hash = $1", token_hash)
        return _struct(Session, found[0]) if found else None

    async def sessions(self, person_id: str) -> list[Session]:
        """All ways in of a person, the one seen last first."""
        rest = "WHERE person = $1 ORDER BY seen DESC, hash"
        return [_struct(Session, row) for row in await self.rows(f"{SESSION} {rest}", person_id)]

    async def touch_session(self, token_hash: str, seen: int) -> None:
        """It was seen again; nothing happens if it is gone."""
        sql = "UPDATE sessions SET seen = $2 WHERE hash = $1"
        await self.write(Write([Step(sql, [(token_hash, seen)])]))

    async def revoke_session(self, person_id: str, token_hash: str) -> None:
        """End one session of a person; `Unknown` if they have no such session."""
        sql = "DELETE FROM sessions WHERE person = $1 AND hash = $2"
        missing = Unknown("no such session")
        await self.write(Write([Step(sql, [(person_id, token_hash)], missing)], out=person_id))

    async def revoke_sessions(self, person_id: str, but: str = "") -> None:
        """End all sessions of a person, but perhaps one."""
        sql = "DELETE FROM sessions WHERE person = $1 AND hash <> $2"
        await self.write(Write([Step(sql, [(person_id, but)])], out=person_id))

    async def sweep(self, sessions_before: int, guests_before: int, at: int) -> None:
        """Forget sessions not seen since then, guests who thereby can't come back, guests who
        looked in before the other time and never sat, and challenges that have expired.
        """
        stale = "DELETE FROM sessions WHERE seen < $1"
        locked_out = """UPDATE people SET name = NULL, key = NULL
            WHERE account = 0 AND name IS NOT NULL AND created < $1
            AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id)"""
        steps = [
            Step(stale, [(sessions_before,)]),
            Step(locked_out, [(sessions_before,)]),
            Step(f"DELETE FROM sessions WHERE person IN {PASSED_BY}", [(guests_before,)]),  # noqa: S608
            Step(f"DELETE FROM people WHERE id IN {PASSED_BY}", [(guests_before,)]),  # noqa: S608
            Step("DELETE FROM challenges WHERE expires <= $1", [(at,)]),
        ]
        await self.write(Write(steps))

    # Moving house

    async def dump(self) -> AsyncIterator[str]:
        """Everything there is at one moment, secrets included, as lines of JSON."""
        await self.rows("SELECT 1")  # refuses here, not after the first line, if it is not open
        yield dump.header(self.dialect)
        async with aclosing(self.every(dump.QUESTIONS)) as found:
            async for kind, row in found:
                yield dump.line(kind, row)

    async def load(self, lines: Iterable[str]) -> None:
        """Take in a dump of any store, all of it or nothing; `BadDump` if this one has anything."""
        for sql in dump.ANYTHING:
            if await self.rows(sql):
                raise dump.not_empty()
        await self.write(Write(dump.steps(self.dialect, lines)))


def _taken(name: str | None) -> NameTaken:
    return NameTaken(f"the name {name!r} is taken")


def _person(row: Values) -> Person:
    *fields, account = row
    told = dict(zip(Person.__struct_fields__, [*fields, bool(account)], strict=True))
    return msgspec.convert(told, Person)


def _struct(kind: type[Kept], row: Values) -> Kept:
    return msgspec.convert(dict(zip(kind.__struct_fields__, row, strict=True)), kind)


def closed() -> Closed:
    """The refusal of a store that is not open."""
    return Closed("the store is not open")
