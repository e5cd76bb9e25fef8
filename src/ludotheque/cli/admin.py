"""``ludotheque admin``: what a host may do to a house, open or not, through its database."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ludotheque.cli.arguments import at_least_one
from ludotheque.cli.keep import add_database, opened
from ludotheque.house.people.people import clean_name, key_of
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, TableRow
from ludotheque.house.table import offline_append
from ludotheque.house.table.deeds import close
from ludotheque.house.table.summary import summary_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from ludotheque.cli.arguments import Commands

    Deed: TypeAlias = Callable[[Store, argparse.Namespace], Awaitable[None]]


def add_to(commands: Commands) -> None:
    """Add the command and its parts."""
    admin = commands.add_parser("admin", help="look after the tables and people of a house")
    parts = admin.add_subparsers(metavar="PART", required=True)
    tables = _part(parts, "tables", "list tables, the one that changed last first", _tables)
    tables.add_argument("--limit", type=at_least_one, default=50, help="how many (usually 50)")
    close = _part(parts, "close", "end a table before its time", _close)
    close.add_argument("table", metavar="TABLE", help="its name, as 'admin tables' shows it")
    for name, text, deed in (
        ("ban", "let nobody in by a name; who has it is out", _ban),
        ("unban", "allow a name again", _unban),
    ):
        _part(parts, name, text, deed).add_argument("name", metavar="NAME")
    _part(parts, "banned", "list the names that are banned", _banned)


def _part(parts: Commands, name: str, text: str, deed: Deed) -> argparse.ArgumentParser:
    part = parts.add_parser(name, help=text)
    add_database(part)
    part.set_defaults(run=_run, deed=deed)
    return part


def _run(arguments: argparse.Namespace) -> int:
    asyncio.run(_with_store(arguments))
    return 0


async def _with_store(arguments: argparse.Namespace) -> None:
    async with opened(arguments.database) as store:
        await arguments.deed(store, arguments)


async def _tables(store: Store, arguments: argparse.Namespace) -> None:
    for row in await store.tables(limit=arguments.limit):
        print(told(row))


def told(row: TableRow) -> str:
    """A table in one line: its name, how it stands, the game, when it changed, and who sits."""
    summary = summary_of(row)
    changed = datetime.fromtimestamp(row.changed / 1000, UTC).isoformat(" ", "seconds")
    names = ", ".join(name or "-" for name in summary.names)
    return f"{row.id}  {row.status:7}  {row.game:11}  {changed}  {names}"


async def _close(store: Store, arguments: argparse.Namespace) -> None:
    await close_table(store, arguments.table)


async def close_table(store: Store, table_id: str) -> None:
    """Write into the log of a table that it is closed, after whatever is being played there."""
    await offline_append.append(store, table_id, lambda room: close(room, "admin", now_ms()))


async def _ban(store: Store, arguments: argparse.Namespace) -> None:
    await store.ban(key_of(clean_name(arguments.name)))


async def _unban(store: Store, arguments: argparse.Namespace) -> None:
    key = key_of(clean_name(arguments.name))
    if not await store.is_banned(key):
        raise Refused("not-banned", f"the name {arguments.name!r} is not banned")
    await store.unban(key)


async def _banned(store: Store, arguments: argparse.Namespace) -> None:
    del arguments
    for key in await store.banned():
        print(key)
