"""Zapp Zerapp: win chances learned from games of the bots (compiled).

What a net sees: of each seat how far its pieces have come, which of them are safe, what it may do
in this round, and what the evaluation says.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, i64, vec, zeros
from ludotheque.core.net import log_share
from ludotheque.core.state import State
from ludotheque.core.value import LearnedValue
from ludotheque.games.zapp_zerapp.data import PIECES_PER_COLOUR, START, TOWN, ZONE_SET
from ludotheque.games.zapp_zerapp.knowledge import ZappZerappKnowledge, pursuers
from ludotheque.games.zapp_zerapp.rules import ZappZerapp

PACKAGE: Final = "ludotheque.games.zapp_zerapp"
PHASES: Final = 6  # one feature each
PLAYER_COUNTS: Final = 3  # 2 to 4, one feature each
PUBLIC_FEATURES: Final = 15
SEAT_FEATURES: Final = 20
MAX_ROUND: Final = 60  # more make no difference
LOG_UNIT_BITS: Final = 12  # logarithms of values in sixteenths
MAX_TABLE: Final = 4

# Where a seat's features begin
STEPS_AT: Final = 3  # of its pieces on the loop, those farthest on first
SAFETY_AT: Final = 6
ROUND_AT: Final = 13


class ZappZerappValue(LearnedValue):
    """The learned chances of 2 to 4 players."""

    def __init__(self) -> None:
        super().__init__(PACKAGE, PUBLIC_FEATURES, SEAT_FEATURES)
        self.knowledge: Final[ZappZerappKnowledge] = ZappZerappKnowledge()
        self.values: vec[i64] = zeros(MAX_TABLE)

    def look(self, state: State) -> None:
        assert isinstance(state, ZappZerapp)
        self._look_at_round(state)
        self.knowledge.evaluate_into(state, self.values)
        for seat in range(state.players):
            at: i64 = seat * SEAT_FEATURES
            for i in range(at, at + SEAT_FEATURES):
                self.own[i] = 0
            self.own[at] = log_share(max(1, self.values[seat])) >> LOG_UNIT_BITS
            self._look_at_pieces(state, seat, at)
            self._look_at_turn(state, seat, at + ROUND_AT)

    def _look_at_round(self, state: ZappZerapp) -> None:
        out = self.public
        config = state.config
        for i in range(PUBLIC_FEATURES):
            out[i] = 0
        out[state.phase] = 1
        out[PHASES + state.players - 2] = 1
        at: i64 = PHASES + PLAYER_COUNTS
        out[at] = config.pieces
        out[at + 1] = 1 if config.advanced else 0
        out[at + 2] = 1 if config.memory else 0
        out[at + 3] = 1 if config.forgetful else 0
        out[at + 4] = min(MAX_ROUND, state.round)
        out[at + 5] = state.die + state.other_die

    def _look_at_pieces(self, state: ZappZerapp, seat: i64, at: i64) -> None:
        """Where the pieces are, which of them nothing protects, and who is behind them."""
        out = self.own
        first = state.first_piece(seat)
        for piece in range(first, first + PIECES_PER_COLOUR):
            location = state.locations[piece]
            if location == TOWN:
                out[at + 1] += 1
            elif location == START:
                out[at + 2] += 1
            elif location < START:
                self._look_at_piece(state, piece, at)
        missing = state.config.pieces - out[at + 1]
        out[at + SAFETY_AT + 5] = missing
        out[at + SAFETY_AT + 6] = out[at + STEPS_AT] if missing == 1 else 0

    def _look_at_piece(self, state: ZappZerapp, piece: i64, at: i64) -> None:
        """A piece on the loop."""
        out = self.own
        steps = state.step_number(piece)
        slot = at + STEPS_AT
        kept = steps
        for i in range(slot, slot + PIECES_PER_COLOUR):
            if kept > out[i]:
                lower = out[i]
                out[i] = kept
                kept = lower
        safety = at + SAFETY_AT
        if state.is_protected(piece):
            out[safety] += 1
            out[safety + 1] += steps
            if ZONE_SET[piece // PIECES_PER_COLOUR] & BIT[state.locations[piece]]:
                out[safety + 2] += 1
        else:
            behind = pursuers(state, piece)
            out[safety + 3] += behind
            out[safety + 4] += behind * steps

    def _look_at_turn(self, state: ZappZerapp, seat: i64, at: i64) -> None:
        """What the seat may still do in this round."""
        out = self.own
        is_to_move = state.still_to_move & BIT[seat] != 0
        out[at] = 1 if is_to_move else 0
        out[at + 1] = 1 if state.seat == seat else 0
        if is_to_move and state.placed[seat] >= 0:
            number = state.number_of(seat)
            magic = state.magic()
            out[at + 2] = 1
            out[at + 3] = number if number <= magic else 0
            out[at + 4] = 1 if number > magic else 0
        out[at + 5] = state.handled[seat]
