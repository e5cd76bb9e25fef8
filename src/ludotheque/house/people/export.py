"""The export of a person: everything that is stored about them, without credentials."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, get_args

import msgspec

from ludotheque.house.store import TableCursor
from ludotheque.house.store.community import CommunityStore
from ludotheque.house.store.daily import DailyStore
from ludotheque.house.store.hosting import HostingStore
from ludotheque.house.store.notices import NoticeStore
from ludotheque.house.store.results import ResultsStore
from ludotheque.house.table.entries import Status

if TYPE_CHECKING:
    from ludotheque.house.store import Passkey, Person, Session, Store, TableRow

PAGE_TABLES: Final = 100  # read at once, so that others need not wait long
POSITION_FIELD: Final = '"position":'  # of the first entry of a table


async def export(store: Store, person: Person) -> str:
    """Everything stored about a person, as JSON."""
    credentials: dict[str, Sequence[Session | Passkey]] = {
        "sessions": await store.sessions(person.id),
        "passkeys": await store.passkeys(person.id),
    }
    results = ResultsStore(store)
    data = {
        "person": {"id": person.id, "name": person.name, "created": person.created},
        **{
            name: [{"device": d.device, "created": d.created, "seen": d.last_seen} for d in devices]
            for name, devices in credentials.items()
        },
        "role": await HostingStore(store).role(person.id),
        "notices": await _notices(NoticeStore(store), person.id),
        **await _community(store, person.id),
        "tables": await _tables(store, person.id),
        "results": await results.all_results_of_person(person.id),
        "highlights": await results.highlights_of_person(person.id, person.id),
        "ratings": await results.ratings_of(person.id),
        "page_hidden": await results.is_page_hidden(person.id),
        "daily_tries": [
            {"day": day, "table": table}
            for day, table in await DailyStore(store).tries_of(person.id)
        ],
        "entries": [  # without numbers: a gap would reveal that somebody muted this person
            {"table": table, "entry": _entry(entry)}
            for table, _, entry in await store.entries_of_person(person.id)
        ],
        "forgotten_when_deleted": [
            "person",
            "sessions",
            "passkeys",
            "networks of logins",
            "role and invitations",
            "notices",
            "friends, circles, blocks, mutes, calls and reports",
            "name and text of entries",
            "ratings",
            "page_hidden",
            "daily_tries",
        ],
        "kept_when_deleted": [
            "tables",
            "moves and their times",
            "results and highlights",
            "the bare id",
        ],
    }
    return await asyncio.to_thread(_formatted, data)


async def _notices(store: NoticeStore, person_id: str) -> dict[str, object]:
    """What a person chose, and where notices go, without secrets."""
    shown = ("kind", "target", "table_id", "confirmed", "created")
    return {
        "settings": _json_or_text(await store.settings(person_id) or "{}"),
        "channels": [
            {name: getattr(channel, name) for name in shown}
            for channel in await store.channels(person_id)
        ],
    }


async def _community(store: Store, person_id: str) -> dict[str, object]:
    """What the person is to others; whether others have blocked or reported them is theirs."""
    community = CommunityStore(store)
    wish = next((row for row in await community.matches() if row.person == person_id), None)
    return {
        "friends": [
            {"name": one.name, "since": one.since} for one in await community.friends(person_id)
        ],
        "hidden": await community.is_hidden(person_id),
        "blocked": [one.name for one in await community.blocked(person_id)],
        "muted": [one.name for one in await community.muted(person_id)],
        "circles": [one.name for one in await community.circles_of(person_id)],
        "calls": await community.calls(person_id, 0),
        "match": wish,
        "reports": [
            {"at": one.at, "person": one.person_name, "reason": one.reason, "quote": one.quote}
            for one in await community.reports_by(person_id)
        ],
    }


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


def _entry(entry: str) -> object:
    """An entry without the position of its game, which has the hidden information of all seats."""
    shown = _json_or_text(entry)
    if POSITION_FIELD not in entry or isinstance(shown, str):
        return shown
    fields = msgspec.json.decode(entry)
    return {name: value for name, value in fields.items() if name != "position"}


def _json_or_text(entry: str) -> msgspec.Raw | str:
    """An entry as it is stored; one that is broken as text."""
    try:
        msgspec.json.decode(entry)
    except (ValueError, RecursionError):
        return entry
    return msgspec.Raw(entry.encode())
