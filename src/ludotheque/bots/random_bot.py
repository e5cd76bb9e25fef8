"""The player that any other must beat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.state import State, move_buffer

if TYPE_CHECKING:
    from ludotheque.core.dice import Dice
    from ludotheque.core.state import Move, Seat


class RandomBot:
    """Plays any of the moves the game proposes, all equally likely."""

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        buffer = move_buffer()
        count = world.choices_into(seat, buffer)
        return buffer[dice.below(count)]
