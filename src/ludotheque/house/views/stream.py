"""The steps of a table in one language: made and encoded once for all who watch.

Secrecy: the public part of a step is made from `State.public` alone, a seat's own part from what
that seat knows and a world imagined for it. So neither can reveal the true state.
"""

from __future__ import annotations

import secrets
import sys
from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ludotheque.core.part_cache import PartCache
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR
from ludotheque.house.table.clocks import reminder
from ludotheque.house.table.entries import Erased, Happened, Renamed, Said
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.changes import own_change, scene_change, seats_change, table_change
from ludotheque.house.views.lines import LoggedEvent, Narrator, logged_events
from ludotheque.house.views.messages import (
    PROTOCOL_VERSION,
    Line,
    OwnView,
    PublicStep,
    TableView,
    You,
)
from ludotheque.house.views.table_view import chat_message, chat_messages, table_view

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Sequence

    from ludotheque.core.state import State
    from ludotheque.core.words import Words
    from ludotheque.house.table.moments import Moment
    from ludotheque.house.table.room import Room
    from ludotheque.presentation.scene import TableLayer

EPOCH: Final = secrets.token_hex(4)  # of this process: a number can be resumed in no other
MAX_STEPS: Final = 8  # kept, but always those that came together; else a whole view is sent
NEVER: Final = sys.maxsize  # an event that has not happened
ANY_WORLD: Final = 0  # a seed: every world imagined for a seat has the same own layer
_encode = msgspec.json.Encoder().encode


class EncodedStep(NamedTuple):
    """What one entry changed, as JSON."""

    number: int
    public: bytes
    own: dict[int, bytes]  # by seat, where something changed


class SeatKnowledge(NamedTuple):
    """What a seat's own layer is made from."""

    state: State  # of which the seat is given another world
    public: Any
    private: Any
    has_secret: bool  # it knows what a spectator does not, or may learn such at any moment


class Snapshot:
    """A table after an entry: what its step is made from."""

    def __init__(self, room: Room, moment: Moment, is_last: bool, has_erasure: bool) -> None:
        self.room = room  # after all entries that were written together
        self.moment = moment
        self.is_last = is_last  # of these entries
        self.has_erasure = has_erasure  # one of these entries erased or renamed a person
        # None before the game begins.
        self.state: State | None = _state(room) if is_last else moment.state
        self.public: Any = None if self.state is None else self.state.public()
        self.actors: Sequence[int] = ()
        self.spectator_private: Any = None
        self.is_timed_phase = False
        if self.state is not None:
            self.actors = self.state.actors()
            self.spectator_private = self.state.private(SPECTATOR)
            self.is_timed_phase = _is_timed_phase(room, self.state)

    def events(self) -> list[LoggedEvent]:
        """The event of the entry, if it has one."""
        event, entry = self.moment.event, self.moment.entry
        if event is None or not isinstance(entry, Happened):
            return []
        return [LoggedEvent(self.moment.index, event, entry.cause)]


class Stream:
    """The steps of a table in one language, and what everybody has after the last one."""

    def __init__(self, room: Room, language: str) -> None:
        self.language = language
        self.words: Words = room.game.words(language)
        self.steps: deque[EncodedStep] = deque()
        self.number = room.public_number()
        self.table: TableView = table_view(room, language)
        self._names = tuple(room.names())
        self._parts = PartCache()
        state = _state(room)
        self.scene = self._scene(room, None if state is None else state.public())
        self.own: dict[int, OwnView] = {}  # by seat, without lines
        self._own_bases: dict[int, Hashable] = {}  # by seat, while it may not act
        self._changes: dict[int, bytes] = {}  # for spectators, by the number before
        self._public_view: bytes = b""  # the public part of a whole view, once it was needed

    # steps

    def advance(self, room: Room, moments: Sequence[Moment], seats: Collection[int]) -> None:
        """Make the steps of new entries, with parts for the seats that are watched."""
        self._changes.clear()
        self._public_view = b""
        for seat in [seat for seat in self.own if seat not in seats]:
            self._forget_own(seat)
        self._follow_names(room)
        narrator = Narrator(room, self.words, self._names)
        has_erasure = any(isinstance(moment.entry, Erased | Renamed) for moment in moments)
        for moment in moments:
            now = Snapshot(room, moment, moment is moments[-1], has_erasure)
            facts = narrator.public_facts(now.events())
            public = self._public_step(now, narrator.public_lines(facts))
            apart = narrator.seats_told_apart(facts, self.own)
            own = {}
            for seat in self.own:
                lines: list[Line] = []
                is_program = room.chairs[seat].program  # which reads what people hear
                if facts and (is_program or seat in apart):
                    lines = narrator.own_lines(seat, is_program, facts)
                step = self._own_step(now, seat, lines)
                if step:
                    own[seat] = step
            self.steps.append(EncodedStep(moment.number, public, own))
        while len(self.steps) > max(MAX_STEPS, len(moments)):
            self.steps.popleft()
        self.number = room.public_number()

    def _follow_names(self, room: Room) -> None:
        """Names are in every part of a picture: with others everything is made anew."""
        names = tuple(room.names())
        if names != self._names:
            self._names, self._parts = names, PartCache()
            self._own_bases.clear()

    def _public_step(self, now: Snapshot, lines: list[Line]) -> bytes:
        before, self.scene = self.scene, self._scene(now.room, now.public)
        step = PublicStep(now.moment.number)
        if before is None and self.scene is not None:
            step.new_scene = self.scene
        elif before is not None and self.scene is not None:
            step.scene = scene_change(before, self.scene)
        step.lines = lines or UNSET
        self._add_table_change(step, now)
        self._add_rare_changes(step, now)
        return _encode(step)

    def _add_table_change(self, step: PublicStep, now: Snapshot) -> None:
        """Between entries that were written together only the number of events changes."""
        before = self.table
        if now.is_last:
            self.table = table_view(now.room, self.language)
            step.seats = seats_change(before, self.table)
        elif now.moment.event is not None:
            self.table = replace(before, events=now.moment.index + 1)
        step.table = table_change(before, self.table)

    def _add_rare_changes(self, step: PublicStep, now: Snapshot) -> None:
        entry = now.moment.entry
        if now.moment.rewound >= 0:
            step.rewound = now.moment.rewound
        if now.has_erasure and now.is_last:  # the chat after all entries
            step.erased_chat = chat_messages(now.room, self.language)
        elif isinstance(entry, Said):
            step.chat = [chat_message(now.room, entry, self.language)]

    def _scene(self, room: Room, public: Any) -> TableLayer | None:
        """What everybody sees; none before the game begins."""
        if public is None:
            return None
        return room.game.table(public, self.words, self._names, self._parts)

    # a seat's own

    def _own_step(self, now: Snapshot, seat: int, lines: list[Line]) -> bytes:
        before = self.own[seat]
        own = self.own[seat] = self._next_own_view(now, seat)
        if own is before and not lines:
            return b""
        change = own_change(before, own, lines)
        return b"" if change is UNSET else _encode(change)

    def _next_own_view(self, now: Snapshot, seat: int) -> OwnView:
        """A seat's own view after an entry: the last one, if nothing it is made from changed."""
        before, state = self.own[seat], now.state
        if state is None:
            return before
        if not now.is_last and before.decision >= 0 and not _is_move_of(now.moment, seat):
            return before  # still to be decided: luck is drawn for others
        private = state.private(seat)
        has_secret = now.is_timed_phase or bool(private != now.spectator_private)
        decision = now.room.chairs[seat].decision if now.is_last else -1
        if seat in now.actors:
            self._own_bases.pop(seat, None)
        else:
            basis = has_secret, now.room.game.own_basis(now.public, private, seat)
            if seat in self._own_bases and self._own_bases[seat] == basis:
                return before if before.decision == decision else replace(before, decision=decision)
            self._own_bases[seat] = basis
        known = SeatKnowledge(state, now.public, private, has_secret)
        own = _own_layer(now.room, known, seat, self.words, self._names, decision)
        return _with_reminder(now.room, seat, own, self.words) if now.is_last else own

    def own_view(self, room: Room, seat: int) -> OwnView:
        """A seat's own view after the last step, without lines."""
        own = self.own.get(seat)
        if own is None:
            own = self.own[seat] = _own_view(room, seat, self.words)
        return own

    def refresh_own(self, room: Room, seat: int) -> None:
        """Make a seat's own view anew, for a reminder that may be due."""
        if seat in self.own:
            self.own[seat] = _own_view(room, seat, self.words)

    def _forget_own(self, seat: int) -> None:
        del self.own[seat]
        self._own_bases.pop(seat, None)

    # messages

    def change_message(self, seat: int, since: int) -> bytes | None:
        """The steps after a number, as a change that is open at its end; none if they are gone."""
        if seat < 0 and since in self._changes:
            return self._changes[since]
        missed = [step for step in self.steps if step.number > since]
        if since != self.number and (not missed or missed[0].number != since + 1):
            return None
        steps = b",".join([_joined(step, seat) for step in missed])
        change = b'{"type":"change","now":%d,"steps":[%b]' % (now_ms(), steps)
        if seat < 0:  # there may be thousands of spectators, but a seat has one or two
            self._changes[since] = change
        return change

    def view_message(
        self, room: Room, seat: int, who: You, spectators: int, fading_since: int = NEVER
    ) -> bytes:
        """A whole view; what fades is told of events since a number."""
        tail = b'"now":%d,"spectators":%d,"you":%b,"own":%b}'
        own = b"null" if seat < 0 else self.own_part(room, seat, fading_since)
        public = self._public_part(room, fading_since)
        return public + tail % (now_ms(), spectators, _encode(who), own)

    def _public_part(self, room: Room, fading_since: int) -> bytes:
        """What everybody gets of a whole view, open at its end."""
        if fading_since != NEVER and room.game.memory is not None:
            return self._encode_public_part(room, fading_since)
        if not self._public_view:
            self._public_view = self._encode_public_part(room, NEVER)
        return self._public_view

    def _encode_public_part(self, room: Room, fading_since: int) -> bytes:
        narrator = Narrator(room, self.words, self._names, fading_since)
        fields = {
            "type": "view",
            "protocol": PROTOCOL_VERSION,
            "epoch": EPOCH,
            "number": self.number,
            "table": self.table,
            "scene": self.scene,
            "lines": narrator.public_lines(narrator.public_facts(logged_events(room))),
            "chat": chat_messages(room, self.language),
        }
        return _encode(fields)[:-1] + b","

    def own_part(self, room: Room, seat: int, fading_since: int = NEVER) -> bytes:
        """A seat's own view with all its lines."""
        narrator = Narrator(room, self.words, self._names, fading_since)
        is_program = room.chairs[seat].program
        facts = narrator.public_facts(logged_events(room), None if is_program else seat)
        lines = narrator.own_lines(seat, is_program, facts)
        return _encode(replace(self.own_view(room, seat), lines=lines))


# what a step is made from


def _state(room: Room) -> State | None:
    return None if room.table is None else room.table.state


def _own_view(room: Room, seat: int, words: Words) -> OwnView:
    """What a seat sees of a room beyond what everybody sees, without lines."""
    state = _state(room)
    if state is None:
        return OwnView()
    private = state.private(seat)
    has_secret = _is_timed_phase(room, state) or private != state.private(SPECTATOR)
    known = SeatKnowledge(state, state.public(), private, bool(has_secret))
    decision, names = room.chairs[seat].decision, tuple(room.names())
    own = _own_layer(room, known, seat, words, names, decision)
    return _with_reminder(room, seat, own, words)


def _own_layer(
    room: Room,
    known: SeatKnowledge,
    seat: int,
    words: Words,
    names: tuple[str, ...],
    decision: int,
) -> OwnView:
    """A seat's own layer, made from nothing but what the seat may know: any world will do."""
    world = known.state.imagine(seat, SeededRng(ANY_WORLD))
    layer = room.game.own(world, known.public, known.private, seat, words, names)
    return OwnView(
        decision,
        layer.prompt,
        layer.areas,
        layer.pieces,
        layer.hidden_pieces,
        layer.hidden_areas,
        layer.choices,
        known.has_secret,
    )


def _is_timed_phase(room: Room, state: State) -> bool:
    """Whether anybody may learn a secret at any moment."""
    phase = room.game.timed_phase
    return phase is not None and phase.contains(state)


def _with_reminder(room: Room, seat: int, own: OwnView, words: Words) -> OwnView:
    """An own view whose prompt ends with the reminder for the seat, if one is due."""
    phase = room.game.timed_phase
    due = None if phase is None else reminder(room, seat)
    if phase is None or due is None or due.at > now_ms():
        return own
    return replace(own, prompt=f"{own.prompt} {phase.reminder(due.event, words)}")


def _is_move_of(moment: Moment, seat: int) -> bool:
    return moment.event is not None and moment.event.who == seat


def _joined(step: EncodedStep, seat: int) -> bytes:
    own = step.own.get(seat)
    if own is None:
        return b'{"public":%b}' % step.public
    return b'{"public":%b,"own":%b}' % (step.public, own)
