"""How well the analysis finds blunders: random moves in place of those of masters.

In games of masters the analysis judges some of their moves, and at the same moments a random move.
What a move really costs is told by a much longer search, with other random numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from ludotheque.analysis.decisions import BLUNDER, DEFAULT_EFFORT, SLIP, Effort, judge
from ludotheque.analysis.report import Grade
from ludotheque.bots import find_bot
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ludotheque.core.game import Game
    from ludotheque.core.options import Options
    from ludotheque.core.state import Seat

TRUTH_FACTOR: Final = 10  # of the simulations of the analysis
ALARMS: Final = ("slip", "blunder")


class Verdict(Struct, frozen=True):
    """A move judged by the analysis and by the long search."""

    event: int
    planted: bool  # a random move; else the master's own
    grade: Grade
    cost: float  # by the analysis
    true_cost: float  # by the long search


class Detection(Struct, frozen=True):
    """What the analysis found of the blunders planted, and how often it blamed masters."""

    blunders: int  # planted moves that really cost at least `BLUNDER`
    found: int  # of these, graded as slips or blunders
    own: int  # moves of masters
    alarms: int  # of these, graded as slips or blunders
    false_alarms: int  # of the alarms, those on moves that really cost less than `SLIP`


def verdicts(
    game: Game,
    options: Options,
    seed: int,
    every: int,
    effort: Effort = DEFAULT_EFFORT,
    players: str = "master",
) -> Iterator[Verdict]:
    """The verdicts on every nth decision of a game of masters, or of other bots."""
    rng = SeededRng(seed)
    table = Table(game, options, SeededRng(seed))
    bot = find_bot(game, players, clock=no_time)
    longer = Effort(effort.search * TRUTH_FACTOR, effort.trials * TRUTH_FACTOR)
    decisions = 0
    while not table.over:
        awaited = table.state.awaited()
        seat = awaited[rng.below(len(awaited))]
        text = table.ask(bot, seat, rng)
        decisions += is_judged(table, seat)
        if is_judged(table, seat) and decisions % every == 0:
            for played in {text: False, _other_move(table, seat, text, rng): True}.items():
                yield from _verdict(table, seat, *played, effort, longer)
        table.submit(seat, text)


def no_time() -> float:
    """A clock that stands still, so that bots use all of their simulations on any machine."""
    return 0.0


def is_judged(table: Table, seat: Seat) -> bool:
    """Whether the analysis judges a decision of ``seat``."""
    phase = table.game.timed_phase
    is_timed = phase is not None and phase.contains(table.state)
    return not is_timed and len(table.state.choices(seat)) > 1


def _other_move(table: Table, seat: Seat, text: str, rng: SeededRng) -> str:
    """A random move other than that in ``text``, if there is one."""
    texts = [table.game.text(table.state, move) for move in table.state.choices(seat)]
    others = [other for other in texts if other != text]
    return others[rng.below(len(others))] if others else text


def _verdict(
    table: Table, seat: Seat, played: str, planted: bool, effort: Effort, longer: Effort
) -> Iterator[Verdict]:
    event = len(table.events)
    short = judge(table.game, table.state, seat, played, event, effort)
    long = judge(table.game, table.state, seat, played, event, longer, salt="long")
    if short is not None and long is not None:
        yield Verdict(event, planted, short.grade, short.cost, long.cost)


def detection(found: Iterable[Verdict]) -> Detection:
    """The figures of some verdicts."""
    all_of_them = list(found)
    blunders = [one for one in all_of_them if one.planted and one.true_cost >= BLUNDER]
    own = [one for one in all_of_them if not one.planted]
    alarms = [one for one in own if one.grade in ALARMS]
    return Detection(
        blunders=len(blunders),
        found=sum(one.grade in ALARMS for one in blunders),
        own=len(own),
        alarms=len(alarms),
        false_alarms=sum(one.true_cost < SLIP for one in alarms),
    )
