"""Erasing a person: their name and messages are removed from all tables; the games stay."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.house.table import log_append
from ludotheque.house.table.deeds import substitute_bot
from ludotheque.house.table.entries import (
    AnyEntry,
    Erased,
    Rose,
    decode_entry,
    encode_entry,
    without_person,
)
from ludotheque.house.table.restore import BrokenLog
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.store import Store
    from ludotheque.house.table.room import Room


log = logging.getLogger(__name__)
UNREADABLE: Final = "(erased)"  # in place of an entry that can't be read


async def erase(store: Store, person_id: str) -> None:
    """Erase a person; `NotFound` if there is none.

    The tables come first, so that an interrupted erasure can be repeated; then once more, for what
    the person wrote meanwhile.
    """
    await _erase_from_tables(store, person_id)
    await store.delete_person(person_id)
    await _erase_from_tables(store, person_id)


async def _erase_from_tables(store: Store, person_id: str) -> None:
    changed = [
        (table_id, number, erased)
        for table_id, number, text in await store.entries_of_person(person_id)
        if (erased := _erased(text, person_id)) != text
    ]
    for table_id in dict.fromkeys(table_id for table_id, _, _ in changed):
        try:
            await log_append.append(store, table_id, lambda room: _leave(room, person_id))
        except BrokenLog as error:  # nobody plays there; names and texts are replaced all the same
            log.warning("somebody was erased from a broken table: %s", error)
    if changed:
        await store.replace_entries(changed)


def _erased(text: str, person_id: str) -> str:
    try:
        entry = decode_entry(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return UNREADABLE  # as it was before, but it names nobody
    is_theirs = getattr(entry, "person", "") == person_id
    return encode_entry(without_person(entry)) if is_theirs else text


def _leave(room: Room, person_id: str) -> list[AnyEntry]:
    """Leave the seat to a bot unless the table is finished, whose ``changed`` stays the same."""
    seat = room.seat_of(person_id)
    erased = Erased(at=room.changed, person=person_id)
    if seat is None or room.is_finished() or room.chairs[seat].away:
        return [erased]
    return [Rose(at=now_ms(), seat=seat, bot=substitute_bot(room)), erased]
