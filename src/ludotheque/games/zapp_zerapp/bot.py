"""Zapp Zerapp: a player that looks one move ahead and knows what good players know.

It weighs each number of stones by the best move it would allow, and each barrel by how likely its
sound makes each number: so it aims below the magic number, takes small barrels to stop in its zone
and too big ones to stay put. A place is worth its steps, less what others behind may banish.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import zeros
from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    EACH,
    LOUDEST,
    PIECES,
    SQUARES,
    START,
    TOWN,
)
from ludotheque.games.zapp_zerapp.rules import (
    BACK,
    LISTENING,
    PLACE,
    SHAKE,
    TAKE,
    ZappZerapp,
)
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, GO, TAKEN

if TYPE_CHECKING:
    from ludotheque.core.dice import Dice
    from ludotheque.core.state import Move, Seat, State

AT_HOME: Final = 12.0  # what a piece in town is worth beyond its steps
THREAT: Final = 0.25  # how likely a piece right behind comes by in a round
FAR: Final = 13  # from here on nobody can come by
GOOD_ENOUGH: Final = 0.8  # of the best number's worth: such a barrel is placed at once
PATIENCE: Final = 16  # times a barrel is handled before the best one in hand must do
EXACT: Final = 3  # up to here one shake tells enough


class Greedy:
    """Plays the best move for the next standing, and listens for the barrel that allows it."""

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        assert isinstance(world, ZappZerapp), "a world of another game"
        if world.phase == LISTENING:
            return listen(world, seat, dice)
        return best_go(world, seat, world.steps_of(seat))[1]


# moving


def best_go(world: ZappZerapp, seat: Seat, steps: int) -> tuple[float, Move]:
    """The best move by so many steps, and how much better it leaves a seat."""
    now = standing(world, seat)
    first = EACH * world.colours[seat]
    pieces = [piece for piece in range(first, first + EACH) if world.can_go(piece)]
    value, move = max(_best_of(world, seat, piece, steps) for piece in pieces)
    return value - now, move


def _best_of(world: ZappZerapp, seat: Seat, piece: int, steps: int) -> tuple[float, Move]:
    """The best move of a piece: all victims, and each companion if it helps."""
    move = GO + piece
    victims = int(world.victims(piece, steps)) * BANISHED
    best = _after(world, seat, move + victims, steps)
    companions = int(world.companions(piece, steps))
    for other in range(PIECES):
        if companions >> other & 1:
            taking = move + TAKEN * (1 << other)
            value = _after(world, seat, taking + victims, steps)
            if value > best:
                best, move = value, taking
    return best, move + victims if world.config.forgetful else move


def _after(world: ZappZerapp, seat: Seat, move: Move, steps: int) -> float:
    after = world.clone()
    after.advance(seat, move, steps, None)
    return standing(after, seat)


def standing(world: ZappZerapp, seat: Seat) -> float:
    """A seat's place on the board against the others', the best of them counted twice."""
    worth = [0.0] * world.seats()
    on_loop = [
        (piece, int(world.at[piece])) for piece in range(PIECES) if world.at[piece] < SQUARES
    ]
    for owner in range(world.seats()):
        first = EACH * world.colours[owner]
        for piece in range(first, first + EACH):
            worth[owner] += _worth(world, piece, on_loop)
    others = [value for owner, value in enumerate(worth) if owner != seat]
    return worth[seat] - (sum(others) + max(others)) / (len(others) + 1)


def _worth(world: ZappZerapp, piece: int, on_loop: list[tuple[int, int]]) -> float:
    """The steps of a piece, less what it risks to lose to those behind it."""
    place, steps = int(world.at[piece]), int(world.steps_done(piece))
    if place == TOWN:
        return steps + AT_HOME
    if place >= START or world.is_protected(piece):
        return float(steps)
    safe = 1.0
    for other, behind in on_loop:
        distance = (place - behind) % SQUARES
        if other // EACH != piece // EACH and 0 < distance < FAR:
            safe *= 1 - THREAT * (FAR - distance) / FAR
    return steps * safe


# listening


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


def worths_of_numbers(world: ZappZerapp, seat: Seat) -> list[float]:
    """What the best move with each number 1..13 is worth; nothing above the magic number."""
    usable = range(1, int(world.magic()) + 1)
    return [best_go(world, seat, n)[0] if n in usable else 0.0 for n in range(1, BARRELS + 1)]


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
