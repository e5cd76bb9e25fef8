"""The store: writes are durable before anybody is notified. In SQLite or in PostgreSQL."""

from __future__ import annotations

from ludotheque.house.store.contract import Store
from ludotheque.house.store.rows import (
    BadDump,
    BrokenRow,
    Conflict,
    DueTable,
    NameTaken,
    NewerDatabase,
    NotFound,
    Passkey,
    Person,
    Session,
    StoreClosed,
    StoreError,
    TableCursor,
    TableRow,
    TableSearch,
    Turn,
    Unavailable,
    Uncertain,
)
from ludotheque.house.store.sqlite import SqliteStore

__all__ = [
    "BadDump",
    "BrokenRow",
    "Conflict",
    "DueTable",
    "NameTaken",
    "NewerDatabase",
    "NotFound",
    "Passkey",
    "Person",
    "Session",
    "SqliteStore",
    "Store",
    "StoreClosed",
    "StoreError",
    "TableCursor",
    "TableRow",
    "TableSearch",
    "Turn",
    "Unavailable",
    "Uncertain",
    "is_postgres",
    "open_store",
]


def is_postgres(url_or_path: str) -> bool:
    """Whether it is the URL of a PostgreSQL database, and not the path of a file."""
    return url_or_path.startswith(("postgresql://", "postgres://"))


def open_store(url_or_path: str) -> Store:
    """The store at a URL (postgresql://...) or a path: `async with`, or `open` and `close` it."""
    if not is_postgres(url_or_path):
        return SqliteStore(url_or_path)
    # A house on SQLite does not need asyncpg.
    from ludotheque.house.store.postgres import PostgresStore  # noqa: PLC0415

    return PostgresStore(url_or_path)
