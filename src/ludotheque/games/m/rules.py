"""M, by Martin Schlegel: the rules.

Cards are laid in a square of at most 6 x 6 so that each matches all its neighbours. Neighbours
bring chips, taken from the players to the right. A full line with a double match is scored: all in
turn take a card of it. Two colours count for their owner, the other three against.

(M-7) names a paragraph of the rule sheet. `data` explains the numbers of cards and cells.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, vec, write_bits, zeros
from ludotheque.core.rng import Rng, shuffle_first
from ludotheque.core.state import LUCK, NOBODY, Fact, rank
from ludotheque.games.m.data import (
    BESIDE,
    CARDS,
    CELLS,
    CHIPS,
    COLOUR,
    COLUMN,
    DECK,
    HAND,
    KINDS,
    OPENINGS,
    POINTS,
    ROW,
    SIDE,
    SYMBOL,
    VALUE,
    beside,
    deck,
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
from ludotheque.games.m.observation import NOTHING_PRIVATE, LaidCard, Private, Public, Scoring
from ludotheque.games.m.rules_hands import CardHands
from ludotheque.games.m.rules_pile import HALF


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(self, players: int, symbols: int, voluntary_pass: bool, opening: str) -> None:
        self.players: Final[i64] = players
        self.symbols: Final[i64] = symbols
        self.voluntary_pass: Final[bool] = voluntary_pass
        cells = [SIDE * row + column for row, column in OPENINGS[opening]]
        self.opening_cells: Final[vec[i64]] = vec[i64](cells)
        cards = deck(symbols)
        self.deck_low: Final[i64] = sum([2**card for card in cards if card < HALF])
        self.deck_high: Final[i64] = sum([2 ** (card - HALF) for card in cards if card >= HALF])


class M(CardHands):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: M | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        super().__init__(config.deck_low, config.deck_high, config.players, twin)
        players = config.players
        self.config: Config = config
        self.players: i64 = players
        if twin is None:
            self.phase: i64 = OPENING
            self.seat: i64 = 0
            self.trigger: i64 = 0
            self.final: bool = False  # the card scored was laid with the pile empty
            self.line: i64 = 0  # cells of the line being scored
            self.takeable: i64 = 0  # cells of the line that may be taken now
            self.other_line: i64 = 0  # the column, while row and column both qualify
            self.passes: i64 = 0  # in a row
            self.latest: i64 = -1  # where a card was laid last, while it lies there
            self.chips: vec[i64] = vec[i64]([CHIPS] * players)
            self.taken: vec[i64] = zeros(DECK)  # 8 * kind + seat, in the order of taking
            self.taken_count: i64 = 0
            self.chips_break_ties: bool = False  # (M-20) they did by version 1 of the rules
        else:
            self.phase = twin.phase
            self.seat = twin.seat
            self.trigger = twin.trigger
            self.final = twin.final
            self.line = twin.line
            self.takeable = twin.takeable
            self.other_line = twin.other_line
            self.passes = twin.passes
            self.latest = twin.latest
            self.chips = twin.chips[:]
            self.taken = twin.taken[:]
            self.taken_count = twin.taken_count
            self.chips_break_ties = twin.chips_break_ties

    # who may do what

    def seats(self) -> i64:
        return self.players

    def next_actor(self) -> i64:
        phase = self.phase
        if phase == LAYING or phase == TAKING or phase == CHOOSING_LINE:
            return self.seat
        return NOBODY if phase == OVER else LUCK

    def actors(self) -> Sequence[int]:
        actor = self.next_actor()
        return () if actor == NOBODY else (int(actor),)

    def legal_moves(self, seat: i64) -> list[int]:
        if seat == LUCK:
            return [outcome for outcome, _ in self.luck()]
        if seat != self.next_actor():
            return []
        return self.choices(seat)

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        if self.phase == TAKING:
            return write_bits(self.takeable, TAKE, out, 0)
        if self.phase == CHOOSING_LINE:  # (M-14)
            out[0] = LINE_ROW
            out[1] = LINE_COLUMN
            return 2
        count = self._lays_into(seat, out)
        if count == 0 or (self.config.voluntary_pass and self.chips[seat] > 0):
            count = self._passes_into(seat, out, count)
        return count

    def _lays_into(self, seat: i64, out: vec[i64]) -> i64:
        """(M-7, M-8) Every card of the hand on every cell where it matches all its neighbours."""
        count: i64 = 0
        free = self.free_cells()
        first = seat * HAND
        for slot in range(first, first + self.sizes[seat]):
            kind = self.hands[slot]
            if self.is_repeated(first, slot):
                continue
            cells = free & ~beside(self.occupied & ~self.sharing(kind))
            count = write_bits(cells, LAY + kind * CELLS, out, count)
        return count

    def _passes_into(self, seat: i64, out: vec[i64], count: i64) -> i64:
        """(M-11) Pass, or pass and exchange a card while there is a pile."""
        out[count] = PASS
        count += 1
        if self.pile > 0:
            first = seat * HAND
            for slot in range(first, first + self.sizes[seat]):
                if not self.is_repeated(first, slot):
                    out[count] = EXCHANGE + self.hands[slot]
                    count += 1
        return count

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == FINDING_FIRST:  # (M-6)
            return [(FIRST + seat, 1) for seat in range(self.players)]
        start = self._luck_start()
        if start < 0:
            return []
        if self._draws_from_below():
            return [(DRAW + (self.buried[self.buried_head] >> 3), 1)]
        return [(start + kind, copies) for kind, copies in self.unseen()]

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == FINDING_FIRST:
            return FIRST + rng.below(self.players)
        if self._draws_from_below():
            return DRAW + (self.buried[self.buried_head] >> 3)
        return self._luck_start() + self.sample_unseen(rng)

    def _luck_start(self) -> i64:
        """What luck does with a card now; -1 if it is not luck's turn."""
        if self.phase == DRAWING:
            return DRAW
        if self.phase == OPENING:
            return OPEN
        return DEAL if self.phase == DEALING else -1

    def _draws_from_below(self) -> bool:
        """(M-11) Only cards put under the pile are left; they come in the order they went."""
        return self.phase == DRAWING and self.pile == self.buried_count

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        if move < TAKE:
            self._lay(seat, move // CELLS, move % CELLS, facts)
        elif move >= DRAW:
            self._draw(move - DRAW, facts)
        elif move < LINE_ROW:
            self._take(seat, move - TAKE, facts)
        elif move < PASS:
            if move == LINE_COLUMN:
                self.line = self.other_line
            self.other_line = 0
            self._start_taking(facts)
        elif move < OPEN:
            self._pass(seat, move - EXCHANGE, facts)
        elif move < DEAL:
            self._open(move - OPEN, facts)
        elif move < FIRST:
            self._deal(move - DEAL, facts)
        else:
            self.seat = move - FIRST
            self.phase = LAYING
            if facts is not None:
                facts.append(Fact("first", int(self.seat)))

    def _open(self, kind: i64, facts: list[Fact] | None) -> None:
        """(M-5) The next card of the M."""
        cells = self.config.opening_cells
        laid = count_bits(self.occupied)
        cell = cells[laid]
        self.remove_unseen(kind)
        self.put(cell, kind)
        if facts is not None:
            facts.append(Fact("opened", LUCK, self.place_of(cell)))
        if laid + 1 == len(cells):
            self.phase = DEALING

    def _deal(self, kind: i64, facts: list[Fact] | None) -> None:
        """(M-6) Four cards to each seat in turn."""
        seat = self.dealt_seat()
        self.remove_unseen(kind)
        self.give(seat, kind, 0)
        if facts is not None:
            facts.append(Fact("dealt", int(seat), (), (int(kind),), 1 << int(seat)))
        if self.sizes[self.players - 1] == HAND:
            self.phase = FINDING_FIRST

    def dealt_seat(self) -> i64:
        """Who gets the next card of the deal."""
        seat: i64 = 0
        while self.sizes[seat] == HAND:
            seat += 1
        return seat

    def _lay(self, seat: i64, kind: i64, cell: i64, facts: list[Fact] | None) -> None:
        near = BESIDE[cell]
        features = self.features
        colour = features[COLOUR[kind]]
        value = features[VALUE[kind]]
        symbol = features[SYMBOL[kind]]
        double = ((colour & value) | (colour & symbol) | (value & symbol)) & near
        won = count_bits(near & self.occupied) - 1
        self.leave_hand(seat, kind)
        self.put(cell, kind)
        self.latest = cell
        self.passes = 0
        self.count_lay(seat, kind)
        if facts is not None:
            facts.append(Fact("laid", int(seat), self.place_of(cell)))
        if won > 0:
            self._win_chips(seat, won, facts)
        if double and self._triggers(cell, double):
            self.trigger = seat
            self.final = self.pile == 0
            if self.other_line:
                self.phase = CHOOSING_LINE
            else:
                self._start_taking(facts)
        else:
            self._end_turn(seat)

    def _win_chips(self, seat: i64, won: i64, facts: list[Fact] | None) -> None:
        """(M-9) One chip less than neighbours, from the right, and so on around."""
        chips = self.chips
        giver = seat
        for _ in range(self.players - 1):
            giver = giver - 1 if giver > 0 else self.players - 1
            paid = min(won, chips[giver])
            if paid > 0:
                chips[giver] -= paid
                chips[seat] += paid
                won -= paid
                if facts is not None:
                    facts.append(Fact("chips", int(seat), (int(giver), int(paid))))

    def _triggers(self, cell: i64, double: i64) -> bool:
        """(M-13) Set the lines that the card on a cell makes ready; whether there is one."""
        self.line = self.run(cell, ROW[cell])
        if self.line & double == 0 or count_bits(self.line) < 5:
            self.line = 0
        self.other_line = self.run(cell, COLUMN[cell])
        if self.other_line & double == 0 or count_bits(self.other_line) < 5:
            self.other_line = 0
        if self.line == 0:
            self.line = self.other_line
            self.other_line = 0
        return self.line != 0

    def _start_taking(self, facts: list[Fact] | None) -> None:
        """(M-15) The trigger player takes first."""
        self.phase = TAKING
        self.seat = self.trigger
        self.takeable = self.takeable_of(self.line)
        if facts is not None:
            cells = self.cells_of(self.line)
            is_row = 1 if cells[0][0] == cells[1][0] else 0
            facts.append(Fact("scoring", int(self.seat), (is_row, len(cells))))

    def _take(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        kind = self.board[cell]
        if facts is not None:
            facts.append(Fact("took", int(seat), self.place_of(cell)))
        self.lift(cell)
        if cell == self.latest:
            self.latest = -1
        self.taken[self.taken_count] = 8 * kind + seat
        self.taken_count += 1
        self.takeable = self.takeable_of(self.line)
        if self.takeable == 0:  # (M-16)
            self._end_scoring()
        else:
            self.seat = seat + 1 if seat + 1 < self.players else 0

    def _end_scoring(self) -> None:
        self.line = 0
        if self.final:  # (M-17)
            self.phase = OVER
        else:
            self._end_turn(self.trigger)

    def _pass(self, seat: i64, exchanged: i64, facts: list[Fact] | None) -> None:
        """(M-11) A chip to the right; perhaps a card under the pile for the top one."""
        if self.sizes[seat] > 0 and not (self.config.voluntary_pass and self.chips[seat] > 0):
            self.refuse(seat)
        if self.chips[seat] > 0:
            self.chips[seat] -= 1
            self.chips[seat - 1 if seat > 0 else self.players - 1] += 1
        self.passes += 1
        if facts is not None:
            facts.append(Fact("passed", int(seat), (1 if exchanged >= 0 else 0,)))
        if exchanged < 0:
            self._next_turn(seat)
            return
        self.leave_hand(seat, exchanged)
        for slot in range(seat * HAND, seat * HAND + self.sizes[seat]):
            self.known[slot] = 0  # it may have been a card that others knew
        self.bury(exchanged, seat)
        if facts is not None:
            facts.append(Fact("buried", int(seat), (), (int(exchanged),), 1 << int(seat)))
        self.seat = seat
        self.phase = DRAWING

    def _end_turn(self, seat: i64) -> None:
        """(M-10) Who laid a card draws one, if there is one."""
        self.seat = seat
        if self.pile > 0:
            self.phase = DRAWING
        else:
            self._next_turn(seat)

    def _draw(self, kind: i64, facts: list[Fact] | None) -> None:
        known: i64 = 0
        seat = self.seat
        if self._draws_from_below():
            known = BIT[self.buried[self.buried_head] & 7] & ~BIT[seat]
            self.dig_up()
        else:
            self.remove_unseen(kind)
            self.pile -= 1
        self.give(seat, kind, known)
        self.count_draw(seat)
        if facts is not None:
            told = 1 << int(seat) | int(known)
            facts.append(Fact("drew", int(seat), (), (int(kind),), told))
        self._next_turn(seat)

    def _next_turn(self, seat: i64) -> None:
        """(M-10, M-18) To the left, unless everybody is at an end."""
        self.seat = seat + 1 if seat + 1 < self.players else 0
        self.phase = LAYING
        if self.passes >= self.players:
            if self.pile == 0 or self.passes >= 3 * self.players:
                self.phase = OVER
        elif self.pile == 0:
            held: i64 = 0
            for owner in range(self.players):
                held += self.sizes[owner]
            if held == 0:
                self.phase = OVER

    # the end

    def scores(self) -> tuple[int, ...]:
        """(M-19) Ten a chip, the two best colours for, the others against."""
        totals: list[int] = []
        for seat in range(self.players):
            colours = sorted(self.colour_points(seat))
            taken = colours[4] + colours[3] - colours[2] - colours[1] - colours[0]
            totals.append(10 * self.chips[seat] + taken)
        return tuple(totals)

    def ranks(self) -> tuple[int, ...]:
        """(M-20) Equal totals share their rank, unless the game was begun by version 1."""
        if self.chips_break_ties:
            scores = self.scores()
            return rank([(score, int(self.chips[seat])) for seat, score in enumerate(scores)])
        return self.shared_ranks()

    def shared_ranks(self) -> tuple[int, ...]:
        """(M-20) Ranks by total alone."""
        return rank([(score,) for score in self.scores()])

    def colour_points(self, seat: i64) -> list[int]:
        """The values a seat has taken, by colour."""
        points = [0] * 5
        for i in range(self.taken_count):
            kind = self.taken[i] >> 3
            if self.taken[i] & 7 == seat:
                points[COLOUR[kind]] += POINTS[kind]
        return points

    # what each player may know

    def public(self) -> Public:
        return Public(
            phase=int(self.phase),
            seat=int(self.seat),
            cards=self._cards(),
            free=tuple(self.cells_of(self.free_cells())),
            latest=self.place_of(self.latest)[1:] if self.latest >= 0 else (),
            scoring=self._scoring() if self.phase in (CHOOSING_LINE, TAKING) else None,
            chips=tuple([int(chips) for chips in self.chips]),
            taken=self._taken_by_seat(),
            hand_sizes=tuple([int(size) for size in self.sizes]),
            pile=int(self.pile),
            buried_by=tuple([entry & 7 for entry in self.buried_entries()]),
            passes=int(self.passes),
            scores=self.scores(),
        )

    def private(self, viewer: i64) -> Private:
        if viewer < 0:
            return NOTHING_PRIVATE
        return Private(
            hand=tuple(self.hand(viewer)),
            buried=tuple([e >> 3 for e in self.buried_entries() if e & 7 == viewer]),
            known=tuple(
                [
                    (seat, kind)
                    for seat in range(int(self.players))
                    for kind in self.known_in_hand(seat, viewer)
                ]
            ),
        )

    def _cards(self) -> tuple[LaidCard, ...]:
        """The cards on the table, in reading order."""
        cells = self.cells_of(self.occupied)
        return tuple([(row, column, self.kind_at(row, column)) for row, column in cells])

    def _scoring(self) -> Scoring:
        return Scoring(
            trigger=int(self.trigger),
            line=tuple(self.cells_of(self.line)),
            column=tuple(self.cells_of(self.other_line)),
            takeable=tuple(self.cells_of(self.takeable)),
            is_last=self.final,
        )

    def _taken_by_seat(self) -> tuple[tuple[int, ...], ...]:
        return tuple([tuple(self.taken_by(seat)) for seat in range(self.players)])

    def taken_by(self, seat: i64) -> list[int]:
        """The cards a seat has taken, in order."""
        entries = [int(self.taken[i]) for i in range(self.taken_count)]
        return [entry >> 3 for entry in entries if entry & 7 == seat]

    def imagine(self, viewer: i64, rng: Rng) -> M:
        """Deal out again all cards whose place the viewer can't know, minding forced passes."""
        world = self.clone()
        hidden = zeros(CARDS)
        count = self._hidden_kinds(viewer, hidden)
        world.forget_hands(viewer)
        shuffle_first(rng, hidden, count, count)
        used: i64 = 0
        for seat in range(self.players):
            while world.sizes[seat] < self.sizes[seat]:
                world.give(seat, world._pick_hidden(seat, hidden, used, count), 0)
                used += 1
        for i in range(self.buried_count):
            if self.buried_entry(i) & 7 != viewer:
                world.replace_buried(i, hidden[used])
                used += 1
        world.forget_unseen()
        for i in range(used, count):
            world.return_unseen(hidden[i])
        return world

    def _pick_hidden(self, seat: i64, hidden: vec[i64], used: i64, count: i64) -> i64:
        """Bring the next hidden card that a seat may hold to the place ``used``; return it."""
        for i in range(used, count):
            if self.may_hold(seat, hidden[i]):
                kind = hidden[i]
                hidden[i] = hidden[used]
                hidden[used] = kind
                break
        return hidden[used]

    def _hidden_kinds(self, viewer: i64, hidden: vec[i64]) -> i64:
        """Write the cards whose place a viewer can't know, sorted; return how many."""
        copies = zeros(KINDS)
        mine: i64 = BIT[viewer] if viewer >= 0 else 0
        for seat in range(self.players):
            for slot in range(seat * HAND, seat * HAND + self.sizes[seat]):
                if seat != viewer and self.known[slot] & mine == 0:
                    copies[self.hands[slot]] += 1
        for i in range(self.buried_count):
            entry = self.buried_entry(i)
            if entry & 7 != viewer:
                copies[entry >> 3] += 1
        count: i64 = 0
        for kind in range(KINDS):
            for _ in range(copies[kind] + self.unseen_copies(kind)):
                hidden[count] = kind
                count += 1
        return count

    # copies and comparisons

    def clone(self) -> M:
        return M(self.config, self)

    def key(self) -> Hashable:
        return (
            int(self.phase),
            int(self.seat),
            int(self.trigger),
            self.final,
            int(self.line),
            int(self.other_line),
            int(self.takeable),
            int(self.passes),
            int(self.pile),
            self._cards(),
            int(self.top),
            int(self.left),
            int(self.latest),
            self.hands_key(),
            self._taken_by_seat(),
            tuple([int(chips) for chips in self.chips]),
            self.chips_break_ties,
            tuple(self.buried_entries()),
            int(self.unseen_low),
            int(self.unseen_high),
        )
