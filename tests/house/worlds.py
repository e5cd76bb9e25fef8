"""Two worlds that a viewer can't distinguish: random games, and what may differ in them.

A viewer may know what `State.observe` and the facts of the events tell it. Everything else differs
in the other world: cards, plans, the outcomes of luck, the notation of hidden moves.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass, replace

from ludotheque.core.checkpoints import Checkpoints
from ludotheque.core.pack import pack
from ludotheque.core.registry import find
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, Fact, State
from ludotheque.core.table import Event, Table
from ludotheque.house.refusals import Refused
from ludotheque.house.table import deeds
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import (
    AnyEntry,
    Created,
    Happened,
    Proposed,
    Sat,
    SeatPlan,
    Started,
    Voted,
)
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.moves import LegalMove, apply_step, validate_by_rules
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.workers.bot_pool import _choose

MAX_MOMENTS = 4  # compared in each game
PROGRAM = 0  # the seat that may be a program's
STRANGER = 6  # a person without a seat
AT = 10**12  # milliseconds since 1970: the time of everything
MAX_TRIES = 6  # moves of another seat to try for one that looks the same


def name_of(viewer: int) -> str:
    return "" if viewer == SPECTATOR else f"person {viewer}"


def played(
    slug: str,
    variant: int,
    seed: int,
    program: bool = False,
    table: str = "t",
    pace: TimeControl | None = None,
    bot: str = "",
    previous: str = "",
) -> list[AnyEntry]:
    """The log of a whole random game of people, perhaps with a bot at the last seat."""
    game, rng = find(slug), SeededRng(seed)
    variants = game.variants()
    options = variants[variant % len(variants)]
    state = game.new(options)
    seats = state.seats()
    people = seats - 1 if bot else seats
    created = Created(
        at=AT,
        table=table,
        game=slug,
        options=options,
        seats=[SeatPlan()] * people + [SeatPlan(bot)] * (seats - people),
        public=True,
        host=name_of(0),
        time_control=pace or TimeControl(),
        commitment="c",
        previous=previous,
        rules=game.rules_version,
    )
    log: list[AnyEntry] = [created]
    for seat in range(people):
        mine = program and seat == PROGRAM
        log.append(Sat(seat=seat, person=name_of(seat), name=f"P{seat}", program=mine))
    log.append(Started(at=AT))
    while actors := state.actors():
        seat = actors[rng.below(len(actors))]
        moves = [] if seat == LUCK else state.choices(seat)
        move = moves[rng.below(len(moves))] if moves else state.sample_luck(rng)
        log.append(Happened(at=AT, who=seat, text=game.text(state, move)))
        state.apply(seat, move)
    return log


def moments(log: list[AnyEntry], seed: int) -> list[Room]:
    """The room at some moments of the game, its end included."""
    rng, first = SeededRng(seed), sum(not isinstance(entry, Happened) for entry in log)
    ends = {first + rng.below(len(log) - first) for _ in range(MAX_MOMENTS)} | {len(log) - 1}
    room, seen = restore(log[:first]), []
    for number in range(first, len(log)):
        room.fold(log[number])
        if number in ends:
            seen.append(room.fork())
    return seen


def viewers(room: Room) -> list[int]:
    """All viewers of a room: people at their seats, and a spectator."""
    return [*(seat for seat, chair in enumerate(room.chairs) if chair.person), SPECTATOR]


def other_world(room: Room, knower: int, seed: int) -> Room:
    """The room with everything changed that ``knower`` may not know."""
    twin = room.fork()
    table = twin.started_table()
    table.state = table.state.imagine(knower, SeededRng(seed))
    table.events = [redacted(event, knower) for event in table.events]
    return twin


class ForkedTable(Table):
    """A table since two worlds were forked: earlier events can't be replayed.

    In the other world the past is not real; it only looks the same to the viewer.
    """

    begin: State
    first: int  # how many events there were at the fork

    @classmethod
    def of(cls, table: Table) -> ForkedTable:
        """A table that is forked now."""
        forked = cls.__new__(cls)
        forked.game, forked.options, forked.rng = table.game, table.options, table.rng
        forked.rules_version, forked.start = table.rules_version, table.start
        forked.state, forked.events = table.state, table.events
        forked.checkpoints = Checkpoints()
        forked.begin, forked.first = table.state.clone(), len(table.events)
        return forked

    def fork(self) -> ForkedTable:
        """A copy, forked at the same moment."""
        twin = ForkedTable.of(super().fork())
        twin.begin, twin.first = self.begin, self.first
        return twin

    def rewound(self, events: int) -> ForkedTable:
        """The table after some events, not before the fork."""
        assert events >= self.first, "before that there is no past"
        past = self.fork()
        past.state, past.events = self.begin.clone(), self.events[: self.first]
        for event in self.events[self.first : events]:
            past.submit(event.who, event.text)
        return past

    def movers(self) -> list[int]:
        """Seats that have moved since the fork, the latest first."""
        since = [event.who for event in reversed(self.events[self.first :]) if event.who >= 0]
        return list(dict.fromkeys(since))


def redacted(event: Event, viewer: int) -> Event:
    """An event without what is hidden from the viewer, in its facts and in its notation."""
    seen_facts = tuple(fact.told_to(viewer) for fact in event.facts)
    facts = tuple(
        replace(fact, secret=shown.secret)
        for fact, shown in zip(event.facts, seen_facts, strict=True)
    )
    text = event.text if facts == event.facts else event.text.split()[0]
    return Event(event.who, text, facts)


# moves in both worlds


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A move of a seat in one world, and the seed of the luck that follows."""

    seat: int
    text: str
    seed: bytes


@dataclass(slots=True)
class Worlds:
    """The true table and another one, each with the seed of its luck.

    ``knowers`` are the viewers to whom both look the same: the viewer, and perhaps a bot.
    """

    viewer: int
    knowers: tuple[int, ...]
    true: LiveTable
    other: LiveTable
    seeds: int  # to try for a move in the other world: seeds are secret until the end
    tries_left: int = 300  # outcomes to try in all

    def move(self, seat: int, rng: Rng) -> tuple[PlannedMove, PlannedMove] | None:
        """Make a move in each world that looks the same to the viewer; none if there is none."""
        if seat not in self.other.room.started_table().state.actors():
            return None
        for text in self._moves_to_try(seat, rng):
            after, seen = self._outcome(self.true, seat, text)
            if after.started_table().over or self.tries_left < 0:  # the end shows everything
                continue
            mine = seat in self.knowers
            for twin in [text] if mine else some_moves(self.other.room, seat, rng, text):
                elsewhere = self._matching_outcome(seat, twin, seen)
                if elsewhere is not None:
                    moves = (
                        planned(self.true, seat, text),
                        planned(self.other, seat, twin),
                    )
                    self.true.room, self.other.room = after, elsewhere
                    return moves
        return None

    def _moves_to_try(self, seat: int, rng: Rng) -> list[str]:
        """Moves to try; a bot to whom both worlds look the same must choose the same in both."""
        rooms = self.true.room, self.other.room
        if seat in self.knowers and rooms[0].chairs[seat].bot:
            wanted = {choice_of(room, seat) for room in rooms}
            assert len(wanted) == 1, f"a bot knows what it may not: {wanted}"
            return [*wanted]
        return some_moves(rooms[0], seat, rng)

    def take_back(self, seat: int, agreed: bool) -> None:
        """A seat asks in both worlds to take its move back; all others agree, or one refuses."""
        for table in (self.true, self.other):
            with contextlib.suppress(Refused):
                events = deeds.events_before_last_move(table.room, seat)
                room = table.room.fork()
                room.fold(Proposed(at=AT, seat=seat, what="takeback", events=events))
                others = [other for other in room.voters() if other != seat]
                for other in others or [seat]:  # bots agree to everything
                    if room.proposal is not None:
                        room.fold(Voted(at=AT, seat=other, yes=agreed or not others))
                table.room = room

    def _matching_outcome(self, seat: int, text: str, seen: object) -> Room | None:
        """The other room after a move with the same observation, with a seed that leads to it."""
        before = self.other.seed
        for number in range(self.seeds):
            self.other.seed = bytes([number]) * 32 if number else before
            elsewhere, seen_facts = self._outcome(self.other, seat, text)
            if seen_facts == seen:
                return elsewhere
            luck = (
                len(elsewhere.started_table().events)
                - len(self.other.room.started_table().events)
                - 1
            )
            if not luck or self.tries_left < 0:
                break
        self.other.seed = before
        return None

    def _outcome(self, table: LiveTable, seat: int, text: str) -> tuple[Room, object]:
        """The room after a move and its luck, and what the knowers may know of it."""
        self.tries_left -= 1
        room, seen_facts = table.room.fork(), list[tuple[int, list[Fact]]]()
        before = len(room.started_table().events)
        apply_step(room, LegalMove(AT, seat, validate_by_rules(room, seat, text)), table.rng())
        for event in room.started_table().events[before:]:
            facts = [room.started_table().told_to(knower, [event]) for knower in self.knowers]
            seen_facts += [(event.who, known) for known in facts]
        state = room.started_table().state
        return room, (seen_facts, [state.observe(knower) for knower in self.knowers])


def choice_of(room: Room, seat: int) -> str:
    """The choice of the bot of a seat, asked as the house asks it; needs a fixed RNG."""
    rng = SeededRng(secrets.randbits(62))
    world = pack(room.started_table().state.imagine(seat, rng))
    options, bot = room.options, room.chairs[seat].bot
    return _choose(room.created.game, options, world, seat, bot, secrets.randbits(62))


def planned(table: LiveTable, seat: int, text: str) -> PlannedMove:
    return PlannedMove(seat, text, table.seed)


def some_moves(room: Room, seat: int, rng: Rng, first: str = "") -> list[str]:
    """Random moves of a seat, with ``first`` before the others if it is legal."""
    state = room.started_table().state
    moves = state.choices(seat)
    texts = [room.game.text(state, moves[rng.below(len(moves))]) for _ in range(MAX_TRIES)]
    legal = first and room.started_table().explain(seat, first) is None
    return [*([first] if legal else []), *dict.fromkeys(texts)][:MAX_TRIES]
