"""Closes the sockets of sessions that have ended, in any process."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
CLOSE_SESSION_ENDED: Final = 4001
RETRY_DELAY_S: Final = 5.0  # after the store did not answer


class SessionGuard:
    """Knows the open sockets of all sessions, and closes them when their session ends."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.sockets: dict[str, dict[WebSocket, str]] = {}  # by person, with the session's hash
        self.to_check: set[str] = set()
        self.wakeup = asyncio.Event()
        store.on_revoked(self.on_revoked)

    def add(self, person_id: str, session: str, socket: WebSocket) -> None:
        """A socket has opened."""
        self.sockets.setdefault(person_id, {})[socket] = session

    def remove(self, person_id: str, socket: WebSocket) -> None:
        """A socket has closed."""
        sockets = self.sockets.get(person_id, {})
        sockets.pop(socket, None)
        if not sockets:
            self.sockets.pop(person_id, None)

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
        for session in {*self.sockets.get(person_id, {}).values()}:
            if await self.store.session(session) is None:
                await self._close_sockets(person_id, session)

    async def _close_sockets(self, person_id: str, session: str) -> None:
        sockets = self.sockets.get(person_id, {})
        for socket in [one for one, owner in sockets.items() if owner == session]:
            try:
                await socket.close(CLOSE_SESSION_ENDED, "your session has ended")
            except RuntimeError:  # it was closing already
                continue
