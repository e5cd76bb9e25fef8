"""Zwickern: stub."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.core.dice import Dice
    from ludotheque.core.state import Move, Seat, State


class Greedy:
    """Stub."""

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        return world.default_move(seat)
