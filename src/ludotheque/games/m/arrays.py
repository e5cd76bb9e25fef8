"""M: what a seat sees and does, in numbers.

The board wraps around at its edges, as in the rules: a card in row r and column c of the notation
stands at (r mod 7, c mod 7), and a move that names a cell names it so.
"""

from __future__ import annotations

from typing import Final

from ludotheque.games.m.data import (
    CHIPS,
    COLOUR,
    DECK,
    FEATURES,
    HAND,
    KINDS,
    SIDE,
    SYMBOL,
    VALUE,
)
from ludotheque.games.m.rules import (
    CHOOSING_LINE,
    DRAW,
    EXCHANGE,
    LAY,
    LINE_COLUMN,
    LINE_ROW,
    OPEN,
    OVER,
    PASS,
    TAKE,
    TAKING,
    View,
)
from ludotheque.games.m.rules_pile import RING
from ludotheque.presentation.arrays import (
    Array,
    Field,
    Observation,
    PlainArrays,
    Steps,
    relative_seat,
    rotate_to,
)

MOST: Final = 1200  # points: no seat gets more, or fewer below zero
UNKNOWN: Final = 1  # a card that another put under the pile; an own one is OWN and its kind
OWN: Final = 2


class MArrays(PlainArrays):
    """Every move is one number, as in the rules."""

    numbering = (
        (LAY, "lay", "49 * kind + cell, a cell being 7 * row + column"),
        (TAKE, "take", "cell"),
        (LINE_ROW, "row", "score the row"),
        (LINE_COLUMN, "column", "score the column"),
        (PASS, "pass", "pass without a card"),
        (EXCHANGE, "exchange", "kind put under the pile"),
    )
    actions = OPEN
    outcomes = DRAW + KINDS - OPEN

    def observe(self, view: object, viewer: int, steps: Steps = ()) -> Observation:
        del steps
        assert isinstance(view, View), "a view of another game"
        seen = self.blank()
        self._tell_turn(view, viewer, seen)
        self._tell_cards(view, viewer, seen)
        for row, column, kind in view.cards:
            for feature in (COLOUR[kind], VALUE[kind], SYMBOL[kind]):
                seen["board"][row % SIDE, column % SIDE, feature] = 1
        for row, column in view.line:
            seen["line"][row % SIDE, column % SIDE] = 1
        if view.latest:
            seen["latest"][view.latest[0] % SIDE, view.latest[1] % SIDE] = 1
        return seen

    def _tell_turn(self, view: View, viewer: int, seen: Observation) -> None:
        seen["phase"][view.phase] = 1
        seen["turn"][relative_seat(viewer, view.seat, self.players)] = 1
        if view.phase in {CHOOSING_LINE, TAKING}:
            seen["trigger"][relative_seat(viewer, view.trigger, self.players)] = 1
        seen["chips"][:] = rotate_to(viewer, view.chips)
        seen["scores"][:] = rotate_to(viewer, view.scores)
        seen["pile"][:] = view.pile
        seen["passes"][:] = view.passes
        seen["last_scoring"][:] = view.last_scoring

    def _tell_cards(self, view: View, viewer: int, seen: Observation) -> None:
        _count(seen["hand"], view.hand)
        seen["hand_sizes"][:] = rotate_to(viewer, view.hand_sizes)
        for seat in range(self.players):
            _count(seen["taken"][seat], rotate_to(viewer, view.taken)[seat])
            _count(seen["known"][seat], rotate_to(viewer, view.known)[seat])
        for depth, kind in enumerate(view.buried):
            seen["buried"][depth] = OWN + kind if kind >= 0 else UNKNOWN


def _count(copies: Array, kinds: tuple[int, ...]) -> None:
    for kind in kinds:
        copies[kind] += 1


def fields(players: int) -> tuple[Field, ...]:
    """What there is to see with so many players."""
    board = (SIDE, SIDE)
    by_kind = "by kind of card, 21 * colour for a zero, else 21 * colour + 5 * tens - 4 + symbol"
    return (
        Field("phase", (OVER + 1,), 1, "opening, dealing, who begins, lay, line, take, draw, over"),
        Field("turn", (players,), 1, "who lays, chooses or takes"),
        Field("trigger", (players,), 1, "who laid the card that is scored"),
        Field("board", (*board, FEATURES), 1, "5 colours, 5 values, 5 symbols, no symbol"),
        Field("line", board, 1, "cells of the line being scored"),
        Field("latest", board, 1, "the card laid last"),
        Field("chips", (players,), CHIPS * players, "chips of each seat"),
        Field("hand", (KINDS,), 2, f"the viewer's cards, {by_kind}"),
        Field("hand_sizes", (players,), HAND, "cards in each hand"),
        Field("known", (players, KINDS), 2, "cards the viewer put under the pile, now in hands"),
        Field("taken", (players, KINDS), 2, "cards each has taken"),
        Field("pile", (1,), DECK, "cards to draw"),
        Field("buried", (RING,), OWN + KINDS, "under the pile, top first: 1 another's, 2 + kind"),
        Field("passes", (1,), 3 * players, "passes in a row"),
        Field("last_scoring", (1,), 1, "the game ends with this scoring"),
        Field("scores", (players,), MOST, "points so far", low=-MOST),
    )
