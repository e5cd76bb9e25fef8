"""Damaged rows of a database: one table whose rows are not what a house writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from house.stores import dialect, execute

from ludotheque.house.store import Store
from ludotheque.house.store.packing import PACKED_PREFIX

Damage: TypeAlias = Callable[[str, list[str]], list[str]]  # a table and its log: statements of SQL


def quoted(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def entry_is(table: str, number: int, text: str) -> str:
    """The statement that replaces an entry."""
    return (
        f"UPDATE entries SET entry = {quoted(text)}"  # noqa: S608 - of a test
        f" WHERE table_id = {quoted(table)} AND number = {number}"
    )


def column_is(table: str, column: str, text: str) -> str:
    """The statement that replaces a column of the table's row."""
    return f"UPDATE tables SET {column} = {quoted(text)} WHERE id = {quoted(table)}"  # noqa: S608


def changed(log: list[str], number: int, **fields: object) -> str:
    """An entry with other values; None removes a field."""
    entry: dict[str, Any] = {**json.loads(log[number]), **fields}
    return json.dumps({name: value for name, value in entry.items() if value is not None})


def cut_in_half(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, log[-1][: len(log[-1]) // 2])]


def of_unknown_kind(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, changed(log, -1, kind="teleported"))]


def with_a_field_missing(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, changed(log, -1, who=None))]


def with_a_seat_that_is_not_there(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, 1, changed(log, 1, seat=7))]


def with_a_seat_below_0(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, 1, changed(log, 1, seat=-2))]


def moved_by_nobody(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, changed(log, -1, who=9))]


def of_a_game_not_installed(table: str, log: list[str]) -> list[str]:
    first = changed(log, 0, game="go", rules=1)
    return [entry_is(table, 0, first), column_is(table, "game", "go")]


def with_an_illegal_move(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, changed(log, -1, text="pass pass"))]


def out_of_order(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, 3, log[-1]), entry_is(table, len(log) - 1, log[3])]


def with_a_number_missing(table: str, _log: list[str]) -> list[str]:
    return [f"DELETE FROM entries WHERE table_id = {quoted(table)} AND number = 2"]  # noqa: S608


def with_the_last_missing(table: str, log: list[str]) -> list[str]:
    where = f"table_id = {quoted(table)} AND number = {len(log) - 1}"
    return [f"DELETE FROM entries WHERE {where}"]  # noqa: S608


def empty(table: str, _log: list[str]) -> list[str]:
    return [f"DELETE FROM entries WHERE table_id = {quoted(table)}"]  # noqa: S608


def counted_too_low(table: str, log: list[str]) -> list[str]:
    return [f"UPDATE tables SET next = {len(log) - 1} WHERE id = {quoted(table)}"]  # noqa: S608


def compressed_badly(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, f"{PACKED_PREFIX}AAAA")]


def nested_deeply(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, "[" * 100_000)]


def at_no_time(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, changed(log, -1, at=10**30))]


def of_another_table(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, 0, changed(log, 0, table="another"))]


def with_another_seed(table: str, _log: list[str]) -> list[str]:
    return [column_is(table, "secret", "00" * 32)]


def without_a_seed(table: str, _log: list[str]) -> list[str]:
    return [column_is(table, "secret", "no hex")]


def with_fewer_seats(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, 0, changed(log, 0, seats=[]))]


def with_a_strange_clock(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, 0, changed(log, 0, pace={"mode": "sand", "seconds": -5}))]


def started_twice(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, log[3])]


def ended_too_soon(table: str, log: list[str]) -> list[str]:
    return [entry_is(table, len(log) - 1, '{"kind":"ended","at":5,"seed":"00"}')]


def taken_back_too_far(table: str, log: list[str]) -> list[str]:
    text = '{"kind":"asked","at":5,"seat":0,"what":"takeback","events":-3}'
    return [entry_is(table, len(log) - 1, text)]


def not_utf8(table: str, log: list[str]) -> list[str]:
    """In a file of SQLite only; PostgreSQL refuses it."""
    data = log[-1][:-3].encode() + b"\xc3"
    return [
        f"UPDATE entries SET entry = CAST(x'{data.hex()}' AS TEXT)"  # noqa: S608
        f" WHERE table_id = {quoted(table)} AND number = {len(log) - 1}"
    ]


LOG_DAMAGES: Final[tuple[Damage, ...]] = (
    cut_in_half,
    of_unknown_kind,
    with_a_field_missing,
    with_a_seat_that_is_not_there,
    with_a_seat_below_0,
    moved_by_nobody,
    of_a_game_not_installed,
    with_an_illegal_move,
    out_of_order,
    with_a_number_missing,
    with_the_last_missing,
    empty,
    counted_too_low,
    compressed_badly,
    nested_deeply,
    at_no_time,
    of_another_table,
    with_another_seed,
    without_a_seed,
    with_fewer_seats,
    with_a_strange_clock,
    started_twice,
    ended_too_soon,
    taken_back_too_far,
    not_utf8,
)


def with_a_broken_summary(table: str, _log: list[str]) -> list[str]:
    return [column_is(table, "summary", '{"options":')]


def with_an_empty_summary(table: str, _log: list[str]) -> list[str]:
    return [column_is(table, "summary", "{}")]


def with_a_text_for_a_time(table: str, _log: list[str]) -> list[str]:
    """In a file of SQLite only, which keeps anything in any column."""
    return [column_is(table, "changed", "yesterday")]


ROW_DAMAGES: Final[tuple[Damage, ...]] = (
    with_a_broken_summary,
    with_an_empty_summary,
    with_a_text_for_a_time,
)
SQLITE_ONLY: Final = {not_utf8, with_a_text_for_a_time}


async def damage_table(
    place: str, store: Store, table: str, damage: Damage
) -> list[tuple[Any, ...]]:
    """Damage the rows of a table; returns its rows of entries as they are then."""
    statements = damage(table, await store.read(table))
    await execute(place, *statements)
    return await entry_rows(store, table)


async def entry_rows(store: Store, table: str) -> list[tuple[Any, ...]]:
    """The rows of a log, as they are stored."""
    sql = "SELECT number, entry FROM entries WHERE table_id = $1 ORDER BY number"
    return [*await store.rows(sql, table)]


def possible(place: str, damage: Damage) -> bool:
    """Whether a database of this kind can be damaged so."""
    return dialect(place) == "sqlite" or damage not in SQLITE_ONLY
