"""Zapp Zerapp: a player that looks one move ahead and knows what good players know.

It weighs each number of stones by the best move it would allow (`worth`), and each barrel by how
likely its sound makes each number: so it aims below the magic number, takes small barrels to stop
in its zone and too big ones to stay put.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import zeros
from ludotheque.games.zapp_zerapp import reasons
from ludotheque.games.zapp_zerapp.data import BARRELS, LOUDEST
from ludotheque.games.zapp_zerapp.rules import (
    BACK,
    LISTENING,
    PLACE,
    SHAKE,
    TAKE,
    ZappZerapp,
)
from ludotheque.games.zapp_zerapp.worth import best_go, goes, worths_of_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.dice import Dice
    from ludotheque.core.state import Move, Seat, State
    from ludotheque.core.words import Words

GOOD_ENOUGH: Final = 0.8  # of the best number's worth: such a barrel is placed at once
PATIENCE: Final = 16  # times a barrel is handled before the best one in hand must do
EXACT: Final = 3  # up to here one shake tells enough


class Greedy:
    """Plays the best move for the next standing, and listens for the barrel that allows it."""

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        game = _game(world)
        if game.phase == LISTENING:
            return listen(game, seat, dice)
        return best_go(game, seat, game.steps_of(seat))[1]

    def rank(self, world: State, seat: Seat, dice: Dice) -> list[tuple[Move, float]]:
        """The best move of each apprentice; of listening, the next thing to do."""
        game = _game(world)
        if game.phase == LISTENING:
            move, values = listen(game, seat, dice), worths_of_numbers(game, seat)
            return [(move, worth_of_barrel(game, seat, move % 16, values))]
        return [(move, value) for value, move in goes(game, seat, game.steps_of(seat))]

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The reason for a move; what was heard is for the ear and is not in it."""
        del names
        return reasons.why(_game(world), seat, move, words)


def _game(world: State) -> ZappZerapp:
    assert isinstance(world, ZappZerapp), "a world of another game"
    return world


def listen(world: ZappZerapp, seat: Seat, dice: Dice) -> Move:
    """Shake what is in hand, keep the better barrel, try another; place one that is good."""
    hand = world.hand(seat)
    values = worths_of_numbers(world, seat)
    worth = {barrel: worth_of_barrel(world, seat, barrel, values) for barrel in range(BARRELS)}
    unsure = [barrel for barrel in hand if not _is_sure(world, seat, barrel)]
    if unsure and world.handled[seat] < PATIENCE:
        return SHAKE + unsure[0]
    free = [barrel for barrel in range(BARRELS) if world.is_free(barrel)]
    if not hand:
        return TAKE + max(free, key=lambda barrel: (worth[barrel], dice.below(1000)))
    best = max(hand, key=lambda barrel: worth[barrel])
    untried = [barrel for barrel in free if worth[barrel] > worth[best]]
    untried += [barrel for barrel in free if not _is_sure(world, seat, barrel)]
    content = worth[best] >= GOOD_ENOUGH * max(values)
    if content or not untried or world.handled[seat] >= PATIENCE:
        return PLACE + best
    if len(hand) > 1:
        return BACK + min(hand, key=lambda barrel: worth[barrel])
    return TAKE + max(untried, key=lambda barrel: (worth[barrel], dice.below(1000)))


def worth_of_barrel(world: ZappZerapp, seat: Seat, barrel: int, values: list[float]) -> float:
    """What a barrel is worth on average, by what the seat has heard and seen of it."""
    seen = world.numbers_seen()
    if seen[barrel]:
        return values[seen[barrel] - 1]
    chances = zeros(BARRELS)
    world.likelihoods_into(seat, barrel, chances, 0)
    left = [0 if n + 1 in seen else int(chances[n]) for n in range(BARRELS)]
    total = sum(left)
    if not total:  # it sounds like nothing that is left
        return 0.0
    return sum(chance * value for chance, value in zip(left, values, strict=True)) / total


def _is_sure(world: ZappZerapp, seat: Seat, barrel: int) -> bool:
    """Whether one more shake would tell little: seen, heard twice, or small enough."""
    heard = [c for c in range(1, LOUDEST + 1) if world.times_heard(seat, barrel, c)]
    times = sum(world.times_heard(seat, barrel, count) for count in heard)
    return world.numbers_seen()[barrel] > 0 or times > 1 or (times == 1 and heard[0] <= EXACT)
