"""A table of the house as the fold of its log: pure, the same in every process.

`Room.fold` takes one entry after the other. The methods that begin with ``may_`` refuse what can't
be done now; those that begin with ``plan_`` say which entries a deed would write. Nothing here
touches a store, a socket or a clock.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import msgspec

from ludotheque.core.bot import current_name
from ludotheque.core.errors import GameError, UnknownGame, UnknownRules
from ludotheque.core.parts import timeout_moves
from ludotheque.core.record import Record, of_table
from ludotheque.core.registry import find
from ludotheque.core.reveal import reveals_to_anybody
from ludotheque.core.state import LUCK, Fact, Seat, State
from ludotheque.core.table import Event, Table
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Status
from ludotheque.house.table.entries import (
    NOBODY,
    Answered,
    AnyEntry,
    Asked,
    Closed,
    Created,
    Ended,
    Engaged,
    Forgotten,
    Freed,
    Happened,
    Hurried,
    Kept,
    Muted,
    Rematched,
    Resigned,
    Rose,
    Said,
    Sat,
    Started,
    wordless,
)

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng

TALK_KEPT = 200
BOT_NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")
DAY = 86_400
REMIND_AFTER_MS = 20_000  # that somebody neglects something


class Chair(msgspec.Struct):
    """A seat of a table: who sits there, and who moves for it."""

    person: str = ""
    name: str = ""  # of who sits there, or is to
    kept: str = ""  # before the start: the person it is free for, and nobody else
    program: bool = False
    nonce: str = ""
    bot: str = ""  # moves for the seat, where one does
    away: bool = False  # its person left; the bot keeps the seat for him
    resigned: bool = False
    decision: int = -1  # number of the entry with which the seat's present question arose
    answered: int = -1  # the last of its questions that is settled
    since: int = 0  # when its clock began to run
    left_ms: int = 0  # of its budget


@dataclass(slots=True)
class Request:
    """Something a seat asked of all others, and who has agreed."""

    asked: Asked
    agreed: set[int] = field(default_factory=set)


class Room:
    """One table, as its log tells."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.game = find(created.game)
        self.game.check_version(created.rules)
        self.options = self.game.recorded_options(created.options)
        self.chairs = [
            bot_chair(seat, plan.bot) if plan.bot else Chair()
            for seat, plan in enumerate(created.seats)
        ]
        self.pace = created.pace
        self.status: Status = "waiting"
        self.table: Table | None = None
        self.request: Request | None = None
        self.talk: list[Said] = []
        self.causes: list[str] = []  # of each event of the game
        self.times: list[int] = []  # of each event of the game
        self.rewinds: tuple[int, ...] = ()  # how many events stayed, each time some were taken back
        self.seed = ""
        self.next = ""  # the table of the rematch
        self.hurry = False  # bots move at once
        self.muted: set[tuple[str, str]] = set()  # (who, whom he does not want to hear)
        self.together = 0  # when the clock of a phase in which all act at once began to run
        self.number = 1  # of the next entry
        self.unnoticed = 0  # entries of which only one person may notice anything
        self.changed = created.at

    # folding

    def fold(self, entry: AnyEntry) -> list[Event]:
        """Take the next entry; return the events of the game it brought."""
        self.number += 1
        if isinstance(entry, Muted):
            self._muted(entry)
            return []
        self.changed = entry.at
        match entry:
            case Happened():
                return self._happened(entry)
            case Sat():
                self._sat(entry)
            case Rose():
                self._rose(entry)
            case Kept() | Engaged() | Freed():
                self._arranged(entry)
            case Started():
                self._started(entry)
            case Asked():
                self.request = Request(entry, {entry.seat})
            case Answered():
                self._answered(entry)
            case Resigned():
                self._resigned(entry)
            case Created():
                raise Refused("broken-log", f"table {self.created.table} is created twice")
            case _:
                self._fold_other(entry)
        return []

    def _muted(self, entry: Muted) -> None:
        """Who is muted notices nothing, not even that something was written."""
        pair = {(entry.person, entry.other)}
        self.muted = self.muted | pair if entry.on else self.muted - pair
        self.unnoticed += 1

    def _fold_other(self, entry: Said | Hurried | Ended | Rematched | Closed | Forgotten) -> None:
        """What changes neither the game nor who sits where."""
        match entry:
            case Said() | Forgotten():
                self._talked(entry)
            case Hurried():
                self.hurry = entry.on
            case Rematched():
                self.next = entry.table
            case Ended():
                self.status, self.seed = "over", entry.seed
            case Closed():
                self.status = "closed"

    def _talked(self, entry: Said | Forgotten) -> None:
        if isinstance(entry, Said):
            self.talk = [*self.talk[1 - TALK_KEPT :], entry]
            return
        for seat, chair in enumerate(self.chairs):
            if chair.person == entry.person:
                chair.name = NOBODY
            elif chair.kept == entry.person:
                self.chairs[seat] = Chair()
        self.talk = [wordless(said) if said.person == entry.person else said for said in self.talk]

    def _sat(self, entry: Sat) -> None:
        chair = self.chairs[entry.seat]
        chair.person, chair.name, chair.program = entry.person, entry.name, entry.program
        chair.nonce = entry.nonce if self.status == "waiting" else chair.nonce
        chair.away, chair.bot, chair.kept = False, "", ""
        elsewhere = self.kept_for(entry.person)
        if elsewhere is not None:
            self.chairs[elsewhere] = Chair()

    def _rose(self, entry: Rose) -> None:
        if self.status == "waiting":
            self.chairs[entry.seat] = Chair()
        else:
            chair = self.chairs[entry.seat]
            chair.away, chair.bot = True, current_name(entry.bot)
            self._ask_no_more(entry.seat, entry.at)

    def _arranged(self, entry: Kept | Engaged | Freed) -> None:
        match entry:
            case Kept():
                self.chairs[entry.seat] = Chair(kept=entry.person, name=entry.name)
            case Engaged():
                self.chairs[entry.seat] = bot_chair(entry.seat, entry.bot)
            case Freed():
                self.chairs[entry.seat] = Chair()

    def _resigned(self, entry: Resigned) -> None:
        chair = self.chairs[entry.seat]
        chair.resigned, chair.bot, chair.away = True, current_name(entry.bot), True
        self._ask_no_more(entry.seat, entry.at)

    def _ask_no_more(self, seat: Seat, at: int) -> None:
        """Who left has no say: what he asked for is void, what all others want is granted."""
        if self.request is not None and self.request.asked.seat == seat:
            self.request = None
        self._grant_if_agreed(at)

    def _started(self, entry: Started) -> None:
        self.status = "playing"
        self.table = Table(self.game, self.options, None, self.created.rules)
        for chair in self.chairs:
            chair.left_ms = 1000 * self.pace.seconds
        self._ask(entry.at, None)

    def _happened(self, entry: Happened) -> list[Event]:
        table = self.playing()
        events = table.submit(entry.who, entry.text)
        self.causes.append(entry.cause)
        self.times.append(entry.at)
        if entry.who >= 0:
            self._stop_clock(entry.who, entry.at)
            self.request = None
        self._ask(entry.at, entry.who)
        return events

    def _stop_clock(self, seat: Seat, at: int) -> None:
        chair = self.chairs[seat]
        if self.pace.mode == "budget" and chair.since and not self.together:
            spent = max(0, at - chair.since)
            chair.left_ms = max(0, chair.left_ms - spent) + 1000 * self.pace.increment

    def _ask(self, at: int, who: Seat | None) -> None:
        """Give a new number to each question that has just arisen.

        What others do, and luck that is drawn for them, leaves a seat's question as it is.
        """
        table = self.playing()
        if who is not None and who >= 0:
            self.chairs[who].since = 0
            _settle(self.chairs[who])
        self._time_together(at)
        if table.state.next_actor() == LUCK:
            return
        actors, awaited = table.state.actors(), table.state.awaited()
        for seat, chair in enumerate(self.chairs):
            if seat not in actors:
                chair.decision = -1
            elif chair.decision < 0:
                chair.decision = self.noticed()
            chair.since = (chair.since or at) if seat in awaited else 0

    def _time_together(self, at: int) -> None:
        """One clock for all runs from the first to the last moment of a phase at once."""
        limited = self.pace.together and self.in_timed_phase()
        self.together = (self.together or at) if limited else 0

    def _answered(self, entry: Answered) -> None:
        request = self.request
        if request is None:
            return
        if not entry.yes:
            self.request = None
            return
        request.agreed.add(entry.seat)
        self._grant_if_agreed(entry.at)

    def _grant_if_agreed(self, at: int) -> None:
        request = self.request
        if request is not None and request.agreed >= set(self.voters()):
            self.request = None
            self._grant(request.asked, at)

    def _grant(self, asked: Asked, at: int) -> None:
        if asked.what == "pace":
            self.pace = asked.pace
            for chair in self.chairs:
                chair.left_ms, chair.since = 1000 * self.pace.seconds, at if chair.since else 0
            self.together = 0
            self._time_together(at)
            return
        self.table = self.playing().rewound(asked.events)
        self.rewinds = (*self.rewinds, asked.events)
        self.causes, self.times = self.causes[: asked.events], self.times[: asked.events]
        for chair in self.chairs:
            _settle(chair)
        self._ask(at, None)

    def fork(self) -> Room:
        """A copy that can be folded on without changing this one."""
        twin = copy(self)
        twin.chairs = [copy(chair) for chair in self.chairs]
        twin.table = None if self.table is None else self.table.fork()
        twin.request = self.request and Request(self.request.asked, set(self.request.agreed))
        twin.causes, twin.times = self.causes[:], self.times[:]
        return twin

    # what there is

    def playing(self) -> Table:
        """The game, once it has begun."""
        if self.table is None:
            raise Refused("not-started", "the game has not begun")
        return self.table

    def noticed(self) -> int:
        """The number of the log as all may know it: it grows with what all may notice."""
        return self.number - self.unnoticed

    def voters(self) -> list[int]:
        """Seats whose person must agree: those who are here."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person and not chair.away]

    def people(self) -> tuple[str, ...]:
        """Who sits here, by seat, without bots and free seats."""
        return tuple([chair.person for chair in self.chairs if chair.person])

    def seat_of(self, person: str) -> int | None:
        """Where a person sits, if anywhere."""
        for seat, chair in enumerate(self.chairs):
            if person and chair.person == person:
                return seat
        return None

    def kept_for(self, person: str) -> int | None:
        """The seat that is kept for a person, if any."""
        for seat, chair in enumerate(self.chairs):
            if person and chair.kept == person:
                return seat
        return None

    def seat_for(self, person: str) -> int:
        """Where a person may sit down: what is kept for him, else what is free, if anything."""
        kept = self.kept_for(person)
        free = [seat for seat, chair in enumerate(self.chairs) if chair == Chair()]
        return kept if kept is not None else next(iter(free), 0)

    def bots_to_act(self) -> list[tuple[int, str]]:
        """Seats the game waits for whose moves a bot makes."""
        if self.status != "playing":
            return []
        awaited = self.playing().state.awaited()
        return [
            (seat, self.chairs[seat].bot) for seat in awaited if seat >= 0 and self.chairs[seat].bot
        ]

    def deadline(self) -> tuple[list[int], int] | None:
        """Whose time runs out next, and when; nothing where no clock runs.

        A clock of all does not wait for bots either.
        """
        if self.status != "playing":
            return None
        if self.together:
            return [int(seat) for seat in self.playing().state.awaited()], self._together_ends()
        if not self.pace.limited():
            return None
        ends = [
            (self._ends(chair), seat)
            for seat, chair in enumerate(self.chairs)
            if chair.since and not chair.bot
        ]
        return ([min(ends)[1]], min(ends)[0]) if ends else None

    def reminder(self, seat: int) -> tuple[int, Event] | None:
        """When a person is to be reminded of what their seat neglects, and since which event."""
        chair = self.chairs[seat]
        phase = self.game.timed_phase
        if phase is None or self.status != "playing" or not chair.person or chair.bot:
            return None
        table = self.playing()
        number = phase.overdue_since(table.state, table.events, seat)
        if number is None:
            return None
        return self.times[number] + REMIND_AFTER_MS, table.events[number]

    def clock_ms(self, seat: int, at: int) -> int:
        """How long a seat may still think; -1 where no clock runs."""
        chair = self.chairs[seat]
        if self.status == "playing" and self.together and chair.since:
            return max(0, self._together_ends() - at)
        if not self.pace.limited() or self.status != "playing":
            return -1
        if chair.since:
            return max(0, self._ends(chair) - at)
        return chair.left_ms if self.pace.mode == "budget" else -1

    def _together_ends(self) -> int:
        return self.together + 1000 * self.pace.together

    def _ends(self, chair: Chair) -> int:
        if self.pace.mode == "budget":
            return chair.since + chair.left_ms
        unit = DAY if self.pace.mode == "days" else 1
        return chair.since + 1000 * unit * self.pace.seconds

    # what may be done

    def may_sit(self, person: str, seat: int) -> None:
        """Refuse a seat that is not free for a person, and anybody who has not said who he is."""
        known(person)
        if not person:
            raise Refused("no-token", "say who you are before you sit down")
        here, chair = self.seat_of(person), self._seat(seat)
        if self.status in {"over", "closed"}:
            raise Refused("table-over", "this table is over")
        if here is not None and here != seat:
            raise Refused("already-seated", f"you sit at seat {here}")
        if chair.resigned:
            raise Refused("resigned", "this seat has resigned")
        if chair.person not in {"", person} or (chair.bot and chair.person != person):
            raise Refused("seat-taken", f"seat {seat} is taken")
        if chair.kept not in {"", person}:
            raise Refused("seat-kept", f"seat {seat} is kept for somebody")
        if self.status == "playing" and chair.person != person:
            raise Refused("game-running", "the game has begun")

    def may_arrange(self, person: str) -> None:
        """Refuse everybody but the host, and him too when the game has begun."""
        if self.status != "waiting":
            raise Refused("game-running", "the game has begun")
        if person != self.created.host:
            raise Refused("not-host", "only who set the table up may do that")

    def may_engage(self, person: str, seat: int) -> None:
        """Refuse a seat to a bot unless the host asks and the seat is free for anybody."""
        self.may_arrange(person)
        chair = self._seat(seat)
        if chair.person or chair.bot:
            raise Refused("seat-taken", f"seat {seat} is taken")
        if chair.kept:
            raise Refused("seat-kept", f"seat {seat} is kept for somebody")

    def may_free(self, person: str, seat: int) -> None:
        """Refuse to free a seat unless the host asks; nobody is sent away but bots."""
        self.may_arrange(person)
        if self._seat(seat).person:
            raise Refused("seat-taken", f"somebody sits at seat {seat}")

    def _seat(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("no-such-seat", f"there is no seat {seat}")
        return self.chairs[seat]

    def may_start(self, person: str) -> None:
        """Refuse to begin unless the host asks and all seats are taken."""
        self.may_arrange(person)
        if any(not chair.person and not chair.bot for chair in self.chairs):
            raise Refused("seats-free", "not all seats are taken")

    def may_play(self, person: str, seat: int, decision: int, text: str) -> None:
        """Refuse a move that is not this person's, not now, or not allowed by the rules."""
        if self.seat_of(person) != seat:
            raise Refused("not-your-seat", f"you don't sit at seat {seat}")
        if self.status != "playing":
            raise Refused("not-playing", "no game is being played here")
        if self.chairs[seat].away:
            raise Refused("away", "a bot plays for you now")
        open_now, settled = self.chairs[seat].decision, self.chairs[seat].answered
        if decision != open_now and (open_now >= 0 or decision <= settled):
            raise Refused("stale-decision", "this question was answered already")
        self.may_move(seat, text)

    def may_move(self, seat: int, text: str) -> None:
        """Refuse what the rules forbid, with the rule's number, or what tries patience."""
        table = self.playing()
        error = table.explain(seat, text)
        if error is not None:
            raise Refused(error.code, str(error), error.rule)
        phase = self.game.timed_phase
        reason = phase.rate_limit(table.events, seat, text) if phase is not None else ""
        if reason:
            raise Refused("patience", reason)

    def may_take_back(self, seat: int) -> int:
        """How many events stay if a seat takes its last move back; refuses if it revealed anything.

        Whether it did is told by what all may know: neither a yes nor a no gives a secret away.
        """
        table = self.playing()
        own = [number for number, event in enumerate(table.events) if event.who == seat]
        if not own:
            raise Refused("nothing-to-take-back", "you have not moved yet")
        if reveals_to_anybody(table, own[-1]):
            raise Refused("revealed", "something was revealed since")
        return own[-1]

    # what a deed would write

    def plan_move(self, seat: int, text: str, rng: Rng, at: int, cause: str) -> list[AnyEntry]:
        """A move and all luck it leads to, as entries."""
        table = self.playing()
        move = Happened(at=at, who=seat, text=text, cause=cause)
        return self._plan_one(table.state.clone(), len(table.events), move, rng)

    def plan_timeout(self, seats: list[int], rng: Rng, at: int) -> list[AnyEntry]:
        """What the house plays for seats whose time has run out, and all luck it leads to."""
        table = self.playing()
        state, entries = table.state.clone(), list[AnyEntry]()
        for seat in seats:
            for text in timeout_moves(self.game, state, seat):
                move = Happened(at=at, who=seat, text=text, cause="timeout")
                entries += self._plan_one(state, len(table.events) + len(entries), move, rng)
        return entries

    def in_timed_phase(self) -> bool:
        """Whether all act at once now, in a phase for which a table may set a time limit."""
        phase = self.game.timed_phase
        return phase is not None and phase.contains(self.playing().state)

    def _plan_one(self, state: State, number: int, move: Happened, rng: Rng) -> list[AnyEntry]:
        state.apply(move.who, self.game.parse(state, move.text))
        return [move, *self._plan_luck(state, number + 1, rng, move.at)]

    def plan_start(self, rng: Rng, at: int) -> list[AnyEntry]:
        """The beginning, and the luck before the first move."""
        state = self.game.new_by(self.created.rules, self.options)
        return [Started(at=at), *self._plan_luck(state, 0, rng, at)]

    def _plan_luck(self, state: State, number: int, rng: Rng, at: int) -> list[AnyEntry]:
        entries: list[AnyEntry] = []
        while state.next_actor() == LUCK:
            move = state.sample_luck(rng.seek(number + len(entries)))
            entries.append(Happened(at=at, who=LUCK, text=self.game.text(state, move)))
            state.apply(LUCK, move)
        return entries

    def record(self) -> Record:
        """The game so far as a record, with the options as they were sealed."""
        return replace(of_table(self.playing()), options=dict(self.created.options))

    def default_text(self, seat: int) -> str:
        """The move for a seat that does not answer."""
        state = self.playing().state
        return self.game.text(state, state.default_move(seat))

    def told_to(self, viewer: int, events: list[Event]) -> list[Fact]:
        """The facts of some events as a viewer learns them."""
        return self.playing().told_to(viewer, events)


def bot_chair(seat: int, bot: str) -> Chair:
    """A seat with a bot at it."""
    return Chair(bot=current_name(bot), name=BOT_NAMES[seat])


def _settle(chair: Chair) -> None:
    """A question is answered, or gone: its number is never good again."""
    chair.answered, chair.decision = max(chair.answered, chair.decision), -1


def known(person: str) -> None:
    """Refuse those who came without a token: they may look, and nothing else."""
    if not person:
        raise Refused("no-token", "say who you are first: POST /api/guest")


def restore(entries: list[AnyEntry]) -> Room:
    """The room that a whole log tells."""
    first, *rest = entries
    if not isinstance(first, Created):
        raise Refused("broken-log", "a log begins with the table being created")
    try:
        room = Room(first)
        for entry in rest:
            room.fold(entry)
    except (UnknownGame, UnknownRules) as error:
        raise Refused(error.code, str(error)) from error
    except GameError as error:
        raise Refused("broken-log", f"table {first.table}: {error}") from error
    return room


def seat_of(room: Room, person: str) -> int:
    """Where a person sits; refuses those who don't."""
    seat = room.seat_of(person)
    if seat is None:
        raise Refused("not-seated", "you don't sit at this table")
    return seat


def here(room: Room, person: str) -> int:
    """Where a person sits; refuses those who don't, and those who left."""
    seat = seat_of(room, person)
    if room.chairs[seat].away:
        raise Refused("away", "a bot plays for you now")
    return seat
