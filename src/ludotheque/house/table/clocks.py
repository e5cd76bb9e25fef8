"""The clocks of a table: time controls, whose time is running, when it runs out, and reminders.

Nothing here reads the time of day: times are given, in milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.table import Event
    from ludotheque.house.table.room import Room

MODES: Final = frozenset({"free", "move", "budget", "days"})
DAY_S: Final = 86_400
MAX_SECONDS: Final = 10**6
MAX_INCREMENT_S: Final = 3600
REMIND_AFTER_MS: Final = 20_000  # since a seat should have acted


class TimeControl(msgspec.Struct, frozen=True, rename={"shared_seconds": "together"}):
    """How long one may think: without limit, for each move, from a budget, or for days."""

    mode: str = "free"  # free, move, budget, days
    seconds: int = 0  # for a move, or the budget at the start; for "days" the days for a move
    increment: int = 0  # seconds added to the budget after each own move
    shared_seconds: int = 0  # for a phase in which all act at once; 0 for no limit

    def limited(self) -> bool:
        """Whether each seat has a clock of its own."""
        return self.mode != "free"


def check_time_control(control: TimeControl, game: Game) -> None:
    """Refuse a time control that makes no sense for a game."""
    if (
        control.mode not in MODES
        or not 0 <= control.seconds <= MAX_SECONDS
        or not 0 <= control.increment <= MAX_INCREMENT_S
    ):
        raise Refused("bad-pace", "a pace is free, move, budget or days, with seconds")
    if control.limited() and not control.seconds:
        raise Refused("bad-pace", "a clock needs seconds")
    shared = control.shared_seconds
    if not 0 <= shared <= DAY_S or (shared and game.timed_phase is None):
        raise Refused(
            "bad-pace", f"together is 0 for {game.slug}, or at most a day where it is not"
        )
    if shared and control.mode == "days":
        raise Refused("bad-pace", "a game played over days has no time limit for all at once")


@dataclass(slots=True)
class Clocks:
    """The clocks of all seats, and the one they share in a timed phase."""

    control: TimeControl
    since: list[int]  # by seat: when its clock began to run; 0 while it does not
    left_ms: list[int]  # by seat: what is left of its budget
    shared_since: int = 0  # when the shared clock began to run; 0 while it does not

    def copy(self) -> Clocks:
        """Clocks that run on without these."""
        return Clocks(self.control, self.since[:], self.left_ms[:], self.shared_since)

    def reset(self) -> None:
        """Give every seat its whole budget."""
        self.left_ms = [1000 * self.control.seconds] * len(self.since)

    def change(self, control: TimeControl, at: int) -> None:
        """Change the time control: running clocks begin again."""
        self.control = control
        self.reset()
        self.since = [at if since else 0 for since in self.since]
        self.shared_since = 0

    def run(self, awaited: Collection[int], at: int) -> None:
        """Run the clocks of the seats the game waits for, and no others."""
        self.since = [
            (since or at) if seat in awaited else 0 for seat, since in enumerate(self.since)
        ]

    def run_shared(self, in_timed_phase: bool, at: int) -> None:
        """Run the shared clock from the beginning to the end of a timed phase."""
        self.shared_since = (self.shared_since or at) if in_timed_phase else 0

    def stop(self, seat: int, at: int) -> None:
        """A seat has moved: take what it used from its budget."""
        since = self.since[seat]
        if self.control.mode == "budget" and since and not self.shared_since:
            used = max(0, at - since)
            self.left_ms[seat] = max(0, self.left_ms[seat] - used) + 1000 * self.control.increment
        self.since[seat] = 0

    def end(self, seat: int) -> int:
        """When the running clock of a seat runs out."""
        if self.control.mode == "budget":
            return self.since[seat] + self.left_ms[seat]
        unit = DAY_S if self.control.mode == "days" else 1
        return self.since[seat] + 1000 * unit * self.control.seconds

    def shared_end(self) -> int:
        """When the shared clock runs out."""
        return self.shared_since + 1000 * self.control.shared_seconds

    def remaining_ms(self, seat: int, at: int) -> int:
        """How long a seat may still think; -1 where no clock runs."""
        if self.shared_since and self.since[seat]:
            return max(0, self.shared_end() - at)
        if not self.control.limited():
            return -1
        if self.since[seat]:
            return max(0, self.end(seat) - at)
        return self.left_ms[seat] if self.control.mode == "budget" else -1


class Deadline(NamedTuple):
    """Whose time runs out next, and when."""

    seats: list[int]
    at: int


def deadline(room: Room) -> Deadline | None:
    """The next deadline of a table; none where no clock runs.

    The clock of a seat does not run for a bot; the shared clock does not wait for bots either.
    """
    if room.status != "playing":
        return None
    clocks = room.clocks
    if clocks.shared_since:
        return Deadline([int(seat) for seat in room.playing().state.awaited()], clocks.shared_end())
    if not clocks.control.limited():
        return None
    ends = [
        (clocks.end(seat), seat)
        for seat, chair in enumerate(room.chairs)
        if clocks.since[seat] and not chair.bot
    ]
    return Deadline([min(ends)[1]], min(ends)[0]) if ends else None


def clock_ms(room: Room, seat: int, at: int) -> int:
    """How long a seat may still think; -1 where no clock runs."""
    return room.clocks.remaining_ms(seat, at) if room.status == "playing" else -1


class Reminder(NamedTuple):
    """When the person at a seat is reminded to act, and the event since which they should have."""

    at: int
    event: Event


def reminder(room: Room, seat: int) -> Reminder | None:
    """The reminder due for the person at a seat, if any."""
    chair, phase = room.chairs[seat], room.game.timed_phase
    if phase is None or room.status != "playing" or not chair.person or chair.bot:
        return None
    table = room.playing()
    number = phase.overdue_since(table.state, table.events, seat)
    if number is None:
        return None
    return Reminder(room.times[number] + REMIND_AFTER_MS, table.events[number])
