"""Closes the sockets of sessions that have ended, in any process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
CLOSE_SESSION_ENDED: Final = 4001
RETRY_DELAY_S: Final = 5.0  # after the store did not answer


class SessionGuard:
    """The open sockets of all sessions in this process; closes them when their session ends."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.sockets: dict[str, dict[WebSocket, str]] = {}  # by person id, with the token hash
        self.to_check: set[str] = set()  # ids of people whose sessions may have ended
        self.wakeup = asyncio.Event()
        store.on_revoked(self.on_revoked)

    @contextmanager
    def guarded(self, person_id: str, token_hash: str, socket: WebSocket) -> Iterator[None]:
        """Guard a socket while it is open."""
        self.sockets.setdefault(person_id, {})[socket] = token_hash
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
        for token_hash in {*self.sockets.get(person_id, {}).values()}:
            if await self.store.session(token_hash) is None:
                await self._close_sockets(person_id, token_hash)

    async def _close_sockets(self, person_id: str, token_hash: str) -> None:
        for socket, owner in [*self.sockets.get(person_id, {}).items()]:
            if owner == token_hash:
                with suppress(RuntimeError):  # it was closing already
                    await socket.close(CLOSE_SESSION_ENDED, "your session has ended")
