"""M: the rules.

Cards are laid in a square of at most 6 x 6 so that each matches all its neighbours. Neighbours
bring chips, taken from the players to the right. A line of five or six with a double match is
scored: everyone in turn takes a card of it. Two colours count for their owner, the others against.

(M-7) names a paragraph of the rule sheet. `data` explains the numbers of cards, `rules_geometry`
those of cells, `moves` phases and moves.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ludotheque.core.fast import BIT, bit_indices, count_bits, i64, nth_bit, vec, write_bits, zeros
from ludotheque.core.options import Options
from ludotheque.core.rng import Rng, partial_shuffle
from ludotheque.core.state import LUCK, NOBODY, Fact, SequentialState, private_fact, rank
from ludotheque.games.m.data import (
    CARD_NUMBERS,
    CHIPS_EACH,
    COLOUR,
    COLOUR_COUNT,
    DECK_SIZE,
    FEATURES,
    HAND_SIZE,
    KINDS,
    KINDS_PER_COLOUR,
    NO_SYMBOL,
    NONE,
    OPENINGS,
    PILE_SIZES,
    POINTS,
    SEAT_BITS,
    SEAT_MASK,
    SECOND_ZERO,
    SYMBOL_FEATURE,
    UNSEEN_HALF_BITS,
    VALUE_FEATURE,
    deck,
    is_zero,
)
from ludotheque.games.m.moves import (
    CHOOSING_LINE,
    DEAL,
    DEALING,
    DRAW,
    DRAWING,
    EXCHANGE,
    FINDING_FIRST,
    FIRST,
    LAY,
    LAYING,
    LINE_COLUMN,
    LINE_ROW,
    OPEN,
    OPENING,
    OVER,
    PASS,
    TAKE,
    TAKING,
)
from ludotheque.games.m.observation import NOTHING_PRIVATE, Cell, LaidCard, Private, Public, Scoring
from ludotheque.games.m.rules_forced_pass import (
    POSITION_SIZE,
    POSITIONS_REMEMBERED,
    may_hold,
    note_draw,
    note_forced_pass,
    note_lay,
)
from ludotheque.games.m.rules_geometry import (
    CELLS,
    COLUMN,
    GRID_SIZE,
    MAX_SPAN,
    NEIGHBOURS,
    ROW,
    fitting_cells,
    free_cells,
    neighbours,
    run_through,
    takeable_cells,
)
from ludotheque.games.m.rules_scores import POINTS_PER_CHIP, colour_score

MAX_BURIED: Final = 64  # room for cards under the pile
SHORTEST_LINE: Final = 5  # cards in a line that is scored (M-13)

# How a game ends, in the fact "over"
BY_LAST_SCORING: Final = 0
BY_PASSES: Final = 1
BY_LAST_CARD: Final = 2


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(self, options: Options) -> None:
        self.players: Final[i64] = int(options["players"])
        self.voluntary_pass: Final[bool] = bool(options["voluntary_pass"])
        cells = [GRID_SIZE * row + column for row, column in OPENINGS[str(options["opening"])]]
        self.opening_cells: Final[vec[i64]] = vec[i64](cells)
        cards, half = deck(int(options["symbols"])), UNSEEN_HALF_BITS
        self.deck_low: Final[i64] = sum([2**card for card in cards if card < half])
        self.deck_high: Final[i64] = sum([2 ** (card - half) for card in cards if card >= half])


class M(SequentialState):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: M | None = None) -> None:
        """Set a game up, or copy one: both here, so that every attribute is always set."""
        players = config.players
        self.config: Config = config
        self.players: i64 = players
        if twin is None:
            self.phase: i64 = OPENING
            self.seat: i64 = 0  # who lays, chooses, takes or draws
            self.passes: i64 = 0  # in a row
            self.chips: vec[i64] = vec[i64]([CHIPS_EACH] * players)
            # the table
            self.occupied: i64 = 0  # cells with a card
            self.features: vec[i64] = zeros(FEATURES)  # cells by feature of their card
            self.board: vec[i64] = zeros(CELLS)  # kind by cell, where occupied
            self.top: i64 = 0  # row of the highest card, in the notation's coordinates
            self.left: i64 = 0
            self.latest: i64 = NONE  # where a card was laid last, while it lies there
            # the pile
            self.unseen_low: i64 = config.deck_low  # cards 0..54 in the pile or removed
            self.unseen_high: i64 = config.deck_high  # cards 55..109
            self.pile_size: i64 = PILE_SIZES[players - 2]  # cards put under it included (M-6)
            self.buried: vec[i64] = zeros(MAX_BURIED)  # a ring buffer of kinds and seats (M-11)
            self.buried_head: i64 = 0
            self.buried_count: i64 = 0
            # hands
            self.hands: vec[i64] = zeros(players * HAND_SIZE)
            self.known_to: vec[i64] = zeros(
                players * HAND_SIZE
            )  # by slot: other seats that know the card
            self.hand_sizes: vec[i64] = zeros(players)
            self.max_fitting: vec[i64] = vec[i64]([HAND_SIZE] * (players * POSITIONS_REMEMBERED))
            self.stuck_positions: vec[i64] = zeros(players * POSITIONS_REMEMBERED * POSITION_SIZE)
            # scoring
            self.scorer: i64 = 0  # who laid the card, and takes first
            self.is_last_scoring: bool = False  # that card was laid with the pile empty (M-17)
            self.line: i64 = 0  # cells of the line being scored
            self.other_line: i64 = 0  # the column, while row and column both qualify (M-14)
            self.takeable: i64 = 0  # cells of the line that may be taken now
            self.taken: vec[i64] = zeros(DECK_SIZE)  # kind and seat, in the order of taking
            self.taken_count: i64 = 0
            self.chips_break_ties: bool = False  # (M-20) as in version 1 of the rules
        else:
            self.phase = twin.phase
            self.seat = twin.seat
            self.passes = twin.passes
            self.chips = twin.chips[:]
            self.occupied = twin.occupied
            self.features = twin.features[:]
            self.board = twin.board[:]
            self.top = twin.top
            self.left = twin.left
            self.latest = twin.latest
            self.unseen_low = twin.unseen_low
            self.unseen_high = twin.unseen_high
            self.pile_size = twin.pile_size
            self.buried = twin.buried[:]
            self.buried_head = twin.buried_head
            self.buried_count = twin.buried_count
            self.hands = twin.hands[:]
            self.known_to = twin.known_to[:]
            self.hand_sizes = twin.hand_sizes[:]
            self.max_fitting = twin.max_fitting[:]
            self.stuck_positions = twin.stuck_positions[:]
            self.scorer = twin.scorer
            self.is_last_scoring = twin.is_last_scoring
            self.line = twin.line
            self.other_line = twin.other_line
            self.takeable = twin.takeable
            self.taken = twin.taken[:]
            self.taken_count = twin.taken_count
            self.chips_break_ties = twin.chips_break_ties

    # who may do what, and what a move does: by phase, each in its chapter below

    def seats(self) -> i64:
        return self.players

    def next_actor(self) -> i64:
        phase = self.phase
        if phase == LAYING or phase == TAKING or phase == CHOOSING_LINE:
            return self.seat
        if phase == OVER:
            return NOBODY
        return LUCK

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        if self.phase == TAKING:
            return write_bits(self.takeable, TAKE, out, 0)
        if self.phase == CHOOSING_LINE:  # (M-14)
            out[0] = LINE_ROW
            out[1] = LINE_COLUMN
            return 2
        count = self._lays_into(seat, out)
        if count == 0 or self._may_pass_voluntarily(seat):
            count = self._passes_into(seat, out, count)
        return count

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == FINDING_FIRST:  # (M-6)
            return [(FIRST + seat, 1) for seat in range(self.players)]
        if self._draws_buried_card():
            return [(DRAW + (self._buried_entry(0) >> SEAT_BITS), 1)]
        offset = self._luck_offset()
        return [(offset + kind, count) for kind, count in self.unseen()] if offset else []

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == FINDING_FIRST:
            return FIRST + rng.below(self.players)
        if self._draws_buried_card():
            return DRAW + (self._buried_entry(0) >> SEAT_BITS)
        return self._luck_offset() + self._sample_unseen(rng)

    def _luck_offset(self) -> i64:
        """The number of the outcome that draws the kind 0; 0 if no card is drawn now."""
        if self.phase == DRAWING:
            return DRAW
        if self.phase == OPENING:
            return OPEN
        if self.phase == DEALING:
            return DEAL
        return 0

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        if move < TAKE:
            self._lay(seat, move // CELLS, move % CELLS, facts)
        elif move >= DRAW:
            self._draw(move - DRAW, facts)
        elif move < LINE_ROW:
            self._take(seat, move - TAKE, facts)
        elif move < PASS:
            self._choose_line(move == LINE_ROW, facts)
        elif move < OPEN:
            self._pass(seat, move - EXCHANGE, facts)
        elif move < DEAL:
            self._open(move - OPEN, facts)
        elif move < FIRST:
            self._deal(move - DEAL, facts)
        else:
            self._begin(move - FIRST, facts)

    # set-up (M-4 to M-6)

    def _open(self, kind: i64, facts: list[Fact] | None) -> None:
        """(M-5) Lay the next card of the opening."""
        cells = self.config.opening_cells
        laid = count_bits(self.occupied)
        cell = cells[laid]
        self._remove_unseen(kind)
        self._put_card(cell, kind)
        if facts is not None:
            facts.append(Fact("opened", LUCK, self.card_at(cell)))
        if laid + 1 == len(cells):
            self.phase = DEALING

    def _deal(self, kind: i64, facts: list[Fact] | None) -> None:
        """(M-6) Deal a card to the first seat that has fewer than four."""
        seat = self.next_seat_dealt_to()
        self._remove_unseen(kind)
        self._add_to_hand(seat, kind, 0)
        if facts is not None:
            facts.append(private_fact("dealt", int(seat), int(kind)))
        if self.hand_sizes[self.players - 1] == HAND_SIZE:
            self.phase = FINDING_FIRST

    def next_seat_dealt_to(self) -> i64:
        """The seat that gets the next card of the deal."""
        seat: i64 = 0
        while self.hand_sizes[seat] == HAND_SIZE:
            seat += 1
        return seat

    def _begin(self, seat: i64, facts: list[Fact] | None) -> None:
        """(M-6) Let a seat play first."""
        self.seat = seat
        self.phase = LAYING
        if facts is not None:
            facts.append(Fact("first", int(seat)))

    # the table (M-7, M-8)

    def _put_card(self, cell: i64, kind: i64) -> None:
        """Lay a card on a cell, and update ``top`` and ``left``, the corner of the rectangle."""
        bit = BIT[cell]
        self.occupied |= bit
        self.board[cell] = kind
        features = self.features
        features[COLOUR[kind]] |= bit
        features[VALUE_FEATURE[kind]] |= bit
        features[SYMBOL_FEATURE[kind]] |= bit
        features[NO_SYMBOL] = 0  # no symbol is never shared (M-7)
        if (cell // GRID_SIZE - self.top) % GRID_SIZE == GRID_SIZE - 1:
            self.top -= 1
        if (cell % GRID_SIZE - self.left) % GRID_SIZE == GRID_SIZE - 1:
            self.left -= 1

    def _remove_card(self, cell: i64) -> None:
        """Take the card of a cell away, and update ``top`` and ``left``."""
        bit = BIT[cell]
        kind = self.board[cell]
        features = self.features
        self.occupied ^= bit
        features[COLOUR[kind]] ^= bit
        features[VALUE_FEATURE[kind]] ^= bit
        features[SYMBOL_FEATURE[kind]] &= ~bit
        if self.occupied & ROW[cell] == 0 and (cell // GRID_SIZE - self.top) % GRID_SIZE == 0:
            self.top += 1
        if self.occupied & COLUMN[cell] == 0 and (cell % GRID_SIZE - self.left) % GRID_SIZE == 0:
            self.left += 1

    def exceeds_span(self, cell: i64) -> bool:
        """(M-8) Whether a free cell beside a card lies outside every 6 x 6."""
        cards = self.occupied
        return neighbours(cards) & ~cards & ~free_cells(cards) & BIT[cell] != 0

    def double_matches(self, cell: i64, kind: i64) -> i64:
        """(M-13) Neighbours of a cell that share at least two characteristics with a card."""
        features = self.features
        colour = features[COLOUR[kind]]
        value = features[VALUE_FEATURE[kind]]
        symbol = features[SYMBOL_FEATURE[kind]]
        return ((colour & value) | (colour & symbol) | (value & symbol)) & NEIGHBOURS[cell]

    # the table as people name it

    def coordinates(self, cell: i64) -> Cell:
        """Row and column of a cell in the notation, of a card or beside one."""
        down = (cell // GRID_SIZE - self.top) % GRID_SIZE
        across = (cell % GRID_SIZE - self.left) % GRID_SIZE
        row = self.top + down if down < MAX_SPAN else self.top - 1
        column = self.left + across if across < MAX_SPAN else self.left - 1
        return int(row), int(column)

    def cell_at(self, row: i64, column: i64) -> i64:
        """The cell that the notation names; NONE if it is neither inside nor beside the cards."""
        if -1 <= row - self.top < MAX_SPAN and -1 <= column - self.left < MAX_SPAN:
            return row % GRID_SIZE * GRID_SIZE + column % GRID_SIZE
        return NONE

    def card_at(self, cell: i64) -> tuple[int, int, int]:
        """The card on a cell: kind, row, column."""
        row, column = self.coordinates(cell)
        return int(self.board[cell]), row, column

    def _sorted_coordinates(self, cells: i64) -> tuple[Cell, ...]:
        """A set of cells as (row, column), in reading order."""
        return tuple(sorted([self.coordinates(cell) for cell in bit_indices(cells)]))

    def _laid_cards(self) -> tuple[LaidCard, ...]:
        """The cards on the table, in reading order."""
        cards = [self.card_at(cell) for cell in bit_indices(self.occupied)]
        return tuple(sorted([(row, column, kind) for kind, row, column in cards]))

    # laying a card (M-7 to M-9)

    def _lays_into(self, seat: i64, out: vec[i64]) -> i64:
        """(M-7, M-8) Every card of the hand on every cell where it matches all its neighbours."""
        count: i64 = 0
        free = free_cells(self.occupied)
        first = seat * HAND_SIZE
        for slot in range(first, first + self.hand_sizes[seat]):
            if not self._is_duplicate(first, slot):
                kind = self.hands[slot]
                cells = fitting_cells(self.features, 0, kind, self.occupied, free)
                count = write_bits(cells, LAY + kind * CELLS, out, count)
        return count

    def _lay(self, seat: i64, kind: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(M-7) Lay a card: chips first (M-9), then a scoring (M-13) or the end of the turn."""
        double = self.double_matches(cell, kind)
        won = count_bits(NEIGHBOURS[cell] & self.occupied) - 1
        self._remove_from_hand(seat, kind)
        self._put_card(cell, kind)
        self.latest = cell
        self.passes = 0
        note_lay(self.max_fitting, self.stuck_positions, seat, kind)
        if facts is not None:
            facts.append(Fact("laid", int(seat), self.card_at(cell)))
        if won > 0:
            self._win_chips(seat, won, facts)
        if double and self._find_lines(cell, double):
            self._start_scoring(seat, facts)
        else:
            self._end_turn(seat, facts)

    def _win_chips(self, seat: i64, won: i64, facts: list[Fact] | None) -> None:
        """(M-9) Take ``won`` chips from the right neighbour; what it lacks, from the next one."""
        chips = self.chips
        giver = self.before(seat)
        while won > 0 and giver != seat:
            paid = min(won, chips[giver])
            if paid > 0:
                chips[giver] -= paid
                chips[seat] += paid
                won -= paid
                if facts is not None:
                    facts.append(Fact("chips", int(seat), (int(giver), int(paid))))
            giver = self.before(giver)

    # the end of a turn, and drawing (M-10)

    def _end_turn(self, seat: i64, facts: list[Fact] | None) -> None:
        """(M-10) End the turn of a seat that laid a card: it draws one, if there is one."""
        self.seat = seat
        if self.pile_size > 0:
            self.phase = DRAWING
        else:
            self._next_turn(seat, facts)

    def _draw(self, kind: i64, facts: list[Fact] | None) -> None:
        """(M-10, M-11) Draw the top card; the player who put it under the pile knows it."""
        known_to: i64 = 0
        seat = self.seat
        if self._draws_buried_card():
            known_to = BIT[self._buried_entry(0) & SEAT_MASK] & ~BIT[seat]
            self.buried_head = (self.buried_head + 1) % MAX_BURIED
            self.buried_count -= 1
        else:
            self._remove_unseen(kind)
        self.pile_size -= 1
        self._add_to_hand(seat, kind, known_to)
        note_draw(self.max_fitting, seat)
        if facts is not None:
            seen_by = 1 << int(seat) | int(known_to)
            facts.append(Fact("drew", int(seat), (), (int(kind),), seen_by))
        self._next_turn(seat, facts)

    def _next_turn(self, seat: i64, facts: list[Fact] | None) -> None:
        """(M-10, M-18) Let the left neighbour play, or end the game if nobody can or will."""
        self.seat = self.after(seat)
        self.phase = LAYING
        if self.passes >= self.players:
            if self.pile_size == 0 or self.passes >= 3 * self.players:
                self._end(BY_PASSES, facts)
        elif self.pile_size == 0:
            held: i64 = 0
            for owner in range(self.players):
                held += self.hand_sizes[owner]
            if held == 0:
                self._end(BY_LAST_CARD, facts)

    # passing (M-11)

    def _may_pass_voluntarily(self, seat: i64) -> bool:
        """(M-11) Whether a seat may pass although it could lay a card: an option."""
        return self.config.voluntary_pass and self.chips[seat] > 0

    def _passes_into(self, seat: i64, out: vec[i64], count: i64) -> i64:
        """(M-11) Pass, or pass and exchange a card while there is a pile."""
        out[count] = PASS
        count += 1
        if self.pile_size > 0:
            first = seat * HAND_SIZE
            for slot in range(first, first + self.hand_sizes[seat]):
                if not self._is_duplicate(first, slot):
                    out[count] = EXCHANGE + self.hands[slot]
                    count += 1
        return count

    def _pass(self, seat: i64, exchanged: i64, facts: list[Fact] | None) -> None:
        """(M-11) Give a chip to the right; ``exchanged`` is a card for the pile, or NONE."""
        if self.hand_sizes[seat] > 0 and not self._may_pass_voluntarily(seat):
            refused = self.stuck_positions
            note_forced_pass(self.max_fitting, refused, seat, self.features, self.occupied)
        self.passes += 1
        if facts is not None:
            facts.append(Fact("passed", int(seat), (1 if exchanged >= 0 else 0,)))
        if self.chips[seat] > 0:
            self.chips[seat] -= 1
            self.chips[self.before(seat)] += 1
            if facts is not None:
                facts.append(Fact("gave", int(seat), (int(self.before(seat)),)))
        if exchanged < 0:
            self._next_turn(seat, facts)
        else:
            self._exchange(seat, exchanged, facts)

    def _exchange(self, seat: i64, kind: i64, facts: list[Fact] | None) -> None:
        """(M-11) Put a card under the pile; a card is drawn next."""
        self._remove_from_hand(seat, kind)
        for slot in range(seat * HAND_SIZE, seat * HAND_SIZE + self.hand_sizes[seat]):
            self.known_to[slot] = 0  # it may have been a card that others knew
        end = (self.buried_head + self.buried_count) % MAX_BURIED
        self.buried[end] = (kind << SEAT_BITS) | seat
        self.buried_count += 1
        self.pile_size += 1
        if facts is not None:
            facts.append(private_fact("buried", int(seat), int(kind)))
        self.seat = seat
        self.phase = DRAWING

    # scoring a line (M-13 to M-16)

    def _find_lines(self, cell: i64, double: i64) -> bool:
        """(M-13) Note the lines through a cell that qualify for scoring; whether there is one."""
        row = run_through(cell, self.occupied & ROW[cell])
        column = run_through(cell, self.occupied & COLUMN[cell])
        has_row = row & double != 0 and count_bits(row) >= SHORTEST_LINE
        has_column = column & double != 0 and count_bits(column) >= SHORTEST_LINE
        self.line = row if has_row else column if has_column else 0
        self.other_line = column if has_row and has_column else 0
        return has_row or has_column

    def _start_scoring(self, seat: i64, facts: list[Fact] | None) -> None:
        """(M-13, M-14) Score the line that a seat completed, or let it choose between two."""
        self.scorer = seat
        self.is_last_scoring = self.pile_size == 0
        if self.other_line:
            self.phase = CHOOSING_LINE
        else:
            self._start_taking(facts)

    def _choose_line(self, is_row: bool, facts: list[Fact] | None) -> None:
        """(M-14) Score the row or the column, where both qualify."""
        if not is_row:
            self.line = self.other_line
        self.other_line = 0
        self._start_taking(facts)

    def _start_taking(self, facts: list[Fact] | None) -> None:
        """(M-15) Let everyone take cards of the line, the player who laid the card first."""
        self.phase = TAKING
        self.seat = self.scorer
        self.takeable = takeable_cells(self.line, self.occupied)
        if facts is not None:
            cells = self._sorted_coordinates(self.line)
            is_row = 1 if cells[0][0] == cells[1][0] else 0
            facts.append(Fact("scoring", int(self.seat), (is_row, len(cells))))

    def _take(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(M-15, M-16) Take a card of the line; the next player follows while one can be taken."""
        kind = self.board[cell]
        if facts is not None:
            facts.append(Fact("took", int(seat), self.card_at(cell)))
        self._remove_card(cell)
        if cell == self.latest:
            self.latest = NONE
        self.taken[self.taken_count] = (kind << SEAT_BITS) | seat
        self.taken_count += 1
        self.takeable = takeable_cells(self.line, self.occupied)
        if self.takeable:
            self.seat = self.after(seat)
        else:
            self._end_scoring(facts)

    def _end_scoring(self, facts: list[Fact] | None) -> None:
        """(M-17) End the game if the card was laid with the pile empty, else the turn."""
        self.line = 0
        if self.is_last_scoring:
            self._end(BY_LAST_SCORING, facts)
        else:
            self._end_turn(self.scorer, facts)

    # the end (M-17 to M-20)

    def _end(self, reason: i64, facts: list[Fact] | None) -> None:
        """(M-17, M-18) End the game."""
        self.phase = OVER
        if facts is not None:
            facts.append(Fact("over", LUCK, (int(reason),)))

    def scores(self) -> tuple[int, ...]:
        """(M-19) Ten a chip, the two best colours for, the others against."""
        points = zeros(COLOUR_COUNT)
        totals: list[int] = []
        for seat in range(self.players):
            self.colour_points_into(seat, points)
            totals.append(int(POINTS_PER_CHIP * self.chips[seat] + colour_score(points)))
        return tuple(totals)

    def colour_points_into(self, seat: i64, out: vec[i64]) -> None:
        """Write the points of the cards that a seat has taken, by colour."""
        for colour in range(COLOUR_COUNT):
            out[colour] = 0
        for i in range(self.taken_count):
            entry = self.taken[i]
            if entry & SEAT_MASK == seat:
                kind = entry >> SEAT_BITS
                out[COLOUR[kind]] += POINTS[kind]

    def ranks(self) -> tuple[int, ...]:
        """(M-20) Equal totals share their rank, unless the game was begun under version 1."""
        if not self.chips_break_ties:
            return super().ranks()
        return rank([(score, int(self.chips[i])) for i, score in enumerate(self.scores())])

    # cards nobody has seen: a set without order, those removed in set-up among them (M-4)

    def unseen(self) -> list[tuple[int, int]]:
        """The cards in the pile or removed, those put under it not counted: kinds and counts."""
        return [(kind, count) for kind in range(KINDS) if (count := self._unseen_count(kind))]

    def _unseen_count(self, kind: i64) -> int:
        """How many cards of a kind are unseen."""
        count = 1 if self._is_unseen(kind) else 0
        if is_zero(kind) and self._is_unseen(SECOND_ZERO + COLOUR[kind]):
            count += 1
        return count

    def _is_unseen(self, card: i64) -> bool:
        if card < UNSEEN_HALF_BITS:
            return self.unseen_low & BIT[card] != 0
        return self.unseen_high & BIT[card - UNSEEN_HALF_BITS] != 0

    def _sample_unseen(self, rng: Rng) -> i64:
        """The kind of a card drawn from the unseen ones, all equally likely."""
        low = count_bits(self.unseen_low)
        n = rng.below(low + count_bits(self.unseen_high))
        if n < low:
            return nth_bit(self.unseen_low, n)
        card = UNSEEN_HALF_BITS + nth_bit(self.unseen_high, n - low)
        if card < SECOND_ZERO:
            return card
        return (card - SECOND_ZERO) * KINDS_PER_COLOUR

    def _remove_unseen(self, kind: i64) -> None:
        """Take a card of a kind out of the unseen ones; of two zeros, the second goes first."""
        if is_zero(kind) and self._is_unseen(SECOND_ZERO + COLOUR[kind]):
            kind = SECOND_ZERO + COLOUR[kind]
        self._flip_unseen(kind)

    def _add_unseen(self, kind: i64) -> None:
        """Put a card of a kind among the unseen ones; of two zeros, the first comes first."""
        if is_zero(kind) and self._is_unseen(kind):
            kind = SECOND_ZERO + COLOUR[kind]
        self._flip_unseen(kind)

    def _flip_unseen(self, card: i64) -> None:
        """Put a card into the unseen set if it is not there, else take it out."""
        if card < UNSEEN_HALF_BITS:
            self.unseen_low ^= BIT[card]
        else:
            self.unseen_high ^= BIT[card - UNSEEN_HALF_BITS]

    # cards under the pile: below all unseen ones, in the order they were put there (M-11)

    def _draws_buried_card(self) -> bool:
        """(M-11) Whether only cards put under the pile are left to draw."""
        return self.phase == DRAWING and self.pile_size == self.buried_count

    def _buried_entry(self, depth: i64) -> i64:
        """The buried card with ``depth`` buried cards above it, packed with its seat."""
        return self.buried[(self.buried_head + depth) % MAX_BURIED]

    def _replace_buried(self, depth: i64, kind: i64) -> None:
        """Replace the buried card at ``depth``, and keep its seat."""
        index = (self.buried_head + depth) % MAX_BURIED
        self.buried[index] = (kind << SEAT_BITS) | (self.buried[index] & SEAT_MASK)

    def _buried_entries(self) -> list[int]:
        """All cards under the pile with their seats, the next to be drawn first."""
        return [int(self._buried_entry(depth)) for depth in range(self.buried_count)]

    # hands

    def _add_to_hand(self, seat: i64, kind: i64, known_to: i64) -> None:
        """Give a seat a card that the seats ``known_to`` have seen before."""
        slot = seat * HAND_SIZE + self.hand_sizes[seat]
        self.hands[slot] = kind
        self.known_to[slot] = known_to
        self.hand_sizes[seat] += 1

    def _remove_from_hand(self, seat: i64, kind: i64) -> None:
        """Take a card of a kind out of a hand."""
        first = seat * HAND_SIZE
        slot = first
        while self.hands[slot] != kind:
            slot += 1
        if is_zero(kind):  # nobody else can tell which of two zeros went
            for other in range(slot + 1, first + self.hand_sizes[seat]):
                if self.hands[other] == kind:
                    self.known_to[other] &= self.known_to[slot]
        self.hand_sizes[seat] -= 1
        last = first + self.hand_sizes[seat]
        self.hands[slot] = self.hands[last]
        self.known_to[slot] = self.known_to[last]

    def _is_duplicate(self, first: i64, slot: i64) -> bool:
        """Whether an earlier card of the hand is of the same kind: only zeros come twice."""
        kind = self.hands[slot]
        if is_zero(kind):
            for earlier in range(first, slot):
                if self.hands[earlier] == kind:
                    return True
        return False

    def _slots(self, seat: i64) -> range:
        """The indices of a seat's cards in `hands`; hot loops use a plain range instead."""
        first = int(seat) * HAND_SIZE
        return range(first, first + int(self.hand_sizes[seat]))

    def hand(self, seat: i64) -> list[int]:
        """A seat's cards, sorted."""
        return sorted([int(self.hands[slot]) for slot in self._slots(seat)])

    def _known_in_hand(self, seat: i64, viewer: i64) -> list[int]:
        """The cards of another's hand that a viewer has seen before, sorted."""
        if viewer < 0 or seat == viewer:
            return []
        slots = self._slots(seat)
        return sorted(
            [int(self.hands[slot]) for slot in slots if self.known_to[slot] & BIT[viewer]]
        )

    # what each player may know

    def public(self) -> Public:
        return Public(
            phase=int(self.phase),
            seat=int(self.seat),
            cards=self._laid_cards(),
            free=self._sorted_coordinates(free_cells(self.occupied)),
            latest=self.coordinates(self.latest) if self.latest >= 0 else None,
            scoring=self._scoring() if self.phase in (CHOOSING_LINE, TAKING) else None,
            chips=tuple([int(chips) for chips in self.chips]),
            taken=self._taken_by_seat(),
            hand_sizes=tuple([int(size) for size in self.hand_sizes]),
            pile_size=int(self.pile_size),
            buried_by=tuple([entry & SEAT_MASK for entry in self._buried_entries()]),
            passes=int(self.passes),
            scores=self.scores(),
        )

    def _scoring(self) -> Scoring:
        return Scoring(
            scorer=int(self.scorer),
            line=self._sorted_coordinates(self.line),
            column=self._sorted_coordinates(self.other_line),
            takeable=self._sorted_coordinates(self.takeable),
            is_last=self.is_last_scoring,
        )

    def _taken_by_seat(self) -> tuple[tuple[int, ...], ...]:
        entries = [int(self.taken[i]) for i in range(self.taken_count)]
        return tuple(
            [
                tuple([entry >> SEAT_BITS for entry in entries if entry & SEAT_MASK == seat])
                for seat in range(int(self.players))
            ]
        )

    def private(self, viewer: i64) -> Private:
        if viewer < 0:
            return NOTHING_PRIVATE
        entries = self._buried_entries()
        seats = range(int(self.players))
        known = [(seat, kind) for seat in seats for kind in self._known_in_hand(seat, viewer)]
        return Private(
            hand=tuple(self.hand(viewer)),
            buried=tuple([e >> SEAT_BITS for e in entries if e & SEAT_MASK == viewer]),
            known=tuple(known),
        )

    def imagine(self, viewer: i64, rng: Rng) -> M:
        """Redeal all cards whose place the viewer can't know, respecting forced passes."""
        world = self.clone()
        hidden = zeros(CARD_NUMBERS)
        count = self._hidden_kinds_into(viewer, hidden)
        world._keep_known_cards(viewer)
        partial_shuffle(rng, hidden, count, count)
        used: i64 = 0
        for seat in range(self.players):
            while world.hand_sizes[seat] < self.hand_sizes[seat]:
                world._add_to_hand(seat, world._pick_hidden(seat, hidden, used, count), 0)
                used += 1
        for depth in range(self.buried_count):
            if self._buried_entry(depth) & SEAT_MASK != viewer:
                world._replace_buried(depth, hidden[used])
                used += 1
        world.unseen_low = 0
        world.unseen_high = 0
        for i in range(used, count):
            world._add_unseen(hidden[i])
        world._clear_unused()
        return world

    def _clear_unused(self) -> None:
        """Clear slots that no rule reads: what lay there once may be a secret."""
        for seat in range(self.players):
            start = seat * HAND_SIZE
            for slot in range(start + self.hand_sizes[seat], start + HAND_SIZE):
                self.hands[slot] = 0
                self.known_to[slot] = 0
        for depth in range(self.buried_count, MAX_BURIED):
            self.buried[(self.buried_head + depth) % MAX_BURIED] = 0

    def _hidden_kinds_into(self, viewer: i64, hidden: vec[i64]) -> i64:
        """Write the cards whose place a viewer can't know, sorted; return how many."""
        counts = zeros(KINDS)
        own_bit: i64 = BIT[viewer] if viewer >= 0 else 0
        for seat in range(self.players):
            for slot in range(seat * HAND_SIZE, seat * HAND_SIZE + self.hand_sizes[seat]):
                if seat != viewer and self.known_to[slot] & own_bit == 0:
                    counts[self.hands[slot]] += 1
        for depth in range(self.buried_count):
            entry = self._buried_entry(depth)
            if entry & SEAT_MASK != viewer:
                counts[entry >> SEAT_BITS] += 1
        count: i64 = 0
        for kind in range(KINDS):
            for _ in range(counts[kind] + self._unseen_count(kind)):
                hidden[count] = kind
                count += 1
        return count

    def _keep_known_cards(self, viewer: i64) -> None:
        """Leave in other hands only what the viewer knows, sorted."""
        for seat in range(self.players):
            if seat != viewer:
                known = self._known_in_hand(seat, viewer)
                self.hand_sizes[seat] = 0
                for kind in known:
                    self._add_to_hand(seat, kind, BIT[viewer])

    def _pick_hidden(self, seat: i64, hidden: vec[i64], used: i64, count: i64) -> i64:
        """Bring the next hidden card that a seat may hold to the place ``used``; return it."""
        size = self.hand_sizes[seat]
        for i in range(used, count):
            kind = hidden[i]
            if may_hold(self.max_fitting, self.stuck_positions, seat, kind, self.hands, size):
                hidden[i] = hidden[used]
                hidden[used] = kind
                break
        return hidden[used]

    # copies and comparisons

    def clone(self) -> M:
        return M(self.config, self)

    def key(self) -> Hashable:
        return (
            self.public(),
            tuple([self._hand_key(seat) for seat in range(self.players)]),
            tuple([self._stuck_position_key(index) for index in range(len(self.max_fitting))]),
            tuple(self._buried_entries()),
            int(self.unseen_low),
            int(self.unseen_high),
            self.chips_break_ties,
        )

    def _hand_key(self, seat: i64) -> tuple[tuple[int, int], ...]:
        """Each card of a hand with the other seats that know it, sorted."""
        slots = self._slots(seat)
        return tuple(sorted([(int(self.hands[slot]), int(self.known_to[slot])) for slot in slots]))

    def _stuck_position_key(self, index: i64) -> tuple[int, ...]:
        """The bound of a remembered position, and the position while it reveals anything."""
        bound = int(self.max_fitting[index])
        if bound >= HAND_SIZE:
            return (bound,)
        start = int(index) * POSITION_SIZE
        position = [int(self.stuck_positions[i]) for i in range(start, start + POSITION_SIZE)]
        return (bound, *position)
