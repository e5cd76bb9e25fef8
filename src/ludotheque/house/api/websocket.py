"""The WebSocket endpoint: who may connect, and how many connections a client may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from starlette.routing import WebSocketRoute

from ludotheque.house import metrics
from ludotheque.house.api.http import (
    is_same_origin,
    language_or_default,
    refusal_of,
    token_of,
    too_fast,
    wrong_origin,
)
from ludotheque.house.api.sockets import CLOSE_BROKEN_TABLE, Socket
from ludotheque.house.limits import MAX_SOCKETS_PER_ADDRESS, MAX_SOCKETS_PER_CLIENT
from ludotheque.house.people.people import hash_token
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.restore import BrokenLog
from ludotheque.house.views.messages import PROTOCOL_VERSION
from ludotheque.house.views.stream import EPOCH

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ludotheque.house.server import House
    from ludotheque.house.store import Person
    from ludotheque.house.table.live import LiveTable

CLOSE_OTHER_PROTOCOL: Final = 4002
MAX_NUMBER_DIGITS: Final = 15


class ConnectionCounts:
    """How many open connections each client and each address has.

    A client is a person, or without a token an address.
    """

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def is_full(self, visitor: Visitor) -> bool:
        """Whether a visitor may open no more connections."""
        return (
            self._counts[visitor.client] >= MAX_SOCKETS_PER_CLIENT
            or self._counts[visitor.place] >= MAX_SOCKETS_PER_ADDRESS
        )

    @contextmanager
    def counted(self, visitor: Visitor) -> Iterator[None]:
        """Count a connection while it is open."""
        self._counts.update([visitor.client, visitor.place])
        metrics.SOCKETS.inc()
        try:
            yield
        finally:
            metrics.SOCKETS.dec()
            for key in (visitor.client, visitor.place):
                self._counts[key] -= 1
                if not self._counts[key]:
                    del self._counts[key]


class Visitor(NamedTuple):
    """A client that may connect."""

    person: Person | None  # none without a token
    client: str  # by which its connections are counted
    place: str  # by which those of all people at its address are counted


@asynccontextmanager
async def admitted(connection: WebSocket) -> AsyncIterator[Visitor | None]:
    """The client of a new connection, which is counted meanwhile.

    None for one that is refused, which has been answered with the reason.
    """
    house: House = connection.app.state.house
    try:
        visitor = await _visitor(house, connection)
    except (Refused, StoreError) as error:
        await connection.send_denial_response(refusal_of(error))
        yield None
        return
    address = house.address(connection)
    with house.connections.counted(visitor), house.open_sockets.listed(connection, address):
        yield visitor


async def _visitor(house: House, connection: WebSocket) -> Visitor:
    address = house.address(connection)
    if not house.request_limit.take(address):
        raise too_fast()
    if not is_same_origin(connection):
        raise wrong_origin()
    person = await house.person_of(connection)
    visitor = Visitor(person, person.id if person else address, f"address {address}")
    if house.connections.is_full(visitor):
        raise Refused("too-many-sockets", "too many open sockets; close one first")
    return visitor


async def connect(connection: WebSocket) -> None:
    """Watch a table and play at it."""
    async with admitted(connection) as visitor:
        if visitor is not None:
            await _serve(connection, visitor.person)


async def _serve(connection: WebSocket, person: Person | None) -> None:
    house: House = connection.app.state.house
    try:
        table = await house.open_table(connection)
        await house.daily.check_may_see(table.room, person.id if person else "")
    except BrokenLog as broken:
        await connection.accept()  # a browser is told the reason of an open connection only
        await connection.close(CLOSE_BROKEN_TABLE, broken.code)
        return
    except (Refused, StoreError) as error:
        await connection.send_denial_response(refusal_of(error))
        return
    await connection.accept()
    if connection.query_params.get("protocol") != str(PROTOCOL_VERSION):
        await connection.close(
            CLOSE_OTHER_PROTOCOL, f"protocol: this house speaks {PROTOCOL_VERSION}"
        )
        return
    is_spectator = connection.query_params.get("spectator") == "1"  # whoever it is
    socket = _socket(house, table, connection, None if is_spectator else person)
    resume_number = _resume_number(connection.query_params.get("after", ""))
    if person is None:
        await socket.serve(resume_number)
        return
    token_hash = hash_token(token_of(connection))
    with house.session_guard.guarded(person.id, token_hash, connection, socket.on_renamed):
        async with house.unheard.told_to(person.id, socket.cursor.set_unheard):
            await socket.serve(resume_number)


def _socket(house: House, table: LiveTable, connection: WebSocket, person: Person | None) -> Socket:
    query = connection.query_params
    name = (person.name or "") if person else ""
    caller = Caller(person.id if person else "", name, program=query.get("program") == "1")
    language = language_or_default(connection)
    wants_whole_views = query.get("whole") == "1"
    address = house.client(connection, person).address
    return Socket(house.tables, table, connection, caller, language, wants_whole_views, address)


def _resume_number(text: str) -> int:
    """The number a client has, from "EPOCH.NUMBER"; -1 if it is of another epoch, or invalid."""
    epoch, _, number = text.partition(".")
    is_number = number.isdecimal() and len(number) <= MAX_NUMBER_DIGITS
    return int(number) if epoch == EPOCH and is_number else -1


def routes() -> list[WebSocketRoute]:
    """The routes of this module."""
    return [WebSocketRoute("/ws/{table}", connect)]
