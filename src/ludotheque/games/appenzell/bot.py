"""Appenzell: a player that looks one action ahead and knows what good players know.

It never forgets a tile. It leaves a mouse on a cheese and brings another one to its like, prepares
two pairs at once, looks under new roofs, and keeps away from where a trap could be pushed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import BIT, count_bits, members
from ludotheque.core.state import LUCK, NOBODY
from ludotheque.games.appenzell.data import (
    CHEESES,
    ENDS,
    INLET,
    LINE,
    ROOMS,
    SIDE,
    SQUARES,
    TOWER,
    TRAP,
    UNSEEN,
    beside,
)
from ludotheque.games.appenzell.rules import DONE, FLEEING, GIVING, OVER, PUSH, Appenzell
from ludotheque.games.appenzell.rules_castle import moved_on

if TYPE_CHECKING:
    from ludotheque.core.dice import Dice
    from ludotheque.core.state import Move, Seat, State

VICTORY: Final = 10_000.0
CHEESE: Final = 100.0
RIVAL_CHEESE: Final = 40.0
FALLEN: Final = 30.0
RIVAL_FALLEN: Final = 12.0
MOUSE_INSIDE: Final = 4.0
PAIR: Final = 70.0  # two mice on their way to two known squares of a cheese
LONE: Final = 14.0  # one mouse on its way to the only known square
PATIENCE: Final = 0.8  # what is left of a prospect for each action it still takes
SECOND_PAIR: Final = 0.5
KNOWN_TILE: Final = 2.5
NEAR_UNSEEN: Final = 0.4
THREAT: Final = 9.0
SOCK: Final = 30.0
SAMPLES: Final = 2  # of luck after a push

# Actions from each square to each other, roofs not counted
DISTANCE: Final = tuple(
    tuple(abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE) for b in range(SQUARES))
    for a in range(SQUARES)
)


class Greedy:
    """Plays the action with the best standing after it."""

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        assert isinstance(world, Appenzell), "a world of another game"
        moves = world.legal_moves(seat)
        values = [(appraise(world, seat, move, dice), dice.below(1000), move) for move in moves]
        return max(values)[2]


def appraise(world: Appenzell, seat: Seat, move: Move, dice: Dice) -> float:
    """The standing of a seat after a move; after a push, on average over what luck may show."""
    after = world.clone()
    after.apply(seat, move)
    if not PUSH <= move < DONE or after.next_actor() != LUCK:
        return standing(after, seat)
    total = 0.0
    for _ in range(SAMPLES):
        shown = after.clone()
        while shown.next_actor() == LUCK:
            shown.apply(LUCK, shown.sample_luck(dice))
        total += standing(shown, seat)
    return total / SAMPLES


def standing(state: Appenzell, seat: Seat) -> float:
    """How well a seat is off, in points."""
    if state.phase == OVER:
        return 0.0 if state.winner == NOBODY else VICTORY * (1 if state.winner == seat else -1)
    value = wealth(state, seat) + prospects(state, seat) + curiosity(state, seat)
    value -= THREAT * int(count_bits(state.mice[seat] & threatened(state)))
    if state.phase == GIVING or state.phase == FLEEING:
        value += SOCK * (-1 if state.owner == seat else 1)
    return value


def wealth(state: Appenzell, seat: Seat) -> float:
    """Cheeses earned and mice left, against those of the others."""
    value = CHEESE * state.scores()[seat] - FALLEN * int(state.fallen[seat])
    value += MOUSE_INSIDE * int(count_bits(state.mice[seat]))
    for rival, score in enumerate(state.scores()):
        if rival != seat:
            value += RIVAL_FALLEN * int(state.fallen[rival]) - RIVAL_CHEESE * score
    return value


def threatened(state: Appenzell) -> int:
    """The squares that the next push could bring a trap to."""
    traps = state.faces[TRAP]
    squares = 0
    for end in range(ENDS):
        squares |= moved_on(traps & LINE[end], end)
        if state.spares[TRAP]:
            squares |= INLET[end]
    return squares


def curiosity(state: Appenzell, seat: Seat) -> float:
    """What tiles already seen are worth, and having mice near those that nobody has seen."""
    unseen = state.faces[UNSEEN] & ~state.pending
    near = state.mice[seat] | beside(state.mice[seat])
    near |= beside(near)
    return NEAR_UNSEEN * int(count_bits(near & unseen)) - KNOWN_TILE * int(count_bits(unseen))


def prospects(state: Appenzell, seat: Seat) -> float:
    """What the best two cheeses that are still to be earned promise."""
    roofs = covered_by_habit(state)
    ways = [DISTANCE[square] for square in members(state.mice[seat])]
    if state.supply(seat):
        ways.append(distances_from_supply(state))
    promises = []
    for cheese in range(CHEESES):
        if state.cheeses[seat] & BIT[cheese] == 0 and state.faces[cheese]:
            promises.append(promise(ways, members(state.faces[cheese]), roofs))
    promises.sort(reverse=True)
    return sum(promises[:1]) + SECOND_PAIR * sum(promises[1:2])


def covered_by_habit(state: Appenzell) -> int:
    """The squares that are under a roof when the turn ends, unless somebody runs there."""
    occupied = state.occupied()
    squares = 0
    for room in range(ROOMS):
        if state.room(room) & occupied == 0:
            squares |= state.room(room)
    return squares


def distances_from_supply(state: Appenzell) -> tuple[int, ...]:
    """Actions to every square for a mouse that waits outside."""
    towers = [TOWER[tower] for tower in members(state.free_towers())]
    if not towers:
        return (SIDE,) * SQUARES
    return tuple(1 + min(DISTANCE[t][square] for t in towers) for square in range(SQUARES))


def promise(ways: list[tuple[int, ...]], targets: list[int], roofs: int) -> float:
    """What a cheese promises: the cheapest two mice on two of its squares, or one on one."""
    costs = [[way[t] + (roofs >> t & 1 if way[t] else 0) for way in ways] for t in targets]
    pairs = [
        first + second
        for i, one in enumerate(costs)
        for other in costs[i + 1 :]
        for a, first in enumerate(one)
        for b, second in enumerate(other)
        if a != b
    ]
    if pairs:
        return PAIR * float(PATIENCE ** min(pairs))
    nearest = min(min(cost) for cost in costs) if ways else SIDE
    return LONE * float(PATIENCE**nearest)
