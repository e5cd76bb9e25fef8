"""Zapp Zerapp: what a seat sees and does, in numbers.

Squares, colours and apprentices are counted from the viewer's own: square 0 is where its start
enters the loop, colour 0 its own, colour 1 the next one clockwise.

A move on the board is several steps, always ascending: the apprentice, then each piece taken along,
each own one of them left before the town, in the forgetful game each piece banished; DONE ends it
where more could follow. The mixing of the barrels is twelve steps of luck, a number for each
barrel in turn; the last is then known.

A seat that has handled barrels MAX_HANDLED times in a round is only offered what leads to its end,
so that games end; the rules themselves know no such limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import bit_indices
from ludotheque.core.state import State
from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    COLOUR_COUNT,
    DIE_FACES,
    ENTRIES,
    HAND_SIZE,
    MAX_COUNT,
    OUT_OF_PLAY,
    PIECES,
    PIECES_PER_COLOUR,
    PLACES,
    SQUARES,
)
from ludotheque.games.zapp_zerapp.moves import (
    HANDLING,
    HEARD,
    LISTENING,
    MIXING,
    MOVING,
    OVER,
    ROLL,
    Go,
    Handle,
    Mix,
    decode,
    encode,
)
from ludotheque.games.zapp_zerapp.observation import Private, Public
from ludotheque.games.zapp_zerapp.rules import MAX_ROUNDS, ZappZerapp
from ludotheque.games.zapp_zerapp.rules_hearing import COUNTER_MAX
from ludotheque.presentation.arrays import (
    Arrays,
    Field,
    ObservationArrays,
    StepRange,
    Steps,
    relative_seat,
    rotate_to,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludotheque.core.observation import Observation

# Steps: a barrel for each kind of move with one, then an apprentice, then sets of pieces
FIRST_PLACE: Final = 3 * BARRELS
FIRST_PIECE: Final = 4 * BARRELS
FIRST_TAKEN: Final = FIRST_PIECE + PIECES_PER_COLOUR
FIRST_STOPPED: Final = FIRST_TAKEN + PIECES
FIRST_BANISHED: Final = FIRST_STOPPED + PIECES_PER_COLOUR
DONE: Final = FIRST_BANISHED + PIECES

# Outcomes: those of the rules that are numbered from ROLL on, then a number of a mixture
FIRST_NUMBER: Final = HEARD + MAX_COUNT + 1 - ROLL
MAX_HANDLED: Final = 48


class ZappZerappArrays(Arrays):
    """The arrays and steps for some options."""

    numbering = (
        StepRange(0, "take", "barrel, from 0"),
        StepRange(BARRELS, "shake", "barrel"),
        StepRange(2 * BARRELS, "back", "barrel"),
        StepRange(FIRST_PLACE, "place", "barrel"),
        StepRange(FIRST_PIECE, "apprentice", "which of one's own moves"),
        StepRange(FIRST_TAKEN, "along", "3 * colour + which: a piece taken along"),
        StepRange(FIRST_STOPPED, "stay", "which own piece taken along stays before the town"),
        StepRange(FIRST_BANISHED, "banish", "3 * colour + which: a piece sent home"),
        StepRange(DONE, "done", "nothing more"),
    )
    actions = DONE + 1
    outcomes = FIRST_NUMBER + BARRELS

    def __init__(self, players: int) -> None:
        self.players = players
        listening = 2 * MAX_HANDLED + 2  # a sound may come after each; then a take and a place
        self.max_steps_per_game = 1 + MAX_ROUNDS * (
            1 + BARRELS + players * (listening + self.actions)
        )
        self.fields = fields(players)

    # what a seat sees

    def encode(
        self, observation: Observation[Public, Private], viewer: int, steps: Steps = ()
    ) -> ObservationArrays:
        public, private = observation
        assert isinstance(private, Private), "an observation of another game"
        arrays = self.blank()
        arrays["chosen"][list(steps)] = 1
        self._write_turn(public, viewer, arrays)
        self._write_board(public, viewer, arrays)
        self._write_barrels(public, viewer, arrays)
        for barrel, count, times in private.heard:
            arrays["heard"][barrel, count - 1] = times
        return arrays

    def _write_turn(self, public: Public, viewer: int, arrays: ObservationArrays) -> None:
        arrays["phase"][public.phase] = 1
        if public.seat >= 0:
            arrays["mover"][relative_seat(viewer, public.seat, self.players)] = 1
        arrays["roller"][relative_seat(viewer, public.roller, self.players)] = 1
        arrays["dice"][:] = public.dice
        for turn, seat in enumerate(public.waiting, 1):
            arrays["waiting"][relative_seat(viewer, seat, self.players)] = turn

    def _write_board(self, public: Public, viewer: int, arrays: ObservationArrays) -> None:
        own = max(public.colours[max(viewer, 0)], 0)
        for seat, colour in enumerate(rotate_to(viewer, public.colours)):
            if colour >= 0:
                arrays["colours"][seat, (colour - own) % COLOUR_COUNT] = 1
            for k in range(PIECES_PER_COLOUR):
                piece = PIECES_PER_COLOUR * colour + k
                place = public.board.places[piece] if colour >= 0 else OUT_OF_PLAY
                if place < SQUARES:
                    place = (place - ENTRIES[own]) % SQUARES
                arrays["places"][seat, k, place] = 1

    def _write_barrels(self, public: Public, viewer: int, arrays: ObservationArrays) -> None:
        barrels = public.barrels
        for seat, hand in enumerate(rotate_to(viewer, barrels.hands)):
            for order, barrel in enumerate(hand, 1):
                arrays["hands"][seat, barrel] = order
        for seat, placed in enumerate(rotate_to(viewer, barrels.placed)):
            if placed >= 0:
                arrays["placed"][seat, placed] = 1
        if barrels.shaken >= 0:
            arrays["shaken"][barrels.shaken] = 1
        arrays["numbers"][:] = barrels.numbers
        handled = rotate_to(viewer, barrels.handled)
        arrays["handled"][:] = [min(times, MAX_HANDLED) for times in handled]

    # what a seat does

    def legal_steps(self, state: State, seat: int, steps: Steps = ()) -> list[int]:
        game = _game(state)
        if not game.may_act(seat):
            return []
        if game.phase == LISTENING:
            return self._listening_steps(game, seat)
        if not steps:
            first = int(game.first_piece(seat))
            return [FIRST_PIECE + k for k in range(PIECES_PER_COLOUR) if game.can_move(first + k)]
        return [*_further_steps(game, seat, steps), DONE]

    def decode_move(self, state: State, seat: int, steps: Steps) -> int | None:
        game = _game(state)
        if not steps:
            return None
        if steps[0] < FIRST_PIECE:
            return encode(Handle(HANDLING[steps[0] // BARRELS], steps[0] % BARRELS))
        if steps[-1] != DONE and _further_steps(game, seat, steps):
            return None
        first = int(game.first_piece(seat))
        go = Go(
            first + steps[0] - FIRST_PIECE,
            _pieces(first, steps, FIRST_TAKEN, FIRST_STOPPED),
            _pieces(first, steps, FIRST_STOPPED, FIRST_BANISHED),
            _pieces(first, steps, FIRST_BANISHED, DONE),
        )
        return encode(go)

    def encode_move(self, state: State, seat: int, move: int) -> tuple[int, ...]:
        match decode(move):
            case Handle(word, barrel):
                return (HANDLING.index(word) * BARRELS + barrel,)
            case Go() as go:
                return self._steps_of(_game(state), seat, go)
            case other:
                raise AssertionError(f"{other} is no move of a seat")

    def _listening_steps(self, game: ZappZerapp, seat: int) -> list[int]:
        """(ZZ-4, ZZ-5) What a listener may do; after MAX_HANDLED only what ends it."""
        steps = sorted([self.encode_move(game, seat, move)[0] for move in game.legal_moves(seat)])
        if game.handled[seat] < MAX_HANDLED:
            return steps
        return [step for step in steps if step >= FIRST_PLACE] or steps

    def _steps_of(self, game: ZappZerapp, seat: int, go: Go) -> tuple[int, ...]:
        first = int(game.first_piece(seat))
        steps = [FIRST_PIECE + go.piece - first]
        steps += _numbered(first, go.taken, FIRST_TAKEN)
        steps += _numbered(first, go.stopped, FIRST_STOPPED)
        steps += _numbered(first, go.banished, FIRST_BANISHED)
        return (*steps, DONE) if _further_steps(game, seat, steps) else tuple(steps)

    # what luck does

    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        if _game(state).phase != MIXING:
            return [(move - ROLL, weight) for move, weight in state.luck()]
        numbers = range(FIRST_NUMBER, FIRST_NUMBER + BARRELS)
        return [(number, 1) for number in numbers if number not in steps]

    def decode_luck(self, state: State, steps: Steps) -> int | None:
        if not steps:
            return None
        if _game(state).phase != MIXING:
            return ROLL + steps[0]
        if len(steps) < BARRELS - 1:
            return None
        numbers = [step - FIRST_NUMBER + 1 for step in steps]
        numbers += [number for number in range(1, BARRELS + 1) if number not in numbers]
        return encode(Mix(tuple(numbers)))


def _game(state: State) -> ZappZerapp:
    assert isinstance(state, ZappZerapp), "a state of another game"
    return state


def _further_steps(game: ZappZerapp, seat: int, steps: Steps) -> list[int]:
    """(ZZ-19, ZZ-22, ZZ-24) The steps after these that change a move on the board, ascending."""
    if game.phase != MOVING or steps[-1] == DONE:
        return []
    first = int(game.first_piece(seat))
    piece, count = first + steps[0] - FIRST_PIECE, game.number_of(seat)
    taken = _pieces(first, steps, FIRST_TAKEN, FIRST_STOPPED)
    stoppable = [p for p in bit_indices(game.stoppable(piece, count)) if p in taken]
    further = _numbered(first, bit_indices(game.companions(piece, count)), FIRST_TAKEN)
    further += _numbered(first, stoppable, FIRST_STOPPED)
    if game.config.forgetful:
        further += _numbered(first, bit_indices(game.victims(piece, count)), FIRST_BANISHED)
    return [step for step in further if step > steps[-1]]


def _numbered(first: int, pieces: Iterable[int], first_step: int) -> list[int]:
    """Some pieces as steps, ascending, counted from the first of the own colour."""
    return sorted(first_step + (piece - first) % PIECES for piece in pieces)


def _pieces(first: int, steps: Steps, first_step: int, end: int) -> tuple[int, ...]:
    """The pieces that steps from one number to another stand for, as `_numbered` counts them."""
    chosen = [step - first_step for step in steps if first_step <= step < end]
    return tuple([(number + first) % PIECES for number in chosen])


def fields(players: int) -> tuple[Field, ...]:
    """The arrays for a number of players."""
    places = "where apprentices are: 24 squares, start, town, not in this game"
    handled = f"barrels handled this round, at most {MAX_HANDLED}"
    return (
        Field("phase", (OVER + 1,), 1, "seat, roll, mix, listen, hear, move, over"),
        Field("mover", (players,), 1, "who moves, or shook last"),
        Field("colours", (players, COLOUR_COUNT), 1, "which colour each has"),
        Field("roller", (players,), 1, "who rolls"),
        Field("dice", (2,), DIE_FACES, "their sum is the magic number"),
        Field("places", (players, PIECES_PER_COLOUR, PLACES), 1, places),
        Field("hands", (players, BARRELS), HAND_SIZE, "barrels in hands: 1 taken first, 2 next"),
        Field("placed", (players, BARRELS), 1, "barrels placed"),
        Field("shaken", (BARRELS,), 1, "the barrel whose sound is about to be heard"),
        Field("numbers", (BARRELS,), BARRELS, "stones, where all may see them; else 0"),
        Field("heard", (BARRELS, MAX_COUNT), COUNTER_MAX, "how often the viewer heard 1 to 20"),
        Field("handled", (players,), MAX_HANDLED, handled),
        Field("waiting", (players,), players, "who still moves: 1 next, 2 then"),
        Field("chosen", (DONE + 1,), 1, "steps of this move taken already"),
    )
