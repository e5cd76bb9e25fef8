"""M: the cards on the table, and what fits where (M-7, M-8, M-13, M-15)."""

from __future__ import annotations

from ludotheque.core.fast import BIT, count_bits, i64, lowest, vec, write_bits, zeros
from ludotheque.games.m.data import (
    CELLS,
    COLOUR,
    COLUMN,
    COLUMN_0,
    COLUMN_6,
    FEATURES,
    FIT,
    FULL,
    NO_SYMBOL,
    NOT_COLUMN_0,
    NOT_COLUMN_6,
    POINTS,
    ROW,
    ROW_0,
    SIDE,
    SYMBOL,
    VALUE,
    beside,
)
from ludotheque.games.m.rules_pile import CardPile


class CardTable(CardPile):
    """The part of a game that lies on the table."""

    def __init__(self, low: i64, high: i64, players: i64, twin: CardTable | None) -> None:
        super().__init__(low, high, players, twin)
        if twin is None:
            self.occupied: i64 = 0  # cells with a card
            self.features: vec[i64] = zeros(FEATURES)  # cells by feature
            self.board: vec[i64] = zeros(CELLS)  # kind by cell, where occupied
            self.top: i64 = 0  # row of the highest card, in the notation's coordinates
            self.left: i64 = 0
        else:
            self.occupied = twin.occupied
            self.features = twin.features[:]
            self.board = twin.board[:]
            self.top = twin.top
            self.left = twin.left

    # cards come and go

    def put(self, cell: i64, kind: i64) -> None:
        """Lay a card on a cell, and follow the corner of the rectangle."""
        bit = BIT[cell]
        self.occupied |= bit
        self.board[cell] = kind
        features = self.features
        features[COLOUR[kind]] |= bit
        features[VALUE[kind]] |= bit
        features[SYMBOL[kind]] |= bit
        features[NO_SYMBOL] = 0  # no symbol is never shared (M-7)
        if (cell // SIDE - self.top) % SIDE == SIDE - 1:
            self.top -= 1
        if (cell % SIDE - self.left) % SIDE == SIDE - 1:
            self.left -= 1

    def lift(self, cell: i64) -> None:
        """Take the card of a cell away, and follow the corner of the rectangle."""
        bit = BIT[cell]
        kind = self.board[cell]
        features = self.features
        self.occupied ^= bit
        features[COLOUR[kind]] ^= bit
        features[VALUE[kind]] ^= bit
        features[SYMBOL[kind]] &= ~bit
        if self.occupied & ROW[cell] == 0 and (cell // SIDE - self.top) % SIDE == 0:
            self.top += 1
        if self.occupied & COLUMN[cell] == 0 and (cell % SIDE - self.left) % SIDE == 0:
            self.left += 1

    # what fits where

    def sharing(self, kind: i64) -> i64:
        """Cells whose card shares a characteristic with a kind; no symbol is none (M-7)."""
        features = self.features
        return features[COLOUR[kind]] | features[VALUE[kind]] | features[SYMBOL[kind]]

    def free_cells(self) -> i64:
        """(M-7, M-8) Free cells beside a card where all cards still fit 6 x 6."""
        occupied = self.occupied
        free = beside(occupied) & ~occupied
        columns = occupied | occupied >> 7 | occupied >> 14 | occupied >> 21
        columns = (columns | occupied >> 28 | occupied >> 35 | occupied >> 42) & ROW_0
        if count_bits(columns) == FIT:
            free &= columns * COLUMN_0
        rows = occupied | occupied >> 1 | occupied >> 2 | occupied >> 3
        rows = (rows | occupied >> 4 | occupied >> 5 | occupied >> 6) & COLUMN_0
        if count_bits(rows) == FIT:
            free &= rows * ROW_0
        return free

    def playable(self, kind: i64) -> list[int]:
        """(M-7, M-8) The cells where a card of a kind could be laid."""
        buffer = zeros(CELLS)
        cells = self.free_cells() & ~beside(self.occupied & ~self.sharing(kind))
        count = write_bits(cells, 0, buffer, 0)
        return [int(buffer[i]) for i in range(count)]

    def is_too_wide(self, cell: i64) -> bool:
        """(M-8) Whether a free cell beside a card lies outside every 6 x 6."""
        outside = beside(self.occupied) & ~self.occupied & ~self.free_cells()
        return outside & BIT[cell] != 0

    # lines

    def run(self, cell: i64, line: i64) -> i64:
        """(M-13) The gapless run of cards through a cell in its row or column."""
        cards = line & self.occupied
        run = BIT[cell]
        while True:
            longer = (run | beside(run)) & cards
            if longer == run:
                return run
            run = longer

    def lines_of(self, length: i64) -> int:
        """How many gapless runs of that many cards there are in rows and columns."""
        runs: set[int] = set()
        cards = self.occupied
        while cards:
            cell = lowest(cards)
            cards &= cards - 1
            for line in (ROW[cell], COLUMN[cell]):
                run = self.run(cell, line)
                if count_bits(run) == length:
                    runs.add(run)
        return len(runs)

    def takeable_of(self, line: i64) -> i64:
        """(M-15, M-16) Cards of the line that can go without the rest falling apart."""
        line &= self.occupied
        takeable: i64 = 0
        if line & (line - 1) == 0:
            return takeable
        while line:
            cell = line & -line
            line ^= cell
            if _hangs_together(self.occupied ^ cell):
                takeable |= cell
        return takeable

    # cells as people name them

    def row_of(self, cell: i64) -> int:
        """The row of a cell in the notation, of a card or beside one."""
        offset = (cell // SIDE - self.top) % SIDE
        return int(self.top + offset if offset < FIT else self.top - 1)

    def column_of(self, cell: i64) -> int:
        """The column of a cell in the notation, of a card or beside one."""
        offset = (cell % SIDE - self.left) % SIDE
        return int(self.left + offset if offset < FIT else self.left - 1)

    def cell_at(self, row: i64, column: i64) -> i64:
        """The cell that the notation names; -1 if it is neither inside nor beside the cards."""
        if -1 <= row - self.top < FIT and -1 <= column - self.left < FIT:
            return row % SIDE * SIDE + column % SIDE
        return -1

    def cells_of(self, cells: i64) -> list[tuple[int, int]]:
        """A set of cells as (row, column), in reading order."""
        places: list[tuple[int, int]] = []
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            places.append((self.row_of(cell), self.column_of(cell)))
        return sorted(places)

    def has_card_beside(self, row: i64, column: i64) -> bool:
        """Whether a cell named by the notation, however far out, touches a card by its side."""
        for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cell = self.cell_at(row + i, column + j)
            if cell >= 0 and self.occupied & BIT[cell]:
                return True
        return False

    def kind_at(self, row: i64, column: i64) -> int:
        """The card on a cell named by the notation."""
        return int(self.board[self.cell_at(row, column)])

    def place_of(self, cell: i64) -> tuple[int, int, int]:
        """A card on the board, for a fact: kind, row, column."""
        return int(self.board[cell]), self.row_of(cell), self.column_of(cell)

    def colour_and_value(self, cell: i64) -> tuple[int, int]:
        """What taking the card of a cell counts for."""
        kind = self.board[cell]
        return int(COLOUR[kind]), int(POINTS[kind])


def _hangs_together(cells: i64) -> bool:
    """(M-15) Whether cells form one group, orthogonal and diagonal contact counting."""
    seen = cells & -cells
    while True:
        wider = (
            seen
            | (seen & NOT_COLUMN_6) << 1
            | (seen & COLUMN_6) >> 6
            | (seen & NOT_COLUMN_0) >> 1
            | (seen & COLUMN_0) << 6
        )
        wider |= (wider << 7 & FULL) | wider >> 42 | wider >> 7 | (wider & ROW_0) << 42
        wider &= cells
        if wider == seen:
            return seen == cells
        seen = wider
