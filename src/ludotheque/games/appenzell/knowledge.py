"""Appenzell: what a search should know (compiled).

A cheese is earned by two mice on its like: what counts is how far two mice are from two squares of
it. A mouse where a trap can be pushed is half lost, and a mouse that falls is gone. Everything on
the board is seen by all, so every move can be told from every other; what was seen and covered
again is a matter of memory.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest, vec, zeros
from ludotheque.core.knowledge import Knowledge, final_values_into, win_chances_into
from ludotheque.core.rng import Rng
from ludotheque.core.state import State
from ludotheque.games.appenzell.data import (
    CHEESES,
    ENDS,
    HOLES,
    INLET,
    LINE,
    ORDINARY,
    SIDE,
    SQUARES,
    TOWERS,
    TRAP,
    UNSEEN,
    beside,
)
from ludotheque.games.appenzell.rules import (
    ACTING,
    DONE,
    ENTER,
    OVER,
    PUSH,
    UNCOVER,
    Appenzell,
)
from ludotheque.games.appenzell.rules_castle import moved_on

DEPTH: Final = 2  # actions of a rollout
SCALE: Final = 2  # cheeses
CHEESE: Final = 100
PAIR: Final = 70  # two mice on their way to two known squares of a cheese
LONE: Final = 20  # one mouse on its way to the only known square
FALLEN: Final = 20  # a mouse lost, and more for each one lost before
INSIDE: Final = 8  # a mouse in the castle
IN_TOWER: Final = 3  # a mouse that has yet to leave its tower, where it only bars the way
THREAT: Final = 9  # a mouse where a trap can be pushed
NEAR_UNSEEN: Final = 2
CALM: Final = 40.0  # points of a lead that decide a game at its end
STORM: Final = 25.0  # and more of them for each cheese that the first still needs
FAR: Final = 15  # further than any way
JITTER: Final = 4  # by which players differ in taste
MEMORY: Final = 1000  # nothing is forgotten


def _way(one: int, other: int) -> int:
    """Actions from a square to another, roofs and mice not counted."""
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


def _way_in(square: int) -> int:
    """Actions for a mouse that waits outside, if the nearest tower is free."""
    return 1 + min([_way(tower, square) for tower in (0, 6, 42, 48)])


WAY: Final[vec[i64]] = vec[i64]([_way(a, b) for a in range(SQUARES) for b in range(SQUARES)])
WAY_IN: Final[vec[i64]] = vec[i64]([_way_in(square) for square in range(SQUARES)])
# What is left of a hundred for each action it still takes
PATIENCE: Final[vec[i64]] = vec[i64]([int(100 * 0.8**actions) for actions in range(2 * FAR + 1)])


class AppenzellKnowledge(Knowledge):
    """Cheeses, mice and the way between them."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.points: vec[i64] = zeros(4)
        # for each square of a cheese: the nearest mouse, its way, and the way of the next one
        self.who: vec[i64] = zeros(3)
        self.nearest: vec[i64] = zeros(3)
        self.second: vec[i64] = zeros(3)

    # moves

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """Run to a cheese that is wanted, best if it makes a pair; look under roofs."""
        assert isinstance(state, Appenzell)
        count = state.choices_into(seat, buffer)
        if state.phase != ACTING:
            return buffer[rng.below(count)]
        wanted = self._wanted(state, seat)
        best: i64 = buffer[0]
        highest: i64 = -1_000
        for i in range(count):
            value = 2 * self._worth_of(state, seat, buffer[i], wanted) + rng.below(2 * JITTER)
            if value > highest:
                highest = value
                best = buffer[i]
        return best

    def _wanted(self, state: Appenzell, seat: i64) -> i64:
        """The squares of the cheeses that a seat has yet to earn."""
        wanted: i64 = 0
        for cheese in range(CHEESES):
            if state.cheeses[seat] & BIT[cheese] == 0:
                wanted |= state.faces[cheese]
        return wanted

    def _worth_of(self, state: Appenzell, seat: i64, move: i64, wanted: i64) -> i64:
        """What an action is worth at a glance."""
        if move < UNCOVER:
            return self._worth_of_run(state, seat, move // SQUARES, move % SQUARES, wanted)
        if move < ENTER:
            return count_bits(state.room(move - UNCOVER) & (state.faces[UNSEEN] | wanted))
        if move < PUSH:
            return 2
        return -1 if move < DONE else -3

    def _worth_of_run(
        self, state: Appenzell, seat: i64, start: i64, landing: i64, wanted: i64
    ) -> i64:
        """Cheeses won and left; a run to nowhere may lead somewhere."""
        value: i64 = 0
        if wanted & BIT[start]:
            value -= 4
        if wanted & BIT[landing]:
            value += 4
            mice = state.mice[seat] & ~BIT[start]
            for cheese in range(CHEESES):
                if state.faces[cheese] & BIT[landing] and state.faces[cheese] & mice:
                    return 20
        return value

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, how likely each lead is to last."""
        assert isinstance(state, Appenzell)
        if state.phase == OVER:
            final_values_into(state.scores(), state.ranks(), SCALE, out)
            return
        threatened = _threatened(state)
        most: i64 = 0
        for seat in range(state.players):
            most = max(most, count_bits(state.cheeses[seat]))
            self.points[seat] = self._points_of(state, seat, threatened)
        spread = CALM + STORM * float(state.config.cheeses - most)
        win_chances_into(self.points[: state.players], spread, out)

    def _points_of(self, state: Appenzell, seat: i64, threatened: i64) -> i64:
        mice = state.mice[seat]
        lost = state.fallen[seat]
        points = CHEESE * count_bits(state.cheeses[seat]) - FALLEN * lost * (lost + 1)
        points += INSIDE * count_bits(mice & ~TOWERS) + IN_TOWER * count_bits(mice & TOWERS)
        points += self._prospects(state, seat)
        points -= THREAT * count_bits(mice & threatened) // (2 if seat == state.seat else 1)
        unseen = state.faces[UNSEEN] & ~state.pending
        return points + NEAR_UNSEEN * count_bits(beside(mice) & unseen)

    def _prospects(self, state: Appenzell, seat: i64) -> i64:
        """What the best two cheeses promise that are still to be earned."""
        best: i64 = 0
        second: i64 = 0
        for cheese in range(CHEESES):
            if state.cheeses[seat] & BIT[cheese] == 0 and state.faces[cheese]:
                value = self._promise(state, seat, state.faces[cheese])
                if value > best:
                    second = best
                    best = value
                elif value > second:
                    second = value
        return best + second // 2

    def _promise(self, state: Appenzell, seat: i64, squares: i64) -> i64:
        """What a cheese promises: the cheapest two mice on two of its squares, or one on one."""
        count: i64 = 0
        while squares:
            self._find_nearest(state, seat, lowest(squares), count)
            squares &= squares - 1
            count += 1
        if count == 1:
            return LONE * PATIENCE[self.nearest[0]] // 100
        cost: i64 = 2 * FAR
        for one in range(count):
            for other in range(one + 1, count):
                cost = min(cost, self._cost_of_pair(one, other))
        return PAIR * PATIENCE[cost] // 100

    def _find_nearest(self, state: Appenzell, seat: i64, square: i64, place: i64) -> None:
        """Note the two mice of a seat that are nearest to a square, those outside included."""
        roof: i64 = 0 if state.open & BIT[square] else 1
        first: i64 = FAR
        second: i64 = FAR
        who: i64 = -1
        mice = state.mice[seat]
        while mice:
            mouse = lowest(mice)
            mice &= mice - 1
            way = WAY[SQUARES * mouse + square]
            if way > 0:
                way += roof
            if way < first:
                second = first
                first = way
                who = mouse
            elif way < second:
                second = way
        if state.supply(seat) > 0:
            second = min(second, WAY_IN[square] + roof)
            if second < first:
                way = first
                first = second
                second = way
                who = SQUARES
        self.who[place] = who
        self.nearest[place] = first
        self.second[place] = second

    def _cost_of_pair(self, one: i64, other: i64) -> i64:
        """Actions for two different mice to two squares."""
        if self.who[one] != self.who[other]:
            return self.nearest[one] + self.nearest[other]
        return min(
            self.nearest[one] + self.second[other],
            self.second[one] + self.nearest[other],
        )


def _threatened(state: Appenzell) -> i64:
    """The squares that the next push could bring a trap to."""
    traps = state.faces[TRAP]
    squares: i64 = 0
    for end in range(ENDS):
        squares |= moved_on(traps & LINE[end], end)
        if state.spares[TRAP] > 0:
            squares |= INLET[end]
    return squares


def remembered(state: Appenzell, seat: i64, memory: i64) -> Appenzell:
    """The castle as a seat has it in mind that keeps so many thousandths of what lies covered.

    (CA-20) What comes to mind is the same for a whole turn, and not always in the next.
    """
    world = state.clone()
    covered = HOLES & ~(world.open | world.glimpsed)  # what was just shown is still before all eyes
    for face in range(ORDINARY):
        squares = world.faces[face] & covered
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            if _ticket(state.turns, seat, square, face) >= memory:
                world.faces[face] ^= BIT[square]
                world.faces[UNSEEN] |= BIT[square]
                world.unseen[face] += 1
    return world


def _ticket(turn: i64, seat: i64, square: i64, face: i64) -> i64:
    """A number below MEMORY that nobody foresees."""
    mixed = (turn * 4 + seat) * 0x9E3779B1 + (square * ORDINARY + face) * 0x85EBCA77
    mixed = (mixed ^ mixed >> 15) & 0x3FFFFFFF
    mixed = mixed * 0x2C1B3C6D >> 12
    return (mixed ^ mixed >> 9) % MEMORY
