"""What happened, in words: the lines that everybody reads, and those of one seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET

from ludotheque.core.state import EVERY_SEAT, SPECTATOR, Fact
from ludotheque.core.table import Event
from ludotheque.house.views.messages import Line
from ludotheque.house.views.sentences import sentence
from ludotheque.presentation.narration import Sentence, words_for

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.words import Words
    from ludotheque.house.table.room import Room


class LoggedEvent(NamedTuple):
    """An event of the game, with its number and what caused it."""

    number: int
    event: Event
    cause: str


class PublicFact(NamedTuple):
    """A fact of an event, and how everybody is told it."""

    logged: LoggedEvent
    part: int  # of the event, from 0
    fact: Fact
    fades: bool  # players must remember it
    known: Fact  # without what only some seats learn
    told: Sentence


def logged_events(room: Room) -> Iterator[LoggedEvent]:
    """All events of a room's game."""
    if room.table is not None:
        for index, event in enumerate(room.table.events):
            yield LoggedEvent(index, event, room.causes[index])


class Narrator:
    """Tells events of a table in one language.

    What players must remember is told when it happens, and marked. It is not told again while the
    game is played: events before ``fading_since`` are told without it.
    """

    def __init__(
        self, room: Room, words: Words, names: tuple[str, ...], fading_since: int = 0
    ) -> None:
        self.game, self.words, self.names = room.game, words, names
        self.fading_since = fading_since
        self.options = room.options
        over = room.table is not None and room.table.over
        self.memory = None if over else room.game.memory

    def public_facts(
        self, events: Iterable[LoggedEvent], seat: int | None = None
    ) -> list[PublicFact]:
        """The facts of events, as everybody is told them: lines are made from these.

        With a seat only those that it may be told in other words.
        """
        facts = []
        for logged, part, fact, fades in self._facts(events):
            if seat is None or self.is_told_apart(fact, seat):
                known = _told(fact, SPECTATOR)
                told = self._sentence(known, SPECTATOR, is_program=False)
                facts.append(PublicFact(logged, part, fact, fades, known, told))
        return facts

    def public_lines(self, facts: Sequence[PublicFact]) -> list[Line]:
        """The lines that everybody reads."""
        return [
            line_of(self.game, logged, part, known, told, fades)
            for logged, part, _, fades, known, told in facts
            if told.text
        ]

    def own_lines(self, seat: int, is_program: bool, facts: Sequence[PublicFact]) -> list[Line]:
        """The lines that a seat reads alone, or differently; "" for one that is not for it."""
        lines = []
        for logged, part, fact, fades, _, told_to_all in facts:
            if not is_program and not self.is_told_apart(fact, seat):
                continue
            known = _told(fact, seat)
            told = self._sentence(known, seat, is_program)
            if told != told_to_all:
                lines.append(line_of(self.game, logged, part, known, told, fades))
        return lines

    def seats_told_apart(self, facts: Sequence[PublicFact], seats: Iterable[int]) -> set[int]:
        """The seats that may be told facts in other words than everybody, and perhaps others."""
        found: set[int] = set()
        for one in facts:
            fact = one.fact
            if fact.seen_by != EVERY_SEAT:
                return {*seats}
            found |= {fact.seat, *self.game.fact_schema(fact.kind).mentioned_seats(fact)}
        return found

    def is_told_apart(self, fact: Fact, seat: int) -> bool:
        """Whether a seat may be told a fact in other words than everybody."""
        if fact.seen_by != EVERY_SEAT or fact.seat == seat:
            return True
        return seat in self.game.fact_schema(fact.kind).mentioned_seats(fact)

    def _facts(
        self, events: Iterable[LoggedEvent]
    ) -> Iterator[tuple[LoggedEvent, int, Fact, bool]]:
        """The facts to tell: event, part, fact, and whether players must remember it."""
        for logged in events:
            for part, fact in enumerate(logged.event.facts):
                fades = self.memory is not None and self.memory.is_ephemeral(fact, self.options)
                if not fades or logged.number >= self.fading_since:
                    yield logged, part, fact, fades

    def _sentence(self, known: Fact, viewer: int, is_program: bool) -> Sentence:
        words = words_for(self.game, known, viewer, self.words)
        return sentence(self.game, known, is_program, words, self.names)


def _told(fact: Fact, viewer: int) -> Fact:
    return fact if fact.seen_by == EVERY_SEAT else fact.told_to(viewer)


def line_of(
    game: Game, logged: LoggedEvent, part: int, known: Fact, told: Sentence, fades: bool = False
) -> Line:
    """A fact, as somebody learns it, as a line of the log."""
    info = game.fact_schema(known.kind)
    return Line(
        logged.number,
        part,
        known.kind,
        known.seat,
        told.text,
        logged.cause,
        info.category,
        info.rule,
        fades,
        game.targets(known) or UNSET,
        told.spoken or UNSET,
    )
