"""The house on the network: pages, an HTTP API, and a socket for each table.

``docs/protocol.md`` describes the protocol. A person is known by the token of a session, in a
cookie or, for programs, in the Authorization header.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator
from typing import Final

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludotheque import __version__
from ludotheque.core.words import LANGUAGES
from ludotheque.house import metrics
from ludotheque.house.api import accounts, files, games, luck, replay, tables
from ludotheque.house.api.http import endpoint, json_response, same_site, token_of
from ludotheque.house.api.sockets import CLOSE_POLICY_VIOLATION, Socket
from ludotheque.house.gc_policy import collect_on_demand
from ludotheque.house.people.passkeys import Passkeys
from ludotheque.house.people.people import People, hash_of
from ludotheque.house.people.session_guard import SessionGuard
from ludotheque.house.rate_limits import Buckets
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import Settings
from ludotheque.house.store import Person, Store, open_store
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.lobby import Lobby
from ludotheque.house.views.messages import PROTOCOL_VERSION
from ludotheque.house.views.views import Recipient
from ludotheque.house.workers.bot_pool import BotPool
from ludotheque.house.workers.sounds import Sounds

log = logging.getLogger(__name__)
MAX_SOCKETS_PER_PERSON: Final = 20
SWEEP_INTERVAL_S: Final = 3600


class House:
    """Everything that runs in one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store = open_store(settings.database)
        self.bot_pool = BotPool(settings.bots)
        self.sounds = Sounds()
        self.people = People(self.store)
        self.passkeys = Passkeys(self.people)
        self.lobby: Lobby
        self.session_guard: SessionGuard
        self.replays = replay.Replays()
        # Limits for each address.
        self.request_limit = Buckets(60, 20)
        self.file_limit = Buckets(400, 100)  # a page needs many
        self.password_limit = Buckets(10, 0.2)
        self.registration_limit = Buckets(10, 0.1)
        self.passkey_limit = Buckets(20, 0.5)
        self.sockets: Counter[str] = Counter()  # by person, or by address without a token

    @contextlib.asynccontextmanager
    async def running(self, app: Starlette) -> AsyncIterator[None]:
        """The lifetime of the application, from the first request to the last."""
        app.state.house = self
        await self.store.open()
        self.lobby = Lobby(self.store, self.bot_pool, self.settings.bot_pause, self.sounds)
        self.session_guard = SessionGuard(self.store)
        work = self.session_guard.run(), self._sweep(), collect_on_demand()
        background = [asyncio.create_task(each) for each in work]
        try:
            await self.lobby.resume()
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await self.lobby.close()
            self.bot_pool.close()
            await self.store.close()

    async def _sweep(self) -> None:
        """Delete old sessions and guests now and then; several processes may do the same."""
        while True:
            try:
                await self.people.sweep()
            except Exception:  # another process did it, or the database is away: later, then
                log.warning("sweeping failed", exc_info=True)
            await asyncio.sleep(SWEEP_INTERVAL_S)

    def address(self, connection: HTTPConnection) -> str:
        """The address of a client."""
        if self.settings.proxy:
            forwarded = connection.headers.get("x-forwarded-for", "").split(",")[-1].strip()
            if forwarded:
                return forwarded
        return connection.client.host if connection.client else ""

    async def person_of(self, connection: HTTPConnection) -> Person | None:
        """The person who asks, by token; none without one."""
        token = token_of(connection)
        return await self.people.person_of(token) if token else None

    async def require_person(self, request: Request) -> Person:
        """The person who asks; refuses a request without a token."""
        person = await self.person_of(request)
        if person is None:
            raise Refused("no-token", "say who you are first: POST /api/guest")
        return person


# for the host


async def health(house: House, request: Request) -> Response:
    """Whether the house can do its work."""
    del request
    await house.store.tables(limit=1)
    return json_response({"ok": True, "version": __version__, "protocol": PROTOCOL_VERSION})


async def show_metrics(house: House, request: Request) -> Response:
    """Metrics for Prometheus."""
    del request
    metrics.set_live_tables(len(house.lobby.tables))
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")


# sockets


async def socket(connection: WebSocket) -> None:
    """Watch a table and play."""
    house: House = connection.app.state.house
    if not same_site(connection):
        await connection.close(CLOSE_POLICY_VIOLATION, "wrong origin")
        return
    if not house.request_limit.take(house.address(connection)):
        await connection.close(CLOSE_POLICY_VIOLATION, "too many requests")
        return
    person = await house.person_of(connection)
    name = person.id if person is not None else house.address(connection)
    if house.sockets[name] >= MAX_SOCKETS_PER_PERSON:
        await connection.close(CLOSE_POLICY_VIOLATION, "too many sockets")
        return
    try:
        table = await house.lobby.open(connection.path_params["table"])
    except Refused as error:
        await connection.close(CLOSE_POLICY_VIOLATION, error.code)
        return
    await connection.accept()
    served = _socket(house, table, connection, person)
    house.sockets[name] += 1
    metrics.SOCKETS.inc()
    if person is not None:
        house.session_guard.add(person.id, hash_of(token_of(connection)), connection)
    try:
        await served.serve()
    finally:
        metrics.SOCKETS.dec()
        if person is not None:
            house.session_guard.remove(person.id, connection)
        house.sockets[name] -= 1
        if not house.sockets[name]:
            del house.sockets[name]


def _socket(house: House, table: LiveTable, connection: WebSocket, person: Person | None) -> Socket:
    query = connection.query_params
    language = query.get("language", LANGUAGES[0])
    recipient = Recipient(person.id if person else "", language if language in LANGUAGES else "fr")
    name = (person.name or "") if person else ""
    caller = Caller(recipient.person, name, program=query.get("program") == "1")
    wants_changes = query.get("changes") == "1"
    return Socket(house.lobby, table, connection, recipient, caller, wants_changes)


def app_of(settings: Settings) -> Starlette:
    """The whole house as an application."""
    routes = [
        Route("/healthz", endpoint(health)),
        Route("/metrics", endpoint(show_metrics)),
        *accounts.routes(),
        *games.routes(),
        *tables.routes(),
        *replay.routes(),
        *luck.routes(),
        WebSocketRoute("/ws/{table}", socket),
        *files.routes(),
    ]
    return Starlette(routes=routes, lifespan=House(settings).running)
