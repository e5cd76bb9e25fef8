"""Zapp Zerapp: what good players know of the board, for bots and for the search (compiled).

A piece is worth its steps, less what those behind may make of them; a town is worth more. From that
come a chance to win for each seat, the best move with a number, and what each number is worth.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludotheque.core.fast import BIT, i64, lowest, vec
from ludotheque.core.knowledge import INDISTINCT, WIN, Knowledge, final_values_into
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, State
from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    EACH,
    ENTRY,
    HANDS,
    SQUARES,
    START,
    TOWN,
    ZONE,
)
from ludotheque.games.zapp_zerapp.rules import HEARING, LISTENING, MOVING, OVER, PLACE, ZappZerapp
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, GO, TAKEN

DEPTH: Final = 14  # moves of a rollout: barrels placed, and a round of moves
SCALE: Final = 2  # apprentices home

# What a seat has, in steps; found by playing many thousand games with slightly different values
AT_HOME: Final = 11.5  # what a piece in town is worth beyond its way
NEARLY_DONE: Final = 18.0  # what it is worth to have but one piece left on the way
SHELTER: Final = 0.7  # what a zone is worth beyond its way
CLEAR: Final = 18.0  # a lead of so many steps makes a victory e times as likely
# What it risks in a round: that a piece so many squares behind comes by
CAUGHT: Final[vec[float]] = vec[float]([0.28 * max(0, 12 - d) / 11 for d in range(SQUARES + 1)])
CAUGHT_NOW: Final = 0.3  # by one that is about to move as far as that, beside the above
LURKING: Final = 0.03  # by one right behind that is still in its start
LURKS: Final = 12  # squares behind a start that it makes unsafe

HEARS: Final = 5  # barrels that a player of a rollout listens to


class ZappZerappKnowledge(Knowledge):
    """Steps, towns and dangers; and who hears what."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.best: i64 = 0  # the move that `best_go` found

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, each seat's chance to win."""
        assert isinstance(state, ZappZerapp)
        if state.phase == OVER:
            final_values_into(state.scores(), state.ranks(), SCALE, out)
            return
        for seat in range(state.players):
            out[seat] = int(self.chance_to_win(state, seat) * WIN)

    def chance_to_win(self, state: ZappZerapp, seat: i64) -> float:
        """How likely a seat is to win, by the lead that all have over each other."""
        total = 0.0
        mine = self._has(state, seat)
        if state.home(state.colours[seat]) == state.config.pieces:
            return 1.0
        for other in range(state.players):
            total += 1.0 if other == seat else exp((self._has(state, other) - mine) / CLEAR)
        return 1.0 / total

    def _has(self, state: ZappZerapp, seat: i64) -> float:
        """The steps of a seat's pieces, as far as they are safe."""
        first = EACH * state.colours[seat]
        total = NEARLY_DONE if state.home(state.colours[seat]) == state.config.pieces - 1 else 0.0
        for piece in range(first, first + EACH):
            place = state.at[piece]
            steps = float(state.steps_done(piece))
            if place == TOWN:
                total += steps + AT_HOME
            elif place < START:
                if not state.is_protected(piece):
                    steps *= self._safety(state, seat, piece)
                elif ZONE[piece // EACH] & BIT[place]:
                    steps += SHELTER
                total += steps
        return total

    def _safety(self, state: ZappZerapp, seat: i64, piece: i64) -> float:
        """How likely nobody comes by a piece on an open square."""
        safe = 1.0
        place = state.at[piece]
        for other in range(state.players):
            if other == seat:
                continue
            colour = state.colours[other]
            number = state.steps_of(other) if state.waiting & BIT[other] else 0
            lurks = False
            comes = False
            for hunter in range(EACH * colour, EACH * colour + EACH):
                square = state.at[hunter]
                if square == START:
                    lurks = True
                elif square < START:
                    distance = (place - square + SQUARES) % SQUARES
                    if 0 < distance <= SQUARES - state.steps_done(hunter):
                        safe *= 1.0 - CAUGHT[distance]
                        comes = comes or distance <= number
            if comes:
                safe *= 1.0 - CAUGHT_NOW
            if lurks:
                distance = (place - ENTRY[colour] + SQUARES) % SQUARES
                if distance < LURKS:
                    safe *= 1.0 - LURKING * float(LURKS - distance) / LURKS
        return safe

    # moves

    def best_go(self, state: ZappZerapp, seat: i64, steps: i64) -> float:
        """The chance to win after the best move by so many steps, which is kept in ``best``."""
        highest = -1.0
        first = EACH * state.colours[seat]
        for piece in range(first, first + EACH):
            if state.can_go(piece):
                value = self._best_of(state, seat, piece, steps, highest)
                highest = max(highest, value)
        return highest

    def _best_of(
        self, state: ZappZerapp, seat: i64, piece: i64, steps: i64, highest: float
    ) -> float:
        """The best move of a piece, kept if it is better: all victims; a companion if it helps."""
        victims = state.victims(piece, steps) * BANISHED
        move = GO + piece
        value = self.after(state, seat, move + victims, steps)
        companions = state.companions(piece, steps)
        while companions:
            taking = move + TAKEN * BIT[lowest(companions)]
            companions &= companions - 1
            helped = self.after(state, seat, taking + victims, steps)
            if helped > value:
                value = helped
                move = taking
        if value > highest:
            self.best = move + victims if state.config.forgetful else move
        return value

    def after(self, state: ZappZerapp, seat: i64, move: i64, steps: i64) -> float:
        """The chance to win after a move that names its victims."""
        at = state.at
        waiting = state.waiting
        state.at = at[:]
        state.waiting &= ~BIT[seat]
        state.advance(seat, move, steps, None)
        value = self.chance_to_win(state, seat)
        state.at = at
        state.waiting = waiting
        return value

    def worth_of_numbers(self, state: ZappZerapp, seat: i64) -> list[float]:
        """The chance to win after the best move with each number 1..13; too many stay put."""
        magic = state.magic()
        stay = self.chance_to_win(state, seat)
        return [
            self.best_go(state, seat, number) if number <= magic else stay
            for number in range(1, BARRELS + 1)
        ]

    def best_move(self, state: ZappZerapp, seat: i64, steps: i64) -> i64:
        """The best move by so many steps."""
        self.best_go(state, seat, steps)
        return self.best

    def goes(self, state: ZappZerapp, seat: i64) -> list[tuple[int, float]]:
        """The best move of each piece with the chance to win after it, the best first."""
        steps = state.steps_of(seat)
        first = EACH * state.colours[seat]
        found: list[tuple[float, int]] = []
        for piece in range(first, first + EACH):
            if state.can_go(piece):
                value = self._best_of(state, seat, piece, steps, -1.0)
                found.append((value, int(self.best)))
        return [(move, value) for value, move in sorted(found, reverse=True)]

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The best of some barrels, placed at once; then the best move."""
        assert isinstance(state, ZappZerapp)
        if state.phase == MOVING:
            self.best_go(state, seat, state.steps_of(seat))
            return self.best
        if state.hands[HANDS * seat] >= 0:
            return PLACE + state.hands[HANDS * seat]
        return self._best_barrel(state, seat, rng, buffer)

    def _best_barrel(self, state: ZappZerapp, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """Of some free barrels the one that moves best, as if one had heard their numbers."""
        count = state.choices_into(seat, buffer)
        best = buffer[0]
        highest = -1.0
        for _ in range(HEARS):
            move = buffer[rng.below(count)]
            number = state.numbers[move]
            fits = number <= state.magic()
            value = self.best_go(state, seat, number) if fits else self.chance_to_win(state, seat)
            if value > highest:
                highest = value
                best = move
        return best

    # what others see

    def observation(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(ZZ-4) Only who shakes hears; the hands of others change no plan, their moves do."""
        assert isinstance(state, ZappZerapp)
        if seat == LUCK:
            hears = state.phase == HEARING and state.holds(viewer, state.shaken)
            return move if hears else INDISTINCT
        return INDISTINCT if state.phase == LISTENING else move


KNOWLEDGE: Final = ZappZerappKnowledge()
