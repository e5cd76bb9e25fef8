"""The doorkeeper: who has no session any more has no socket either, in any process."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
OUT: Final = 4001  # a socket's end: its session has ended


class Doorkeeper:
    """Knows the open sockets of everybody with a session, and shows them out when it ends."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.inside: dict[str, dict[WebSocket, str]] = {}  # by person, with the session's hash
        self.to_check: set[str] = set()
        self.stirred = asyncio.Event()
        store.keep_door(self.heard)

    def enter(self, person_id: str, session: str, socket: WebSocket) -> None:
        """Somebody opened a socket."""
        self.inside.setdefault(person_id, {})[socket] = session

    def leave(self, person_id: str, socket: WebSocket) -> None:
        """A socket has ended."""
        sockets = self.inside.get(person_id, {})
        sockets.pop(socket, None)
        if not sockets:
            self.inside.pop(person_id, None)

    def heard(self, person_id: str) -> None:
        """Somebody may be out; "" if it may be anybody."""
        self.to_check |= {person_id} & {*self.inside} if person_id else {*self.inside}
        if self.to_check:
            self.stirred.set()

    async def watch(self) -> None:
        """Look after the door for ever."""
        while True:
            await self.stirred.wait()
            self.stirred.clear()
            try:
                while self.to_check:
                    await self._check(self.to_check.pop())
            except StoreError as error:  # whoever was out will be found at the next look
                log.warning("the door could not be looked after: %s", error)

    async def _check(self, person_id: str) -> None:
        for session in {*self.inside.get(person_id, {}).values()}:
            if await self.store.session(session) is None:
                await self._show_out(person_id, session)

    async def _show_out(self, person_id: str, session: str) -> None:
        sockets = self.inside.get(person_id, {})
        for socket in [one for one, held in sockets.items() if held == session]:
            try:
                await socket.close(OUT, "your session has ended")
            except RuntimeError:  # it was closing already
                continue
