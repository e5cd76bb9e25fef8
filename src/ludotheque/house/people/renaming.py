"""A new name of a person, at the tables where they sit."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from ludotheque.house.table import log_append
from ludotheque.house.table.entries import AnyEntry, Renamed
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.store import Person, Store
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
MAX_TABLES: Final = 50  # the newest ones; at others the name changes when the person comes back


async def show_new_name(store: Store, person: Person) -> None:
    """Write a person's name into the logs of the tables that are not finished."""
    statuses = ("waiting", "playing")
    for row in await store.tables_of_person(person.id, statuses=statuses, limit=MAX_TABLES):
        try:
            await log_append.append(store, row.id, lambda room: renamed_entries(room, person))
        except Exception:  # a table that can't be read keeps the old name
            log.warning("table %s keeps an old name", row.id, exc_info=True)


def renamed_entries(room: Room, person: Person) -> list[AnyEntry]:
    """The entry that gives a person their name at a table; none if they have it already."""
    names = [chair.name for chair in room.chairs if chair.person == person.id]
    if not person.name or room.is_finished() or names in ([], [person.name]):
        return []
    return [Renamed(at=now_ms(), person=person.id, name=person.name)]
