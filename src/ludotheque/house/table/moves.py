"""How a move is made: validated once, then applied once, with the luck that follows.

A deed validates a move (`validate_move`) and returns it as a step; the writer applies the steps to
a fork of the room (`apply_step`) and gets the entries to write. Pure: the RNG is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.core.errors import GameError
from ludotheque.core.parts import timeout_moves
from ludotheque.core.state import LUCK, Move, Seat
from ludotheque.house.refusals import Refused
from ludotheque.house.table.entries import AnyEntry, Cause, Started

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.house.table.room import Room

MAX_REASON_LENGTH: Final = 300  # why a move is illegal


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A move that is legal for a seat in the current state."""

    at: int
    seat: Seat
    move: Move
    cause: Cause = ""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of some seats has run out: the house moves for them."""

    at: int
    seats: list[int]


PlannedStep: TypeAlias = AnyEntry | LegalMove | TimeUp


def validate_move(room: Room, seat: Seat, text: str) -> Move:
    """The move that ``text`` names; refuses an illegal one with the number of the rule.

    Also refuses a legal move that is repeated too often.
    """
    move = validate_by_rules(room, seat, text)
    phase = room.game.timed_phase
    reason = (
        phase.rate_limit_reason(room.started_table().events, seat, text)
        if phase is not None
        else ""
    )
    if reason:
        raise Refused("patience", reason)
    return move


def validate_by_rules(room: Room, seat: Seat, text: str) -> Move:
    """The move that ``text`` names; refuses an illegal one with the number of the rule."""
    try:
        return room.started_table().legal_move(seat, text)
    except GameError as error:
        # It may quote the text, which may be as long as a message.
        raise Refused(error.code, str(error)[:MAX_REASON_LENGTH], error.rule) from error


def default_move(room: Room, seat: Seat) -> Move:
    """The game's default move for a seat, used for a bot that failed; validated as any other."""
    state = room.started_table().state
    return validate_by_rules(room, seat, room.game.text(state, state.default_move(seat)))


def apply_step(room: Room, step: PlannedStep, rng: Rng) -> list[AnyEntry]:
    """Apply a step to a room; returns its entries, those of the luck that follows included."""
    match step:
        case LegalMove():
            return _play(room, step, rng)
        case TimeUp():
            return _time_up(room, step, rng)
        case Started():
            room.fold(step)
            return [step, *draw_luck(room, step.at, rng)]
        case _:
            room.fold(step)
            return [step]


def _play(room: Room, step: LegalMove, rng: Rng) -> list[AnyEntry]:
    entry = room.play(step.seat, step.move, step.at, step.cause)
    return [entry, *draw_luck(room, step.at, rng)]


def _time_up(room: Room, step: TimeUp, rng: Rng) -> list[AnyEntry]:
    entries: list[AnyEntry] = []
    for seat in step.seats:
        # a timed phase may take several moves to be done with
        for text in timeout_moves(room.game, room.started_table().state, seat):
            move = validate_by_rules(room, seat, text)
            entries += _play(room, LegalMove(step.at, seat, move, "timeout"), rng)
    return entries


def draw_luck(room: Room, at: int, rng: Rng) -> list[AnyEntry]:
    """Draw all luck the game waits for; returns its entries."""
    entries: list[AnyEntry] = []
    while room.started_table().state.next_actor() == LUCK:
        entries.append(room.draw(rng, at))
    return entries
