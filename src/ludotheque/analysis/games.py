"""The analysis of a game from its record, in parts that take well under a second each."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from ludotheque.analysis.chances import win_chances
from ludotheque.analysis.decisions import DEFAULT_EFFORT, Effort, judge
from ludotheque.analysis.luck import kind_of, luck_effect
from ludotheque.analysis.report import AnalysisPart, Decision, GameAnalysis, LuckEffect
from ludotheque.analysis.settings import settings_of
from ludotheque.bots.fingerprint import fingerprint_of
from ludotheque.core.state import LUCK
from ludotheque.core.table import Event

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.record import Record
    from ludotheque.core.table import Table

VERSION: Final = "1"  # of the analysis: raised when the same record may give another one
PART_EVENTS: Final = 4
MAX_PARTS: Final = 200  # each replays the game up to its first event
MOMENTS: Final = 3


def parts_of(record: Record) -> list[tuple[int, int]]:
    """The parts of an analysis: each the numbers of its first event and of the one after it."""
    count = len(record.events)
    size = max(PART_EVENTS, ceil(count / MAX_PARTS))
    return [(at, min(at + size, count)) for at in range(0, max(count, 1), size)]


def analyse_part(
    record: Record, start: int, stop: int, effort: Effort = DEFAULT_EFFORT
) -> AnalysisPart:
    """The analysis of events start to stop - 1. The same arguments always give the same.

    Raises the `GameError` of the first of these events that is not legal; earlier ones must be.
    """
    game = record.game
    table = record.table()
    for who, text in record.events[:start]:
        table.replay(Event(who, text, ()))
    chances = [] if start else [win_chances(game, table.state)]
    decisions: list[Decision] = []
    luck: list[LuckEffect] = []
    factors = settings_of(game).luck
    for number in range(start, stop):
        who, text = record.events[number]
        before = table.state.clone()
        table.submit(who, text)
        played = table.events[-1].text
        if who != LUCK:
            decision = judge(game, before, who, played, number, effort)
            decisions += [] if decision is None else [decision]
        elif kind_of(played) in factors:
            factor = factors[kind_of(played)]
            effects = luck_effect(game, before, game.parse(before, played))
            luck.append(LuckEffect(number, tuple(factor * effect for effect in effects)))
        chances.append(win_chances(game, table.state))
    return AnalysisPart(start, tuple(chances), tuple(decisions), tuple(luck))


def assemble(record: Record, parts: Sequence[AnalysisPart]) -> GameAnalysis:
    """The analysis of a game from all of its parts."""
    ordered = sorted(parts, key=lambda part: part.start)
    decisions = tuple(decision for part in ordered for decision in part.decisions)
    return GameAnalysis(
        game=record.game.slug,
        version=version_of(record.game),
        chances=tuple(chances for part in ordered for chances in part.chances),
        decisions=decisions,
        moments=moments_of(decisions),
        luck=tuple(effect for part in ordered for effect in part.luck),
    )


def version_of(game: Game) -> str:
    """The version of analyses made now: analyses of different versions should not be compared."""
    return f"{VERSION}-{fingerprint_of(game)}"


def moments_of(decisions: Sequence[Decision]) -> tuple[int, ...]:
    """The indexes of up to three decisions that surely cost or gained most, in order of events."""
    weights = {
        index: max(decision.cost, decision.gain)
        for index, decision in enumerate(decisions)
        if max(decision.cost, decision.gain) > decision.doubt
    }
    largest = sorted(weights, key=lambda index: (-weights[index], index))[:MOMENTS]
    return tuple(sorted(largest))


def analyse(
    record: Record,
    progress: Callable[[float], None] | None = None,
    effort: Effort = DEFAULT_EFFORT,
) -> GameAnalysis:
    """The analysis of a game, finished or not; ``progress`` is told the share that is done.

    Raises the `GameError` of the first event that is not legal.
    """
    bounds = parts_of(record)
    parts = []
    for number, (start, stop) in enumerate(bounds, 1):
        parts.append(analyse_part(record, start, stop, effort))
        if progress is not None:
            progress(number / len(bounds))
    return assemble(record, parts)


def table_at(record: Record, event: int) -> Table:
    """The table before an event of a record whose earlier events are known to be legal."""
    table = record.table()
    for who, text in record.events[:event]:
        table.replay(Event(who, text, ()))
    return table
