"""Clients that follow a table in this process, without sockets: what they are sent and show."""

from __future__ import annotations

import json

from house.table_state import Json, TableState, whole_view

from ludotheque.house.table.entries import AnyEntry, Muted
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.moves import LegalMove, apply_step, validate_by_rules
from ludotheque.house.table.room import Room
from ludotheque.house.views.feed import Cursor, Feed


class Follower:
    """A client that applies what it reads; it reads when the test says so."""

    def __init__(
        self, feed: Feed, person: str, language: str = "en", wants_whole_views: bool = False
    ) -> None:
        self.feed = feed
        self.cursor = Cursor(feed, person, language, self._wake, wants_whole_views)
        self.state = TableState()
        self.wakes = 0
        self.raw: list[bytes] = []  # all messages, as received
        self.messages: list[Json] = []  # the same, decoded
        feed.add(self.cursor)

    def _wake(self) -> None:
        self.wakes += 1

    def resume(self, state: TableState) -> None:
        """Go on from the state of a connection that was lost."""
        self.state = state.copy()
        self.cursor.resume(state.number)

    def read(self) -> list[TableState]:
        """Read what is new; returns the states one after the other, one for each step."""
        message, _ = self.cursor.next_message()
        if not message:
            return []
        self.raw.append(message)
        self.messages.append(json.loads(message))
        return [self.state.copy() for _ in self.state.steps(self.messages[-1])]

    def leave(self) -> None:
        """Disconnect."""
        self.feed.remove(self.cursor)


def publish(table: LiveTable, entries: list[AnyEntry]) -> None:
    """Write entries to a table, as one change."""
    room = table.room.fork()
    room.collect_moments()
    for entry in entries:
        room.fold(entry)
    table.room = room
    table.publish(room.take_moments())
    table.publish_to_people({entry.person for entry in entries if isinstance(entry, Muted)})


def publish_move(table: LiveTable, seat: int, text: str, at: int) -> None:
    """Make a move at a table, with the luck after it, as one change."""
    room = table.room.fork()
    room.collect_moments()
    apply_step(room, LegalMove(at, seat, validate_by_rules(room, seat, text)), table.rng())
    table.room = room
    table.publish(room.take_moments())


def fresh_state(room: Room, person: str, language: str) -> TableState:
    """The state of a client that connects now."""
    state = TableState()
    for _ in state.steps(whole_view(room, person, language)):
        pass
    return state
