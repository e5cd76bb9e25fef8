"""What an entry of a log must be like to be applied to a room; a house writes no other.

A log may have been damaged, or written by a program that is not a house. Moves are checked by the
rules; this is about everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.errors import BadPosition
from ludotheque.core.position import load_position
from ludotheque.house.refusals import Refused
from ludotheque.house.table.clocks import check_time_control
from ludotheque.house.table.entries import (
    AnyEntry,
    ChoseRated,
    Created,
    Ended,
    Engaged,
    Freed,
    Happened,
    Proposed,
    Reserved,
    Resumed,
    Said,
    Sat,
    Started,
    TookLeave,
)
from ludotheque.house.table.pauses import check_days

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options
    from ludotheque.house.table.room import Room

MAX_TIME_MS: Final = 2**53  # the largest integer that every reader of JSON has


def check_created(created: Created, game: Game, options: Options) -> None:
    """Refuse the first entry of a table that can't be played."""
    _check_time(created)
    seats = game.new_under(created.rules, options).seats()
    if len(created.seats) != seats:
        raise Refused("broken-log", f"it has {len(created.seats)} seats, the game has {seats}")
    check_time_control(created.time_control, game)
    if created.position:
        _check_position(created.position, game, options)


def _check_position(position: str, game: Game, options: Options) -> None:
    try:
        chosen, state = load_position(game, position)
    except BadPosition as error:
        raise Refused("broken-log", f"its position can't be read: {error}") from None
    if chosen != options:
        raise Refused("broken-log", "its position has other options")
    if not state.actors():
        raise Refused("broken-log", "its game was over before it began")


def check_entry(room: Room, entry: AnyEntry) -> None:
    """Refuse an entry that does not fit the room."""
    _check_time(entry)
    seat = getattr(entry, "seat", 0)
    lowest = -1 if isinstance(entry, Said) else 0
    if not lowest <= seat < len(room.chairs):
        raise Refused("broken-log", f"there is no seat {seat}")
    match entry:
        case Reserved() | Engaged() | Freed() | ChoseRated() | Started() if room.table is not None:
            raise Refused("broken-log", "the game has begun already")
        case Happened() if room.status != "playing":
            raise Refused("broken-log", f"the table is {room.status}: nobody can move")
        case Ended() if room.status != "playing" or not room.started_table().over:
            raise Refused("broken-log", "the game is not over")
        case Resumed() if abs(entry.uncounted_ms) > MAX_TIME_MS:
            raise Refused("broken-log", f"{entry.uncounted_ms} is not a time")
        case Sat():
            _check_sat(room, entry)
        case TookLeave():
            _check_leave(room, entry)
        case Proposed():
            _check_proposed(room, entry)
        case _:
            pass


def _check_time(entry: AnyEntry) -> None:
    if not 0 <= entry.at <= MAX_TIME_MS:
        raise Refused("broken-log", f"{entry.at} is not a time")


def _check_sat(room: Room, entry: Sat) -> None:
    """During a game a person may come back, or take over a seat that is open."""
    is_new = room.table is not None and room.chairs[entry.seat].person != entry.person
    if is_new and entry.seat not in room.open_seats():
        raise Refused("broken-log", f"seat {entry.seat} can't be taken over")
    if is_new and room.held_seats(entry.person) - {entry.seat}:
        raise Refused("broken-log", "a person has played for two seats")


def _check_leave(room: Room, entry: TookLeave) -> None:
    if room.status != "playing" or room.time_control.pauses is None:
        raise Refused("broken-log", "there is no leave here")
    check_days(entry.first, entry.last)


def _check_proposed(room: Room, entry: Proposed) -> None:
    if not 0 <= entry.events <= len(room.started_table().events):
        raise Refused("broken-log", f"there are no {entry.events} events to go back to")
    check_time_control(entry.time_control, room.game)
