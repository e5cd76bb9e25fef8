"""What an analysis finds out about a game, as data."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Grade: TypeAlias = Literal["best", "good", "slip", "blunder"]


class Decision(Struct, frozen=True):
    """A move that was played where there was a choice, judged by what its seat could know."""

    event: int  # index of the event that is the move; the state before it is after `event` events
    seat: int
    played: str  # in notation
    best: str  # in notation; equal to `played` for a move graded best
    cost: float  # the share of a win that the move cost, at least 0
    doubt: float  # half the width of the 95 % interval of the cost, or of the gain
    gain: float  # of a move graded best: how far the next best one is behind; else 0
    grade: Grade
    choices: int  # how many moves were considered


class LuckEffect(Struct, frozen=True):
    """What an outcome of luck added to the chances of each seat."""

    event: int
    effects: tuple[float, ...]  # by seat, as shares of a win


class AnalysisPart(Struct, frozen=True):
    """The analysis of some consecutive events of a game."""

    start: int  # index of the first event
    chances: tuple[tuple[float, ...], ...]  # after each event; of part 0 before the first one, too
    decisions: tuple[Decision, ...]
    luck: tuple[LuckEffect, ...]


class GameAnalysis(Struct, frozen=True):
    """The analysis of a whole game, or of one that is not finished."""

    game: str
    version: str  # of analysis, rules and bots
    chances: tuple[tuple[float, ...], ...]  # by number of events and seat; partners have the same
    decisions: tuple[Decision, ...]
    moments: tuple[int, ...]  # up to three indexes into `decisions`: those that mattered most
    luck: tuple[LuckEffect, ...]  # only of kinds that surely decide something
