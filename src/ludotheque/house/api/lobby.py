"""The socket of the lobby: it sends public tables, and what changes among them.

A client need not send anything; it may send pings.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.house import limits
from ludotheque.house.api.http import token_of
from ludotheque.house.api.sockets import CLOSE_POLICY_VIOLATION
from ludotheque.house.api.websocket import admitted
from ludotheque.house.people.people import hash_token
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.table.asks import Ping
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.messages import Done, encode_message

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.server import House
    from ludotheque.house.store import Person
    from ludotheque.house.table.lobby import LobbyFeed

_ping_decoder = msgspec.json.Decoder(Ping)


class LobbySocket:
    """One connection to the lobby."""

    def __init__(self, feed: LobbyFeed, socket: WebSocket) -> None:
        self.feed = feed
        self.socket = socket
        self.number = 0  # of the last message that was sent
        self.pinged: int | None = None  # the id of a ping that was not answered yet
        self.wakeup = asyncio.Event()
        self.message_quota = Bucket(limits.MESSAGE_BURST, limits.MESSAGES_PER_S)

    async def serve(self) -> None:
        """Serve the connection until it ends."""
        self.feed.subscribe(self.wakeup.set)
        sender = asyncio.create_task(self._send())
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            self.feed.unsubscribe(self.wakeup.set)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _receive(self) -> None:
        while self.socket.application_state is WebSocketState.CONNECTED:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self.message_quota.take():
                await self._close("too many messages")
                return
            text = message.get("text")
            try:
                ping = _ping_decoder.decode(
                    text if text is not None else message.get("bytes") or b""
                )
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                await self._close("the lobby takes pings only")
                return
            self.pinged = ping.id
            self.wakeup.set()

    async def _close(self, reason: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(CLOSE_POLICY_VIOLATION, reason)

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has ended
            while True:
                await self.wakeup.wait()
                self.wakeup.clear()
                messages, self.number = self.feed.messages_after(self.number), self.feed.number
                for message in messages:
                    await self.socket.send_text(message)
                if self.pinged is not None:
                    ping_id, self.pinged = self.pinged, None
                    await self.socket.send_text(encode_message(Done(ping_id, now_ms())).decode())


async def connect(connection: WebSocket) -> None:
    """Look at the lobby; a token is not needed, and all see the same."""
    house: House = connection.app.state.house
    async with admitted(connection) as visitor:
        if visitor is not None:
            await connection.accept()
            with _guarded(house, connection, visitor.person):
                await LobbySocket(house.lobby, connection).serve()


def _guarded(
    house: House, connection: WebSocket, person: Person | None
) -> contextlib.AbstractContextManager[None]:
    """Close the socket with the session that opened it."""
    if person is None:
        return contextlib.nullcontext()
    token_hash = hash_token(token_of(connection))
    return house.session_guard.guarded(person.id, token_hash, connection, lambda _name: None)


def routes() -> list[WebSocketRoute]:
    """The routes of this module; no table has the id "lobby"."""
    return [WebSocketRoute("/ws/lobby", connect)]
