"""Creating a table: a new one, or the rematch of another."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

import msgspec

from ludotheque.bots import bots_of
from ludotheque.core.bot import current_bot_name
from ludotheque.core.errors import GameError
from ludotheque.core.registry import find
from ludotheque.core.seal import commitment
from ludotheque.house.refusals import Refused
from ludotheque.house.table.chairs import Chair
from ludotheque.house.table.clocks import TimeControl, check_time_control
from ludotheque.house.table.deeds import Caller, check_may_sit
from ludotheque.house.table.entries import (
    ERASED_NAME,
    AnyEntry,
    Created,
    Reserved,
    Sat,
    SeatPlan,
)
from ludotheque.house.table.moves import PlannedStep
from ludotheque.house.table.room import Room
from ludotheque.house.timestamps import now_ms


class TableSettings(msgspec.Struct, frozen=True):
    """What the host chooses for a new table; missing seats are for people."""

    game: str
    options: Mapping[str, object] = {}
    seats: Sequence[SeatPlan] = ()
    public: bool = False
    time_control: TimeControl = TimeControl()
    hints: bool = True
    free_takebacks: bool = False
    open_seats: bool = False
    circle: str = ""


def new_table_id() -> str:
    """A random id for a table: whoever knows it may watch."""
    return secrets.token_urlsafe(9)


def created_entry(settings: TableSettings, host: str, seed: bytes) -> Created:
    """The first entry of a new table; refuses settings that are invalid."""
    try:
        game = find(settings.game)
        options = game.resolve_options(settings.options)
    except GameError as error:
        raise Refused(error.code, str(error)) from None
    players = game.new(options).seats()
    seats = [*settings.seats, *[SeatPlan()] * players][:players]
    for plan in seats:
        if plan.bot and current_bot_name(plan.bot) not in bots_of(game):
            raise Refused("unknown-bot", f"there is no bot {plan.bot!r} for {settings.game}")
    check_time_control(settings.time_control, game)
    return Created(
        at=now_ms(),
        table=new_table_id(),
        game=settings.game,
        options=options,
        seats=seats,
        public=settings.public,
        host=host,
        time_control=settings.time_control,
        commitment=commitment(seed),
        hints=settings.hints,
        free_takebacks=settings.free_takebacks,
        open_seats=settings.open_seats,
        circle=settings.circle,
        rules=game.rules_version,
    )


# rematches


def rematch_log(room: Room, host: str, seed: bytes) -> list[AnyEntry]:
    """The first entries of a rematch: everybody's reserved seat is the one after the old."""
    chairs = [*room.chairs[-1:], *room.chairs[:-1]]
    first: Created = msgspec.structs.replace(
        room.created,
        at=now_ms(),
        table=new_table_id(),
        seats=[SeatPlan("" if chair.person else chair.bot) for chair in chairs],
        host=host,
        time_control=room.time_control,
        commitment=commitment(seed),
        previous=room.created.table,
        options=room.options,
        rules=room.game.rules_version,
        position="",
    )
    reserved = [
        Reserved(at=first.at, seat=seat, person=chair.person, name=chair.name)
        for seat, chair in enumerate(chairs)
        if chair.person and chair.name != ERASED_NAME
    ]
    return [first, *reserved]


def join_rematch(room: Room, caller: Caller, at: int) -> list[PlannedStep]:
    """Sit down for a rematch: at the reserved seat, or without one at a free seat."""
    person = caller.person
    if room.seat_of(person) is not None:
        return []
    seat = room.reserved_seat(person)
    if seat is None:
        free = (index for index, chair in enumerate(room.chairs) if chair == Chair())
        seat = next(free, 0)  # if none is free, the check refuses seat 0
    check_may_sit(room, caller, seat)
    return [Sat(at=at, seat=seat, person=person, name=caller.name, program=caller.program)]
