"""Closes the sockets of sessions that have ended, and tells sockets their person's new name."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
CLOSE_SESSION_ENDED: Final = 4001
RETRY_DELAY_S: Final = 5.0  # after the store did not answer
RENAMED: Final = "renamed"  # a broadcast, with the id of the person


class Guarded(NamedTuple):
    """What is known of an open socket."""

    token_hash: str
    on_renamed: Callable[[str], None]


class SessionGuard:
    """The open sockets of all sessions in this process."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.sockets: dict[str, dict[WebSocket, Guarded]] = {}  # by person id
        self.to_check: set[str] = set()  # ids of people whose sessions or names may have changed
        self.wakeup = asyncio.Event()
        store.on_revoked(self.on_revoked)
        store.on_broadcast(self._on_broadcast)

    @contextmanager
    def guarded(
        self,
        person_id: str,
        token_hash: str,
        socket: WebSocket,
        on_renamed: Callable[[str], None],
    ) -> Iterator[None]:
        """Guard a socket while it is open; ``on_renamed`` is called with the name of its person."""
        self.sockets.setdefault(person_id, {})[socket] = Guarded(token_hash, on_renamed)
        try:
            yield
        finally:
            sockets = self.sockets[person_id]
            del sockets[socket]
            if not sockets:
                del self.sockets[person_id]

    def on_revoked(self, person_id: str) -> None:
        """Sessions of a person may have ended; "" if it may be anybody."""
        self.to_check |= {person_id} & {*self.sockets} if person_id else {*self.sockets}
        if self.to_check:
            self.wakeup.set()

    async def announce_name(self, person_id: str) -> None:
        """Tell all processes that a person has another name."""
        await self.store.broadcast(f"{RENAMED} {person_id}")

    def _on_broadcast(self, message: str) -> None:
        kind, _, person_id = message.partition(" ")
        if kind == RENAMED:
            self.on_revoked(person_id)

    async def run(self) -> None:
        """Check sessions whenever some may have ended, until cancelled."""
        while True:
            await self.wakeup.wait()
            self.wakeup.clear()
            while self.to_check:
                await self._check_or_retry(self.to_check.pop())

    async def _check_or_retry(self, person_id: str) -> None:
        try:
            await self._check(person_id)
        except StoreError as error:
            log.warning("sessions could not be checked: %s", error)
            self.to_check.add(person_id)
            await asyncio.sleep(RETRY_DELAY_S)

    async def _check(self, person_id: str) -> None:
        for token_hash in {guarded.token_hash for guarded in self._guarded(person_id)}:
            if await self.store.session(token_hash) is None:
                await self._close_sockets(person_id, token_hash)
        person = await self.store.person(person_id)
        for guarded in self._guarded(person_id):
            guarded.on_renamed((person.name if person else None) or "")

    def _guarded(self, person_id: str) -> list[Guarded]:
        return [*self.sockets.get(person_id, {}).values()]

    async def _close_sockets(self, person_id: str, token_hash: str) -> None:
        for socket, guarded in [*self.sockets.get(person_id, {}).items()]:
            if guarded.token_hash == token_hash:
                with suppress(RuntimeError):  # it was closing already
                    await socket.close(CLOSE_SESSION_ENDED, "your session has ended")
