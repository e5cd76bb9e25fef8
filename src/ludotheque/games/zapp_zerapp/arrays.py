"""Zapp Zerapp: what a seat sees and does, in numbers.

Squares, colours and apprentices are counted from the viewer's own: square 0 is where its start
enters the loop, colour 0 its own, colour 1 the next one clockwise.

A move on the board is several steps, always ascending: the apprentice, then each piece taken along,
each own one of them left before the town, in the forgetful game each piece banished; DONE ends it
where more could follow. The mixing of the barrels is twelve steps of luck, a number for each
barrel in turn; the last is then known.

Who has handled barrels PATIENCE times in a round is only shown what leads to its end, so that games
end; the rules themselves know no such limit.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import members
from ludotheque.core.state import State
from ludotheque.games.zapp_zerapp.data import (
    AWAY,
    BARRELS,
    EACH,
    ENTRIES,
    FACES,
    HANDS,
    LOUDEST,
    PIECES,
    PLACES,
    SQUARES,
)
from ludotheque.games.zapp_zerapp.rules import (
    BACK,
    HEARD,
    LISTENING,
    MIX,
    MIXING,
    MOVING,
    OVER,
    PLACE,
    ROLL,
    SHAKE,
    TAKE,
    View,
    ZappZerapp,
)
from ludotheque.games.zapp_zerapp.rules_board import BANISHED, GO, SET, STOPPED, TAKEN
from ludotheque.games.zapp_zerapp.rules_hearing import MANY
from ludotheque.presentation.arrays import (
    Arrays,
    Field,
    Observation,
    Steps,
    relative_seat,
    rotate_to,
)

# Steps: 13 * what + barrel, then an apprentice, then sets of pieces
KINDS: Final = (TAKE, SHAKE, BACK, PLACE)
FIRST_PLACE: Final = 3 * BARRELS
APPRENTICE: Final = 4 * BARRELS
ALONG: Final = APPRENTICE + EACH
STAY: Final = ALONG + PIECES
BANISH: Final = STAY + EACH
DONE: Final = BANISH + PIECES

NUMBER: Final = HEARD + LOUDEST + 1 - ROLL  # of luck: before it what the rules draw, then a mixture
COLOURS: Final = 4
PATIENCE: Final = 48
ROUNDS: Final = 1000  # as in `max_events`


class ZappZerappArrays(Arrays):
    """The arrays and steps for some options."""

    numbering = (
        (0, "take", "barrel, from 0"),
        (BARRELS, "shake", "barrel"),
        (2 * BARRELS, "back", "barrel"),
        (FIRST_PLACE, "place", "barrel"),
        (APPRENTICE, "apprentice", "which of one's own moves"),
        (ALONG, "along", "3 * colour + which: a piece taken along"),
        (STAY, "stay", "which own piece taken along stays before the town"),
        (BANISH, "banish", "3 * colour + which: a piece sent home"),
        (DONE, "done", "nothing more"),
    )
    actions = DONE + 1
    outcomes = NUMBER + BARRELS

    def __init__(self, players: int) -> None:
        self.players = players
        listening = 2 * PATIENCE + 2  # a sound may come after each; then a take and a place
        self.most_steps = 1 + ROUNDS * (1 + BARRELS + players * (listening + self.actions))
        self.fields = fields(players)

    # what a seat sees

    def observe(self, view: object, viewer: int, steps: Steps = ()) -> Observation:
        assert isinstance(view, View), "a view of another game"
        seen = self.blank()
        seen["chosen"][list(steps)] = 1
        self._tell_turn(view, viewer, seen)
        self._tell_board(view, viewer, seen)
        self._tell_barrels(view, viewer, seen)
        return seen

    def _tell_turn(self, view: View, viewer: int, seen: Observation) -> None:
        seen["phase"][view.phase] = 1
        if view.seat >= 0:
            seen["mover"][relative_seat(viewer, view.seat, self.players)] = 1
        seen["roller"][relative_seat(viewer, view.roller, self.players)] = 1
        seen["dice"][:] = view.dice
        for turn, seat in enumerate(view.waiting, 1):
            seen["waiting"][relative_seat(viewer, seat, self.players)] = turn

    def _tell_board(self, view: View, viewer: int, seen: Observation) -> None:
        own = max(view.colours[max(viewer, 0)], 0)
        for seat, colour in enumerate(rotate_to(viewer, view.colours)):
            if colour >= 0:
                seen["colours"][seat, (colour - own) % COLOURS] = 1
            for k in range(EACH):
                place = view.places[EACH * colour + k] if colour >= 0 else AWAY
                if place < SQUARES:
                    place = (place - ENTRIES[own]) % SQUARES
                seen["places"][seat, k, place] = 1

    def _tell_barrels(self, view: View, viewer: int, seen: Observation) -> None:
        for seat in range(self.players):
            for order, barrel in enumerate(rotate_to(viewer, view.hands)[seat], 1):
                seen["hands"][seat, barrel] = order
            placed = rotate_to(viewer, view.placed)[seat]
            if placed >= 0:
                seen["placed"][seat, placed] = 1
        if view.shaken >= 0:
            seen["shaken"][view.shaken] = 1
        seen["numbers"][:] = view.numbers
        for barrel, count, times in view.heard:
            seen["heard"][barrel, count - 1] = times
        seen["handled"][:] = [min(times, PATIENCE) for times in rotate_to(viewer, view.handled)]

    # what a seat does

    def legal_steps(self, state: State, seat: int, steps: Steps = ()) -> list[int]:
        game = _game(state)
        if not game.may_act(seat):
            return []
        if game.phase == LISTENING:
            return _listening(game, seat)
        if not steps:
            first = EACH * int(game.colours[seat])
            return [APPRENTICE + k for k in range(EACH) if game.can_go(first + k)]
        return [*_further(game, seat, steps), DONE]

    def move(self, state: State, seat: int, steps: Steps) -> int | None:
        game = _game(state)
        if not steps:
            return None
        if steps[0] < APPRENTICE:
            return KINDS[steps[0] // BARRELS] + steps[0] % BARRELS
        if steps[-1] != DONE and _further(game, seat, steps):
            return None
        own = int(game.colours[seat])
        move = GO + EACH * own + steps[0] - APPRENTICE
        for step in steps[1:]:
            if step < STAY:
                move += TAKEN * 2 ** _piece(own, step - ALONG)
            elif step < BANISH:
                move += STOPPED * 2 ** _piece(own, step - STAY)
            elif step < DONE:
                move += BANISHED * 2 ** _piece(own, step - BANISH)
        return move

    def steps(self, state: State, seat: int, move: int) -> tuple[int, ...]:
        game = _game(state)
        if move < ROLL:
            return (KINDS.index(move - move % 16) * BARRELS + move % 16,)
        own = int(game.colours[seat])
        taken, stopped, banished = move // TAKEN & SET, move // STOPPED & SET, move // BANISHED
        steps = [APPRENTICE + (move & 15) - EACH * own]
        steps += _numbered(own, taken, ALONG) + _numbered(own, stopped, STAY)
        steps += _numbered(own, banished & SET, BANISH)
        return (*steps, DONE) if _further(game, seat, steps) else tuple(steps)

    # what luck does

    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        if _game(state).phase != MIXING:
            return [(move - ROLL, weight) for move, weight in state.luck()]
        return [(NUMBER + n, 1) for n in range(BARRELS) if NUMBER + n not in steps]

    def outcome(self, state: State, steps: Steps) -> int | None:
        if not steps:
            return None
        if _game(state).phase != MIXING:
            return ROLL + steps[0]
        if len(steps) < BARRELS - 1:
            return None
        left, order = list(range(BARRELS)), 0
        for step in steps:
            order = order * len(left) + left.index(step - NUMBER)
            left.remove(step - NUMBER)
        return MIX + order


def _game(state: State) -> ZappZerapp:
    assert isinstance(state, ZappZerapp), "a state of another game"
    return state


def _listening(game: ZappZerapp, seat: int) -> list[int]:
    """(ZZ-4, ZZ-5) What a listener may do; a restless one only what ends it."""
    moves = game.legal_moves(seat)
    steps = sorted(KINDS.index(move - move % 16) * BARRELS + move % 16 for move in moves)
    if game.handled[seat] < PATIENCE:
        return steps
    return [step for step in steps if step >= FIRST_PLACE] or steps


def _further(game: ZappZerapp, seat: int, steps: Steps) -> list[int]:
    """(ZZ-19, ZZ-22, ZZ-24) The steps after these that change a move on the board, ascending."""
    if game.phase != MOVING or steps[-1] == DONE:
        return []
    own = int(game.colours[seat])
    piece = EACH * own + steps[0] - APPRENTICE
    count = game.steps_of(seat)
    further = _numbered(own, int(game.companions(piece, count)), ALONG)
    if game.enters_town(piece, count):
        taken = {_piece(own, step - ALONG) for step in steps if ALONG <= step < STAY}
        stoppable = [k for k in range(EACH) if EACH * own + k in taken]
        further += [STAY + k for k in stoppable]
    if game.config.forgetful:
        further += _numbered(own, int(game.victims(piece, count)), BANISH)
    return [step for step in further if step > steps[-1]]


def _numbered(own: int, pieces: int, first: int) -> list[int]:
    """A set of pieces as steps, ascending, counted from the own colour."""
    return sorted(first + (piece - EACH * own) % PIECES for piece in members(pieces))


def _piece(own: int, number: int) -> int:
    """The piece with a number counted from the own colour."""
    return (number + EACH * own) % PIECES


def fields(players: int) -> tuple[Field, ...]:
    """What there is to see with so many players."""
    places = "24 squares, start, town, not in this game"
    return (
        Field("phase", (OVER + 1,), 1, "seat, roll, mix, listen, hear, move, over"),
        Field("mover", (players,), 1, "who moves, or shook last"),
        Field("colours", (players, COLOURS), 1, "which colour each has"),
        Field("roller", (players,), 1, "who rolls"),
        Field("dice", (2,), FACES, "their sum is the magic number"),
        Field("places", (players, EACH, PLACES), 1, f"where apprentices are: {places}"),
        Field("hands", (players, BARRELS), HANDS, "barrels in hands: 1 taken first, 2 next"),
        Field("placed", (players, BARRELS), 1, "barrels placed"),
        Field("shaken", (BARRELS,), 1, "the barrel whose sound is about to be heard"),
        Field(
            "numbers",
            (BARRELS,),
            BARRELS,
            "stones, where all may see them; else 0",
        ),
        Field("heard", (BARRELS, LOUDEST), MANY, "how often the viewer heard 1 to 20"),
        Field("handled", (players,), PATIENCE, f"barrels handled this round, at most {PATIENCE}"),
        Field("waiting", (players,), players, "who still moves: 1 next, 2 then"),
        Field("chosen", (DONE + 1,), 1, "steps of this move taken already"),
    )
