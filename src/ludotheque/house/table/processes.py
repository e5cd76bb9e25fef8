"""The living processes of the house: each broadcasts that it lives, and the silent are dead.

A heartbeat is "lives NAME UPTIME NOW": for how long the process runs, and the time of its clock, in
milliseconds. All follow the clock of the one that runs for longest, so that a seat's time is the
same wherever its table is served.

Nothing of it is stored. A table whose keeper died belongs to one of the living, on which all agree:
the one with the highest hash of its name and the table's id (rendezvous hashing).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from ludotheque.house import timestamps
from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ludotheque.house.store import Store
    from ludotheque.house.timestamps import HouseClock

log = logging.getLogger(__name__)
HEARTBEAT_INTERVAL_S: Final = 1.0
SILENCE_S: Final = 5.0  # a process that is silent for longer is dead
SETTLING_S: Final = 2.5 * HEARTBEAT_INTERVAL_S  # until a new process knows all others
CLOCK_TOLERANCE_MS: Final = 1000  # a heartbeat takes some time
LIVES: Final = "lives"
LEAVES: Final = "leaves"


class Processes:
    """The processes that serve tables from one store, as this one hears of them."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.monotonic,
        house_clock: HouseClock | None = None,
    ) -> None:
        self.store = store
        self.house_clock = house_clock or timestamps.HOUSE_CLOCK
        self.here = store.process
        self._clock = clock
        self._heard_s: dict[str, float] = {}  # by process: its last heartbeat, this one included
        self._started_ms: dict[str, int] = {}  # by process: by its clock
        store.on_broadcast(self._on_broadcast)

    async def run(self) -> None:
        """Broadcast heartbeats until cancelled, then that this process leaves."""
        try:
            while True:
                try:
                    await self.store.broadcast(self.heartbeat())
                except StoreError as error:
                    log.warning("the heartbeat can't be broadcast: %s", error)
                await asyncio.sleep(HEARTBEAT_INTERVAL_S)
        finally:
            with contextlib.suppress(StoreError):
                await self.store.broadcast(f"{LEAVES} {self.here}")

    def heartbeat(self) -> str:
        """The message that this process lives."""
        clock = self.house_clock
        return f"{LIVES} {self.here} {clock.uptime_ms()} {clock.now_ms()}"

    def _on_broadcast(self, message: str) -> None:
        kind, _, rest = message.partition(" ")
        process, _, times = rest.partition(" ")
        if kind == LIVES:
            if process == self.here:
                self._resume_after_gap()
            else:
                self._compare_clocks(process, times)
            self._heard_s[process] = self._clock()
        elif kind == LEAVES:
            self._heard_s.pop(process, None)

    def _compare_clocks(self, process: str, times: str) -> None:
        """Follow the clock of a process that runs for longer than this one."""
        uptime, _, now = times.partition(" ")
        if not (uptime.isdecimal() and now.isdecimal()):
            return  # an earlier version
        clock = self.house_clock
        self._started_ms[process] = int(now) - int(uptime)
        is_older = (int(uptime), process) > (clock.uptime_ms(), self.here)
        off_ms = int(now) - clock.now_ms()
        if is_older and abs(off_ms) > CLOCK_TOLERANCE_MS:
            log.warning("the clock of this process is set by %d ms, as others have it", off_ms)
            clock.follow(int(now))

    async def settle(self) -> None:
        """Wait until a process that has just started knows all others."""
        if self.store.shared:
            await asyncio.sleep(max(0.0, SETTLING_S - self.house_clock.uptime_ms() / 1000))

    def house_started_ms(self) -> int:
        """Since when a process of the house is running, one after the other."""
        clock = self.house_clock
        others = [self._started_ms[one] for one in self.others() if one in self._started_ms]
        return min([clock.now_ms() - clock.uptime_ms(), *others])

    def _resume_after_gap(self) -> None:
        """If this process heard nothing, not even itself, nobody else is to blame."""
        now_s = self._clock()
        if now_s - self._heard_s.get(self.here, now_s) > SILENCE_S:
            self._heard_s = dict.fromkeys(self._heard_s, now_s)

    def others(self) -> list[str]:
        """The other living processes: heard since shortly before this one last heard itself."""
        own_s = self._heard_s.get(self.here, self._clock())
        return [
            process
            for process, heard_s in self._heard_s.items()
            if process != self.here and own_s - heard_s <= SILENCE_S
        ]

    def falls_to_here(self, table_id: str) -> bool:
        """Whether a table without a living keeper belongs to this process."""
        return rendezvous(table_id, [self.here, *self.others()]) == self.here


def rendezvous(key: str, candidates: Iterable[str]) -> str:
    """One of the candidates; only the keys of a candidate that is gone get another."""
    return max(candidates, key=lambda name: blake2b(f"{name} {key}".encode()).digest())
