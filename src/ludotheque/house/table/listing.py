"""Lists of tables: a table as a list shows it, and the pages of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.house.refusals import Refused
from ludotheque.house.store import TableCursor
from ludotheque.house.table.summary import NO_SUMMARY, Summary, summary_of

if TYPE_CHECKING:
    from ludotheque.house.store import TableRow

PAGE_SIZE: Final = 50
MAX_CURSOR_TIME_DIGITS: Final = 18  # such a number fits into a column of the database


class ListedTable(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    status: str
    created: int
    changed: int
    summary: Summary
    you: int = -1  # in a list of one's own tables: one's seat


class TablePage(msgspec.Struct, frozen=True):
    """Tables of a list, the newest first, and the cursor of the following ones."""

    tables: list[ListedTable]
    next: str  # for ?before=; "" at the end of the list


def listed(row: TableRow, person: str = "") -> ListedTable:
    """A table in a list, with the seat of the person who asks; -1 if they have none.

    One whose row is broken has an empty summary.
    """
    summary = summary_of(row) or NO_SUMMARY
    seats = dict(zip(row.people, summary.person_seats, strict=False))  # old rows have no seats
    return ListedTable(
        table=row.id,
        game=row.game,
        status=row.status,
        created=row.created,
        changed=row.changed,
        summary=summary,
        you=seats.get(person, -1),
    )


def page_of(rows: Sequence[TableRow], person: str = "") -> TablePage:
    """A page of a list, from one more row than it shows if there are that many.

    Only the tables of a person include those whose row is broken.
    """
    shown = rows[:PAGE_SIZE]
    following = cursor_text(shown[-1]) if len(rows) > PAGE_SIZE else ""
    tables = [listed(row, person) for row in shown]
    return TablePage([one for one in tables if person or one.summary is not NO_SUMMARY], following)


def cursor_text(row: TableRow) -> str:
    """The cursor of the tables after a row."""
    return f"{row.created}.{row.id}"


def cursor_of(text: str) -> TableCursor | None:
    """The cursor that a text stands for; none for an empty one, and refuses any other."""
    if not text:
        return None
    created, _, table_id = text.partition(".")
    is_time = created.isascii() and created.isdecimal() and len(created) <= MAX_CURSOR_TIME_DIGITS
    if not is_time or not table_id:
        raise Refused("bad-cursor", "before must be the next of a page")
    return TableCursor(int(created), table_id)
