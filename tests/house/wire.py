"""A client that records every byte it receives, for tests of exactly what is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self

TIMEOUT_S = 60  # for anything a test waits for
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="  # of the handshake: always the same, and so is the answer
TEXT, BINARY, PING, PONG = 1, 2, 9, 10


async def fetch(port: int, path: str, headers: dict[str, str], method: str = "GET") -> bytes:
    """Everything a request returns, as bytes: status, headers, body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request_head(f"{method} {path}", {**headers, "Connection": "close"}))
    answer = await asyncio.wait_for(reader.read(), TIMEOUT_S)
    writer.close()
    return answer


def request_head(line: str, headers: dict[str, str]) -> bytes:
    """The request line and the headers of a request."""
    named = {"Host": "house.example", **headers}
    lines = [f"{line} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
    return "\r\n".join([*lines, "", ""]).encode()


class Wire:
    """A WebSocket, and all bytes received over it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.raw = bytearray()
        self.frames: list[tuple[int, bytes]] = []
        self.number = 0

    @classmethod
    async def open(cls, port: int, path: str, headers: dict[str, str]) -> Self:
        """Open a socket; raises `ConnectionRefusedError` if the handshake is refused."""
        wire = cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**22))
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        wire.writer.write(
            request_head(f"GET {path}", {**upgrade, "Sec-WebSocket-Key": KEY, **headers})
        )
        answer = await asyncio.wait_for(wire.reader.readuntil(b"\r\n\r\n"), TIMEOUT_S)
        wire.raw += answer
        if b" 101 " not in answer.split(b"\r\n")[0]:
            wire.writer.close()
            raise ConnectionRefusedError(answer.decode())
        return wire

    async def read_frame(self) -> None:
        """Read the next frame; pings are answered and not recorded."""
        begin = await self.reader.readexactly(2)
        kind, size = begin[0] & 15, begin[1] & 127
        if size >= 126:
            longer = await self.reader.readexactly(2 if size == 126 else 8)
            begin, size = begin + longer, int.from_bytes(longer, "big")
        data = await self.reader.readexactly(size)
        if kind == PING:
            self._write(PONG, data)
            return
        self.raw += begin + data
        self.frames.append((kind, data))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Read frames until a condition holds."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition():
                await self.read_frame()

    def send(self, text: str) -> None:
        """Send a text in one frame."""
        self._write(TEXT, text.encode())

    def _write(self, kind: int, data: bytes) -> None:
        size = len(data)
        length = b"" if size < 126 else size.to_bytes(2, "big")
        mask = bytes(4)  # a mask of zeros
        self.writer.write(bytes([128 | kind, 128 | min(126, size)]) + length + mask + data)

    async def ask(self, message: dict[str, object]) -> dict[str, Any]:
        """Send a request; returns the answer, which may be a change that has its id."""
        self.number += 1
        self.send(json.dumps({**message, "id": self.number}))
        begin = len(self.frames)
        await self.until(lambda: any(map(self._answers, self.frames[begin:])))
        return next(self._read(each) for each in self.frames[begin:] if self._answers(each))

    def _read(self, frame: tuple[int, bytes]) -> dict[str, Any]:
        return dict(json.loads(frame[1])) if frame[0] == TEXT else {}

    def _answers(self, frame: tuple[int, bytes]) -> bool:
        message = self._read(frame)
        if message.get("type") in {"done", "refused", "hint"}:
            return bool(message["id"] == self.number)
        return message.get("done") == self.number

    def views(self) -> int:
        """How many views or changes came."""
        return sum(kind in {"view", "change"} for kind in self.kinds())

    def kinds(self) -> list[str]:
        """The types of all messages; "" for a sound."""
        return [self._read(each).get("type", "") for each in self.frames]

    def latest_number(self) -> int:
        """The number of the latest view or step, -1 before the first."""
        for frame in reversed(self.frames):
            message = self._read(frame)
            if message.get("type") == "view":
                return int(message["number"])
            if message.get("steps"):
                return int(message["steps"][-1]["public"]["number"])
        return -1

    def clips(self) -> int:
        """How many sounds came."""
        return sum(kind == BINARY for kind, _ in self.frames)

    async def close(self) -> None:
        """Close the connection."""
        self.writer.close()
        await self.writer.wait_closed()
