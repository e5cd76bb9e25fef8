"""``ludotheque backup``, ``export`` and ``import``: keep what the house knows, and move it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from ludotheque.core.errors import GameError
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import HELP, Settings
from ludotheque.house.store import BadDump, SqliteStore, Store, StoreError, open_store

if TYPE_CHECKING:
    import argparse
    from collections.abc import AsyncIterator

    from ludotheque.cli.arguments import Commands

STANDARD: Final = "-"  # instead of a file: standard input or output


def failures() -> tuple[type[Exception], ...]:
    """What databases say beyond what a store promises: a file that is none, a wrong password ..."""
    usual = (sqlite3.Error, msgspec.MsgspecError, ArithmeticError, ValueError)
    asyncpg = sys.modules.get("asyncpg")  # loaded where a database of PostgreSQL is opened
    return (*usual, asyncpg.PostgresError, asyncpg.InterfaceError) if asyncpg else usual


def add_to(commands: Commands) -> None:
    """Add the commands."""
    backup = commands.add_parser("backup", help="copy a SQLite database while the house is open")
    backup.add_argument("file", metavar="FILE", help="the copy; an older one is replaced")
    backup.set_defaults(run=_backup)
    export = commands.add_parser("export", help="write everything as lines of JSON")
    export.add_argument("file", metavar="FILE", nargs="?", default=STANDARD, help="usually -")
    export.set_defaults(run=_export)
    take_in = commands.add_parser("import", help="take an export into a new database")
    take_in.add_argument("file", metavar="FILE", help="an export, or -")
    take_in.set_defaults(run=_import)
    for command in (backup, export, take_in):
        add_database(command)


def add_database(command: argparse.ArgumentParser) -> None:
    """``--database``, the same as that of ``serve``."""
    variable = "LUDOTHEQUE_DATABASE"
    usual = Settings().database
    command.add_argument(
        "--database",
        default=os.environ.get(variable) or usual,
        help=f"{HELP['database']} (usually {usual}; or {variable})",
    )


@asynccontextmanager
async def opened(database: str, *, new: bool = False) -> AsyncIterator[Store]:
    """The store of a house; one line says if it can't be had. Only if ``new`` it may be made."""
    store = open_store(database)
    if isinstance(store, SqliteStore) and not new and not store.path.is_file():
        raise StoreError(f"there is no database {database}")
    try:
        async with store:
            yield store
    except (GameError, Refused):  # which are ValueErrors too
        raise
    except failures() as error:
        shown = database if isinstance(store, SqliteStore) else "the database"  # no passwords
        raise StoreError(f"{shown}: {first_line(error)}") from error


def first_line(error: Exception) -> str:
    """What went wrong, in one line."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__


def not_the_database(file: str, database: str) -> None:
    """Refuse to write over the database itself."""
    path, kept = Path(file), Path(database)
    if path.exists() and kept.exists() and path.samefile(kept):
        raise StoreError(f"{file} is the database itself")


def _backup(arguments: argparse.Namespace) -> int:
    not_the_database(arguments.file, arguments.database)
    asyncio.run(_copy(arguments.database, arguments.file))
    return 0


async def _copy(database: str, file: str) -> None:
    async with opened(database) as store:
        if not isinstance(store, SqliteStore):
            raise StoreError("backup copies SQLite: for PostgreSQL use pg_dump, or export")
        await store.backup(file)


def _export(arguments: argparse.Namespace) -> int:
    if arguments.file == STANDARD:
        asyncio.run(_dump(arguments.database, sys.stdout.buffer))
        return 0
    not_the_database(arguments.file, arguments.database)
    path = Path(arguments.file)
    part = path.with_name(path.name + ".part")
    try:
        with private(part) as file:
            asyncio.run(_dump(arguments.database, file))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return 0


def private(path: Path) -> BinaryIO:
    """A new file for its owner alone: an export holds seeds of games and hashes of passwords."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


async def _dump(database: str, file: BinaryIO) -> None:
    async with opened(database) as store:
        async for line in store.dump():
            file.write(f"{line}\n".encode())


def _import(arguments: argparse.Namespace) -> int:
    asyncio.run(_load(arguments.database, _lines(arguments.file)))
    return 0


def _lines(file: str) -> list[str]:
    data = sys.stdin.buffer.read() if file == STANDARD else Path(file).read_bytes()
    try:
        # At line feeds only: the texts in between may hold any other sign that parts lines.
        return data.decode("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise BadDump(f"{file} is not text in UTF-8") from None


async def _load(database: str, lines: list[str]) -> None:
    async with opened(database, new=True) as store:
        await store.load(lines)
