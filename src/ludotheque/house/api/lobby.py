"""The sockets of lists: the lobby's sends public tables, a person's own those that wait for them.

A client need not send anything; it may send pings.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final, Protocol

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

CLOSE_NO_TOKEN: Final = 4003
_ping_decoder = msgspec.json.Decoder(Ping)


class Feed(Protocol):
    """Numbered messages that a socket sends."""

    @property
    def number(self) -> int:
        """The number of the last message."""

    def messages_after(self, number: int) -> list[str]:
        """What a recipient lacks who has the messages up to a number."""


class FeedSocket:
    """One connection to a feed; `wakeup` is to be set whenever the feed has a message."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.number = 0  # of the last message that was sent
        self.pinged: int | None = None  # the id of a ping that was not answered yet
        self.wakeup = asyncio.Event()
        self.message_quota = Bucket(limits.MESSAGE_BURST, limits.MESSAGES_PER_S)

    async def serve(self, feed: Feed) -> None:
        """Serve the connection until it ends."""
        sender = asyncio.create_task(self._send(feed))
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
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
                await self._close("this socket takes pings only")
                return
            self.pinged = ping.id
            self.wakeup.set()

    async def _close(self, reason: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(CLOSE_POLICY_VIOLATION, reason)

    async def _send(self, feed: Feed) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has ended
            while True:
                await self.wakeup.wait()
                self.wakeup.clear()
                messages, self.number = feed.messages_after(self.number), feed.number
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
            socket = FeedSocket(connection)
            house.lobby.subscribe(socket.wakeup.set)
            try:
                with _guarded(house, connection, visitor.person):
                    await socket.serve(house.lobby)
            finally:
                house.lobby.unsubscribe(socket.wakeup.set)


async def connect_own(connection: WebSocket) -> None:
    """Follow the tables that wait for oneself; while it is open, one looks at the house."""
    house: House = connection.app.state.house
    async with admitted(connection) as visitor:
        if visitor is None:
            return
        await connection.accept()
        person = visitor.person
        if person is None:
            await connection.close(CLOSE_NO_TOKEN, "no-token")
            return
        socket = FeedSocket(connection)
        feed = house.awaited.subscribe(person.id, socket.wakeup.set)
        try:
            with _guarded(house, connection, person), house.outbox.looking(person.id):
                await socket.serve(feed)
        finally:
            house.awaited.unsubscribe(feed, socket.wakeup.set)


def _guarded(
    house: House, connection: WebSocket, person: Person | None
) -> contextlib.AbstractContextManager[None]:
    """Close the socket with the session that opened it."""
    if person is None:
        return contextlib.nullcontext()
    token_hash = hash_token(token_of(connection))
    return house.session_guard.guarded(person.id, token_hash, connection, lambda _name: None)


def routes() -> list[WebSocketRoute]:
    """The routes of this module; no table has the id "lobby" or "me"."""
    return [WebSocketRoute("/ws/lobby", connect), WebSocketRoute("/ws/me", connect_own)]
