"""Helpers of the store tests: an event loop for each test, rows, a listener, direct SQL."""

from __future__ import annotations

import asyncio
import functools
import re
import sqlite3
import sys
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

import asyncpg  # type: ignore[import-untyped]  # it has no types

from ludotheque.house.store import Passkey, Person, Session, Store, TableRow, open_store
from ludotheque.house.store.migrate import scripts
from ludotheque.house.table.entries import Status

P = ParamSpec("P")


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test in an event loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


def table(
    name: str = "t1",
    *,
    game: str = "m",
    status: Status = "playing",
    public: bool = True,
    created: int = 1,
    changed: int = 1,
    people: tuple[str, ...] = (),
    summary: str = "{}",
    due: int | None = None,
) -> TableRow:
    return TableRow(
        id=name,
        game=game,
        status=status,
        public=public,
        created=created,
        changed=changed,
        people=people,
        summary=summary,
        due=due,
    )


def person(name: str, password: str | None = None) -> Person:
    return Person(
        id=f"p-{name}",
        name=name,
        key=name.lower(),
        password_hash=password,
        created=5,
        account=password is not None,
    )


def session(token_hash: str, name: str, seen: int = 7) -> Session:
    return Session(
        token_hash=token_hash,
        person=f"p-{name}",
        device="a phone",
        created=6,
        last_seen=seen,
    )


def passkey(name: str, owner: str, uses: int = 0, seen: int = 7) -> Passkey:
    return Passkey(
        id=name,
        person=f"p-{owner}",
        key="a key",
        uses=uses,
        device="a phone",
        created=6,
        last_seen=seen,
    )


class CommitRecorder:
    """Records notifications of commits, and can wait for the next one."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    def __call__(self, table_id: str, following: int) -> None:
        self.received.put_nowait((table_id, following))

    async def next(self) -> tuple[str, int]:
        async with asyncio.timeout(20):
            return await self.received.get()


def dialect(place: str) -> str:
    return "postgres" if place.startswith("postgresql://") else "sqlite"


def database_name(place: str) -> str:
    """The name of a PostgreSQL database."""
    return place.split("/")[3].partition("?")[0]


async def execute(place: str, *scripts_to_run: str) -> None:
    """Run SQL on a database without the store."""
    if place.startswith("postgresql://"):
        db = await asyncpg.connect(place)
        for script in scripts_to_run:
            await db.execute(script)
        await db.close()
        return
    file = sqlite3.connect(place)
    for script in scripts_to_run:
        file.executescript(script)
    file.close()


async def undo_migrations(place: str, version: int) -> None:
    """Take a database back to a version: what later migrations created and added is dropped."""
    is_postgres = place.startswith("postgresql://")
    later = "\n".join(scripts("postgres" if is_postgres else "sqlite")[version:])
    added = re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", later)
    created = set(re.findall(r"CREATE TABLE (\w+)", later))
    indexes = re.findall(r"CREATE INDEX (\w+)", later)
    cascade = " CASCADE" if is_postgres else ""
    await execute(
        place,
        *(f"ALTER TABLE {table} DROP COLUMN {name}" for table, name in added),
        *(f"DROP INDEX {index}" for index in indexes),
        *(f"DROP TABLE {table}{cascade}" for table in sorted(created)),
        f"UPDATE version SET number = {version}",  # noqa: S608 - a number
    )


async def terminate_connections(place: str, name: str) -> None:
    """Terminate all other connections to a database."""
    await execute(
        place,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"  # noqa: S608 - a test's name
        f" WHERE datname = '{name}' AND pid <> pg_backend_pid()",
    )


async def write_until_killed(place: str, count: int = 4) -> None:
    """Write until killed, and print each entry that was acknowledged."""

    async def one(store: Store, name: str) -> None:
        number = len(await store.read(name))
        while True:
            await store.append(table(name, changed=number), number, [f"{name} {number}"])
            sys.stdout.write(f"{name} {number}\n")
            sys.stdout.flush()
            number += 1

    store = open_store(place)
    await store.open()
    await asyncio.gather(*(one(store, f"t{n}") for n in range(count)))


if __name__ == "__main__":
    asyncio.run(write_until_killed(sys.argv[1]))
