"""Zapp Zerapp: what a seat sees and does, in numbers.

Squares, colours and apprentices are counted from the viewer's own: square 0 is where its start
enters the loop, colour 0 its own, colour 1 the next one clockwise.

A move on the board is several steps, always ascending: the apprentice, then each one taken along,
each own one of those left in front of the town, in the forgetful game each one banished; DONE ends
it where more could follow. The mixing of the barrels is twelve steps of luck, a number for each
barrel in turn; the last is then known.

A seat that has handled barrels MAX_HANDLED times in a round is only offered what leads to its end,
so that games end; the rules have no such limit.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import bit_indices
from ludotheque.core.state import State
from ludotheque.games.zapp_zerapp import data, moves
from ludotheque.games.zapp_zerapp.data import BARRELS, MAX_COUNT, PIECES, PIECES_PER_COLOUR
from ludotheque.games.zapp_zerapp.moves import HANDLING, Go, Handle, decode, encode
from ludotheque.games.zapp_zerapp.observation import Private, Public
from ludotheque.games.zapp_zerapp.rules import MAX_ROUNDS, ZappZerapp
from ludotheque.games.zapp_zerapp.rules_hearing import COUNTER_MAX
from ludotheque.presentation.arrays import Arrays, Field, StepRange, Steps, relative_seat, rotate_to

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludotheque.core.observation import Observation
    from ludotheque.presentation.arrays import ObservationArrays

# Steps: a barrel for each kind of move with one, then an apprentice, then sets of apprentices
FIRST_PLACE: Final = 3 * BARRELS
FIRST_PIECE: Final = 4 * BARRELS
FIRST_TAKEN: Final = FIRST_PIECE + PIECES_PER_COLOUR
FIRST_STOPPED: Final = FIRST_TAKEN + PIECES
FIRST_BANISHED: Final = FIRST_STOPPED + PIECES_PER_COLOUR
DONE: Final = FIRST_BANISHED + PIECES

# Outcomes: those of the rules that are numbered from ROLL on, then the number of stones in a barrel
FIRST_NUMBER: Final = moves.HEARD + MAX_COUNT + 1 - moves.ROLL
MAX_HANDLED: Final = 48


class ZappZerappArrays(Arrays):
    """The arrays and steps for a number of players."""

    numbering = (
        StepRange(0, "take", "barrel, from 0"),
        StepRange(BARRELS, "shake", "barrel"),
        StepRange(2 * BARRELS, "back", "barrel"),
        StepRange(FIRST_PLACE, "place", "barrel"),
        StepRange(FIRST_PIECE, "apprentice", "which of one's own moves"),
        StepRange(FIRST_TAKEN, "along", "3 * colour + which: an apprentice taken along"),
        StepRange(
            FIRST_STOPPED, "stay", "which own apprentice taken along stays in front of the town"
        ),
        StepRange(FIRST_BANISHED, "banish", "3 * colour + which: an apprentice sent to its start"),
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
        locations = "where apprentices are: 24 squares, start, town, not in this game"
        handled = f"barrels handled this round, at most {MAX_HANDLED}"
        self.fields = (
            Field("phase", (moves.OVER + 1,), 1, "seat, roll, mix, listen, hear, move, over"),
            Field("mover", (players,), 1, "who moves, or shook last"),
            Field("colours", (players, data.COLOUR_COUNT), 1, "which colour each has"),
            Field("roller", (players,), 1, "who rolls"),
            Field("dice", (2,), data.DIE_FACES, "their sum is the magic number"),
            Field("locations", (players, PIECES_PER_COLOUR, data.LOCATIONS), 1, locations),
            Field("hands", (players, BARRELS), data.HAND_SIZE, "barrels: 1 taken first, 2 next"),
            Field("placed", (players, BARRELS), 1, "barrels placed"),
            Field("shaken", (BARRELS,), 1, "the barrel whose sound is about to be heard"),
            Field("numbers", (BARRELS,), BARRELS, "stones, where everyone may see them; else 0"),
            Field("heard", (BARRELS, MAX_COUNT), COUNTER_MAX, "how often the viewer heard 1 to 20"),
            Field("handled", (players,), MAX_HANDLED, handled),
            Field("still_to_move", (players,), players, "1 moves next, 2 then, and so on"),
            Field("chosen", (DONE + 1,), 1, "steps of this move taken already"),
        )

    # what a seat sees

    def encode(
        self, observation: Observation[Public, Private], viewer: int, steps: Steps = ()
    ) -> ObservationArrays:
        public, private = observation
        assert isinstance(private, Private), "an observation of another game"
        arrays = self.blank()
        arrays["chosen"][list(steps)] = 1
        arrays["phase"][public.phase] = 1
        if public.seat >= 0:
            arrays["mover"][relative_seat(viewer, public.seat, self.players)] = 1
        arrays["roller"][relative_seat(viewer, public.roller, self.players)] = 1
        arrays["dice"][:] = public.dice
        for turn, seat in enumerate(public.still_to_move, 1):
            arrays["still_to_move"][relative_seat(viewer, seat, self.players)] = turn
        for barrel, count, times in private.heard:
            arrays["heard"][barrel, count - 1] = times
        self._write_board(public, viewer, arrays)
        self._write_barrels(public, viewer, arrays)
        return arrays

    def _write_board(self, public: Public, viewer: int, arrays: ObservationArrays) -> None:
        own = max(public.colours[max(viewer, 0)], 0)
        for seat, colour in enumerate(rotate_to(viewer, public.colours)):
            if colour >= 0:
                arrays["colours"][seat, (colour - own) % data.COLOUR_COUNT] = 1
            for index in range(PIECES_PER_COLOUR):
                piece = PIECES_PER_COLOUR * colour + index
                location = public.board.locations[piece] if colour >= 0 else data.OUT_OF_PLAY
                if location < data.SQUARES:
                    location = (location - data.ENTRIES[own]) % data.SQUARES
                arrays["locations"][seat, index, location] = 1

    def _write_barrels(self, public: Public, viewer: int, arrays: ObservationArrays) -> None:
        barrels = public.barrels
        for seat, hand in enumerate(rotate_to(viewer, barrels.hands)):
            for turn, barrel in enumerate(hand, 1):
                arrays["hands"][seat, barrel] = turn
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
        assert isinstance(state, ZappZerapp)
        if not state.may_act(seat):
            return []
        if state.phase == moves.LISTENING:  # (ZZ-4, ZZ-5) after MAX_HANDLED only what ends it
            found = sorted(
                [self.encode_move(state, seat, move)[0] for move in state.legal_moves(seat)]
            )
            ending = [step for step in found if step >= FIRST_PLACE]
            return ending if ending and state.handled[seat] >= MAX_HANDLED else found
        if not steps:
            return _numbered(state, seat, state.movable(seat), FIRST_PIECE)
        return [*_further_steps(state, seat, steps), DONE]

    def decode_move(self, state: State, seat: int, steps: Steps) -> int | None:
        assert isinstance(state, ZappZerapp)
        if not steps:
            return None
        if steps[0] < FIRST_PIECE:
            return encode(Handle(HANDLING[steps[0] // BARRELS], steps[0] % BARRELS))
        if steps[-1] != DONE and _further_steps(state, seat, steps):
            return None
        bounds = (FIRST_PIECE, FIRST_TAKEN, FIRST_STOPPED, FIRST_BANISHED, DONE)
        (piece,), *sets = (_pieces(state, seat, steps, *pair) for pair in pairwise(bounds))
        return encode(Go(piece, *sets))

    def encode_move(self, state: State, seat: int, move: int) -> tuple[int, ...]:
        assert isinstance(state, ZappZerapp)
        match decode(move):
            case Handle(action, barrel):
                return (HANDLING.index(action) * BARRELS + barrel,)
            case Go(piece, taken, stopped, banished):
                steps = _numbered(state, seat, [piece], FIRST_PIECE)
                steps += _numbered(state, seat, taken, FIRST_TAKEN)
                steps += _numbered(state, seat, stopped, FIRST_STOPPED)
                steps += _numbered(state, seat, banished, FIRST_BANISHED)
                return (*steps, DONE) if _further_steps(state, seat, steps) else tuple(steps)
            case other:
                raise AssertionError(f"{other} is not a move of a seat")

    # what luck does

    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        assert isinstance(state, ZappZerapp)
        if state.phase != moves.MIXING:
            return [(move - moves.ROLL, weight) for move, weight in state.luck()]
        numbers = range(FIRST_NUMBER, FIRST_NUMBER + BARRELS)
        return [(number, 1) for number in numbers if number not in steps]

    def decode_luck(self, state: State, steps: Steps) -> int | None:
        assert isinstance(state, ZappZerapp)
        if steps and state.phase != moves.MIXING:
            return moves.ROLL + steps[0]
        if len(steps) < BARRELS - 1:
            return None
        numbers = [step - FIRST_NUMBER + 1 for step in steps]
        numbers += [number for number in range(1, BARRELS + 1) if number not in numbers]
        return encode(moves.Mix(tuple(numbers)))


def _further_steps(state: ZappZerapp, seat: int, steps: Steps) -> list[int]:
    """(ZZ-19, ZZ-22, ZZ-24) The steps after these that change a move on the board, ascending."""
    if state.phase != moves.MOVING or steps[-1] == DONE:
        return []
    (piece,) = _pieces(state, seat, steps, FIRST_PIECE, FIRST_TAKEN)
    number = state.number_of(seat)
    taken = _pieces(state, seat, steps, FIRST_TAKEN, FIRST_STOPPED)
    stoppable = [other for other in bit_indices(state.stoppable(piece, number)) if other in taken]
    further = _numbered(state, seat, bit_indices(state.companions(piece, number)), FIRST_TAKEN)
    further += _numbered(state, seat, stoppable, FIRST_STOPPED)
    if state.config.forgetful:
        further += _numbered(state, seat, bit_indices(state.victims(piece, number)), FIRST_BANISHED)
    return [step for step in further if step > steps[-1]]


def _numbered(state: ZappZerapp, seat: int, pieces: Iterable[int], first_step: int) -> list[int]:
    """The steps that name pieces, ascending, counted from the first of the seat's own."""
    first = int(state.first_piece(seat))
    return sorted(first_step + (piece - first) % PIECES for piece in pieces)


def _pieces(state: ZappZerapp, seat: int, steps: Steps, first: int, end: int) -> tuple[int, ...]:
    """The pieces that are named by steps from ``first`` to ``end``, as `_numbered` counts them."""
    own = int(state.first_piece(seat))
    return tuple([(step - first + own) % PIECES for step in steps if first <= step < end])
