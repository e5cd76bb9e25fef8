"""Two worlds that look the same to somebody: games played at random, and what could be otherwise.

What a viewer may know is what `State.observe` and the facts of the events tell it. Everything else
is another in the other world: cards, plans, the outcomes of luck, the notation of hidden moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludotheque.core.dice import Dice, QuickDice
from ludotheque.core.game import Event
from ludotheque.core.registry import find
from ludotheque.core.state import LUCK, SPECTATOR, Fact
from ludotheque.house.entries import AnyEntry, Created, Happened, Pace, Sat, SeatPlan, Started
from ludotheque.house.open_table import OpenTable
from ludotheque.house.room import Room, restore

MOMENTS = 4  # of one game that are looked at
PROGRAM = 0  # in a game with sounds this seat may be a program's
AT = 10**12  # milliseconds since 1970: when everything happens
TRIES = 6  # moves of another that are tried for one that looks the same


def name_of(viewer: int) -> str:
    return "" if viewer == SPECTATOR else f"person {viewer}"


def played(
    slug: str,
    variant: int,
    seed: int,
    program: bool = False,
    table: str = "t",
    pace: Pace | None = None,
) -> list[AnyEntry]:
    """The log of a whole game, played at random by people."""
    game, dice = find(slug), QuickDice(seed)
    variants = game.variants()
    options = variants[variant % len(variants)]
    state = game.new(options)
    seats = state.seats()
    created = Created(
        at=AT,
        table=table,
        game=slug,
        options=options,
        seats=[SeatPlan()] * seats,
        public=True,
        host=name_of(0),
        pace=pace or Pace(),
        commitment="c",
    )
    log: list[AnyEntry] = [created]
    for seat in range(seats):
        mine = program and seat == PROGRAM
        log.append(Sat(seat=seat, person=name_of(seat), name=f"P{seat}", program=mine))
    log.append(Started(at=AT))
    while actors := state.actors():
        seat = actors[dice.below(len(actors))]
        moves = [] if seat == LUCK else state.choices(seat)
        move = moves[dice.below(len(moves))] if moves else state.sample_luck(dice)
        log.append(Happened(at=AT, who=seat, text=game.text(state, move)))
        state.apply(seat, move)
    return log


def moments(log: list[AnyEntry], seed: int) -> list[Room]:
    """The room at some moments of the game, its end among them."""
    dice, first = QuickDice(seed), sum(not isinstance(entry, Happened) for entry in log)
    ends = {first + dice.below(len(log) - first) for _ in range(MOMENTS)} | {len(log) - 1}
    room, seen = restore(log[:first]), []
    for number in range(first, len(log)):
        room.fold(log[number])
        if number in ends:
            seen.append(room.fork())
    return seen


def viewers(room: Room) -> list[int]:
    return [*range(len(room.chairs)), SPECTATOR]


def other_world(room: Room, viewer: int, seed: int) -> Room:
    """The room with everything changed that the viewer can't tell."""
    twin = room.fork()
    table = twin.playing()
    table.state = table.state.imagine(viewer, QuickDice(seed))
    table.events = [blank(event, viewer) for event in table.events]
    return twin


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
class Deed:
    """A move of a seat: what it does in this world, and the seed of the luck that follows."""

    seat: int
    text: str
    seed: bytes


@dataclass(slots=True)
class Worlds:
    """The true room and another one, each with the seed of its luck."""

    viewer: int
    true: OpenTable
    other: OpenTable
    seeds: int  # that the other world may have for one move: nobody knows them before the end
    patience: int = 300  # outcomes that are looked at in all

    def go_on(self, seat: int, dice: Dice) -> tuple[Deed, Deed] | None:
        """A move of a seat in each world, both made, that the viewer can't tell apart, if any."""
        for text in some_moves(self.true.room, seat, dice):
            after, seen = self._outcome(self.true, seat, text)
            if after.playing().over or self.patience < 0:  # the end shows everything
                continue
            mine = seat == self.viewer
            for twin in [text] if mine else some_moves(self.other.room, seat, dice, text):
                elsewhere = self._same(seat, twin, seen)
                if elsewhere is not None:
                    deeds = deed(self.true, seat, text), deed(self.other, seat, twin)
                    self.true.room, self.other.room = after, elsewhere
                    return deeds
        return None

    def _same(self, seat: int, text: str, seen: object) -> Room | None:
        """The other room after a move that looks like that, with a seed by which it does."""
        before = self.other.seed
        for number in range(self.seeds):
            self.other.seed = bytes([number]) * 32 if number else before
            elsewhere, told = self._outcome(self.other, seat, text)
            if told == seen:
                return elsewhere
            luck = len(elsewhere.playing().events) - len(self.other.room.playing().events) - 1
            if not luck or self.patience < 0:
                break
        self.other.seed = before
        return None

    def _outcome(self, table: OpenTable, seat: int, text: str) -> tuple[Room, object]:
        """The room after a move and the luck it leads to, and what the viewer may know of it."""
        self.patience -= 1
        room, told = table.room.fork(), list[tuple[int, list[Fact]]]()
        for entry in table.room.plan_move(seat, text, table.dice(), AT, ""):
            for event in room.fold(entry):
                told.append((event.who, room.told_to(self.viewer, [event])))
        return room, (told, room.playing().state.observe(self.viewer))


def deed(table: OpenTable, seat: int, text: str) -> Deed:
    return Deed(seat, text, table.seed)


def some_moves(room: Room, seat: int, dice: Dice, first: str = "") -> list[str]:
    """Moves of a seat in no order, but one before the others if it is among them."""
    state = room.playing().state
    moves = state.choices(seat)
    texts = [room.game.text(state, moves[dice.below(len(moves))]) for _ in range(TRIES)]
    legal = first and room.playing().explain(seat, first) is None
    return [*([first] if legal else []), *dict.fromkeys(texts)][:TRIES]
