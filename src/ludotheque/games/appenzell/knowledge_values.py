"""Appenzell: win chances learned from games of the bots (compiled).

What a net sees: how much of the castle is known and how far the turn has come; of each seat its
cheeses and mice, and how near they are to further cheeses.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64
from ludotheque.core.state import State
from ludotheque.core.value import LearnedValue
from ludotheque.games.appenzell.data import CAT, CHEESES, SOCK, TOWERS, TRAP, UNSEEN
from ludotheque.games.appenzell.knowledge import AppenzellKnowledge, threatened_squares
from ludotheque.games.appenzell.moves import FLEEING, GIVING
from ludotheque.games.appenzell.rules import Appenzell

PACKAGE: Final = "ludotheque.games.appenzell"
PHASES: Final = 8  # one feature each
PLAYER_COUNTS: Final = 3  # 2 to 4, one feature each
PUBLIC_FEATURES: Final = 22
SEAT_FEATURES: Final = 22
MAX_TURNS: Final = 100  # more make no difference
NEAR: Final = 30  # points of a prospect that is a few actions away
LEAD_UNIT: Final = 32
MAX_LEAD: Final = 128
NO_POINTS: Final = -1_000_000
SPREAD_AT_END: Final = 40  # points, as in the evaluation
SPREAD_PER_CHEESE: Final = 25


class AppenzellValue(LearnedValue):
    """The learned chances of 2 to 4 players."""

    def __init__(self) -> None:
        super().__init__(PACKAGE, PUBLIC_FEATURES, SEAT_FEATURES)
        self.knowledge: Final[AppenzellKnowledge] = AppenzellKnowledge()

    def look(self, state: State) -> None:
        assert isinstance(state, Appenzell)
        threatened = threatened_squares(state)
        self._look_at_castle(state, threatened)
        for seat in range(state.players):
            self._look_at_seat(state, seat, threatened)
        self._look_at_leads(state)

    def _look_at_castle(self, state: Appenzell, threatened: i64) -> None:
        out = self.public
        for i in range(PUBLIC_FEATURES):
            out[i] = 0
        out[state.phase] = 1
        out[PHASES + state.players - 2] = 1
        at: i64 = PHASES + PLAYER_COUNTS
        out[at] = min(MAX_TURNS, state.turns)
        out[at + 1] = state.config.cheeses
        out[at + 2] = count_bits(state.open_rooms)
        out[at + 3] = count_bits(state.faces[UNSEEN])
        out[at + 4] = count_bits(state.faces[TRAP])
        out[at + 5] = count_bits(state.faces[CAT]) + count_bits(state.faces[SOCK])
        out[at + 6] = state.actions
        out[at + 7] = state.pushes
        out[at + 8] = count_bits(threatened)
        out[at + 9] = 1 if state.config.mad_mice else 0
        for cheese in range(CHEESES):
            out[at + 10] += count_bits(state.faces[cheese])

    def _look_at_seat(self, state: Appenzell, seat: i64, threatened: i64) -> None:
        out = self.own
        knowledge = self.knowledge
        at: i64 = seat * SEAT_FEATURES
        mice = state.mice[seat]
        out[at] = knowledge.points_of(state, seat, threatened)
        out[at + 1] = count_bits(state.cheeses[seat])
        out[at + 2] = state.fallen[seat]
        out[at + 3] = count_bits(mice & ~TOWERS)
        out[at + 4] = count_bits(mice & TOWERS)
        out[at + 5] = state.supply(seat)
        out[at + 6] = state.config.cheeses - count_bits(state.cheeses[seat])
        best: i64 = 0
        second: i64 = 0
        third: i64 = 0
        near: i64 = 0
        wanted: i64 = 0
        for cheese in range(CHEESES):
            if state.cheeses[seat] & BIT[cheese] == 0:
                wanted |= state.faces[cheese]
            value = knowledge.prospect(state, seat, cheese)
            if value >= NEAR:
                near += 1
            if value > best:
                third = second
                second = best
                best = value
            elif value > second:
                third = second
                second = value
            elif value > third:
                third = value
        out[at + 7] = best
        out[at + 8] = second
        out[at + 9] = third
        out[at + 10] = near
        out[at + 11] = count_bits(mice & wanted)
        out[at + 12] = count_bits(mice & threatened)
        out[at + 13] = knowledge.danger(state, seat, threatened)
        out[at + 14] = knowledge.exploration(state, seat)
        out[at + 15] = 1 if state.seat == seat else 0
        out[at + 16] = state.actions if state.seat == seat else 0
        out[at + 17] = (seat - state.seat) % state.players
        is_sock = state.phase == GIVING or state.phase == FLEEING
        out[at + 18] = 1 if is_sock and state.seat_on_sock == seat else 0
        out[at + 19] = best if out[at + 6] == 1 else 0  # of the cheese that wins

    def _look_at_leads(self, state: Appenzell) -> None:
        """The lead over the best other, alone and for the cheeses that are still to be earned."""
        out = self.own
        most: i64 = 0
        for seat in range(state.players):
            most = max(most, out[seat * SEAT_FEATURES + 1])
        missing = state.config.cheeses - most
        spread = SPREAD_AT_END + SPREAD_PER_CHEESE * missing
        for seat in range(state.players):
            best: i64 = NO_POINTS
            for other in range(state.players):
                if other != seat:
                    best = max(best, out[other * SEAT_FEATURES])
            at: i64 = seat * SEAT_FEATURES
            lead = out[at] - best
            out[at + 20] = lead
            out[at + 21] = max(-MAX_LEAD, min(MAX_LEAD, lead * LEAD_UNIT // spread))
