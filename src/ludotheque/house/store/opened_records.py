"""Records that somebody opened in the page, in the store for a short time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.house.store.writes import Statement, Write

if TYPE_CHECKING:
    from ludotheque.house.store.contract import Store


async def add_record(store: Store, record_id: str, text: str, expires: int, keep: int) -> None:
    """Store a record until a time; of all that are stored the last ``keep`` to expire stay."""
    insert = "INSERT INTO opened_records (id, record, expires) VALUES ($1, $2, $3)"
    surplus = """DELETE FROM opened_records WHERE id NOT IN (
        SELECT id FROM opened_records ORDER BY expires DESC, id LIMIT $1)"""
    statements = [
        Statement(insert, [(record_id, text, expires)]),
        Statement(surplus, [(keep,)]),
    ]
    await store.write(Write(statements))


async def opened_record(store: Store, record_id: str, at: int) -> str:
    """A record that has not expired at a time; "" if there is none."""
    sql = "SELECT record FROM opened_records WHERE id = $1 AND expires > $2"
    rows = await store.rows(sql, record_id, at)
    return str(rows[0][0]) if rows else ""
