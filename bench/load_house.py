"""Load on the house: clients at tables of real games, which play what the scene offers."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator, Sequence

import msgspec
from load_socket import LoadSocket, open_socket

from ludotheque.core.registry import installed
from ludotheque.presentation.scene import Choice, picked_text

SEATS = 4
_addresses = (f"10.1.{n >> 8 & 255}.{n & 255}" for n in itertools.count(1))
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class PartialTable(msgspec.Struct):
    """The part of a table, or of its changed fields, that a client needs in order to move."""

    status: str = ""


class PartialOwn(msgspec.Struct):
    """The part of a seat's own view that a client needs."""

    decision: int = -1
    choices: list[Choice] = []


class PartialView(msgspec.Struct, tag_field="type", tag="view"):
    """The part of a view that a client needs."""

    number: int
    table: PartialTable
    own: PartialOwn | None


class PartialPublicStep(msgspec.Struct):
    """The part of a public step that a client needs."""

    number: int
    table: PartialTable | None = None


class PartialOwnStep(msgspec.Struct):
    """The part of a seat's own step that a client needs."""

    decision: int | None = None
    choices: list[tuple[int, int] | Choice] | None = None


class PartialStep(msgspec.Struct):
    """The part of a step that a client needs."""

    public: PartialPublicStep
    own: PartialOwnStep | None = None


class PartialChange(msgspec.Struct, tag_field="type", tag="change"):
    """The part of a change that a client needs."""

    steps: list[PartialStep]
    own: PartialOwn | None = None
    done: int | None = None


class Spectators(msgspec.Struct, tag_field="type", tag="spectators"):
    """How many spectators there are."""

    count: int


class Done(msgspec.Struct, tag_field="type", tag="done"):
    """A request was carried out."""

    id: int


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """A request was refused."""

    id: int
    code: str


_decode = msgspec.json.Decoder(PartialView | PartialChange | Spectators | Done | Refused).decode


class KnownTable:
    """What a client knows of a table."""

    def __init__(self) -> None:
        self.number = 0
        self.status = ""
        self.decision = -1
        self.choices: list[Choice] = []

    def replace(self, view: PartialView) -> None:
        """Forget everything, and know a whole view."""
        self.number, self.status = view.number, view.table.status
        self.replace_own(view.own or PartialOwn())

    def replace_own(self, own: PartialOwn) -> None:
        """Know another own view."""
        self.decision, self.choices = own.decision, own.choices

    def apply(self, change: PartialChange) -> None:
        """Apply a change."""
        for step in change.steps:
            self.number = step.public.number
            if step.public.table is not None:
                self.status = step.public.table.status or self.status
            own = step.own
            if own is not None and own.decision is not None:
                self.decision = own.decision
            if own is not None and own.choices is not None:
                self.choices = list(apply_spans(self.choices, own.choices))
        if change.own is not None:
            self.replace_own(change.own)


def apply_spans(before: list[Choice], change: list[tuple[int, int] | Choice]) -> Iterator[Choice]:
    """The next list: spans of the one before, and new items."""
    for one in change:
        if isinstance(one, tuple):
            yield from before[one[0] : sum(one)]
        else:
            yield one


class Client:
    """A client with a socket at a table."""

    def __init__(self, address: str, token: str, server: str) -> None:
        self.address, self.token, self.server = address, token, server
        self.view = KnownTable()
        self.answer: asyncio.Future[bool] = asyncio.Future()
        self.socket: LoadSocket
        self.table: HouseTable
        self.bytes = self.views = 0
        self.whole_bytes = 0  # of the latest whole view of a game

    def headers(self) -> dict[str, str]:
        """The token and the address of this client."""
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}

    async def connect(self, name: str, table: HouseTable) -> None:
        """Open a socket to a table."""
        self.table, self.view = table, KnownTable()
        target = f"/ws/{name}?protocol=2&language=en"
        self.socket = await open_socket(self.server, target, self._receive, self.headers())

    async def reconnect(self) -> None:
        """Open another socket to the same table, which begins with a whole view."""
        before = self.table.name
        await self.disconnect()
        await self.connect(before, self.table)
        await self.table.wait_until(lambda: self.view.status == "playing")

    async def disconnect(self) -> None:
        """Close the socket."""
        await self.socket.close()

    def _receive(self, data: bytes) -> None:
        self._handle(_decode(data), len(data))

    def _handle(
        self, message: PartialView | PartialChange | Spectators | Done | Refused, size: int
    ) -> None:
        match message:
            case PartialView():
                self.view.replace(message)
                if message.table.status == "playing":
                    self.whole_bytes = size
            case PartialChange():
                self.view.apply(message)
                self.views, self.bytes = self.views + 1, self.bytes + size
            case Done() | Refused():
                self._answered(isinstance(message, Done))
                return
        if isinstance(message, PartialChange) and message.done is not None:
            self._answered(True)
        self.table.view_received.set()

    def _answered(self, was_done: bool) -> None:
        if not self.answer.done():
            self.answer.set_result(was_done)

    async def ask(self, **message: object) -> bool:
        """Send a request; returns whether it was carried out."""
        self.answer = asyncio.Future()
        self.socket.send(json.dumps({"id": 1, **message}))
        return await self.answer


class HouseTable:
    """Four clients at a game; when it is over they begin another."""

    def __init__(self, house: House, game: str, clients: list[Client], rng: random.Random) -> None:
        self.house, self.game, self.clients, self.rng = house, game, clients, rng
        self.view_received = asyncio.Event()
        self.name = ""

    async def set_up(self) -> None:
        """Set up a new table, seat everybody and begin."""
        host = self.clients[0]
        made = await self.house.post(
            "/api/tables", host, game=self.game, options={"players": SEATS}
        )
        self.name = str(made["table"])
        for seat, client in enumerate(self.clients):
            await client.connect(self.name, self)
            assert await client.ask(type="sit", seat=seat)
        assert await host.ask(type="start")
        await self.wait_until(lambda: all(c.view.status == "playing" for c in self.clients))

    async def wait_until(self, condition: Callable[[], object]) -> None:
        """Wait for views until a condition holds."""
        async with asyncio.timeout(60):
            while not condition():
                self.view_received.clear()
                await self.view_received.wait()

    async def move(self) -> float:
        """Make a move of a client to act; returns the seconds until all had received it."""
        if self.clients[0].view.status == "over":
            for client in self.clients:
                await client.disconnect()
            await self.set_up()
        await self.wait_until(self.actors)
        client = self.rng.choice(self.actors())
        before = client.view.number
        for text in self.moves_to_try(client):
            start = time.perf_counter()
            if await client.ask(type="play", decision=client.view.decision, text=text):
                await self.wait_until(lambda: all(one.view.number > before for one in self.clients))
                return time.perf_counter() - start
        raise AssertionError(f"{self.game}: everything that the scene offers was refused")

    def actors(self) -> list[Client]:
        """The clients who can move."""
        return [
            client for client in self.clients if client.view.decision >= 0 and client.view.choices
        ]

    def moves_to_try(self, client: Client) -> list[str]:
        """Moves in random order, but those with fewer pieces to pick first; the smallest picks."""
        choices = self.rng.sample(client.view.choices, len(client.view.choices))
        choices.sort(key=lambda choice: sum(pick.least for pick in choice.picks))
        return [
            picked_text(
                choice, [[name for name, _ in pick.targets[: pick.least]] for pick in choice.picks]
            )
            for choice in choices
        ]


class House:
    """The house on SQLite, or several processes of it on PostgreSQL."""

    def __init__(
        self, games: Sequence[str], database: str = "", processes: int = 1, spread: bool = False
    ) -> None:
        self.games = list(games) or sorted(installed())
        self.database, self.processes = database, processes
        self.spread = spread  # the players of a table over all processes, else at one
        self.name = "Ludothèque (every move durable)"
        if database:
            placement = "players spread" if spread else "placed by table"
            self.name = f"Ludothèque (PostgreSQL, {processes} processes, {placement})"
        self.addresses: list[str] = []
        self.clients: list[Client] = []

    @property
    def view_bytes(self) -> float:
        """The average size of a message with a view or a change."""
        return sum(p.bytes for p in self.clients) / max(1, sum(p.views for p in self.clients))

    @property
    def whole_bytes(self) -> float:
        """The average size of a whole view of a game."""
        sizes = [client.whole_bytes for client in self.clients if client.whole_bytes]
        return sum(sizes) / max(1, len(sizes))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[list[int]]:
        """Run the house; yields the ids of its processes."""
        async with contextlib.AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            database = self.database or f"{folder}/load.db"
            yield [
                await stack.enter_async_context(self.serving(database))
                for _ in range(self.processes)
            ]

    @contextlib.asynccontextmanager
    async def serving(self, database: str) -> AsyncIterator[int]:
        """Run one process; yields its id."""
        command = ["-m", "ludotheque", "serve", "--port", "0", "--proxy", "--log", "warning"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, "--database", database, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        address = line.split("http://")[1].strip().rstrip("/").replace("localhost", "127.0.0.1")
        self.addresses.append(address)
        try:
            yield process.pid
        finally:
            process.terminate()
            await process.wait()

    async def fill(self, tables: int) -> list[HouseTable]:
        """Set up tables with four clients each, of all games in turn."""
        rng = random.Random(1)  # noqa: S311 - not for secrets
        made = []
        for number in range(tables):
            clients = [await self.guest(self.address(number, seat)) for seat in range(SEATS)]
            self.clients += clients
            game = self.games[number % len(self.games)]
            table = HouseTable(self, game, clients, random.Random(rng.random()))  # noqa: S311
            await table.set_up()
            made.append(table)
        for table in made[: len(self.games)]:  # the size of what boardgame.io sends
            await table.clients[0].reconnect()
        return made

    def address(self, table: int, seat: int) -> str:
        """The process that a player connects to."""
        return self.addresses[(table + (seat if self.spread else 0)) % self.processes]

    async def guest(self, address: str) -> Client:
        """A new guest at one of the processes."""
        client = Client(next(_addresses), "", address)
        client.token = str((await self.post("/api/guest", client))["token"])
        return client

    async def post(self, path: str, client: Client, **data: object) -> dict[str, object]:
        """Send a POST request; returns the JSON of the response."""
        headers = {k: v for k, v in client.headers().items() if client.token or k[0] == "X"}
        body = json.dumps(data).encode()
        request = urllib.request.Request(f"http://{client.server}{path}", body, headers)

        def fetch() -> dict[str, object]:
            with _opener.open(request, timeout=30) as response:
                found: dict[str, object] = json.load(response)
            return found

        return await asyncio.to_thread(fetch)
