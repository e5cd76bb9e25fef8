"""The turns of a room: the people it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.state import LUCK
from ludotheque.house.store import Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.house.store.turns import Called
    from ludotheque.house.table.chairs import Chair
    from ludotheque.house.table.room import Room


def turns_of(room: Room) -> list[Turn]:
    """The people a game waits for, except those for whom a bot or a program plays."""
    if room.status != "playing":
        return []
    return [
        Turn(chair.person, chair.decision, room.changed, room.clocks.seat_deadline(int(seat)))
        for seat in room.started_table().state.awaited()
        if seat != LUCK and _is_told(chair := room.chairs[int(seat)])
    ]


def _is_told(chair: Chair) -> bool:
    return bool(chair.person) and not chair.bot and not chair.program


def called_turns(called: Called, room: Room, gone: Sequence[str] = ()) -> list[Turn] | None:
    """The turns to write with a change of a room; none if nobody there is to be told.

    ``gone`` are people who may have had a turn there, and have left.
    """
    table_id = room.created.table
    if not called.concern(table_id, (*room.people(), *gone)):
        return None
    return called.among(table_id, turns_of(room))
