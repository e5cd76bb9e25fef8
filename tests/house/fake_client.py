"""The other end of a socket of the house in this process, without a network."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from house.table_state import Json
from starlette.websockets import WebSocket

from ludotheque.house.api.frames import EXTENSION, FINAL_TEXT, LENGTH_16_BITS, LENGTH_64_BITS


class FakeClient:
    """A client: it takes the place of the protocol that frames are written to.

    It sends what is put into ``to_send``, and reads what is written while it ``reads``.
    """

    def __init__(self, reads: bool = True) -> None:
        self.to_send: asyncio.Queue[Json] = asyncio.Queue()
        self.to_send.put_nowait({"type": "websocket.connect"})
        self.received: list[Json] = []
        self.closed: Json = {}
        self.denied: list[Json] = []  # the response to a handshake that is refused
        self.ended = asyncio.Event()
        self.writable = asyncio.Event()
        if reads:
            self.writable.set()

    async def connection(self) -> WebSocket:
        """An accepted connection of this client."""
        scope = {"type": "websocket", "extensions": {EXTENSION: self}}
        connection = WebSocket(scope, self.receive, self.send)
        await connection.accept()
        return connection

    # as the server sees it

    async def receive(self) -> Any:
        """What the client sends next."""
        getting, ending = asyncio.ensure_future(self.to_send.get()), self.ended.wait()
        waiting = asyncio.ensure_future(ending)
        await asyncio.wait({getting, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if getting.done():
            return getting.result()
        getting.cancel()
        return {"type": "websocket.disconnect", "code": 1006}

    async def send(self, message: Any) -> None:
        """What the application sends without `write_frame`."""
        if message["type"] == "websocket.close":
            self.closed = message
            self.ended.set()
        elif message["type"].startswith("websocket.http.response"):
            self.denied.append(message)

    def has_message(self) -> bool:
        """Whether the client has sent more than was received."""
        return not self.to_send.empty()

    def is_open(self) -> bool:
        """Whether frames can still be written."""
        return not self.ended.is_set()

    def is_writable(self) -> bool:
        """Whether the client reads."""
        return self.writable.is_set()

    def write_frame(self, frame: bytes) -> None:
        """Read a frame."""
        self.received.append(json.loads(payload_of(frame)))

    # as a test sees it

    def ask(self, message: str | bytes) -> None:
        """Send a message."""
        key = "text" if isinstance(message, str) else "bytes"
        self.to_send.put_nowait({"type": "websocket.receive", key: message})

    def leave(self) -> None:
        """Disconnect."""
        self.to_send.put_nowait({"type": "websocket.disconnect", "code": 1001})


def payload_of(frame: bytes) -> bytes:
    """The payload of an unmasked text frame."""
    assert frame[0] == FINAL_TEXT
    size, start = frame[1], 2
    if size in {LENGTH_16_BITS, LENGTH_64_BITS}:
        start = 4 if size == LENGTH_16_BITS else 10
        size = int.from_bytes(frame[2:start], "big")
    assert len(frame) == start + size
    return frame[start:]
