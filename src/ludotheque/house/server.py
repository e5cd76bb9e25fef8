"""The house on the network: pages, an interface over HTTP, and a socket for each table.

``docs/protocol.md`` describes what is said here. Whoever asks is a person with a token, in a cookie
or, for programs, in the Authorization header.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
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
from ludotheque.house.api.http import answer_json, endpoint, same_site, token_of
from ludotheque.house.api.sockets import Socket
from ludotheque.house.gc_policy import tidy_on
from ludotheque.house.people.passkeys import Passkeys
from ludotheque.house.people.people import People, hash_of
from ludotheque.house.people.session_guard import Doorkeeper
from ludotheque.house.rate_limits import Buckets
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import Settings
from ludotheque.house.store import Person, Store, open_store
from ludotheque.house.table.lobby import Hall
from ludotheque.house.views.messages import PROTOCOL
from ludotheque.house.views.views import Onlooker
from ludotheque.house.workers.bot_pool import Thinkers
from ludotheque.house.workers.sounds import Sounds

log = logging.getLogger(__name__)
SOCKETS_EACH: Final = 20  # of one person at once
SWEEP_EVERY: Final = 3600  # seconds


class House:
    """Everything that runs in one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store = open_store(settings.database)
        self.thinkers = Thinkers(settings.bots)
        self.sounds = Sounds()
        self.people = People(self.store)
        self.passkeys = Passkeys(self.people)
        self.hall: Hall
        self.replays = replay.Replays()
        self.asks = Buckets(60, 20)  # requests of one address
        self.files = Buckets(400, 100)  # the same for files, of which a page needs many
        self.entrances = Buckets(10, 0.2)  # tries to come in by a password
        self.newcomers = Buckets(10, 0.1)  # new accounts
        self.keyholes = Buckets(20, 0.5)  # requests about passkeys
        self.sockets: dict[str, int] = {}
        self.doorkeeper: Doorkeeper

    @contextlib.asynccontextmanager
    async def running(self, app: Starlette) -> AsyncIterator[None]:
        """From the first request to the last."""
        app.state.house = self
        await self.store.open()
        self.hall = Hall(self.store, self.thinkers, self.settings.bot_pause, self.sounds)
        self.doorkeeper = Doorkeeper(self.store)
        work = self.doorkeeper.watch(), self._sweep(), tidy_on()
        chores = [asyncio.create_task(chore) for chore in work]
        try:
            await self.hall.go_on()
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await self.hall.close()
            self.thinkers.close()
            await self.store.close()

    async def _sweep(self) -> None:
        """Forget now and then who is to be forgotten; several processes may well do the same."""
        while True:
            try:
                await self.people.sweep()
            except Exception:  # another process was at it, or the database is away: later, then
                log.warning("sweeping failed", exc_info=True)
            await asyncio.sleep(SWEEP_EVERY)

    def address(self, connection: HTTPConnection) -> str:
        """Where somebody comes from."""
        if self.settings.proxy:
            told = connection.headers.get("x-forwarded-for", "").split(",")[-1].strip()
            if told:
                return told
        return connection.client.host if connection.client else ""

    async def person_of(self, connection: HTTPConnection) -> Person | None:
        """Who asks, by token."""
        token = token_of(connection)
        return await self.people.who(token) if token else None

    async def somebody(self, request: Request) -> Person:
        """Who asks; refuses those without a token."""
        person = await self.person_of(request)
        if person is None:
            raise Refused("no-token", "say who you are first: POST /api/guest")
        return person


# running


async def health(house: House, request: Request) -> Response:
    """Whether the house can do its work."""
    del request
    await house.store.tables(limit=1)
    return answer_json({"ok": True, "version": __version__, "protocol": PROTOCOL})


async def show_metrics(house: House, request: Request) -> Response:
    """Figures for Prometheus."""
    del request
    metrics.OPEN_TABLES.set(len(house.hall.tables))
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")


async def socket(connection: WebSocket) -> None:
    """Look at a table and play."""
    house: House = connection.app.state.house
    if not same_site(connection) or not house.asks.take(house.address(connection)):
        await connection.close(1008, "not from here")
        return
    person = await house.person_of(connection)
    name = person.id if person is not None else house.address(connection)
    if house.sockets.get(name, 0) >= SOCKETS_EACH:
        await connection.close(1008, "too many sockets")
        return
    try:
        table = await house.hall.open(connection.path_params["table"])
    except Refused as error:
        await connection.close(1008, error.code)
        return
    await connection.accept()
    language = connection.query_params.get("language", LANGUAGES[0])
    onlooker = Onlooker(person.id if person else "", language if language in LANGUAGES else "fr")
    here = Socket(house.hall, table, connection, onlooker)
    here.name = (person.name or "") if person else ""
    here.program = connection.query_params.get("program") == "1"
    here.follows = connection.query_params.get("changes") == "1"
    house.sockets[name] = house.sockets.get(name, 0) + 1
    metrics.SOCKETS.inc()
    if person is not None:
        house.doorkeeper.enter(person.id, hash_of(token_of(connection)), connection)
    try:
        await here.serve()
    finally:
        metrics.SOCKETS.dec()
        if person is not None:
            house.doorkeeper.leave(person.id, connection)
        house.sockets[name] -= 1
        if not house.sockets[name]:
            del house.sockets[name]


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
