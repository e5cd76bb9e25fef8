"""Houses with real sockets, all clients of a table, and every byte that one of them receives."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from house.wire import TIMEOUT_S, Wire, fetch
from house.worlds import AT, STRANGER, name_of, viewers

from ludotheque.cli.serve import listening, server
from ludotheque.house.people.people import hash_token
from ludotheque.house.server import House
from ludotheque.house.settings import Settings
from ludotheque.house.store import Person, Session
from ludotheque.house.table.entries import AnyEntry, Happened
from ludotheque.house.table.entries import encode_entry as entry_text
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.summary import row_of
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.sentences import is_audio
from ludotheque.house.views.stream import EPOCH, MAX_STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludotheque.house.workers.bot_pool import BotPool

PEOPLE = 7
PATHS = (
    "/api/tables?status=playing",
    "/api/tables?mine=1",
    "/api/tables/{table}/record",
    "/api/tables/{table}/story",
    "/api/tables/{table}/luck",
    "/api/tables/{table}/replay/0",
    "/api/tables/{table}/replay/7?seat=0",
    "/api/tables/{table}/replay/9?seat=all",
    "/api/me",
    "/api/me/data",
    "/api/sessions",
    "/api/games",
    "/api/phrases?language=de",
    "/healthz",
    "/ws/{table}",
    "/",
)


class ScriptedBots:
    """Bots that wait until a script lets them move: a given move, or one of their own."""

    def __init__(self, think: Callable[..., Any]) -> None:
        self.think = think
        self.waiting: list[tuple[int, asyncio.Future[str]]] = []

    async def choose(self, bot_pool: BotPool, *arguments: Any) -> str:
        """Replaces `BotPool.choose`."""
        seat = arguments[3]
        reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.waiting.append((seat, reply))
        return await reply or str(await self.think(bot_pool, *arguments))

    async def prompt(self, seat: int, text: str) -> None:
        """Let the bot of a seat move, by its own choice if there is no text."""
        await until(lambda: any(waiting_seat == seat for waiting_seat, _ in self.waiting))
        for waiting_seat, reply in self.waiting:
            if waiting_seat == seat and not reply.done():
                reply.set_result(text)
        self.waiting = [each for each in self.waiting if each[0] != seat]


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition in this process."""
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():
            await asyncio.sleep(0.002)


@contextlib.asynccontextmanager
async def opened(database: Path) -> AsyncIterator[tuple[House, int]]:
    """A house in this process, with some people in its store; yields its port too."""
    settings = Settings(port=0, database=str(database), proxy=True, bot_pause=0)
    listener, running = listening(settings), server(settings)
    app: Any = running.config.app
    serving = asyncio.create_task(running.serve([listener]))
    await until(lambda: running.started or serving.done())
    assert not serving.done(), "the house does not open"
    house: House = app.state.house
    house.bot_pool._pool = ThreadPoolExecutor(1)  # type: ignore[assignment]  # starts at once
    for seat in range(PEOPLE):
        name = name_of(seat)
        # They come now: guests of long ago without a session are swept.
        now, key = now_ms(), f"p{seat}"
        person = Person(id=name, name=f"P{seat}", key=key, password_hash=None, created=now)
        session = Session(
            token_hash=hash_token(name), person=name, device="", created=1, last_seen=AT
        )
        await house.store.create_person(person)
        await house.store.create_session(session)
    try:
        yield house, listener.getsockname()[1]
    finally:
        running.should_exit = True
        await serving
        listener.close()


async def set_up(house: House, table: LiveTable) -> LiveTable:
    """Add a prepared table to the house: its log has the events of this world."""
    room = table.room
    events = [] if room.table is None else room.table.events
    log: list[AnyEntry] = [room.created, *(Happened(at=AT, who=e.who, text=e.text) for e in events)]
    texts = [*map(entry_text, log)]
    texts += ["{}"] * (room.next_number - len(texts))
    await house.store.create_table(row_of(room), texts, table.seed)
    house.tables.by_id[room.created.table] = table
    return table


def headers(viewer: int) -> dict[str, str]:
    """The token and the address of a viewer."""
    known = {"Authorization": f"Bearer {name_of(viewer)}"} if viewer >= 0 else {}
    return {**known, "X-Forwarded-For": f"10.0.0.{viewer + 9}"}


class Clients:
    """All clients at a table, and every byte that one of them, the viewer, received."""

    def __init__(
        self, port: int, table: LiveTable, viewer: int, query: str, bots: ScriptedBots
    ) -> None:
        self.port, self.table, self.viewer, self.query = port, table, viewer, query
        self.bots = bots
        self.wires: dict[int, Wire] = {}
        self.sounds: dict[int, int] = {}  # number of events when each viewer connected
        self.received: list[bytes] = []
        self.resumed = 0  # connections that went on where they were lost

    def events(self) -> int:
        """How many events the game has."""
        table = self.table.room.table
        return 0 if table is None else len(table.events)

    async def connect(self, *all_viewers: int) -> None:
        """Connect viewers, one after the other."""
        for viewer in all_viewers:
            path = f"/ws/{self.table.room.created.table}?{self.query}"
            self.wires[viewer] = await Wire.open(self.port, path, headers(viewer))
            self.sounds[viewer] = self.events()
            await self.up_to_date(viewer)
            await self.spectators_notified()

    async def disconnect(self, viewer: int) -> None:
        """Disconnect a viewer."""
        wire = self.wires.pop(viewer)
        if viewer == self.viewer:
            self.received.append(bytes(wire.raw))
        await wire.close()
        await self.spectators_notified()

    async def spectators_notified(self) -> None:
        """Wait until the number of spectators was sent to everybody."""
        await until(self._is_settled)
        for wire in self.wires.values():
            await wire.ask({"type": "ping"})

    def _is_settled(self) -> bool:
        """Whether connections that were closed are gone, and the spectators counted."""
        table = self.table
        return table.notify_timer is None and len(table.watchers) <= len(self.wires)

    async def up_to_date(self, viewer: int) -> None:
        """Wait until a viewer has received everything."""
        wire, room = self.wires[viewer], self.table.room
        expected = self.sounds_for(viewer)
        await wire.until(
            lambda: wire.latest_number() >= room.public_number() and wire.clips() >= expected
        )

    def sounds_for(self, viewer: int) -> int:
        """How many sounds a viewer must have received since they connected."""
        room = self.table.room
        if room.table is None:
            return 0
        facts = room.table.told_to(viewer, room.table.events[self.sounds[viewer] :])
        return sum(is_audio(room.game, fact) for fact in facts)

    async def do(self, who: int, message: dict[str, object]) -> None:
        """Send a request, and wait until everybody is up to date; a planned move must succeed."""
        if message["type"] == "bot moves":
            await self._prompt(who, message)
        else:
            await self._ask(who, message)
        for viewer in self.wires:
            await self.up_to_date(viewer)
        await until(self._is_settled)

    async def _prompt(self, seat: int, message: dict[str, object]) -> None:
        """Let a bot move; one that is really asked must choose the planned move."""
        before, self.table.seed = self.events(), seed_of(message)
        await self.bots.prompt(seat, "" if message["thinks"] else str(message["text"]))
        await until(lambda: self.events() > before)
        room = self.table.room
        assert room.started_table().events[before].text == message["text"]
        assert room.causes[before] == "bot"

    async def _ask(self, who: int, message: dict[str, object]) -> None:
        request, planned = {**message}, "seed" in message
        if planned:
            self.table.seed = seed_of(message)
            request = {"type": "play", "text": message["text"]}
            request["decision"] = self.table.room.chairs[who].decision
        wire = self.wires[who]
        views = wire.views()
        answer = await wire.ask(request)
        is_done = answer["type"] in {"done", "change"}
        assert not planned or is_done, (message, answer)
        if message["type"] in {"mute", "language"} and is_done:
            await wire.until(lambda: wire.views() > views)  # with the same number

    async def resume_all(self) -> None:
        """Connections of the viewer that were lost at any number go on; record what they get."""
        newest = self.table.room.public_number()
        for number in range(max(0, newest - MAX_STEPS - 2), newest + 2):
            path = f"/ws/{self.table.room.created.table}?{self.query}&after={EPOCH}.{number}"
            address = f"10.{self.viewer + 9}.0.{number % 256}"  # so that no limit is reached
            asked = {**headers(self.viewer), "X-Forwarded-For": address}
            wire = await Wire.open(self.port, path, asked)
            await wire.until(lambda wire=wire: wire.views() > 0)  # type: ignore[misc]
            self.received.append(bytes(wire.raw))
            self.resumed += wire.kinds()[0] == "change"
            await wire.close()
            await until(self._is_settled)

    async def fetch_all(self, *tables: str) -> None:
        """Fetch everything that can be had over HTTP."""
        for path in PATHS:
            for table in tables if "{table}" in path else tables[:1]:
                where = path.format(table=table)
                self.received.append(await fetch(self.port, where, headers(self.viewer)))

    async def run(self, asks: Iterable[tuple[int, dict[str, object]]], *tables: str) -> None:
        """Connect everybody, send all requests, then reconnect the viewer in every way."""
        self.bots.waiting = []
        await self.connect(*viewers_of(self.table))
        await self.fetch_all(*tables)
        for who, message in asks:
            await self.do(who, message)
        await self.fetch_all(*tables)
        await self.disconnect(self.viewer)
        await self.resume_all()
        await self.connect(self.viewer)  # gets a first view again
        for viewer in [*self.wires]:
            await self.disconnect(viewer)


def viewers_of(table: LiveTable) -> list[int]:
    """All viewers of a table; before the start, some people who may sit down."""
    return [*(viewers(table.room) if table.room.table is not None else [0, 1, 2]), STRANGER]


def seed_of(message: dict[str, object]) -> bytes:
    """The seed of a planned move."""
    seed = message["seed"]
    assert isinstance(seed, bytes)
    return seed
