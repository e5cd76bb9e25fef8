"""M: the phases of a game, and moves as numbers and as what they mean.

The rules and the search use the numbers; everything else uses `decode`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ludotheque.games.m.data import KINDS, MAX_SEATS
from ludotheque.games.m.rules_geometry import CELLS

# Phases
OPENING: Final = 0  # luck: five cards in an M
DEALING: Final = 1  # luck: four cards each
FINDING_FIRST: Final = 2  # luck: who begins
LAYING: Final = 3
CHOOSING_LINE: Final = 4
TAKING: Final = 5
DRAWING: Final = 6  # luck
OVER: Final = 7

# Numbers of moves: where each kind of move begins, and what is added
LAY: Final = 0  # CELLS * kind + cell
TAKE: Final = LAY + KINDS * CELLS  # cell
LINE_ROW: Final = TAKE + CELLS
LINE_COLUMN: Final = LINE_ROW + 1
PASS: Final = LINE_COLUMN + 1
EXCHANGE: Final = PASS + 1  # kind
OPEN: Final = EXCHANGE + KINDS  # kind; from here on, luck
DEAL: Final = OPEN + KINDS  # kind
FIRST: Final = DEAL + KINDS  # seat
DRAW: Final = FIRST + MAX_SEATS  # kind
END_OF_MOVES: Final = DRAW + KINDS


class Lay(NamedTuple):
    """(M-7) Lay a card on a cell."""

    kind: int
    cell: int


class Take(NamedTuple):
    """(M-15) Take the card on a cell."""

    cell: int


class ChooseLine(NamedTuple):
    """(M-14) Choose the row or the column to be scored."""

    is_row: bool


class Pass(NamedTuple):
    """(M-11) Pass without an exchange."""


class Exchange(NamedTuple):
    """(M-11) Pass, put a card under the pile and draw another."""

    kind: int


class Open(NamedTuple):
    """(M-5) Luck: the next card of the opening."""

    kind: int


class Deal(NamedTuple):
    """(M-6) Luck: the next card of the deal."""

    kind: int


class First(NamedTuple):
    """(M-6) Luck: the seat that begins."""

    seat: int


class Draw(NamedTuple):
    """(M-10, M-11) Luck: the card that is drawn."""

    kind: int


AnyMove: TypeAlias = Lay | Take | ChooseLine | Pass | Exchange | Open | Deal | First | Draw


def decode(move: int) -> AnyMove:
    """What the number of a move means."""
    if move < TAKE:
        return Lay(move // CELLS, move % CELLS)
    if move < LINE_ROW:
        return Take(move - TAKE)
    if move < PASS:
        return ChooseLine(move == LINE_ROW)
    if move < OPEN:
        return Pass() if move == PASS else Exchange(move - EXCHANGE)
    if move < DEAL:
        return Open(move - OPEN)
    if move < FIRST:
        return Deal(move - DEAL)
    return First(move - FIRST) if move < DRAW else Draw(move - DRAW)
