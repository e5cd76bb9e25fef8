"""Appenzell: how well a seat is off, as the greedy player sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import BIT, count_bits, members
from ludotheque.core.state import NOBODY
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
from ludotheque.games.appenzell.rules import FLEEING, GIVING, OVER, Appenzell
from ludotheque.games.appenzell.rules_castle import moved_on

if TYPE_CHECKING:
    from ludotheque.core.state import Seat

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

# Actions from each square to each other, roofs not counted
DISTANCE: Final = tuple(
    tuple(abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE) for b in range(SQUARES))
    for a in range(SQUARES)
)


def standing(state: Appenzell, seat: Seat) -> float:
    """How well a seat is off, in points."""
    if state.phase == OVER:
        return 0.0 if state.winner == NOBODY else VICTORY * (1 if state.winner == seat else -1)
    value = wealth(state, seat) + prospects(state, seat) + curiosity(state, seat)
    value += safety(state, seat)
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


def safety(state: Appenzell, seat: Seat) -> float:
    """A mouse where a trap could be pushed is half lost."""
    return -THREAT * int(count_bits(state.mice[seat] & threatened(state)))


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
    best = [value for value, _ in hopes(state, seat)[:2]]
    return sum(best[:1]) + SECOND_PAIR * sum(best[1:])


def hopes(state: Appenzell, seat: Seat) -> list[tuple[float, int]]:
    """What each cheese promises that was seen and is still to be earned, the best first."""
    roofs = covered_by_habit(state)
    ways = [DISTANCE[square] for square in members(state.mice[seat])]
    if state.supply(seat):
        ways.append(distances_from_supply(state))
    promises = [
        (promise(ways, members(state.faces[cheese]), roofs), cheese)
        for cheese in range(CHEESES)
        if state.cheeses[seat] & BIT[cheese] == 0 and state.faces[cheese]
    ]
    return sorted(promises, reverse=True)


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
