"""``ludotheque backup``, ``export`` and ``import``: copy and move the database of a house."""

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
from ludotheque.house.store.private_files import new_private_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import AsyncIterator

    from ludotheque.cli.arguments import Commands

STDIO: Final = "-"  # instead of a file name: standard input or output


def database_errors() -> tuple[type[Exception], ...]:
    """Exceptions of the database drivers: not a database file, a wrong password and the like."""
    always = (sqlite3.Error, msgspec.MsgspecError, ArithmeticError, ValueError)
    asyncpg = sys.modules.get("asyncpg")  # only imported for PostgreSQL
    return (*always, asyncpg.PostgresError, asyncpg.InterfaceError) if asyncpg else always


def add_to(commands: Commands) -> None:
    """Add the commands."""
    backup = commands.add_parser(
        "backup", help="copy a SQLite database, even while the house is running"
    )
    backup.add_argument("file", metavar="FILE", help="the copy; an existing file is replaced")
    backup.set_defaults(run=_backup)
    export = commands.add_parser("export", help="write the whole database as JSON lines")
    export.add_argument(
        "file", metavar="FILE", nargs="?", default=STDIO, help="default: standard output"
    )
    export.set_defaults(run=_export)
    load = commands.add_parser("import", help="load an export into a new database")
    load.add_argument("file", metavar="FILE", help="an export; - is standard input")
    load.set_defaults(run=_import)
    for command in (backup, export, load):
        add_database(command)


def add_database(command: argparse.ArgumentParser) -> None:
    """``--database``, as in ``serve``."""
    variable = "LUDOTHEQUE_DATABASE"
    default = Settings().database
    command.add_argument(
        "--database",
        default=os.environ.get(variable) or default,
        help=f"{HELP['database']} (default: {default}; env: {variable})",
    )


@asynccontextmanager
async def opened(database: str, *, new: bool = False) -> AsyncIterator[Store]:
    """The store of a house; every failure is a one-line StoreError. ``new`` may create it."""
    store = open_store(database)
    if isinstance(store, SqliteStore) and not new and not store.path.is_file():
        raise StoreError(f"there is no database {database}")
    try:
        async with store:
            yield store
    except (GameError, Refused):  # they are ValueErrors too
        raise
    except database_errors() as error:
        # The URL of a database server may hold a password.
        shown = database if isinstance(store, SqliteStore) else "the database"
        raise StoreError(f"{shown}: {first_line(error)}") from error


def first_line(error: Exception) -> str:
    """The first line of an error message."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__


def refuse_overwriting_database(file: str, database: str) -> None:
    """Refuse an output file that is the database itself."""
    output, source = Path(file), Path(database)
    if output.exists() and source.exists() and output.samefile(source):
        raise StoreError(f"{file} is the database itself")


def _backup(arguments: argparse.Namespace) -> int:
    refuse_overwriting_database(arguments.file, arguments.database)
    asyncio.run(_copy(arguments.database, arguments.file))
    return 0


async def _copy(database: str, file: str) -> None:
    async with opened(database) as store:
        if not isinstance(store, SqliteStore):
            raise StoreError("backup copies SQLite: for PostgreSQL use pg_dump, or export")
        await store.backup(file)


def _export(arguments: argparse.Namespace) -> int:
    if arguments.file == STDIO:
        asyncio.run(_dump(arguments.database, sys.stdout.buffer))
        return 0
    refuse_overwriting_database(arguments.file, arguments.database)
    path = Path(arguments.file)
    part = path.with_name(path.name + ".part")
    try:
        with new_private_file(part) as file:
            asyncio.run(_dump(arguments.database, file))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return 0


async def _dump(database: str, file: BinaryIO) -> None:
    async with opened(database) as store:
        async for line in store.dump():
            file.write(f"{line}\n".encode())


def _import(arguments: argparse.Namespace) -> int:
    asyncio.run(_load(arguments.database, _lines(arguments.file)))
    return 0


def _lines(file: str) -> list[str]:
    data = sys.stdin.buffer.read() if file == STDIO else Path(file).read_bytes()
    try:
        # Only at line feeds: splitlines would also split at other separators inside a string.
        return data.decode("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise BadDump(f"{file} is not text in UTF-8") from None


async def _load(database: str, lines: list[str]) -> None:
    async with opened(database, new=True) as store:
        await store.load(lines)
