"""The player that any other must beat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State


class RandomBot:
    """Plays any of the moves the game proposes, all equally likely."""

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        choices = world.choices(seat)
        return choices[rng.below(len(choices))]
