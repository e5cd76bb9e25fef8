"""Appenzell: a player that looks one action ahead and knows what good players know.

It never forgets a tile. It leaves a mouse on a cheese and brings another one to its like, prepares
two pairs at once, looks under new roofs, and keeps away from where a trap could be pushed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.state import LUCK
from ludotheque.games.appenzell import reasons
from ludotheque.games.appenzell.rules import DONE, PUSH, Appenzell
from ludotheque.games.appenzell.worth import standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State
    from ludotheque.core.words import Words

SAMPLES: Final = 2  # of luck after a push


class Greedy:
    """Plays the action with the best standing after it."""

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        return self.rank(world, seat, rng)[0][0]

    def rank(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """All moves with the standing after them, best first; equal ones in any order."""
        assert isinstance(world, Appenzell), "a world of another game"
        moves = world.legal_moves(seat)
        values = [(appraise(world, seat, move, rng), rng.below(1000), move) for move in moves]
        return [(move, value) for value, _, move in sorted(values, reverse=True)]

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The main reason for a move, or against it."""
        assert isinstance(world, Appenzell), "a world of another game"
        return reasons.why(world, seat, move, words, names)


def appraise(world: Appenzell, seat: Seat, move: Move, rng: Rng) -> float:
    """The standing of a seat after a move; after a push, on average over what luck may show."""
    after = world.clone()
    after.apply(seat, move)
    if not PUSH <= move < DONE or after.next_actor() != LUCK:
        return standing(after, seat)
    total = 0.0
    for _ in range(SAMPLES):
        shown = after.clone()
        while shown.next_actor() == LUCK:
            shown.apply(LUCK, shown.sample_luck(rng))
        total += standing(shown, seat)
    return total / SAMPLES
