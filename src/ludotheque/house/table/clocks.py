"""The clocks of a table: time controls, running clocks, deadlines and reminders.

Nothing here reads the wall-clock time: times are given, in milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ludotheque.house.refusals import Refused
from ludotheque.house.table.pauses import Days, Pauses, check_pauses, end_of

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.table import Event
    from ludotheque.house.table.room import Room

MODES: Final = frozenset({"free", "move", "budget", "days"})
DAY_S: Final = 86_400
MAX_AMOUNT: Final = 10**6
MAX_INCREMENT_S: Final = 3600
REMIND_AFTER_MS: Final = 20_000  # after the event that a seat should have reacted to
MS_PER_S: Final = 1000
CLOCK_SKEW_MS: Final = 10_000  # between processes; they agree better than that
NO_LEAVE: Final[Days] = frozenset()
LINE_ALLOWANCE_MS: Final = 300  # a move that arrives so late still counts: it was under way


class TimeControl(
    msgspec.Struct, frozen=True, rename={"amount": "seconds", "shared_seconds": "together"}
):
    """The time control of a table: none, by move, a budget for the game, or days for a move."""

    mode: str = "free"  # one of MODES
    amount: int = 0  # seconds for a move or for the whole budget; in mode "days" days for a move
    increment: int = 0  # seconds added to the budget after each own move
    shared_seconds: int = 0  # for a timed phase, in which all act at once; 0 for no limit
    pauses: Pauses | None = None  # in mode "days": when no clock runs, and leave

    def is_timed(self) -> bool:
        """Whether each seat has a clock of its own."""
        return self.mode != "free"


def check_time_control(control: TimeControl, game: Game) -> None:
    """Refuse a time control that is invalid, or does not fit a game."""
    if (
        control.mode not in MODES
        or not 0 <= control.amount <= MAX_AMOUNT
        or not 0 <= control.increment <= MAX_INCREMENT_S
    ):
        limits = f"seconds 0 to {MAX_AMOUNT}, increment 0 to {MAX_INCREMENT_S}"
        raise Refused("bad-pace", f"mode must be free, move, budget or days; {limits}")
    if control.is_timed() and not control.amount:
        raise Refused(
            "bad-pace",
            f"mode {control.mode} needs seconds above 0 (in mode days, the number of days)",
        )
    shared = control.shared_seconds
    if not 0 <= shared <= DAY_S or (shared and game.timed_phase is None):
        reason = "has no timed phase" if game.timed_phase is None else f"takes at most {DAY_S}"
        raise Refused("bad-pace", f"bad value of together: {game.slug} {reason}")
    if shared and control.mode == "days":
        raise Refused("bad-pace", "together must be 0 in mode days")
    if control.pauses is not None:
        if control.mode != "days":
            raise Refused("bad-pauses", "there are pauses in mode days only")
        check_pauses(control.pauses, control.amount)


@dataclass(slots=True)
class Clocks:
    """The clocks of all seats, and the one they share in a timed phase."""

    control: TimeControl
    since: list[int]  # by seat: when its clock started; 0 while it is stopped
    left_ms: list[int]  # by seat: what is left of its budget; not used in other modes
    shared_since: int = 0  # when the shared clock started; 0 while it is stopped
    leave: dict[int, Days] = field(default_factory=dict)  # by seat: days in which its clock rests

    def copy(self) -> Clocks:
        """A copy that can be changed without changing this one."""
        return Clocks(
            self.control, self.since[:], self.left_ms[:], self.shared_since, {**self.leave}
        )

    def reset(self) -> None:
        """Give every seat its whole budget."""
        self.left_ms = [MS_PER_S * self.control.amount] * len(self.since)

    def change(self, control: TimeControl, at: int) -> None:
        """Change the time control: running clocks restart, with the whole time."""
        self.control = control
        self.reset()
        self.since = [at if since else 0 for since in self.since]
        self.shared_since = 0

    def run(self, awaited: Collection[int], at: int) -> None:
        """Start the clocks of the seats the game waits for, and stop all others."""
        self.since = [
            (since or at) if seat in awaited else 0 for seat, since in enumerate(self.since)
        ]

    def run_shared(self, in_timed_phase: bool, at: int) -> None:
        """Start the shared clock when a timed phase begins, and stop it when it ends."""
        self.shared_since = (self.shared_since or at) if in_timed_phase else 0

    def set_on(self, ms: int) -> None:
        """Have all running clocks run out later: so much of the time since does not count."""
        self.since = [max(1, since + ms) if since else 0 for since in self.since]
        self.shared_since = max(1, self.shared_since + ms) if self.shared_since else 0

    def stop(self, seat: int, at: int) -> None:
        """A seat has moved: stop its clock, deduct the time from its budget, add the increment."""
        since = self.since[seat]
        if self.control.mode == "budget" and since and not self.shared_since:
            used = max(0, at - since)
            self.left_ms[seat] = (
                max(0, self.left_ms[seat] - used) + MS_PER_S * self.control.increment
            )
        self.since[seat] = 0

    def end(self, seat: int) -> int:
        """When the running clock of a seat will run out."""
        if self.control.mode == "budget":
            return self.since[seat] + self.left_ms[seat]
        unit = DAY_S if self.control.mode == "days" else 1
        ms, pauses = MS_PER_S * unit * self.control.amount, self.control.pauses
        if pauses is None:
            return self.since[seat] + ms
        return end_of(pauses, self.leave.get(seat, NO_LEAVE), self.since[seat], ms)

    def shared_end(self) -> int:
        """When the running shared clock will run out."""
        return self.shared_since + MS_PER_S * self.control.shared_seconds

    def seat_deadline(self, seat: int) -> int:
        """When the time of a seat runs out; 0 while no clock runs for it."""
        if not self.since[seat]:
            return 0
        if self.shared_since:
            return self.shared_end()
        return self.end(seat) if self.control.is_timed() else 0

    def stopped_ms(self, seat: int) -> int:
        """What is left in the stopped budget of a seat; -1 without one, or while it runs."""
        stopped = self.control.mode == "budget" and not self.since[seat]
        return self.left_ms[seat] if stopped else -1


class Deadline(NamedTuple):
    """The seats whose time runs out next, and when the house moves for them."""

    seats: list[int]
    at: int  # with the allowance for the line, which players are not shown


def deadline(room: Room) -> Deadline | None:
    """The next deadline of a table; none where no time is limited.

    A bot has no deadline of its own; that of the shared clock is for every awaited seat.
    """
    if room.status != "playing":
        return None
    clocks = room.clocks
    if clocks.shared_since:
        awaited = [int(seat) for seat in room.started_table().state.awaited()]
        return Deadline(awaited, clocks.shared_end() + LINE_ALLOWANCE_MS)
    if not clocks.control.is_timed():
        return None
    ends = [
        (clocks.end(seat), seat)
        for seat, chair in enumerate(room.chairs)
        if clocks.since[seat] and not chair.bot
    ]
    if not ends:
        return None
    at, seat = min(ends)
    return Deadline([seat], at + LINE_ALLOWANCE_MS)


def uncounted_ms(room: Room, house_started: int, at: int) -> int:
    """How much of the time since the last entry must not count, when a table is opened; or 0.

    From the last entry until the house started nobody measured the time: the house was away, or the
    wall clock was set meanwhile. Of this time a running clock loses at most half of what it had
    left. If the house's clock has gone back, it loses nothing.
    """
    limit = deadline(room)
    if limit is None:
        return 0
    last = room.changed
    if at < last - CLOCK_SKEW_MS:
        return at - last
    left = max(0, limit.at - LINE_ALLOWANCE_MS - last)
    return max(0, min(house_started, at) - last - left // 2)


class Reminder(NamedTuple):
    """When to remind the person at a seat to act, and the event they should have reacted to."""

    at: int
    event: Event


def reminder(room: Room, seat: int) -> Reminder | None:
    """The reminder for the person at a seat, if the game waits for their reaction."""
    chair, phase = room.chairs[seat], room.game.timed_phase
    if phase is None or room.status != "playing" or not chair.person or chair.bot:
        return None
    table = room.started_table()
    event_index = phase.overdue_since(table.state, table.events, seat)
    if event_index is None:
        return None
    at = room.times[event_index] + REMIND_AFTER_MS
    return Reminder(at, table.events[event_index])
