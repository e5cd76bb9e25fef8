"""Random play: the baseline for all other bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State


class RandomBot:
    """Plays a move chosen uniformly from those the game proposes."""

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        choices = world.choices(seat)
        return choices[rng.below(len(choices))]
