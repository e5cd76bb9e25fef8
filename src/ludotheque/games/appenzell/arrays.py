"""Appenzell: what a seat sees and does, in numbers.

Faces are as in `data`: seven cheeses, blank, trap, passage, cat, works, sock. With strict memory
nothing shows what lies under a roof: a program must remember what it saw.
"""

from __future__ import annotations

from ludotheque.core.observation import Observation
from ludotheque.games.appenzell import data, moves
from ludotheque.games.appenzell.observation import Castle, Public
from ludotheque.presentation.arrays import (
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
        StepRange(moves.RUN, "run", "49 * from + to, a square being 7 * row + column"),
        StepRange(moves.UNCOVER, "uncover", "room, by letter"),
        StepRange(moves.ENTER, "enter", "tower: north-west, north-east, south-west, south-east"),
        StepRange(
            moves.PUSH, "push", "12 * face + end: 3 * edge (top, right, bottom, left) + line"
        ),
        StepRange(moves.DONE, "done", "end the turn"),
        StepRange(moves.PLACE, "mouse", "tower where the first mouse goes"),
        StepRange(moves.GIVE, "give", "cheese given back"),
        StepRange(moves.FLEE, "flee", "square"),
    )
    actions = moves.FIRST
    outcomes = moves.OUT + data.ORDINARY_FACES - moves.FIRST

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
        for index, player in enumerate(rotate_to(viewer, public.players)):
            seen["supply"][index] = player.supply
            seen["fallen"][index] = player.fallen
            seen["cheeses"][index, list(player.cheeses)] = 1
            for square in player.mice:
                seen["mice"][index, *divmod(square, data.SIZE)] = 1


def _write_castle(castle: Castle, seen: ObservationArrays) -> None:
    seen["open_rooms"][list(castle.open_rooms)] = 1
    for square, face in enumerate(castle.floor):
        cell = divmod(square, data.SIZE)
        seen["open"][cell] = castle.is_open(square)
        if face != data.NONE:
            seen["floor"][*cell, face] = 1
    for square, face in castle.glimpse:
        seen["glimpse"][*divmod(square, data.SIZE), face] = 1


def fields(players: int) -> tuple[Field, ...]:
    """The arrays of a game for ``players``."""
    castle = (data.SIZE, data.SIZE)
    phases = "who begins, spare, place, act, reveal, pushed out, give, flee, over"
    unseen = "with notes: tiles nobody has seen, by face"
    return (
        Field("phase", (moves.OVER + 1,), 1, phases),
        Field("turn", (players,), 1, "whose turn it is"),
        Field("actor", (players,), 1, "who has to decide now"),
        Field("actions", (1,), data.ACTIONS_PER_TURN, "actions left in this turn"),
        Field("pushes", (1,), 2, "pushes made in this turn"),
        Field("turns", (1,), data.TURN_LIMIT, "turns ended"),
        Field("goal", (1,), max(data.GOALS), "cheeses that win"),
        Field("open_rooms", (data.ROOMS,), 1, "rooms without a roof, by letter"),
        Field("open", castle, 1, "squares without a roof"),
        Field("floor", (*castle, data.FACES), 1, "faces that are seen or noted"),
        Field("glimpse", (*castle, data.FACES), 1, "faces shown by the last action, now covered"),
        Field("spares", (data.FACES,), 3, "tiles to push in, by face"),
        Field("unseen", (data.ORDINARY_FACES,), max(data.COPIES), unseen),
        Field("mice", (players, *castle), 1, "mice of each seat"),
        Field("supply", (players,), data.MICE_PER_PLAYER, "mice not in the castle"),
        Field("fallen", (players,), data.MICE_PER_PLAYER, "mice lost"),
        Field("cheeses", (players, data.CHEESES), 1, "cheeses earned"),
        Field("winner", (players,), 1, "who has won"),
    )
