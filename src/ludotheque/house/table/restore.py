"""Restores the room of a table from its log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from ludotheque.core.errors import UnknownGame, UnknownRules
from ludotheque.house.refusals import Refused
from ludotheque.house.table.entries import AnyEntry, Created, decode_entry
from ludotheque.house.table.room import Room

TABLE_ROW: Final = -1  # in place of the number of an entry: the row of the table itself
MAX_REASON_LENGTH: Final = 200


class BrokenLog(Refused):
    """A table can't be read.

    The message is for everybody; the number of the entry and the reason are for the operator, since
    they may tell what is secret. The code is `broken-log`, or that of a game or rules that this
    house does not have.
    """

    def __init__(self, table_id: str, number: int, reason: str, code: str = "broken-log") -> None:
        is_secret = code == "broken-log"
        told = "the operator of the house can mend it" if is_secret else reason
        super().__init__(code, f"table {table_id} can't be read: {told}")
        self.number = number
        self.reason = reason


def restore(entries: Sequence[AnyEntry]) -> Room:
    """The room of a whole log; refuses a log that is broken."""
    first = entries[0]
    table_id = first.table if isinstance(first, Created) else ""
    return _restored(table_id, [partial(_same, entry) for entry in entries])


def restore_stored(table_id: str, texts: Sequence[str]) -> Room:
    """The room of a stored log; refuses a log that is broken, and an empty one."""
    if not texts:
        raise BrokenLog(table_id, 0, "it is missing: the log is empty")
    return _restored(table_id, [partial(decode_entry, text) for text in texts])


def _same(entry: AnyEntry) -> AnyEntry:
    return entry


def _restored(table_id: str, entries: Sequence[Callable[[], AnyEntry]]) -> Room:
    room: Room | None = None
    for number, entry in enumerate(entries):
        try:
            if room is None:
                room = _new_room(table_id, entry())
            else:
                room.fold(entry())
        except (UnknownGame, UnknownRules) as error:
            raise BrokenLog(table_id, number, str(error), error.code) from error
        except Exception as error:  # whatever it holds, other tables go on
            raise broken_log(table_id, number, error) from error
    if room is None:
        raise BrokenLog(table_id, 0, "it is missing: the log is empty")
    return room


def _new_room(table_id: str, first: AnyEntry) -> Room:
    if not isinstance(first, Created):
        raise Refused("broken-log", "a log begins with the creation of its table")
    if first.table != table_id:
        raise Refused("broken-log", f"it is the log of another table, {first.table}")
    return Room(first)


def broken_log(table_id: str, number: int, error: Exception) -> BrokenLog:
    """What is wrong with an entry that could not be read or applied."""
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return BrokenLog(table_id, number, reason[:MAX_REASON_LENGTH])
