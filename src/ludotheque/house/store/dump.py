"""A dump: everything in a store as lines of JSON, the same whichever database it came from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

import msgspec

from ludotheque.house.store.migrate import scripts
from ludotheque.house.store.results import HIGHLIGHT_COLUMNS, RESULT_COLUMNS
from ludotheque.house.store.rows import BadDump
from ludotheque.house.store.writes import Statement, Value, Values

# In this order, so that nothing refers to what is yet to come. Challenges and records that somebody
# opened are too short-lived, and analyses can be made again.
COLUMNS: Final = {
    "tables": ["id", "game", "status", "public", "created", "changed", "summary", "secret", "next"],
    "entries": ["table_id", "number", "entry"],
    "mentions": ["person", "table_id", "number"],
    "hosts": ["table_id", "person"],
    "seated": ["table_id", "place", "person"],
    "due_tables": ["table_id", "due", "keeper"],
    "people": ["id", "name", "key", "password", "created", "account"],
    "skeletons": ["skeleton", "person"],
    "login_networks": ["person", "network", "seen"],
    "sessions": ["hash", "person", "device", "created", "seen"],
    "passkeys": ["id", "person", "key", "uses", "device", "created", "seen"],
    "banned": ["key", "expires"],
    "banned_networks": ["network", "expires"],
    "members": ["person", "role", "since"],
    "table_guests": ["person", "table_id"],
    "links": ["hash", "id", "kind", "subject", "maker", "created", "expires", "uses"],
    "announcements": ["id", "text", "created", "expires"],
    "audit": ["id", "at", "who", "action", "subject"],
    "notice_settings": ["person", "settings"],
    "notice_channels": [
        "id",
        "person",
        "kind",
        "target",
        "table_id",
        "token",
        "details",
        "confirmed",
        "created",
    ],
    "turns": ["person", "table_id", "number", "since", "deadline", "seen", "planned"],
    "deliveries": [
        "id",
        "person",
        "table_id",
        "number",
        "channel",
        "kind",
        "due",
        "message",
        "state",
        "attempts",
        "lease",
        "created",
    ],
    "house_keys": ["name", "value"],
    "results": list(RESULT_COLUMNS),
    "highlights": list(HIGHLIGHT_COLUMNS),
    "ratings": ["game", "player", "mean", "deviation", "games"],
    "rated_games": ["game", "count"],
    "hidden_pages": ["person"],
    "daily_deals": ["day", "game", "options", "bot", "seed"],
    "daily_tries": ["day", "person", "table_id"],
    "blocks": ["person", "blocked"],
    "mutes": ["person", "muted"],
    "friends": ["person", "friend", "since"],
    "hidden_people": ["person"],
    "table_calls": ["person", "table_id", "caller", "at"],
    "circles": ["id", "name", "owner", "created", "weekday", "minute", "zone"],
    "circle_members": ["circle", "person", "since"],
    "circle_tables": ["table_id", "circle"],
    "position_tables": ["table_id"],
    "match_requests": ["person", "game", "wish", "since", "ends", "seen", "table_id"],
    "reports": ["id", "at", "reporter", "person", "table_id", "reason", "quote", "handled"],
}
TABLES: Final = tuple(COLUMNS)
# Only the names above are interpolated.
SELECT_ALL: Final = [
    f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns[:3])}"  # noqa: S608
    for table, columns in COLUMNS.items()
]
SELECT_ANY: Final = [f"SELECT 1 FROM {table} LIMIT 1" for table in TABLES]  # noqa: S608
Line = dict[str, dict[str, Value]]


def header(dialect: str) -> str:
    """The first line: the format, and the version of the schema."""
    return msgspec.json.encode({"ludotheque": {"dump": len(scripts(dialect))}}).decode()


def line(table_index: int, row: Values) -> str:
    """A row of one of `TABLES` as a line."""
    name = TABLES[table_index]
    return msgspec.json.encode({name: dict(zip(COLUMNS[name], row, strict=True))}).decode()


def not_empty() -> BadDump:
    """The error of a store that is not empty."""
    return BadDump("the store is not empty: load a dump into a new one")


def insert_statements(dialect: str, lines: Iterable[str]) -> list[Statement]:
    """The statements that load a dump; `BadDump` names the line that is wrong."""
    first, *others = [*lines] or [""]
    if first.strip() != header(dialect):
        raise BadDump(f"line 1 is not {header(dialect)}")
    rows = [_row(number, text) for number, text in enumerate(others, 2)]
    return [
        Statement(
            _insert(table), [values for _, values in group], if_duplicate=BadDump(f"{table} twice")
        )
        for table, group in groupby(rows, key=lambda row: row[0])
    ]


def _insert(table: str) -> str:
    columns = COLUMNS[table]
    parameters = ", ".join(f"${position}" for position, _ in enumerate(columns, 1))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({parameters})"  # noqa: S608 - constants


def _row(number: int, text: str) -> tuple[str, Values]:
    try:
        ((table, values),) = msgspec.json.decode(text, type=Line).items()
        if set(values) != set(COLUMNS[table]):
            raise KeyError(table)
    except (msgspec.DecodeError, ValueError, KeyError) as error:
        raise BadDump(f"line {number} is not a row of a store") from error
    return table, tuple(values[column] for column in COLUMNS[table])
