"""A table in the memory of this process, and its watchers here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.core.record import Record
from ludotheque.core.seal import SealedRng, game_key, with_seal
from ludotheque.house.refusals import Refused
from ludotheque.house.table.entries import AnyEntry, Muted
from ludotheque.house.table.scenes import SceneCache

if TYPE_CHECKING:
    from ludotheque.house.table.room import Room

SPECTATOR_NOTICE_DELAY_S: Final = 1.0  # after a spectator came or left


class PendingDecision(NamedTuple):
    """A decision of a seat."""

    seat: int
    decision: int  # its number, as in `Chair.decision`


@dataclass(frozen=True, slots=True)
class Watcher:
    """One connection to a table, of a player or a spectator."""

    viewer_id: str  # the same for all connections of a person
    person: str = ""
    program: bool = False


class LiveTable:
    """A table in this process: its room, its secret seed, and its watchers."""

    def __init__(self, room: Room, seed: bytes) -> None:
        self.room = room
        self.seed = seed
        self.lock = asyncio.Lock()  # held while something is written
        self.watchers: dict[Callable[[], None], Watcher] = {}  # by the callback that notifies them
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
        self.scenes = SceneCache()
        self._game_key = b""  # of the sealed luck
        self._game_key_source: object = None  # the seed and nonces it was made from
        self.notify()

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
        """The record of a finished game with its opened seal; refuses a game in progress."""
        room = self.room
        if room.status != "over":
            raise Refused("not-over", "the game is not over: its record and luck are secret")
        record = replace(
            Record.from_table(room.started_table()), options=dict(room.created.options)
        )
        return with_seal(record, self.seed, [chair.nonce for chair in room.chairs])

    # watchers

    def subscribe(self, callback: Callable[[], None], watcher: Watcher) -> None:
        """Call back whenever the table changes."""
        self.watchers[callback] = watcher
        self._count_spectators()

    def unsubscribe(self, callback: Callable[[], None]) -> None:
        """Stop calling back."""
        self.watchers.pop(callback, None)
        self.last_used_s = time.monotonic()
        self._count_spectators()

    def watched_by_person(self) -> bool:
        """Whether a person watches, and not only programs."""
        return any(not watcher.program for watcher in self.watchers.values())

    def set_spectators_elsewhere(self, count: int) -> None:
        """Set the number of spectators in other processes."""
        if count != self.spectators_elsewhere:
            self.spectators_elsewhere = count
            self._notify_soon()

    def _count_spectators(self) -> None:
        """Count them; watchers are notified a little later, because many may come at once."""
        before, seated = self.spectators, {*self.room.people()}
        ids = {w.viewer_id for w in self.watchers.values() if w.person not in seated}
        self.spectators = len(ids)
        if self.spectators != before:
            self._notify_soon()

    def _notify_soon(self) -> None:
        if self.notify_timer is None:
            loop = asyncio.get_running_loop()
            self.notify_timer = loop.call_later(SPECTATOR_NOTICE_DELAY_S, self.notify)

    # notifying

    def notify(self) -> None:
        """Notify all watchers, first those who have a decision to make."""
        self._count_spectators()
        if self.notify_timer is not None:
            self.notify_timer.cancel()
            self.notify_timer = None
        if self.room.hurry:
            self.hurried.set()
        else:
            self.hurried.clear()
        deciding = {chair.person for chair in self.room.chairs if chair.decision >= 0}
        watchers = [*self.watchers.items()]
        for callback, _ in sorted(watchers, key=lambda item: item[1].person not in deciding):
            callback()

    def notify_people(self, person_ids: set[str]) -> None:
        """Notify some people, and nobody else."""
        for callback, watcher in [*self.watchers.items()]:
            if watcher.person in person_ids:
                callback()

    def notify_about(self, entries: list[AnyEntry]) -> None:
        """Notify watchers of new entries; of a mute, only the person who muted."""
        if all(isinstance(entry, Muted) for entry in entries):
            self.notify_people({entry.person for entry in entries if isinstance(entry, Muted)})
        else:
            self.notify()
