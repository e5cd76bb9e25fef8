"""Appenzell castle, by Jens-Peter Schliemann and Bernhard Weber: the rules.

Mice look for cheese under the roofs of a castle whose floors slide. A player with two mice on two
squares of the same cheese earns it. A mouse that gets a trap under its feet is lost. The first
player with enough different cheeses wins.

(CA-7) names a paragraph of the rule sheet. `data` explains the numbers of squares and faces.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest, members, vec, write_bits
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, NOBODY, Fact, rank
from ludotheque.games.appenzell.data import (
    CAT,
    CHEESES,
    ENDS,
    FACES,
    HOLES,
    INLET,
    LINE,
    ORDINARY,
    PLANS,
    ROOMS,
    SIDES,
    SOCK,
    SQUARES,
    TOO_MANY,
    TOWER,
    TRAP,
    TURNS,
    UNSEEN,
    WORKS,
)
from ludotheque.games.appenzell.rules_castle import Castle, moved_on, place_of
from ludotheque.games.appenzell.rules_seen import View

# A move is a kind of move and its argument: RUN + 49 * from + to, PUSH + 12 * face + end ...
RUN: Final = 0
UNCOVER: Final = SQUARES * SQUARES
ENTER: Final = UNCOVER + ROOMS
PUSH: Final = ENTER + 4
DONE: Final = PUSH + ENDS * FACES
MOUSE: Final = DONE + 1
GIVE: Final = MOUSE + 4
FLEE: Final = GIVE + CHEESES
FIRST: Final = FLEE + SQUARES
SPARE: Final = FIRST + 4
TILE: Final = SPARE + ORDINARY  # + 9 * square + face
OUT: Final = TILE + ORDINARY * SQUARES

# Phases
FINDING_FIRST: Final = 0  # luck: who begins
TURNING_SPARE: Final = 1  # luck: the spare tile
PLACING: Final = 2  # a mouse each
ACTING: Final = 3
REVEALING: Final = 4  # luck: tiles seen for the first time
PUSHED_OUT: Final = 5  # luck: the tile pushed out
GIVING: Final = 6  # a cheese to the sock
FLEEING: Final = 7  # from the sock
OVER: Final = 8

ACTIONS: Final = 4  # in a turn (CA-7)

# How a game ends, for the fact that tells it
BY_CHEESES: Final = 0
BY_TRAPS: Final = 1
BY_TURNS: Final = 2


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(self, players: int, cheeses: int, side: str, memory: str, mad_mice: bool) -> None:
        self.players: Final[i64] = players
        self.cheeses: Final[i64] = cheeses
        self.side: Final[i64] = SIDES.index(side)
        self.has_notes: Final[bool] = memory == "notes"
        self.mad_mice: Final[bool] = mad_mice


class Appenzell(Castle):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: Appenzell | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        players = config.players
        super().__init__(config.side, players, twin)
        self.config: Config = config
        self.players: i64 = players
        if twin is None:
            self.phase: i64 = FINDING_FIRST
            self.seat: i64 = 0  # whose turn it is
            self.owner: i64 = 0  # whose mouse the sock has driven away
            self.actions: i64 = ACTIONS  # left in this turn
            self.pushes: i64 = 0  # made in this turn
            self.turns: i64 = 0  # ended
            self.is_push: bool = False  # luck follows a push, not an uncovering
            self.is_out_unseen: bool = False  # the tile pushed out is not named yet
            self.last_mover: i64 = NOBODY
            self.last_move: i64 = -1  # nothing yet
            self.winner: i64 = NOBODY
        else:
            self.phase = twin.phase
            self.seat = twin.seat
            self.owner = twin.owner
            self.actions = twin.actions
            self.pushes = twin.pushes
            self.turns = twin.turns
            self.is_push = twin.is_push
            self.is_out_unseen = twin.is_out_unseen
            self.last_mover = twin.last_mover
            self.last_move = twin.last_move
            self.winner = twin.winner

    # who may do what

    def seats(self) -> i64:
        return self.players

    def next_actor(self) -> i64:
        phase = self.phase
        if phase == ACTING or phase == PLACING:
            return self.seat
        if phase == GIVING or phase == FLEEING:
            return self.owner
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

    def default_move(self, seat: i64) -> i64:
        """An end to the turn, where that is allowed."""
        if self.phase == ACTING and self.actions < ACTIONS:
            return DONE
        return self.legal_moves(seat)[0]

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == PLACING:
            return write_bits(self.free_towers(), MOUSE, out, 0)
        if phase == GIVING:
            return write_bits(self.cheeses[seat], GIVE, out, 0)
        if phase == FLEEING:
            return write_bits(self.flight_squares(), FLEE, out, 0)
        count = write_bits(self.rooms_near(self.mice[seat]), UNCOVER, out, 0)
        if self.supply(seat) > 0:  # (CA-9)
            count = write_bits(self.free_towers(), ENTER, out, count)
        count = self._runs_into(seat, out, count)
        if self.may_push(seat):
            count = self._pushes_into(out, count)
        if self.actions < ACTIONS:  # (CA-7) at least one action
            out[count] = DONE
            count += 1
        return count

    def _runs_into(self, seat: i64, out: vec[i64], count: i64) -> i64:
        """(CA-10, CA-11) Every own mouse to every square it can reach with the actions left."""
        free = self.landing_squares()
        mice = self.mice[seat]
        while mice:
            start = lowest(mice)
            mice &= mice - 1
            squares = self.reach(start, free, self.actions)
            count = write_bits(squares, RUN + SQUARES * start, out, count)
        return count

    def may_push(self, seat: i64) -> bool:
        """(CA-7, CA-32) Once a turn, and once more with a mouse on the works."""
        if self.pushes == 0:
            return True
        return self.pushes == 1 and self.mice[seat] & self.faces[WORKS] != 0

    def _pushes_into(self, out: vec[i64], count: i64) -> i64:
        """(CA-13, CA-30) Every face among the spares at every end."""
        for face in range(FACES):
            if self.spares[face] > 0:
                start = PUSH + ENDS * face
                for end in range(ENDS):
                    out[count] = start + end
                    count += 1
        return count

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == FINDING_FIRST:  # (CA-6)
            return [(FIRST + seat, 1) for seat in range(self.players)]
        start = self._luck_start()
        if start < 0:
            return []
        faces = range(ORDINARY)
        return [(start + face, int(self.unseen[face])) for face in faces if self.unseen[face]]

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == FINDING_FIRST:
            return FIRST + rng.below(self.players)
        return self._luck_start() + self.draw_face(rng)

    def _luck_start(self) -> i64:
        """What luck names now, before the face; -1 if it is not luck's turn."""
        if self.phase == REVEALING:
            return TILE + ORDINARY * lowest(self.pending)
        if self.phase == PUSHED_OUT:
            return OUT
        return SPARE if self.phase == TURNING_SPARE else -1

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        if seat >= 0:
            self.last_mover = seat
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
            self._place(seat, move - MOUSE, facts)
        elif move < FLEE:
            self._give(seat, move - GIVE, facts)
        elif move < FIRST:
            self._flee(seat, move - FLEE, facts)
        else:
            self._luck_comes(move, facts)

    def _luck_comes(self, move: i64, facts: list[Fact] | None) -> None:
        if move < SPARE:
            self._begin(move - FIRST, facts)
        elif move < TILE:
            self._turn_spare(move - SPARE, facts)
        elif move < OUT:
            self._reveal((move - TILE) // ORDINARY, (move - TILE) % ORDINARY, facts)
        else:
            self._name_out(move - OUT, facts)

    def _begin(self, seat: i64, facts: list[Fact] | None) -> None:
        """(CA-6) Who places the first mouse and has the first turn."""
        self.seat = seat
        self.phase = TURNING_SPARE
        if facts is not None:
            facts.append(Fact("first", int(seat)))

    def _turn_spare(self, face: i64, facts: list[Fact] | None) -> None:
        """(CA-5, CA-30) The spare; with the expansion, the double-faced tiles lie beside it."""
        self.unseen[face] -= 1
        self.put_spare(face)
        if self.config.mad_mice:
            self.put_spare(CAT)
            self.put_spare(SOCK)
        self.phase = PLACING
        if facts is not None:
            facts.append(Fact("spare", LUCK, (int(face),)))

    def _place(self, seat: i64, tower: i64, facts: list[Fact] | None) -> None:
        """(CA-6) One mouse each; then the first player's turn begins."""
        self.bring_in(seat, TOWER[tower])
        self.seat = self._after(seat)
        if self.mice[self.seat] != 0:
            self.phase = ACTING
        if facts is not None:
            facts.append(Fact("placed", int(seat), (int(tower),)))

    def _after(self, seat: i64) -> i64:
        """The next seat clockwise."""
        return seat + 1 if seat + 1 < self.players else 0

    # the actions of a turn

    def _uncover(self, seat: i64, room: i64, facts: list[Fact] | None) -> None:
        """(CA-8) The tiles of the room that nobody has ever seen are named by luck."""
        self.actions -= 1
        self.lift_roof(room)
        self._look()
        if facts is not None:
            facts.append(Fact("uncovered", int(seat), (int(room),)))
        self.is_push = False
        self.bring_to_light(self.room(room) & HOLES, facts)
        if self.pending:
            self.phase = REVEALING
        else:
            self._end_action(facts)

    def _reveal(self, square: i64, face: i64, facts: list[Fact] | None) -> None:
        """A tile is seen for the first time; one after the other, in reading order."""
        self.see(square, face)
        if facts is not None:
            facts.append(Fact("tile", LUCK, (*place_of(square), int(face))))
        if self.pending:
            return
        if not self.is_push:
            self._end_action(facts)
        elif self.is_out_unseen:
            self.phase = PUSHED_OUT
        else:
            self._settle_push(facts)

    def _enter(self, seat: i64, tower: i64, facts: list[Fact] | None) -> None:
        """(CA-9) A mouse from the supply."""
        self.actions -= 1
        self.bring_in(seat, TOWER[tower])
        if facts is not None:
            facts.append(Fact("entered", int(seat), (int(tower),)))
        self._end_action(facts)

    def _run(self, seat: i64, start: i64, landing: i64, facts: list[Fact] | None) -> None:
        """(CA-10, CA-11) A run or a jump; what counts is where it lands (CA-16)."""
        cost = self.cost(start, landing)
        self.actions -= cost
        self.move_mouse(seat, start, landing)
        if facts is not None:
            about = (*place_of(start), *place_of(landing), int(cost))
            facts.append(Fact("ran", int(seat), about))
        self._collect(seat, facts)
        if not self._is_won(facts):
            self._end_action(facts)

    def _push(self, seat: i64, face: i64, end: i64, facts: list[Fact] | None) -> None:
        """(CA-13) Slide; then all luck, before anything comes of it (CA-15)."""
        self.actions -= 1
        self.pushes += 1
        self.take_spare(face)
        out = self.slide(end, face)
        self._look()
        if facts is not None:
            facts.append(Fact("pushed", int(seat), (int(end), int(face))))
        self.is_push = True
        self.is_out_unseen = out == UNSEEN
        if out != UNSEEN:
            self.put_spare(out)
            if facts is not None:
                facts.append(Fact("out", LUCK, (int(out),)))
        came_from_open = moved_on(self.open & LINE[end], end) | INLET[end]
        self.bring_to_light(LINE[end] & self.open & ~came_from_open, facts)
        if self.pending:
            self.phase = REVEALING
        elif self.is_out_unseen:
            self.phase = PUSHED_OUT
        else:
            self._settle_push(facts)

    def _name_out(self, face: i64, facts: list[Fact] | None) -> None:
        """(CA-13) The tile pushed out is seen by all."""
        self.unseen[face] -= 1
        self.is_out_unseen = False
        self.put_spare(face)
        if facts is not None:
            facts.append(Fact("out", LUCK, (int(face),)))
        self._settle_push(facts)

    def _settle_push(self, facts: list[Fact] | None) -> None:
        """(CA-15, CA-33) Traps, cat, sock; the sock's victim may have something to decide."""
        for seat in range(self.players):
            lost = self.mice[seat] & self.faces[TRAP]
            if lost:  # (CA-14)
                self.mice[seat] ^= lost
                self.fallen[seat] += count_bits(lost)
                _tell_squares("fell", seat, lost, facts)
        if self.config.mad_mice:
            self._cat_comes(facts)
            if self._sock_comes(facts):
                return
        self._end_push(facts)

    def _cat_comes(self, facts: list[Fact] | None) -> None:
        """(CA-34) A mouse on the cat goes back to the supply."""
        for seat in range(self.players):
            caught = self.mice[seat] & self.faces[CAT]
            if caught:
                self.mice[seat] ^= caught
                _tell_squares("caught", seat, caught, facts)

    def _sock_comes(self, facts: list[Fact] | None) -> bool:
        """(CA-35) Whether the owner of a mouse on the sock must now decide."""
        for seat in range(self.players):
            driven = self.mice[seat] & self.faces[SOCK]
            if driven:
                self.owner = seat
                _tell_squares("socked", seat, driven, facts)
                if self.cheeses[seat]:
                    self.phase = GIVING
                    return True
                return self._must_flee(facts)
        return False

    def _give(self, seat: i64, cheese: i64, facts: list[Fact] | None) -> None:
        """(CA-35) A cheese goes back."""
        self.cheeses[seat] ^= BIT[cheese]
        if facts is not None:
            facts.append(Fact("gave", int(seat), (int(cheese),)))
        if not self._must_flee(facts):
            self._end_push(facts)

    def _must_flee(self, facts: list[Fact] | None) -> bool:
        """(CA-35) Whether there is a square to flee to; if not, the mouse goes to the supply."""
        if self.flight_squares():
            self.phase = FLEEING
            return True
        self.mice[self.owner] &= ~self.faces[SOCK]
        if facts is not None:
            facts.append(Fact("retreated", int(self.owner)))
        return False

    def _flee(self, seat: i64, square: i64, facts: list[Fact] | None) -> None:
        self.move_mouse(seat, lowest(self.faces[SOCK]), square)
        if facts is not None:
            facts.append(Fact("fled", int(seat), place_of(square)))
        self._end_push(facts)

    def _end_push(self, facts: list[Fact] | None) -> None:
        """(CA-15) Collections of all players, then the end of the game."""
        for seat in range(self.players):
            self._collect(seat, facts)
        if self._is_won(facts):  # goes before the third fallen mouse
            return
        for seat in range(self.players):
            if self.fallen[seat] >= TOO_MANY:
                self._decide(BY_TRAPS, facts)
                return
        self._end_action(facts)

    def _collect(self, seat: i64, facts: list[Fact] | None) -> None:
        """(CA-16) Two own mice on two squares of a cheese that is not earned yet."""
        earned = self.pairs(seat) & ~self.cheeses[seat]
        self.cheeses[seat] |= earned
        if facts is not None:
            for cheese in members(earned):
                facts.append(Fact("earned", int(seat), (cheese,)))

    def _end_action(self, facts: list[Fact] | None) -> None:
        """(CA-7) After the fourth action the turn ends by itself."""
        if self.actions == 0:
            self._end_turn(facts)
        else:
            self.phase = ACTING

    def _end_turn(self, facts: list[Fact] | None) -> None:
        """(CA-17) Empty rooms are covered, and the next player has four actions."""
        covered = self.cover_empty_rooms()
        self._look()
        if facts is not None:
            facts.append(Fact("covered", int(self.seat), (int(count_bits(covered)),)))
        self.turns += 1
        if self.turns == TURNS:  # (CA-21)
            self._decide(BY_TURNS, facts)
            return
        self.seat = self._after(self.seat)
        self.actions = ACTIONS
        self.pushes = 0
        self.phase = ACTING

    def _look(self) -> None:
        """Which tiles can be followed from now on: those that lie open; with notes, all."""
        self.keep_in_sight(HOLES if self.config.has_notes else self.open & HOLES)

    # the end

    def _is_won(self, facts: list[Fact] | None) -> bool:
        """(CA-18) Enough cheeses; of several players, the first after the active one."""
        seat = self.seat
        for _ in range(self.players):
            seat = self._after(seat)
            if count_bits(self.cheeses[seat]) >= self.config.cheeses:
                self._finish(seat, BY_CHEESES, facts)
                return True
        return False

    def _decide(self, reason: i64, facts: list[Fact] | None) -> None:
        """(CA-19) Most cheeses among those with two mice left; ties as in CA-18."""
        winner: i64 = NOBODY
        most: i64 = -1
        seat = self.seat
        for _ in range(self.players):
            seat = self._after(seat)
            if self.fallen[seat] < TOO_MANY and count_bits(self.cheeses[seat]) > most:
                winner = seat
                most = count_bits(self.cheeses[seat])
        self._finish(winner, reason, facts)

    def _finish(self, winner: i64, reason: i64, facts: list[Fact] | None) -> None:
        self.phase = OVER
        self.winner = winner
        if facts is not None:
            kind = "drawn" if winner == NOBODY else "won"
            facts.append(Fact(kind, int(winner), (int(reason),)))

    def scores(self) -> tuple[int, ...]:
        """(CA-22) A point for each cheese."""
        return tuple([int(count_bits(self.cheeses[seat])) for seat in range(self.players)])

    def ranks(self) -> tuple[int, ...]:
        """(CA-22) The winner goes before all others; a draw is everybody's."""
        scores = self.scores()
        if self.phase == OVER and self.winner == NOBODY:
            return tuple([1] * len(scores))
        winner = int(self.winner)
        return rank([(1 if s == winner else 0, score) for s, score in enumerate(scores)])

    # what each player may know

    def observe(self, viewer: i64) -> View:  # noqa: ARG002 (all see the same)
        """(CA-20) All see the same; faces under roofs are shown only to those who take notes."""
        seats = range(self.players)
        has_notes = self.config.has_notes
        return View(
            phase=int(self.phase),
            seat=int(self.seat),
            actor=int(self.next_actor()),
            actions=int(self.actions),
            pushes=int(self.pushes),
            turns=int(self.turns),
            goal=int(self.config.cheeses),
            plan=PLANS[self.side],
            open_rooms=tuple(members(self.open_rooms)),
            floor=tuple([self.face_shown_at(square, has_notes) for square in range(SQUARES)]),
            spares=tuple([f for f in range(FACES) for _ in range(self.spares[f])]),
            unseen=tuple([int(n) for n in self.unseen]) if has_notes else (),
            tile_names=tuple([self._name_shown_at(square) for square in range(SQUARES)]),
            spare_names=tuple([int(name) for name in self.spare_names]),
            mice=tuple([tuple(members(self.mice[seat])) for seat in seats]),
            mouse_names=tuple([self._mouse_names(seat) for seat in seats]),
            next_mouse=tuple([int(self.entered[seat]) for seat in seats]),
            supply=tuple([int(self.supply(seat)) for seat in seats]),
            fallen=tuple([int(self.fallen[seat]) for seat in seats]),
            cheeses=tuple([tuple(members(self.cheeses[seat])) for seat in seats]),
            glimpse=tuple([(s, int(self.face_at(s))) for s in members(self.glimpsed & ~self.open)]),
            last_mover=int(self.last_mover),
            last_move=int(self.last_move),
            winner=int(self.winner),
            scores=self.scores(),
        )

    def _name_shown_at(self, square: i64) -> int:
        return int(self.tile_names[square]) if self.named & BIT[square] else 0

    def _mouse_names(self, seat: i64) -> tuple[int, ...]:
        return tuple([int(self.mouse_names[square]) for square in members(self.mice[seat])])

    def imagine(self, viewer: i64, rng: Rng) -> Appenzell:  # noqa: ARG002 (there is nothing to draw)
        """A copy: what nobody has seen is not fixed yet, and the rest all have seen (CA-20)."""
        return self.clone()

    # copies and comparisons

    def clone(self) -> Appenzell:
        return Appenzell(self.config, self)

    def key(self) -> Hashable:
        is_driven = self.phase == GIVING or self.phase == FLEEING
        return (
            int(self.phase),
            int(self.seat),
            int(self.owner) if is_driven else NOBODY,
            int(self.actions),
            int(self.pushes),
            int(self.turns),
            self.castle_key(),
            self.pending != 0 and self.is_push,
            self.is_out_unseen,
            int(self.winner),
            self.names_key(),
            int(self.last_mover),
            int(self.last_move),
        )


def _tell_squares(kind: str, seat: i64, squares: i64, facts: list[Fact] | None) -> None:
    """The same fact about a seat for each square of a set."""
    if facts is not None:
        for square in members(squares):
            facts.append(Fact(kind, int(seat), place_of(square)))
