"""The store: everything durable before anybody is told. In a file, or in PostgreSQL."""

from __future__ import annotations

from ludotheque.house.store.contract import Store
from ludotheque.house.store.rows import (
    BadDump,
    Closed,
    Conflict,
    NameTaken,
    NewerDatabase,
    Passkey,
    Person,
    Session,
    Status,
    StoreError,
    TableRow,
    Unavailable,
    Unknown,
)
from ludotheque.house.store.sqlite import SqliteStore

__all__ = [
    "BadDump",
    "Closed",
    "Conflict",
    "NameTaken",
    "NewerDatabase",
    "Passkey",
    "Person",
    "Session",
    "SqliteStore",
    "Status",
    "Store",
    "StoreError",
    "TableRow",
    "Unavailable",
    "Unknown",
    "open_store",
]


def open_store(place: str) -> Store:
    """The store at a URL (postgresql://...) or a path: `async with`, or `open` and `close` it."""
    if not place.startswith(("postgresql://", "postgres://")):
        return SqliteStore(place)
    # Who keeps the house in a file has no use for the library that speaks to PostgreSQL.
    from ludotheque.house.store.postgres import PostgresStore  # noqa: PLC0415

    return PostgresStore(place)
