"""Tables whose house is a script: the page gets exactly the events that a test has written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from house.followers import publish
from house.histories import batches
from house.table_state import merge_lines
from page.browsing import Watched
from playwright.sync_api import WebSocketRoute

from ludotheque.core.options import Options
from ludotheque.core.registry import find
from ludotheque.core.state import LUCK
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import (
    AnyEntry,
    Created,
    Ended,
    Happened,
    Sat,
    SeatPlan,
    Started,
)
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.restore import restore
from ludotheque.house.views.feed import Cursor, feed_of

TABLE = "scripted"
ME = "me"
AT = 10**12  # milliseconds since 1970: the time of everything


class ScriptedHouse:
    """A table on the page of a visitor; they have a seat, bots have the others.

    A seat of -1 is that of a spectator.
    """

    def __init__(
        self, somebody: Watched, game: str, options: Options, language: str = "en", seat: int = 0
    ) -> None:
        self.somebody, self.game = somebody, find(game)
        complete = self.game.resolve_options(options)
        seats = range(self.game.new(complete).seats())
        created = Created(
            at=AT,
            table=TABLE,
            game=game,
            options=complete,
            seats=[SeatPlan("" if one == seat else "greedy") for one in seats],
            public=True,
            host=ME,
            time_control=TimeControl(),
            commitment="c",
            rules=self.game.rules_version,
        )
        self.table = LiveTable(restore([created]), bytes(32))
        seated = [Sat(at=AT, seat=seat, person=ME, name="Robin")] if seat >= 0 else []
        publish(self.table, [*seated, Started(at=AT)])
        feed = feed_of(self.table)
        self.cursor = Cursor(feed, ME, language, lambda: None)
        feed.add(self.cursor)
        self.lines: list[dict[str, Any]] = []  # that the page was sent as news
        self.sockets: list[WebSocketRoute] = []
        somebody.page.route_web_socket(f"**/ws/{TABLE}*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        """The page connects: it gets a whole view."""
        self.sockets.append(socket)
        socket.on_message(lambda message: self._answer(socket, message))
        self.cursor.number = -1
        message, _ = self.cursor.next_message()
        socket.send(message.decode())

    def _answer(self, socket: WebSocketRoute, message: str | bytes) -> None:
        done = {"type": "done", "id": json.loads(message)["id"], "now": AT}
        socket.send(json.dumps(done))

    def open(self) -> None:
        """Open the table on the page."""
        self.somebody.go(f"/table/{TABLE}")
        self.somebody.page.wait_for_selector(".scene .spot")

    def skip(self, entries: list[AnyEntry]) -> None:
        """Write entries before the table is opened."""
        publish(self.table, entries)

    def play(self, *events: str) -> None:
        """Play events and send them as a house does: each move with the luck after it."""
        for batch in batches([self.table.room.created, *entries_of(events)]):
            self.send(batch)

    def send(self, batch: list[AnyEntry]) -> None:
        """Write entries, and send them as one message."""
        publish(self.table, batch)
        message, _ = self.cursor.next_message()
        for step in json.loads(message)["steps"]:
            public = step["public"].get("lines", [])
            self.lines += merge_lines(public, step.get("own", {}).get("lines", []))
        self.sockets[-1].send(message.decode())

    def close(self) -> None:
        """End a game that is over."""
        self.send([Ended(at=AT, seed=bytes(32).hex())])


def entries_of(events: Iterable[str]) -> list[AnyEntry]:
    """Events in notation, a seat or ``-`` for luck before each."""
    found: list[AnyEntry] = []
    for event in events:
        who, _, text = event.partition(" ")
        found.append(Happened(at=AT, who=LUCK if who == "-" else int(who), text=text))
    return found
