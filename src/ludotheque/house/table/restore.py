"""Restores the room of a table from its log."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.errors import GameError, UnknownGame, UnknownRules
from ludotheque.house.refusals import Refused
from ludotheque.house.table.entries import AnyEntry, Created, decode_entry
from ludotheque.house.table.room import Room


def restore(entries: Sequence[AnyEntry]) -> Room:
    """The room of a whole log; refuses a log that is broken."""
    first, *others = entries
    if not isinstance(first, Created):
        raise Refused("broken-log", "a log begins with the creation of its table")
    try:
        room = Room(first)
        for entry in others:
            room.fold(entry)
    except (UnknownGame, UnknownRules) as error:
        raise Refused(error.code, str(error)) from error
    except GameError as error:
        raise Refused("broken-log", f"table {first.table}: {error}") from error
    return room


def restore_stored(table_id: str, texts: Sequence[str]) -> Room:
    """The room of a stored log; refuses an empty one, which no table has."""
    if not texts:
        raise Refused("no-such-table", f"there is no table {table_id}")
    return restore([decode_entry(text) for text in texts])
