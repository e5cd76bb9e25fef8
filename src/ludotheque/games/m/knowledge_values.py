"""M: win chances learned from games of the bots (compiled).

What a net sees of a position: the free cells and lines of the table; of each seat its chips, its
colours, what the cards on the table would add to them, and what its hand could do now.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, vec
from ludotheque.core.state import State
from ludotheque.core.value import LearnedValue
from ludotheque.games.m.data import CHIPS_EACH, COLOUR, COLOUR_COUNT, HAND_SIZE, POINTS
from ludotheque.games.m.knowledge import MKnowledge
from ludotheque.games.m.moves import CHOOSING_LINE, TAKING
from ludotheque.games.m.rules import M
from ludotheque.games.m.rules_geometry import (
    ALL_CELLS,
    CELLS,
    COLUMN_6,
    NEIGHBOURS,
    NOT_COLUMN_6,
    fitting_cells,
    free_cells,
)
from ludotheque.games.m.rules_scores import POINTS_PER_CHIP, colour_score, score_gain

PACKAGE: Final = "ludotheque.games.m"
PHASES: Final = 7  # one feature each; a game that is over is not looked at
PLAYER_COUNTS: Final = 5  # 2 to 6, one feature each
PUBLIC_FEATURES: Final = 26
SEAT_FEATURES: Final = 38
TEN: Final = 10  # all points are multiples of it
NO_GAIN: Final = -1000  # below the gain of every card
NO_LAY: Final = -40  # the value of a hand without a lay
LEAD_UNIT: Final = 32  # of a lead relative to what it is worth
MAX_LEAD: Final = 96
CLOSE_LEAD: Final = 30  # points

# Where a seat's features begin
STANDING: Final = 0
COLOURS_AT: Final = 3
GAINS_AT: Final = 8
TAKES_AT: Final = 13
HAND_AT: Final = 18
TURN_AT: Final = 32
LEAD_AT: Final = 35


class MValue(LearnedValue):
    """The learned chances of 2 to 6 players."""

    def __init__(self) -> None:
        super().__init__(PACKAGE, PUBLIC_FEATURES, SEAT_FEATURES)
        self.knowledge: Final[MKnowledge] = MKnowledge()

    def look(self, state: State) -> None:
        assert isinstance(state, M)
        free = free_cells(state.occupied)
        line: i64 = 0
        takeable: i64 = 0
        if state.phase == TAKING:
            line = state.line
            takeable = state.takeable
        elif state.phase == CHOOSING_LINE:
            line = state.line
        self._look_at_table(state, free, line, takeable)
        for seat in range(state.players):
            self._look_at_seat(state, seat, line & state.occupied, takeable)
            self._look_at_hand(state, seat, free)
            self._look_at_turn(state, seat, line)
        self._look_at_leads(state)

    # what all see

    def _look_at_table(self, state: M, free: i64, line: i64, takeable: i64) -> None:
        out = self.public
        cards = state.occupied
        for i in range(PUBLIC_FEATURES):
            out[i] = 0
        out[state.phase] = 1
        out[PHASES + state.players - 2] = 1
        at: i64 = PHASES + PLAYER_COUNTS
        out[at] = count_bits(cards)
        out[at + 1] = count_bits(free)
        gaps = free
        while gaps:
            near = count_bits(NEIGHBOURS[lowest_bit(gaps)] & cards)
            gaps &= gaps - 1
            if near > 1:
                out[at + near] += 1  # gaps with 2, 3 and 4 neighbours
        across = cards & _right(cards)
        down = cards & _down(cards)
        for i in range(3):  # runs of 3, 4 and 5
            across &= _right(across)
            down &= _down(down)
            out[at + 5 + i] = count_bits(across) + count_bits(down)
        out[at + 8] = count_bits(takeable)
        out[at + 9] = count_bits(line & cards)
        out[at + 10] = 1 if line and state.is_last_scoring else 0
        out[at + 11] = state.pile_size
        out[at + 12] = state.passes
        out[at + 13] = 1 if state.pile_size == 0 else 0

    # what a seat has

    def _look_at_seat(self, state: M, seat: i64, line: i64, takeable: i64) -> None:
        """Chips and colours, and what the cards on the table would add to them."""
        out = self.own
        at = seat * SEAT_FEATURES
        points = self.knowledge.colour_points
        state.colour_points_into(seat, points)
        score = colour_score(points)
        out[at + STANDING] = (POINTS_PER_CHIP * state.chips[seat] + score) // TEN
        out[at + 1] = state.chips[seat]
        out[at + 2] = score // TEN
        self._sort_colours(points, at + COLOURS_AT)
        for i in range(at + GAINS_AT, at + HAND_AT):
            out[i] = 0
        first: i64 = NO_GAIN
        second: i64 = NO_GAIN
        third: i64 = NO_GAIN
        best_take: i64 = NO_GAIN
        next_take: i64 = NO_GAIN
        cells = state.occupied
        while cells:
            bit = cells & -cells
            cells ^= bit
            gain = score_gain(points, state.board[lowest_bit(bit)]) // TEN
            out[at + GAINS_AT + 3] += gain
            if gain > 0:
                out[at + GAINS_AT + 4] += 1
            if gain > first:
                third = second
                second = first
                first = gain
            elif gain > second:
                third = second
                second = gain
            elif gain > third:
                third = gain
            if line & bit:
                out[at + TAKES_AT + 2] += gain
                if gain > 0:
                    out[at + TAKES_AT + 3] += gain
                else:
                    out[at + TAKES_AT + 4] += gain
            if takeable & bit:
                if gain > best_take:
                    next_take = best_take
                    best_take = gain
                elif gain > next_take:
                    next_take = gain
        out[at + GAINS_AT] = first if first > NO_GAIN else 0
        out[at + GAINS_AT + 1] = second if second > NO_GAIN else 0
        out[at + GAINS_AT + 2] = third if third > NO_GAIN else 0
        out[at + TAKES_AT] = best_take if best_take > NO_GAIN else 0
        out[at + TAKES_AT + 1] = next_take if next_take > NO_GAIN else 0

    def _sort_colours(self, points: vec[i64], at: i64) -> None:
        """Write the points by colour, the highest first."""
        for i in range(COLOUR_COUNT):
            higher: i64 = 0
            for j in range(COLOUR_COUNT):
                if points[j] > points[i] or (points[j] == points[i] and j < i):
                    higher += 1
            self.own[at + higher] = points[i] // TEN

    def _look_at_hand(self, state: M, seat: i64, free: i64) -> None:
        """What the hand could lay, by the values of a rollout; the seat's colours are counted."""
        out = self.own
        at: i64 = seat * SEAT_FEATURES + HAND_AT
        knowledge = self.knowledge
        cards = state.occupied
        others_chips: i64 = state.players * CHIPS_EACH - state.chips[seat]
        for i in range(at, at + TURN_AT - HAND_AT):
            out[i] = 0
        first: i64 = NO_LAY
        second: i64 = NO_LAY
        third: i64 = NO_LAY
        second_place: i64 = NO_LAY  # the best second place of a single card
        scoring: i64 = NO_LAY
        colours: i64 = 0
        size = state.hand_sizes[seat]
        for slot in range(seat * HAND_SIZE, seat * HAND_SIZE + size):
            kind = state.hands[slot]
            out[at + 10] += POINTS[kind] // TEN
            colours |= BIT[COLOUR[kind]]
            cells = fitting_cells(state.features, 0, kind, cards, free)
            best: i64 = NO_LAY
            next_best: i64 = NO_LAY
            chips: i64 = 0
            if cells:
                out[at + 1] += 1
            while cells:
                cell = lowest_bit(cells)
                cells &= cells - 1
                out[at + 2] += 1
                value = knowledge.lay_value(state, kind * CELLS + cell, free, others_chips)
                if knowledge.scores_line and value > scoring:
                    scoring = value
                if value > best:
                    next_best = best
                    best = value
                elif value > next_best:
                    next_best = value
                chips = max(chips, count_bits(NEIGHBOURS[cell] & cards) - 1)
            second_place = max(second_place, next_best)
            out[at + 7] = max(out[at + 7], chips)
            if chips > 0:
                out[at + 13] += 1
            if best > first:
                third = second
                second = first
                first = best
            elif best > second:
                third = second
                second = best
            elif best > third:
                third = best
        out[at] = size
        out[at + 3] = first
        out[at + 4] = second
        out[at + 5] = third
        out[at + 6] = second_place
        out[at + 8] = scoring
        out[at + 9] = 1 if scoring > NO_LAY else 0
        out[at + 11] = count_bits(colours)
        out[at + 12] = 1 if out[at + 1] == 0 else 0

    def _look_at_turn(self, state: M, seat: i64, line: i64) -> None:
        out = self.own
        at: i64 = seat * SEAT_FEATURES + TURN_AT
        out[at] = 1 if state.seat == seat else 0
        out[at + 1] = (seat - state.seat) % state.players
        out[at + 2] = 1 if line and state.scorer == seat else 0

    def _look_at_leads(self, state: M) -> None:
        """The lead over the best other: in points, for the cards to come, and if it is close."""
        out = self.own
        for seat in range(state.players):
            best: i64 = NO_GAIN
            for other in range(state.players):
                if other != seat:
                    best = max(best, out[other * SEAT_FEATURES + STANDING])
            at: i64 = seat * SEAT_FEATURES + LEAD_AT
            lead = out[seat * SEAT_FEATURES + STANDING] - best
            out[at] = lead
            # as in `MKnowledge`: 25 points, and half a point for each card in the pile
            out[at + 1] = _clipped(lead * TEN * 2 * LEAD_UNIT // (50 + state.pile_size))
            out[at + 2] = _clipped(lead * TEN * LEAD_UNIT // CLOSE_LEAD)


def _right(cells: i64) -> i64:
    """Each cell's neighbour to the right."""
    return (cells & NOT_COLUMN_6) << 1 | (cells & COLUMN_6) >> 6


def _down(cells: i64) -> i64:
    """Each cell's neighbour below."""
    return (cells << 7 & ALL_CELLS) | cells >> 42


def _clipped(lead: i64) -> i64:
    return max(-MAX_LEAD, min(MAX_LEAD, lead))
