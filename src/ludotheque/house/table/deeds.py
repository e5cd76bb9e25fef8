"""What may be done at a table: each deed is a pure function of the room.

A deed refuses what can't be done now, or returns the steps that do it; none if nothing changes.
`DEEDS` says which deed answers which ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from ludotheque.bots import bots_of
from ludotheque.core.bot import current_bot_name
from ludotheque.core.reveal import reveals_to_anybody
from ludotheque.core.seal import is_nonce
from ludotheque.house.refusals import Refused
from ludotheque.house.table.asks import (
    Answer,
    Ask,
    ChangePace,
    Engage,
    Free,
    Hurry,
    Mute,
    Play,
    Resign,
    Rise,
    Say,
    Sit,
    Start,
    Takeback,
)
from ludotheque.house.table.chairs import Chair
from ludotheque.house.table.chat import clean_message
from ludotheque.house.table.clocks import check_time_control
from ludotheque.house.table.entries import (
    Answered,
    AnyEntry,
    Asked,
    Closed,
    Engaged,
    Freed,
    Hurried,
    Muted,
    Resigned,
    Rose,
    Said,
    Sat,
    Started,
)
from ludotheque.house.table.moves import JudgedMove, Step, judge
from ludotheque.house.table.room import Room


class Caller(msgspec.Struct, frozen=True):
    """The person who asks, by id; "" without a token."""

    person: str
    name: str = ""
    program: bool = False  # whether a program plays for them


# before the start


def sit(room: Room, caller: Caller, ask: Sit, at: int) -> list[Step]:
    """Take a seat, or come back to one's own."""
    if not is_nonce(ask.nonce):
        raise Refused("bad-nonce", "a nonce is at most 64 printable ASCII characters")
    person, seat = caller.person, ask.seat
    check_may_sit(room, person, seat)
    chair = room.chairs[seat]
    if chair.person == person and not chair.away and room.status == "playing":
        raise Refused("already-seated", f"you sit at seat {seat}")
    program = caller.program or (chair.program and chair.person == person)
    return [
        Sat(at=at, seat=seat, person=person, name=caller.name, program=program, nonce=ask.nonce)
    ]


def rise(room: Room, caller: Caller, ask: Rise, at: int) -> list[Step]:
    """Leave; during the game a bot holds the seat until its person is back.

    Whoever has a seat reserved and does not sit there gives the reservation up.
    """
    del ask
    reserved = room.reserved_seat(caller.person)
    if reserved is not None:
        return [Freed(at=at, seat=reserved)]
    seat = seat_of(room, caller.person)
    _check_not_over(room)
    if room.chairs[seat].away:
        raise Refused("away", "you have left already")
    return [Rose(at=at, seat=seat, bot=substitute_bot(room))]


def engage(room: Room, caller: Caller, ask: Engage, at: int) -> list[Step]:
    """Give a free seat to a bot."""
    if current_bot_name(ask.bot) not in bots_of(room.game):
        raise Refused("unknown-bot", f"there is no bot {ask.bot!r} for this game")
    _check_may_arrange(room, caller)
    chair = _chair(room, ask.seat)
    if chair.person or chair.bot:
        raise Refused("seat-taken", f"seat {ask.seat} is taken")
    if chair.reserved_for:
        raise Refused("seat-kept", f"seat {ask.seat} is reserved for somebody")
    return [Engaged(at=at, seat=ask.seat, bot=ask.bot)]


def free(room: Room, caller: Caller, ask: Free, at: int) -> list[Step]:
    """Send a bot away, or end the reservation of a seat; a person can't be sent away."""
    _check_may_arrange(room, caller)
    chair = _chair(room, ask.seat)
    if chair.person:
        raise Refused("seat-taken", f"somebody sits at seat {ask.seat}")
    return [Freed(at=at, seat=ask.seat)] if chair.bot or chair.reserved_for else []


def start(room: Room, caller: Caller, ask: Start, at: int) -> list[Step]:
    """Begin the game, with all luck before the first move."""
    del ask
    _check_may_arrange(room, caller)
    if any(not chair.person and not chair.bot for chair in room.chairs):
        raise Refused("seats-free", "not all seats are taken")
    return [Started(at=at)]


# the game


def play(room: Room, caller: Caller, ask: Play, at: int) -> list[Step]:
    """Answer a decision with a move."""
    seat = room.seat_of(caller.person)
    if seat is None:
        raise Refused("not-your-seat", "you don't sit at this table")
    if room.status != "playing":
        raise Refused("not-playing", "no game is being played here")
    chair = room.chairs[seat]
    if chair.away:
        raise Refused("away", "a bot plays for you now")
    present = chair.decision
    if ask.decision != present and (present >= 0 or ask.decision <= chair.last_decision):
        raise Refused("stale-decision", "this question was answered already")
    return [JudgedMove(at, seat, judge(room, seat, ask.text))]


def resign(room: Room, caller: Caller, ask: Resign, at: int) -> list[Step]:
    """Give up; a bot plays on for the seat."""
    del ask
    seat = seat_of(room, caller.person)
    if room.status != "playing" or room.chairs[seat].resigned:
        raise Refused("not-playing", "you are not playing here")
    return [Resigned(at=at, seat=seat, bot=substitute_bot(room))]


def hurry(room: Room, caller: Caller, ask: Hurry, at: int) -> list[Step]:
    """Have the bots move without a pause from now on, or with one again."""
    seat = _present_seat_of(room, caller.person)
    _check_not_over(room)
    return [] if room.hurry == ask.on else [Hurried(at=at, seat=seat, on=ask.on)]


# the chat


def say(room: Room, caller: Caller, ask: Say, at: int) -> list[Step]:
    """Send a chat message: text, or a phrase."""
    _check_token(caller.person)
    text, seat = clean_message(ask.text, ask.phrase), room.seat_of(caller.person)
    return [
        Said(
            at=at,
            person=caller.person,
            name=caller.name,
            text=text,
            phrase=ask.phrase,
            seat=-1 if seat is None else seat,
        )
    ]


def mute(room: Room, caller: Caller, ask: Mute, at: int) -> list[Step]:
    """Mute the person at a seat, or end that; -1 stands for all spectators."""
    _check_token(caller.person)
    other = "" if ask.seat == -1 else _chair(room, ask.seat).person
    if ask.seat >= 0 and other in {"", caller.person}:
        raise Refused("nobody-to-mute", "a bot, nobody or you yourself sit there")
    if ((caller.person, other) in room.muted) == ask.on:
        return []
    return [Muted(at=at, person=caller.person, other=other, on=ask.on)]


# requests


def ask_takeback(room: Room, caller: Caller, ask: Takeback, at: int) -> list[Step]:
    """Ask all others to take one's last move back, if it revealed nothing."""
    del ask
    seat = _check_may_request(room, caller)
    events = events_before_last_move(room, seat)
    return _request(room, Asked(at=at, seat=seat, what="takeback", events=events))


def ask_time_control(room: Room, caller: Caller, ask: ChangePace, at: int) -> list[Step]:
    """Ask all others for another time control."""
    check_time_control(ask.pace, room.game)
    seat = _check_may_request(room, caller)
    return _request(room, Asked(at=at, seat=seat, what="pace", time_control=ask.pace))


def answer(room: Room, caller: Caller, ask: Answer, at: int) -> list[Step]:
    """Agree to a request, or refuse it."""
    seat = _present_seat_of(room, caller.person)
    if room.request is None:
        raise Refused("nothing-asked", "nothing is being asked")
    return [Answered(at=at, seat=seat, yes=ask.yes)]


def _check_may_request(room: Room, caller: Caller) -> int:
    if room.status != "playing":
        raise Refused("not-playing", "no game is being played here")
    seat = _present_seat_of(room, caller.person)
    if room.request is not None:
        raise Refused("asked-already", "something else is being asked")
    return seat


def _request(room: Room, asked: Asked) -> list[Step]:
    if room.voters() == [asked.seat]:  # bots agree to everything
        return [asked, Answered(at=asked.at, seat=asked.seat, yes=True)]
    return [asked]


def events_before_last_move(room: Room, seat: int) -> int:
    """How many events stay if a seat takes its last move back; refuses if it revealed anything.

    That is decided by what everybody may know: neither answer gives a secret away.
    """
    table = room.playing()
    own = [number for number, event in enumerate(table.events) if event.who == seat]
    if not own:
        raise Refused("nothing-to-take-back", "you have not moved yet")
    if reveals_to_anybody(table, own[-1]):
        raise Refused("revealed", "something was revealed since")
    return own[-1]


# not asked for at the table


def close(room: Room, reason: str, at: int) -> list[AnyEntry]:
    """End a table before the end of its game."""
    if room.status in {"over", "closed"}:
        raise Refused("table-over", f"table {room.created.table} is {room.status} already")
    return [Closed(at=at, reason=reason)]


def substitute_bot(room: Room) -> str:
    """The bot that holds a seat whose person left: of middling strength, and quick."""
    bots = [*room.game.levels] or [*bots_of(room.game)]
    return bots[len(bots) // 2]


# checks


def check_may_sit(room: Room, person: str, seat: int) -> None:
    """Refuse a seat that is not free for a person, and anybody without a token."""
    _check_token(person)
    own, chair = room.seat_of(person), _chair(room, seat)
    _check_not_over(room)
    if own is not None and own != seat:
        raise Refused("already-seated", f"you sit at seat {own}")
    if chair.resigned:
        raise Refused("resigned", "this seat has resigned")
    if chair.person not in {"", person} or (chair.bot and chair.person != person):
        raise Refused("seat-taken", f"seat {seat} is taken")
    if chair.reserved_for not in {"", person}:
        raise Refused("seat-kept", f"seat {seat} is reserved for somebody")
    if room.status == "playing" and chair.person != person:
        raise Refused("game-running", "the game has begun")


def seat_of(room: Room, person: str) -> int:
    """Where a person sits; refuses a person who has no seat."""
    seat = room.seat_of(person)
    if seat is None:
        raise Refused("not-seated", "you don't sit at this table")
    return seat


def _present_seat_of(room: Room, person: str) -> int:
    seat = seat_of(room, person)
    if room.chairs[seat].away:
        raise Refused("away", "a bot plays for you now")
    return seat


def _chair(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise Refused("no-such-seat", f"there is no seat {seat}")
    return room.chairs[seat]


def _check_token(person: str) -> None:
    """Refuse anybody without a token: they may watch, and nothing else."""
    if not person:
        raise Refused("no-token", "say who you are first: POST /api/guest")


def _check_may_arrange(room: Room, caller: Caller) -> None:
    """Refuse everybody but the host, and the host too once the game has begun."""
    if room.status != "waiting":
        raise Refused("game-running", "the game has begun")
    if caller.person != room.created.host:
        raise Refused("not-host", "only the person who set the table up may do that")


def _check_not_over(room: Room) -> None:
    if room.status in {"over", "closed"}:
        raise Refused("table-over", "this table is over")


Deed: TypeAlias = Callable[[Room, Caller, Any, int], list[Step]]  # the third is the ask
DEEDS: Final[Mapping[type[Ask], Deed]] = {
    Sit: sit,
    Rise: rise,
    Engage: engage,
    Free: free,
    Start: start,
    Play: play,
    Resign: resign,
    Hurry: hurry,
    Say: say,
    Mute: mute,
    Takeback: ask_takeback,
    ChangePace: ask_time_control,
    Answer: answer,
}
