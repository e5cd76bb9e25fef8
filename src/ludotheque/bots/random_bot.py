"""Random play: the baseline for the other bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State


class RandomBot:
    """Plays one of `State.choices`, each equally likely."""

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        choices = world.choices(seat)
        return choices[rng.below(len(choices))]
