"""Appenzell castle: what a seat sees and does, in numbers.

Faces are as in `data`: seven cheeses, blank, trap, passage, cat, works, sock. With strict memory
nothing shows what lies under a roof: a program must remember what it saw.
"""

from __future__ import annotations

from ludotheque.core.observation import Observation
from ludotheque.games.appenzell.data import (
    ACTIONS_PER_TURN,
    CHEESES,
    COPIES,
    FACES,
    GOALS,
    MICE_PER_PLAYER,
    ORDINARY_FACES,
    ROOMS,
    SIDE,
    SQUARES,
    TURN_LIMIT,
)
from ludotheque.games.appenzell.moves import (
    DONE,
    ENTER,
    FIRST,
    FLEE,
    GIVE,
    OUT,
    OVER,
    PLACE,
    PUSH,
    RUN,
    UNCOVER,
)
from ludotheque.games.appenzell.observation import Castle, Public
from ludotheque.presentation.arrays import (
    Array,
    Field,
    ObservationArrays,
    PlainArrays,
    StepRange,
    Steps,
    relative_seat,
    rotate_to,
)


class AppenzellArrays(PlainArrays):
    """Every move is one number, as in the rules."""

    numbering = (
        StepRange(RUN, "run", "49 * from + to, a square being 7 * row + column"),
        StepRange(UNCOVER, "uncover", "room, by letter"),
        StepRange(ENTER, "enter", "tower: north-west, north-east, south-west, south-east"),
        StepRange(PUSH, "push", "12 * face + end: 3 * side (top, right, bottom, left) + line"),
        StepRange(DONE, "done", "end the turn"),
        StepRange(PLACE, "mouse", "tower where the first mouse goes"),
        StepRange(GIVE, "give", "cheese given back"),
        StepRange(FLEE, "flee", "square"),
    )
    actions = FIRST
    outcomes = OUT + ORDINARY_FACES - FIRST

    def encode(
        self, observation: Observation[Public, None], viewer: int, steps: Steps = ()
    ) -> ObservationArrays:
        del steps
        public, _ = observation
        seen = self.blank()
        self._write_turn(public, viewer, seen)
        self._write_players(public, viewer, seen)
        _write_castle(public.castle, seen)
        for face in public.spares:
            seen["spares"][face] += 1
        seen["unseen"][: len(public.unseen)] = public.unseen
        return seen

    def _write_turn(self, public: Public, viewer: int, seen: ObservationArrays) -> None:
        seen["phase"][public.phase] = 1
        seats = {"turn": public.seat, "actor": public.actor, "winner": public.winner}
        for name, seat in seats.items():
            if seat >= 0:
                seen[name][relative_seat(viewer, seat, self.players)] = 1
        seen["actions"][:] = public.actions
        seen["pushes"][:] = public.pushes
        seen["turns"][:] = public.turns
        seen["goal"][:] = public.goal

    def _write_players(self, public: Public, viewer: int, seen: ObservationArrays) -> None:
        for place, player in enumerate(rotate_to(viewer, public.players)):
            seen["supply"][place] = player.supply
            seen["fallen"][place] = player.fallen
            for square in player.mice:
                seen["mice"][place, *divmod(square, SIDE)] = 1
            _mark(seen["cheeses"][place], player.cheeses)


def _write_castle(castle: Castle, seen: ObservationArrays) -> None:
    _mark(seen["open_rooms"], castle.open_rooms)
    for square in range(SQUARES):
        place = divmod(square, SIDE)
        if castle.floor[square] >= 0:
            seen["floor"][*place, castle.floor[square]] = 1
        seen["open"][place] = castle.is_open(square)
    for square, face in castle.glimpse:
        seen["glimpse"][*divmod(square, SIDE), face] = 1


def _mark(places: Array, members: tuple[int, ...]) -> None:
    for member in members:
        places[member] = 1


def fields(players: int) -> tuple[Field, ...]:
    """The arrays of a game with a number of players."""
    castle = (SIDE, SIDE)
    phases = "who begins, spare, place, act, reveal, pushed out, give, flee, over"
    return (
        Field("phase", (OVER + 1,), 1, phases),
        Field("turn", (players,), 1, "whose turn it is"),
        Field("actor", (players,), 1, "who is to decide now"),
        Field("actions", (1,), ACTIONS_PER_TURN, "actions left in this turn"),
        Field("pushes", (1,), 2, "pushes made in this turn"),
        Field("turns", (1,), TURN_LIMIT, "turns ended"),
        Field("goal", (1,), max(GOALS), "cheeses that win"),
        Field("open_rooms", (ROOMS,), 1, "rooms without a roof, by letter"),
        Field("open", castle, 1, "squares without a roof"),
        Field("floor", (*castle, FACES), 1, "faces that are seen or noted"),
        Field("glimpse", (*castle, FACES), 1, "faces shown by the last action, now covered"),
        Field("spares", (FACES,), 3, "tiles to push in, by face"),
        Field(
            "unseen", (ORDINARY_FACES,), max(COPIES), "with notes: tiles nobody has seen, by face"
        ),
        Field("mice", (players, *castle), 1, "mice of each seat"),
        Field("supply", (players,), MICE_PER_PLAYER, "mice not in the castle"),
        Field("fallen", (players,), MICE_PER_PLAYER, "mice lost"),
        Field("cheeses", (players, CHEESES), 1, "cheeses earned"),
        Field("winner", (players,), 1, "who has won"),
    )
