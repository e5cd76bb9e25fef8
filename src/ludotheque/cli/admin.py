"""``ludotheque admin``: tables and bans of a house, through its database, running or not."""

from __future__ import annotations

import argparse
import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from ludotheque.cli import hosting
from ludotheque.cli.arguments import positive_int
from ludotheque.cli.database import add_database, opened
from ludotheque.house.hosting.administration import Administration
from ludotheque.house.ratings.recorder import Recorder
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import Settings, day_count
from ludotheque.house.store import Store, TableRow
from ludotheque.house.store.packing import Savings
from ludotheque.house.table import mending
from ludotheque.house.table.compaction import compact_finished
from ludotheque.house.table.expiry import DAY_MS
from ludotheque.house.table.summary import NO_SUMMARY, summary_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
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
    _add_mend(subcommands)
    compact = _add(subcommands, "compact", "compress the logs of finished tables", _compact)
    compact.add_argument(
        "--after-days",
        type=day_count,
        default=Settings().compact_after_days,
        help=f"of tables not changed for so many days (default {Settings().compact_after_days})",
    )
    compact.add_argument("--dry-run", action="store_true", help="only show what it would save")
    ratings = _add(subcommands, "ratings", "compute all ratings again from the results", _ratings)
    ratings.add_argument("what", choices=["rebuild"], help="rebuild: from results, in their order")
    hosting.add_to(subcommands, _add)


def _add_mend(subcommands: Commands) -> None:
    mend = _add(subcommands, "mend", "list tables that can't be read, or mend one", _mend)
    mend.add_argument("table", metavar="TABLE", nargs="?", help="its id; without one, list all")
    way = mend.add_mutually_exclusive_group()
    way.add_argument(
        "--cut-after",
        type=entry_number,
        metavar="N",
        help="delete all entries after number N of its log, and keep a copy",
    )
    way.add_argument("--close", action="store_true", help="close it; its log stays as it is")
    mend.add_argument("--copy", metavar="FILE", help="the copy (default: TABLE.log.jsonl)")


def entry_number(text: str) -> int:
    """The number of an entry, from 0."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of an entry")
    return int(text)


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
    summary = summary_of(row) or NO_SUMMARY
    changed = datetime.fromtimestamp(row.changed / 1000, UTC).isoformat(" ", "seconds")
    names = ", ".join(name or "-" for name in summary.names)
    return f"{row.id}  {row.status:7}  {row.game:11}  {changed}  {names}"


async def _ratings(store: Store, _arguments: argparse.Namespace) -> None:
    recorder = Recorder(store)
    recorded = await recorder.record_missing()
    if recorded:
        print(f"{recorded} finished tables were recorded")
    for game in await recorder.results.rated_games():
        print(f"{game}  {await recorder.rebuild(game)} rated games")


async def _close(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).close_table(arguments.table)


async def _mend(store: Store, arguments: argparse.Namespace) -> None:
    table_id, last = arguments.table, arguments.cut_after
    if table_id is None:
        if last is not None or arguments.close:
            raise Refused("no-such-table", "name the table to mend")
        async for fault in mending.faults(store):
            print(fault_line(fault))
        return
    if last is not None:
        await _cut(store, table_id, last, Path(arguments.copy or f"{table_id}.log.jsonl"))
    found = await mending.fault_of(store, table_id)
    if arguments.close:
        if found is None:
            raise Refused("not-broken", f"table {table_id} is not broken: admin close closes it")
        await Administration(store).close_broken(table_id)
    elif found is None:
        print(f"{table_id}  nothing is wrong")
    else:
        print(fault_line(found))
        print(found.text)


def fault_line(fault: mending.Fault) -> str:
    """A broken table in one line: its id, which row is wrong, and why."""
    return f"{fault.table}  {fault.where}: {fault.reason}"


async def _cut(store: Store, table_id: str, last: int, copy: Path) -> None:
    """Cut a log after an entry, once a copy of it is on the disk."""
    planned = await mending.plan_cut(store, table_id, last)
    with open_new_private(copy) as file:
        for number, entry in planned.rows:
            file.write(msgspec.json.encode({"number": number, "entry": entry}) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    await Administration(store).cut(planned, table_id)
    kept, new = len(planned.kept), len(planned.new)
    drawn = f", {new} of luck were drawn again" if new else ""
    print(f"{table_id}  {kept} entries are left{drawn}; {copy} has what was there before")


def open_new_private(path: Path) -> BinaryIO:
    """A file that does not exist yet, readable by its owner only: a log holds secrets."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


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
