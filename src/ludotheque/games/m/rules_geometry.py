"""M: cells of the board and sets of them; where a card fits.

The cards always fit 6 x 6 (M-8), so a board of 7 x 7 that wraps around at its edges never needs to
move its origin. A cell is ``7 * row + column``; a set of cells is one number of 49 bits.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, vec
from ludotheque.games.m.data import COLOUR, SYMBOL_FEATURE, VALUE_FEATURE

GRID_SIZE: Final = 7
CELLS: Final = 49
MAX_SPAN: Final = 6  # cells: side of the rectangle around all cards (M-8)
ALL_CELLS: Final = 0x1FFFFFFFFFFFF
ROW_0: Final = 0x7F
COLUMN_0: Final = 0x40810204081
COLUMN_6: Final = 0x1020408102040
NOT_COLUMN_0: Final = 0x1FBF7EFDFBF7E
NOT_COLUMN_6: Final = 0xFDFBF7EFDFBF


def neighbours(cells: i64) -> i64:
    """The cells orthogonally next to at least one cell of a set."""
    return (
        (cells << 7 & ALL_CELLS)
        | cells >> 42
        | cells >> 7
        | (cells & ROW_0) << 42
        | (cells & NOT_COLUMN_6) << 1
        | (cells & COLUMN_6) >> 6
        | (cells & NOT_COLUMN_0) >> 1
        | (cells & COLUMN_0) << 6
    )


NEIGHBOURS: Final[vec[i64]] = vec[i64]([neighbours(2**cell) for cell in range(CELLS)])
ROW: Final[vec[i64]] = vec[i64](
    [ROW_0 * 2 ** (cell // GRID_SIZE * GRID_SIZE) for cell in range(CELLS)]
)
COLUMN: Final[vec[i64]] = vec[i64]([COLUMN_0 * 2 ** (cell % GRID_SIZE) for cell in range(CELLS)])


def free_cells(cards: i64) -> i64:
    """(M-7, M-8) Cells next to a card where one more card still fits 6 x 6."""
    free = neighbours(cards) & ~cards
    columns = cards | cards >> 7 | cards >> 14 | cards >> 21
    columns = (columns | cards >> 28 | cards >> 35 | cards >> 42) & ROW_0
    if count_bits(columns) == MAX_SPAN:
        free &= columns * COLUMN_0
    rows = cards | cards >> 1 | cards >> 2 | cards >> 3
    rows = (rows | cards >> 4 | cards >> 5 | cards >> 6) & COLUMN_0
    if count_bits(rows) == MAX_SPAN:
        free &= rows * ROW_0
    return free


def fitting_cells(features: vec[i64], start: i64, kind: i64, cards: i64, free: i64) -> i64:
    """(M-7) Those of the free cells where a card shares something with every neighbour.

    ``features`` has the cells by feature of their card, from index ``start`` on.
    """
    matching = features[start + COLOUR[kind]] | features[start + VALUE_FEATURE[kind]]
    matching |= features[start + SYMBOL_FEATURE[kind]]
    return free & ~neighbours(cards & ~matching)


def run_through(cell: i64, cards: i64) -> i64:
    """(M-13) The gapless run of cards through a cell, among the cards of its row or column."""
    run = BIT[cell]
    while True:
        longer = (run | neighbours(run)) & cards
        if longer == run:
            return run
        run = longer


def count_runs(cards: i64, length: i64) -> int:
    """How many gapless runs of exactly ``length`` cards there are in rows and columns."""
    runs: set[int] = set()
    rest = cards
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        for line in (ROW[cell], COLUMN[cell]):
            run = run_through(cell, cards & line)
            if count_bits(run) == length:
                runs.add(run)
    return len(runs)


def takeable_cells(line: i64, cards: i64) -> i64:
    """(M-15, M-16) Cells of a line whose card may be taken: the rest stays connected."""
    left = line & cards
    takeable: i64 = 0
    if left & (left - 1) == 0:
        return takeable
    while left:
        cell = left & -left
        left ^= cell
        if _is_connected(cards ^ cell):
            takeable |= cell
    return takeable


def _is_connected(cells: i64) -> bool:
    """(M-15) Whether cells form one group, orthogonal and diagonal contact counting."""
    group = cells & -cells
    while True:
        wider = (
            group
            | (group & NOT_COLUMN_6) << 1
            | (group & COLUMN_6) >> 6
            | (group & NOT_COLUMN_0) >> 1
            | (group & COLUMN_0) << 6
        )
        wider |= (wider << 7 & ALL_CELLS) | wider >> 42 | wider >> 7 | (wider & ROW_0) << 42
        wider &= cells
        if wider == group:
            return group == cells
        group = wider
