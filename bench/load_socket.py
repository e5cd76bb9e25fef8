"""A WebSocket client that costs little: load and server share one machine.

It reads whole frames without a task, and knows only what the servers under load send.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable, Mapping
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # opcodes
FINAL = 0x80
MASKED = 0x80
NO_MASK = bytes(4)  # a mask that changes nothing: there is no proxy here to be confused
MAX_SHORT_LENGTH = 125
LENGTH_16_BITS, LENGTH_64_BITS = 126, 127


class LoadSocket(asyncio.Protocol):
    """One connection; ``on_text`` is called with every text message."""

    transport: asyncio.Transport

    def __init__(self, head: bytes, on_text: Callable[[bytes], None]) -> None:
        self.head, self.on_text = head, on_text
        self.received = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self.head)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        del exc
        self.lost.set_result(None)
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("no WebSocket was opened"))

    def data_received(self, data: bytes) -> None:
        """Handle all frames that are complete."""
        self.received += data
        if not self.opened.done() and not self._read_answer():
            return
        while self._read_frame():
            pass

    def _read_answer(self) -> bool:
        """Read the answer to the upgrade; returns whether the connection is open."""
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self.received.startswith(b"HTTP/1.1 101 "):
            self.opened.set_exception(ConnectionError(self.received.decode()))
            return False
        del self.received[: end + 4]
        self.opened.set_result(None)
        return True

    def _read_frame(self) -> bool:
        """Handle the next frame; returns whether it was complete."""
        received = self.received
        if len(received) < 2:
            return False
        length, start = received[1], 2
        if length >= LENGTH_16_BITS:
            start = 4 if length == LENGTH_16_BITS else 10
            length = int.from_bytes(received[2:start], "big")
        end = start + length
        if len(received) < end:
            return False
        assert received[0] & FINAL, "fragments are not expected"
        opcode, payload = received[0] & 0x0F, bytes(received[start:end])
        del received[:end]
        if opcode == TEXT:
            self.on_text(payload)
        elif opcode == PING:
            self._write(PONG, payload)
        elif opcode == CLOSE:
            self.transport.close()
        return True

    def send(self, text: str) -> None:
        """Send a text message."""
        self._write(TEXT, text.encode())

    def _write(self, opcode: int, payload: bytes) -> None:
        length = len(payload)
        if length <= MAX_SHORT_LENGTH:
            head = bytes((FINAL | opcode, MASKED | length))
        elif length < 1 << 16:
            head = struct.pack("!BBH", FINAL | opcode, MASKED | LENGTH_16_BITS, length)
        else:
            head = struct.pack("!BBQ", FINAL | opcode, MASKED | LENGTH_64_BITS, length)
        self.transport.write(head + NO_MASK + payload)

    async def close(self) -> None:
        """Close the connection."""
        if not self.transport.is_closing():
            self._write(CLOSE, b"")
        async with asyncio.timeout(10):
            await self.lost


async def open_socket(
    server: str, target: str, on_text: Callable[[bytes], None], headers: Mapping[str, str]
) -> LoadSocket:
    """Open a WebSocket at HOST:PORT."""
    fields = {
        "Host": server,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        **headers,
    }
    lines = [f"GET {target} HTTP/1.1", *(f"{key}: {value}" for key, value in fields.items())]
    head = "\r\n".join([*lines, "", ""]).encode()
    host, port = server.rsplit(":", 1)
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: LoadSocket(head, on_text), host, int(port))
    await socket.opened
    return socket
