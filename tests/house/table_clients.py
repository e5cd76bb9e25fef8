"""Houses with real sockets, the people of a table, and every byte that comes to one of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from house.wire import PATIENCE, Wire, fetch
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
from ludotheque.house.views.sentences import is_audio

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludotheque.house.workers.bot_pool import BotPool

PEOPLE = 7
PATHS = (
    "/api/tables",
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
    """Bots wait until the script lets them move: a given move, or one of their own."""

    def __init__(self, think: Callable[..., Any]) -> None:
        self.think = think
        self.waiting: list[tuple[int, asyncio.Future[str]]] = []

    async def choose(self, bot_pool: BotPool, *asked: Any) -> str:
        """In place of `BotPool.choose`."""
        _, _, _, seat, _ = asked
        word: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.waiting.append((seat, word))
        return await word or str(await self.think(bot_pool, *asked))

    async def prompt(self, seat: int, text: str) -> None:
        """Have the bot of a seat move, of its own accord if there is no text."""
        await until(lambda: any(waits == seat for waits, _ in self.waiting))
        for waits, word in self.waiting:
            if waits == seat and not word.done():
                word.set_result(text)
        self.waiting = [each for each in self.waiting if each[0] != seat]


async def until(ready: Callable[[], bool]) -> None:
    """Wait for something in this process."""
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.002)


@contextlib.asynccontextmanager
async def opened(database: Path) -> AsyncIterator[tuple[House, int]]:
    """A house with people in it, in this process, at a port."""
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
        person = Person(id=name, name=f"P{seat}", key=f"p{seat}", password_hash=None, created=1)
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
    """Put a room of our own into the house: its log has the events of this world."""
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
    """All clients at a table, and every byte that one of them received."""

    def __init__(
        self, port: int, table: LiveTable, viewer: int, query: str, bots: ScriptedBots
    ) -> None:
        self.port, self.table, self.viewer, self.query = port, table, viewer, query
        self.bots = bots
        self.wires: dict[int, Wire] = {}
        self.sounds: dict[int, int] = {}  # events of the game when somebody came
        self.received: list[bytes] = []

    def events(self) -> int:
        """How many events the game has."""
        table = self.table.room.table
        return 0 if table is None else len(table.events)

    async def come(self, *all_viewers: int) -> None:
        """Some come to the table, one after the other."""
        for viewer in all_viewers:
            path = f"/ws/{self.table.room.created.table}?{self.query}"
            self.wires[viewer] = await Wire.open(self.port, path, headers(viewer))
            self.sounds[viewer] = self.events()
            await self.up_to_date(viewer)
            await self.counted()

    async def go(self, viewer: int) -> None:
        """Somebody leaves the table."""
        wire = self.wires.pop(viewer)
        if viewer == self.viewer:
            self.received.append(bytes(wire.raw))
        await wire.close()
        await self.counted()

    async def counted(self) -> None:
        """Everybody has the number of spectators, which takes a moment."""
        table = self.table
        await until(lambda: table.notify_timer is None and len(table.watchers) <= len(self.wires))
        for wire in self.wires.values():
            await wire.ask({"type": "ping"})

    async def up_to_date(self, viewer: int) -> None:
        """Everything has come that is to come."""
        wire, room = self.wires[viewer], self.table.room
        expected = self.sounds_for(viewer)
        await wire.until(lambda: wire.seen() >= room.public_number() and wire.clips() >= expected)

    def sounds_for(self, viewer: int) -> int:
        """How many sounds a viewer has received since they came."""
        room = self.table.room
        if room.table is None:
            return 0
        told = room.table.told_to(viewer, room.table.events[self.sounds[viewer] :])
        return sum(is_audio(room.game, fact) for fact in told)

    async def do(self, who: int, message: dict[str, object]) -> None:
        """Ask, and wait for all to know; what brings a seed along must succeed."""
        if message["type"] == "bot moves":
            await self._prompt(who, message)
        else:
            await self._ask(who, message)
        for viewer in self.wires:
            await self.up_to_date(viewer)

    async def _prompt(self, seat: int, message: dict[str, object]) -> None:
        """Have a bot move; one that is really asked must want what was foreseen."""
        before, self.table.seed = self.events(), seed_of(message)
        await self.bots.prompt(seat, "" if message["thinks"] else str(message["text"]))
        await until(lambda: self.events() > before)
        room = self.table.room
        assert room.started_table().events[before].text == message["text"]
        assert room.causes[before] == "bot"

    async def _ask(self, who: int, message: dict[str, object]) -> None:
        said, planned = {**message}, "seed" in message
        if planned:
            self.table.seed = seed_of(message)
            said = {"type": "play", "text": message["text"]}
            said["decision"] = self.table.room.chairs[who].decision
        wire = self.wires[who]
        views = wire.views()
        answer = await wire.ask(said)
        assert not planned or answer["type"] == "done", (message, answer)
        if message["type"] in {"mute", "language"} and answer["type"] == "done":
            await wire.until(lambda: wire.views() > views)  # its number stays the same

    async def look_around(self, *tables: str) -> None:
        """What is to be had over HTTP."""
        for path in PATHS:
            for table in tables if "{table}" in path else tables[:1]:
                where = path.format(table=table)
                self.received.append(await fetch(self.port, where, headers(self.viewer)))

    async def through(self, asks: Iterable[tuple[int, dict[str, object]]], *tables: str) -> None:
        """Everybody comes, all is done, and the viewer comes once more."""
        self.bots.waiting = []
        await self.come(*viewers_of(self.table))
        await self.look_around(*tables)
        for who, message in asks:
            await self.do(who, message)
        await self.look_around(*tables)
        await self.go(self.viewer)
        await self.come(self.viewer)  # again: a first view once more
        for viewer in [*self.wires]:
            await self.go(viewer)


def viewers_of(table: LiveTable) -> list[int]:
    """Everybody who may come to a table; before the game, some who may sit down."""
    return [*(viewers(table.room) if table.room.table is not None else [0, 1, 2]), STRANGER]


def seed_of(message: dict[str, object]) -> bytes:
    """The seed of a move."""
    seed = message["seed"]
    assert isinstance(seed, bytes)
    return seed
