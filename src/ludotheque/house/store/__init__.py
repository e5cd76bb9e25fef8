"""The store: everything durable before anybody is told. In a file, or in PostgreSQL."""

from __future__ import annotations

from ludotheque.house.store.contract import Store
from ludotheque.house.store.postgres import PostgresStore
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
    "PostgresStore",
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
    urls = ("postgresql://", "postgres://")
    return PostgresStore(place) if place.startswith(urls) else SqliteStore(place)
