"""Whether something was revealed: what decides if a move can be taken back."""

from __future__ import annotations

from typing import Final

from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import EVERYONE, SPECTATOR, Fact, Move, Seat, State
from ludotheque.core.table import Event, Table

WORLDS: Final = 16  # imagined to find out whether an event gave something away


def reveals_to_anybody(table: Table, start: int) -> bool:
    """Whether the events from ``start`` on told anybody something he could not know before.

    The answer hangs on what everybody may know and on nothing else, so it may be told to all: who
    is told no learns nothing of what others hold. Where all could only guess it is yes.
    """
    if any(_tells_in_private(event) for event in table.events[start:]):
        return True
    return reveals(table, start, SPECTATOR, SeededRng(len(table.events)))


def reveals(table: Table, start: int, viewer: Seat, rng: Rng) -> bool:
    """Whether the events from ``start`` on told a viewer something it could not know before.

    Luck always does. A move does if what the viewer sees of it is impossible in some world that
    the viewer could have imagined before it.
    """
    past = table.rewound(start)
    for event in table.events[start:]:
        if event.who < 0 or _gives_away(past, event, viewer, rng):
            return True
        past.submit(event.who, event.text)
    return False


def _gives_away(past: Table, event: Event, viewer: Seat, rng: Rng) -> bool:
    move = past.game.parse(past.state, event.text)
    truth = _look(past.state, event.who, move, viewer)
    for _ in range(WORLDS):
        world = past.state.imagine(viewer, rng)
        moves = [move] if _sees(event, viewer) else world.legal_moves(event.who)
        legal = (each for each in moves if world.is_legal(event.who, each))
        if all(_look(world, event.who, each, viewer) != truth for each in legal):
            return True
    return False


def _look(state: State, who: Seat, move: Move, viewer: Seat) -> tuple[object, list[Fact]]:
    """What a viewer sees after a move, and is told of it."""
    after, facts = state.clone(), list[Fact]()
    after.apply(who, move, facts)
    return after.observe(viewer), [fact.told_to(viewer) for fact in facts]


def _sees(event: Event, viewer: Seat) -> bool:
    """Whether a viewer knows which move it was."""
    return event.who == viewer or all(
        fact.told_to(viewer).secret == fact.secret for fact in event.facts
    )


def _tells_in_private(event: Event) -> bool:
    """Whether somebody other than who moved was told a secret."""
    return any(
        fact.secret and fact.seen_by != EVERYONE and fact.seen_by & ~(1 << event.who)
        for fact in event.facts
        if event.who >= 0
    )
