"""Zapp Zerapp: a round thought through to its end, all playing their best moves (compiled)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.rng import SeededRng, shuffle_first
from ludotheque.games.zapp_zerapp.data import BARRELS
from ludotheque.games.zapp_zerapp.knowledge import HEARS, KNOWLEDGE
from ludotheque.games.zapp_zerapp.rules import MOVING, NONE, OVER, PLACE, ZappZerapp

SEED: Final = 1  # the same thoughts about the same board
APART: Final = 3  # two players listen to barrels that are partly the same


def finish(world: ZappZerapp, seat: i64) -> float:
    """Play a round to its end; return the chance of a seat to win."""
    while world.phase == MOVING:
        mover = world.seat
        world.apply(mover, KNOWLEDGE.best_move(world, mover, world.steps_of(mover)))
    if world.phase == OVER:
        return 1.0 if world.home(world.colours[seat]) == world.config.pieces else 0.0
    return KNOWLEDGE.chance_to_win(world, seat)


def goes(world: ZappZerapp, seat: i64) -> list[tuple[int, float]]:
    """The best move of each piece with the chance to win when the round is over, best first."""
    found: list[tuple[float, int]] = []
    for move, _ in KNOWLEDGE.goes(world, seat):
        after = world.clone()
        after.apply(seat, move)
        found.append((finish(after, seat), move))
    return [(move, value) for value, move in sorted(found, reverse=True)]


def worth_of_numbers(world: ZappZerapp, seat: i64, rounds: i64) -> list[float]:
    """The chance to win when the round is over, for each number 1..13 that a seat may get.

    The others are thought to find the best of a few barrels. The rounds are the same for all
    numbers, and the same whenever one thinks about the same board.
    """
    worth = [[0.0] * BARRELS for _ in range(world.players)]
    for other in range(world.players):
        if other != seat:
            worth[other] = KNOWLEDGE.worth_of_numbers(world, other)
    highest: i64 = min(world.magic() + 1, BARRELS)  # all above stay put alike
    rng = SeededRng(SEED)
    order = vec[i64](list(range(1, BARRELS + 1)))
    totals = [0.0] * BARRELS
    for _ in range(rounds):
        shuffle_first(rng, order, BARRELS, BARRELS)
        for number in range(1, highest + 1):
            totals[number - 1] += _round(world, seat, number, order, worth)
    for number in range(highest, BARRELS):
        totals[number] = totals[highest - 1]
    return [total / float(rounds) for total in totals]


def _round(
    world: ZappZerapp, seat: i64, number: i64, order: vec[i64], worth: list[list[float]]
) -> float:
    """One round in which a seat has a number, and the others what they find."""
    numbers = zeros(world.players)
    numbers[seat] = number
    for other in range(world.players):
        if other != seat:
            numbers[other] = _found(numbers, order, APART * other, worth[other])
    after = world.clone()
    for player in range(world.players):
        after.placed[player] = NONE
        after.numbers[player] = numbers[player]
    for player in range(world.players):
        after.apply(player, PLACE + player)
    return finish(after, seat)


def _found(taken: vec[i64], order: vec[i64], start: i64, worth: list[float]) -> i64:
    """The best of some numbers that nobody has taken."""
    best: i64 = 0
    for i in range(start, start + HEARS):
        number = order[i % BARRELS]
        free = True
        for j in range(len(taken)):
            free = free and taken[j] != number
        if free and (best == 0 or worth[number - 1] > worth[best - 1]):
            best = number
    return best
