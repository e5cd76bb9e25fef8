"""Zapp Zerapp, by Heinz Meister and Klaus Zoch: the rules (compiled).

Each round two dice make a magic number. All listen to barrels at the same time and place one each.
If it holds no more stones than the magic number, they move an apprentice by its number, the highest
first, and send the apprentices they overtake back to their start. The first player with all
apprentices in town wins.

(ZZ-7) names a paragraph of the rule sheet. `data` explains the numbers of squares, pieces and
barrels, `moves` those of moves and phases, `rules_hearing` the sound of a barrel.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from ludotheque.core.fast import BIT, bit_indices, count_bits, i64, vec, write_bits, zeros
from ludotheque.core.options import Options
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, MAX_CHOICES, NOBODY, Fact, State, rank
from ludotheque.games.zapp_zerapp.data import (
    ALL_BARRELS,
    BARRELS,
    CASTLE_SET,
    COLOUR_COUNT,
    COLOURS_BY_PLAYERS,
    DIE_FACES,
    ENTRY_SQUARE,
    HAND_SIZE,
    LOCATIONS,
    MAX_COUNT,
    MIXTURES,
    NONE,
    OUT_OF_PLAY,
    PATH_LENGTHS,
    PATH_SET,
    PIECES,
    PIECES_OF,
    PIECES_PER_COLOUR,
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
from ludotheque.games.zapp_zerapp.observation import Private, Public, PublicBarrels, PublicBoard
from ludotheque.games.zapp_zerapp.rules_hearing import (
    WORDS_PER_SEAT,
    add_sound,
    count_weights,
    has_heard,
    sample_numbers,
    times_heard,
)

MAX_HANDLED_IN_PLAYOUT: Final = 5  # times a seat of a playout handles barrels before it places one
MAX_ROUNDS: Final = 1000  # far more than any game has
MAX_CHOICES_PER_PIECE: Final = MAX_CHOICES // PIECES_PER_COLOUR


class Config:
    """The options of a game; never changed, shared by every copy."""

    def __init__(self, options: Options) -> None:
        self.players: Final[i64] = int(options["players"])
        self.advanced: Final[bool] = bool(options["advanced"])
        self.memory: Final[bool] = bool(options["memory"])
        # (ZZ-12) Without `memory` the next roll also mixes the barrels: `help` changes nothing.
        self.hides_numbers_at_roll: Final[bool] = self.memory and not options["help"]
        self.pieces: Final[i64] = int(options["pieces"])
        self.forgetful: Final[bool] = bool(options["forgetful"])
        # (ZZ-16, ZZ-21) By colour, the set of squares that protect its pieces
        castles = CASTLE_SET if self.advanced else zeros(COLOUR_COUNT)
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
            self.locations: vec[i64] = vec[i64]([OUT_OF_PLAY] * PIECES)  # by piece
            self.middle: i64 = ALL_BARRELS  # the set of barrels that may be taken
            self.hands: vec[i64] = vec[i64]([NONE] * (HAND_SIZE * players))  # first taken first
            self.placed: vec[i64] = vec[i64]([NONE] * players)
            self.shaken: i64 = NONE
            self.handled: vec[i64] = zeros(players)  # barrels taken, shaken, put back this round
            self.still_to_move: i64 = 0  # the set of seats that have not moved this round
            self.numbers: vec[i64] = zeros(BARRELS)  # stones by barrel; zeros before the mixing
            self.turned: i64 = 0  # barrels whose number was seen since the mixing (ZZ-7)
            self.shakes: i64 = 0  # since the mixing, of all seats
            self.heard: vec[i64] = zeros(players * WORDS_PER_SEAT)  # since the mixing, by seat
            # What of it was heard before the last roll and is left to memory (ZZ-12)
            self.heard_before: vec[i64] = zeros(players * WORDS_PER_SEAT)
            if players != 3:
                self._seat_colours(NONE, None)
        else:
            self.phase = twin.phase
            self.seat = twin.seat
            self.round = twin.round
            self.die = twin.die
            self.other_die = twin.other_die
            self.colours = twin.colours[:]
            self.locations = twin.locations[:]
            self.middle = twin.middle
            self.hands = twin.hands[:]
            self.placed = twin.placed[:]
            self.shaken = twin.shaken
            self.handled = twin.handled[:]
            self.still_to_move = twin.still_to_move
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
        """(ZZ-4) Whoever has not placed listens at the same time; a sound is heard first."""
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
        if seat == LUCK and self.phase == MIXING:
            return MIX <= move < MIX + MIXTURES
        if self.phase == MOVING and self.may_act(seat):
            return GO <= move < MIX and self._may_go(seat, move)
        return move in self.legal_moves(seat)

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
            mixture: i64 = 0
            for base in range(BARRELS, 1, -1):
                mixture = mixture * base + rng.below(base)
            return MIX + mixture
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
            self._seat_colours(move - ABSENT, facts)
        elif move < GO:
            self._hear(move - HEARD, facts)
        elif move < MIX:
            self._go(seat, move, facts)
        else:
            self._mix(move - MIX, facts)

    # colours

    def _seat_colours(self, absent: i64, facts: list[Fact] | None) -> None:
        """Seat all colours but an absent one, which luck draws for three players.

        Seats take the colours in their order, and each colour's pieces are at its start.
        """
        seat: i64 = 0
        for colour in COLOURS_BY_PLAYERS[self.players - 2]:
            if colour != absent:
                self.colours[seat] = colour
                first = PIECES_PER_COLOUR * colour
                for piece in range(first, first + self.config.pieces):
                    self.locations[piece] = START
                seat += 1
        self.phase = ROLLING
        if facts is not None:
            facts.append(Fact("absent", LUCK, (int(absent),)))

    def first_piece(self, seat: i64) -> i64:
        """The first of a seat's three pieces."""
        return PIECES_PER_COLOUR * self.colours[seat]

    def movable(self, seat: i64) -> list[int]:
        """(ZZ-10) The pieces that a seat may move."""
        first = self.first_piece(seat)
        return [piece for piece in range(first, first + PIECES_PER_COLOUR) if self.can_move(piece)]

    # the roll (ZZ-3)

    def roller(self) -> i64:
        """(ZZ-3) Whose turn it is to roll; clockwise every round."""
        return self.round % self.players

    def magic(self) -> i64:
        """(ZZ-3) The magic number."""
        return self.die + self.other_die

    def _roll(self, faces: i64, facts: list[Fact] | None) -> None:
        """(ZZ-3) Take all barrels back and roll the dice."""
        for seat in range(self.players):
            self.placed[seat] = NONE
            self.handled[seat] = 0
        self.middle = ALL_BARRELS
        if not self.config.memory:  # (ZZ-11)
            self._clear_mixture()
        elif self.config.hides_numbers_at_roll and self.shakes > 0:  # (ZZ-12)
            self.heard_before = self.heard[:]
        self.die = faces // DIE_FACES + 1
        self.other_die = faces % DIE_FACES + 1
        self.phase = LISTENING if self.is_mixed() else MIXING
        if facts is not None:
            facts.append(Fact("rolled", int(self.roller()), (int(self.die), int(self.other_die))))

    # mixing the barrels (ZZ-11)

    def is_mixed(self) -> bool:
        """Whether the barrels have been mixed for this round, or for all rounds."""
        return self.numbers[0] != 0

    def _mix(self, mixture: i64, facts: list[Fact] | None) -> None:
        """(ZZ-11) Fill the barrels; nobody knows the mixture."""
        numbers_into(mixture, self.numbers)
        self.phase = LISTENING
        if facts is not None:
            facts.append(Fact("mixed", LUCK, (), (), 0))

    def _clear_mixture(self) -> None:
        """(ZZ-11) Empty the barrels and forget what was heard and seen of them."""
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
        """The barrels in a seat's hands; the one taken first comes first."""
        slots = range(HAND_SIZE * seat, HAND_SIZE * seat + HAND_SIZE)
        return [int(self.hands[slot]) for slot in slots if self.hands[slot] >= 0]

    def _barrel_moves_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZZ-4, ZZ-5) Write what a listener may do with the barrels in hand and in the middle.

        First, as the default move: place the barrel taken first, else take the lowest free one.
        """
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

    def _take(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4, ZZ-5) Take a barrel from the middle into a free hand."""
        slot = HAND_SIZE * seat
        if self.hands[slot] >= 0:
            slot += 1
        self.hands[slot] = barrel
        self.middle ^= BIT[barrel]
        self.handled[seat] += 1
        if facts is not None:
            facts.append(Fact("took", int(seat), (int(barrel),)))

    def _shake(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4) Shake a barrel; everyone sees that. The sound comes next."""
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
        """(ZZ-4) Give the sound to the seat that shook, and to no other."""
        seat = self.seat
        barrel = self.shaken
        add_sound(self.heard, seat, barrel, count)
        self.shakes += 1
        self.seat = NONE
        self.shaken = NONE
        self.phase = LISTENING
        if facts is not None:
            facts.append(Fact("heard", int(seat), (int(barrel),), (int(count),), 1 << int(seat)))

    def sounds(self, seat: i64, recent: bool = False) -> list[tuple[int, int, int]]:
        """What a seat heard since the mixing: barrels, apparent counts and how often.

        If ``recent``, without what is left to memory (ZZ-12).
        """
        found: list[tuple[int, int, int]] = []
        for barrel in range(BARRELS):
            if seat >= 0 and has_heard(self.heard, seat, barrel):
                for count in range(1, MAX_COUNT + 1):
                    times = times_heard(self.heard, seat, barrel, count)
                    if recent:
                        times -= times_heard(self.heard_before, seat, barrel, count)
                    if times > 0:
                        found.append((barrel, count, int(times)))
        return found

    def _put_back(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-4) Put a barrel back; one that stays in hand is now the one taken first."""
        slot = HAND_SIZE * seat
        if self.hands[slot] == barrel:
            self.hands[slot] = self.hands[slot + 1]
        self.hands[slot + 1] = NONE
        self.middle ^= BIT[barrel]
        self.handled[seat] += 1
        if facts is not None:
            facts.append(Fact("returned", int(seat), (int(barrel),)))

    def _place(self, seat: i64, barrel: i64, facts: list[Fact] | None) -> None:
        """(ZZ-6) Place a barrel for good; another one in hand goes back without an event."""
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
        """(ZZ-7, ZZ-8) Show the placed numbers; seats with one above the magic number stay."""
        self.phase = MOVING
        for seat in range(self.players):
            self.turned |= BIT[self.placed[seat]]
            moves = self.number_of(seat) <= self.magic()
            if moves:
                self.still_to_move |= BIT[seat]
            if facts is not None:
                barrel = (int(self.placed[seat]), int(self.number_of(seat)))
                about = (*barrel, 1 if moves else 0, int(self.magic()))
                facts.append(Fact("turned", int(seat), about))
        self._next_mover()

    def _next_mover(self) -> None:
        """(ZZ-3, ZZ-9) Let the highest number move; after the last one the roller changes."""
        self.seat = NONE
        highest: i64 = 0
        for seat in range(self.players):
            if self.still_to_move & BIT[seat] and self.number_of(seat) > highest:
                highest = self.number_of(seat)
                self.seat = seat
        if self.still_to_move == 0:
            self.round += 1
            self.phase = ROLLING

    def in_sight(self) -> i64:
        """(ZZ-7, ZZ-12) The set of barrels whose numbers everyone can see now.

        From the turning to the next roll these are the placed ones. What was turned over before is
        in sight with `help` only: it may be remembered (`turned`), and is shown to nobody.
        """
        if not self.config.hides_numbers_at_roll:
            return self.turned
        shown: i64 = 0
        if self.phase != LISTENING and self.phase != HEARING:
            for seat in range(self.players):
                if self.placed[seat] >= 0:
                    shown |= BIT[self.placed[seat]]
        return shown

    def numbers_of(self, barrels: i64) -> list[int]:
        """The numbers of a set of barrels, by barrel; 0 for the others."""
        return [int(self.numbers[b]) if barrels & BIT[b] else 0 for b in range(BARRELS)]

    # where a move on the board leads (ZZ-13 to ZZ-18, ZZ-21 to ZZ-23)

    def can_move(self, piece: i64) -> bool:
        """(ZZ-10) Whether a piece is in its start or on the loop."""
        return self.locations[piece] <= START

    def step_number(self, piece: i64) -> i64:
        """(ZZ-20) How many steps a piece has come from its own start."""
        return STEP_NUMBER[piece // PIECES_PER_COLOUR * LOCATIONS + self.locations[piece]]

    def enters_town(self, piece: i64, steps: i64) -> bool:
        """(ZZ-13) Whether a move ends in the town; surplus steps are lost there."""
        return self.step_number(piece) + steps > SQUARES

    def last_square(self, piece: i64, steps: i64) -> i64:
        """The last square a move uses: where it lands, or the one in front of the town."""
        done = min(self.step_number(piece) + steps, SQUARES)
        return (ENTRY_SQUARE[piece // PIECES_PER_COLOUR] + done - 1) % SQUARES

    def destination(self, piece: i64, steps: i64) -> i64:
        """(ZZ-13) The location where a move ends."""
        return TOWN if self.enters_town(piece, steps) else self.last_square(piece, steps)

    def path(self, piece: i64, steps: i64) -> i64:
        """(ZZ-15) The set of squares a move passes or lands on, those after its origin."""
        location = self.locations[piece]
        if location == START:  # (ZZ-13) the first step is the entry square
            before = (ENTRY_SQUARE[piece // PIECES_PER_COLOUR] + SQUARES - 1) % SQUARES
            return PATH_SET[before * PATH_LENGTHS + steps]
        return PATH_SET[location * PATH_LENGTHS + min(steps, SQUARES - self.step_number(piece))]

    def is_protected(self, piece: i64) -> bool:
        """(ZZ-16, ZZ-21) In its own zone; in the advanced game also by its castle."""
        protecting = self.config.protecting[piece // PIECES_PER_COLOUR]
        return protecting & BIT[self.locations[piece]] != 0

    def victims(self, piece: i64, steps: i64) -> i64:
        """(ZZ-15) The set of pieces a move banishes."""
        if self.locations[piece] == START:  # (ZZ-18)
            return 0
        path = self.path(piece, steps)
        found: i64 = 0
        for other in range(PIECES):
            if path & BIT[self.locations[other]] and not self.is_protected(other):
                found |= BIT[other]
        return found & ~PIECES_OF[piece // PIECES_PER_COLOUR]  # (ZZ-17)

    def companions(self, piece: i64, steps: i64) -> i64:
        """(ZZ-22, ZZ-23) The set of pieces a move may take along: under castles it passes."""
        if not self.config.advanced:
            return 0
        passed = self.path(piece, steps) & WHITE_SET & ~BIT[self.last_square(piece, steps)]
        found: i64 = 0
        if passed:
            for other in range(PIECES):
                castles = CASTLE_SET[other // PIECES_PER_COLOUR]
                if passed & castles & BIT[self.locations[other]]:
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
            for piece in self.movable(self.seat):
                found |= self.victims(piece, self.number_of(self.seat))
        return found

    # moving (ZZ-10, ZZ-19, ZZ-24, ZZ-25)

    def _board_moves(self, seat: i64) -> list[int]:
        """(ZZ-10) All moves of a seat on the board."""
        moves: list[int] = []
        steps = self.number_of(seat)
        for piece in self.movable(seat):
            buffer = zeros(self._max_moves_of(piece, steps))
            count = self._moves_of_into(piece, steps, buffer, 0, len(buffer))
            moves += [int(buffer[i]) for i in range(count)]
        return moves

    def _max_moves_of(self, piece: i64, steps: i64) -> i64:
        """An upper bound of the moves of a piece."""
        choices = count_bits(self.companions(piece, steps))
        choices += count_bits(self.stoppable(piece, steps))
        if self.config.forgetful:
            choices += count_bits(self.victims(piece, steps))
        return BIT[choices]

    def _moves_of_into(self, piece: i64, steps: i64, out: vec[i64], count: i64, limit: i64) -> i64:
        """(ZZ-19, ZZ-22, ZZ-24) Append the moves of a piece, up to ``limit``; return the count.

        For each set of companions, each set of those that stop; for each, all sets of victims.
        """
        companions = self.companions(piece, steps)
        stoppable = self.stoppable(piece, steps)
        victims: i64 = 0
        if self.config.forgetful:
            victims = self.victims(piece, steps)
        taken: i64 = 0
        stopped: i64 = 0
        banished = victims
        while count < limit:
            move = GO + piece + taken * TAKEN_UNIT + stopped * STOPPED_UNIT
            out[count] = move + banished * BANISHED_UNIT
            count += 1
            if banished:
                banished = (banished - 1) & victims  # the previous subset
                continue
            banished = victims
            stopped = next_subset(stopped, taken & stoppable)
            if stopped == 0:
                taken = next_subset(taken, companions)
                if taken == 0:
                    break
        return count

    def _may_go(self, seat: i64, move: i64) -> bool:
        """(ZZ-10, ZZ-19, ZZ-22, ZZ-24) Whether the mover may move that piece, with those sets."""
        piece = piece_of(move)
        is_own = piece < PIECES and piece // PIECES_PER_COLOUR == self.colours[seat]
        if not is_own or not self.can_move(piece):
            return False
        steps = self.number_of(seat)
        taken = taken_by(move)
        victims = self.victims(piece, steps) if self.config.forgetful else 0
        wrong = taken & ~self.companions(piece, steps)
        wrong |= stopped_by(move) & ~(taken & self.stoppable(piece, steps))
        wrong |= banished_by(move) & ~victims
        return wrong == 0

    def _go(self, seat: i64, move: i64, facts: list[Fact] | None) -> None:
        """(ZZ-10) Move a piece; the seat that thereby has all of them in town wins."""
        steps = self.number_of(seat)
        self.advance(seat, self.with_victims(move, steps), steps, facts)
        if facts is not None:
            self._tell_arrivals(seat, facts)
        self.still_to_move ^= BIT[seat]
        if self.home(seat) == self.config.pieces:  # (ZZ-20)
            self.still_to_move = 0
            self.seat = NONE
            self.phase = OVER
            if facts is not None:
                facts.append(Fact("won", int(seat)))
        else:
            self._next_mover()

    def with_victims(self, move: i64, steps: i64) -> i64:
        """(ZZ-19) The move with its victims named, which only the forgetful name themselves."""
        if self.config.forgetful:
            return move
        return move + self.victims(piece_of(move), steps) * BANISHED_UNIT

    def advance(self, seat: i64, move: i64, steps: i64, facts: list[Fact] | None) -> None:
        """Move a piece with its companions, and send the banished pieces to their start."""
        piece = piece_of(move)
        taken = taken_by(move)
        banished = banished_by(move)
        last = self.last_square(piece, steps)
        end = last
        if self.enters_town(piece, steps):
            end = TOWN
        if facts is not None:
            origin = int(self.locations[piece])
            facts.append(Fact("moved", int(seat), (int(piece), origin, int(end))))
        self.locations[piece] = end
        if taken | banished == 0:
            return
        entering = PIECES_OF[piece // PIECES_PER_COLOUR] & ~stopped_by(move)
        for other in range(PIECES):
            if taken & BIT[other]:  # (ZZ-24, ZZ-25)
                self.locations[other] = end if entering & BIT[other] else last
                if facts is not None:
                    about = (int(other), int(self.locations[other]), self._owner(other))
                    facts.append(Fact("carried", int(seat), about))
            elif banished & BIT[other]:  # (ZZ-15)
                if facts is not None:
                    about = (int(other), int(self.locations[other]), self._owner(other))
                    facts.append(Fact("banished", int(seat), about))
                self.locations[other] = START

    def _owner(self, piece: i64) -> int:
        """The seat whose piece this is."""
        for seat in range(self.players):
            if self.colours[seat] == piece // PIECES_PER_COLOUR:
                return int(seat)
        return int(NONE)

    def _tell_arrivals(self, seat: i64, facts: list[Fact]) -> None:
        """(ZZ-20) After a move: who came to town, how many are there now, and of how many."""
        about = (int(self.home(seat)), int(self.config.pieces))
        for fact in facts[:]:
            has_moved = fact.kind == "moved" or fact.kind == "carried"
            if has_moved and self.locations[fact.about[0]] == TOWN:
                facts.append(Fact("arrived", int(seat), (fact.about[0], *about)))

    # the end (ZZ-20)

    def home(self, seat: i64) -> i64:
        """(ZZ-20) How many pieces of a seat are in their town."""
        count: i64 = 0
        first = self.first_piece(seat)
        for piece in range(first, first + PIECES_PER_COLOUR):
            if self.locations[piece] == TOWN:
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
        """(ZZ-20) The pieces in town."""
        return tuple([int(self.home(seat)) for seat in range(self.players)])

    def ranks(self) -> tuple[int, ...]:
        """(ZZ-20) By score, then by progress."""
        return rank([(int(self.home(s)), int(self.progress(s))) for s in range(self.players)])

    # what each player may know

    def public(self) -> Public:
        return Public(
            phase=int(self.phase),
            seat=int(self.seat),
            awaited=tuple([seat for seat in self.actors() if seat >= 0]),
            colours=tuple([NONE if self.phase == SEATING else int(c) for c in self.colours]),
            roller=int(self.roller()),
            dice=(int(self.die), int(self.other_die)),
            magic=int(self.magic()),
            board=self._public_board(),
            barrels=self._public_barrels(),
            still_to_move=tuple(self._seats_by_number()),
            advanced=self.config.advanced,
            scores=self.scores(),
            steps=tuple([int(self.progress(seat)) for seat in range(self.players)]),
            winner=self.scores().index(int(self.config.pieces)) if self.phase == OVER else NONE,
        )

    def _public_board(self) -> PublicBoard:
        return PublicBoard(
            locations=tuple([int(location) for location in self.locations]),
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

    def _seats_by_number(self) -> list[int]:
        """(ZZ-9) The seats still to move, the highest number first."""
        seats = bit_indices(self.still_to_move)
        return [seat for _, seat in sorted([(-int(self.number_of(seat)), seat) for seat in seats])]

    def private(self, viewer: i64) -> Private:
        return Private(tuple(self.sounds(viewer, recent=True)))

    def imagine(self, viewer: i64, rng: Rng) -> ZappZerapp:
        """Draw the numbers nobody has seen from what the viewer heard; the others heard nothing.

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
        """(ZZ-12) Draw the numbers of a set of barrels again, from what a seat heard of them."""
        self.turned &= ~barrels
        sample_numbers(self.numbers, self.turned, self.heard, seat, rng)

    # copies and comparisons

    def clone(self) -> ZappZerapp:
        return ZappZerapp(self.config, self)

    def key(self) -> Hashable:
        numbers = (self.phase, self.seat, self.round, self.die, self.other_die, self.shaken)
        sets = (self.still_to_move, self.turned, self.shakes)
        board = (self.colours, self.locations, self.hands, self.placed, self.handled)
        barrels = (self.numbers, self.heard, self.heard_before)
        arrays = [tuple([int(item) for item in array]) for array in (*board, *barrels)]
        return (numbers, sets, *arrays)


def next_subset(subset: i64, of: i64) -> i64:
    """The next subset of a set, in ascending order; 0 after the last."""
    return (subset - of) & of
