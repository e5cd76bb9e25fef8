"""M: what a seat sees and does, in numbers.

The board wraps around at its edges, as in the rules: a card in row r and column c of the notation
stands at (r mod 7, c mod 7), and a move that names a cell names it so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.core.observation import Observation
from ludotheque.games.m import data, moves
from ludotheque.games.m.observation import Cell, Private, Public
from ludotheque.games.m.rules import MAX_BURIED
from ludotheque.games.m.rules_geometry import GRID_SIZE
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
UNKNOWN_CARD: Final = 1  # under the pile, put there by another seat
OWN_CARD: Final = 2  # plus its kind: under the pile, put there by the viewer


class MArrays(PlainArrays):
    """Every move is one number, as in the rules."""

    numbering = (
        StepRange(moves.LAY, "lay", "49 * kind + cell, a cell being 7 * row + column"),
        StepRange(moves.TAKE, "take", "cell"),
        StepRange(moves.LINE_ROW, "row", "score the row"),
        StepRange(moves.LINE_COLUMN, "column", "score the column"),
        StepRange(moves.PASS, "pass", "pass without a card"),
        StepRange(moves.EXCHANGE, "exchange", "kind put under the pile"),
    )
    actions = moves.OPEN
    outcomes = moves.END_OF_MOVES - moves.OPEN

    def encode(
        self, observation: Observation[Public, Private], viewer: int, steps: Steps = ()
    ) -> ObservationArrays:
        del steps
        public, private = observation
        players, scoring = self.players, public.scoring
        seen = self.blank()
        seen["phase"][public.phase] = 1
        seen["turn"][relative_seat(viewer, public.seat, players)] = 1
        for row, column, kind in public.cards:
            for feature in (data.COLOUR[kind], data.VALUE_FEATURE[kind], data.SYMBOL_FEATURE[kind]):
                seen["board"][row % GRID_SIZE, column % GRID_SIZE, feature] = 1
        if public.latest:
            _mark(seen["latest"], [public.latest])
        if scoring:
            _mark(seen["line"], scoring.line)
            seen["scorer"][relative_seat(viewer, scoring.scorer, players)] = 1
            seen["last_scoring"][:] = scoring.is_last
        seen["chips"][:] = rotate_to(viewer, public.chips)
        _count(seen["hand"], private.hand)
        seen["hand_sizes"][:] = rotate_to(viewer, public.hand_sizes)
        for seat, kind in private.known:
            seen["known"][relative_seat(viewer, seat, players), kind] += 1
        for counts, kinds in zip(seen["taken"], rotate_to(viewer, public.taken), strict=True):
            _count(counts, kinds)
        seen["pile"][:] = public.pile_size
        own = iter(private.buried)
        for depth, seat in enumerate(public.buried_by):
            seen["buried"][depth] = OWN_CARD + next(own) if seat == viewer else UNKNOWN_CARD
        seen["passes"][:] = public.passes
        seen["scores"][:] = rotate_to(viewer, public.scores)
        return seen


def _count(counts: Array, kinds: Sequence[int]) -> None:
    for kind in kinds:
        counts[kind] += 1


def _mark(board: Array, cells: Sequence[Cell]) -> None:
    for row, column in cells:
        board[row % GRID_SIZE, column % GRID_SIZE] = 1


def fields(players: int) -> tuple[Field, ...]:
    """The arrays for a game of ``players``."""
    board = (GRID_SIZE, GRID_SIZE)
    phases = "opening, dealing, who begins, lay, line, take, draw, over"
    by_kind = "by kind of card, 21 * colour for a zero, else 21 * colour + 5 * tens - 4 + symbol"
    under_pile = "under the pile, top first: 1 another's, 2 + kind"
    return (
        Field("phase", (moves.OVER + 1,), 1, phases),
        Field("turn", (players,), 1, "who lays, chooses or takes"),
        Field("scorer", (players,), 1, "who laid the card that is scored"),
        Field("board", (*board, data.FEATURES), 1, "5 colours, 5 values, 5 symbols, no symbol"),
        Field("line", board, 1, "cells of the line being scored"),
        Field("latest", board, 1, "the card laid last"),
        Field("chips", (players,), data.CHIPS_EACH * players, "chips of each seat"),
        Field("hand", (data.KINDS,), 2, f"the viewer's cards, {by_kind}"),
        Field("hand_sizes", (players,), data.HAND_SIZE, "cards in each hand"),
        Field(
            "known", (players, data.KINDS), 2, "cards the viewer put under the pile, now in hands"
        ),
        Field("taken", (players, data.KINDS), 2, "cards each has taken"),
        Field("pile", (1,), data.DECK_SIZE, "cards to draw"),
        Field("buried", (MAX_BURIED,), OWN_CARD + data.KINDS, under_pile),
        Field("passes", (1,), 3 * players, "passes in a row"),
        Field("last_scoring", (1,), 1, "the game ends with this scoring"),
        Field("scores", (players,), MAX_POINTS, "points so far", low=-MAX_POINTS),
    )
