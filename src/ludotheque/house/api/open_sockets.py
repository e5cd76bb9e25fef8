"""The open sockets of this process by address, so that those of a banned address are closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.hosting.bulletin import Bulletin

CLOSE_BANNED: Final = 4003  # the reason is a code, as for tables that are gone


class OpenSockets:
    """All sockets that are open."""

    def __init__(self, bulletin: Bulletin) -> None:
        self.bulletin = bulletin
        self._addresses: dict[WebSocket, str] = {}
        bulletin.on_banned = self._on_banned

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._addresses)

    @contextmanager
    def listed(self, socket: WebSocket, address: str) -> Iterator[None]:
        """List a socket while it is open."""
        self._addresses[socket] = address
        try:
            yield
        finally:
            del self._addresses[socket]

    def _on_banned(self) -> None:
        self.bulletin.tasks.spawn(self.close_banned())

    async def close_banned(self) -> None:
        """Close the sockets of banned addresses."""
        for socket, address in [*self._addresses.items()]:
            if self.bulletin.is_banned(address):
                with suppress(RuntimeError):  # it was closing already
                    await socket.close(CLOSE_BANNED, "banned-address")
