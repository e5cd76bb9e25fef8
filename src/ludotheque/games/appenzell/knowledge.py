"""Appenzell: what a search and the quick player should know (compiled).

A cheese is earned by two mice on its like: what counts is how far two mice are from two squares of
it. A mouse where a trap can be pushed is half lost, and a mouse that falls is gone. All see the
same board, so every move is observed by all; what was seen and covered again is a matter of memory.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, vec, zeros
from ludotheque.core.knowledge import Knowledge, final_values_into, win_chances_into
from ludotheque.core.rng import Rng
from ludotheque.core.state import State
from ludotheque.games.appenzell.data import (
    CHEESES,
    ENDS,
    INLET,
    LINE,
    MAX_PLAYERS,
    SIDE,
    SQUARES,
    TOWERS,
    TRAP,
    UNSEEN,
    beside,
    moved_on,
)
from ludotheque.games.appenzell.moves import ACTING, DONE, ENTER, OVER, PUSH, UNCOVER
from ludotheque.games.appenzell.rules import Appenzell

ROLLOUT_DEPTH: Final = 2  # actions
LEAD_SCALE: Final = 2  # cheeses

# Points of an evaluation
CHEESE_POINTS: Final = 100
PAIR_POINTS: Final = 70  # two mice on two known squares of a cheese
LONE_POINTS: Final = 20  # one mouse on the only known square
FALLEN_POINTS: Final = 20  # lost with a mouse, and more for each one lost before
INSIDE_POINTS: Final = 8  # a mouse in the castle
TOWER_POINTS: Final = 3  # a mouse that has yet to leave its tower, where it only bars the way
THREAT_POINTS: Final = 9  # lost with a mouse where a trap can be pushed
NEAR_UNSEEN_POINTS: Final = 2  # for each unseen tile beside a mouse
SPREAD_AT_END: Final = 40.0  # points of a lead that decide a game at its end
SPREAD_PER_CHEESE: Final = 25.0  # and more of them for each cheese that the leader still needs

# Values of actions in a rollout
RUN_TO_PAIR_VALUE: Final = 20
RUN_TO_CHEESE_VALUE: Final = 4  # subtracted for a run from such a cheese
ENTER_VALUE: Final = 2
PUSH_VALUE: Final = -1
DONE_VALUE: Final = -3
ROLLOUT_NOISE: Final = 4

MAX_DISTANCE: Final = 15  # in actions; more than any way takes


def _distance(one: int, other: int) -> int:
    """Actions from a square to another, roofs and mice not counted."""
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


def _distance_from_supply(square: int) -> int:
    """Actions for a mouse that waits outside, if the nearest tower is free."""
    return 1 + min([_distance(tower, square) for tower in (0, 6, 42, 48)])


DISTANCE: Final[vec[i64]] = vec[i64](
    [_distance(a, b) for a in range(SQUARES) for b in range(SQUARES)]
)
DISTANCE_FROM_SUPPLY: Final[vec[i64]] = vec[i64](
    [_distance_from_supply(square) for square in range(SQUARES)]
)
# Percent of a prospect that are left, by the actions it still takes
DISCOUNT_PERCENT: Final[vec[i64]] = vec[i64](
    [int(100 * 0.8**actions) for actions in range(2 * MAX_DISTANCE + 1)]
)


class AppenzellKnowledge(Knowledge):
    """Cheeses, mice and the distances between them."""

    def __init__(self) -> None:
        super().__init__(rollout_depth=ROLLOUT_DEPTH, lead_scale=LEAD_SCALE, root_width=0)
        self.points: vec[i64] = zeros(MAX_PLAYERS)
        # for each square of a cheese: the nearest mouse, its distance, and that of the next one
        self.nearest_mouse: vec[i64] = zeros(3)
        self.nearest: vec[i64] = zeros(3)
        self.second: vec[i64] = zeros(3)

    # moves

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """Run to a cheese that is wanted, best if it makes a pair; lift roofs."""
        assert isinstance(state, Appenzell)
        count = state.choices_into(seat, buffer)
        if state.phase != ACTING:
            return buffer[rng.below(count)]
        wanted = self._wanted(state, seat)
        best: i64 = buffer[0]
        highest: i64 = -1_000
        for i in range(count):
            value = 2 * self._action_value(state, seat, buffer[i], wanted)
            value += rng.below(2 * ROLLOUT_NOISE)
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

    def _action_value(self, state: Appenzell, seat: i64, move: i64, wanted: i64) -> i64:
        """What an action is worth to a rollout."""
        if move < UNCOVER:
            return self._run_value(state, seat, move // SQUARES, move % SQUARES, wanted)
        if move < ENTER:
            return count_bits(state.room_squares(move - UNCOVER) & (state.faces[UNSEEN] | wanted))
        if move < PUSH:
            return ENTER_VALUE
        return PUSH_VALUE if move < DONE else DONE_VALUE

    def _run_value(self, state: Appenzell, seat: i64, start: i64, landing: i64, wanted: i64) -> i64:
        """Cheeses won and left; a run to nowhere may lead somewhere."""
        value: i64 = 0
        if wanted & BIT[start]:
            value -= RUN_TO_CHEESE_VALUE
        if wanted & BIT[landing]:
            value += RUN_TO_CHEESE_VALUE
            mice = state.mice[seat] & ~BIT[start]
            for cheese in range(CHEESES):
                if state.faces[cheese] & BIT[landing] and state.faces[cheese] & mice:
                    return RUN_TO_PAIR_VALUE
        return value

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, how likely each lead is to last."""
        assert isinstance(state, Appenzell)
        if state.phase == OVER:
            final_values_into(state.scores(), state.ranks(), LEAD_SCALE, out)
            return
        threatened = threatened_squares(state)
        most: i64 = 0
        for seat in range(state.players):
            most = max(most, count_bits(state.cheeses[seat]))
            self.points[seat] = (
                self._material(state, seat)
                + self.prospects(state, seat)
                + self.exploration(state, seat)
                - self.danger(state, seat, threatened)
            )
        spread = SPREAD_AT_END + SPREAD_PER_CHEESE * float(state.config.cheeses - most)
        win_chances_into(self.points[: state.players], spread, out)

    def _material(self, state: Appenzell, seat: i64) -> i64:
        """Cheeses earned, and mice in the castle, in its towers, and lost."""
        mice = state.mice[seat]
        lost = state.fallen[seat]
        points = CHEESE_POINTS * count_bits(state.cheeses[seat])
        points -= FALLEN_POINTS * lost * (lost + 1)
        points += INSIDE_POINTS * count_bits(mice & ~TOWERS)
        return points + TOWER_POINTS * count_bits(mice & TOWERS)

    def danger(self, state: Appenzell, seat: i64, threatened: i64) -> i64:
        """Mice where a trap could be pushed; half of it for the seat that can still move away."""
        points = THREAT_POINTS * count_bits(state.mice[seat] & threatened)
        return points // 2 if seat == state.seat else points

    def exploration(self, state: Appenzell, seat: i64) -> i64:
        """Mice beside tiles that nobody has seen."""
        unseen = state.faces[UNSEEN] & ~state.pending
        return NEAR_UNSEEN_POINTS * count_bits(beside(state.mice[seat]) & unseen)

    def prospects(self, state: Appenzell, seat: i64) -> i64:
        """The best two cheeses that are still to be earned."""
        best: i64 = 0
        second: i64 = 0
        for cheese in range(CHEESES):
            value = self.prospect(state, seat, cheese)
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
        return best + second // 2

    def prospect(self, state: Appenzell, seat: i64, cheese: i64) -> i64:
        """What a cheese promises; nothing if it is earned already or nobody has seen any of it.

        What counts are the nearest two mice to two of its squares, or the nearest to the only one.
        """
        squares = state.faces[cheese]
        if squares == 0 or state.cheeses[seat] & BIT[cheese]:
            return 0
        count: i64 = 0
        while squares:
            self._find_nearest(state, seat, lowest_bit(squares), count)
            squares &= squares - 1
            count += 1
        if count == 1:
            return LONE_POINTS * DISCOUNT_PERCENT[self.nearest[0]] // 100
        cost: i64 = 2 * MAX_DISTANCE
        for one in range(count):
            for other in range(one + 1, count):
                cost = min(cost, self._pair_cost(one, other))
        return PAIR_POINTS * DISCOUNT_PERCENT[cost] // 100

    def _find_nearest(self, state: Appenzell, seat: i64, square: i64, place: i64) -> None:
        """Note the two mice of a seat that are nearest to a square, those outside included."""
        roof: i64 = 0 if state.open_squares & BIT[square] else 1
        first: i64 = MAX_DISTANCE
        second: i64 = MAX_DISTANCE
        first_mouse: i64 = -1
        mice = state.mice[seat]
        while mice:
            mouse = lowest_bit(mice)
            mice &= mice - 1
            distance = DISTANCE[SQUARES * mouse + square]
            if distance > 0:
                distance += roof
            if distance < first:
                second = first
                first = distance
                first_mouse = mouse
            elif distance < second:
                second = distance
        if state.supply(seat) > 0:
            second = min(second, DISTANCE_FROM_SUPPLY[square] + roof)
            if second < first:
                distance = first
                first = second
                second = distance
                first_mouse = SQUARES
        self.nearest_mouse[place] = first_mouse
        self.nearest[place] = first
        self.second[place] = second

    def _pair_cost(self, one: i64, other: i64) -> i64:
        """Actions for two different mice to two squares."""
        if self.nearest_mouse[one] != self.nearest_mouse[other]:
            return self.nearest[one] + self.nearest[other]
        return min(
            self.nearest[one] + self.second[other],
            self.second[one] + self.nearest[other],
        )


def threatened_squares(state: Appenzell) -> i64:
    """The squares that the next push could bring a trap to."""
    traps = state.faces[TRAP]
    squares: i64 = 0
    for end in range(ENDS):
        squares |= moved_on(traps & LINE[end], end)
        if state.spares[TRAP] > 0:
            squares |= INLET[end]
    return squares


KNOWLEDGE: Final = AppenzellKnowledge()
