"""A client that keeps every byte: for tests of what is sent, and of nothing that is made of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self

PATIENCE = 60  # seconds after which a test that waits for nothing fails
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="  # of the handshake: the same for all, so is its answer
TEXT, BINARY, PING, PONG = 1, 2, 9, 10


async def fetch(port: int, path: str, headers: dict[str, str], method: str = "GET") -> bytes:
    """Everything that comes back for one request: status, headers, body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head(f"{method} {path}", {**headers, "Connection": "close"}))
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return answer


def head(line: str, headers: dict[str, str]) -> bytes:
    """The beginning of a request."""
    named = {"Host": "house.example", **headers}
    lines = [f"{line} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
    return "\r\n".join([*lines, "", ""]).encode()


class Wire:
    """One WebSocket: what is sent over it, and all that came, as it came."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.raw = bytearray()
        self.frames: list[tuple[int, bytes]] = []
        self.number = 0

    @classmethod
    async def open(cls, port: int, path: str, headers: dict[str, str]) -> Self:
        """Shake hands; refused handshakes are errors."""
        wire = cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**22))
        asked = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        wire.writer.write(head(f"GET {path}", {**asked, "Sec-WebSocket-Key": KEY, **headers}))
        answer = await asyncio.wait_for(wire.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        wire.raw += answer
        if b" 101 " not in answer.split(b"\r\n")[0]:
            wire.writer.close()
            raise ConnectionRefusedError(answer.decode())
        return wire

    async def frame(self) -> None:
        """Take the next frame; pings, which come as time passes, are answered only."""
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

    async def until(self, ready: Callable[[], bool]) -> None:
        """Read on until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not ready():
                await self.frame()

    def send(self, text: str) -> None:
        """A text, in one frame."""
        self._write(TEXT, text.encode())

    def _write(self, kind: int, data: bytes) -> None:
        size = len(data)
        length = b"" if size < 126 else size.to_bytes(2, "big")
        nothing = bytes(4)  # a mask that changes nothing
        self.writer.write(bytes([128 | kind, 128 | min(126, size)]) + length + nothing + data)

    async def ask(self, message: dict[str, object]) -> dict[str, Any]:
        """Ask for something, and the answer to it."""
        self.number += 1
        self.send(json.dumps({**message, "id": self.number}))
        begin = len(self.frames)
        await self.until(lambda: any(map(self._answers, self.frames[begin:])))
        return next(self._read(each) for each in self.frames[begin:] if self._answers(each))

    def _read(self, frame: tuple[int, bytes]) -> dict[str, Any]:
        return dict(json.loads(frame[1])) if frame[0] == TEXT else {}

    def _answers(self, frame: tuple[int, bytes]) -> bool:
        told = self._read(frame)
        return told.get("type") in {"done", "refused", "hint"} and told["id"] == self.number

    def views(self) -> int:
        """How many views came, or changes of one."""
        return sum(self._read(each).get("type") in {"view", "change"} for each in self.frames)

    def seen(self) -> int:
        """The number of the latest view, -1 before the first."""
        for frame in reversed(self.frames):
            told = self._read(frame)
            if told.get("type") in {"view", "change"}:
                return int(told["number"])
        return -1

    def clips(self) -> int:
        """How many sounds came."""
        return sum(kind == BINARY for kind, _ in self.frames)

    async def close(self) -> None:
        """Hang up."""
        self.writer.close()
        await self.writer.wait_closed()
