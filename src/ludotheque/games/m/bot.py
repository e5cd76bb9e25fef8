"""M: a player that looks one move ahead and knows what good players know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.m import reasons
from ludotheque.games.m.rules import M
from ludotheque.games.m.worth import appraise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State
    from ludotheque.core.words import Words


class Greedy:
    """Plays the move with the best standing after it, counting what it leaves to the next."""

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        return self.rank(world, seat, rng)[0][0]

    def rank(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """All moves with how much better they leave the seat, best first; equals in any order."""
        assert isinstance(world, M), "a world of another game"
        moves = world.legal_moves(seat)
        values = [(appraise(world, seat, move), rng.below(1000), move) for move in moves]
        return [(move, value) for value, _, move in sorted(values, reverse=True)]

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The main reason for a move, or against it."""
        assert isinstance(world, M), "a world of another game"
        del names  # nobody need be named
        return reasons.why(world, seat, move, words)
