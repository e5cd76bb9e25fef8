"""Whether events revealed anything: a move that did can't be taken back."""

from __future__ import annotations

from itertools import chain
from typing import Final

from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import EVERY_SEAT, SPECTATOR, Fact, Move, Seat, State
from ludotheque.core.table import Event, Table

WORLDS_SAMPLED: Final = 16  # per event: a revelation that few worlds show can be missed


def reveals_to_anybody(table: Table, start: int) -> bool:
    """Whether the events from ``start`` on revealed to anybody what they could not know before.

    The answer depends on public knowledge alone, so publishing it reveals nothing. A secret told to
    a seat other than the mover's always counts, known to it or not. What became public is decided
    by `reveals` on WORLDS_SAMPLED worlds, so a rare revelation can be missed.
    """
    if any(_reveals_in_private(event) for event in table.events[start:]):
        return True
    return reveals(table, start, SPECTATOR, SeededRng(len(table.events)))


def reveals(table: Table, start: int, viewer: Seat, rng: Rng) -> bool:
    """Whether the events from ``start`` on revealed to a viewer what it could not know before.

    Luck always does. A move does if what the viewer sees of it is impossible in one of
    WORLDS_SAMPLED worlds imagined for the viewer before it, or in one that the game knows
    (`Game.worlds_against`); True is always right, False may be wrong where few worlds would show
    it and the game knows none.
    """
    past = table.rewound(start)
    for event in table.events[start:]:
        if event.who < 0 or _reveals_one(past, event, viewer, rng):
            return True
        past.submit(event.who, event.text)
    return False


def _reveals_one(past: Table, event: Event, viewer: Seat, rng: Rng) -> bool:
    move = past.game.parse(past.state, event.text)
    truth = _observed(past.state, event.who, move, viewer)
    sampled = (past.state.imagine(viewer, rng) for _ in range(WORLDS_SAMPLED))
    for world in chain(past.game.worlds_against(past.state, event.who, move, viewer), sampled):
        moves = [move] if _knows_move(event, viewer) else world.legal_moves(event.who)
        legal = (each for each in moves if world.is_legal(event.who, each))
        if all(_observed(world, event.who, each, viewer) != truth for each in legal):
            return True
    return False


def _observed(state: State, who: Seat, move: Move, viewer: Seat) -> tuple[object, list[Fact]]:
    """What a viewer observes after a move, and the facts as it learns them."""
    after, facts = state.clone(), list[Fact]()
    after.apply(who, move, facts)
    return after.observe(viewer), [fact.told_to(viewer) for fact in facts]


def _knows_move(event: Event, viewer: Seat) -> bool:
    """Whether a viewer knows which move it was."""
    return event.who == viewer or all(
        fact.told_to(viewer).secret == fact.secret for fact in event.facts
    )


def _reveals_in_private(event: Event) -> bool:
    """Whether anybody other than the mover was told a secret."""
    return any(
        fact.secret and fact.seen_by != EVERY_SEAT and fact.seen_by & ~(1 << event.who)
        for fact in event.facts
        if event.who >= 0
    )
