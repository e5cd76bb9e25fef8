"""Appenzell castle: what a seat sees and does, in numbers.

Faces are as in `data`: seven cheeses, blank, trap, passage, cat, works, sock. With strict memory
nothing tells what lies under a roof: a program must remember what it saw.
"""

from __future__ import annotations

from ludotheque.games.appenzell.data import (
    CHEESES,
    COPIES,
    FACES,
    GOALS,
    MICE,
    ORDINARY,
    ROOMS,
    SIDE,
    SQUARES,
    TURNS,
)
from ludotheque.games.appenzell.rules import (
    ACTIONS,
    DONE,
    ENTER,
    FIRST,
    FLEE,
    GIVE,
    MOUSE,
    OUT,
    OVER,
    PUSH,
    RUN,
    UNCOVER,
)
from ludotheque.games.appenzell.rules_seen import View
from ludotheque.presentation.arrays import (
    Array,
    Field,
    Observation,
    PlainArrays,
    Steps,
    relative_seat,
    rotate_to,
)


class AppenzellArrays(PlainArrays):
    """Every move is one number, as in the rules."""

    numbering = (
        (RUN, "run", "49 * from + to, a square being 7 * row + column"),
        (UNCOVER, "uncover", "room, by letter"),
        (ENTER, "enter", "tower: north-west, north-east, south-west, south-east"),
        (PUSH, "push", "12 * face + end: 3 * side (top, right, bottom, left) + line"),
        (DONE, "done", "end the turn"),
        (MOUSE, "mouse", "tower where the first mouse goes"),
        (GIVE, "give", "cheese given back"),
        (FLEE, "flee", "square"),
    )
    actions = FIRST
    outcomes = OUT + ORDINARY - FIRST

    def observe(self, view: object, viewer: int, steps: Steps = ()) -> Observation:
        del steps
        assert isinstance(view, View), "a view of another game"
        seen = self.blank()
        self._tell_turn(view, viewer, seen)
        self._tell_seats(view, viewer, seen)
        for square in range(SQUARES):
            place = divmod(square, SIDE)
            if view.floor[square] >= 0:
                seen["floor"][*place, view.floor[square]] = 1
            seen["open"][place] = _room(view, square) in view.open_rooms
        for square, face in view.glimpse:
            seen["glimpse"][*divmod(square, SIDE), face] = 1
        for face in view.spares:
            seen["spares"][face] += 1
        seen["unseen"][: len(view.unseen)] = view.unseen
        return seen

    def _tell_turn(self, view: View, viewer: int, seen: Observation) -> None:
        seen["phase"][view.phase] = 1
        for name, seat in (("turn", view.seat), ("actor", view.actor), ("winner", view.winner)):
            if seat >= 0:
                seen[name][relative_seat(viewer, seat, self.players)] = 1
        seen["actions"][:] = view.actions
        seen["pushes"][:] = view.pushes
        seen["turns"][:] = view.turns
        seen["goal"][:] = view.goal
        _mark(seen["open_rooms"], view.open_rooms)

    def _tell_seats(self, view: View, viewer: int, seen: Observation) -> None:
        seen["supply"][:] = rotate_to(viewer, view.supply)
        seen["fallen"][:] = rotate_to(viewer, view.fallen)
        for seat in range(self.players):
            for square in rotate_to(viewer, view.mice)[seat]:
                seen["mice"][seat, *divmod(square, SIDE)] = 1
            _mark(seen["cheeses"][seat], rotate_to(viewer, view.cheeses)[seat])


def _mark(places: Array, members: tuple[int, ...]) -> None:
    for member in members:
        places[member] = 1


def _room(view: View, square: int) -> int:
    """The room of a square, from 0; below 0 for a tower."""
    return ord(view.plan[square]) - ord("A")


def fields(players: int) -> tuple[Field, ...]:
    """What there is to see with so many players."""
    castle = (SIDE, SIDE)
    phases = "who begins, spare, place, act, reveal, pushed out, give, flee, over"
    return (
        Field("phase", (OVER + 1,), 1, phases),
        Field("turn", (players,), 1, "whose turn it is"),
        Field("actor", (players,), 1, "who is to decide now"),
        Field("actions", (1,), ACTIONS, "actions left in this turn"),
        Field("pushes", (1,), 2, "pushes made in this turn"),
        Field("turns", (1,), TURNS, "turns ended"),
        Field("goal", (1,), max(GOALS), "cheeses that win"),
        Field("open_rooms", (ROOMS,), 1, "rooms without a roof, by letter"),
        Field("open", castle, 1, "squares without a roof"),
        Field("floor", (*castle, FACES), 1, "faces that are seen or noted"),
        Field("glimpse", (*castle, FACES), 1, "faces shown by the last action, now covered"),
        Field("spares", (FACES,), 3, "tiles to push in, by face"),
        Field("unseen", (ORDINARY,), max(COPIES), "with notes: tiles nobody has seen, by face"),
        Field("mice", (players, *castle), 1, "mice of each seat"),
        Field("supply", (players,), MICE, "mice not in the castle"),
        Field("fallen", (players,), MICE, "mice lost"),
        Field("cheeses", (players, CHEESES), 1, "cheeses earned"),
        Field("winner", (players,), 1, "who has won"),
    )
