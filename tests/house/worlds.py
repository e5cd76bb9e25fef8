"""Two worlds that a viewer can't distinguish: games played at random, and what could be different.

What a viewer may know is what `State.observe` and the facts of the events tell it. Everything else
is another in the other world: cards, plans, the outcomes of luck, the notation of hidden moves.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass, replace

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

MOMENTS = 4  # of one game that are compared
PROGRAM = 0  # in a game with sounds this seat may be a program's
STRANGER = 6  # somebody of the house who has no seat
AT = 10**12  # milliseconds since 1970: when everything happens
TRIES = 6  # moves of another seat that are tried for one that looks the same


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
    """The log of a whole game, played at random by people, perhaps with a bot at the last seat."""
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
    """The room at some moments of the game, its end among them."""
    rng, first = SeededRng(seed), sum(not isinstance(entry, Happened) for entry in log)
    ends = {first + rng.below(len(log) - first) for _ in range(MOMENTS)} | {len(log) - 1}
    room, seen = restore(log[:first]), []
    for number in range(first, len(log)):
        room.fold(log[number])
        if number in ends:
            seen.append(room.fork())
    return seen


def viewers(room: Room) -> list[int]:
    """All kinds of viewers: people at their seats, and a spectator."""
    return [*(seat for seat, chair in enumerate(room.chairs) if chair.person), SPECTATOR]


def other_world(room: Room, knower: int, seed: int) -> Room:
    """The room with everything changed that ``knower`` may not know."""
    twin = room.fork()
    table = twin.started_table()
    table.state = table.state.imagine(knower, SeededRng(seed))
    table.events = [blank(event, knower) for event in table.events]
    return twin


class Parted(Table):
    """A table from the moment on when two worlds part: what was before can't be played again.

    In the other world it has no past of its own, only one that looks the same to somebody.
    """

    begin: State
    first: int  # how many events there were then

    @classmethod
    def of(cls, table: Table) -> Parted:
        """A table that parts now."""
        parted = cls.__new__(cls)
        parted.game, parted.options, parted.rng = table.game, table.options, table.rng
        parted.rules_version = table.rules_version
        parted.state, parted.events = table.state, table.events
        parted.begin, parted.first = table.state.clone(), len(table.events)
        return parted

    def fork(self) -> Parted:
        """A copy, with the same beginning."""
        twin = Parted.of(super().fork())
        twin.begin, twin.first = self.begin, self.first
        return twin

    def rewound(self, events: int) -> Parted:
        """The table as it was after some events, since the worlds parted."""
        assert events >= self.first, "before that there is no past"
        past = self.fork()
        past.state, past.events = self.begin.clone(), self.events[: self.first]
        for event in self.events[self.first : events]:
            past.submit(event.who, event.text)
        return past

    def movers(self) -> list[int]:
        """Seats that have moved since, the latest first."""
        since = [event.who for event in reversed(self.events[self.first :]) if event.who >= 0]
        return list(dict.fromkeys(since))


def blank(event: Event, viewer: int) -> Event:
    """An event without what is hidden from the viewer, in its facts and in its notation."""
    told = tuple(fact.told_to(viewer) for fact in event.facts)
    facts = tuple(
        replace(fact, secret=shown.secret) for fact, shown in zip(event.facts, told, strict=True)
    )
    text = event.text if facts == event.facts else event.text.split()[0]
    return Event(event.who, text, facts)


# going on in both


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A move of a seat: what it does in this world, and the seed of the luck that follows."""

    seat: int
    text: str
    seed: bytes


@dataclass(slots=True)
class Worlds:
    """The true room and another one, each with the seed of its luck.

    ``knowers`` are those to whom both look the same: the viewer, and perhaps a bot.
    """

    viewer: int
    knowers: tuple[int, ...]
    true: LiveTable
    other: LiveTable
    seeds: int  # that the other world may have for one move: nobody knows them before the end
    patience: int = 300  # outcomes that are tried in all

    def go_on(self, seat: int, rng: Rng) -> tuple[PlannedMove, PlannedMove] | None:
        """A move of a seat in each world, both made, that look the same to the viewer, if any."""
        if seat not in self.other.room.started_table().state.actors():
            return None
        for text in self._wanted(seat, rng):
            after, seen = self._outcome(self.true, seat, text)
            if after.started_table().over or self.patience < 0:  # the end shows everything
                continue
            mine = seat in self.knowers
            for twin in [text] if mine else some_moves(self.other.room, seat, rng, text):
                elsewhere = self._same(seat, twin, seen)
                if elsewhere is not None:
                    moves = (
                        planned(self.true, seat, text),
                        planned(self.other, seat, twin),
                    )
                    self.true.room, self.other.room = after, elsewhere
                    return moves
        return None

    def _wanted(self, seat: int, rng: Rng) -> list[str]:
        """Moves to try; a bot to whom both worlds look the same must want the same in both."""
        rooms = self.true.room, self.other.room
        if seat in self.knowers and rooms[0].chairs[seat].bot:
            wanted = {choice_of(room, seat) for room in rooms}
            assert len(wanted) == 1, f"a bot knows what it may not: {wanted}"
            return [*wanted]
        return some_moves(rooms[0], seat, rng)

    def take_back(self, seat: int, agreed: bool) -> None:
        """A seat asks to take its move back, in both worlds; the others agree, or the first not."""
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

    def _same(self, seat: int, text: str, seen: object) -> Room | None:
        """The other room after a move that looks like that, with a seed by which it does."""
        before = self.other.seed
        for number in range(self.seeds):
            self.other.seed = bytes([number]) * 32 if number else before
            elsewhere, told = self._outcome(self.other, seat, text)
            if told == seen:
                return elsewhere
            luck = (
                len(elsewhere.started_table().events)
                - len(self.other.room.started_table().events)
                - 1
            )
            if not luck or self.patience < 0:
                break
        self.other.seed = before
        return None

    def _outcome(self, table: LiveTable, seat: int, text: str) -> tuple[Room, object]:
        """The room after a move and the luck it leads to, and what the viewer may know of it."""
        self.patience -= 1
        room, told = table.room.fork(), list[tuple[int, list[Fact]]]()
        before = len(room.started_table().events)
        apply_step(room, LegalMove(AT, seat, validate_by_rules(room, seat, text)), table.rng())
        for event in room.started_table().events[before:]:
            facts = [room.started_table().told_to(knower, [event]) for knower in self.knowers]
            told += [(event.who, known) for known in facts]
        state = room.started_table().state
        return room, (told, [state.observe(knower) for knower in self.knowers])


def choice_of(room: Room, seat: int) -> str:
    """What the bot of a seat plays, asked as the house asks it, if chance repeats itself."""
    rng = SeededRng(secrets.randbits(62))
    world = pack(room.started_table().state.imagine(seat, rng))
    options, bot = room.options, room.chairs[seat].bot
    return _choose(room.created.game, options, world, seat, bot, secrets.randbits(62))


def planned(table: LiveTable, seat: int, text: str) -> PlannedMove:
    return PlannedMove(seat, text, table.seed)


def some_moves(room: Room, seat: int, rng: Rng, first: str = "") -> list[str]:
    """Moves of a seat in no order, but one before the others if it is among them."""
    state = room.started_table().state
    moves = state.choices(seat)
    texts = [room.game.text(state, moves[rng.below(len(moves))]) for _ in range(TRIES)]
    legal = first and room.started_table().explain(seat, first) is None
    return [*([first] if legal else []), *dict.fromkeys(texts)][:TRIES]
