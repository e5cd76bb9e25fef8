"""Our side of the load: people at tables of real games, who press what the scene offers."""

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
from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludotheque.core.registry import installed
from ludotheque.presentation.scene import Choice, picked_text

SEATS = 4
_addresses = (f"10.1.{n >> 8 & 255}.{n & 255}" for n in itertools.count(1))
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Offered(msgspec.Struct):
    """What of a scene a player needs in order to move."""

    choices: list[Choice]


class Seen(msgspec.Struct, tag_field="type", tag="view"):
    """What of a view a player needs in order to move."""

    number: int
    status: str
    decision: int
    scene: Offered | None


class NewOffers(msgspec.Struct):
    """What of a change of a scene a player needs."""

    choices: list[tuple[int, int] | Choice]


class News(msgspec.Struct):
    """What of the fields of a view a player needs, where they have changed."""

    status: str | None = None
    decision: int | None = None


class Changed(msgspec.Struct, tag_field="type", tag="change"):
    """What of a change a player needs."""

    number: int
    now: News
    scene: NewOffers | None

    def of(self, before: Seen) -> Seen:
        """The view it leads to."""
        now, scene = self.now, before.scene
        if self.scene is not None and scene is not None:
            scene = Offered(list(whole(scene.choices, self.scene.choices)))
        status = before.status if now.status is None else now.status
        decision = before.decision if now.decision is None else now.decision
        return Seen(self.number, status, decision, scene)


def whole(before: list[Choice], change: list[tuple[int, int] | Choice]) -> Iterator[Choice]:
    """A list from what it has of the one before, and what is new."""
    for one in change:
        if isinstance(one, tuple):
            yield from before[one[0] : sum(one)]
        else:
            yield one


class Voted(msgspec.Struct, tag_field="type", tag="done"):
    """A move was taken."""

    id: int


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """A move was not."""

    id: int
    code: str


_decode = msgspec.json.Decoder(Seen | Changed | Voted | Refused).decode


class Player:
    """One person with a socket at one table."""

    def __init__(self, address: str, token: str, house: str) -> None:
        self.address, self.token, self.house = address, token, house
        self.view = Seen(0, "", -1, None)
        self.answer: asyncio.Future[bool] = asyncio.Future()
        self.socket: ClientConnection
        self.table: OurTable
        self.reader: asyncio.Task[None]
        self.bytes = self.views = 0
        self.whole_bytes = 0  # of its latest whole view

    def headers(self) -> dict[str, str]:
        """Who this is, and where from."""
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}

    async def come(self, name: str, table: OurTable) -> None:
        """Open the socket to a table."""
        self.table, self.view = table, Seen(0, "", -1, None)
        self.socket = await connect(
            f"ws://{self.house}/ws/{name}?language=en&changes=1",
            additional_headers=self.headers(),
            max_size=None,
            compression=None,
            proxy=None,
        )
        self.reader = asyncio.create_task(self.read())

    async def go(self) -> None:
        """Close it."""
        self.reader.cancel()
        await self.socket.close()

    async def read(self) -> None:
        """Take what comes, until the line ends."""
        with contextlib.suppress(ConnectionClosed):
            await self.take()

    async def take(self) -> None:
        """Take what comes."""
        async for data in self.socket:
            if isinstance(data, bytes):
                continue  # a sound
            message = _decode(data)
            if isinstance(message, Changed):
                message = message.of(self.view)
            elif isinstance(message, Seen) and message.scene:
                self.whole_bytes = len(data)
            if isinstance(message, Seen):
                self.view, self.views, self.bytes = message, self.views + 1, self.bytes + len(data)
                self.table.seen()
            elif not self.answer.done():
                self.answer.set_result(isinstance(message, Voted))

    async def ask(self, **message: object) -> bool:
        """Ask the house for something; whether it was done."""
        self.answer = asyncio.Future()
        await self.socket.send(json.dumps({"id": 1, **message}))
        return await self.answer


class OurTable:
    """Four people at a real game; another game begins when one is over."""

    def __init__(self, ours: Ours, game: str, players: list[Player], chance: random.Random) -> None:
        self.ours, self.game, self.players, self.chance = ours, game, players, chance
        self.wanted = 0
        self.all_seen = asyncio.Event()

    async def set_up(self) -> None:
        """A new table, and everybody at it."""
        host = self.players[0]
        made = await self.ours.post("/api/tables", host, game=self.game, options={"players": SEATS})
        for seat, player in enumerate(self.players):
            await player.come(str(made["table"]), self)
            assert await player.ask(type="sit", seat=seat)
        assert await host.ask(type="start")
        await self.until(lambda: all(player.view.scene for player in self.players))

    def seen(self) -> None:
        """Somebody has a new view."""
        self.all_seen.set()

    async def until(self, ready: object) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(60):
            while not ready():  # type: ignore[operator]
                self.all_seen.clear()
                await self.all_seen.wait()

    async def move(self) -> float:
        """One move of somebody whose turn it is, until all have seen it."""
        if self.players[0].view.status == "over":
            for player in self.players:
                await player.go()
            await self.set_up()
        await self.until(self.actors)
        player = self.chance.choice(self.actors())
        before = player.view.number
        for text in self.texts(player):
            start = time.perf_counter()
            if await player.ask(type="play", decision=player.view.decision, text=text):
                await self.until(lambda: all(one.view.number > before for one in self.players))
                return time.perf_counter() - start
        raise AssertionError(f"{self.game}: nothing that the scene offers was taken")

    def actors(self) -> list[Player]:
        """Those who can move."""
        return [
            player
            for player in self.players
            if player.view.decision >= 0 and player.view.scene and player.view.scene.choices
        ]

    def texts(self, player: Player) -> list[str]:
        """What might be played, in any order; with sets to pick, the smallest."""
        assert player.view.scene is not None
        choices = player.view.scene.choices
        choices = self.chance.sample(choices, len(choices))
        choices.sort(key=lambda choice: sum(pick.least for pick in choice.picks))
        return [
            picked_text(
                choice, [[name for name, _ in pick.targets[: pick.least]] for pick in choice.picks]
            )
            for choice in choices
        ]


class Ours:
    """The house on SQLite, or several processes of it on a database of PostgreSQL."""

    def __init__(self, games: Sequence[str], database: str = "", processes: int = 1) -> None:
        self.games = list(games) or sorted(installed())
        self.database, self.processes = database, processes
        self.name = "Ludothèque (every move durable)"
        if database:
            self.name = f"Ludothèque (PostgreSQL, {processes} processes, every move durable)"
        self.addresses: list[str] = []
        self.players: list[Player] = []

    @property
    def view_bytes(self) -> float:
        """Of one view, on average."""
        return sum(p.bytes for p in self.players) / max(1, sum(p.views for p in self.players))

    @property
    def whole_bytes(self) -> float:
        """Of a whole view, on average: what everybody has before him."""
        return sum(player.whole_bytes for player in self.players) / max(1, len(self.players))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[list[int]]:
        """Start the house."""
        async with contextlib.AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            place = self.database or f"{folder}/load.db"
            yield [
                await stack.enter_async_context(self.serving(place)) for _ in range(self.processes)
            ]

    @contextlib.asynccontextmanager
    async def serving(self, database: str) -> AsyncIterator[int]:
        """One process of it."""
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

    async def fill(self, tables: int) -> list[OurTable]:
        """People, four to a table, the games in turn."""
        chance = random.Random(1)  # noqa: S311 - to play with
        found = []
        for number in range(tables):
            address = self.addresses[number % self.processes]
            players = [await self.guest(address) for _ in range(SEATS)]
            self.players += players
            game = self.games[number % len(self.games)]
            table = OurTable(self, game, players, random.Random(chance.random()))  # noqa: S311
            await table.set_up()
            found.append(table)
        return found

    async def guest(self, address: str) -> Player:
        """Somebody new, who goes to one of the processes."""
        player = Player(next(_addresses), "", address)
        player.token = str((await self.post("/api/guest", player))["token"])
        return player

    async def post(self, path: str, player: Player, **data: object) -> dict[str, object]:
        """Ask over HTTP."""
        headers = {k: v for k, v in player.headers().items() if player.token or k[0] == "X"}
        body = json.dumps(data).encode()
        request = urllib.request.Request(f"http://{player.house}{path}", body, headers)

        def fetch() -> dict[str, object]:
            with _direct.open(request, timeout=30) as response:
                found: dict[str, object] = json.load(response)
            return found

        return await asyncio.to_thread(fetch)
