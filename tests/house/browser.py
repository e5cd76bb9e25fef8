"""Requests to the application without a network, as a browser sends them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from starlette.types import Message

from ludotheque.house import server
from ludotheque.house.settings import Settings


@dataclass(frozen=True, slots=True)
class Page:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Browser:
    """Sends requests to a house without tables or people."""

    def __init__(self) -> None:
        settings = Settings(database="")
        self.app = server.app_of(settings)
        self.app.state.house = server.House(settings)

    def close(self) -> None:
        """Close the house."""
        self.app.state.house.bot_pool.close()
        self.app.state.house.sounds.close()

    def get(self, address: str, **headers: str) -> Page:
        """GET a URL; underscores in the names of headers stand for dashes."""
        path, _, query = address.partition("?")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(key.encode(), value.encode()) for key, value in named.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        return asyncio.run(self._ask(scope))

    async def _ask(self, scope: dict[str, Any]) -> Page:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        headers = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return Page(sent[0]["status"], headers, body)
