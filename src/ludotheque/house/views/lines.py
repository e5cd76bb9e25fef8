"""What happened, in words: the lines that everybody reads, and those of one seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ludotheque.core.state import EVERY_SEAT, SPECTATOR, Fact
from ludotheque.core.table import Event
from ludotheque.house.views.messages import Line
from ludotheque.house.views.sentences import sentence

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.words import Words
    from ludotheque.house.table.room import Room


class LoggedEvent(NamedTuple):
    """An event of the game, with its number and what caused it."""

    number: int
    event: Event
    cause: str


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

    def public_lines(self, events: Iterable[LoggedEvent]) -> list[Line]:
        """The lines that everybody reads."""
        lines = []
        for logged, part, fact, fades in self._facts(events):
            text = self._text(fact, SPECTATOR, is_program=False)
            if text:
                lines.append(line_of(self.game, logged, part, fact, text, fades))
        return lines

    def own_lines(self, seat: int, is_program: bool, events: Iterable[LoggedEvent]) -> list[Line]:
        """The lines that a seat reads alone, or differently; "" for one that is not for it."""
        lines = []
        for logged, part, fact, fades in self._facts(events):
            if fact.seen_by == EVERY_SEAT and not is_program:
                continue
            text = self._text(fact, seat, is_program)
            if text != self._text(fact, SPECTATOR, is_program=False):
                lines.append(line_of(self.game, logged, part, fact, text, fades))
        return lines

    def _facts(
        self, events: Iterable[LoggedEvent]
    ) -> Iterator[tuple[LoggedEvent, int, Fact, bool]]:
        """The facts to tell: event, part, fact, and whether players must remember it."""
        for logged in events:
            for part, fact in enumerate(logged.event.facts):
                fades = self.memory is not None and self.memory.is_ephemeral(fact, self.options)
                if not fades or logged.number >= self.fading_since:
                    yield logged, part, fact, fades

    def _text(self, fact: Fact, viewer: int, is_program: bool) -> str:
        known = fact if fact.seen_by == EVERY_SEAT else fact.told_to(viewer)
        return sentence(self.game, known, is_program, self.words, self.names)


def line_of(
    game: Game, logged: LoggedEvent, part: int, fact: Fact, text: str, fades: bool = False
) -> Line:
    """A fact as a line of the log."""
    info = game.fact_schema(fact.kind)
    number, _, cause = logged
    return Line(number, part, fact.kind, fact.seat, text, cause, info.category, info.rule, fades)
