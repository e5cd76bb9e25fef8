"""Playing again: the table of a rematch, and the seats that are kept there."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from ludotheque.house.table.entries import NOBODY, AnyEntry, Created, Kept, SeatPlan
from ludotheque.house.table.live import now

if TYPE_CHECKING:
    from ludotheque.house.table.room import Room


def new_name() -> str:
    """A name for a table, which nobody guesses."""
    return secrets.token_urlsafe(9)


def rematch_of(room: Room, host: str, promised: str) -> list[AnyEntry]:
    """The same table again, everybody one seat further, where a seat is kept for each."""
    chairs = [*room.chairs[-1:], *room.chairs[:-1]]
    created: Created = msgspec.structs.replace(
        room.created,
        at=now(),
        table=new_name(),
        seats=[SeatPlan("" if chair.person else chair.bot) for chair in chairs],
        host=host,
        pace=room.pace,
        commitment=promised,
        previous=room.created.table,
        options=room.options,
        rules=room.game.rules_version,
    )
    kept = [
        Kept(at=created.at, seat=seat, person=chair.person, name=chair.name)
        for seat, chair in enumerate(chairs)
        if chair.person and chair.name != NOBODY  # who was forgotten can't come
    ]
    return [created, *kept]
