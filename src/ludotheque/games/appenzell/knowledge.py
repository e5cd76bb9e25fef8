"""Appenzell: heuristics for the search, the greedy bot and reasons (compiled).

A cheese is earned by two mice on two squares of it: what counts is how far two mice are from two
such squares. A mouse where a trap can be pushed is in danger, and a mouse that falls is gone.
Everyone sees the same board, so every move is observed by everyone.
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
    MAX_SEATS,
    SIZE,
    SQUARES,
    TOWERS,
    TRAP,
    UNSEEN,
    neighbours,
    shifted,
)
from ludotheque.games.appenzell.moves import ACTING, DONE, ENTER, OVER, PUSH, UNCOVER
from ludotheque.games.appenzell.rules import Appenzell

ROLLOUT_DEPTH: Final = 2  # moves
LEAD_SCALE: Final = 2  # cheeses

# Points of an evaluation
CHEESE_POINTS: Final = 100
PAIR_POINTS: Final = 70  # two mice on two known squares of a cheese
SINGLE_SQUARE_POINTS: Final = 20  # one mouse on the only known square
FALLEN_POINTS: Final = 20  # times n * (n + 1), subtracted for n fallen mice
INSIDE_POINTS: Final = 8  # a mouse in the castle
TOWER_POINTS: Final = 3  # a mouse that has yet to leave its tower, where it only bars the way
THREAT_POINTS: Final = 9  # subtracted for a mouse where a trap can be pushed
NEAR_UNSEEN_POINTS: Final = 2  # for each unseen tile next to a mouse
SPREAD_AT_END: Final = 40.0  # temperature of the softmax of points, at the end of a game
SPREAD_PER_CHEESE: Final = 25.0  # added for each cheese that the leader still needs

# Values of actions in a rollout
RUN_TO_PAIR_VALUE: Final = 20
RUN_TO_CHEESE_VALUE: Final = 4  # to a wanted one; subtracted for a run away from one
ENTER_VALUE: Final = 2
PUSH_VALUE: Final = -1
DONE_VALUE: Final = -3
ROLLOUT_NOISE: Final = 4

LOWEST: Final = -1_000_000
MAX_DISTANCE: Final = 15  # in actions; more than any way takes


def _distance(start: int, landing: int) -> int:
    """Actions from a square to another, roofs and mice not counted."""
    return abs(start // SIZE - landing // SIZE) + abs(start % SIZE - landing % SIZE)


def _distance_from_supply(square: int) -> int:
    """Actions for a mouse that waits outside, if the nearest tower is free."""
    return 1 + min([_distance(tower, square) for tower in (0, 6, 42, 48)])


DISTANCE: Final[vec[i64]] = vec[i64](
    [_distance(a, b) for a in range(SQUARES) for b in range(SQUARES)]
)
DISTANCE_FROM_SUPPLY: Final[vec[i64]] = vec[i64](
    [_distance_from_supply(square) for square in range(SQUARES)]
)
# How much of a prospect counts, in percent, by the actions it still takes
DISCOUNT_PERCENT: Final[vec[i64]] = vec[i64](
    [int(100 * 0.8**actions) for actions in range(2 * MAX_DISTANCE + 1)]
)


class AppenzellKnowledge(Knowledge):
    """Cheeses, mice and the distances between them."""

    def __init__(self) -> None:
        super().__init__(rollout_depth=ROLLOUT_DEPTH, lead_scale=LEAD_SCALE, root_width=0)
        self.points: vec[i64] = zeros(MAX_SEATS)
        # for each square of a cheese: the nearest mouse, its distance, and that of the next one
        self.nearest_mouse: vec[i64] = zeros(3)
        self.nearest: vec[i64] = zeros(3)
        self.second: vec[i64] = zeros(3)

    # moves

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """Prefer runs to a wanted cheese, most of all for a pair; then roofs over unseen tiles."""
        assert isinstance(state, Appenzell)
        count = state.choices_into(seat, buffer)
        if state.phase != ACTING:
            return buffer[rng.below(count)]
        wanted = self._wanted(state, seat)
        best: i64 = buffer[0]
        highest: i64 = LOWEST
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
        """The value of an action in a rollout."""
        if move < UNCOVER:
            return self._run_value(state, seat, move // SQUARES, move % SQUARES, wanted)
        if move < ENTER:
            return count_bits(state.room_squares(move - UNCOVER) & (state.faces[UNSEEN] | wanted))
        if move < PUSH:
            return ENTER_VALUE
        return PUSH_VALUE if move < DONE else DONE_VALUE

    def _run_value(self, state: Appenzell, seat: i64, start: i64, landing: i64, wanted: i64) -> i64:
        """The value of a run in a rollout: the wanted cheese it reaches, less the one it leaves."""
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
        """The result at the end; before it, a softmax of the points of each seat."""
        assert isinstance(state, Appenzell)
        if state.phase == OVER:
            final_values_into(state.scores(), state.ranks(), LEAD_SCALE, out)
            return
        threatened = threatened_squares(state)
        most: i64 = 0
        for seat in range(state.players):
            most = max(most, count_bits(state.cheeses[seat]))
            self.points[seat] = self.points_of(state, seat, threatened)
        spread = SPREAD_AT_END + SPREAD_PER_CHEESE * float(state.config.cheeses - most)
        win_chances_into(self.points[: state.players], spread, out)

    def points_of(self, state: Appenzell, seat: i64, threatened: i64) -> i64:
        """What a seat has and may hope for, in points."""
        return (
            self._material(state, seat)
            + self.prospects(state, seat)
            + self.exploration(state, seat)
            - self.danger(state, seat, threatened)
        )

    def _material(self, state: Appenzell, seat: i64) -> i64:
        """Points for cheeses earned, and for mice in the castle, in its towers, and fallen."""
        mice = state.mice[seat]
        fallen = state.fallen[seat]
        points = CHEESE_POINTS * count_bits(state.cheeses[seat])
        points -= FALLEN_POINTS * fallen * (fallen + 1)
        points += INSIDE_POINTS * count_bits(mice & ~TOWERS)
        return points + TOWER_POINTS * count_bits(mice & TOWERS)

    def danger(self, state: Appenzell, seat: i64, threatened: i64) -> i64:
        """Points lost for mice where a trap can be pushed; half for the seat that can move away."""
        points = THREAT_POINTS * count_bits(state.mice[seat] & threatened)
        return points // 2 if seat == state.seat else points

    def exploration(self, state: Appenzell, seat: i64) -> i64:
        """Points for mice next to tiles that nobody has seen."""
        unseen = state.faces[UNSEEN] & ~state.pending
        return NEAR_UNSEEN_POINTS * count_bits(neighbours(state.mice[seat]) & unseen)

    def prospects(self, state: Appenzell, seat: i64) -> i64:
        """Points for the best two cheeses that are still to be earned, half for the second."""
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
        """Points for a cheese; none if it is earned already or nobody has seen any of it.

        They depend on the two mice nearest to two of its squares, or the one nearest to the only
        square.
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
            return SINGLE_SQUARE_POINTS * DISCOUNT_PERCENT[self.nearest[0]] // 100
        cost: i64 = 2 * MAX_DISTANCE
        for index in range(count):
            for other in range(index + 1, count):
                cost = min(cost, self._pair_cost(index, other))
        return PAIR_POINTS * DISCOUNT_PERCENT[cost] // 100

    def _find_nearest(self, state: Appenzell, seat: i64, square: i64, index: i64) -> None:
        """Store the two mice of a seat that are nearest to a square, the supply included."""
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
                first_mouse = SQUARES  # not a square: the mouse in the supply
        self.nearest_mouse[index] = first_mouse
        self.nearest[index] = first
        self.second[index] = second

    def _pair_cost(self, index: i64, other: i64) -> i64:
        """Actions for two different mice to two squares of a cheese."""
        if self.nearest_mouse[index] != self.nearest_mouse[other]:
            return self.nearest[index] + self.nearest[other]
        return min(
            self.nearest[index] + self.second[other],
            self.second[index] + self.nearest[other],
        )


def threatened_squares(state: Appenzell) -> i64:
    """The squares that the next push could bring a trap to."""
    traps = state.faces[TRAP]
    squares: i64 = 0
    for end in range(ENDS):
        squares |= shifted(traps & LINE[end], end)
        if state.spares[TRAP] > 0:
            squares |= INLET[end]
    return squares


KNOWLEDGE: Final = AppenzellKnowledge()
