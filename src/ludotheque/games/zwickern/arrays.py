"""Zwickern: what a seat sees, in numbers; `steps` says how its moves are numbered.

Cards are numbered as in `data`: 4 * rank + mark for 2 to 10, 1/11, 2/12, 3/13 and 4/14, then the
big cards. Sides are counted from the viewer's own, too. Heaps lie face down (ZW-6): which cards
they hold is for memory.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.state import State
from ludotheque.games.zwickern.data import (
    ALL_CLAWS,
    CARDS,
    DEALS,
    FIRST_HAND,
    ROUNDS,
)
from ludotheque.games.zwickern.notation import HIGHEST
from ludotheque.games.zwickern.rules import OVER, View, Zwickern
from ludotheque.games.zwickern.rules_moves import DEAL, KIND_BITS, KIND_MASK
from ludotheque.games.zwickern.rules_table import LOOSE
from ludotheque.games.zwickern.steps import (
    COUNT,
    ITEM,
    NEXT,
    NUMBERING,
    WAY,
    legal_steps,
    move_of,
    steps_of,
)
from ludotheque.presentation.arrays import (
    Array,
    Arrays,
    Field,
    Observation,
    Steps,
    relative_seat,
    rotate_to,
)

VALUES: Final = 32  # that a strict build may promise
MOST: Final = 10000  # points or penalties: no game has so many
LONGEST_BUILD: Final = 3  # steps; a capture has two, and at most two more for each card taken


class ZwickernArrays(Arrays):
    """The arrays and steps for some options."""

    numbering = NUMBERING
    actions = COUNT
    outcomes = 2 * CARDS

    def __init__(self, players: int, max_events: int) -> None:
        self.players = players
        self.sides = 2 if players == 4 else players
        self.most_steps = LONGEST_BUILD * max_events + 2 * CARDS * DEALS[players - 3]
        self.fields = fields(players, self.sides)

    # what a seat sees

    def observe(self, view: object, viewer: int, steps: Steps = ()) -> Observation:
        assert isinstance(view, View), "a view of another game"
        seen = self.blank()
        _tell_steps(steps, seen["chosen"])
        self._tell_turn(view, viewer, seen)
        self._tell_table(view, viewer, seen)
        self._tell_hands(view, viewer, seen)
        seen["zwicks"][:] = self._rotated_sides(viewer, view.zwicks)
        seen["tallies"][:] = self._rotated_sides(viewer, view.tallies)
        seen["scores"][:] = rotate_to(viewer, view.scores)
        return seen

    def _rotated_sides(self, viewer: int, by_side: tuple[object, ...]) -> list[object]:
        return rotate_to(max(viewer, 0) % self.sides, by_side)

    def _tell_turn(self, view: View, viewer: int, seen: Observation) -> None:
        seen["phase"][view.phase] = 1
        seen["deal"][:] = view.deal
        seen["round"][:] = view.round
        seen["turn"][relative_seat(viewer, view.seat, self.players)] = 1
        if view.last_taker >= 0:
            seen["last_taker"][relative_seat(viewer, view.last_taker, self.players)] = 1
        seen["pack"][:] = view.pack

    def _tell_table(self, view: View, viewer: int, seen: Observation) -> None:
        for top, value, builder, cards in view.items:
            seen["under"][list(cards)] = 1 + top
            if builder != LOOSE:
                seen["piles"][top] = value
                seen["builders"][relative_seat(viewer, builder, self.players), top] = 1
            else:
                seen["loose"][top] = 1
        seen["fresh"][list(view.fresh)] = 1

    def _tell_hands(self, view: View, viewer: int, seen: Observation) -> None:
        seen["hand"][list(view.hand)] = 1
        seen["hand_sizes"][:] = rotate_to(viewer, view.hand_sizes)
        seen["heap_sizes"][:] = rotate_to(viewer, view.heap_sizes)
        if view.heap_claws:
            seen["heap_claws"][:] = rotate_to(viewer, view.heap_claws)
        for seat in range(self.players):
            seen["promises"][seat, list(rotate_to(viewer, view.promises)[seat])] = 1

    # what a seat does

    def legal_steps(self, state: State, seat: int, steps: Steps = ()) -> list[int]:
        return legal_steps(_game(state), seat, steps)

    def move(self, state: State, seat: int, steps: Steps) -> int | None:
        del seat
        return move_of(steps, _game(state))

    def steps(self, state: State, seat: int, move: int) -> tuple[int, ...]:
        del seat
        return steps_of(_game(state), move)

    # what luck does

    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        del steps
        kinds = [(move & KIND_MASK, move >> KIND_BITS, weight) for move, weight in state.luck()]
        return [(CARDS * (kind - DEAL) + card, weight) for kind, card, weight in kinds]

    def outcome(self, state: State, steps: Steps) -> int | None:
        del state
        return steps[0] % CARDS << KIND_BITS | DEAL + steps[0] // CARDS if steps else None


def _game(state: State) -> Zwickern:
    assert isinstance(state, Zwickern), "a state of another game"
    return state


def _tell_steps(steps: Steps, chosen: Array) -> None:
    """Mark the steps taken; the items of groups that are whole count 2."""
    for step in steps:
        if step == NEXT:
            chosen[ITEM:WAY] *= 2
            chosen[ITEM:WAY].clip(max=2, out=chosen[ITEM:WAY])
        chosen[step] = 1


def fields(players: int, sides: int) -> tuple[Field, ...]:
    """What there is to see with so many players."""
    tally = "most cards, Zwicks, claws, penalties"
    return (
        Field("phase", (OVER + 1,), 1, "deal, open, play, over"),
        Field("deal", (1,), max(DEALS), "deals ended"),
        Field("round", (1,), max(ROUNDS), "rounds of this deal ended"),
        Field("turn", (players,), 1, "who plays, or gets cards"),
        Field("loose", (CARDS,), 1, "loose cards on the table"),
        Field("piles", (CARDS,), HIGHEST, "value of the pile with that top card, which may be 0"),
        Field("builders", (players, CARDS), 1, "who built last on the pile with that top card"),
        Field("under", (CARDS,), CARDS, "1 + the top card of the item a card lies in"),
        Field("fresh", (CARDS,), 1, "piles that got a card this round"),
        Field("hand", (CARDS,), 1, "the viewer's cards"),
        Field("hand_sizes", (players,), FIRST_HAND, "cards in each hand"),
        Field("heap_sizes", (players,), CARDS, "cards captured in this deal"),
        Field(
            "heap_claws", (players,), ALL_CLAWS, "claws captured in this deal, if heaps are open"
        ),
        Field("zwicks", (sides,), CARDS, "open Zwicks of each side"),
        Field("last_taker", (players,), 1, "who captured last in this deal"),
        Field("promises", (players, VALUES), 1, "values held after strict builds"),
        Field("pack", (1,), CARDS, "cards not dealt"),
        Field("tallies", (sides, 4), MOST, f"{tally}; at most {ALL_CLAWS} claws a deal", low=-MOST),
        Field("scores", (players,), MOST, "points so far", low=-MOST),
        Field("chosen", (COUNT,), 2, "steps of this move; 2 for items of groups already whole"),
    )
