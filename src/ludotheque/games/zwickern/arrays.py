"""Zwickern: what a seat sees, in numbers; `steps` says how its moves are numbered.

Cards are numbered as in `data`: 4 * rank + mark for 2 to 10, 1/11, 2/12, 3/13 and 4/14, then the
big cards. Sides are counted from the viewer's own, too. Heaps lie face down (ZW-6): which cards
they hold must be remembered.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.observation import Observation
from ludotheque.core.state import State
from ludotheque.games.zwickern import moves
from ludotheque.games.zwickern import steps as move_steps
from ludotheque.games.zwickern.data import ALL_CLAWS, CARDS, DEALS, FIRST_HAND, MAX_VALUE, ROUNDS
from ludotheque.games.zwickern.notation import MAX_PILE_VALUE
from ludotheque.games.zwickern.observation import HIDDEN, LOOSE, Private, Public
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.presentation.arrays import (
    Array,
    Arrays,
    Field,
    ObservationArrays,
    Steps,
    relative_seat,
    rotate_to,
)

MAX_POINTS: Final = 10000  # or penalties: no game has as many
STEPS_OF_BUILD: Final = 3  # a capture has two, and at most two more for each card taken


class ZwickernArrays(Arrays):
    """The arrays and steps of a game with certain options."""

    numbering = move_steps.NUMBERING
    actions = move_steps.STEP_COUNT
    outcomes = 2 * CARDS

    def __init__(self, players: int, max_events: int) -> None:
        self.players = players
        self.sides = 2 if players == 4 else players
        self.max_steps_per_game = STEPS_OF_BUILD * max_events + 2 * CARDS * DEALS[players - 3]
        self.fields = fields(players, self.sides)

    # what a seat sees

    def encode(
        self, observation: Observation[Public, Private], viewer: int, steps: Steps = ()
    ) -> ObservationArrays:
        public, private = observation
        seen = self.blank()
        _write_steps(steps, seen["chosen"])
        self._write_turn(public, viewer, seen)
        self._write_items(public, viewer, seen)
        self._write_players(public, private, viewer, seen)
        sides = rotate_to(max(viewer, 0) % self.sides, public.sides)
        seen["zwicks"][:] = [side.open_zwicks for side in sides]
        seen["tallies"][:] = [side.tally for side in sides]
        return seen

    def _write_turn(self, public: Public, viewer: int, seen: ObservationArrays) -> None:
        seen["phase"][public.phase] = 1
        seen["deal"][:] = public.deal
        seen["round"][:] = public.round
        seen["turn"][relative_seat(viewer, public.seat, self.players)] = 1
        if public.last_taker >= 0:
            seen["last_taker"][relative_seat(viewer, public.last_taker, self.players)] = 1
        seen["pack"][:] = public.pack

    def _write_items(self, public: Public, viewer: int, seen: ObservationArrays) -> None:
        for item in public.items:
            seen["under"][list(item.cards)] = 1 + item.top
            if item.value == LOOSE:
                seen["loose"][item.top] = 1
                continue
            seen["piles"][item.top] = item.value
            seen["builders"][relative_seat(viewer, item.builder, self.players), item.top] = 1
            seen["fresh"][item.top] = item.is_fresh

    def _write_players(
        self, public: Public, private: Private, viewer: int, seen: ObservationArrays
    ) -> None:
        seen["hand"][list(private.hand)] = 1
        for seat, player in enumerate(rotate_to(viewer, public.players)):
            seen["scores"][seat] = player.score
            seen["hand_sizes"][seat] = player.hand_size
            seen["heap_sizes"][seat] = player.heap_size
            if player.heap_claws != HIDDEN:
                seen["heap_claws"][seat] = player.heap_claws
            seen["promises"][seat, list(player.promises)] = 1

    # what a seat does

    def legal_steps(self, state: State, seat: int, steps: Steps = ()) -> list[int]:
        return move_steps.legal_steps(_zwickern(state), seat, steps)

    def decode_move(self, state: State, seat: int, steps: Steps) -> int | None:
        del seat
        return move_steps.move_of(_zwickern(state), steps)

    def encode_move(self, state: State, seat: int, move: int) -> tuple[int, ...]:
        del seat
        return move_steps.steps_of(_zwickern(state), move)

    # what luck does

    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        del steps
        return [(_outcome_number(_zwickern(state), move), weight) for move, weight in state.luck()]

    def decode_luck(self, state: State, steps: Steps) -> int | None:
        del state
        if not steps:
            return None
        is_open, card = divmod(steps[0], CARDS)
        return int(moves.card_move(moves.OPEN if is_open else moves.DEAL, card))


def _outcome_number(state: Zwickern, move: int) -> int:
    """An outcome of luck: the cards dealt come first, then those laid on the table."""
    outcome = moves.decode(move, state.config.deck)
    return outcome.card if isinstance(outcome, moves.Deal) else CARDS + outcome.card


def _zwickern(state: State) -> Zwickern:
    assert isinstance(state, Zwickern), "a state of another game"
    return state


def _write_steps(steps: Steps, chosen: Array) -> None:
    """Mark the steps taken; the items of groups that are whole count 2."""
    items = chosen[move_steps.ITEM : move_steps.WAY]
    for step in steps:
        if step == move_steps.NEXT:
            items *= 2
            items.clip(max=2, out=items)
        chosen[step] = 1


def fields(players: int, sides: int) -> tuple[Field, ...]:
    """The arrays of an observation, with ``players`` and ``sides``."""
    value = "value of the pile with that top card, which may be 0"
    claws = "claws captured in this deal, if heaps are open"
    tallies = f"most cards, Zwicks, claws, penalties; at most {ALL_CLAWS} claws a deal"
    chosen = "steps of this move; 2 for items of groups already whole"
    return (
        Field("phase", (moves.OVER + 1,), 1, "deal, open, play, over"),
        Field("deal", (1,), max(DEALS), "deals ended"),
        Field("round", (1,), max(ROUNDS), "rounds of this deal ended"),
        Field("turn", (players,), 1, "the seat that plays, or gets cards"),
        Field("loose", (CARDS,), 1, "loose cards on the table"),
        Field("piles", (CARDS,), MAX_PILE_VALUE, value),
        Field("builders", (players, CARDS), 1, "the last builder of the pile with that top card"),
        Field("under", (CARDS,), CARDS, "1 + the top card of the item a card lies in"),
        Field("fresh", (CARDS,), 1, "piles that got a card this round"),
        Field("hand", (CARDS,), 1, "the viewer's cards"),
        Field("hand_sizes", (players,), FIRST_HAND, "cards in each hand"),
        Field("heap_sizes", (players,), CARDS, "cards captured in this deal"),
        Field("heap_claws", (players,), ALL_CLAWS, claws),
        Field("zwicks", (sides,), CARDS, "open Zwicks of each side"),
        Field("last_taker", (players,), 1, "the seat that captured last in this deal"),
        Field("promises", (players, MAX_VALUE + 1), 1, "values held after strict builds"),
        Field("pack", (1,), CARDS, "cards not dealt"),
        Field("tallies", (sides, 4), MAX_POINTS, tallies, low=-MAX_POINTS),
        Field("scores", (players,), MAX_POINTS, "points so far", low=-MAX_POINTS),
        Field("chosen", (move_steps.STEP_COUNT,), 2, chosen),
    )
