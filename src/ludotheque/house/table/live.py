"""A table that is open in this process, and what the list of tables keeps of one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from ludotheque.core.seal import SealedRng, game_key
from ludotheque.core.state import LUCK
from ludotheque.house.store import TableRow
from ludotheque.house.table.entries import AnyEntry, Muted, Pace
from ludotheque.house.table.room import Room
from ludotheque.house.views.views import Scenes

SOON: Final = 1.0  # seconds in which all are told that somebody came to look on, or left


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Summary(msgspec.Struct, frozen=True):
    """What a list of tables tells of one, besides its row."""

    options: dict[str, bool | int | str]
    names: list[str]
    bots: list[str]
    pace: Pace
    acting: list[int]
    scores: list[int]
    persons: list[int] = []  # seats of people, in the order of the row's


def goes_on_alone(row: TableRow) -> bool:
    """Whether bots or clocks of a running game may have something to do without visitors."""
    summary = msgspec.json.decode(row.summary, type=Summary)
    timed = summary.pace.limited() or summary.pace.together > 0
    return timed or any(summary.bots[seat] for seat in summary.acting)


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who looks at a table by one connection."""

    name: str  # the same for all connections of a person
    person: str = ""
    program: bool = False


class OpenTable:
    """A table in this process: its room, its secret dice, and those who look at it."""

    def __init__(self, room: Room, seed: bytes) -> None:
        self.room = room
        self.seed = seed
        self.lock = asyncio.Lock()
        self.watchers: dict[Callable[[], None], Watcher] = {}
        self.watching = 0  # how many look on, here, without a seat
        self.elsewhere = 0  # the same in other processes
        self.thinking: set[tuple[int, int]] = set()  # (seat, decision) a bot is asked about
        self.timer: asyncio.TimerHandle | None = None
        self.reminding: asyncio.TimerHandle | None = None
        self.notify_timer: asyncio.TimerHandle | None = None
        self.touched = time.monotonic()
        self.bots = asyncio.Lock()  # one of them moves at a time, so that each move is seen
        self.bot_moved = 0.0  # when the last of them did
        self.hurried = asyncio.Event()
        self.scenes = Scenes()
        self._key: tuple[object, bytes] = (None, b"")  # of the luck, and what it was made from
        self.tell()

    def rng(self) -> SealedRng:
        """The dice of this game, once the nonces are known."""
        nonces = [chair.nonce for chair in self.room.chairs]
        if self._key[0] != (self.seed, nonces):
            created = self.room.created
            key = game_key(self.seed, self.room.game, created.rules, created.options, nonces)
            self._key = (self.seed, nonces), key
        return SealedRng(self._key[1])

    # those who look

    def watch(self, wake: Callable[[], None], watcher: Watcher) -> None:
        """Be woken whenever something changes."""
        self.watchers[wake] = watcher
        self._count()

    def leave(self, wake: Callable[[], None]) -> None:
        """Be woken no more."""
        self.watchers.pop(wake, None)
        self.touched = time.monotonic()
        self._count()

    def watched(self) -> bool:
        """Whether a person looks, and not only programs."""
        return any(not one.program for one in self.watchers.values())

    def _count(self) -> None:
        """Those who come and go are told of together, a little later: many may come at once."""
        before, seated = self.watching, {chair.person for chair in self.room.chairs if chair.person}
        lookers = (one for one in self.watchers.values() if one.person not in seated)
        self.watching = len({one.name for one in lookers})
        if self.watching != before:
            self._tell_soon()

    def count_elsewhere(self, count: int) -> None:
        """So many look on in other processes."""
        if count != self.elsewhere:
            self.elsewhere = count
            self._tell_soon()

    def _tell_soon(self) -> None:
        if self.notify_timer is None:
            self.notify_timer = asyncio.get_running_loop().call_later(SOON, self.tell)

    def whisper(self, persons: set[str]) -> None:
        """Wake some, and nobody else."""
        for wake, watcher in [*self.watchers.items()]:
            if watcher.person in persons:
                wake()

    def tell(self) -> None:
        """Wake everybody who looks."""
        self.touched = time.monotonic()
        self._count()
        if self.notify_timer is not None:
            self.notify_timer.cancel()
            self.notify_timer = None
        if self.room.hurry:
            self.hurried.set()
        else:
            self.hurried.clear()
        deciding = {chair.person for chair in self.room.chairs if chair.decision >= 0}
        watchers = [*self.watchers.items()]
        for wake, _ in sorted(watchers, key=lambda each: each[1].person not in deciding):
            wake()  # who must decide comes first


def tell_of(table: OpenTable, entries: list[AnyEntry]) -> None:
    """Tell all what was written; of who is muted, only who does not want to hear him."""
    muters = {entry.person for entry in entries if isinstance(entry, Muted)}
    if all(isinstance(entry, Muted) for entry in entries):
        table.whisper(muters)
    else:
        table.tell()


def row_of(room: Room) -> TableRow:
    """What the list of tables keeps of a room."""
    table = room.table
    acting = [] if table is None else [seat for seat in table.state.awaited() if seat != LUCK]
    summary = Summary(
        options=dict(room.options),
        names=["" if chair.kept else chair.name for chair in room.chairs],
        bots=[chair.bot for chair in room.chairs],
        pace=room.pace,
        acting=[int(seat) for seat in acting],
        scores=list(table.state.scores()) if table is not None and table.over else [],
        persons=[seat for seat, chair in enumerate(room.chairs) if chair.person],
    )
    return TableRow(
        id=room.created.table,
        game=room.created.game,
        status=room.status,
        public=room.created.public,
        created=room.created.at,
        changed=room.changed,
        summary=msgspec.json.encode(summary).decode(),
        people=room.people(),
    )
