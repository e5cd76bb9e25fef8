"""The feed of a table: what has changed, for everybody who watches it.

For each language in use a `Stream` has the last steps. A recipient has a `Cursor`: it remembers the
number of the last step it was sent. What it is sent next is joined from encoded steps, or is a
whole view if it is far behind.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.house.table.entries import Happened, Said
from ludotheque.house.views.messages import Spectators, You
from ludotheque.house.views.stream import NEVER, Stream
from ludotheque.house.views.table_view import you

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.moments import Moment
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
FAN_OUT_PORTION: Final = 200  # spectators who are written to before anything else has its turn
NO_SEAT: Final = -1
_encode = msgspec.json.Encoder().encode


class Cursor:
    """The position of one recipient in the feed of a table."""

    def __init__(
        self,
        feed: Feed,
        person: str,
        language: str,
        wake: Callable[[], None],
        wants_whole_views: bool = False,
    ) -> None:
        self.feed = feed
        self.person = person  # their id; "" without a token
        self.language = language
        self.wake = wake  # called when there is something new
        self.wants_whole_views = wants_whole_views
        self.unheard: frozenset[str] = frozenset()  # whom the person has muted at every table
        self.seat = NO_SEAT
        self.number = -1  # of the last step that was sent; -1: a whole view is due
        self.seating = -1  # `Feed.seating` when ``who`` was sent
        self.who: You | None = None  # as it was sent
        self.own_due = False  # the own view must be sent as a whole
        self.spectators = -1  # the number that was sent
        self.events = 0  # of the game, as of the last whole view

    def resume(self, number: int) -> None:
        """The recipient has everything up to a number of this epoch, but perhaps not its own."""
        room = self.feed.table.room
        remembers = room.game.memory is not None and room.status == "playing"
        is_reseated = self.feed.reseated.get(self.person, -1) > number
        if remembers or is_reseated or self.wants_whole_views:  # what fades is not shown again
            return
        self.number, self.own_due = number, self.seat >= 0

    def set_unheard(self, people: frozenset[str]) -> None:
        """The person has muted some people at every table, and nobody else."""
        if people != self.unheard:
            self.unheard, self.seating = people, -1
            if self.number >= 0:
                self.wake()

    def is_behind(self) -> bool:
        """Whether there may be something to send."""
        stream = self.feed.streams.get(self.language)
        current = stream is not None and stream.number == self.number
        return not current or self.own_due or self.seating != self.feed.seating

    def next_message(self, done: int | None = None) -> tuple[bytes, bool]:
        """What is new since the last message, b"" for nothing; and whether it has ``done``."""
        stream = self.feed.stream(self.language)
        if done is None and not self.is_behind():
            return b"", False
        change = None
        if self.number >= 0 and not self.wants_whole_views:
            # An own view as a whole needs no steps to it, which may be missing.
            seat = NO_SEAT if self.own_due else self.seat
            change = stream.change_message(seat, self.number)
        if change is None:
            return self._whole_view(stream), False
        has_news = self.number != stream.number or self.own_due
        self.number = stream.number
        tail = self._tail(stream)
        if not has_news and not tail:
            return b"", False
        if done is not None:
            tail += b',"done":%d' % done
        return change + tail + b"}", done is not None

    def _whole_view(self, stream: Stream) -> bytes:
        """A whole view. One that follows another also tells what fades and happened since."""
        feed, room = self.feed, self.feed.table.room
        fading_since = self.events if self.number >= 0 and self.wants_whole_views else NEVER
        self.events = 0 if room.table is None else len(room.table.events)
        self.number, self.seating, self.own_due = stream.number, feed.seating, False
        self.who, self.spectators = you(room, self.person, self.unheard), feed.spectator_count
        return stream.view_message(room, self.seat, self.who, self.spectators, fading_since)

    def spectators_message(self) -> bytes:
        """The number of spectators, b"" if it was sent already."""
        count = self.feed.spectator_count
        if self.spectators == count:
            return b""
        self.spectators = count
        return _encode(Spectators(count))

    def _tail(self, stream: Stream) -> bytes:
        """What a change has in addition to its steps."""
        tail, feed, room = b"", self.feed, self.feed.table.room
        if self.seating != feed.seating:
            who, self.seating = you(room, self.person, self.unheard), feed.seating
            if who != self.who:
                self.who = who
                tail += b',"you":' + _encode(who)
        if self.own_due:
            self.own_due = False
            tail += b',"own":' + stream.own_part(room, self.seat)
        return tail


class Feed:
    """What has changed at a live table, for all its recipients."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.streams: dict[str, Stream] = {}  # by language
        self.players: dict[Cursor, None] = {}
        self.spectators: dict[Cursor, None] = {}
        self.seating = 0  # changes when `messages.You` of somebody may have changed
        self.spectator_count = table.total_spectators  # as recipients were told
        self.reseated: dict[str, int] = {}  # by person: the number when their seat changed
        self._seats = _seats_of(table.room)
        self._author_count = len(table.room.authors)
        self._audience: Counter[tuple[str, int]] = Counter()  # by language and seat
        self._fan_out_task: asyncio.Task[None] | None = None
        self._fan_out_due = False

    # recipients

    def add(self, cursor: Cursor) -> None:
        """Feed a recipient from now on."""
        seat = self.table.room.seat_of(cursor.person)
        self._place(cursor, NO_SEAT if seat is None else seat)

    def _place(self, cursor: Cursor, seat: int) -> None:
        cursor.seat = seat
        (self.spectators if seat < 0 else self.players)[cursor] = None
        self._audience[cursor.language, seat] += 1

    def remove(self, cursor: Cursor) -> None:
        """Stop feeding a recipient."""
        self.players.pop(cursor, None)
        self.spectators.pop(cursor, None)
        key = cursor.language, cursor.seat
        self._audience[key] -= 1
        if not self._audience[key]:
            del self._audience[key]
        if not any(language == cursor.language for language, _ in self._audience):
            self.streams.pop(cursor.language, None)

    def set_language(self, cursor: Cursor, language: str) -> None:
        """Feed a recipient in another language, beginning with a whole view."""
        self.remove(cursor)
        cursor.language, cursor.number = language, -1
        self._place(cursor, cursor.seat)

    def stream(self, language: str) -> Stream:
        """The stream of a language; it begins when it is first asked for."""
        stream = self.streams.get(language)
        if stream is None:
            stream = self.streams[language] = Stream(self.table.room, language)
        return stream

    # changes

    def on_entries(self, moments: Sequence[Moment]) -> None:
        """The table has new public entries; without moments, there was no time to collect them."""
        room = self.table.room
        if not moments:
            self.streams.clear()
        if not moments or any(not isinstance(moment.entry, Happened | Said) for moment in moments):
            self._reseat(room)
        if len(room.authors) != self._author_count:  # somebody may have muted the new author
            self._author_count = len(room.authors)
            self.seating += 1
        for stream in [*self.streams.values()]:
            self._advance(room, moments, stream)
        self._wake_all()

    def _advance(self, room: Room, moments: Sequence[Moment], stream: Stream) -> None:
        """Make the steps of a stream; after a fault its recipients get a whole view instead."""
        language = stream.language
        seats = [seat for at, seat in self._audience if at == language and seat >= 0]
        try:
            stream.advance(room, moments, seats)
        except Exception:
            log.exception("the changes of a table could not be made")
            del self.streams[language]

    def _reseat(self, room: Room) -> None:
        """Somebody may have sat down or left: who changes seats gets a whole view."""
        self.seating += 1
        before, seats = self._seats, _seats_of(room)
        self._seats = seats
        for person in before.keys() | seats.keys():
            if before.get(person) != seats.get(person):
                self.reseated[person] = room.public_number()
        for cursor in (*self.players, *self.spectators):
            seat = seats.get(cursor.person, NO_SEAT)
            if seat != cursor.seat:
                self.remove(cursor)
                cursor.number = -1
                self._place(cursor, seat)

    def on_people(self, person_ids: set[str]) -> None:
        """Something has changed for some people only: a reminder is due, or they muted somebody."""
        for cursor in [*self.players, *self.spectators]:
            if cursor.person in person_ids:
                cursor.seating = -1
                stream = self.streams.get(cursor.language)
                if cursor.seat >= 0 and stream is not None:
                    stream.refresh_own(self.table.room, cursor.seat)
                    cursor.own_due = True
                cursor.wake()

    def on_spectators(self) -> None:
        """The number of spectators has changed."""
        if self.spectator_count != self.table.total_spectators:
            self.spectator_count = self.table.total_spectators
            self._wake_all()

    def on_broken(self) -> None:
        """The table is broken: every recipient finds out."""
        self._wake_all()

    # waking

    def _wake_all(self) -> None:
        """Wake the players, then the spectators; a crowd in portions, with others in between."""
        for cursor in [*self.players]:
            cursor.wake()
        if len(self.spectators) <= FAN_OUT_PORTION:
            for cursor in [*self.spectators]:
                cursor.wake()
            return
        self._fan_out_due = True
        if self._fan_out_task is None:
            self._fan_out_task = asyncio.get_running_loop().create_task(self._fan_out())

    async def _fan_out(self) -> None:
        try:
            while self._fan_out_due:
                self._fan_out_due = False
                crowd = [*self.spectators]
                for start in range(0, len(crowd), FAN_OUT_PORTION):
                    for cursor in crowd[start : start + FAN_OUT_PORTION]:
                        cursor.wake()
                    await asyncio.sleep(0)
        finally:
            self._fan_out_task = None


def _seats_of(room: Room) -> dict[str, int]:
    """The seats of people."""
    return {chair.person: seat for seat, chair in enumerate(room.chairs) if chair.person}


def feed_of(table: LiveTable) -> Feed:
    """The feed of a table."""
    if not isinstance(table.observer, Feed):
        table.observer = Feed(table)
    return table.observer
