"""A table that is in the memory of this process, and those who watch it here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ludotheque.core.record import Record
from ludotheque.core.seal import SealedRng, game_key, with_seal
from ludotheque.house.refusals import Refused
from ludotheque.house.table.entries import AnyEntry, Muted
from ludotheque.house.table.scenes import SceneCache

if TYPE_CHECKING:
    from ludotheque.house.table.room import Room

SPECTATOR_NOTICE_DELAY_S: Final = 1.0  # after a spectator came or left


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who watches a table over one connection, with a seat or without."""

    name: str  # the same for all connections of a person
    person: str = ""
    program: bool = False


class LiveTable:
    """A table in this process: its room, its secret seed, and who watches it."""

    def __init__(self, room: Room, seed: bytes) -> None:
        self.room = room
        self.seed = seed
        self.lock = asyncio.Lock()  # held while something is written
        self.watchers: dict[Callable[[], None], Watcher] = {}  # by what notifies them
        self.spectators = 0  # watchers here who have no seat
        self.spectators_elsewhere = 0  # the same in other processes
        self.bots_asked: set[tuple[int, int]] = set()  # (seat, decision) a bot is thinking about
        self.deadline_timer: asyncio.TimerHandle | None = None
        self.reminder_timer: asyncio.TimerHandle | None = None
        self.notify_timer: asyncio.TimerHandle | None = None
        self.last_used = time.monotonic()
        self.bot_lock = asyncio.Lock()  # one bot moves at a time, so that each move is seen
        self.last_bot_move = 0.0
        self.hurried = asyncio.Event()
        self.scenes = SceneCache()
        self._key: tuple[object, bytes] = (None, b"")  # of the luck, and what it was made from
        self.notify()

    # luck

    def rng(self) -> SealedRng:
        """The RNG of this game's luck, once the nonces are known."""
        nonces = [chair.nonce for chair in self.room.chairs]
        if self._key[0] != (self.seed, nonces):
            created = self.room.created
            key = game_key(self.seed, self.room.game, created.rules, created.options, nonces)
            self._key = (self.seed, nonces), key
        return SealedRng(self._key[1])

    def sealed_record(self) -> Record:
        """The record of a finished game with its opened seal; refuses a game that goes on."""
        room = self.room
        if room.status != "over":
            raise Refused("not-over", "record and luck are shown when the game is over")
        record = replace(Record.from_table(room.playing()), options=dict(room.created.options))
        return with_seal(record, self.seed, [chair.nonce for chair in room.chairs])

    # watchers

    def subscribe(self, callback: Callable[[], None], watcher: Watcher) -> None:
        """Call back whenever something changes."""
        self.watchers[callback] = watcher
        self._count_spectators()

    def unsubscribe(self, callback: Callable[[], None]) -> None:
        """Call back no more."""
        self.watchers.pop(callback, None)
        self.last_used = time.monotonic()
        self._count_spectators()

    def watched_by_person(self) -> bool:
        """Whether a person watches, and not only programs."""
        return any(not one.program for one in self.watchers.values())

    def set_spectators_elsewhere(self, count: int) -> None:
        """Take over how many spectators other processes have."""
        if count != self.spectators_elsewhere:
            self.spectators_elsewhere = count
            self._notify_soon()

    def _count_spectators(self) -> None:
        """Count them; a change is sent a little later, for many may come at once."""
        before, seated = self.spectators, {*self.room.people()}
        names = {one.name for one in self.watchers.values() if one.person not in seated}
        self.spectators = len(names)
        if self.spectators != before:
            self._notify_soon()

    def _notify_soon(self) -> None:
        if self.notify_timer is None:
            loop = asyncio.get_running_loop()
            self.notify_timer = loop.call_later(SPECTATOR_NOTICE_DELAY_S, self.notify)

    # notifying

    def notify(self) -> None:
        """Notify all watchers, first those who must decide something."""
        self.last_used = time.monotonic()
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
        for callback, _ in sorted(watchers, key=lambda each: each[1].person not in deciding):
            callback()

    def notify_people(self, persons: set[str]) -> None:
        """Notify some people, and nobody else."""
        for callback, watcher in [*self.watchers.items()]:
            if watcher.person in persons:
                callback()

    def notify_about(self, entries: list[AnyEntry]) -> None:
        """Notify watchers of new entries; of a mute, only the person who muted."""
        if all(isinstance(entry, Muted) for entry in entries):
            self.notify_people({entry.person for entry in entries if isinstance(entry, Muted)})
        else:
            self.notify()
