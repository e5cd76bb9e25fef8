"""Zapp Zerapp: what good players know of the board, for bots and for the search (compiled).

A piece is worth its steps, times the chance that it is not caught; a piece in town is worth more.
From that come each seat's chance to win, the best move with a number, and the value of each number.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludotheque.core.fast import BIT, i64, lowest_bit, vec, zeros
from ludotheque.core.knowledge import NOT_OBSERVED, WIN, Knowledge, final_values_into
from ludotheque.core.rng import Rng, SeededRng, partial_shuffle
from ludotheque.core.state import LUCK, State
from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    ENTRY_SQUARE,
    HAND_SIZE,
    NONE,
    PIECES,
    PIECES_PER_COLOUR,
    SQUARES,
    START,
    TOWN,
    ZONE_SET,
)
from ludotheque.games.zapp_zerapp.moves import (
    BANISHED_UNIT,
    GO,
    HEARING,
    LISTENING,
    MOVING,
    OVER,
    PLACE,
    TAKEN_UNIT,
)
from ludotheque.games.zapp_zerapp.rules import ZappZerapp

ROLLOUT_DEPTH: Final = 14  # moves: barrels placed, and a round of moves
LEAD_SCALE: Final = 2  # apprentices home

# The value of a position in steps; tuned by self-play
TOWN_BONUS: Final = 11.5  # for a piece in town, beyond its steps
LAST_PIECE_BONUS: Final = 18.0  # for a seat with all pieces but one in town
ZONE_BONUS: Final = 0.7  # for a piece in its zone
SOFTMAX_SPREAD: Final = 18.0  # steps of lead that multiply the odds of winning by e
# The risks that a piece is caught in a round
CATCH_RISK: Final[vec[float]] = vec[float](  # by a piece behind it, by the distance in squares
    [0.28 * max(0, 12 - distance) / 11 for distance in range(SQUARES + 1)]
)
IMMINENT_RISK: Final = 0.3  # in addition, by a seat that is about to move as far as that
START_RISK: Final = 0.03  # by a piece in the start that enters the loop right behind it
START_RISK_SQUARES: Final = 12  # from the entry square on, falling to zero

BARRELS_HEARD: Final = 5  # by a player of a rollout or of a lookahead
LOOKAHEAD_ROUNDS: Final = 12
LOOKAHEAD_SEED: Final = 1  # the same rounds for the same board
LOOKAHEAD_OFFSET: Final = 3  # less than BARRELS_HEARD: players hear some of the same barrels


class ZappZerappKnowledge(Knowledge):
    """Thinks one move ahead."""

    def __init__(self) -> None:
        super().__init__(rollout_depth=ROLLOUT_DEPTH, lead_scale=LEAD_SCALE, root_width=0)
        self.best_move_found: i64 = 0  # by the last call of `best_value`

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, each seat's chance to win."""
        assert isinstance(state, ZappZerapp)
        if state.phase == OVER:
            final_values_into(state.scores(), state.ranks(), LEAD_SCALE, out)
            return
        values = vec[float]([0.0] * state.players)
        for seat in range(state.players):
            values[seat] = self._position_value(state, seat)
        for seat in range(state.players):
            total = 0.0
            for other in range(state.players):
                gap = values[other] - values[seat]
                total += 1.0 if other == seat else exp(gap / SOFTMAX_SPREAD)
            out[seat] = int(1.0 / total * WIN)

    def chance_to_win(self, state: ZappZerapp, seat: i64) -> float:
        """How likely a seat is to win: a softmax of the values of all seats."""
        if state.home(seat) == state.config.pieces:
            return 1.0
        total = 0.0
        own = self._position_value(state, seat)
        for other in range(state.players):
            if other == seat:
                total += 1.0
            else:
                total += exp((self._position_value(state, other) - own) / SOFTMAX_SPREAD)
        return 1.0 / total

    def _position_value(self, state: ZappZerapp, seat: i64) -> float:
        """The steps of a seat's pieces, as far as they are safe, and bonuses."""
        first = state.first_piece(seat)
        total = LAST_PIECE_BONUS if state.home(seat) == state.config.pieces - 1 else 0.0
        for piece in range(first, first + PIECES_PER_COLOUR):
            location = state.locations[piece]
            steps = float(state.step_number(piece))
            if location == TOWN:
                total += steps + TOWN_BONUS
            elif location < START:
                if not state.is_protected(piece):
                    steps *= self.safety(state, seat, piece)
                elif ZONE_SET[piece // PIECES_PER_COLOUR] & BIT[location]:
                    steps += ZONE_BONUS
                total += steps
        return total

    def safety(self, state: ZappZerapp, seat: i64, piece: i64) -> float:
        """How likely a seat's piece on the loop is not caught, if nothing protects it."""
        safe = 1.0
        square = state.locations[piece]
        for other in range(state.players):
            if other == seat:
                continue
            colour = state.colours[other]
            first = PIECES_PER_COLOUR * colour
            number: i64 = 0
            if state.still_to_move & BIT[other]:
                number = state.number_of(other)
            may_enter = False
            comes_now = False
            for hunter in range(first, first + PIECES_PER_COLOUR):
                location = state.locations[hunter]
                if location == START:
                    may_enter = True
                elif location < START:
                    distance = (square - location + SQUARES) % SQUARES
                    if 0 < distance <= SQUARES - state.step_number(hunter):
                        safe *= 1.0 - CATCH_RISK[distance]
                        comes_now = comes_now or distance <= number
            if comes_now:
                safe *= 1.0 - IMMINENT_RISK
            if may_enter:
                distance = (square - ENTRY_SQUARE[colour] + SQUARES) % SQUARES
                if distance < START_RISK_SQUARES:
                    near = float(START_RISK_SQUARES - distance)
                    safe *= 1.0 - START_RISK * near / START_RISK_SQUARES
        return safe

    # moves on the board

    def best_value(self, state: ZappZerapp, seat: i64, steps: i64) -> float:
        """The chance to win after the best move by ``steps``, which is then `best_move_found`."""
        highest = -1.0
        first = state.first_piece(seat)
        for piece in range(first, first + PIECES_PER_COLOUR):
            if state.can_move(piece):
                highest = max(highest, self._best_of(state, seat, piece, steps, highest))
        return highest

    def best_move(self, state: ZappZerapp, seat: i64, steps: i64) -> i64:
        """The best move by ``steps``."""
        self.best_value(state, seat, steps)
        return self.best_move_found

    def _best_of(
        self, state: ZappZerapp, seat: i64, piece: i64, steps: i64, highest: float
    ) -> float:
        """The value of a piece's best move, kept if above ``highest``; at most one companion."""
        victims = state.victims(piece, steps) * BANISHED_UNIT
        move = GO + piece
        value = self._value_after(state, seat, move + victims, steps)
        companions = state.companions(piece, steps)
        while companions:
            taking = move + TAKEN_UNIT * BIT[lowest_bit(companions)]
            companions &= companions - 1
            helped = self._value_after(state, seat, taking + victims, steps)
            if helped > value:
                value = helped
                move = taking
        if value > highest:
            self.best_move_found = move + victims if state.config.forgetful else move
        return value

    def _value_after(self, state: ZappZerapp, seat: i64, move: i64, steps: i64) -> float:
        """The chance to win after a move that names its victims."""
        locations = state.locations
        still_to_move = state.still_to_move
        state.locations = locations[:]
        state.still_to_move &= ~BIT[seat]
        state.advance(seat, move, steps, None)
        value = self.chance_to_win(state, seat)
        state.locations = locations
        state.still_to_move = still_to_move
        return value

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        """The chance to win after a move on the board; those with barrels are for `listening`."""
        assert isinstance(state, ZappZerapp)
        if state.phase != MOVING:
            return self.chance_to_win(state, seat)
        steps = state.number_of(seat)
        return self._value_after(state, seat, state.with_victims(move, steps), steps)

    def move_values(self, state: ZappZerapp, seat: i64, rng: Rng) -> list[tuple[int, float]]:
        """The best move of each piece as `appraise` values it, the best first."""
        found: list[tuple[float, int]] = []
        for piece in state.movable(seat):
            self._best_of(state, seat, piece, state.number_of(seat), -1.0)
            move = int(self.best_move_found)
            found.append((self.appraise(state, seat, move, rng), move))
        return [(move, value) for value, move in sorted(found, reverse=True)]

    def number_values(self, state: ZappZerapp, seat: i64) -> list[float]:
        """The value of each number 1..13; with one above the magic number a seat stays put."""
        magic = state.magic()
        stay = self.chance_to_win(state, seat)
        return [
            self.best_value(state, seat, number) if number <= magic else stay
            for number in range(1, BARRELS + 1)
        ]

    # rollouts

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The best of BARRELS_HEARD barrels, placed at once; then the best move."""
        assert isinstance(state, ZappZerapp)
        if state.phase == MOVING:
            return self.best_move(state, seat, state.number_of(seat))
        if state.hands[HAND_SIZE * seat] >= 0:
            return PLACE + state.hands[HAND_SIZE * seat]
        return self._best_barrel(state, seat, rng, buffer)

    def _best_barrel(self, state: ZappZerapp, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The best of BARRELS_HEARD free barrels, as if their numbers had been heard exactly."""
        count = state.choices_into(seat, buffer)
        best = buffer[0]
        highest = -1.0
        for _ in range(BARRELS_HEARD):
            move = buffer[rng.below(count)]
            number = state.numbers[move]
            if number <= state.magic():
                value = self.best_value(state, seat, number)
            else:
                value = self.chance_to_win(state, seat)
            if value > highest:
                highest = value
                best = move
        return best

    # observations

    def observed_move(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(ZZ-4) Only the shaker hears; the hands of others change no plan, their moves do."""
        assert isinstance(state, ZappZerapp)
        is_observed = state.phase != LISTENING
        if seat == LUCK:
            is_observed = state.phase == HEARING and state.holds(viewer, state.shaken)
        if is_observed:
            return move
        return NOT_OBSERVED


class NaiveKnowledge(ZappZerappKnowledge):
    """Wants the highest number that is not too high."""

    def number_values(self, state: ZappZerapp, seat: i64) -> list[float]:
        magic = state.magic()
        return [float(n) if n <= magic else 0.0 for n in range(1, BARRELS + 1)]


class RoundLookahead(ZappZerappKnowledge):
    """Plays the round to its end; every seat makes its best move."""

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        """The chance to win when the round is over, after a move on the board."""
        assert isinstance(state, ZappZerapp)
        if state.phase != MOVING:
            return self.chance_to_win(state, seat)
        after = state.clone()
        after.apply(seat, move)
        return self._finish_round(after, seat)

    def number_values(self, state: ZappZerapp, seat: i64) -> list[float]:
        """The chance to win when the round is over, for each number 1..13 that a seat may get.

        The others are expected to find the best of a few barrels, in the same rounds for all
        numbers.
        """
        wanted = [[0.0] * BARRELS for _ in range(state.players)]  # by the others, each number
        for other in range(state.players):
            if other != seat:
                wanted[other] = super().number_values(state, other)
        highest: i64 = min(state.magic() + 1, BARRELS)  # every higher number stays put
        rng = SeededRng(LOOKAHEAD_SEED)
        mixed = vec[i64](list(range(1, BARRELS + 1)))
        totals = [0.0] * BARRELS
        for _ in range(LOOKAHEAD_ROUNDS):
            partial_shuffle(rng, mixed, BARRELS, BARRELS)
            for number in range(1, highest + 1):
                totals[number - 1] += self._play_round(state, seat, number, mixed, wanted)
        for number in range(highest, BARRELS):
            totals[number] = totals[highest - 1]
        return [total / float(LOOKAHEAD_ROUNDS) for total in totals]

    def _play_round(
        self, state: ZappZerapp, seat: i64, number: i64, mixed: vec[i64], wanted: list[list[float]]
    ) -> float:
        """One round in which a seat has a number, and the others what they find."""
        numbers = zeros(state.players)
        numbers[seat] = number
        after = state.clone()
        for player in range(state.players):  # each seat places the barrel with its own number
            if player != seat:
                first = LOOKAHEAD_OFFSET * player
                numbers[player] = best_free(numbers, mixed, first, wanted[player])
            after.placed[player] = NONE
            after.numbers[player] = numbers[player]
        for player in range(state.players):
            after.apply(player, PLACE + player)
        return self._finish_round(after, seat)

    def _finish_round(self, state: ZappZerapp, seat: i64) -> float:
        """Play a round to its end; return the chance of a seat to win."""
        while state.phase == MOVING:
            mover = state.seat
            state.apply(mover, self.best_move(state, mover, state.number_of(mover)))
        if state.phase == OVER:
            return 1.0 if state.home(seat) == state.config.pieces else 0.0
        return self.chance_to_win(state, seat)


def pursuers(state: ZappZerapp, piece: i64) -> i64:
    """How many pieces of other colours on the loop could catch a piece there in a round."""
    count: i64 = 0
    for hunter in range(PIECES):
        location = state.locations[hunter]
        if location < START and hunter // PIECES_PER_COLOUR != piece // PIECES_PER_COLOUR:
            distance = (state.locations[piece] - location + SQUARES) % SQUARES
            if 0 < distance <= SQUARES - state.step_number(hunter) and CATCH_RISK[distance] > 0.0:
                count += 1
    return count


def best_free(taken: vec[i64], mixed: vec[i64], first: i64, values: list[float]) -> i64:
    """The best number that nobody has taken in BARRELS_HEARD barrels from ``first`` on."""
    best: i64 = 0
    for barrel in range(first, first + BARRELS_HEARD):
        number = mixed[barrel % BARRELS]
        is_free = True
        for j in range(len(taken)):
            is_free = is_free and taken[j] != number
        if is_free and (best == 0 or values[number - 1] > values[best - 1]):
            best = number
    return best


KNOWLEDGE: Final = ZappZerappKnowledge()
NAIVE: Final = NaiveKnowledge()
LOOKAHEAD: Final = RoundLookahead()
