"""Forgetting somebody: no name and no word of theirs stays at a table; the games stay whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.house.table import offline_append
from ludotheque.house.table.entries import AnyEntry, Forgotten, Rose, nameless, read, write
from ludotheque.house.table.live import now
from ludotheque.house.table.lobby import stand_in

if TYPE_CHECKING:
    from ludotheque.house.store import Store
    from ludotheque.house.table.room import Room


async def forget(store: Store, person_id: str) -> None:
    """Forget a person; `Unknown` if there is none.

    The tables come first: whoever is interrupted still can ask for the rest. Then once more, for
    what was written meanwhile by who had not gone yet.
    """
    await _leave_tables(store, person_id)
    await store.delete_person(person_id)
    await _leave_tables(store, person_id)


async def _leave_tables(store: Store, person_id: str) -> None:
    found = [
        (table_id, number, without)
        for table_id, number, text in await store.mentions(person_id)
        if (without := _without(text, person_id)) != text
    ]
    for table_id in dict.fromkeys(table_id for table_id, _, _ in found):
        await offline_append.add(store, table_id, lambda room: _goodbye(room, person_id))
    if found:
        await store.rewrite(found)


def _without(text: str, person_id: str) -> str:
    entry = read(text)
    return write(nameless(entry)) if getattr(entry, "person", "") == person_id else text


def _goodbye(room: Room, person_id: str) -> list[AnyEntry]:
    """Leave one's seat to a bot while a game needs it, then be nobody; old tables stay old."""
    seat = room.seat_of(person_id)
    gone = Forgotten(at=room.changed, person=person_id)
    if seat is None or room.status in {"over", "closed"} or room.chairs[seat].away:
        return [gone]
    return [Rose(at=now(), seat=seat, bot=stand_in(room)), gone]
