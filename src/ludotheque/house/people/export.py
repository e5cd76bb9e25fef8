"""The export of a person: everything that is stored about them, without credentials."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, get_args

import msgspec

from ludotheque.house.store import TableCursor
from ludotheque.house.store.hosting import HostingStore
from ludotheque.house.table.entries import Status

if TYPE_CHECKING:
    from ludotheque.house.store import Passkey, Person, Session, Store, TableRow

PAGE_TABLES: Final = 100  # read at once, so that others need not wait long


async def export(store: Store, person: Person) -> str:
    """Everything stored about a person, as JSON."""
    credentials: dict[str, Sequence[Session | Passkey]] = {
        "sessions": await store.sessions(person.id),
        "passkeys": await store.passkeys(person.id),
    }
    data = {
        "person": {"id": person.id, "name": person.name, "created": person.created},
        **{
            name: [{"device": d.device, "created": d.created, "seen": d.last_seen} for d in devices]
            for name, devices in credentials.items()
        },
        "role": await HostingStore(store).role(person.id),
        "tables": await _tables(store, person.id),
        "entries": [  # without numbers: a gap would reveal that somebody muted this person
            {"table": table, "entry": _json_or_text(entry)}
            for table, _, entry in await store.entries_of_person(person.id)
        ],
        "forgotten_when_deleted": [
            "person",
            "sessions",
            "passkeys",
            "networks of logins",
            "role and invitations",
            "name and text of entries",
        ],
        "kept_when_deleted": ["tables", "moves and their times", "the bare id"],
    }
    return await asyncio.to_thread(_formatted, data)


async def _tables(store: Store, person_id: str) -> list[TableRow]:
    """All tables where a person sits."""
    tables: list[TableRow] = []
    before: TableCursor | None = None
    while page := await store.tables_of_person(
        person_id, statuses=get_args(Status), before=before, limit=PAGE_TABLES
    ):
        tables += page
        before = TableCursor(page[-1].created, page[-1].id)
    return tables


def _formatted(data: object) -> str:
    """Data as JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def _json_or_text(entry: str) -> msgspec.Raw | str:
    """An entry as it is stored; one that is broken as text."""
    try:
        msgspec.json.decode(entry)
    except (ValueError, RecursionError):
        return entry
    return msgspec.Raw(entry.encode())
