"""M: heuristics for the search, the greedy bot and reasons (compiled).

The next player takes chips from you, so a gap with many neighbours is an opportunity for them; a
scoring is worth what the cards that come back to you are worth; a third colour costs.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, vec, zeros
from ludotheque.core.knowledge import NOT_OBSERVED, Knowledge, final_values_into, win_chances_into
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, State
from ludotheque.games.m.data import CHIPS_EACH, COLOUR_COUNT, HAND_SIZE, MAX_SEATS, POINTS
from ludotheque.games.m.moves import CHOOSING_LINE, EXCHANGE, LINE_ROW, OPEN, OVER, TAKE, TAKING
from ludotheque.games.m.rules import SHORTEST_LINE, M
from ludotheque.games.m.rules_geometry import (
    CELLS,
    COLUMN,
    NEIGHBOURS,
    ROW,
    count_runs,
    fitting_cells,
    free_cells,
    run_through,
)
from ludotheque.games.m.rules_scores import POINTS_PER_CHIP, colour_score, score_gain

ROLLOUT_DEPTH: Final = 8  # moves
LEAD_SCALE: Final = 60  # points
CHIP_SWING: Final = 20  # points: a chip won is one that another lost
GAP_COST: Final = 8  # points for each chip that the best gap beside the card offers the next player
SCORING_COST: Final = 15  # points that a scoring brings to the others
LINE_OF_FOUR_COST: Final = 6  # points that a line of four costs, which others may complete
ROLLOUT_NOISE: Final = 12  # points: a random number below it is added to each move of a rollout
TAKE_WEIGHT: Final = 4  # factor on the points of a card taken, so that they outweigh the noise
LOWEST: Final = -1_000_000
SPREAD_AT_END: Final = 25.0  # points: temperature of the softmax when the pile is empty
SPREAD_PER_CARD: Final = 0.5  # points more for each card in the pile


class MKnowledge(Knowledge):
    """Chips and gaps, lines and colours."""

    def __init__(self, rollout_depth: i64 = ROLLOUT_DEPTH) -> None:
        super().__init__(rollout_depth=rollout_depth, lead_scale=LEAD_SCALE, root_width=0)
        self.colour_points: vec[i64] = zeros(COLOUR_COUNT)  # of the seat whose cards are compared
        self.totals: vec[i64] = zeros(MAX_SEATS)
        self.scores_line: bool = False  # whether the lay that was valued last scores a line

    # rollouts

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The lay or take of the highest value at a glance, with random noise; else any move."""
        assert isinstance(state, M)
        count = state.choices_into(seat, buffer)
        if count == 1:
            return buffer[0]
        if buffer[0] >= LINE_ROW:  # a line to choose, or nothing but passes
            return buffer[rng.below(count)]
        best: i64 = 0
        highest: i64 = LOWEST
        free = free_cells(state.occupied)
        state.colour_points_into(seat, self.colour_points)
        others_chips: i64 = state.players * CHIPS_EACH - state.chips[seat]
        for i in range(count):
            move = buffer[i]
            if move < TAKE:
                value = self.lay_value(state, move, free, others_chips)
            elif move < LINE_ROW:
                value = TAKE_WEIGHT * score_gain(self.colour_points, state.board[move - TAKE])
            else:  # passes, of a seat that could lay, come last
                break
            value += rng.below(ROLLOUT_NOISE)
            if value > highest:
                highest = value
                best = move
        return best

    def lay_value(self, state: M, move: i64, free: i64, others_chips: i64) -> i64:
        """Points at a glance: chips won, a line scored, less the gaps left beside the card.

        `colour_points` must be those of the seat; `scores_line` tells whether a line is scored.
        """
        cell = move % CELLS
        cards = state.occupied
        near = NEIGHBOURS[cell]
        value = CHIP_SWING * min(count_bits(near & cards) - 1, others_chips)
        self.scores_line = False
        double = state.double_matches(cell, move // CELLS)
        if double:
            line = run_through(cell, cards & ROW[cell])
            if count_bits(line) < SHORTEST_LINE or line & double == 0:
                line = run_through(cell, cards & COLUMN[cell])
            if count_bits(line) >= SHORTEST_LINE and line & double:
                self.scores_line = True
                return value + self._best_gain(state, line & cards) - SCORING_COST
        return value - GAP_COST * self._most_chips_in_gap(near & free, cards | BIT[cell])

    def _most_chips_in_gap(self, gaps: i64, cards: i64) -> i64:
        """The most chips that one of these free cells would bring."""
        widest: i64 = 0
        while gaps:
            widest = max(widest, count_bits(NEIGHBOURS[lowest_bit(gaps)] & cards) - 1)
            gaps &= gaps - 1
        return widest

    def _best_gain(self, state: M, line: i64) -> i64:
        """What the best card of a line adds to the score of `colour_points`."""
        best: i64 = LOWEST
        while line:
            best = max(best, score_gain(self.colour_points, state.board[lowest_bit(line)]))
            line &= line - 1
        return best

    # one move ahead

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        """How many points better a move leaves a seat against the others, its scoring finished."""
        assert isinstance(state, M)
        after = state.clone()
        after.apply(seat, move)
        finish_scoring(after)
        value = _lead(after, seat) - _lead(state, seat)
        return value - opportunity_for_next(after) if move < TAKE else value

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, each seat's chance to win by its score so far."""
        assert isinstance(state, M)
        if state.phase == OVER:
            final_values_into(state.scores(), state.ranks(), LEAD_SCALE, out)
            return
        for seat in range(state.players):
            state.colour_points_into(seat, self.colour_points)
            score = colour_score(self.colour_points)
            self.totals[seat] = POINTS_PER_CHIP * state.chips[seat] + score
        spread = SPREAD_AT_END + SPREAD_PER_CARD * float(state.pile_size)
        win_chances_into(self.totals[: state.players], spread, out)

    # what others see

    def observed_move(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(M-11) Which card goes under the pile others do not see; draws make no branches."""
        if seat == LUCK:
            return NOT_OBSERVED
        return EXCHANGE if EXCHANGE <= move < OPEN else move


def finish_scoring(state: M) -> None:
    """Let everyone take what is best for them until the line is scored."""
    while state.phase == CHOOSING_LINE or state.phase == TAKING:
        taker = state.seat
        if state.phase == CHOOSING_LINE:
            state.apply(taker, LINE_ROW)
        else:
            state.apply(taker, TAKE + _best_take(state, taker))


def _best_take(state: M, seat: i64) -> i64:
    """The cell of the card that adds most to a seat's score; of equals, of the highest value."""
    best: i64 = 0
    highest: i64 = LOWEST
    points = zeros(COLOUR_COUNT)
    state.colour_points_into(seat, points)
    cells = state.takeable
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        kind = state.board[cell]
        value = 100 * score_gain(points, kind) + POINTS[kind]
        if value > highest:
            highest = value
            best = cell
    return best


def take_gain(state: M, seat: i64, cell: i64) -> int:
    """(M-19) What taking a card adds to a seat's score."""
    points = zeros(COLOUR_COUNT)
    state.colour_points_into(seat, points)
    return int(score_gain(points, state.board[cell]))


def opportunity_for_next(state: M) -> float:
    """Points that the best gap, and lines of four, are worth to the next player."""
    cards = state.occupied
    free = free_cells(cards)
    fitting = zeros(CELLS)  # unseen cards by cell
    total: i64 = 0
    for kind, count in state.unseen():
        total += count
        cells = fitting_cells(state.features, 0, kind, cards, free)
        while cells:
            fitting[lowest_bit(cells)] += count
            cells &= cells - 1
    best = 0.0
    while free:
        cell = lowest_bit(free)
        free &= free - 1
        if fitting[cell] > 0:
            chips = count_bits(cards & NEIGHBOURS[cell]) - 1
            chance = 1.0 - (1.0 - float(fitting[cell]) / float(total)) ** HAND_SIZE
            best = max(best, chance * float(chips * CHIP_SWING))
    return best + float(LINE_OF_FOUR_COST * count_runs(cards, SHORTEST_LINE - 1))


def _lead(state: M, seat: i64) -> float:
    """A seat's score against the mean of the others'."""
    scores = state.scores()
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)
