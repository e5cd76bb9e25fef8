"""Writes as data: statements, and what it means when one of them changes nothing.

Being data, a write can be carried out by a thread or by a coroutine, alone or among others in one
transaction. The statements are understood by SQLite and PostgreSQL alike; parameters are $1, $2...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from ludotheque.house.store.rows import Conflict, StoreError, TableRow

Value: TypeAlias = str | int | None
Values: TypeAlias = tuple[Value, ...]

CREATE: Final = """INSERT INTO tables
    (id, game, status, public, created, changed, summary, secret, next)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"""
ADVANCE: Final = """UPDATE tables SET next = next + $3,
    status = COALESCE($4, status), public = COALESCE($5, public),
    changed = COALESCE($6, changed), summary = COALESCE($7, summary)
    WHERE id = $1 AND next = $2"""
ENTER: Final = "INSERT INTO entries (table_id, number, entry) VALUES ($1, $2, $3)"
RISE: Final = "DELETE FROM seated WHERE table_id = $1 AND place >= $2"
SIT: Final = """INSERT INTO seated (table_id, place, person) VALUES ($1, $2, $3)
    ON CONFLICT (table_id, place) DO UPDATE SET person = excluded.person
    WHERE seated.person <> excluded.person"""


class Step(msgspec.Struct, frozen=True):
    """One statement, run for each of its rows of values: often one, perhaps none."""

    sql: str
    rows: Sequence[Values]
    missing: StoreError | None = None  # the refusal if no row of the database was touched
    taken: StoreError | None = None  # the refusal if something unique is there already


class Write(msgspec.Struct, frozen=True):
    """Steps that happen together or not at all, and the table that is then further on, if any.

    `out` is a person, if any, who may have fewer ways in than before.
    """

    steps: Sequence[Step]
    told: tuple[str, int] | None = None
    out: str = ""


class Append(Write, frozen=True):
    """Entries for a table. A store may carry out many of these at once by its own means."""

    table_id: str = ""
    number: int = 0
    entries: tuple[str, ...] = ()
    row: TableRow | None = None
    sitting: Sequence[Step] = ()  # those of its steps that say who sits where, if that is new


def numbered(table_id: str, number: int, entries: Sequence[str]) -> list[Values]:
    """Rows of `entries`."""
    return [(table_id, number + place, entry) for place, entry in enumerate(entries)]


def changing(row: TableRow | None) -> Values:
    """What of an index row may change; all None where there is no row."""
    if row is None:
        return (None, None, None, None)
    return (row.status, int(row.public), row.changed, row.summary)


def seating(row: TableRow) -> list[Step]:
    """The people of a row, each at their place."""
    rows: list[Values] = [(row.id, place, person) for place, person in enumerate(row.people)]
    return [Step(RISE, [(row.id, len(row.people))]), Step(SIT, rows)]


def creation(row: TableRow, entries: Sequence[str], secret: bytes) -> Write:
    """A new table, with its first entries."""
    fixed = (row.id, row.game, row.status, int(row.public), row.created, row.changed, row.summary)
    exists = Conflict(f"there is a table {row.id} already")
    steps = [
        Step(CREATE, [(*fixed, secret.hex(), len(entries))], taken=exists),
        Step(ENTER, numbered(row.id, 0, entries)),
        *seating(row),
    ]
    return Write(steps, (row.id, len(entries)))


def refused(table_id: str, number: int) -> Conflict:
    """The refusal of an append."""
    return Conflict(f"{number} is not the next entry of table {table_id}")


def append(
    table_id: str, number: int, entries: Sequence[str], row: TableRow | None, moved: bool = True
) -> Append:
    """More entries for a table, and its row as it is then; most of them move nobody."""
    no, texts = refused(table_id, number), tuple(entries)
    sitting = seating(row) if row and moved else []
    steps = [
        Step(ADVANCE, [(table_id, number, len(texts), *changing(row))], missing=no),
        Step(ENTER, numbered(table_id, number, texts), taken=no),
        *sitting,
    ]
    return Append(steps, (table_id, number + len(texts)), "", table_id, number, texts, row, sitting)
