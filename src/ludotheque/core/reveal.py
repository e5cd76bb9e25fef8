"""Whether something was revealed: what decides if a move can be taken back."""

from __future__ import annotations

from typing import Final

from ludotheque.core.dice import Dice
from ludotheque.core.game import Event
from ludotheque.core.record import Record, of_table, replay
from ludotheque.core.state import Seat
from ludotheque.core.table import Table

WORLDS: Final = 16  # imagined to find out whether a move of another gave something away


def shortened(table: Table, events: int) -> Record:
    """The record of a table's first events."""
    record = of_table(table)
    return Record(record.game, record.options, record.events[:events])


def reveals(table: Table, start: int, viewer: Seat, dice: Dice) -> bool:
    """Whether the events from ``start`` on told a viewer something it could not know before.

    Luck always does. A move of another does if it is impossible in some imagined world.
    """
    past = replay(shortened(table, start))
    for event in table.events[start:]:
        if _gives_away(past, event, viewer, dice):
            return True
        past.submit(event.who, event.text)
    return False


def _gives_away(past: Table, event: Event, viewer: Seat, dice: Dice) -> bool:
    if event.who == viewer:
        return False
    if event.who < 0:
        return True
    move = past.game.parse(past.state, event.text)
    worlds = [past.state.imagine(viewer, dice) for _ in range(WORLDS)]
    return not all(world.is_legal(event.who, move) for world in worlds)
