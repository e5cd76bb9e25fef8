"""Zapp Zerapp, by Heinz Meister and Klaus Zoch: the rules.

Each round two dice make a magic number. All listen to barrels at the same time and place one. Whose
barrel holds no more stones than the magic number moves an apprentice so many squares, the highest
first, and sends home whom he overtakes. Whoever first has all his apprentices in his town wins.

(ZZ-7) names a paragraph of the rule sheet. `data` explains the numbers of squares and pieces,
`rules_hearing` the barrels, `rules_board` the moves on the board.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from ludotheque.core.fast import BIT, i64, lowest, vec, zeros
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, MAX_CHOICES, NOBODY, Fact, rank
from ludotheque.games.zapp_zerapp.data import (
    ALL_BARRELS,
    BARRELS,
    EACH,
    FACES,
    HANDS,
    LOUDEST,
    MIXTURES,
    PIECES,
    SEATS,
    START,
)
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, GO, Board

# A move is a kind of move and its argument: a barrel, two dice, a colour, an apparent count.
TAKE: Final = 0
SHAKE: Final = 16
BACK: Final = 32
PLACE: Final = 48
ROLL: Final = 64  # six times one die and the other, from 0
ABSENT: Final = 100
HEARD: Final = 104  # and 1 to 20
# GO and more, as `rules_board` tells
MIX: Final = 0x20000000000  # and one of the 13! orders

# Phases
SEATING: Final = 0  # luck: which colour is absent
ROLLING: Final = 1  # luck
MIXING: Final = 2  # luck
LISTENING: Final = 3
HEARING: Final = 4  # luck: what the last shake sounds like
MOVING: Final = 5
OVER: Final = 6

NONE: Final = -1
RESTLESS: Final = 5  # a playout handles barrels so often, then it places one
FAIR_SHARE: Final = MAX_CHOICES // EACH  # moves a search is offered for each piece


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(
        self,
        players: int,
        advanced: bool,
        memory: bool,
        helped: bool,
        pieces: int,
        forgetful: bool,
    ) -> None:
        self.players: Final[i64] = players
        self.advanced: Final[bool] = advanced
        self.memory: Final[bool] = memory
        # (ZZ-12) The next roll covers all numbers; without `memory` it also mixes the barrels, so
        # that there is nothing `help` could help with.
        self.covers: Final[bool] = memory and not helped
        self.pieces: Final[i64] = pieces
        self.forgetful: Final[bool] = forgetful


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, may know. Barrels count from 0, -1 stands for none."""

    phase: int
    seat: int  # who moves, or shook last; -1 for none
    colours: tuple[int, ...]  # by seat; -1 before they are known
    roller: int
    dice: tuple[int, int]  # their sum is the magic number
    places: tuple[int, ...]  # by piece, as `data` tells
    hands: tuple[tuple[int, ...], ...]  # barrels by seat, the one taken first before the other
    placed: tuple[int, ...]  # barrel by seat
    shaken: int  # the barrel whose sound is about to be heard
    numbers: tuple[int, ...]  # by barrel, where it is to be seen now (ZZ-7, ZZ-12); else 0
    # The viewer's own, as far as it is not left to memories: barrel, apparent count, how often
    heard: tuple[tuple[int, int, int], ...]
    handled: tuple[int, ...]  # by seat: barrels taken, shaken and put back this round
    waiting: tuple[int, ...]  # seats still to move, the highest number first
    advanced: bool
    scores: tuple[int, ...]


class ZappZerapp(Board):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: ZappZerapp | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        super().__init__(config.players, config.advanced, config.forgetful, twin)
        players = config.players
        self.config: Config = config
        if twin is None:
            self.phase: i64 = SEATING
            self.seat: i64 = NONE  # who moves, or shook last
            self.round: i64 = 0
            self.die: i64 = 0
            self.other_die: i64 = 0
            self.colours: vec[i64] = vec[i64](list(range(players)))  # until luck says who is absent
            self.middle: i64 = ALL_BARRELS  # barrels that may be taken
            self.hands: vec[i64] = vec[i64]([NONE] * (HANDS * players))  # the first taken first
            self.placed: vec[i64] = vec[i64]([NONE] * players)
            self.shaken: i64 = NONE
            self.handled: vec[i64] = zeros(players)
            self.waiting: i64 = 0  # seats still to move this round
            if players != 3:
                self._seat_colours(NONE)
        else:
            self.phase = twin.phase
            self.seat = twin.seat
            self.round = twin.round
            self.die = twin.die
            self.other_die = twin.other_die
            self.colours = twin.colours[:]
            self.middle = twin.middle
            self.hands = twin.hands[:]
            self.placed = twin.placed[:]
            self.shaken = twin.shaken
            self.handled = twin.handled[:]
            self.waiting = twin.waiting

    # who may do what

    def seats(self) -> i64:
        return self.players

    def next_actor(self) -> i64:
        phase = self.phase
        if phase == MOVING:
            return self.seat
        if phase == LISTENING:
            seat: i64 = 0
            while self.placed[seat] >= 0:
                seat += 1
            return seat
        return NOBODY if phase == OVER else LUCK

    def actors(self) -> Sequence[int]:
        """(ZZ-4) All who have not placed listen at the same time; a sound is heard first."""
        if self.phase == LISTENING:
            return [seat for seat in range(self.players) if self.placed[seat] < 0]
        actor = self.next_actor()
        return () if actor == NOBODY else (int(actor),)

    def may_act(self, seat: i64) -> bool:
        """Whether a seat, not luck, has something to decide now."""
        if seat < 0 or seat >= self.players:
            return False
        if self.phase == LISTENING:
            return self.placed[seat] < 0
        return self.phase == MOVING and seat == self.seat

    def legal_moves(self, seat: i64) -> list[int]:
        if seat == LUCK:
            if self.phase == HEARING:  # a referee accepts whatever an ear may hear
                return [HEARD + count for count in range(1, LOUDEST + 1)]
            return [outcome for outcome, _ in self.luck()]
        if not self.may_act(seat):
            return []
        if self.phase == MOVING:
            return self._all_goes(seat)
        buffer = zeros(BARRELS + 3 * HANDS)
        count = self._listening_into(seat, buffer)
        return [int(buffer[i]) for i in range(count)]

    def is_legal(self, seat: i64, move: i64) -> bool:
        """Moves and mixtures are tested, since there may be very many."""
        if seat == LUCK:
            return self._is_luck(move)
        if not self.may_act(seat):
            return False
        if self.phase == MOVING:
            return GO <= move < MIX and self._may_go(seat, move)
        if move < 0 or move >= ROLL or move % 16 >= BARRELS:
            return False
        if move < SHAKE:
            return self.is_free(move) and self.hands[HANDS * seat + 1] < 0
        return self.holds(seat, move % 16)

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """All moves, but a restless hand soon places its barrel; each piece has its fair share."""
        if self.phase == MOVING:
            count: i64 = 0
            steps = self.steps_of(seat)
            for piece in range(EACH * self.colours[seat], EACH * self.colours[seat] + EACH):
                if self.can_go(piece):
                    count = self.goes_into(piece, steps, out, count, count + FAIR_SHARE)
            return count
        first = self.hands[HANDS * seat]
        if self.handled[seat] < RESTLESS or first < 0:
            return self._listening_into(seat, out)
        out[0] = PLACE + first
        second = self.hands[HANDS * seat + 1]
        if second < 0:
            return 1
        out[1] = PLACE + second
        return 2

    def default_move(self, seat: i64) -> i64:
        """The barrel taken first is placed, else the first free one taken; else any move."""
        if self.phase != LISTENING:
            return self.legal_moves(seat)[0]
        first = self.hands[HANDS * seat]
        return PLACE + first if first >= 0 else TAKE + lowest(self.middle)

    def is_free(self, barrel: i64) -> bool:
        """(ZZ-5) Whether a barrel stands in the middle."""
        return self.middle & BIT[barrel] != 0

    def holds(self, seat: i64, barrel: i64) -> bool:
        """(ZZ-5) Whether a seat has a barrel in its hands."""
        return self.hands[HANDS * seat] == barrel or self.hands[HANDS * seat + 1] == barrel

    def _listening_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZZ-4, ZZ-5) What a listener may do with the barrels in hand and in the middle."""
        count: i64 = 0
        for slot in range(HANDS * seat, HANDS * seat + HANDS):
            barrel = self.hands[slot]
            if barrel >= 0:
                out[count] = PLACE + barrel
                out[count + 1] = SHAKE + barrel
                out[count + 2] = BACK + barrel
                count += 3
        if self.hands[HANDS * seat + 1] < 0:
            middle = self.middle
            while middle:
                out[count] = TAKE + lowest(middle)
                middle &= middle - 1
                count += 1
        return count

    def magic(self) -> i64:
        """(ZZ-3) The magic number."""
        return self.die + self.other_die

    def steps_of(self, seat: i64) -> i64:
        """(ZZ-10) The number of the barrel a seat has placed, once it is turned over."""
        return self.numbers[self.placed[seat]]

    def _all_goes(self, seat: i64) -> list[int]:
        moves: list[int] = []
        steps = self.steps_of(seat)
        for piece in range(EACH * self.colours[seat], EACH * self.colours[seat] + EACH):
            if self.can_go(piece):
                buffer = zeros(self.count_goes(piece, steps))
                count = self.goes_into(piece, steps, buffer, 0, len(buffer))
                moves += [int(buffer[i]) for i in range(count)]
        return moves

    def _may_go(self, seat: i64, move: i64) -> bool:
        """(ZZ-10) Whether the mover may move like that."""
        piece = move & 15
        if piece >= PIECES or piece // EACH != self.colours[seat] or not self.can_go(piece):
            return False
        return self.allows_sets(move, self.steps_of(seat))

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == SEATING:
            return [(ABSENT + colour, 1) for colour in range(4)]
        if self.phase == ROLLING:
            return [(ROLL + faces, 1) for faces in range(FACES * FACES)]
        if self.phase == HEARING:
            weights = self.rattle(self.shaken)
            return [(HEARD + 1 + i, int(weights[i])) for i in range(LOUDEST) if weights[i] > 0]
        return []

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == MIXING:
            return MIX + self.draw_order(rng)
        if self.phase == ROLLING:
            return ROLL + rng.below(FACES * FACES)
        if self.phase == SEATING:
            return ABSENT + rng.below(4)
        weights = self.rattle(self.shaken)
        total: i64 = 0
        for i in range(LOUDEST):
            total += weights[i]
        ticket = rng.below(total)
        count: i64 = 0
        while ticket >= weights[count]:
            ticket -= weights[count]
            count += 1
        return HEARD + 1 + count

    def _is_luck(self, move: i64) -> bool:
        phase = self.phase
        if phase == MIXING:
            return MIX <= move < MIX + MIXTURES
        if phase == HEARING:
            return HEARD < move <= HEARD + LOUDEST
        if phase == ROLLING:
            return ROLL <= move < ROLL + FACES * FACES
        return phase == SEATING and ABSENT <= move < ABSENT + 4

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        if move < SHAKE:
            self._take(seat, move, facts)
        elif move < BACK:
            self._shake(seat, move - SHAKE, facts)
        elif move < PLACE:
            self._put_back(seat, move - BACK, facts)
        elif move < ROLL:
            self._place(seat, move - PLACE, facts)
        elif move < ABSENT:
            self._roll(move - ROLL, facts)
        elif move < HEARD:
            self._seat_colours(move - ABSENT)
            if facts is not None:
                facts.append(Fact("absent", LUCK, (int(move - ABSENT),)))
        elif move < GO:
            self._hear(move - HEARD, facts)
        elif move < MIX:
            self._go(seat, move, facts)
        else:
            self._mix(move - MIX, facts)

    def _seat_colours(self, absent: i64) -> None:
        """Seats take the colours in their order, and each colour its apprentices to the start."""
        seat: i64 = 0
        for colour in SEATS[self.players - 2]:
            if colour != absent:
                self.colours[seat] = colour
                for k in range(self.config.pieces):
                    self.at[EACH * colour + k] = START
                seat += 1
        self.phase = ROLLING

    def roller(self) -> i64:
        """(ZZ-3) Whose turn it is to roll; clockwise every round."""
        return self.round % self.players

    def _roll(self, faces: i64, facts: list[Fact] | None) -> None:
        """(ZZ-3) Two dice make the magic number."""
        self._return_barrels()
        self.die = faces // FACES + 1
        self.other_die = faces % FACES + 1
        self.phase = LISTENING if self.is_mixed() else MIXING  # (ZZ-12)
        if facts is not None:
            facts.append(Fact("rolled", int(self.roller()), (int(self.die), int(self.other_die))))

    def _return_barrels(self) -> None:
        """(ZZ-11, ZZ-12) All barrels go back; with `memory` they keep their places."""
        for seat in range(self.players):
            self.placed[seat] = NONE
            self.handled[seat] = 0
        self.middle = ALL_BARRELS
        if not self.config.memory:
            self.unmix()
        elif self.config.covers:
            self.leave_to_memories()

    def _mix(self, order: i64, facts: list[Fact] | None) -> None:
        """(ZZ-11) The house alone knows the order."""
        self.fill(order)
        self.phase = LISTENING
        if facts is not None:
            facts.append(Fact("mixed", LUCK, (), (), 0))

    def _take(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4, ZZ-5) From the middle into a free hand."""
        slot = HANDS * seat
        if self.hands[slot] >= 0:
            slot += 1
        self.hands[slot] = barrel
        self.middle ^= BIT[barrel]
        self.handled[seat] += 1
        if facts is not None:
            facts.append(Fact("took", int(seat), (int(barrel),)))

    def _shake(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4) All see who shakes which barrel; the sound comes next."""
        self.seat = seat
        self.shaken = barrel
        self.handled[seat] += 1
        self.phase = HEARING
        if facts is not None:
            facts.append(Fact("shook", int(seat), (int(barrel),)))

    def _hear(self, count: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4) For the ear of the seat that shook, and for no other."""
        seat = self.seat
        barrel = self.shaken
        self.hear(seat, barrel, count)
        self.seat = NONE
        self.shaken = NONE
        self.phase = LISTENING
        if facts is not None:
            facts.append(Fact("heard", int(seat), (int(barrel),), (int(count),), 1 << int(seat)))

    def _put_back(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4) Into the middle again; the barrel that stays is now the one taken first."""
        slot = HANDS * seat
        if self.hands[slot] == barrel:
            self.hands[slot] = self.hands[slot + 1]
        self.hands[slot + 1] = NONE
        self.middle ^= BIT[barrel]
        self.handled[seat] += 1
        if facts is not None:
            facts.append(Fact("returned", int(seat), (int(barrel),)))

    def _place(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-6) Finally; what else is in hand goes back to the middle without an event."""
        for slot in range(HANDS * seat, HANDS * seat + HANDS):
            if self.hands[slot] >= 0 and self.hands[slot] != barrel:
                self.middle ^= BIT[self.hands[slot]]
            self.hands[slot] = NONE
        self.placed[seat] = barrel
        if facts is not None:
            facts.append(Fact("placed", int(seat), (int(barrel),)))
        for other in range(self.players):
            if self.placed[other] < 0:
                return
        self._turn_over(facts)

    def _turn_over(self, facts: list[Fact] | None) -> None:
        """(ZZ-7, ZZ-8) All see the placed numbers; those above the magic number don't move."""
        self.phase = MOVING
        for seat in range(self.players):
            self.turned |= BIT[self.placed[seat]]
            moves = self.steps_of(seat) <= self.magic()
            if moves:
                self.waiting |= BIT[seat]
            if facts is not None:
                about = (int(self.placed[seat]), int(self.steps_of(seat)), 1 if moves else 0)
                facts.append(Fact("turned", int(seat), about))
        self._next_mover()

    def _next_mover(self) -> None:
        """(ZZ-9) The highest number first; when all have moved the round is over."""
        if self.waiting == 0:
            self._end_round()
            return
        highest: i64 = 0
        for seat in range(self.players):
            if self.waiting & BIT[seat] and self.steps_of(seat) > highest:
                highest = self.steps_of(seat)
                self.seat = seat

    def _go(self, seat: i64, move: i64, facts: list[Fact] | None) -> None:
        """(ZZ-10) One apprentice moves; its barrel goes back when the round ends."""
        steps = self.steps_of(seat)
        if not self.config.forgetful:  # (ZZ-19)
            move += self.victims(move & 15, steps) * BANISHED
        self.advance(seat, move, steps, facts)
        self.waiting ^= BIT[seat]
        if self.home(self.colours[seat]) == self.config.pieces:  # (ZZ-20)
            self.waiting = 0
            self.seat = NONE
            self.phase = OVER
            if facts is not None:
                facts.append(Fact("won", int(seat)))
        else:
            self._next_mover()

    def _end_round(self) -> None:
        """(ZZ-3) The roller changes; what was turned over stays in sight until the next roll."""
        self.seat = NONE
        self.round += 1
        self.phase = ROLLING

    # the end

    def scores(self) -> tuple[int, ...]:
        """(ZZ-20) The apprentices home."""
        return tuple([int(self.home(self.colours[seat])) for seat in range(self.players)])

    def ranks(self) -> tuple[int, ...]:
        """(ZZ-20) Ties go to the longer way."""
        scores = self.scores()
        return rank([(score, int(self.way(self.colours[s]))) for s, score in enumerate(scores)])

    # what each player may know

    def observe(self, viewer: i64) -> View:
        seats = range(self.players)
        return View(
            phase=int(self.phase),
            seat=int(self.seat),
            colours=tuple([self._colour_seen(seat) for seat in seats]),
            roller=int(self.roller()),
            dice=(int(self.die), int(self.other_die)),
            places=tuple([int(place) for place in self.at]),
            hands=tuple([tuple(self.hand(seat)) for seat in seats]),
            placed=tuple([int(barrel) for barrel in self.placed]),
            shaken=int(self.shaken),
            numbers=tuple(self.numbers_of(self.in_sight())),
            heard=tuple(self.heard_lately(viewer)),
            handled=tuple([int(times) for times in self.handled]),
            waiting=tuple(self._waiting_order()),
            advanced=self.advanced,
            scores=self.scores(),
        )

    def _colour_seen(self, seat: i64) -> int:
        return NONE if self.phase == SEATING else int(self.colours[seat])

    def in_sight(self) -> i64:
        """(ZZ-7, ZZ-12) The barrels whose numbers all can see now, as a set.

        From the turning to the next roll these are the placed ones. What was turned over before is
        in sight with `help` only: it is known to memories (`turned`), and shown to nobody.
        """
        if not self.config.covers:
            return self.turned
        shown: i64 = 0
        if self.phase != LISTENING and self.phase != HEARING:
            for seat in range(self.players):
                if self.placed[seat] >= 0:
                    shown |= BIT[self.placed[seat]]
        return shown

    def hand(self, seat: i64) -> list[int]:
        """The barrels in a seat's hands, the one taken first before the other."""
        slots = range(HANDS * seat, HANDS * seat + HANDS)
        return [int(self.hands[slot]) for slot in slots if self.hands[slot] >= 0]

    def _waiting_order(self) -> list[int]:
        """(ZZ-9) The seats still to move; their numbers have been turned over."""
        waiting = [seat for seat in range(self.players) if self.waiting & BIT[seat]]
        numbers = sorted([(-int(self.steps_of(seat)), seat) for seat in waiting])
        return [seat for _, seat in numbers]

    def imagine(self, viewer: i64, rng: Rng) -> ZappZerapp:
        """Draw again the numbers nobody has seen, by the viewer's ear; others' ears are empty.

        Whoever forgets nothing knows the others, also those that are covered again (ZZ-12).
        """
        world = self.clone()
        world.imagine_numbers(viewer, rng)
        world.forget_other_ears(viewer)
        return world

    # copies and comparisons

    def clone(self) -> ZappZerapp:
        return ZappZerapp(self.config, self)

    def key(self) -> Hashable:
        return (
            int(self.phase),
            int(self.seat),
            int(self.round),
            int(self.die),
            int(self.other_die),
            tuple([int(colour) for colour in self.colours]),
            tuple([int(place) for place in self.at]),
            tuple([int(barrel) for barrel in self.hands]),
            tuple([int(barrel) for barrel in self.placed]),
            int(self.shaken),
            tuple([int(times) for times in self.handled]),
            int(self.waiting),
            tuple([int(number) for number in self.numbers]),
            int(self.turned),
            int(self.shakes),
            tuple([int(counts) for counts in self.heard]),
            tuple([int(counts) for counts in self.heard_before]),
        )
