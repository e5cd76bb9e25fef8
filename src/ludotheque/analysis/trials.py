"""The values of some moves in the same imagined worlds, so that noise hardly affects differences.

A search gives most of its simulations to the best move, so that the others are known badly. Here
each move has a search of its own that always begins with it, and simulation i of each of them
begins with the same world.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.bots.search import NO_NODE, Search
from ludotheque.bots.search_bot import EXPLORATION
from ludotheque.core.fast import i64, vec
from ludotheque.core.knowledge import WIN
from ludotheque.core.rng import SeededRng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.knowledge import Knowledge
    from ludotheque.core.state import Move, Seat, State

NO_LIMIT: Final = 2**60  # simulations, so that a search never stops early
CONFIDENCE: Final = 1.96  # standard errors: half the width of a 95 % interval


class Difference(NamedTuple):
    """How much more one move is worth than another, as a share of a win."""

    value: float
    doubt: float  # half the width of the 95 % interval


class Trials:
    """Simulations of some moves of a seat, in the same worlds."""

    def __init__(
        self, world: State, seat: Seat, knowledge: Knowledge, moves: Sequence[Move], seed: int
    ) -> None:
        self.seat = seat
        self.seed = seed
        self.moves = list(moves)
        self.searches = [_forced(world, seat, knowledge, move) for move in moves]
        self.values: list[list[float]] = [[] for _ in moves]  # by move: of each simulation

    def run(self, simulations: int) -> None:
        """Run as many simulations of each move."""
        for search, values in zip(self.searches, self.values, strict=True):
            for number in range(len(values), len(values) + simulations):
                search.rng = SeededRng(self.seed + number)
                search.run(1, NO_LIMIT)
                values.append(search.values[self.seat] / WIN)

    def best_first(self) -> list[Move]:
        """The moves by their mean values, the best first."""
        order = sorted(range(len(self.moves)), key=lambda i: sum(self.values[i]), reverse=True)
        return [self.moves[i] for i in order]

    def difference(self, one: int, other: int) -> Difference:
        """How much more the first of two moves, given by their indexes, is worth."""
        gaps = [a - b for a, b in zip(self.values[one], self.values[other], strict=True)]
        mean = sum(gaps) / len(gaps)
        variance = sum((gap - mean) ** 2 for gap in gaps) / max(1, len(gaps) - 1)
        return Difference(mean, CONFIDENCE * sqrt(variance / len(gaps)))


def _forced(world: State, seat: Seat, knowledge: Knowledge, move: Move) -> Search:
    """A search that always begins with one move."""
    search = Search(world, seat, knowledge, SeededRng(0), EXPLORATION)
    search.moves = vec[i64]([move])
    search.nodes = vec[i64]([NO_NODE])
    return search
