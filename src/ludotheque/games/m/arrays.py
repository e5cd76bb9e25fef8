"""M: what a seat sees and does, in numbers.

The board wraps around at its edges, as in the rules: a card in row r and column c of the notation
stands at (r mod 7, c mod 7), and a move that names a cell names it so.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.observation import Observation
from ludotheque.games.m.data import (
    CHIPS_EACH,
    COLOUR,
    DECK_SIZE,
    FEATURES,
    HAND_SIZE,
    KINDS,
    SYMBOL_FEATURE,
    VALUE_FEATURE,
)
from ludotheque.games.m.moves import (
    END_OF_MOVES,
    EXCHANGE,
    LAY,
    LINE_COLUMN,
    LINE_ROW,
    OPEN,
    OVER,
    PASS,
    TAKE,
)
from ludotheque.games.m.observation import Private, Public
from ludotheque.games.m.rules import MAX_BURIED
from ludotheque.games.m.rules_geometry import SIDE
from ludotheque.presentation.arrays import (
    Array,
    Field,
    ObservationArrays,
    PlainArrays,
    StepRange,
    Steps,
    relative_seat,
    rotate_to,
)

MAX_POINTS: Final = 1200  # no score is higher, or lower below zero
UNKNOWN: Final = 1  # a card that another put under the pile; an own one is OWN and its kind
OWN: Final = 2


class MArrays(PlainArrays):
    """Every move is one number, as in the rules."""

    numbering = (
        StepRange(LAY, "lay", "49 * kind + cell, a cell being 7 * row + column"),
        StepRange(TAKE, "take", "cell"),
        StepRange(LINE_ROW, "row", "score the row"),
        StepRange(LINE_COLUMN, "column", "score the column"),
        StepRange(PASS, "pass", "pass without a card"),
        StepRange(EXCHANGE, "exchange", "kind put under the pile"),
    )
    actions = OPEN
    outcomes = END_OF_MOVES - OPEN

    def encode(
        self, observation: Observation[Public, Private], viewer: int, steps: Steps = ()
    ) -> ObservationArrays:
        del steps
        public, private = observation
        seen = self.blank()
        self._write_turn(public, viewer, seen)
        self._write_board(public, viewer, seen)
        self._write_cards(public, private, viewer, seen)
        return seen

    def _write_board(self, public: Public, viewer: int, seen: ObservationArrays) -> None:
        for row, column, kind in public.cards:
            for feature in (COLOUR[kind], VALUE_FEATURE[kind], SYMBOL_FEATURE[kind]):
                seen["board"][row % SIDE, column % SIDE, feature] = 1
        if public.latest:
            seen["latest"][public.latest[0] % SIDE, public.latest[1] % SIDE] = 1
        if public.scoring:
            for row, column in public.scoring.line:
                seen["line"][row % SIDE, column % SIDE] = 1
            seen["trigger"][relative_seat(viewer, public.scoring.trigger, self.players)] = 1
            seen["last_scoring"][:] = public.scoring.is_last

    def _write_turn(self, public: Public, viewer: int, seen: ObservationArrays) -> None:
        seen["phase"][public.phase] = 1
        seen["turn"][relative_seat(viewer, public.seat, self.players)] = 1
        seen["chips"][:] = rotate_to(viewer, public.chips)
        seen["scores"][:] = rotate_to(viewer, public.scores)
        seen["pile"][:] = public.pile_size
        seen["passes"][:] = public.passes

    def _write_cards(
        self, public: Public, private: Private, viewer: int, seen: ObservationArrays
    ) -> None:
        _count(seen["hand"], private.hand)
        seen["hand_sizes"][:] = rotate_to(viewer, public.hand_sizes)
        for place, kinds in enumerate(rotate_to(viewer, public.taken)):
            _count(seen["taken"][place], kinds)
        for seat, kind in private.known:
            seen["known"][relative_seat(viewer, seat, self.players), kind] += 1
        own = iter(private.buried)
        for depth, seat in enumerate(public.buried_by):
            seen["buried"][depth] = OWN + next(own) if seat == viewer else UNKNOWN


def _count(copies: Array, kinds: tuple[int, ...]) -> None:
    for kind in kinds:
        copies[kind] += 1


def fields(players: int) -> tuple[Field, ...]:
    """The arrays for a number of players."""
    board = (SIDE, SIDE)
    by_kind = "by kind of card, 21 * colour for a zero, else 21 * colour + 5 * tens - 4 + symbol"
    under_pile = "under the pile, top first: 1 another's, 2 + kind"
    return (
        Field("phase", (OVER + 1,), 1, "opening, dealing, who begins, lay, line, take, draw, over"),
        Field("turn", (players,), 1, "who lays, chooses or takes"),
        Field("trigger", (players,), 1, "who laid the card that is scored"),
        Field("board", (*board, FEATURES), 1, "5 colours, 5 values, 5 symbols, no symbol"),
        Field("line", board, 1, "cells of the line being scored"),
        Field("latest", board, 1, "the card laid last"),
        Field("chips", (players,), CHIPS_EACH * players, "chips of each seat"),
        Field("hand", (KINDS,), 2, f"the viewer's cards, {by_kind}"),
        Field("hand_sizes", (players,), HAND_SIZE, "cards in each hand"),
        Field("known", (players, KINDS), 2, "cards the viewer put under the pile, now in hands"),
        Field("taken", (players, KINDS), 2, "cards each has taken"),
        Field("pile", (1,), DECK_SIZE, "cards to draw"),
        Field("buried", (MAX_BURIED,), OWN + KINDS, under_pile),
        Field("passes", (1,), 3 * players, "passes in a row"),
        Field("last_scoring", (1,), 1, "the game ends with this scoring"),
        Field("scores", (players,), MAX_POINTS, "points so far", low=-MAX_POINTS),
    )
