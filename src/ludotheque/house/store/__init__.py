"""The store: writes are durable before anybody is notified. In a file, or in PostgreSQL."""

from __future__ import annotations

from ludotheque.house.store.contract import Store
from ludotheque.house.store.rows import (
    BadDump,
    Conflict,
    NameTaken,
    NewerDatabase,
    NotFound,
    Passkey,
    Person,
    Session,
    StoreClosed,
    StoreError,
    TableRow,
    Unavailable,
)
from ludotheque.house.store.sqlite import SqliteStore

__all__ = [
    "BadDump",
    "Conflict",
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
    "TableRow",
    "Unavailable",
    "open_store",
]


def open_store(place: str) -> Store:
    """The store at a URL (postgresql://...) or a path: `async with`, or `open` and `close` it."""
    if not place.startswith(("postgresql://", "postgres://")):
        return SqliteStore(place)
    # A house in a file does not need the library for PostgreSQL.
    from ludotheque.house.store.postgres import PostgresStore  # noqa: PLC0415

    return PostgresStore(place)
