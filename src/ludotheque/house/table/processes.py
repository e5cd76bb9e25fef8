"""The living processes of the house: each broadcasts that it lives, and the silent are dead.

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

from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
HEARTBEAT_INTERVAL_S: Final = 1.0
SILENCE_S: Final = 5.0  # a process that is silent for longer is dead
SETTLING_S: Final = 2.5 * HEARTBEAT_INTERVAL_S  # until a new process knows all others
LIVES: Final = "lives"
LEAVES: Final = "leaves"


class Processes:
    """The processes that serve tables from one store, as this one hears of them."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.here = store.process
        self._clock = clock
        self._heard_s: dict[str, float] = {}  # by process: its last heartbeat, this one included
        store.on_broadcast(self._on_broadcast)

    async def run(self) -> None:
        """Broadcast heartbeats until cancelled, then that this process leaves."""
        try:
            while True:
                try:
                    await self.store.broadcast(f"{LIVES} {self.here}")
                except StoreError as error:
                    log.warning("the heartbeat can't be broadcast: %s", error)
                await asyncio.sleep(HEARTBEAT_INTERVAL_S)
        finally:
            with contextlib.suppress(StoreError):
                await self.store.broadcast(f"{LEAVES} {self.here}")

    def _on_broadcast(self, message: str) -> None:
        kind, _, process = message.partition(" ")
        if kind == LIVES:
            if process == self.here:
                self._resume_after_gap()
            self._heard_s[process] = self._clock()
        elif kind == LEAVES:
            self._heard_s.pop(process, None)

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
