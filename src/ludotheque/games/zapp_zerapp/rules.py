"""Zapp Zerapp, by Heinz Meister and Klaus Zoch: the rules (compiled).

Each round two dice make a magic number. All listen to barrels at the same time and place one each.
Those whose barrel holds no more stones than the magic number move an apprentice by its number, the
highest first, and send the apprentices they overtake back to their start. The first player with all
apprentices in town wins.

(ZZ-7) names a paragraph of the rule sheet. `data` explains the numbers of squares, pieces and
barrels, `moves` those of moves and phases, `rules_hearing` the sound of a barrel.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
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
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, MAX_CHOICES, NOBODY, Fact, State, rank
from ludotheque.games.zapp_zerapp.data import (
    ALL_BARRELS,
    BARREL_ORDERS,
    BARRELS,
    CASTLE_SET,
    COLOUR_COUNT,
    COLOURS_BY_PLAYERS,
    DIE_FACES,
    ENTRY_SQUARE,
    FRONT_SQUARE,
    HAND_SIZE,
    MAX_COUNT,
    OUT_OF_PLAY,
    PATH_LENGTHS,
    PATH_SET,
    PIECES,
    PIECES_OF,
    PIECES_PER_COLOUR,
    PLACES,
    SQUARES,
    START,
    STEP_NUMBER,
    TOWN,
    WHITE_SET,
    ZONE_SET,
)
from ludotheque.games.zapp_zerapp.moves import (
    ABSENT,
    BACK,
    BANISHED_UNIT,
    BARREL_MASK,
    GO,
    HEARD,
    HEARING,
    LISTENING,
    MIX,
    MIXING,
    MOVING,
    OVER,
    PLACE,
    ROLL,
    ROLLING,
    SEATING,
    SHAKE,
    STOPPED_UNIT,
    TAKE,
    TAKEN_UNIT,
    banished_by,
    numbers_into,
    piece_of,
    stopped_by,
    taken_by,
)
from ludotheque.games.zapp_zerapp.observation import (
    NOTHING_PRIVATE,
    Private,
    Public,
    PublicBarrels,
    PublicBoard,
    Sound,
)
from ludotheque.games.zapp_zerapp.rules_hearing import (
    WORDS_PER_SEAT,
    add_sound,
    count_weights,
    has_heard,
    sample_numbers,
    times_heard,
)

NONE: Final = -1  # no seat, no barrel, no colour
MAX_HANDLED_IN_PLAYOUT: Final = 5  # times a seat of a playout handles barrels before it places one
MAX_ROUNDS: Final = 1000  # far more than any game has
MAX_CHOICES_PER_PIECE: Final = MAX_CHOICES // PIECES_PER_COLOUR


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
        # (ZZ-12) The next roll covers all numbers. Without `memory` it also mixes the barrels, so
        # that `help` changes nothing.
        self.covers: Final[bool] = memory and not helped
        self.pieces: Final[i64] = pieces
        self.forgetful: Final[bool] = forgetful
        # (ZZ-16, ZZ-21) By colour, the set of squares that protect its pieces
        castles = CASTLE_SET if advanced else zeros(COLOUR_COUNT)
        self.protecting: Final[vec[i64]] = vec[i64](
            [ZONE_SET[colour] | castles[colour] for colour in range(COLOUR_COUNT)]
        )


class ZappZerapp(State):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: ZappZerapp | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        players = config.players
        self.config: Config = config
        self.players: i64 = players
        if twin is None:
            self.phase: i64 = SEATING
            self.seat: i64 = NONE  # who moves, or shook last
            self.round: i64 = 0
            self.die: i64 = 0
            self.other_die: i64 = 0
            self.colours: vec[i64] = vec[i64](list(range(players)))  # by seat
            self.places: vec[i64] = vec[i64]([OUT_OF_PLAY] * PIECES)  # by piece
            self.middle: i64 = ALL_BARRELS  # barrels that may be taken
            self.hands: vec[i64] = vec[i64]([NONE] * (HAND_SIZE * players))  # first taken first
            self.placed: vec[i64] = vec[i64]([NONE] * players)
            self.shaken: i64 = NONE
            self.handled: vec[i64] = zeros(players)  # barrels taken, shaken, put back this round
            self.waiting: i64 = 0  # seats still to move this round
            self.numbers: vec[i64] = zeros(BARRELS)  # stones by barrel; zeros before the mixing
            self.turned: i64 = 0  # barrels whose number all have seen since the mixing (ZZ-7)
            self.shakes: i64 = 0  # since the mixing, of all seats
            self.heard: vec[i64] = zeros(players * WORDS_PER_SEAT)  # since the mixing, by seat
            # What of it was heard before the last roll and is left to memory (ZZ-12)
            self.heard_before: vec[i64] = zeros(players * WORDS_PER_SEAT)
            if players != 3:
                self._seat_colours(NONE)
        else:
            self.phase = twin.phase
            self.seat = twin.seat
            self.round = twin.round
            self.die = twin.die
            self.other_die = twin.other_die
            self.colours = twin.colours[:]
            self.places = twin.places[:]
            self.middle = twin.middle
            self.hands = twin.hands[:]
            self.placed = twin.placed[:]
            self.shaken = twin.shaken
            self.handled = twin.handled[:]
            self.waiting = twin.waiting
            self.numbers = twin.numbers[:]
            self.turned = twin.turned
            self.shakes = twin.shakes
            self.heard = twin.heard[:]
            self.heard_before = twin.heard_before  # never written to, but replaced

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
            if self.phase == HEARING:  # a referee accepts any count
                return [HEARD + count for count in range(1, MAX_COUNT + 1)]
            return [outcome for outcome, _ in self.luck()]
        if not self.may_act(seat):
            return []
        if self.phase == MOVING:
            return self._board_moves(seat)
        buffer = zeros(BARRELS + 3 * HAND_SIZE)
        count = self._barrel_moves_into(seat, buffer)
        return [int(buffer[i]) for i in range(count)]

    def is_legal(self, seat: i64, move: i64) -> bool:
        """Board moves and mixtures are tested, since there may be very many."""
        if seat == LUCK:
            return self._is_outcome(move)
        if not self.may_act(seat):
            return False
        if self.phase == MOVING:
            return GO <= move < MIX and self._may_go(seat, move)
        return 0 <= move < ROLL and self._may_handle(seat, move)

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """All moves, but no endless listening, and a limited number for each piece."""
        if self.phase == MOVING:
            count: i64 = 0
            steps = self.number_of(seat)
            first = self.first_piece(seat)
            for piece in range(first, first + PIECES_PER_COLOUR):
                if self.can_move(piece):
                    limit = count + MAX_CHOICES_PER_PIECE
                    count = self._moves_of_into(piece, steps, out, count, limit)
            return count
        held = self.hands[HAND_SIZE * seat]
        if self.handled[seat] < MAX_HANDLED_IN_PLAYOUT or held < 0:
            return self._barrel_moves_into(seat, out)
        out[0] = PLACE + held
        other = self.hands[HAND_SIZE * seat + 1]
        if other < 0:
            return 1
        out[1] = PLACE + other
        return 2

    def default_move(self, seat: i64) -> i64:
        """Place the barrel taken first, else take the first free one; else any move."""
        if self.phase != LISTENING:
            return self.legal_moves(seat)[0]
        held = self.hands[HAND_SIZE * seat]
        return PLACE + held if held >= 0 else TAKE + lowest_bit(self.middle)

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == SEATING:
            return [(ABSENT + colour, 1) for colour in range(COLOUR_COUNT)]
        if self.phase == ROLLING:
            return [(ROLL + faces, 1) for faces in range(DIE_FACES * DIE_FACES)]
        if self.phase == HEARING:
            weights = self._sound_weights()
            return [(HEARD + 1 + i, int(weights[i])) for i in range(MAX_COUNT) if weights[i] > 0]
        return []

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == MIXING:
            return MIX + self._draw_order(rng)
        if self.phase == ROLLING:
            return ROLL + rng.below(DIE_FACES * DIE_FACES)
        if self.phase == SEATING:
            return ABSENT + rng.below(COLOUR_COUNT)
        weights = self._sound_weights()
        total: i64 = 0
        for i in range(MAX_COUNT):
            total += weights[i]
        ticket = rng.below(total)
        count: i64 = 1
        while ticket >= weights[count - 1]:
            ticket -= weights[count - 1]
            count += 1
        return HEARD + count

    def _is_outcome(self, move: i64) -> bool:
        phase = self.phase
        if phase == MIXING:
            return MIX <= move < MIX + BARREL_ORDERS
        if phase == HEARING:
            return HEARD < move <= HEARD + MAX_COUNT
        if phase == ROLLING:
            return ROLL <= move < ROLL + DIE_FACES * DIE_FACES
        return phase == SEATING and ABSENT <= move < ABSENT + COLOUR_COUNT

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
            self._leave_out(move - ABSENT, facts)
        elif move < GO:
            self._hear(move - HEARD, facts)
        elif move < MIX:
            self._go(seat, move, facts)
        else:
            self._mix(move - MIX, facts)

    # colours

    def _leave_out(self, absent: i64, facts: list[Fact] | None) -> None:
        """Three players do without a colour that luck draws."""
        self._seat_colours(absent)
        if facts is not None:
            facts.append(Fact("absent", LUCK, (int(absent),)))

    def _seat_colours(self, absent: i64) -> None:
        """Seats take the colours in their order, and each colour's apprentices are at its start."""
        seat: i64 = 0
        for colour in COLOURS_BY_PLAYERS[self.players - 2]:
            if colour != absent:
                self.colours[seat] = colour
                for k in range(self.config.pieces):
                    self.places[PIECES_PER_COLOUR * colour + k] = START
                seat += 1
        self.phase = ROLLING

    def first_piece(self, seat: i64) -> i64:
        """The first of a seat's three pieces."""
        return PIECES_PER_COLOUR * self.colours[seat]

    # the roll (ZZ-3)

    def roller(self) -> i64:
        """(ZZ-3) Whose turn it is to roll; clockwise every round."""
        return self.round % self.players

    def magic(self) -> i64:
        """(ZZ-3) The magic number."""
        return self.die + self.other_die

    def _roll(self, faces: i64, facts: list[Fact] | None) -> None:
        """(ZZ-3) Two dice make the magic number."""
        self._return_barrels()
        self.die = faces // DIE_FACES + 1
        self.other_die = faces % DIE_FACES + 1
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
            self._unmix()
        elif self.config.covers and self.shakes > 0:
            self.heard_before = self.heard[:]

    # mixing the barrels (ZZ-11)

    def is_mixed(self) -> bool:
        """Whether the barrels have been mixed for this round, or for all rounds."""
        return self.numbers[0] != 0

    def _draw_order(self, rng: Rng) -> i64:
        """(ZZ-11) Any of the 13! orders."""
        order: i64 = 0
        for base in range(BARRELS, 1, -1):
            order = order * base + rng.below(base)
        return order

    def _mix(self, order: i64, facts: list[Fact] | None) -> None:
        """(ZZ-11) Nobody knows the order."""
        numbers_into(order, self.numbers)
        self.phase = LISTENING
        if facts is not None:
            facts.append(Fact("mixed", LUCK, (), (), 0))

    def _unmix(self) -> None:
        """(ZZ-11) What was heard and seen of the barrels means nothing any more."""
        self.turned = 0
        for barrel in range(BARRELS):
            self.numbers[barrel] = 0
        if self.shakes > 0:
            self.shakes = 0
            for i in range(len(self.heard)):
                self.heard[i] = 0

    # listening (ZZ-4 to ZZ-6)

    def is_free(self, barrel: i64) -> bool:
        """(ZZ-5) Whether a barrel stands in the middle."""
        return self.middle & BIT[barrel] != 0

    def holds(self, seat: i64, barrel: i64) -> bool:
        """(ZZ-5) Whether a seat has a barrel in its hands."""
        return self.hands[HAND_SIZE * seat] == barrel or self.hands[HAND_SIZE * seat + 1] == barrel

    def hand(self, seat: i64) -> list[int]:
        """The barrels in a seat's hands, the one taken first before the other."""
        slots = range(HAND_SIZE * seat, HAND_SIZE * seat + HAND_SIZE)
        return [int(self.hands[slot]) for slot in slots if self.hands[slot] >= 0]

    def _barrel_moves_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZZ-4, ZZ-5) What a listener may do with the barrels in hand and in the middle."""
        count: i64 = 0
        for slot in range(HAND_SIZE * seat, HAND_SIZE * seat + HAND_SIZE):
            barrel = self.hands[slot]
            if barrel >= 0:
                out[count] = PLACE + barrel
                out[count + 1] = SHAKE + barrel
                out[count + 2] = BACK + barrel
                count += 3
        if self.hands[HAND_SIZE * seat + 1] >= 0:
            return count
        return write_bits(self.middle, TAKE, out, count)

    def _may_handle(self, seat: i64, move: i64) -> bool:
        """(ZZ-4, ZZ-5) Whether a listener may do that: one takes from the middle, else holds it."""
        barrel = move & BARREL_MASK
        if barrel >= BARRELS:
            return False
        if move < SHAKE:
            return self.is_free(barrel) and self.hands[HAND_SIZE * seat + 1] < 0
        return self.holds(seat, barrel)

    def _take(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4, ZZ-5) From the middle into a free hand."""
        slot = HAND_SIZE * seat
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

    def _sound_weights(self) -> vec[i64]:
        """(ZZ-4) How likely each apparent count 1..20 of the shaken barrel is.

        The only reader of a number before the barrel is turned over.
        """
        return count_weights(self.numbers[self.shaken], self.shaken, self.heard)

    def _hear(self, count: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4) Only the seat that shook hears it."""
        seat = self.seat
        barrel = self.shaken
        add_sound(self.heard, seat, barrel, count)
        self.shakes += 1
        self.seat = NONE
        self.shaken = NONE
        self.phase = LISTENING
        if facts is not None:
            facts.append(Fact("heard", int(seat), (int(barrel),), (int(count),), 1 << int(seat)))

    def sounds(self, seat: i64) -> list[Sound]:
        """All that a seat heard since the mixing."""
        if seat < 0 or self.shakes == 0:
            return []
        return [
            (barrel, count, int(times_heard(self.heard, seat, barrel, count)))
            for barrel in range(BARRELS)
            if has_heard(self.heard, seat, barrel)
            for count in range(1, MAX_COUNT + 1)
            if times_heard(self.heard, seat, barrel, count)
        ]

    def _recent_sounds(self, seat: i64) -> list[Sound]:
        """(ZZ-12) The same without what is left to memory."""
        recent: list[Sound] = []
        for barrel, count, times in self.sounds(seat):
            new = times - times_heard(self.heard_before, seat, barrel, count)
            if new > 0:
                recent.append((barrel, count, int(new)))
        return recent

    def _put_back(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4) Into the middle; a barrel that stays in hand is now the one taken first."""
        slot = HAND_SIZE * seat
        if self.hands[slot] == barrel:
            self.hands[slot] = self.hands[slot + 1]
        self.hands[slot + 1] = NONE
        self.middle ^= BIT[barrel]
        self.handled[seat] += 1
        if facts is not None:
            facts.append(Fact("returned", int(seat), (int(barrel),)))

    def _place(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-6) For good; what else is in hand goes back to the middle without an event."""
        for slot in range(HAND_SIZE * seat, HAND_SIZE * seat + HAND_SIZE):
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

    # turning over (ZZ-7 to ZZ-9)

    def number_of(self, seat: i64) -> i64:
        """(ZZ-10) The number of the barrel a seat has placed, once it is turned over."""
        return self.numbers[self.placed[seat]]

    def _turn_over(self, facts: list[Fact] | None) -> None:
        """(ZZ-7, ZZ-8) All see the placed numbers; those above the magic number don't move."""
        self.phase = MOVING
        for seat in range(self.players):
            self.turned |= BIT[self.placed[seat]]
            moves = self.number_of(seat) <= self.magic()
            if moves:
                self.waiting |= BIT[seat]
            if facts is not None:
                about = (int(self.placed[seat]), int(self.number_of(seat)), 1 if moves else 0)
                facts.append(Fact("turned", int(seat), about))
        self._next_mover()

    def _next_mover(self) -> None:
        """(ZZ-9) The highest number first; when all have moved the round is over."""
        if self.waiting == 0:
            self._end_round()
            return
        highest: i64 = 0
        for seat in range(self.players):
            if self.waiting & BIT[seat] and self.number_of(seat) > highest:
                highest = self.number_of(seat)
                self.seat = seat

    def _end_round(self) -> None:
        """(ZZ-3) The roller changes; what was turned over stays in sight until the next roll."""
        self.seat = NONE
        self.round += 1
        self.phase = ROLLING

    def in_sight(self) -> i64:
        """(ZZ-7, ZZ-12) The set of barrels whose numbers all can see now.

        From the turning to the next roll these are the placed ones. What was turned over before is
        in sight with `help` only: it may be remembered (`turned`), and is shown to nobody.
        """
        if not self.config.covers:
            return self.turned
        shown: i64 = 0
        if self.phase != LISTENING and self.phase != HEARING:
            for seat in range(self.players):
                if self.placed[seat] >= 0:
                    shown |= BIT[self.placed[seat]]
        return shown

    def numbers_of(self, barrels: i64) -> list[int]:
        """The numbers of a set of barrels, by barrel; 0 for the others."""
        return [
            int(self.numbers[barrel]) if barrels & BIT[barrel] else 0 for barrel in range(BARRELS)
        ]

    def known_numbers(self) -> list[int]:
        """What a perfect memory knows: all numbers seen since the mixing, by barrel; else 0."""
        return self.numbers_of(self.turned)

    # where a move on the board leads (ZZ-13 to ZZ-18, ZZ-21 to ZZ-23)

    def can_move(self, piece: i64) -> bool:
        """(ZZ-10) Whether a piece is in its start or on the way."""
        return self.places[piece] <= START

    def step_number(self, piece: i64) -> i64:
        """(ZZ-20) How many steps a piece has come from its own start."""
        return STEP_NUMBER[piece // PIECES_PER_COLOUR * PLACES + self.places[piece]]

    def enters_town(self, piece: i64, steps: i64) -> bool:
        """(ZZ-13) Whether a move ends in the town; surplus steps are lost there."""
        return self.step_number(piece) + steps > SQUARES

    def last_square(self, piece: i64, steps: i64) -> i64:
        """The last square of the loop a move uses: where it lands, or the one before the town."""
        colour = piece // PIECES_PER_COLOUR
        done = min(self.step_number(piece) + steps, SQUARES)
        if done == SQUARES:
            return FRONT_SQUARE[colour]
        return (ENTRY_SQUARE[colour] + done - 1) % SQUARES

    def destination(self, piece: i64, steps: i64) -> i64:
        """(ZZ-13) The place where a move ends."""
        return TOWN if self.enters_town(piece, steps) else self.last_square(piece, steps)

    def path(self, piece: i64, steps: i64) -> i64:
        """(ZZ-15) The set of squares a move passes or lands on, those after its origin."""
        place = self.places[piece]
        if place == START:  # (ZZ-13) the first step is the entry square
            before = (ENTRY_SQUARE[piece // PIECES_PER_COLOUR] + SQUARES - 1) % SQUARES
            return PATH_SET[before * PATH_LENGTHS + steps]
        return PATH_SET[place * PATH_LENGTHS + min(steps, SQUARES - self.step_number(piece))]

    def is_protected(self, piece: i64) -> bool:
        """(ZZ-16, ZZ-21) In its own zone; in the advanced game also by its castle."""
        protecting = self.config.protecting[piece // PIECES_PER_COLOUR]
        return protecting & BIT[self.places[piece]] != 0

    def victims(self, piece: i64, steps: i64) -> i64:
        """(ZZ-15) The set of pieces a move banishes."""
        if self.places[piece] == START:  # (ZZ-18)
            return 0
        path = self.path(piece, steps)
        colour = piece // PIECES_PER_COLOUR
        found: i64 = 0
        for other in range(PIECES):
            if path & BIT[self.places[other]] and other // PIECES_PER_COLOUR != colour:  # (ZZ-17)
                if not self.is_protected(other):
                    found |= BIT[other]
        return found

    def companions(self, piece: i64, steps: i64) -> i64:
        """(ZZ-22, ZZ-23) The set of pieces a move may take along: under castles it passes."""
        if not self.config.advanced:
            return 0
        passed = self.path(piece, steps) & WHITE_SET & ~BIT[self.last_square(piece, steps)]
        found: i64 = 0
        if passed:
            for other in range(PIECES):
                castles = CASTLE_SET[other // PIECES_PER_COLOUR]
                if passed & castles & BIT[self.places[other]]:
                    found |= BIT[other]
        return found

    def stoppable(self, piece: i64, steps: i64) -> i64:
        """(ZZ-24) The set of companions a move into town may leave in front of it: own ones."""
        if not self.enters_town(piece, steps):
            return 0
        return self.companions(piece, steps) & PIECES_OF[piece // PIECES_PER_COLOUR]

    def _threatened(self) -> i64:
        """(ZZ-15) The set of pieces that the move which is due may banish."""
        found: i64 = 0
        if self.phase == MOVING:
            steps = self.number_of(self.seat)
            first = self.first_piece(self.seat)
            for piece in range(first, first + PIECES_PER_COLOUR):
                if self.can_move(piece):
                    found |= self.victims(piece, steps)
        return found

    # moving (ZZ-10, ZZ-19, ZZ-24, ZZ-25)

    def _board_moves(self, seat: i64) -> list[int]:
        """(ZZ-10) All moves of a seat on the board."""
        moves: list[int] = []
        steps = self.number_of(seat)
        first = self.first_piece(seat)
        for piece in range(first, first + PIECES_PER_COLOUR):
            if self.can_move(piece):
                buffer = zeros(self._max_moves_of(piece, steps))
                count = self._moves_of_into(piece, steps, buffer, 0, len(buffer))
                moves += [int(buffer[i]) for i in range(count)]
        return moves

    def _max_moves_of(self, piece: i64, steps: i64) -> i64:
        """At least as many moves as a piece has."""
        choices = count_bits(self.companions(piece, steps))
        choices += count_bits(self.stoppable(piece, steps))
        if self.config.forgetful:
            choices += count_bits(self.victims(piece, steps))
        return BIT[choices]

    def _moves_of_into(self, piece: i64, steps: i64, out: vec[i64], count: i64, limit: i64) -> i64:
        """(ZZ-22) Write the moves of a piece with each set of companions; return the new count."""
        companions = self.companions(piece, steps)
        stoppable = self.stoppable(piece, steps)
        victims = self.victims(piece, steps) if self.config.forgetful else 0
        taken: i64 = 0
        while count < limit:
            move = GO + piece + taken * TAKEN_UNIT
            count = _stops_into(move, taken & stoppable, victims, out, count, limit)
            taken = next_subset(taken, companions)
            if taken == 0:
                break
        return count

    def _may_go(self, seat: i64, move: i64) -> bool:
        """(ZZ-10, ZZ-19, ZZ-22, ZZ-24) Whether the mover may move that piece, with those sets."""
        piece = piece_of(move)
        if piece >= PIECES or piece // PIECES_PER_COLOUR != self.colours[seat]:
            return False
        if not self.can_move(piece):
            return False
        steps = self.number_of(seat)
        taken = taken_by(move)
        if taken & ~self.companions(piece, steps):
            return False
        if stopped_by(move) & ~(taken & self.stoppable(piece, steps)):
            return False
        banished = banished_by(move)
        if banished and not self.config.forgetful:
            return False
        return banished & ~self.victims(piece, steps) == 0

    def _go(self, seat: i64, move: i64, facts: list[Fact] | None) -> None:
        """(ZZ-10) One apprentice moves; its barrel goes back when the round ends."""
        steps = self.number_of(seat)
        self.advance(seat, self.with_victims(move, steps), steps, facts)
        self.waiting ^= BIT[seat]
        if self.home(seat) == self.config.pieces:  # (ZZ-20)
            self.waiting = 0
            self.seat = NONE
            self.phase = OVER
            if facts is not None:
                facts.append(Fact("won", int(seat)))
        else:
            self._next_mover()

    def with_victims(self, move: i64, steps: i64) -> i64:
        """(ZZ-19) The move with its victims named, which only the forgetful do themselves."""
        if self.config.forgetful:
            return move
        return move + self.victims(piece_of(move), steps) * BANISHED_UNIT

    def advance(self, seat: i64, move: i64, steps: i64, facts: list[Fact] | None) -> None:
        """Move a piece, take its companions along, and send the banished pieces home."""
        piece = piece_of(move)
        taken = taken_by(move)
        banished = banished_by(move)
        last = self.last_square(piece, steps)
        end: i64 = TOWN if self.enters_town(piece, steps) else last
        if facts is not None:
            facts.append(Fact("moved", int(seat), (int(piece), int(self.places[piece]), int(end))))
        self.places[piece] = end
        if taken | banished == 0:
            return
        entering = PIECES_OF[piece // PIECES_PER_COLOUR] & ~stopped_by(move)
        for other in range(PIECES):
            if taken & BIT[other]:  # (ZZ-24, ZZ-25)
                self.places[other] = end if entering & BIT[other] else last
                if facts is not None:
                    facts.append(Fact("carried", int(seat), (int(other), int(self.places[other]))))
            elif banished & BIT[other]:  # (ZZ-15)
                if facts is not None:
                    facts.append(Fact("banished", int(seat), (int(other), int(self.places[other]))))
                self.places[other] = START

    # the end (ZZ-20)

    def home(self, seat: i64) -> i64:
        """(ZZ-20) How many apprentices of a seat are in their town."""
        count: i64 = 0
        first = self.first_piece(seat)
        for piece in range(first, first + PIECES_PER_COLOUR):
            if self.places[piece] == TOWN:
                count += 1
        return count

    def progress(self, seat: i64) -> i64:
        """(ZZ-20) The step numbers of a seat's pieces, added up."""
        total: i64 = 0
        first = self.first_piece(seat)
        for piece in range(first, first + PIECES_PER_COLOUR):
            total += self.step_number(piece)
        return total

    def scores(self) -> tuple[int, ...]:
        """(ZZ-20) The apprentices home."""
        return tuple([int(self.home(seat)) for seat in range(self.players)])

    def ranks(self) -> tuple[int, ...]:
        """(ZZ-20) By score, then by progress."""
        return rank([(int(self.home(s)), int(self.progress(s))) for s in range(self.players)])

    # what each player may know

    def public(self) -> Public:
        seats = range(self.players)
        return Public(
            phase=int(self.phase),
            seat=int(self.seat),
            acting=tuple([seat for seat in self.actors() if seat >= 0]),
            colours=tuple([self._visible_colour(seat) for seat in seats]),
            roller=int(self.roller()),
            dice=(int(self.die), int(self.other_die)),
            magic=int(self.magic()),
            board=self._public_board(),
            barrels=self._public_barrels(),
            waiting=tuple(self._order_of_moving()),
            advanced=self.config.advanced,
            scores=self.scores(),
            steps=tuple([int(self.progress(seat)) for seat in seats]),
            winner=self.scores().index(int(self.config.pieces)) if self.phase == OVER else NONE,
        )

    def _visible_colour(self, seat: i64) -> int:
        return NONE if self.phase == SEATING else int(self.colours[seat])

    def _public_board(self) -> PublicBoard:
        return PublicBoard(
            places=tuple([int(place) for place in self.places]),
            protected=tuple([piece for piece in range(PIECES) if self.is_protected(piece)]),
            threatened=tuple(bit_indices(self._threatened())),
        )

    def _public_barrels(self) -> PublicBarrels:
        return PublicBarrels(
            hands=tuple([tuple(self.hand(seat)) for seat in range(self.players)]),
            placed=tuple([int(barrel) for barrel in self.placed]),
            shaken=int(self.shaken),
            numbers=tuple(self.numbers_of(self.in_sight())),
            handled=tuple([int(times) for times in self.handled]),
        )

    def _order_of_moving(self) -> list[int]:
        """(ZZ-9) The seats still to move; their numbers have been turned over."""
        waiting = [seat for seat in range(self.players) if self.waiting & BIT[seat]]
        numbers = sorted([(-int(self.number_of(seat)), seat) for seat in waiting])
        return [seat for _, seat in numbers]

    def private(self, viewer: i64) -> Private:
        return NOTHING_PRIVATE if viewer < 0 else Private(tuple(self._recent_sounds(viewer)))

    def imagine(self, viewer: i64, rng: Rng) -> ZappZerapp:
        """Draw the numbers nobody has seen, from what the viewer heard; the others heard nothing.

        Numbers that are covered again stay (ZZ-12): the viewer may remember them.
        """
        world = self.clone()
        if world.is_mixed():
            sample_numbers(world.numbers, world.turned, world.heard, viewer, rng)
        world._clear_sounds_of_others(viewer)
        return world

    def _clear_sounds_of_others(self, viewer: i64) -> None:
        """(ZZ-4) Leave only what the viewer heard."""
        if self.shakes > 0:
            before = self.heard_before[:]
            for i in range(len(before)):
                if i // WORDS_PER_SEAT != viewer:
                    self.heard[i] = 0
                    before[i] = 0
            self.heard_before = before

    def forget(self, barrels: i64, seat: i64, rng: Rng) -> None:
        """(ZZ-12) A seat no longer knows the numbers of a set of barrels that were turned over."""
        self.turned &= ~barrels
        sample_numbers(self.numbers, self.turned, self.heard, seat, rng)

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
            tuple([int(place) for place in self.places]),
            tuple([int(barrel) for barrel in self.hands]),
            tuple([int(barrel) for barrel in self.placed]),
            int(self.shaken),
            tuple([int(times) for times in self.handled]),
            int(self.waiting),
            tuple([int(number) for number in self.numbers]),
            int(self.turned),
            int(self.shakes),
            tuple([int(counters) for counters in self.heard]),
            tuple([int(counters) for counters in self.heard_before]),
        )


# Subsets of a set of bits


def next_subset(subset: i64, of: i64) -> i64:
    """The next subset of a set, in ascending order; 0 after the last."""
    return (subset - of) & of


def _stops_into(
    move: i64, stoppable: i64, victims: i64, out: vec[i64], count: i64, limit: i64
) -> i64:
    """(ZZ-24) Write a move with each set of companions that stop; return the new count."""
    stopped: i64 = 0
    while count < limit:
        count = _victims_into(move + stopped * STOPPED_UNIT, victims, out, count, limit)
        stopped = next_subset(stopped, stoppable)
        if stopped == 0:
            break
    return count


def _victims_into(move: i64, victims: i64, out: vec[i64], count: i64, limit: i64) -> i64:
    """(ZZ-19) Write a move with each set of victims, all of them first; return the new count."""
    banished = victims
    while count < limit:
        out[count] = move + banished * BANISHED_UNIT
        count += 1
        if banished == 0:
            break
        banished = (banished - 1) & victims  # the previous subset
    return count
