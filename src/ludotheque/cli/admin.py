"""``ludotheque admin``: tables and bans of a house, through its database, running or not."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ludotheque.cli.arguments import positive_int
from ludotheque.cli.database import add_database, opened
from ludotheque.house.people.people import clean_name, normalized_name
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import Settings, day_count
from ludotheque.house.store import Store, TableRow
from ludotheque.house.store.packing import Savings
from ludotheque.house.table import log_append
from ludotheque.house.table.compaction import compact_finished
from ludotheque.house.table.deeds import close
from ludotheque.house.table.entries import CLOSED_BY_ADMIN
from ludotheque.house.table.expiry import DAY_MS
from ludotheque.house.table.summary import summary_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from ludotheque.cli.arguments import Commands

    Action: TypeAlias = Callable[[Store, argparse.Namespace], Awaitable[None]]


def add_to(commands: Commands) -> None:
    """Add the command and its subcommands."""
    admin = commands.add_parser("admin", help="manage the tables and people of a house")
    subcommands = admin.add_subparsers(metavar="SUBCOMMAND", required=True)
    tables = _add(subcommands, "tables", "list tables, last changed first", _tables)
    tables.add_argument("--limit", type=positive_int, default=50, help="how many (default 50)")
    close = _add(subcommands, "close", "close a table before its game is over", _close)
    close.add_argument("table", metavar="TABLE", help="its id, as 'admin tables' lists it")
    compact = _add(subcommands, "compact", "compress the logs of finished tables", _compact)
    compact.add_argument(
        "--after-days",
        type=day_count,
        default=Settings().compact_after_days,
        help=f"of tables not changed for so many days (default {Settings().compact_after_days})",
    )
    compact.add_argument("--dry-run", action="store_true", help="only show what it would save")
    for name, text, action in (
        ("ban", "ban a name; whoever uses it is logged out", _ban),
        ("unban", "allow a name again", _unban),
    ):
        _add(subcommands, name, text, action).add_argument("name", metavar="NAME")
    _add(subcommands, "banned", "list banned names", _banned)


def _add(subcommands: Commands, name: str, text: str, action: Action) -> argparse.ArgumentParser:
    subcommand = subcommands.add_parser(name, help=text)
    add_database(subcommand)
    subcommand.set_defaults(run=_run, action=action)
    return subcommand


def _run(arguments: argparse.Namespace) -> int:
    asyncio.run(_with_store(arguments))
    return 0


async def _with_store(arguments: argparse.Namespace) -> None:
    async with opened(arguments.database) as store:
        await arguments.action(store, arguments)


async def _tables(store: Store, arguments: argparse.Namespace) -> None:
    for row in await store.tables(limit=arguments.limit):
        print(table_line(row))


def table_line(row: TableRow) -> str:
    """A table in one line: id, status, game, time of the last change, and the names by seat."""
    summary = summary_of(row)
    changed = datetime.fromtimestamp(row.changed / 1000, UTC).isoformat(" ", "seconds")
    names = ", ".join(name or "-" for name in summary.names)
    return f"{row.id}  {row.status:7}  {row.game:11}  {changed}  {names}"


async def _close(store: Store, arguments: argparse.Namespace) -> None:
    await close_table(store, arguments.table)


async def close_table(store: Store, table_id: str) -> None:
    """Append to the log of a table that it is closed, after any entry a running house writes."""
    await log_append.append(store, table_id, lambda room: close(room, CLOSED_BY_ADMIN, now_ms()))


async def _compact(store: Store, arguments: argparse.Namespace) -> None:
    before = now_ms() - arguments.after_days * DAY_MS
    savings = await compact_finished(store, before, dry_run=arguments.dry_run, batch_pause_s=0)
    print(savings_line(savings, arguments.dry_run))


def savings_line(savings: Savings, dry_run: bool) -> str:
    """What compaction saves, in one line."""
    tables, before, after = savings
    share = round(100 * (before - after) / before) if before else 0
    verb = "would take" if dry_run else "take"
    return f"{tables} tables: entries of {before} bytes {verb} {after} bytes, {share} % less"


async def _ban(store: Store, arguments: argparse.Namespace) -> None:
    await store.ban(normalized_name(clean_name(arguments.name)))


async def _unban(store: Store, arguments: argparse.Namespace) -> None:
    key = normalized_name(clean_name(arguments.name))
    if not await store.is_banned(key):
        raise Refused("not-banned", f"the name {arguments.name!r} is not banned")
    await store.unban(key)


async def _banned(store: Store, arguments: argparse.Namespace) -> None:
    del arguments
    for key in await store.banned():
        print(key)
