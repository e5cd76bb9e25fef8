"""The feed of a table: what has changed, made and encoded once for all who watch.

For each language in use a `Stream` has the steps since a while ago: one for each public entry of
the log, with a part that everybody gets and a part for each seat. A recipient remembers the number
it has; what it is sent next is joined from encoded steps, or a whole view if it is far behind.

Secrecy: the public part is made from `State.public` alone, a seat's own part from a world imagined
for that seat. So neither can reveal the true state.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, deque
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ludotheque.core.rng import SeededRng
from ludotheque.house.table.clocks import reminder
from ludotheque.house.table.entries import Erased, Happened, Said
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.changes import own_change, scene_change, seats_change, table_change
from ludotheque.house.views.lines import LoggedEvent, Narrator, logged_events
from ludotheque.house.views.messages import (
    PROTOCOL_VERSION,
    OwnView,
    PublicStep,
    Spectators,
    TableView,
    You,
)
from ludotheque.house.views.table_view import chat_message, chat_messages, table_view, you

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ludotheque.core.state import State
    from ludotheque.core.words import Words
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.moments import Moment
    from ludotheque.house.table.room import Room
    from ludotheque.presentation.scene import TableLayer

log = logging.getLogger(__name__)
EPOCH: Final = secrets.token_hex(4)  # of this process: a number can be resumed in no other
MAX_STEPS: Final = 32  # kept; a recipient that is further behind gets a whole view
FAN_OUT_PORTION: Final = 200  # spectators who are written to before anything else has its turn
NO_SEAT: Final = -1
_encode = msgspec.json.Encoder().encode


class EncodedStep(NamedTuple):
    """What one entry changed, as JSON."""

    number: int
    public: bytes
    own: dict[int, bytes]  # by seat, where something changed


class Stream:
    """The steps of a table in one language."""

    def __init__(self, room: Room, language: str) -> None:
        self.language = language
        self.words: Words = room.game.words(language)
        self.steps: deque[EncodedStep] = deque(maxlen=MAX_STEPS)
        self.number = room.public_number()
        self.table: TableView = table_view(room, language)
        self.scene: TableLayer | None = _scene(room, _state(room), self.words)
        self.own: dict[int, OwnView] = {}  # by seat, without lines, as after the last step
        self._changes: dict[tuple[int, int], bytes] = {}  # by seat and number before
        self._whole: bytes = b""  # the public part of a whole view, once it was needed

    # steps

    def advance(self, room: Room, moments: Sequence[Moment], seats: Collection[int]) -> None:
        """Make the steps of new entries, with parts for the seats that are watched."""
        self._changes.clear()
        self._whole = b""
        self.own = {seat: own for seat, own in self.own.items() if seat in seats}
        narrator = Narrator(room, self.words, tuple(room.names()))
        for moment in moments:
            is_last = moment is moments[-1]
            public = self._public_step(room, moment, narrator, is_last)
            own = {seat: self._own_step(room, moment, narrator, seat, is_last) for seat in seats}
            encoded = {seat: step for seat, step in own.items() if step}
            self.steps.append(EncodedStep(moment.number, public, encoded))
        self.number = room.public_number()

    def _public_step(self, room: Room, moment: Moment, narrator: Narrator, is_last: bool) -> bytes:
        state = _state(room) if is_last else moment.state
        before, self.scene = self.scene, _scene(room, state, self.words)
        table, self.table = self.table, self._table_after(room, moment, is_last)
        entry = moment.entry
        step = PublicStep(
            number=moment.number,
            table=table_change(table, self.table),
            seats=seats_change(table, self.table) if is_last else UNSET,
            new_scene=self.scene if before is None and self.scene is not None else UNSET,
            scene=UNSET
            if before is None or self.scene is None
            else scene_change(before, self.scene),
            rewound=moment.rewound if moment.rewound >= 0 else UNSET,
            lines=narrator.public_lines(_logged(moment)) or UNSET,
            chat=[chat_message(room, entry, self.language)] if isinstance(entry, Said) else UNSET,
            erased_chat=chat_messages(room, self.language) if isinstance(entry, Erased) else UNSET,
        )
        return _encode(step)

    def _table_after(self, room: Room, moment: Moment, is_last: bool) -> TableView:
        """The table after an entry; between entries of one change only ``events`` changes."""
        if is_last:
            return table_view(room, self.language)
        return self.table if moment.index < 0 else replace(self.table, events=moment.index + 1)

    def _own_step(
        self, room: Room, moment: Moment, narrator: Narrator, seat: int, is_last: bool
    ) -> bytes:
        before = self.own.get(seat)
        if before is None:
            return b""  # nobody was watching from this seat: its recipients get a whole view
        if is_last:
            own = own_view(room, seat, self.words)
        elif before.decision >= 0 and not _is_move_of(moment, seat):
            own = before  # still to be decided: luck is drawn for others
        elif moment.state is None:  # before the game begins
            own = before
        else:
            own = _own_layer(room, moment.state, seat, self.words, -1)
        self.own[seat] = own
        lines = narrator.own_lines(seat, room.chairs[seat].program, _logged(moment))
        change = own_change(before, replace(own, lines=lines) if lines else own)
        return b"" if change is UNSET else _encode(change)

    # messages

    def change_message(self, seat: int, since: int) -> bytes | None:
        """The steps after a number, as a change that is open at its end; none if they are gone."""
        key = seat, since
        if key not in self._changes:
            missed = [step for step in self.steps if step.number > since]
            if since != self.number and (not missed or missed[0].number != since + 1):
                return None
            steps = b",".join([_joined(step, seat) for step in missed])
            self._changes[key] = b'{"type":"change","now":%d,"steps":[%b]' % (now_ms(), steps)
        return self._changes[key]

    def view_message(self, room: Room, seat: int, who: You, spectators: int) -> bytes:
        """A whole view."""
        if not self._whole:
            self._whole = self._public_part(room)
        tail = b'"now":%d,"spectators":%d,"you":%b,"own":%b}'
        own = b"null" if seat < 0 else self._own_part(room, seat)
        return self._whole + tail % (now_ms(), spectators, _encode(who), own)

    def _public_part(self, room: Room) -> bytes:
        """What everybody gets of a whole view, open at its end."""
        narrator = Narrator(room, self.words, tuple(room.names()), retold=True)
        fields = {
            "type": "view",
            "protocol": PROTOCOL_VERSION,
            "epoch": EPOCH,
            "number": self.number,
            "table": self.table,
            "scene": self.scene,
            "lines": narrator.public_lines(logged_events(room)),
            "chat": chat_messages(room, self.language),
        }
        return _encode(fields)[:-1] + b","

    def _own_part(self, room: Room, seat: int) -> bytes:
        narrator = Narrator(room, self.words, tuple(room.names()), retold=True)
        lines = narrator.own_lines(seat, room.chairs[seat].program, logged_events(room))
        return _encode(replace(self.own_view(room, seat), lines=lines))

    def own_view(self, room: Room, seat: int) -> OwnView:
        """A seat's own view as after the last step, without lines."""
        own = self.own.get(seat)
        if own is None:
            own = self.own[seat] = own_view(room, seat, self.words)
        return own

    def refresh_own(self, room: Room, seat: int) -> None:
        """Make a seat's own view anew, for a reminder that may be due."""
        if seat in self.own:
            self.own[seat] = own_view(room, seat, self.words)


# what a stream is made of


def _state(room: Room) -> State | None:
    return None if room.table is None else room.table.state


def _scene(room: Room, state: State | None, words: Words) -> TableLayer | None:
    """What everybody sees of a state; none before the game begins."""
    if state is None:
        return None
    return room.game.table(state.public(), words, tuple(room.names()))


def own_view(room: Room, seat: int, words: Words) -> OwnView:
    """What a seat sees of a room beyond what everybody sees, without lines."""
    state = _state(room)
    if state is None:
        return OwnView()
    own = _own_layer(room, state, seat, words, room.chairs[seat].decision)
    due, phase = reminder(room, seat), room.game.timed_phase
    if phase is None or due is None or due.at > now_ms():
        return own
    return replace(own, prompt=f"{own.prompt} {phase.reminder(due.event, words)}")


def _own_layer(room: Room, state: State, seat: int, words: Words, decision: int) -> OwnView:
    """A seat's own layer, made from nothing but what the seat may know: any world will do."""
    world, names = state.imagine(seat, SeededRng(0)), tuple(room.names())
    layer = room.game.own(world, world.public(), world.private(seat), seat, words, names)
    return OwnView(
        decision,
        layer.prompt,
        layer.areas,
        layer.pieces,
        layer.hidden_pieces,
        layer.hidden_areas,
        layer.choices,
    )


def _logged(moment: Moment) -> list[LoggedEvent]:
    """The event of a moment, if it has one."""
    if moment.event is None or not isinstance(moment.entry, Happened):
        return []
    return [LoggedEvent(moment.index, moment.event, moment.entry.cause)]


def _is_move_of(moment: Moment, seat: int) -> bool:
    return moment.event is not None and moment.event.who == seat


def _joined(step: EncodedStep, seat: int) -> bytes:
    own = step.own.get(seat)
    if own is None:
        return b'{"public":%b}' % step.public
    return b'{"public":%b,"own":%b}' % (step.public, own)


# recipients


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
        self.seat = NO_SEAT
        self.number = -1  # of the last step that was sent; -1: a whole view is due
        self.seating = -1  # `Feed.seating` when ``who`` was sent
        self.who: You | None = None  # as it was sent
        self.own_due = False  # the own view must be sent as a whole
        self.spectators = -1  # the number that was sent

    def resume(self, number: int) -> None:
        """The recipient has everything up to a number of this epoch, but perhaps not its own."""
        room = self.feed.table.room
        remembers = room.game.memory is not None and room.status == "playing"
        if not remembers and not self.wants_whole_views:  # what fades is not shown again
            self.number, self.own_due = number, self.seat >= 0

    def is_behind(self) -> bool:
        """Whether there may be something to send."""
        stream = self.feed.streams.get(self.language)
        current = stream is not None and stream.number == self.number
        return not current or self.own_due or self.seating != self.feed.seating

    def next_message(self, done: int | None = None) -> tuple[bytes, bool]:
        """What is new since the last message, b"" for nothing; and whether it has ``done``."""
        feed, room = self.feed, self.feed.table.room
        stream = feed.stream(self.language)
        if done is None and not self.is_behind():
            return b"", False
        change = None
        if self.number >= 0 and not (self.wants_whole_views and self.number != stream.number):
            change = stream.change_message(self.seat, self.number)
        has_news = self.number != stream.number or self.own_due
        self.number = stream.number
        if change is None:
            self.seating, self.own_due, self.who = feed.seating, False, you(room, self.person)
            self.spectators = feed.spectator_count
            return stream.view_message(room, self.seat, self.who, self.spectators), False
        tail = self._tail(stream)
        if not has_news and not tail:
            return b"", False
        if done is not None:
            tail += b',"done":%d' % done
        return change + tail + b"}", done is not None

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
            who, self.seating = you(room, self.person), feed.seating
            if who != self.who:
                self.who = who
                tail += b',"you":' + _encode(who)
        if self.own_due:
            self.own_due = False
            tail += b',"own":' + _encode(stream.own_view(room, self.seat))
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
        """The table has new public entries."""
        room = self.table.room
        if any(not isinstance(moment.entry, Happened | Said) for moment in moments):
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
        seats = {chair.person: seat for seat, chair in enumerate(room.chairs) if chair.person}
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


def feed_of(table: LiveTable) -> Feed:
    """The feed of a table."""
    if not isinstance(table.observer, Feed):
        table.observer = Feed(table)
    return table.observer
