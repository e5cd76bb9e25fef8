"""M: what good players know, for the search (compiled).

The next player takes chips from you, so a hole with many neighbours is a gift; a scoring is worth
what the cards that come back to you are worth; a third colour costs.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest, vec, zeros
from ludotheque.core.knowledge import INDISTINCT, Knowledge, final_values_into, win_chances_into
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, State
from ludotheque.games.m.data import (
    BESIDE,
    CELLS,
    COLOUR,
    COLUMN,
    POINTS,
    ROW,
    SYMBOL,
    VALUE,
)
from ludotheque.games.m.moves import EXCHANGE, LAYING, OPEN, OVER, TAKE, TAKING
from ludotheque.games.m.rules import M

DEPTH: Final = 8  # moves of a rollout
SCALE: Final = 60  # points
CHIP: Final = 20  # a chip lost is one won by another
HOLE: Final = 8  # for each neighbour but one of a hole that is left to the next player
SCORING: Final = 15  # what a scoring brings to the others
JITTER: Final = 12  # points by which players differ in taste
SEATS: Final = 6
WORST: Final = -1_000_000
CALM: Final = 25.0  # points of a lead that decide a game at its end
STORM: Final = 0.5  # and more of them for each card that is still to be drawn


class MKnowledge(Knowledge):
    """Chips and holes, lines and colours."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.colours: vec[i64] = zeros(5)  # values of one seat, while they are compared
        self.points: vec[i64] = zeros(SEATS)

    # moves

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The move that looks best at a glance; tastes differ a little."""
        assert isinstance(state, M)
        count = state.choices_into(seat, buffer)
        if count == 1:
            return buffer[0]
        if state.phase == LAYING and buffer[0] < TAKE:
            return self._best_lay(state, seat, rng, buffer, count)
        if state.phase == TAKING:
            return self._best_take(state, seat, rng, buffer, count)
        return buffer[rng.below(count)]

    def _best_lay(self, state: M, seat: i64, rng: Rng, buffer: vec[i64], count: i64) -> i64:
        best: i64 = 0
        highest: i64 = WORST
        free = state.free_cells()
        self._count_colours(state, seat)
        others: i64 = state.players * 6 - state.chips[seat]
        for i in range(count):
            move = buffer[i]
            if move >= TAKE:  # a pass, of a seat that could play
                continue
            value = self._worth_of_lay(state, move, free, others) + rng.below(JITTER)
            if value > highest:
                highest = value
                best = move
        return best

    def _worth_of_lay(self, state: M, move: i64, free: i64, others: i64) -> i64:
        """Points at a glance: chips won, a line scored, less the holes left beside the card."""
        cell = move % CELLS
        kind = move // CELLS
        near = BESIDE[cell]
        won = count_bits(near & state.occupied) - 1
        value = CHIP * min(won, others)
        features = state.features
        colour = features[COLOUR[kind]]
        number = features[VALUE[kind]]
        symbol = features[SYMBOL[kind]]
        double = ((colour & number) | (colour & symbol) | (number & symbol)) & near
        if double:
            line = state.run(cell, ROW[cell])
            if count_bits(line) < 5 or line & double == 0:
                line = state.run(cell, COLUMN[cell])
            if count_bits(line) >= 5 and line & double:
                return value + self._best_of_line(state, line & state.occupied) - SCORING
        return value - HOLE * self._widest_hole(near & free, state.occupied | BIT[cell])

    def _widest_hole(self, holes: i64, occupied: i64) -> i64:
        """The most neighbours, one not counted, of a free cell."""
        widest: i64 = 0
        while holes:
            neighbours = count_bits(BESIDE[lowest(holes)] & occupied) - 1
            holes &= holes - 1
            widest = max(widest, neighbours)
        return widest

    def _best_of_line(self, state: M, line: i64) -> i64:
        """What the best card of a line adds to the colours that were counted."""
        best: i64 = WORST
        while line:
            best = max(best, self._gain(state.board[lowest(line)]))
            line &= line - 1
        return best

    def _best_take(self, state: M, seat: i64, rng: Rng, buffer: vec[i64], count: i64) -> i64:
        self._count_colours(state, seat)
        best: i64 = 0
        highest: i64 = WORST
        for i in range(count):
            value = 4 * self._gain(state.board[buffer[i] - TAKE]) + rng.below(JITTER)
            if value > highest:
                highest = value
                best = buffer[i]
        return best

    def _count_colours(self, state: M, seat: i64) -> None:
        """The values a seat has taken, by colour."""
        colours = self.colours
        for colour in range(5):
            colours[colour] = 0
        for i in range(state.taken_count):
            entry = state.taken[i]
            if entry & 7 == seat:
                kind = entry >> 3
                colours[COLOUR[kind]] += POINTS[kind]

    def _gain(self, kind: i64) -> i64:
        """What a card adds to the colours that were counted (M-19)."""
        before = self._points()
        value = POINTS[kind]
        self.colours[COLOUR[kind]] += value
        after = self._points()
        self.colours[COLOUR[kind]] -= value
        return after - before

    def _points(self) -> i64:
        """(M-19) The two best colours for, the others against."""
        first: i64 = 0
        second: i64 = 0
        total: i64 = 0
        for colour in range(5):
            value = self.colours[colour]
            total += value
            if value > first:
                second = first
                first = value
            elif value > second:
                second = value
        return 2 * (first + second) - total

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, how likely each lead is to last."""
        assert isinstance(state, M)
        if state.phase == OVER:
            final_values_into(state.scores(), state.ranks(), SCALE, out)
            return
        for seat in range(state.players):
            self._count_colours(state, seat)
            self.points[seat] = 10 * state.chips[seat] + self._points()
        spread = CALM + STORM * float(state.pile)
        win_chances_into(self.points[: state.players], spread, out)

    # what others see

    def observation(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(M-11) Which card goes under the pile nobody else sees; draws change no plan."""
        if seat == LUCK:
            return INDISTINCT
        return EXCHANGE if EXCHANGE <= move < OPEN else move
