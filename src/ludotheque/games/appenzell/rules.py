"""Appenzell, by Jens-Peter Schliemann and Bernhard Weber: the rules (compiled).

Mice look for cheese under the roofs of a castle whose floor slides. A player with two mice on two
squares of the same cheese earns it. A mouse that gets a trap under its feet is lost. The first
player with enough different cheeses wins.

(CA-7) names a paragraph of the rule sheet. `data` explains the numbers of squares and faces,
`moves` those of phases and moves.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ludotheque.core.fast import (
    BIT,
    bit_indices,
    count_bits,
    i64,
    lowest_bit,
    vec,
    write_bits,
    zeros,
)
from ludotheque.core.options import Options
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, NOBODY, Fact, SequentialState, rank
from ludotheque.games.appenzell.data import (
    ACTIONS_PER_TURN,
    BACK,
    BOARD_SIDES,
    CAT,
    CHEESES,
    COPIES,
    ENDS,
    FACES,
    FALLEN_LIMIT,
    INLET,
    LINE,
    MICE_PER_PLAYER,
    NEIGHBOURS,
    NONE,
    ORDINARY_FACES,
    OUTLET,
    PASSAGE,
    PLANS,
    ROOM_SQUARES,
    ROOMS,
    ROOMS_TOUCHED,
    SLIDING_SQUARES,
    SOCK,
    SQUARES,
    TILE_KINDS,
    TOWER,
    TOWERS,
    TRAP,
    TURN_LIMIT,
    UNSEEN,
    WORKS,
    neighbours,
    row_and_column,
    shifted,
)
from ludotheque.games.appenzell.moves import (
    ACTING,
    DONE,
    ENTER,
    FINDING_FIRST,
    FIRST,
    FLEE,
    FLEEING,
    GIVE,
    GIVING,
    OUT,
    OVER,
    PLACE,
    PLACING,
    PUSH,
    PUSHED_OUT,
    REVEALING,
    RUN,
    SPARE,
    TILE,
    TURNING_SPARE,
    UNCOVER,
)
from ludotheque.games.appenzell.observation import Castle, Player, Public
from ludotheque.games.appenzell.rules_tracking import (
    MICE_ENTERED,
    MOUSE_IDS,
    SPARE_IDS,
    TILE_IDS,
    new_tracking_ids,
    with_moved_mouse,
    with_new_mouse,
    with_pushed_line,
    with_tiles_in_sight,
)

# How a game ends, in the facts "won" and "drawn"
BY_CHEESES: Final = 0
BY_TRAPS: Final = 1
BY_TURNS: Final = 2

LONGEST_RUN: Final = 16  # actions: a jump over all other mice (CA-11)


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(self, options: Options) -> None:
        self.players: Final[i64] = int(options["players"])
        self.cheeses: Final[i64] = int(options["cheeses"])  # that win
        self.side: Final[i64] = BOARD_SIDES.index(str(options["side"]))
        self.has_notes: Final[bool] = options["memory"] == "notes"
        self.mad_mice: Final[bool] = bool(options["mad_mice"])


class Appenzell(SequentialState):
    """A game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: Appenzell | None = None) -> None:
        """Set up a game, or copy one: both here, so that every field is always set."""
        players = config.players
        self.config: Config = config
        self.players: i64 = players
        if twin is None:
            self.phase: i64 = FINDING_FIRST
            self.seat: i64 = 0  # whose turn it is
            self.actions: i64 = ACTIONS_PER_TURN  # left in this turn
            self.pushes: i64 = 0  # made in this turn
            self.turns: i64 = 0  # ended
            self.faces: vec[i64] = zeros(TILE_KINDS)  # squares of the sliding tiles, by face
            self.faces[UNSEEN] = SLIDING_SQUARES
            self.spares: vec[i64] = zeros(FACES)  # how many can show a face
            self.unseen: vec[i64] = zeros(ORDINARY_FACES)  # tiles nobody has seen, by face
            for face in range(ORDINARY_FACES):
                self.unseen[face] = COPIES[face]
            self.open_rooms: i64 = 0
            self.open_squares: i64 = 0  # under no roof
            self.mice: vec[i64] = zeros(players)  # squares and towers with a seat's mice
            self.fallen: vec[i64] = zeros(players)
            self.cheeses: vec[i64] = zeros(players)  # earned: a bit for each
            self.glimpsed: i64 = 0  # squares whose tiles the last action showed
            self.pending: i64 = 0  # those of them that luck has yet to name
            self.is_push: bool = False  # what luck names now follows a push, not an uncovering
            self.is_out_unseen: bool = False  # luck has yet to name the tile pushed out
            self.seat_on_sock: i64 = 0  # the owner of the mouse on the sock, while they decide
            self.last_move: i64 = NONE  # of a seat
            self.winner: i64 = NOBODY
            self.tracking_ids: list[int] = new_tracking_ids()  # never changed in place
        else:
            self.phase = twin.phase
            self.seat = twin.seat
            self.actions = twin.actions
            self.pushes = twin.pushes
            self.turns = twin.turns
            self.faces = twin.faces[:]
            self.spares = twin.spares[:]
            self.unseen = twin.unseen[:]
            self.open_rooms = twin.open_rooms
            self.open_squares = twin.open_squares
            self.mice = twin.mice[:]
            self.fallen = twin.fallen[:]
            self.cheeses = twin.cheeses[:]
            self.glimpsed = twin.glimpsed
            self.pending = twin.pending
            self.is_push = twin.is_push
            self.is_out_unseen = twin.is_out_unseen
            self.seat_on_sock = twin.seat_on_sock
            self.last_move = twin.last_move
            self.winner = twin.winner
            self.tracking_ids = twin.tracking_ids

    # who may do what

    def seats(self) -> i64:
        return self.players

    def next_actor(self) -> i64:
        phase = self.phase
        if phase == ACTING or phase == PLACING:
            return self.seat
        if phase == GIVING or phase == FLEEING:
            return self.seat_on_sock
        return NOBODY if phase == OVER else LUCK

    def default_move(self, seat: i64) -> i64:
        """Ends the turn where that is allowed."""
        if self.phase == ACTING and self.actions < ACTIONS_PER_TURN:
            return DONE
        return self.legal_moves(seat)[0]

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == PLACING:
            return write_bits(self.free_towers(), PLACE, out, 0)
        if phase == GIVING:
            return write_bits(self.cheeses[seat], GIVE, out, 0)
        if phase == FLEEING:
            return write_bits(self.flight_squares(), FLEE, out, 0)
        count = write_bits(self.rooms_near(self.mice[seat]), UNCOVER, out, 0)
        if self.supply(seat) > 0:
            count = write_bits(self.free_towers(), ENTER, out, count)
        count = self._runs_into(seat, out, count)
        if self.may_push(seat):
            count = self._pushes_into(out, count)
        if self.actions < ACTIONS_PER_TURN:  # (CA-7) at least one action
            out[count] = DONE
            count += 1
        return count

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == FINDING_FIRST:
            return [(FIRST + seat, 1) for seat in range(self.players)]
        offset = self._luck_offset()
        if offset == NONE:
            return []
        faces = range(ORDINARY_FACES)
        return [(offset + face, int(self.unseen[face])) for face in faces if self.unseen[face]]

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == FINDING_FIRST:
            return FIRST + rng.below(self.players)
        return self._luck_offset() + self._draw_face(rng)

    def _luck_offset(self) -> i64:
        """The number of the outcome that names face 0; NONE if luck names no face now."""
        if self.phase == REVEALING:
            return TILE + ORDINARY_FACES * lowest_bit(self.pending)
        if self.phase == PUSHED_OUT:
            return OUT
        return SPARE if self.phase == TURNING_SPARE else NONE

    def _draw_face(self, rng: Rng) -> i64:
        """The face of one of the tiles that nobody has seen."""
        total: i64 = 0
        for face in range(ORDINARY_FACES):
            total += self.unseen[face]
        ticket = rng.below(total)
        drawn: i64 = 0
        while ticket >= self.unseen[drawn]:
            ticket -= self.unseen[drawn]
            drawn += 1
        return drawn

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        if seat >= 0:
            self.last_move = move
            if move <= DONE:
                self.glimpsed = 0
        if move < UNCOVER:
            self._run(seat, move // SQUARES, move % SQUARES, facts)
        elif move < ENTER:
            self._uncover(seat, move - UNCOVER, facts)
        elif move < PUSH:
            self._enter(seat, move - ENTER, facts)
        elif move < DONE:
            self._push(seat, (move - PUSH) // ENDS, (move - PUSH) % ENDS, facts)
        elif move == DONE:
            self._end_turn(facts)
        elif move < GIVE:
            self._place(seat, move - PLACE, facts)
        elif move < FLEE:
            self._give(seat, move - GIVE, facts)
        elif move < FIRST:
            self._flee(seat, move - FLEE, facts)
        else:
            self._apply_luck(move, facts)

    def _apply_luck(self, move: i64, facts: list[Fact] | None) -> None:
        if move < SPARE:
            self._begin(move - FIRST, facts)
        elif move < TILE:
            self._turn_spare(move - SPARE, facts)
        elif move < OUT:
            self._reveal((move - TILE) // ORDINARY_FACES, (move - TILE) % ORDINARY_FACES, facts)
        else:
            self._reveal_pushed_out(move - OUT, facts)

    # set-up (CA-5, CA-6)

    def _begin(self, seat: i64, facts: list[Fact] | None) -> None:
        """(CA-6) The first player is known: they place the first mouse and have the first turn."""
        self.seat = seat
        self.phase = TURNING_SPARE
        if facts is not None:
            facts.append(Fact("first", int(seat)))

    def _turn_spare(self, face: i64, facts: list[Fact] | None) -> None:
        """(CA-5, CA-30) Turn up the spare; the expansion adds the two double-faced tiles."""
        self.unseen[face] -= 1
        self._change_spares(face, 1)
        if self.config.mad_mice:
            self._change_spares(CAT, 1)
            self._change_spares(SOCK, 1)
        self.phase = PLACING
        if facts is not None:
            facts.append(Fact("spare", LUCK, (int(face),)))

    def _place(self, seat: i64, tower: i64, facts: list[Fact] | None) -> None:
        """(CA-6) Place the first mouse of a seat; after the last seat the first turn begins."""
        self._bring_in(seat, tower, facts)
        self.seat = self.after(seat)
        if self.mice[self.seat] != 0:
            self.phase = ACTING
        if facts is not None:
            facts.append(Fact("placed", int(seat), (int(tower),)))

    # roofs (CA-8, CA-17)

    def room_squares(self, room: i64) -> i64:
        """(CA-3) The squares of a room."""
        return ROOM_SQUARES[self.config.side * ROOMS + room]

    def rooms_near(self, mice: i64) -> i64:
        """(CA-8) The covered rooms that touch a square in ``mice``."""
        near: i64 = 0
        offset = self.config.side * SQUARES
        while mice:
            near |= ROOMS_TOUCHED[offset + lowest_bit(mice)]
            mice &= mice - 1
        return near & ~self.open_rooms

    def _uncover(self, seat: i64, room: i64, facts: list[Fact] | None) -> None:
        """(CA-8) Lift the roof of a room; luck names the tiles that nobody has ever seen."""
        self.actions -= 1
        squares = self.room_squares(room)
        self.open_rooms |= BIT[room]
        self.open_squares |= squares
        if facts is not None:
            self._track_tiles()
            facts.append(Fact("uncovered", int(seat), (int(room),)))
        self.is_push = False
        self._show(squares & SLIDING_SQUARES, facts)
        self._await_luck_or_resolve(facts)

    def _show(self, squares: i64, facts: list[Fact] | None) -> None:
        """(CA-8) Show everyone the tiles on ``squares``; luck has yet to name those never seen."""
        self.glimpsed = squares
        self.pending = squares & self.faces[UNSEEN]
        if facts is not None:
            for square in bit_indices(squares & ~self.pending):
                face = int(self.face_at(square))
                facts.append(Fact("tile", LUCK, (*row_and_column(square), face)))

    def _reveal(self, square: i64, face: i64, facts: list[Fact] | None) -> None:
        """(CA-8, CA-13) Name a tile that is seen for the first time, in reading order."""
        bit = BIT[square]
        self.unseen[face] -= 1
        self.faces[UNSEEN] ^= bit
        self.faces[face] |= bit
        self.pending ^= bit
        if facts is not None:
            facts.append(Fact("tile", LUCK, (*row_and_column(square), int(face))))
        self._await_luck_or_resolve(facts)

    def _await_luck_or_resolve(self, facts: list[Fact] | None) -> None:
        """(CA-8, CA-15) Wait for luck while it has tiles to name; then resolve the action."""
        if self.pending:
            self.phase = REVEALING
        elif not self.is_push:
            self._end_action(facts)
        elif self.is_out_unseen:
            self.phase = PUSHED_OUT
        else:
            self._resolve_push(facts)

    def _cover_empty_rooms(self) -> i64:
        """(CA-17) Cover the open rooms without a mouse; return them."""
        occupied = self.occupied()
        covered: i64 = 0
        rooms = self.open_rooms
        while rooms:
            room = lowest_bit(rooms)
            rooms &= rooms - 1
            squares = self.room_squares(room)
            if squares & occupied == 0:
                covered |= BIT[room]
                self.open_squares ^= squares
        self.open_rooms ^= covered
        return covered

    # mice (CA-9 to CA-12)

    def occupied(self) -> i64:
        """The squares and towers with a mouse."""
        squares: i64 = 0
        for seat in range(self.players):
            squares |= self.mice[seat]
        return squares

    def supply(self, seat: i64) -> i64:
        """How many mice of a seat wait outside the castle."""
        return MICE_PER_PLAYER - self.fallen[seat] - count_bits(self.mice[seat])

    def free_towers(self) -> i64:
        """(CA-6, CA-9, CA-12) The towers without a mouse, a bit each."""
        occupied = self.occupied()
        free: i64 = 0
        for tower in range(4):
            if occupied & BIT[TOWER[tower]] == 0:
                free |= BIT[tower]
        return free

    def _enter(self, seat: i64, tower: i64, facts: list[Fact] | None) -> None:
        """(CA-9) Bring in a mouse, for one action."""
        self.actions -= 1
        self._bring_in(seat, tower, facts)
        if facts is not None:
            facts.append(Fact("entered", int(seat), (int(tower),)))
        self._end_action(facts)

    def _bring_in(self, seat: i64, tower: i64, facts: list[Fact] | None) -> None:
        """(CA-6, CA-9) Put a mouse from the supply into a tower."""
        square = TOWER[tower]
        self.mice[seat] |= BIT[square]
        if facts is not None:
            self.tracking_ids = with_new_mouse(self.tracking_ids, seat, square)

    def landing_squares(self) -> i64:
        """(CA-10, CA-12, CA-33) The free open squares without a trap, cat or sock; no towers."""
        faces = self.faces
        return self.open_squares & ~(self.occupied() | faces[TRAP] | faces[CAT] | faces[SOCK])

    def _runs_into(self, seat: i64, out: vec[i64], count: i64) -> i64:
        """(CA-10, CA-11) Write the runs and jumps of a seat that the actions left allow."""
        free = self.landing_squares()
        mice = self.mice[seat]
        while mice:
            start = lowest_bit(mice)
            mice &= mice - 1
            squares = self._reach(start, free, self.actions)
            count = write_bits(squares, RUN + SQUARES * start, out, count)
        return count

    def _reach(self, start: i64, free: i64, actions: i64) -> i64:
        """(CA-10, CA-11) The squares of ``free`` to which a mouse can run or jump."""
        if self.faces[PASSAGE] & BIT[start]:  # (CA-31)
            return free
        crossable = self.occupied() & ~TOWERS & ~BIT[start]
        frontier = NEIGHBOURS[start]
        found = frontier & free
        while actions > 1:
            frontier &= crossable
            if frontier == 0:
                break
            crossable ^= frontier
            frontier = neighbours(frontier)
            found |= frontier & free
            actions -= 1
        return found

    def run_cost(self, start: i64, landing: i64) -> i64:
        """(CA-11) How many actions the shortest way takes; 0 if there is none."""
        cost: i64 = 1
        while self._reach(start, BIT[landing], cost) == 0:
            if cost == LONGEST_RUN:
                return 0
            cost += 1
        return cost

    def _run(self, seat: i64, start: i64, landing: i64, facts: list[Fact] | None) -> None:
        """(CA-10, CA-11) Run or jump; only the landing square counts for cheese (CA-16)."""
        cost = self.run_cost(start, landing)
        self.actions -= cost
        self._move_mouse(seat, start, landing, facts)
        if facts is not None:
            about = (*row_and_column(start), *row_and_column(landing), int(cost))
            facts.append(Fact("ran", int(seat), about))
        self._collect(seat, facts)
        if not self._finish_if_won(facts):
            self._end_action(facts)

    def _move_mouse(self, seat: i64, start: i64, landing: i64, facts: list[Fact] | None) -> None:
        """(CA-10, CA-35) Move a mouse from one square to another."""
        self.mice[seat] ^= BIT[start] | BIT[landing]
        if facts is not None:
            self.tracking_ids = with_moved_mouse(self.tracking_ids, start, landing)

    # pushes (CA-13 to CA-15)

    def may_push(self, seat: i64) -> bool:
        """(CA-7, CA-32) Whether a seat may push: once a turn, twice with a mouse on the works."""
        if self.pushes == 0:
            return True
        return self.pushes == 1 and self.mice[seat] & self.faces[WORKS] != 0

    def _pushes_into(self, out: vec[i64], count: i64) -> i64:
        """(CA-13, CA-30) Write the pushes of every face among the spares at every end."""
        for face in range(FACES):
            if self.spares[face] > 0:
                first = PUSH + ENDS * face
                for end in range(ENDS):
                    out[count] = first + end
                    count += 1
        return count

    def _push(self, seat: i64, face: i64, end: i64, facts: list[Fact] | None) -> None:
        """(CA-13) Push a spare in; all luck comes before the push is resolved (CA-15)."""
        self.actions -= 1
        self.pushes += 1
        self._change_spares(face, -1)
        out = self._slide(end, face)
        if facts is not None:
            self.tracking_ids = with_pushed_line(self.tracking_ids, end, face, out)
            self._track_tiles()
            facts.append(Fact("pushed", int(seat), (int(end), int(face))))
        self.is_push = True
        self.is_out_unseen = out == UNSEEN
        if out != UNSEEN:
            self._change_spares(out, 1)
            if facts is not None:
                facts.append(Fact("out", LUCK, (int(out),)))
        came_from_open = shifted(self.open_squares & LINE[end], end) | INLET[end]
        self._show(LINE[end] & self.open_squares & ~came_from_open, facts)
        self._await_luck_or_resolve(facts)

    def _slide(self, end: i64, face: i64) -> i64:
        """(CA-13) Put a tile in at an end; return the face of the one pushed out, or UNSEEN.

        Mice and roofs stay where they are.
        """
        faces = self.faces
        line = LINE[end]
        out: i64 = UNSEEN
        for kind in range(TILE_KINDS):
            moving = faces[kind] & line
            if moving:
                if moving & OUTLET[end]:
                    out = kind
                faces[kind] = (faces[kind] ^ moving) | shifted(moving, end)
        faces[face] |= INLET[end]
        return out

    def _change_spares(self, face: i64, change: i64) -> None:
        """(CA-13, CA-30) Add or remove a spare; a double-faced tile counts for both faces."""
        self.spares[face] += change
        if face >= PASSAGE:
            self.spares[BACK[face]] += change

    def _reveal_pushed_out(self, face: i64, facts: list[Fact] | None) -> None:
        """(CA-13) Name the tile pushed out, which everyone sees."""
        self.unseen[face] -= 1
        self.is_out_unseen = False
        self._change_spares(face, 1)
        if facts is not None:
            facts.append(Fact("out", LUCK, (int(face),)))
        self._resolve_push(facts)

    def _resolve_push(self, facts: list[Fact] | None) -> None:
        """(CA-15, CA-33) Traps, cat and sock act; a mouse on the sock makes its owner decide."""
        for seat in range(self.players):
            lost = self.mice[seat] & self.faces[TRAP]
            if lost:  # (CA-14)
                self.mice[seat] ^= lost
                self.fallen[seat] += count_bits(lost)
                _add_facts("fell", seat, lost, facts)
        if self.config.mad_mice:
            self._resolve_cat(facts)
            if self._resolve_sock(facts):
                return
        self._end_push(facts)

    def _end_push(self, facts: list[Fact] | None) -> None:
        """(CA-15) Every seat collects its cheeses; then the game may end."""
        for seat in range(self.players):
            self._collect(seat, facts)
        if self._finish_if_won(facts):  # takes precedence over the third fallen mouse
            return
        for seat in range(self.players):
            if self.fallen[seat] >= FALLEN_LIMIT:
                self._decide(BY_TRAPS, facts)
                return
        self._end_action(facts)

    # cheese (CA-16)

    def _pairs(self, seat: i64) -> i64:
        """(CA-16) The cheeses, a bit each, that two mice of a seat stand on at the same time."""
        mice = self.mice[seat]
        found: i64 = 0
        for cheese in range(CHEESES):
            pair = mice & self.faces[cheese]
            if pair & (pair - 1):
                found |= BIT[cheese]
        return found

    def _collect(self, seat: i64, facts: list[Fact] | None) -> None:
        """(CA-16) A seat earns the cheeses that two of its mice stand on, each once."""
        earned = self._pairs(seat) & ~self.cheeses[seat]
        self.cheeses[seat] |= earned
        if facts is not None:
            for cheese in bit_indices(earned):
                facts.append(Fact("earned", int(seat), (cheese,)))

    # the end of an action and of a turn (CA-7, CA-17)

    def _end_action(self, facts: list[Fact] | None) -> None:
        """(CA-7) Go on with the turn, or end it after the fourth action."""
        if self.actions == 0:
            self._end_turn(facts)
        else:
            self.phase = ACTING

    def _end_turn(self, facts: list[Fact] | None) -> None:
        """(CA-17) Cover the empty rooms; the next player has four actions."""
        covered = self._cover_empty_rooms()
        if facts is not None:
            self._track_tiles()
            facts.append(Fact("covered", int(self.seat), (int(count_bits(covered)),)))
        self.turns += 1
        if self.turns == TURN_LIMIT:  # (CA-21)
            self._decide(BY_TURNS, facts)
            return
        self.seat = self.after(self.seat)
        self.actions = ACTIONS_PER_TURN
        self.pushes = 0
        self.phase = ACTING

    # the end of the game (CA-18 to CA-22)

    def _finish_if_won(self, facts: list[Fact] | None) -> bool:
        """(CA-18) End the game if a player has enough cheeses.

        Of several, the first after the active player wins.
        """
        seat = self.seat
        for _ in range(self.players):
            seat = self.after(seat)
            if count_bits(self.cheeses[seat]) >= self.config.cheeses:
                self._finish(seat, BY_CHEESES, facts)
                return True
        return False

    def _decide(self, reason: i64, facts: list[Fact] | None) -> None:
        """(CA-19) Of players with two mice or more, the most cheeses win; ties as in CA-18."""
        winner: i64 = NOBODY
        most: i64 = -1
        seat = self.seat
        for _ in range(self.players):
            seat = self.after(seat)
            if self.fallen[seat] < FALLEN_LIMIT and count_bits(self.cheeses[seat]) > most:
                winner = seat
                most = count_bits(self.cheeses[seat])
        self._finish(winner, reason, facts)

    def _finish(self, winner: i64, reason: i64, facts: list[Fact] | None) -> None:
        """(CA-18, CA-19, CA-21) End the game, with a winner or with NOBODY in a draw."""
        self.phase = OVER
        self.winner = winner
        if facts is not None:
            kind = "drawn" if winner == NOBODY else "won"
            facts.append(Fact(kind, int(winner), (int(reason),)))

    def scores(self) -> tuple[int, ...]:
        """(CA-22) A point for each cheese."""
        return tuple([int(count_bits(self.cheeses[seat])) for seat in range(self.players)])

    def ranks(self) -> tuple[int, ...]:
        """(CA-22) The winner has rank 1, the others rank by score; in a draw all have rank 1."""
        scores = self.scores()
        if self.phase == OVER and self.winner == NOBODY:
            return tuple([1] * len(scores))
        winner = int(self.winner)
        return rank([(1 if s == winner else 0, score) for s, score in enumerate(scores)])

    # mad mice (CA-33 to CA-35); passages are in `_reach`, works in `may_push`

    def _resolve_cat(self, facts: list[Fact] | None) -> None:
        """(CA-34) Send a mouse on the cat back to the supply."""
        for seat in range(self.players):
            caught = self.mice[seat] & self.faces[CAT]
            if caught:
                self.mice[seat] ^= caught
                _add_facts("caught", seat, caught, facts)

    def _resolve_sock(self, facts: list[Fact] | None) -> bool:
        """(CA-35) Return whether the owner of a mouse on the sock has to decide now."""
        for seat in range(self.players):
            mouse = self.mice[seat] & self.faces[SOCK]
            if mouse:
                self.seat_on_sock = seat
                _add_facts("socked", seat, mouse, facts)
                if self.cheeses[seat]:
                    self.phase = GIVING
                    return True
                return self._flee_or_retreat(facts)
        return False

    def _give(self, seat: i64, cheese: i64, facts: list[Fact] | None) -> None:
        """(CA-35) Give a cheese back, then flee."""
        self.cheeses[seat] ^= BIT[cheese]
        if facts is not None:
            facts.append(Fact("gave", int(seat), (int(cheese),)))
        if not self._flee_or_retreat(facts):
            self._end_push(facts)

    def flight_squares(self) -> i64:
        """(CA-35) Where the mouse on the sock can go."""
        sock = self.faces[SOCK]
        return NEIGHBOURS[lowest_bit(sock)] & self.landing_squares() if sock else 0

    def _flee_or_retreat(self, facts: list[Fact] | None) -> bool:
        """(CA-35) Return whether the mouse can flee; if not, it goes back to the supply."""
        if self.flight_squares():
            self.phase = FLEEING
            return True
        self.mice[self.seat_on_sock] &= ~self.faces[SOCK]
        if facts is not None:
            facts.append(Fact("retreated", int(self.seat_on_sock)))
        return False

    def _flee(self, seat: i64, square: i64, facts: list[Fact] | None) -> None:
        """(CA-35) Move the mouse from the sock to a square."""
        self._move_mouse(seat, lowest_bit(self.faces[SOCK]), square, facts)
        if facts is not None:
            facts.append(Fact("fled", int(seat), row_and_column(square)))
        self._end_push(facts)

    # what each player may know

    def public(self) -> Public:
        """(CA-20) Everyone sees the same; faces seen before under roofs are part of notes only."""
        return self.public_with_notes(self.config.has_notes)

    def public_with_notes(self, has_notes: bool) -> Public:
        """What everybody knows, with the faces seen under roofs or without."""
        faces = range(FACES)
        return Public(
            phase=int(self.phase),
            seat=int(self.seat),
            actor=int(self.next_actor()),
            actions=int(self.actions),
            pushes=int(self.pushes),
            may_push=self.may_push(self.seat),
            turns=int(self.turns),
            goal=int(self.config.cheeses),
            castle=self._public_castle(has_notes),
            spares=tuple([face for face in faces for _ in range(self.spares[face])]),
            spare_ids=tuple([self.tracking_ids[SPARE_IDS + face] for face in faces]),
            unseen=tuple([int(n) for n in self.unseen]) if self.config.has_notes else (),
            players=tuple([self._public_player(seat) for seat in range(self.players)]),
            last_move=int(self.last_move),
            winner=int(self.winner),
        )

    def _public_castle(self, has_notes: bool) -> Castle:
        glimpsed, squares = bit_indices(self.glimpsed & ~self.open_squares), range(SQUARES)
        return Castle(
            plan=PLANS[self.config.side],
            open_rooms=tuple(bit_indices(self.open_rooms)),
            floor=tuple([self._face_shown_at(square, has_notes) for square in squares]),
            glimpse=tuple([(square, int(self.face_at(square))) for square in glimpsed]),
            tile_ids=tuple([self.tracking_ids[TILE_IDS + square] for square in squares]),
        )

    def _public_player(self, seat: i64) -> Player:
        mice = bit_indices(self.mice[seat])
        return Player(
            mice=tuple(mice),
            mouse_ids=tuple([self.tracking_ids[MOUSE_IDS + square] for square in mice]),
            next_mouse_id=self.tracking_ids[MICE_ENTERED + seat],
            supply=int(self.supply(seat)),
            fallen=int(self.fallen[seat]),
            cheeses=tuple(bit_indices(self.cheeses[seat])),
        )

    def face_at(self, square: i64) -> i64:
        """What lies on a square: a face, UNSEEN, or NONE where no tile slides."""
        bit = BIT[square]
        for face in range(TILE_KINDS):
            if self.faces[face] & bit:
                return face
        return NONE

    def _face_shown_at(self, square: i64, has_notes: bool) -> int:
        """The face on a square if it lies open, is noted, or is always public (CA-30), or NONE."""
        face = self.face_at(square)
        if face == UNSEEN:
            return NONE
        is_open = self.open_squares & BIT[square] != 0
        return int(face) if is_open or has_notes or face >= PASSAGE else NONE

    def _track_tiles(self) -> None:
        """(CA-20) Let viewers follow the tiles that lie open; with notes, all tiles."""
        in_sight: i64 = SLIDING_SQUARES
        if not self.config.has_notes:
            in_sight &= self.open_squares
        self.tracking_ids = with_tiles_in_sight(self.tracking_ids, in_sight)

    def imagine(self, viewer: i64, rng: Rng) -> Appenzell:  # noqa: ARG002 (there is nothing to draw)
        """A copy: what nobody has seen is not fixed yet, and everyone has seen the rest (CA-20)."""
        return self.clone()

    # copies and comparisons

    def clone(self) -> Appenzell:
        return Appenzell(self.config, self)

    def key(self) -> Hashable:
        is_socked = self.phase == GIVING or self.phase == FLEEING
        return (
            int(self.phase),
            int(self.seat),
            int(self.actions),
            int(self.pushes),
            int(self.turns),
            tuple([int(squares) for squares in self.faces]),
            tuple([int(count) for count in self.spares]),
            tuple([int(count) for count in self.unseen]),
            int(self.open_rooms),
            int(self.open_squares),
            tuple([int(squares) for squares in self.mice]),
            tuple([int(count) for count in self.fallen]),
            tuple([int(cheeses) for cheeses in self.cheeses]),
            int(self.glimpsed),
            int(self.pending),
            self.pending != 0 and self.is_push,
            self.is_out_unseen,
            int(self.seat_on_sock) if is_socked else NOBODY,
            int(self.last_move),
            int(self.winner),
            tuple(self.tracking_ids),
        )


def _add_facts(kind: str, seat: i64, squares: i64, facts: list[Fact] | None) -> None:
    """Report the same fact about a seat for each square of a set."""
    if facts is not None:
        for square in bit_indices(squares):
            facts.append(Fact(kind, int(seat), row_and_column(square)))
