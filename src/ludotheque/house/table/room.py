"""The state of a table of the house: the fold of its log, the same in every process.

`Room.fold` applies one entry after the other and validates every move. `Room.play` and `Room.draw`
make the next entry themselves, from a move that was validated already or from luck. Nothing here
uses a store, a socket or the wall-clock time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from ludotheque.bots.characters import characters_of
from ludotheque.core.registry import find
from ludotheque.core.state import LUCK, Move, Seat
from ludotheque.core.table import Event, Table
from ludotheque.house.names import looks_like_any
from ludotheque.house.refusals import Refused
from ludotheque.house.table.chairs import Chair, Holder, arranged_chair, bot_chair, bot_name
from ludotheque.house.table.clocks import NO_LEAVE, Clocks, TimeControl
from ludotheque.house.table.entries import (
    ERASED_NAME,
    AnyEntry,
    BotPace,
    BotsPaced,
    Cause,
    ChoseRated,
    Closed,
    Created,
    Ended,
    Engaged,
    Erased,
    Freed,
    Happened,
    Hurried,
    Muted,
    Proposed,
    Rematched,
    Renamed,
    Reserved,
    Resigned,
    Resumed,
    Rose,
    Said,
    Sat,
    Started,
    Status,
    TookLeave,
    Voted,
    without_text,
)
from ludotheque.house.table.entry_checks import check_created, check_entry
from ludotheque.house.table.moments import Moment
from ludotheque.house.table.pauses import Days, days_between, leave_after

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options
    from ludotheque.core.rng import Rng

MAX_CHAT_MESSAGES: Final = 200


class TakenBack(NamedTuple):
    """A takeback: who took back, how many events remained, and which were gone."""

    seat: Seat
    remaining: int
    events: Sequence[Event]


def new_game(created: Created, game: Game, options: Options) -> Table:
    """The game of a table at its start: a new one, or one that begins at a position."""
    if created.position:
        return Table.from_position(game, created.position)
    return Table(game, options, None, created.rules)


class Room:
    """The state of one table."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.game = find(created.game)
        self.game.check_version(created.rules)
        # complete and current; `created.options` stay as stored, for the seal
        self.options = self.game.recorded_options(created.options)
        check_created(created, self.game, self.options)
        self.chairs: list[Chair] = []
        for seat, plan in enumerate(created.seats):
            names = [chair.name for chair in self.chairs if chair.name]
            chair = bot_chair(seat, plan.bot, names, self._called(plan.bot))
            self.chairs.append(chair if plan.bot else Chair())
        seats = len(self.chairs)
        self.clocks = Clocks(created.time_control, [0] * seats, [0] * seats)
        self.status: Status = "waiting"
        self.table: Table | None = None
        self.proposal: Proposed | None = None  # being voted on
        self.agreed: frozenset[int] = frozenset()  # seats that agreed to it
        self.chat: list[Said] = []
        self.authors: dict[str, int] = {}  # people by their first chat message, with its number
        self.causes: list[str] = []  # of each event of the game
        self.times: list[int] = []  # of each event of the game
        self.rewound_to = -1  # if the last entry took events back: how many remain
        self.rated_players: tuple[str, ...] = ()  # of a rated game since its start, by seat
        self.holders: tuple[Holder, ...] = ()  # since the start, in order
        self.seed = ""  # once the game is over
        self.rematch = ""  # the id of its table
        self.closed_reason = ""  # once the table was closed
        self.bot_pace: BotPace = "normal"
        self.taken_back: tuple[TakenBack, ...] = ()
        self.muted: set[tuple[str, str]] = set()  # (person, whom they muted)
        self.next_number = 1  # of the next entry of the log; that of `created` is 0
        self.private_entries = 0  # how many entries only one person may notice
        self.changed = created.at  # when the last public entry was written
        self.moments: list[Moment] | None = None  # of public entries, if they are collected

    def fork(self) -> Room:
        """A copy that can be changed without changing this one."""
        twin = Room.__new__(Room)
        twin.__dict__.update(self.__dict__)  # a third of the time of `copy`
        twin.chairs = [replace(chair) for chair in self.chairs]  # faster than `copy`
        twin.clocks = self.clocks.copy()
        twin.table = None if self.table is None else self.table.fork()
        twin.causes, twin.times = self.causes[:], self.times[:]
        twin.moments = None
        return twin

    # moments

    def collect_moments(self) -> None:
        """From now on, collect a moment for each public entry."""
        self.moments = []

    def take_moments(self) -> list[Moment]:
        """The moments since `collect_moments`; no more are collected."""
        moments, self.moments = self.moments, None
        return moments or []

    def _keep_last_state(self) -> None:
        """Keep the state of the last moment, which the next entry will change."""
        if self.moments and self.table is not None and self.moments[-1].state is None:
            self.moments[-1].state = self.table.state.clone()

    def _collect_moment(self, entry: AnyEntry) -> None:
        if self.moments is None:
            return
        moment = Moment(self.public_number(), entry, rewound=self.rewound_to)
        if isinstance(entry, Happened):
            events = self.started_table().events
            moment.event, moment.index = events[-1], len(events) - 1
        self.moments.append(moment)

    # the next entry

    def fold(self, entry: AnyEntry) -> None:
        """Apply the next entry of the log.

        `GameError` if it is an illegal move; any other entry that no house writes is refused.
        """
        check_entry(self, entry)
        self.next_number += 1
        self._keep_last_state()
        self.rewound_to = -1
        self._apply(entry)
        if not isinstance(entry, Muted):
            self.changed = entry.at
            self._collect_moment(entry)

    def _apply(self, entry: AnyEntry) -> None:
        match entry:
            case Muted():
                self._fold_muted(entry)
            case Happened():
                self.started_table().submit(entry.who, entry.text)
                self._after_event(entry.at, entry.cause)
            case Sat():
                self._fold_sat(entry)
            case Rose() | Resigned():
                self._fold_departure(entry)
            case Reserved() | Engaged() | Freed():
                self._fold_arranged(entry)
            case ChoseRated():
                self.chairs[entry.seat].rated = entry.yes
            case Started():
                self._fold_started(entry)
            case Proposed():
                self.proposal, self.agreed = entry, frozenset({entry.seat})
            case Voted():
                self._fold_voted(entry)
            case Created():
                raise Refused("broken-log", "the table was created twice")
            case _:
                self._fold_other(entry)

    def play(self, seat: Seat, move: Move, at: int, cause: Cause = "") -> Happened:
        """Play a move that was validated in this state; returns its entry."""
        self._keep_last_state()
        self.started_table().play_unchecked(seat, move)
        return self._new_event(at, cause)

    def draw(self, rng: Rng, at: int) -> Happened:
        """Draw the luck the game waits for; returns its entry."""
        self._keep_last_state()
        self.started_table().draw(rng)
        return self._new_event(at, "")

    def _new_event(self, at: int, cause: Cause) -> Happened:
        self.next_number += 1
        self.changed, self.rewound_to = at, -1
        self._after_event(at, cause)
        event = self.started_table().events[-1]
        entry = Happened(at=at, who=event.who, text=event.text, cause=cause)
        self._collect_moment(entry)
        return entry

    # events of the game

    def _fold_started(self, entry: Started) -> None:
        if self.is_rated():
            self.rated_players = tuple([chair.player() for chair in self.chairs])
        self.status = "playing"
        self.table = new_game(self.created, self.game, self.options)
        self.clocks.reset()
        self.holders = tuple([chair.holder(seat, 0) for seat, chair in enumerate(self.chairs)])
        self._update_decisions(entry.at)

    def _after_event(self, at: int, cause: str) -> None:
        self.causes.append(cause)
        self.times.append(at)
        who = self.started_table().events[-1].who
        if who >= 0:
            self.clocks.stop(who, at)
            self.proposal = None
            self.chairs[who].end_decision()
        self._update_decisions(at)

    def _update_decisions(self, at: int) -> None:
        """Number each decision that has just arisen, and update the clocks.

        A seat keeps its decision while others move and luck is drawn for them.
        """
        self._run_shared_clock(at)
        state = self.started_table().state
        if state.next_actor() == LUCK:
            return
        actors = state.actors()  # may act; the game can't go on without those who are awaited
        for seat, chair in enumerate(self.chairs):
            if seat not in actors:
                chair.decision = -1
            elif chair.decision < 0:
                chair.decision = self.public_number()
        self.clocks.run(state.awaited(), at)

    def _run_shared_clock(self, at: int) -> None:
        limited = self.clocks.control.shared_seconds > 0 and self.in_timed_phase()
        self.clocks.run_shared(limited, at)

    # who sits where

    def _fold_sat(self, entry: Sat) -> None:
        self.chairs[entry.seat].occupy(entry, self.status == "waiting")
        elsewhere = self.reserved_seat(entry.person)
        if elsewhere is not None:
            self.chairs[elsewhere] = Chair()
        self._rename_bots()
        self._note_holder(entry.seat)

    def _note_holder(self, seat: int) -> None:
        """Note who plays for a seat from now on, once the game has begun."""
        if self.table is not None:
            self.holders += (self.chairs[seat].holder(seat, len(self.table.events)),)

    def _fold_arranged(self, entry: Reserved | Engaged | Freed) -> None:
        called = self._called(entry.bot) if isinstance(entry, Engaged) else ""
        self.chairs[entry.seat] = arranged_chair(entry, self.names_beside(entry.seat), called)
        self._rename_bots()

    def _called(self, bot: str) -> str:
        """The name of a character; "" of any other bot."""
        character = characters_of(self.game).get(bot)
        return character.called if character else ""

    def _fold_renamed(self, entry: Renamed) -> None:
        for chair in self.chairs:
            if entry.person in {chair.person, chair.reserved_for}:
                chair.name = entry.name
        self._rename_holders(entry.person, entry.name)
        self.chat = [
            replace(said, name=entry.name) if said.person == entry.person else said
            for said in self.chat
        ]
        self._rename_bots()

    def _rename_holders(self, person: str, name: str) -> None:
        self.holders = tuple(
            [one._replace(name=name) if one.person == person else one for one in self.holders]
        )

    def _rename_bots(self) -> None:
        """A bot whose name looks like that of a person at the table gets another."""
        people = [chair.name for chair in self.chairs if chair.person or chair.reserved_for]
        for seat, chair in enumerate(self.chairs):
            is_bot = chair.bot and not chair.person
            if is_bot and looks_like_any(chair.name, people):
                chair.name = bot_name(seat, self.names_beside(seat))

    def _fold_departure(self, entry: Rose | Resigned) -> None:
        """A person left or resigned: before the start the seat is free, later a bot plays."""
        if isinstance(entry, Rose) and self.status == "waiting":
            self.chairs[entry.seat] = Chair()
            return
        chair = self.chairs[entry.seat]
        chair.hand_to_bot(entry.bot)
        chair.resigned = chair.resigned or isinstance(entry, Resigned)
        self._note_holder(entry.seat)
        if self.proposal is not None and self.proposal.seat == entry.seat:
            self.proposal = None
        self._accept_if_agreed(entry.at)  # a person who is away has no vote

    # proposals

    def _fold_voted(self, entry: Voted) -> None:
        if not entry.yes:
            self.proposal = None
        self.agreed |= {entry.seat}
        self._accept_if_agreed(entry.at)

    def _accept_if_agreed(self, at: int) -> None:
        proposal = self.proposal
        if proposal is not None and self.agreed >= {*self.voters()}:
            self.proposal = None
            self._accept(proposal, at)

    def _accept(self, proposal: Proposed, at: int) -> None:
        if proposal.what == "pace":
            self.clocks.change(proposal.time_control, at)
            self._run_shared_clock(at)
            return
        remaining = proposal.events
        gone = self.started_table().events[remaining:]
        self.taken_back += (TakenBack(proposal.seat, remaining, gone),)
        self.table = self.started_table().rewound(remaining)
        self.rewound_to = remaining
        self.causes, self.times = self.causes[:remaining], self.times[:remaining]
        for chair in self.chairs:
            chair.end_decision()
        self._update_decisions(at)

    # everything else

    def _fold_muted(self, entry: Muted) -> None:
        """A muted person does not notice it, not even that an entry was written."""
        pair = {(entry.person, entry.other)}
        self.muted = self.muted | pair if entry.on else self.muted - pair
        self.private_entries += 1

    def _fold_other(
        self,
        entry: Said
        | Hurried
        | BotsPaced
        | TookLeave
        | Resumed
        | Renamed
        | Ended
        | Rematched
        | Closed
        | Erased,
    ) -> None:
        match entry:
            case Said():
                self.chat = [*self.chat[1 - MAX_CHAT_MESSAGES :], entry]
                if entry.person not in self.authors:
                    self.authors = {**self.authors, entry.person: len(self.authors)}
            case Erased():
                self._erase(entry.person)
            case Hurried():
                self.bot_pace = "quick" if entry.on else "normal"
            case BotsPaced():
                self.bot_pace = entry.pace
            case TookLeave():
                self.clocks.leave[entry.seat] = self.leave_with(entry)
            case Resumed():
                self.clocks.set_on(entry.uncounted_ms)
            case Renamed():
                self._fold_renamed(entry)
            case Rematched():
                self.rematch = entry.table
            case Ended():
                self.status, self.seed = "over", entry.seed
            case Closed():
                self.status, self.closed_reason = "closed", entry.reason

    def _erase(self, person: str) -> None:
        for seat, chair in enumerate(self.chairs):
            if chair.person == person:
                chair.name = ERASED_NAME
            elif chair.reserved_for == person:
                self.chairs[seat] = Chair()
        self._rename_holders(person, ERASED_NAME)
        self.chat = [without_text(said) if said.person == person else said for said in self.chat]

    # queries

    @property
    def time_control(self) -> TimeControl:
        """The current time control; players may agree on another."""
        return self.clocks.control

    def started_table(self) -> Table:
        """The game; refused before the start."""
        if self.table is None:
            raise Refused("not-started", "the game has not begun")
        return self.table

    def in_timed_phase(self) -> bool:
        """Whether the game is in its timed phase, in which all act at once."""
        phase = self.game.timed_phase
        return phase is not None and phase.contains(self.started_table().state)

    def leave_of(self, seat: int) -> Days:
        """The days of leave that a seat has taken, or will take."""
        return self.clocks.leave.get(seat, NO_LEAVE)

    def leave_with(self, entry: TookLeave) -> Days:
        """The days of leave of a seat after an entry."""
        pauses = self.time_control.pauses
        if pauses is None:
            raise Refused("no-leave", "nobody has leave at this table")
        asked = days_between(entry.first, entry.last)
        return leave_after(pauses, self.leave_of(entry.seat), asked, entry.at)

    def is_rated(self) -> bool:
        """Whether the game counts for ratings; before the start, whether it would.

        All people must have agreed. One against bots is rated, too; programs never are, nor are
        games that began at a position.
        """
        if self.status != "waiting":
            return bool(self.rated_players)
        if self.created.position:
            return False
        people = [chair for chair in self.chairs if chair.person]
        return bool(people) and all(chair.rated and not chair.program for chair in people)

    def public_number(self) -> int:
        """The number of the next entry, not counting private ones."""
        return self.next_number - self.private_entries

    def is_finished(self) -> bool:
        """Whether the game is over, or the table was closed before."""
        return self.status in {"over", "closed"}

    def names(self) -> list[str]:
        """The name at each seat; for a free seat, its number."""
        return [chair.name or f"#{seat}" for seat, chair in enumerate(self.chairs)]

    def names_beside(self, seat: int) -> list[str]:
        """The names at all other seats, but for those of erased people."""
        others = [chair.name for other, chair in enumerate(self.chairs) if other != seat]
        return [name for name in others if name not in {"", ERASED_NAME}]

    def people(self) -> tuple[str, ...]:
        """The ids of the people who sit here, in the order of their seats."""
        return tuple([chair.person for chair in self.chairs if chair.person])

    def voters(self) -> list[int]:
        """The seats whose person must agree to a proposal: those who are not away."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person and not chair.away]

    def seat_of(self, person: str) -> int | None:
        """The seat of a person, if any."""
        seats = [seat for seat, chair in enumerate(self.chairs) if chair.person == person]
        return seats[0] if person and seats else None

    def held_seats(self, person: str) -> set[int]:
        """The seats that a person has played for since the start of the game."""
        return {one.seat for one in self.holders if person and one.person == person}

    def open_seats(self) -> list[int]:
        """The seats that somebody may take over now: those of bots, where the table allows it."""
        if self.status != "playing" or not self.created.open_seats or self.is_rated():
            return []
        return [seat for seat, chair in enumerate(self.chairs) if chair.bot and not chair.resigned]

    def reserved_seat(self, person: str) -> int | None:
        """The seat that is reserved for a person, if any."""
        seats = [seat for seat, chair in enumerate(self.chairs) if chair.reserved_for == person]
        return seats[0] if person and seats else None
