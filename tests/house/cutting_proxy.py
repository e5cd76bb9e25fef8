"""A proxy of a PostgreSQL server that cuts connections at a COMMIT, before or after it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qs, urlsplit

COMMIT = b"COMMIT;"
SOCKET_NAME = ".s.PGSQL.5432"
CHUNK_BYTES = 65536


async def nothing() -> None:
    """Nothing happens meanwhile."""


class CuttingProxy:
    """Passes everything on. With ``cut`` set, the next COMMIT ends its connection.

    "after": the server has committed, but nobody is told. "before": it never gets the COMMIT.
    """

    def __init__(self, place: str) -> None:
        (self.server_folder,) = parse_qs(urlsplit(place).query)["host"]
        self.cut: Literal["", "before", "after"] = ""
        self.stays_down = False  # after a cut nobody can connect
        self.meanwhile: Callable[[], Awaitable[None]] = nothing  # before the cut is noticed
        self.is_down = False
        self.cuts = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        if self.is_down:
            writer.close()
            return
        path = f"{self.server_folder}/{SOCKET_NAME}"
        server_reader, server_writer = await asyncio.open_unix_connection(path)
        answers = asyncio.create_task(self._pass_on(server_reader, writer))
        try:
            while data := await reader.read(CHUNK_BYTES):
                if self.cut and COMMIT in data:
                    await self._end(data, server_writer, answers)
                    return
                server_writer.write(data)
                await server_writer.drain()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            answers.cancel()
            writer.close()
            server_writer.close()

    async def _end(
        self, data: bytes, server: asyncio.StreamWriter, answers: asyncio.Task[None]
    ) -> None:
        answers.cancel()
        self.is_down, self.cuts = self.stays_down, self.cuts + 1
        if self.cut == "after":
            server.write(data)
            await server.drain()
            await asyncio.sleep(0.2)  # the server commits
        self.cut = ""
        server.close()
        await self.meanwhile()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK_BYTES):
                writer.write(data)
                await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def cutting_proxy(place: str, folder: Path) -> AsyncIterator[tuple[CuttingProxy, str]]:
    """A proxy of the server of a database, and the URL of the database through it."""
    proxy = CuttingProxy(place)
    server = await asyncio.start_unix_server(proxy.serve, folder / SOCKET_NAME)
    async with server:
        yield proxy, f"{place.partition('?')[0]}?host={folder}"
