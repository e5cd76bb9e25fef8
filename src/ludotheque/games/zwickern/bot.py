"""Zwickern: a player that looks one move ahead and knows what good players know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zwickern import reasons
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.worth import appraise, gift

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State
    from ludotheque.core.words import Words

LOOKED_AT: Final = 8  # moves whose gift to the next player is weighed
GIFT: Final = 1.0  # of what the next player could take, counted against a move


class Greedy:
    """Plays the move with the best standing after it, counting what it leaves to the next."""

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        return self.rank(world, seat, rng)[0][0]

    def rank(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """The few moves it looks at closely, best first; equal ones in any order."""
        assert isinstance(world, Zwickern), "a world of another game"
        moves = world.choices(seat)
        ranked = [(appraise(world, seat, move), rng.below(1000), move) for move in moves]
        ranked.sort(reverse=True)
        best = [
            (value - GIFT * gift(world, seat, move), ticket, move)
            for value, ticket, move in ranked[:LOOKED_AT]
        ]
        return [(move, value) for value, _, move in sorted(best, reverse=True)]

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The main reason for a move, or against it."""
        assert isinstance(world, Zwickern), "a world of another game"
        return reasons.why(world, seat, move, words, names)
