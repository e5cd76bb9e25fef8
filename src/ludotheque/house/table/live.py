"""A table in the memory of this process, and its watchers here."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from ludotheque.core.record import Json, Record
from ludotheque.core.seal import SealedRng, game_key, with_seal
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import Client
from ludotheque.house.table.days import end_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.house.table.chairs import Holder
    from ludotheque.house.table.moments import Moment
    from ludotheque.house.table.room import Room, TakenBack

SPECTATOR_NOTICE_DELAY_S: Final = 1.0  # after a spectator came or left


class PendingDecision(NamedTuple):
    """A decision of a seat."""

    seat: int
    decision: int  # its number, as in `Chair.decision`


@dataclass(frozen=True, slots=True, eq=False)
class Watcher:
    """One connection to a table, of a player or a spectator."""

    viewer_id: str  # the same for all connections of a person
    person: str = ""
    program: bool = False
    address: str = ""  # of the client


class Observer(Protocol):
    """Is told of all changes of a live table, and passes them on."""

    def on_entries(self, moments: Sequence[Moment]) -> None:
        """There are new public entries; no moments, if nobody watched when they were made."""

    def on_people(self, person_ids: set[str]) -> None:
        """Something has changed for some people, and for nobody else."""

    def on_spectators(self) -> None:
        """The number of spectators has changed."""

    def on_broken(self) -> None:
        """The table can't be read any more: `LiveTable.broken` says why."""


class LiveTable:
    """A table in this process: its room, its secret seed, and its watchers."""

    def __init__(self, room: Room, seed: bytes) -> None:
        self.room = room
        self.published_number = room.public_number()
        self.seed = seed
        self.broken: Refused | None = None  # why nothing can be done here any more
        self.lock = asyncio.Lock()  # held while something is written
        self.watchers: set[Watcher] = set()
        self.observer: Observer | None = None
        self._viewers: Counter[str] = Counter()  # how many watchers have each viewer id
        self.spectators = 0  # watchers here who have no seat
        self.spectators_elsewhere = 0  # the same in other processes
        self.pending_bots: set[PendingDecision] = set()  # decisions that bots are making
        self.deadline_timer: asyncio.TimerHandle | None = None
        self.reminder_timer: asyncio.TimerHandle | None = None
        self.notify_timer: asyncio.TimerHandle | None = None
        self.last_used_s = time.monotonic()
        self.bot_lock = asyncio.Lock()  # one bot moves at a time, so that people can follow
        self.last_bot_move_s = 0.0  # monotonic
        self.hurried = asyncio.Event()  # set while bots move without pauses
        self._game_key = b""  # of the sealed luck
        self._game_key_source: object = None  # the seed and nonces it was made from
        self._update_hurried()

    # luck

    def rng(self) -> SealedRng:
        """The RNG of this game's luck: from the sealed seed and the players' nonces."""
        nonces = [chair.nonce for chair in self.room.chairs]
        if self._game_key_source != (self.seed, nonces):
            created = self.room.created
            self._game_key = game_key(
                self.seed, self.room.game, created.rules, created.options, nonces
            )
            self._game_key_source = self.seed, nonces
        return SealedRng(self._game_key)

    def sealed_record(self) -> Record:
        """The record of a finished game with its opened seal; refuses a game in progress.

        That of the day's deal has no seal until the day is over.
        """
        room = self.room
        if room.status != "over":
            raise Refused("not-over", "the game is not over: its record and luck are secret")
        record = replace(
            Record.from_table(room.started_table()), options=dict(room.created.options)
        )
        if room.taken_back:
            record = replace(record, takebacks=[_takeback_data(one) for one in room.taken_back])
        if len(room.holders) > len(room.chairs):
            record = replace(record, holders=[_holder_data(one) for one in room.holders])
        if room.created.daily and now_ms() < end_of(room.created.daily):
            return record  # others may still play the same deal
        return with_seal(record, self.seed, [chair.nonce for chair in room.chairs])

    # watchers

    def subscribe(self, watcher: Watcher) -> None:
        """Count a connection."""
        self.watchers.add(watcher)
        self._viewers[watcher.viewer_id] += 1
        self._count_spectators()

    def unsubscribe(self, watcher: Watcher) -> None:
        """Count a connection no longer."""
        self.watchers.discard(watcher)
        self._viewers[watcher.viewer_id] -= 1
        if not self._viewers[watcher.viewer_id]:
            del self._viewers[watcher.viewer_id]
        self.last_used_s = time.monotonic()
        self._count_spectators()

    def work_client(self) -> Client:
        """For whom the bots here think: the address of a player who watches, or of anybody else.

        Without watchers it is nobody's; the host of the table is the person in any case.
        """
        seated = self.room.people()
        watchers = self.watchers
        watcher = min(watchers, key=lambda each: each.person not in seated, default=Watcher(""))
        return Client(watcher.address, self.room.created.host)

    def watched_by_person(self) -> bool:
        """Whether a person watches, and not only programs."""
        return any(not watcher.program for watcher in self.watchers)

    @property
    def total_spectators(self) -> int:
        """The number of spectators in all processes."""
        return self.spectators + self.spectators_elsewhere

    def set_spectators_elsewhere(self, count: int) -> None:
        """Set the number of spectators in other processes."""
        if count != self.spectators_elsewhere:
            self.spectators_elsewhere = count
            self._tell_spectators_soon()

    def _count_spectators(self) -> None:
        """Count them; watchers are told a little later, because many may come at once."""
        seated = [person for person in self.room.people() if person in self._viewers]
        before, self.spectators = self.spectators, len(self._viewers) - len(seated)
        if self.spectators != before:
            self._tell_spectators_soon()

    def _tell_spectators_soon(self) -> None:
        if self.notify_timer is None:
            loop = asyncio.get_running_loop()
            self.notify_timer = loop.call_later(SPECTATOR_NOTICE_DELAY_S, self._tell_spectators)

    def _tell_spectators(self) -> None:
        self.notify_timer = None
        if self.observer is not None:
            self.observer.on_spectators()

    # changes

    def collects_moments(self) -> bool:
        """Whether anybody wants to know of each entry."""
        return self.observer is not None and bool(self.watchers)

    def publish(self, moments: Sequence[Moment]) -> None:
        """Tell the observer of new public entries.

        There are no moments of them if nobody was watching when they were made.
        """
        self._count_spectators()
        self._update_hurried()
        before, self.published_number = self.published_number, self.room.public_number()
        if self.observer is not None and self.published_number != before:
            self.observer.on_entries(moments)

    def break_off(self, reason: Refused) -> None:
        """Nothing can be done here any more: its log is broken."""
        self.broken = reason
        if self.observer is not None:
            self.observer.on_broken()

    def publish_to_people(self, person_ids: set[str]) -> None:
        """Tell the observer of a change for some people, and for nobody else."""
        if self.observer is not None and person_ids:
            self.observer.on_people(person_ids)

    def _update_hurried(self) -> None:
        if self.room.bot_pace == "quick":
            self.hurried.set()
        else:
            self.hurried.clear()


def _holder_data(holder: Holder) -> Json:
    """The player of a seat from some event on, as a record has it."""
    who: dict[str, Json] = {"bot": holder.bot} if holder.bot else {"name": holder.name}
    return {"seat": holder.seat, "event": holder.event, **who}


def _takeback_data(taken: TakenBack) -> Json:
    """A takeback as a record has it."""
    events: list[Json] = [[event.who, event.text] for event in taken.events]
    return {"seat": taken.seat, "after": taken.remaining, "events": events}
