"""How a move is made at a room: judged once, then entered once, with the luck it leads to.

A deed judges a move (`judge`) and returns it as a step; the writer takes the steps on a fork of the
room (`take`) and gets the entries to write. Pure: the RNG is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ludotheque.core.errors import GameError
from ludotheque.core.parts import timeout_moves
from ludotheque.core.state import LUCK, Move, Seat
from ludotheque.house.refusals import Refused
from ludotheque.house.table.entries import AnyEntry, Started

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.house.table.room import Room


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move that the rules allow a seat in the present state."""

    at: int
    seat: Seat
    move: Move
    cause: str = ""  # as in `Happened`


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of some seats has run out: the house moves for them."""

    at: int
    seats: list[int]


Step: TypeAlias = AnyEntry | JudgedMove | TimeUp


def judge(room: Room, seat: Seat, text: str) -> Move:
    """The move that ``text`` names; refuses what the rules forbid, with the rule's number.

    Also refuses what is legal and could be repeated without end.
    """
    move = judge_by_rules(room, seat, text)
    phase = room.game.timed_phase
    reason = phase.rate_limit_reason(room.playing().events, seat, text) if phase is not None else ""
    if reason:
        raise Refused("patience", reason)
    return move


def judge_by_rules(room: Room, seat: Seat, text: str) -> Move:
    """The move that ``text`` names; refuses what the rules forbid, with the rule's number."""
    try:
        return room.playing().legal_move(seat, text)
    except GameError as error:
        raise Refused(error.code, str(error), error.rule) from error


def default_move(room: Room, seat: Seat) -> Move:
    """The move for a seat that does not answer, judged as any other."""
    state = room.playing().state
    return judge_by_rules(room, seat, room.game.text(state, state.default_move(seat)))


def take(room: Room, step: Step, rng: Rng) -> list[AnyEntry]:
    """Take a step at a room; returns the entries it makes, those of luck included."""
    match step:
        case JudgedMove():
            return _play(room, step, rng)
        case TimeUp():
            return _time_up(room, step, rng)
        case Started():
            room.fold(step)
            return [step, *_luck(room, step.at, rng)]
        case _:
            room.fold(step)
            return [step]


def _play(room: Room, step: JudgedMove, rng: Rng) -> list[AnyEntry]:
    entry = room.play(step.seat, step.move, step.at, step.cause)
    return [entry, *_luck(room, step.at, rng)]


def _time_up(room: Room, step: TimeUp, rng: Rng) -> list[AnyEntry]:
    entries: list[AnyEntry] = []
    for seat in step.seats:
        for text in timeout_moves(room.game, room.playing().state, seat):
            move = judge_by_rules(room, seat, text)
            entries += _play(room, JudgedMove(step.at, seat, move, "timeout"), rng)
    return entries


def _luck(room: Room, at: int, rng: Rng) -> list[AnyEntry]:
    entries: list[AnyEntry] = []
    while room.playing().state.next_actor() == LUCK:
        entries.append(room.draw(rng, at))
    return entries
