"""The WebSocket endpoint: who may connect, and how many connections a client may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from starlette.routing import WebSocketRoute

from ludotheque.house import metrics
from ludotheque.house.api.http import is_same_origin, language_or_default, token_of
from ludotheque.house.api.sockets import CLOSE_POLICY_VIOLATION, Socket
from ludotheque.house.people.people import hash_token
from ludotheque.house.refusals import Refused
from ludotheque.house.table.deeds import Caller
from ludotheque.house.views.messages import PROTOCOL_VERSION
from ludotheque.house.views.stream import EPOCH

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.server import House
    from ludotheque.house.store import Person
    from ludotheque.house.table.live import LiveTable

MAX_SOCKETS_PER_CLIENT: Final = 20
CLOSE_OTHER_PROTOCOL: Final = 4002
MAX_NUMBER_DIGITS: Final = 15


class ConnectionCounts:
    """How many open connections each client has: a person, or without a token an address."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def is_full(self, client: str) -> bool:
        """Whether a client may open no more connections."""
        return self._counts[client] >= MAX_SOCKETS_PER_CLIENT

    @contextmanager
    def counted(self, client: str) -> Iterator[None]:
        """Count a connection while it is open."""
        self._counts[client] += 1
        metrics.SOCKETS.inc()
        try:
            yield
        finally:
            metrics.SOCKETS.dec()
            self._counts[client] -= 1
            if not self._counts[client]:
                del self._counts[client]


class Visitor(NamedTuple):
    """A client that may connect."""

    person: Person | None  # none without a token
    client: str  # by which its connections are counted


async def admit(connection: WebSocket) -> Visitor | None:
    """The client of a new connection; a connection that is refused is closed."""
    house: House = connection.app.state.house
    if not is_same_origin(connection):
        await connection.close(CLOSE_POLICY_VIOLATION, "wrong origin")
        return None
    if not house.request_limit.take(house.address(connection)):
        await connection.close(CLOSE_POLICY_VIOLATION, "too many requests")
        return None
    person = await house.person_of(connection)
    client = person.id if person is not None else house.address(connection)
    if house.connections.is_full(client):
        await connection.close(CLOSE_POLICY_VIOLATION, "too many sockets")
        return None
    return Visitor(person, client)


async def connect(connection: WebSocket) -> None:
    """Watch a table and play at it."""
    visitor = await admit(connection)
    if visitor is None:
        return
    house: House = connection.app.state.house
    person = visitor.person
    try:
        table = await house.tables.open(connection.path_params["table"])
    except Refused as refusal:
        await connection.close(CLOSE_POLICY_VIOLATION, refusal.code)
        return
    await connection.accept()
    if connection.query_params.get("protocol") != str(PROTOCOL_VERSION):
        await connection.close(
            CLOSE_OTHER_PROTOCOL, f"protocol: this house speaks {PROTOCOL_VERSION}"
        )
        return
    socket = _socket(house, table, connection, person)
    resume_number = _resume_number(connection.query_params.get("after", ""))
    with house.connections.counted(visitor.client):
        if person is None:
            await socket.serve(resume_number)
            return
        with house.session_guard.guarded(person.id, hash_token(token_of(connection)), connection):
            await socket.serve(resume_number)


def _socket(house: House, table: LiveTable, connection: WebSocket, person: Person | None) -> Socket:
    query = connection.query_params
    name = (person.name or "") if person else ""
    caller = Caller(person.id if person else "", name, program=query.get("program") == "1")
    language = language_or_default(connection)
    wants_whole_views = query.get("whole") == "1"
    return Socket(house.tables, table, connection, caller, language, wants_whole_views)


def _resume_number(text: str) -> int:
    """The number a client has, from "EPOCH.NUMBER"; -1 if it is of another epoch, or invalid."""
    epoch, _, number = text.partition(".")
    is_number = number.isdecimal() and len(number) <= MAX_NUMBER_DIGITS
    return int(number) if epoch == EPOCH and is_number else -1


def routes() -> list[WebSocketRoute]:
    """The routes of this module."""
    return [WebSocketRoute("/ws/{table}", connect)]
