"""What may be done at a table: each deed is a pure function of the room.

A deed refuses what is not allowed now, or returns the steps that do it; none if nothing changes.
`DEEDS` maps each ask to its deed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from ludotheque.bots import bots_of
from ludotheque.core.bot import current_bot_name
from ludotheque.core.reveal import reveals_to_anybody
from ludotheque.core.seal import is_nonce
from ludotheque.house.names import looks_like_any
from ludotheque.house.refusals import Refused
from ludotheque.house.table.asks import (
    AddBot,
    Ask,
    ChooseRated,
    FreeSeat,
    Mute,
    Play,
    ProposeTakeback,
    ProposeTimeControl,
    Resign,
    Say,
    SetBotPace,
    Sit,
    StandUp,
    Start,
    TakeLeave,
    Vote,
)
from ludotheque.house.table.chairs import Chair
from ludotheque.house.table.chat import clean_message
from ludotheque.house.table.clocks import check_time_control
from ludotheque.house.table.entries import (
    AnyEntry,
    BotsPaced,
    ChoseRated,
    Closed,
    Engaged,
    Freed,
    Muted,
    Proposed,
    Resigned,
    Rose,
    Said,
    Sat,
    Started,
    TookLeave,
    Voted,
)
from ludotheque.house.table.moves import LegalMove, PlannedStep, validate_move
from ludotheque.house.table.pauses import check_days
from ludotheque.house.table.room import Room
from ludotheque.house.table.talk import speaker


class Caller(msgspec.Struct, frozen=True):
    """The person who asks."""

    person: str  # their id; "" without a token
    name: str = ""
    program: bool = False  # whether a program plays for them


# before the start


def sit(room: Room, caller: Caller, ask: Sit, at: int) -> list[PlannedStep]:
    """Take a seat, come back to one's own, or take over the seat of a bot during the game."""
    if not is_nonce(ask.nonce):
        raise Refused("bad-nonce", "a nonce may have at most 64 printable ASCII characters")
    if ask.nonce and room.created.daily:
        raise Refused("bad-nonce", "the deal of the day is the same for everybody: no nonces")
    person, seat = caller.person, ask.seat
    check_may_sit(room, caller, seat)
    chair = room.chairs[seat]
    if chair.person == person and not chair.away and room.status == "playing":
        raise Refused("already-seated", f"you sit at seat {seat} already")
    program = caller.program or (chair.program and chair.person == person)
    return [
        Sat(at=at, seat=seat, person=person, name=caller.name, program=program, nonce=ask.nonce)
    ]


def stand_up(room: Room, caller: Caller, _ask: StandUp, at: int) -> list[PlannedStep]:
    """Leave; during the game a bot plays for the seat until its person comes back.

    A person with a reservation who does not sit there cancels the reservation.
    """
    reserved = room.reserved_seat(caller.person)
    if reserved is not None:
        return [Freed(at=at, seat=reserved)]
    seat = require_seat(room, caller.person)
    _check_not_over(room)
    if room.chairs[seat].away:
        raise Refused("away", "you have left already")
    return [Rose(at=at, seat=seat, bot=substitute_bot(room))]


def add_bot(room: Room, caller: Caller, ask: AddBot, at: int) -> list[PlannedStep]:
    """Give a free seat to a bot."""
    if current_bot_name(ask.bot) not in bots_of(room.game):
        raise Refused("unknown-bot", f"there is no bot {ask.bot!r} for this game")
    _check_may_arrange(room, caller)
    chair = _chair_at(room, ask.seat)
    if chair.person or chair.bot:
        raise Refused("seat-taken", f"seat {ask.seat} is taken")
    if chair.reserved_for:
        raise Refused("seat-kept", f"seat {ask.seat} is reserved for somebody")
    return [Engaged(at=at, seat=ask.seat, bot=ask.bot)]


def free_seat(room: Room, caller: Caller, ask: FreeSeat, at: int) -> list[PlannedStep]:
    """Remove a bot, or cancel the reservation of a seat; a person can't be removed."""
    _check_may_arrange(room, caller)
    chair = _chair_at(room, ask.seat)
    if chair.person:
        raise Refused("seat-taken", f"somebody sits at seat {ask.seat}")
    return [Freed(at=at, seat=ask.seat)] if chair.bot or chair.reserved_for else []


def choose_rated(room: Room, caller: Caller, ask: ChooseRated, at: int) -> list[PlannedStep]:
    """Say whether the game shall count for ratings; each person speaks for themselves."""
    seat = require_seat(room, caller.person)
    if room.status != "waiting":
        raise Refused("game-running", "the game has begun: it stays as all have agreed")
    if ask.yes and (room.chairs[seat].program or caller.program):
        raise Refused("program-unrated", "a program plays unrated games only")
    if ask.yes and room.created.daily:
        raise Refused("daily-unrated", "the deal of the day is not rated")
    if ask.yes and room.created.position:
        raise Refused("position-unrated", "a game that began at a position is not rated")
    chosen = room.chairs[seat].rated == ask.yes
    return [] if chosen else [ChoseRated(at=at, seat=seat, yes=ask.yes)]


def start(room: Room, caller: Caller, _ask: Start, at: int) -> list[PlannedStep]:
    """Begin the game; the luck before the first move is drawn when the step is applied."""
    _check_may_arrange(room, caller)
    if any(not chair.person and not chair.bot for chair in room.chairs):
        raise Refused("seats-free", "some seats are free")
    return [Started(at=at)]


# the game


def play(room: Room, caller: Caller, ask: Play, at: int) -> list[PlannedStep]:
    """Make a decision: play a move."""
    seat = room.seat_of(caller.person)
    if seat is None:
        raise Refused("not-your-seat", "you don't sit at this table")
    if room.status != "playing":
        raise Refused("not-playing", "no game is being played here")
    chair = room.chairs[seat]
    if chair.away:
        raise Refused("away", "a bot plays for you now")
    current = chair.decision
    if ask.decision != current and (current >= 0 or ask.decision <= chair.last_decision):
        raise Refused("stale-decision", "this decision was made already")
    return [LegalMove(at, seat, validate_move(room, seat, ask.text))]


def resign(room: Room, caller: Caller, _ask: Resign, at: int) -> list[PlannedStep]:
    """Resign; a bot plays on for the seat. Against bots alone it plays at random, at once."""
    seat = require_seat(room, caller.person)
    if room.status != "playing" or room.chairs[seat].resigned:
        raise Refused("not-playing", "you are not playing here")
    is_alone = len(room.people()) == 1
    return [Resigned(at=at, seat=seat, bot="random" if is_alone else substitute_bot(room))]


def set_bot_pace(room: Room, caller: Caller, ask: SetBotPace, at: int) -> list[PlannedStep]:
    """Have the bots move at another pace from now on."""
    seat = _active_seat(room, caller.person)
    _check_not_over(room)
    return [] if room.bot_pace == ask.pace else [BotsPaced(at=at, seat=seat, pace=ask.pace)]


# the chat


def say(room: Room, caller: Caller, ask: Say, at: int) -> list[PlannedStep]:
    """Send a chat message: text, or a phrase."""
    _check_token(caller.person)
    text, seat = clean_message(ask.text, ask.phrase), room.seat_of(caller.person)
    if seat is None:
        _check_told_apart(caller, room.chairs)
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


def mute(room: Room, caller: Caller, ask: Mute, at: int) -> list[PlannedStep]:
    """Mute or unmute the person or character at a seat; -1 stands for all spectators."""
    _check_token(caller.person)
    other = "" if ask.seat == -1 else speaker(room, _chair_at(room, ask.seat))
    if ask.seat >= 0 and other in {"", caller.person}:
        raise Refused("nobody-to-mute", f"nobody you could mute sits at seat {ask.seat}")
    if ((caller.person, other) in room.muted) == ask.on:
        return []
    return [Muted(at=at, person=caller.person, other=other, on=ask.on)]


# proposals


UNDO_MS: Final = 3000  # after a move: nobody is asked, if nobody has learnt anything


def propose_takeback(
    room: Room, caller: Caller, _ask: ProposeTakeback, at: int
) -> list[PlannedStep]:
    """Take one's last move back, or propose it.

    Nobody is asked where all are bots, where everybody said so when the table was set up, and for
    a moment after a move of which nobody has learnt anything. In a game that counts, rated or the
    deal of the day, there is that moment and nothing else.
    """
    seat = _check_may_propose(room, caller)
    counts = room.is_rated() or bool(room.created.daily)
    is_free = not counts and (room.created.free_takebacks or room.people() == (caller.person,))
    events = events_before_last_move(room, seat, is_free)
    proposed = Proposed(at=at, seat=seat, what="takeback", events=events)
    is_fresh = events == len(room.times) - 1 and at - room.times[-1] <= UNDO_MS
    if counts and not is_fresh:
        raise Refused("no-takebacks", "nothing is taken back in a game that counts")
    return _propose(room, proposed, is_agreed=is_free or is_fresh)


def propose_time_control(
    room: Room, caller: Caller, ask: ProposeTimeControl, at: int
) -> list[PlannedStep]:
    """Propose another time control."""
    check_time_control(ask.pace, room.game)
    seat = _check_may_propose(room, caller)
    return _propose(room, Proposed(at=at, seat=seat, what="pace", time_control=ask.pace))


def take_leave(room: Room, caller: Caller, ask: TakeLeave, at: int) -> list[PlannedStep]:
    """Take leave on some days, as far as it goes; without days, come back from today's end on."""
    seat, pauses = _active_seat(room, caller.person), room.time_control.pauses
    if room.status != "playing" or pauses is None or not pauses.leave_days:
        raise Refused("no-leave", "nobody has leave at this table")
    check_days(ask.first, ask.last)
    if ask.first is not None and ask.first < pauses.today(at):
        raise Refused("bad-leave", "leave begins today or later")
    entry = TookLeave(at=at, seat=seat, first=ask.first, last=ask.last)
    days = room.leave_with(entry)
    if len(days) > pauses.leave_days:
        left = pauses.leave_days - len(room.leave_of(seat))
        raise Refused("too-much-leave", f"{left} of {pauses.leave_days} days of leave are left")
    return [entry] if days != room.leave_of(seat) else []


def vote(room: Room, caller: Caller, ask: Vote, at: int) -> list[PlannedStep]:
    """Agree to the proposal, or reject it."""
    seat = _active_seat(room, caller.person)
    if room.proposal is None:
        raise Refused("nothing-asked", "there is no proposal to vote on")
    return [Voted(at=at, seat=seat, yes=ask.yes)]


def _check_may_propose(room: Room, caller: Caller) -> int:
    if room.status != "playing":
        raise Refused("not-playing", "no game is being played here")
    seat = _active_seat(room, caller.person)
    if room.proposal is not None:
        raise Refused("asked-already", "another proposal is being voted on")
    return seat


def _propose(room: Room, proposed: Proposed, is_agreed: bool = False) -> list[PlannedStep]:
    """A proposal; with all votes if the others agreed before, or are bots, which have none."""
    voters = room.voters()
    if not is_agreed and voters != [proposed.seat]:
        return [proposed]
    return [proposed, *(Voted(at=proposed.at, seat=voter, yes=True) for voter in voters)]


def events_before_last_move(room: Room, seat: int, is_free: bool = False) -> int:
    """How many events remain if a seat takes its last move back.

    Unless takebacks are free, it is refused if anything was revealed by that move or since. Public
    knowledge alone decides, so that neither outcome reveals a secret.
    """
    table = room.started_table()
    events = table.events
    last = next((i for i in reversed(range(len(events))) if events[i].who == seat), None)
    if last is None:
        raise Refused("nothing-to-take-back", "you have not moved yet")
    if not is_free and reveals_to_anybody(table, last):
        raise Refused("revealed", "something was revealed since your last move")
    return last


# not asked for by clients


def close(room: Room, reason: str, at: int) -> list[AnyEntry]:
    """Close a table before the end of its game."""
    if room.is_finished():
        raise Refused("table-over", f"table {room.created.table} is {room.status} already")
    return [Closed(at=at, reason=reason)]


def substitute_bot(room: Room) -> str:
    """The bot that plays for a person who left."""
    return room.game.middle_level()


# checks


def check_may_sit(room: Room, caller: Caller, seat: int) -> None:
    """Refuse a seat where a person may not sit down."""
    person = caller.person
    _check_token(person)
    own, chair = room.seat_of(person), _chair_at(room, seat)
    _check_not_over(room)
    if own is not None and own != seat:
        raise Refused("already-seated", f"you sit at seat {own} already")
    if chair.resigned:
        raise Refused("resigned", f"seat {seat} has resigned")
    if room.status == "playing" and chair.person != person:
        _check_may_take_over(room, person, seat)
    elif chair.person not in {"", person} or (chair.bot and chair.person != person):
        raise Refused("seat-taken", f"seat {seat} is taken")
    if chair.reserved_for not in {"", person}:
        raise Refused("seat-kept", f"seat {seat} is reserved for somebody")
    if room.created.daily and person != room.created.host:
        raise Refused("daily-table", "everybody plays the deal of the day at a table of their own")
    if own is None:  # bots give way
        _check_told_apart(caller, [other for other in room.chairs if not other.bot])


def _check_may_take_over(room: Room, person: str, seat: int) -> None:
    """Refuse a seat of a running game that a person may not take over.

    Whoever has played for another seat of this game knows what only that seat may know.
    """
    if seat not in room.open_seats():
        raise Refused("seat-taken", f"seat {seat} is taken")
    if room.held_seats(person) - {seat}:
        raise Refused("played-elsewhere", "you have played this game at another seat")


def _check_told_apart(caller: Caller, chairs: Sequence[Chair]) -> None:
    """Refuse a person whose name looks like another one at the table."""
    others = [chair for chair in chairs if caller.person not in {chair.person, chair.reserved_for}]
    if looks_like_any(caller.name, [chair.name for chair in others if chair.name]):
        raise Refused("name-at-table", "your name looks like another at this table: take another")


def require_seat(room: Room, person: str) -> int:
    """The seat of a person; refuses a person without a seat."""
    seat = room.seat_of(person)
    if seat is None:
        raise Refused("not-seated", "you don't sit at this table")
    return seat


def _active_seat(room: Room, person: str) -> int:
    seat = require_seat(room, person)
    if room.chairs[seat].away:
        raise Refused("away", "a bot plays for you now")
    return seat


def _chair_at(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise Refused("no-such-seat", f"there is no seat {seat}")
    return room.chairs[seat]


def _check_token(person: str) -> None:
    """Refuse a client without a token, which may only watch."""
    if not person:
        raise Refused("no-token", "sign in first: POST /api/guest")


def _check_may_arrange(room: Room, caller: Caller) -> None:
    """Refuse anybody but the host; after the start, refuse the host as well."""
    if room.status != "waiting":
        raise Refused("game-running", "the game has begun")
    if caller.person != room.created.host:
        raise Refused("not-host", "only the host of the table may do that")


def _check_not_over(room: Room) -> None:
    if room.is_finished():
        raise Refused("table-over", f"this table is {room.status}")


Deed: TypeAlias = Callable[[Room, Caller, Any, int], list[PlannedStep]]  # the third is the ask
DEEDS: Final[Mapping[type[Ask], Deed]] = {
    Sit: sit,
    StandUp: stand_up,
    AddBot: add_bot,
    FreeSeat: free_seat,
    ChooseRated: choose_rated,
    Start: start,
    Play: play,
    Resign: resign,
    SetBotPace: set_bot_pace,
    Say: say,
    Mute: mute,
    ProposeTakeback: propose_takeback,
    ProposeTimeControl: propose_time_control,
    TakeLeave: take_leave,
    Vote: vote,
}
