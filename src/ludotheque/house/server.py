"""The house on the network: pages, an interface over HTTP, and a socket for each table.

``docs/protocol.md`` describes what is said here. Whoever asks is a person with a token, in a cookie
or, for programs, in the Authorization header.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Final

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludotheque import __version__
from ludotheque.core.words import LANGUAGES
from ludotheque.house import files, shelf, tables
from ludotheque.house.answers import answer_json, body_of, endpoint, same_site
from ludotheque.house.buckets import Buckets
from ludotheque.house.hall import Hall
from ludotheque.house.messages import PROTOCOL
from ludotheque.house.people import People, Welcome
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import Settings
from ludotheque.house.sockets import Socket
from ludotheque.house.store import Person, Store, open_store
from ludotheque.house.thinkers import Thinkers
from ludotheque.house.views import Onlooker

COOKIE: Final = "ludotheque"
YEAR: Final = 365 * 86_400
SOCKETS_EACH: Final = 20  # of one person at once


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: str
    password: str


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """Another name."""

    name: str


class House:
    """Everything that runs in one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store = open_store(settings.database)
        self.thinkers = Thinkers(settings.bots)
        self.people = People(self.store)
        self.hall: Hall
        self.asks = Buckets(60, 20)  # requests of one address
        self.files = Buckets(400, 100)  # the same for files, of which a page needs many
        self.entrances = Buckets(10, 0.2)  # tries to come in by a password
        self.sockets: dict[str, int] = {}
        self.registry = CollectorRegistry()
        self.requests = Counter("requests", "HTTP requests", ["status"], registry=self.registry)
        self.connected = Gauge("sockets", "open sockets", registry=self.registry)
        self.open_tables = Gauge("open_tables", "tables in memory", registry=self.registry)

    @contextlib.asynccontextmanager
    async def running(self, app: Starlette) -> AsyncIterator[None]:
        """From the first request to the last."""
        app.state.house = self
        await self.store.open()
        self.hall = Hall(self.store, self.thinkers)
        try:
            await self.hall.go_on()
            yield
        finally:
            await self.hall.close()
            self.thinkers.close()
            await self.store.close()

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


def token_of(connection: HTTPConnection) -> str:
    """The token somebody came with."""
    header = connection.headers.get("authorization", "")
    token = header[7:] if header.lower().startswith("bearer ") else ""
    return token or connection.cookies.get(COOKIE, "")


# people


def known(person: Person) -> dict[str, object]:
    """What a person is told of himself."""
    return {"name": person.name, "guest": person.guest}


def let_in(house: House, welcome: Welcome, status: int = 200) -> Response:
    """Who somebody is, with the token: programs read it, browsers keep it as a cookie."""
    response = answer_json({**known(welcome.person), "token": welcome.token}, status)
    response.set_cookie(
        COOKIE,
        welcome.token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
    )
    return response


async def logout(house: House, request: Request) -> Response:
    """Leave by this session, or with ?everywhere=1 by all."""
    person = await house.somebody(request)
    if request.query_params.get("everywhere"):
        await house.people.logout_everywhere(person.id)
    else:
        await house.people.logout(token_of(request))
    response = answer_json({})
    response.delete_cookie(COOKIE)
    return response


async def sessions(house: House, request: Request) -> Response:
    """One's sessions, or with DELETE and ?session= the end of one."""
    person = await house.somebody(request)
    if request.method == "DELETE":
        await house.people.revoke(person.id, request.query_params.get("session", ""))
    found = await house.people.sessions(person.id)
    return answer_json(
        [
            {"session": one.hash, "device": one.device, "created": one.created, "seen": one.seen}
            for one in found
        ]
    )


async def my_data(house: House, request: Request) -> Response:
    """Everything the house knows of somebody; with DELETE it is forgotten."""
    person = await house.somebody(request)
    if request.method == "DELETE":
        await house.people.delete(person.id)
        return answer_json({})
    return Response(await house.people.export(person.id), media_type="application/json")


async def guest(house: House, request: Request) -> Response:
    """Come in without an account; who is here already stays who he is."""
    person = await house.person_of(request)
    if person is not None:
        return answer_json(known(person))
    language = request.query_params.get("language", LANGUAGES[0])
    welcome = await house.people.guest(language, device_of(request))
    return let_in(house, welcome, 201)


def device_of(request: Request) -> str:
    """What a browser calls itself, for the list of one's sessions."""
    return request.headers.get("user-agent", "")[:120]


async def me(house: House, request: Request) -> Response:
    """Who I am."""
    return answer_json(known(await house.somebody(request)))


async def rename(house: House, request: Request) -> Response:
    """Be called something else."""
    person = await house.somebody(request)
    wanted = await body_of(request, Rename)
    return answer_json(known(await house.people.rename(person.id, wanted.name)))


async def account(house: House, request: Request) -> Response:
    """Make an account of a guest, who keeps his games."""
    person = await house.person_of(request)
    wanted = await body_of(request, Credentials)
    guest_id = person.id if person is not None else None
    device = device_of(request)
    welcome = await house.people.register(wanted.name, wanted.password, guest_id, device)
    return let_in(house, welcome, 201)


async def login(house: House, request: Request) -> Response:
    """Come in by name and password."""
    if not house.entrances.take(house.address(request)):
        raise Refused("too-fast", "too many tries; wait a little")
    wanted = await body_of(request, Credentials)
    return let_in(house, await house.people.login(wanted.name, wanted.password, device_of(request)))


# running


async def health(house: House, request: Request) -> Response:
    """Whether the house can do its work."""
    del request
    await house.store.tables(limit=1)
    return answer_json({"ok": True, "version": __version__, "protocol": PROTOCOL})


async def metrics(house: House, request: Request) -> Response:
    """Figures for Prometheus."""
    del request
    house.open_tables.set(len(house.hall.tables))
    return Response(generate_latest(house.registry), media_type="text/plain; version=0.0.4")


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
    house.sockets[name] = house.sockets.get(name, 0) + 1
    house.connected.inc()
    try:
        await here.serve()
    finally:
        house.connected.dec()
        house.sockets[name] -= 1
        if not house.sockets[name]:
            del house.sockets[name]


def app_of(settings: Settings) -> Starlette:
    """The whole house as an application."""
    routes = [
        Route("/healthz", endpoint(health)),
        Route("/metrics", endpoint(metrics)),
        Route("/api/guest", endpoint(guest), methods=["POST"]),
        Route("/api/me", endpoint(me)),
        Route("/api/me/name", endpoint(rename), methods=["POST"]),
        Route("/api/account", endpoint(account), methods=["POST"]),
        Route("/api/login", endpoint(login), methods=["POST"]),
        Route("/api/logout", endpoint(logout), methods=["POST"]),
        Route("/api/sessions", endpoint(sessions), methods=["GET", "DELETE"]),
        Route("/api/me/data", endpoint(my_data), methods=["GET", "DELETE"]),
        *shelf.routes(),
        *tables.routes(),
        WebSocketRoute("/ws/{table}", socket),
        *files.routes(),
    ]
    return Starlette(routes=routes, lifespan=House(settings).running)
