"""Zankapfel: a player that takes the choice worth most, and can say why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zankapfel import reasons
from ludotheque.games.zankapfel.rules import Zankapfel
from ludotheque.games.zankapfel.rules_quarrel import QUARRELLING
from ludotheque.games.zankapfel.worth import appraise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State
    from ludotheque.core.words import Words

UNFORESEEN: Final = 4  # how far from the fitting quarrel card chance may lead


class Greedy:
    """Plays the choice with the highest value in points; equal ones by chance."""

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        return self.rank(world, seat, rng)[0][0]

    def rank(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """All moves with their value in points, best first."""
        assert isinstance(world, Zankapfel), "a world of another game"
        spread = UNFORESEEN if world.phase == QUARRELLING else 1
        values = [
            (appraise(world, seat, move) + int(rng.below(spread)), rng.below(1000), move)
            for move in world.legal_moves(seat)
        ]
        return [(move, value) for value, _, move in sorted(values, reverse=True)]

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The main reason for a move, or against it."""
        assert isinstance(world, Zankapfel), "a world of another game"
        return reasons.why(world, seat, move, words, names)
