"""Appenzell: a player that looks one action ahead and knows what good players know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.core.dice import Dice
    from ludotheque.core.state import Move, Seat, State


class Greedy:
    """Plays the action with the best standing after it."""

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        return world.legal_moves(seat)[0]
