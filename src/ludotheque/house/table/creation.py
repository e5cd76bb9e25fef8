"""Setting up a table: a new one, or the rematch of another."""

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
from ludotheque.house.table.moves import Step
from ludotheque.house.table.room import Room
from ludotheque.house.timestamps import now_ms


class TableSettings(msgspec.Struct, frozen=True):
    """What the host of a table chooses."""

    game: str
    options: Mapping[str, object] = {}
    seats: Sequence[SeatPlan] = ()
    public: bool = False
    time_control: TimeControl = TimeControl()
    hints: bool = True


def new_table_id() -> str:
    """An id for a table, which nobody can guess."""
    return secrets.token_urlsafe(9)


def created_entry(wanted: TableSettings, host: str, seed: bytes) -> Created:
    """The first entry of a new table; refuses settings that make no sense."""
    try:
        game = find(wanted.game)
        options = game.resolve_options(wanted.options)
    except GameError as error:
        raise Refused(error.code, str(error)) from None
    players = game.new(options).seats()
    seats = [*wanted.seats, *[SeatPlan()] * players][:players]
    for plan in seats:
        if plan.bot and current_bot_name(plan.bot) not in bots_of(game):
            raise Refused("unknown-bot", f"there is no bot {plan.bot!r} for {wanted.game}")
    check_time_control(wanted.time_control, game)
    return Created(
        at=now_ms(),
        table=new_table_id(),
        game=wanted.game,
        options=options,
        seats=seats,
        public=wanted.public,
        host=host,
        time_control=wanted.time_control,
        commitment=commitment(seed),
        hints=wanted.hints,
        rules=game.rules_version,
    )


# rematches


def rematch_log(room: Room, host: str, seed: bytes) -> list[AnyEntry]:
    """The first entries of a rematch: everybody one seat further, where a seat is reserved."""
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
    )
    reserved = [
        Reserved(at=first.at, seat=seat, person=chair.person, name=chair.name)
        for seat, chair in enumerate(chairs)
        if chair.person and chair.name != ERASED_NAME
    ]
    return [first, *reserved]


def join_rematch(room: Room, caller: Caller, at: int) -> list[Step]:
    """Sit down for a rematch: at the seat reserved for the person, else at a free one."""
    person = caller.person
    if room.seat_of(person) is not None:
        return []
    seat = room.reserved_seat(person)
    if seat is None:
        seat = next((free for free, chair in enumerate(room.chairs) if chair == Chair()), 0)
    check_may_sit(room, person, seat)
    return [Sat(at=at, seat=seat, person=person, name=caller.name, program=caller.program)]
