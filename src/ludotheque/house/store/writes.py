"""Writes as data: statements, and which error it is when one of them changes nothing.

Being data, a write can be executed by a thread or by a coroutine, alone or among others in one
transaction. The statements work in SQLite and PostgreSQL alike; parameters are $1, $2...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from ludotheque.house.store.rows import Conflict, StoreError, TableRow

Value: TypeAlias = str | int | None
Values: TypeAlias = tuple[Value, ...]

INSERT_TABLE: Final = """INSERT INTO tables
    (id, game, status, public, created, changed, summary, secret, next)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"""
ADVANCE_TABLE: Final = """UPDATE tables SET next = next + $3,
    status = COALESCE($4, status), public = COALESCE($5, public),
    changed = COALESCE($6, changed), summary = COALESCE($7, summary)
    WHERE id = $1 AND next = $2"""
INSERT_ENTRY: Final = "INSERT INTO entries (table_id, number, entry) VALUES ($1, $2, $3)"
DELETE_SEATED: Final = "DELETE FROM seated WHERE table_id = $1 AND place >= $2"
UPSERT_SEATED: Final = """INSERT INTO seated (table_id, place, person) VALUES ($1, $2, $3)
    ON CONFLICT (table_id, place) DO UPDATE SET person = excluded.person
    WHERE seated.person <> excluded.person"""


class Step(msgspec.Struct, frozen=True):
    """One statement, executed for each of its rows of values: often one, perhaps none."""

    sql: str
    rows: Sequence[Values]
    missing: StoreError | None = None  # the error if no row of the database was changed
    taken: StoreError | None = None  # the error if something unique exists already


class Write(msgspec.Struct, frozen=True):
    """Steps that are executed together or not at all."""

    steps: Sequence[Step]
    committed: tuple[str, int] | None = None  # a table, and the number of its next entry
    revoked: str = ""  # a person whose sessions may have ended


class Append(Write, frozen=True):
    """Entries for a table. A store may execute many of these at once in its own way."""

    table_id: str = ""
    number: int = 0
    entries: tuple[str, ...] = ()
    row: TableRow | None = None
    people_changed: bool = True  # whether the people of the row differ from those stored


def entry_rows(table_id: str, number: int, entries: Sequence[str]) -> list[Values]:
    """Rows of the database's table `entries`."""
    return [(table_id, number + place, entry) for place, entry in enumerate(entries)]


def mutable_columns(row: TableRow | None) -> Values:
    """The columns of a table's row that may change; all None where there is no row."""
    if row is None:
        return (None, None, None, None)
    return (row.status, int(row.public), row.changed, row.summary)


def seat_steps(row: TableRow) -> list[Step]:
    """The steps that write the people of a row, each at their place."""
    rows: list[Values] = [(row.id, place, person) for place, person in enumerate(row.people)]
    return [Step(DELETE_SEATED, [(row.id, len(row.people))]), Step(UPSERT_SEATED, rows)]


def table_creation(row: TableRow, entries: Sequence[str], secret: bytes) -> Write:
    """A new table, with its first entries."""
    fixed = (row.id, row.game, row.status, int(row.public), row.created, row.changed, row.summary)
    exists = Conflict(f"there is a table {row.id} already")
    steps = [
        Step(INSERT_TABLE, [(*fixed, secret.hex(), len(entries))], taken=exists),
        Step(INSERT_ENTRY, entry_rows(row.id, 0, entries)),
        *seat_steps(row),
    ]
    return Write(steps, (row.id, len(entries)))


def conflict(table_id: str, number: int) -> Conflict:
    """The error of an append that is not the next one."""
    return Conflict(f"{number} is not the next entry of table {table_id}")


def append(
    table_id: str,
    number: int,
    entries: Sequence[str],
    row: TableRow | None,
    people_changed: bool = True,
) -> Append:
    """More entries for a table, and its row after them; most of them change no seat."""
    no, texts = conflict(table_id, number), tuple(entries)
    steps = [
        Step(ADVANCE_TABLE, [(table_id, number, len(texts), *mutable_columns(row))], missing=no),
        Step(INSERT_ENTRY, entry_rows(table_id, number, texts), taken=no),
        *(seat_steps(row) if row and people_changed else []),
    ]
    return Append(
        steps, (table_id, number + len(texts)), "", table_id, number, texts, row, people_changed
    )
