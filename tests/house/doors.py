"""Every door of a house, taken from its application, so that a new one is tested by default.

`AppHouse` asks the application in this process: a test can look into the house, and set its limits.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from ludotheque.house.api import files, openapi
from ludotheque.house.server import House, create_app
from ludotheque.house.settings import Settings

SOCKET: Final = "WS"  # in place of a method
SAFE_METHODS: Final = {"GET", "HEAD"}
# For what the paths of routes have in braces; a new placeholder needs a value here.
VALUES: Final = {
    "game": "m",
    "event": "0",
    "chapter": "0",
    "step": "0",
    "channel": "x",
    "token": "x",
    "file": "cover.svg",
    "path": "app.css",
    "person": "nobody",
    "circle": "nobody",
    "report": "nothing",
    "name": "nobody",
    "day": "2026-11-18",
    "record": "nothing",
    "other": "nothing",
    "puzzle": "nothing",
}
_addresses = (f"10.210.{n >> 8}.{n & 255}" for n in itertools.count(1))


class Door(NamedTuple):
    """A method, or WS, and a path of a house, as a pattern."""

    method: str
    pattern: str

    @property
    def name(self) -> str:
        """As in "GET /api/games"; HEAD counts as GET."""
        return f"{'GET' if self.method == 'HEAD' else self.method} {self.pattern}"

    @property
    def is_safe(self) -> bool:
        """Whether a request through it changes nothing."""
        return self.method in SAFE_METHODS

    @property
    def is_file(self) -> bool:
        """Whether it serves a file of the page or a game, the same to everybody."""
        return any(self.pattern == route.path_format for route in files.routes())

    @property
    def takes_body(self) -> bool:
        """Whether its requests have a body."""
        operation = openapi.OPERATIONS.get(self.name)
        return operation is not None and operation.body is not None

    def path(self, table: str, record: str = VALUES["record"]) -> str:
        """A path of the pattern, of a table or a record that was opened."""
        values = {**VALUES, "table": table, "record": record}
        return re.sub(r"\{(\w+)\}", lambda match: values[match[1]], self.pattern)


def doors() -> list[Door]:
    """Every door of a house."""
    found: list[Door] = []
    for route in create_app(Settings(database="")).routes:
        assert isinstance(route, Route | WebSocketRoute), "walk this kind of route, too"
        if isinstance(route, WebSocketRoute):
            found.append(Door(SOCKET, route.path_format))
        else:
            assert route.methods, f"{route.path} takes any method"
            found += [Door(method, route.path_format) for method in sorted(route.methods)]
    return found


def body_fields() -> list[str]:
    """The names of all fields that bodies of requests have."""
    bodies = {operation.body for operation in openapi.OPERATIONS.values()} - {None}
    return sorted({name for body in bodies for name in getattr(body, "__struct_fields__", ())})


class Reply(NamedTuple):
    """What was answered; a socket that was accepted has status 101."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of a refusal; "" if it is none."""
        try:
            data = json.loads(self.body)
        except ValueError:
            return ""
        return str(data.get("code", "")) if isinstance(data, dict) else ""


class AppHouse:
    """A house in this process, without a server."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.house: House = app.state.house
        self.record = VALUES["record"]  # the id of one that was opened

    async def ask(
        self,
        door: Door,
        table: str = "nothing",
        *,
        token: str = "",
        body: bytes = b"{}",
        address: str = "",
        **headers: str,
    ) -> Reply:
        """Ask at a door, by default from an address of one's own."""
        given = {
            "host": "localhost",
            "x-forwarded-for": address or next(_addresses),
            **({"authorization": f"Bearer {token}"} if token else {}),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        path, _, query = door.path(table, self.record).partition("?")
        is_socket = door.method == SOCKET
        scope: dict[str, Any] = {
            "type": "websocket" if is_socket else "http",
            "scheme": "ws" if is_socket else "http",
            "method": door.method,
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
            "extensions": {"websocket.http.response": {}},
        }
        sent = iter(_sent(is_socket, b"" if door.is_safe else body))
        answered: list[Any] = []

        async def receive() -> Any:
            return next(sent)

        async def send(message: Any) -> None:
            answered.append(message)

        await self.app(scope, receive, send)
        return _reply(answered)


def _sent(is_socket: bool, body: bytes) -> list[Any]:
    if is_socket:
        ended = {"type": "websocket.disconnect", "code": 1001}
        return [{"type": "websocket.connect"}, *[ended] * 5]
    return [{"type": "http.request", "body": body}, *[{"type": "http.disconnect"}] * 5]


def _reply(answered: list[Any]) -> Reply:
    first = answered[0]
    if first["type"] in {"websocket.accept", "websocket.close"}:
        return Reply(101 if first["type"] == "websocket.accept" else 403, {}, b"")
    headers = {name.decode().lower(): value.decode() for name, value in first["headers"]}
    body = b"".join(message.get("body", b"") for message in answered[1:])
    return Reply(first["status"], headers, body)


@asynccontextmanager
async def app_house(folder: Path, **settings: Any) -> AsyncIterator[AppHouse]:
    """A house in this process, on a new database."""
    app = create_app(Settings(database=str(folder / "house.sqlite"), proxy=True, **settings))
    async with app.router.lifespan_context(app):
        app.state.house.delayed_refusals.delay_s = 0.0
        yield AppHouse(app)
