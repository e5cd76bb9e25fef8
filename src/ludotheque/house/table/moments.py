"""Moments: what a table was like after each entry, for those who show one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from ludotheque.core.state import State
    from ludotheque.core.table import Event
    from ludotheque.house.table.entries import AnyEntry


class Moment(msgspec.Struct):
    """A table after one public entry of its log."""

    number: int  # `Room.public_number` after it
    entry: AnyEntry
    event: Event | None = None  # of the game, if the entry is one
    index: int = -1  # of the event
    state: State | None = None  # of the game, once the next entry is applied; before, the room's
    rewound: int = -1  # after a takeback: how many events remain
