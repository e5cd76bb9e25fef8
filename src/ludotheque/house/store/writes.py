"""Writes as data: statements, and which error it is when one of them changes nothing.

Being data, a write can be executed by a thread or by a coroutine, alone or among others in one
transaction. The statements work in SQLite and PostgreSQL alike; parameters are $1, $2...
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from ludotheque.house.store.packing import PERSON_MARK
from ludotheque.house.store.rows import Conflict, StoreError, TableRow, Turn

Value: TypeAlias = str | int | None
Values: TypeAlias = tuple[Value, ...]

INSERT_TABLE: Final = """INSERT INTO tables
    (id, game, status, public, created, changed, summary, secret, next)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"""
ADVANCE_TABLE: Final = """UPDATE tables SET next = next + $3,
    status = $4, public = $5, changed = $6, summary = $7 WHERE id = $1 AND next = $2"""
INSERT_MENTION: Final = "INSERT INTO mentions (person, table_id, number) VALUES ($1, $2, $3)"
INSERT_HOST: Final = "INSERT INTO hosts (table_id, person) VALUES ($1, $2)"
PERSON_PATTERN: Final = re.compile(rf'{PERSON_MARK}([^"]+)"')
HOST_PATTERN: Final = re.compile(r'"host":"([^"]+)"')  # in the first entry of a table
INSERT_ENTRY: Final = "INSERT INTO entries (table_id, number, entry) VALUES ($1, $2, $3)"
DELETE_SEATED: Final = "DELETE FROM seated WHERE table_id = $1 AND place >= $2"
UPSERT_SEATED: Final = """INSERT INTO seated (table_id, place, person) VALUES ($1, $2, $3)
    ON CONFLICT (table_id, place) DO UPDATE SET person = excluded.person
    WHERE seated.person <> excluded.person"""
DELETE_DUE: Final = "DELETE FROM due_tables WHERE table_id = $1"
UPSERT_DUE: Final = """INSERT INTO due_tables (table_id, due, keeper) VALUES ($1, $2, $3)
    ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, keeper = excluded.keeper"""

UPSERT_TURN: Final = """INSERT INTO turns (person, table_id, number, since, deadline, seen, planned)
    VALUES ($1, $2, $3, $4, $5, 0, 0)
    ON CONFLICT (person, table_id) DO UPDATE SET
        number = excluded.number, deadline = excluded.deadline, planned = 0,
        since = CASE WHEN turns.number = excluded.number THEN turns.since ELSE excluded.since END
    WHERE turns.number <> excluded.number OR turns.deadline <> excluded.deadline"""


class Statement(msgspec.Struct, frozen=True):
    """One SQL statement, executed for each of its rows of values: often one, perhaps none."""

    sql: str
    rows: Sequence[Values]
    if_no_row: StoreError | None = None  # the error if no row of the database was changed
    if_duplicate: StoreError | None = None  # the error if something unique exists already


class Write(msgspec.Struct, frozen=True):
    """Statements that are executed together or not at all."""

    statements: Sequence[Statement]
    committed: tuple[str, int] | None = None  # a table, and the number of its next entry
    revoked: str = ""  # a person whose sessions may have ended


class Append(Write, frozen=True, kw_only=True):
    """Entries for a table. A store executes many of these at once in its own way.

    So it has no ``statements``; `statements_of` makes them where it is executed alone.
    """

    row: TableRow
    number: int  # of the first entry
    entries: tuple[str, ...]
    people_changed: bool  # whether the people of the row differ from those stored
    due_changed: bool  # the same of `due`
    keeper: str  # the process that writes
    turns: tuple[Turn, ...] | None  # of the table after it; none: they are not written


def entry_rows(table_id: str, number: int, entries: Sequence[str]) -> list[Values]:
    """Rows of the database's table `entries`."""
    return [(table_id, number + index, entry) for index, entry in enumerate(entries)]


def mention_rows(table_id: str, number: int, entries: Sequence[str]) -> list[Values]:
    """Rows of the database's table `mentions`: which of these entries name a person."""
    rows: list[Values] = []
    for index, entry in enumerate(entries):
        named = PERSON_PATTERN.search(entry) if PERSON_MARK in entry else None
        if named:
            rows.append((named[1], table_id, number + index))
    return rows


def host_rows(table_id: str, entries: Sequence[str]) -> list[Values]:
    """The row of the database's table `hosts` for a new table, if its first entry names one."""
    host = HOST_PATTERN.search(entries[0]) if entries else None
    return [(table_id, host[1])] if host else []


def mutable_columns(row: TableRow) -> Values:
    """The columns of a table's row that may change."""
    return (row.status, int(row.public), row.changed, row.summary)


def seat_rows(row: TableRow) -> list[Values]:
    """Rows of the database's table `seated`."""
    return [(row.id, index, person) for index, person in enumerate(row.people)]


def seat_statements(row: TableRow) -> list[Statement]:
    """The statements that write the people of a row."""
    surplus = Statement(DELETE_SEATED, [(row.id, len(row.people))])
    return [surplus, Statement(UPSERT_SEATED, seat_rows(row))]


def due_statement(row: TableRow, keeper: str) -> Statement:
    """The statement that writes when a table is due."""
    if row.due is None:
        return Statement(DELETE_DUE, [(row.id,)])
    return Statement(UPSERT_DUE, [(row.id, row.due, keeper)])


def due_rows(appends: Sequence[Append]) -> tuple[list[Values], list[str]]:
    """Rows of the database's table `due_tables`, and the ids of tables that have none any more."""
    last = {append.row.id: append for append in appends if append.due_changed}
    due: list[Values] = [
        (table_id, append.row.due, append.keeper)
        for table_id, append in last.items()
        if append.row.due is not None
    ]
    return due, [table_id for table_id, append in last.items() if append.row.due is None]


def turn_statements(table_id: str, turns: Sequence[Turn]) -> list[Statement]:
    """The statements that replace the turns of a table; one that stays the same is not touched."""
    people = [turn.person for turn in turns]
    parameters = ", ".join(f"${position}" for position in range(2, len(people) + 2))
    others = f"AND person NOT IN ({parameters})" if people else ""
    delete = f"DELETE FROM turns WHERE table_id = $1 {others}"  # noqa: S608 - parameters only
    rows = [(turn.person, table_id, turn.number, turn.since, turn.deadline) for turn in turns]
    return [Statement(delete, [(table_id, *people)]), Statement(UPSERT_TURN, rows)]


def table_creation(row: TableRow, entries: Sequence[str], seed: bytes, keeper: str) -> Write:
    """A new table, with its first entries."""
    fixed = (row.id, row.game, row.status, int(row.public), row.created, row.changed, row.summary)
    exists = Conflict(f"there is a table {row.id} already")
    statements = [
        Statement(INSERT_TABLE, [(*fixed, seed.hex(), len(entries))], if_duplicate=exists),
        Statement(INSERT_ENTRY, entry_rows(row.id, 0, entries)),
        Statement(INSERT_MENTION, mention_rows(row.id, 0, entries)),
        Statement(INSERT_HOST, host_rows(row.id, entries)),
        *seat_statements(row),
        due_statement(row, keeper),
    ]
    return Write(statements, (row.id, len(entries)))


def not_the_next(table_id: str, number: int) -> Conflict:
    """The error of an append that is not the next one."""
    return Conflict(f"{number} is not the next entry of table {table_id}")


def append(
    row: TableRow,
    number: int,
    entries: Sequence[str],
    *,
    keeper: str,
    people_changed: bool = True,
    due_changed: bool = True,
    turns: Sequence[Turn] | None = None,
) -> Append:
    """More entries for a table, and its row after them."""
    texts = tuple(entries)
    return Append(
        (),
        (row.id, number + len(texts)),
        row=row,
        number=number,
        entries=texts,
        people_changed=people_changed,
        due_changed=due_changed,
        keeper=keeper,
        turns=None if turns is None else tuple(turns),
    )


def statements_of(write: Write) -> Sequence[Statement]:
    """The statements of a write, those of an append made now."""
    if not isinstance(write, Append):
        return write.statements
    row, number, texts = write.row, write.number, write.entries
    conflict = not_the_next(row.id, number)
    advance = (row.id, number, len(texts), *mutable_columns(row))
    return [
        Statement(ADVANCE_TABLE, [advance], if_no_row=conflict),
        Statement(INSERT_ENTRY, entry_rows(row.id, number, texts), if_duplicate=conflict),
        Statement(INSERT_MENTION, mention_rows(row.id, number, texts)),
        *(seat_statements(row) if write.people_changed else []),
        *([due_statement(row, write.keeper)] if write.due_changed else []),
        *([] if write.turns is None else turn_statements(row.id, write.turns)),
    ]


def notices_forgotten(person_id: str) -> list[Statement]:
    """The statements by which a person has no notices any more."""
    return [
        Statement("DELETE FROM notice_channels WHERE person = $1", [(person_id,)]),  # deliveries go
        Statement("DELETE FROM notice_settings WHERE person = $1", [(person_id,)]),
        Statement("DELETE FROM turns WHERE person = $1", [(person_id,)]),
    ]
