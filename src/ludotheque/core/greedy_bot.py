"""A bot that plays the move its game's knowledge values most, one move ahead.

It is part of `core` because games make one each, and games may not import `bots`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic

from typing_extensions import TypeVar

from ludotheque.core.state import State

if TYPE_CHECKING:
    from ludotheque.core.knowledge import Knowledge
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat
    from ludotheque.core.words import Words

S = TypeVar("S", bound=State, default=Any)
TIE_BREAK_RANGE: Final = 1000  # a random number below it orders moves of equal value


class GreedyBot(Generic[S]):
    """Ranks moves by `Knowledge.appraise`, on its scale.

    ``why`` gives the reason for a move, or against it.
    """

    def __init__(
        self, knowledge: Knowledge, why: Callable[[S, Seat, Move, Words, Sequence[str]], str]
    ) -> None:
        self.knowledge = knowledge
        self.why = why

    def choose(self, world: S, seat: Seat, rng: Rng) -> Move:
        """The move of the highest value."""
        return self.rank(world, seat, rng)[0][0]

    def rank(self, world: S, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """Moves with their values, the best first; equal ones in random order."""
        values = [
            (self.knowledge.appraise(world, seat, move, rng), rng.below(TIE_BREAK_RANGE), move)
            for move in world.choices(seat)
        ]
        return [(move, value) for value, _, move in sorted(values, reverse=True)]
