"""Every byte that goes to somebody over real sockets is the same in two worlds he can't tell apart.

A house is opened twice. At its tables sit the same people in the same games, but everything that
one viewer may not know is different, the log in the store and the seed of the luck included. Then
the same is done in both, and what comes to that viewer, headers and all, is compared as it came.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from house.running import chance
from house.wire import PATIENCE, Wire, fetch
from house.worlds import AT, Deed, Worlds, name_of, other_world, played, viewers
from hypothesis import settings
from msgspec.structs import replace as changed

from ludotheque.cli.serve import listening, server
from ludotheque.core.dice import QuickDice
from ludotheque.core.registry import installed
from ludotheque.house import hall as halls
from ludotheque.house import sockets, views
from ludotheque.house.entries import AnyEntry, Happened, Pace
from ludotheque.house.entries import write as entry_text
from ludotheque.house.messages import View
from ludotheque.house.open_table import OpenTable, row_of
from ludotheque.house.people import hash_of
from ludotheque.house.refusals import Refused
from ludotheque.house.room import Room, restore
from ludotheque.house.server import House
from ludotheque.house.settings import Settings
from ludotheque.house.sockets import Socket
from ludotheque.house.store import Person, Session, TableRow

GAMES = sorted(installed())
TABLES = 2 * settings().max_examples // 25  # of each game
MOVES = 6  # made while the viewer looks on
TWINS = 4  # other worlds that are tried for one in which so many moves look the same
SEEDS = 100
ASKS = 12  # of the viewer between two moves
PEOPLE = 6
SOUNDING = {"zapp_zerapp"}  # the voices of its barrels hang on the seed
PACES = (Pace(), Pace("budget", 600, 5), Pace("days", 2))
GARBAGE = ("", "pass", "take 99", "play", "lay A1", "x" * 200, "\u00e9\u0301 \x00", "-1", "0", "1")
PATHS = (
    "/api/tables",
    "/api/tables?mine=1",
    "/api/tables/{table}/record",
    "/api/me",
    "/api/me/data",
    "/api/sessions",
    "/api/games",
    "/healthz",
    "/ws/{table}",
    "/",
)
Ask: TypeAlias = tuple[int, dict[str, object]]  # a seat, or the viewer who has none, and what


@dataclass(frozen=True, slots=True)
class Scene:
    """One table in both worlds: how it stands, and what is done there."""

    worlds: Worlds
    language: str
    begin: tuple[Room, Room]
    asks: tuple[list[Ask], list[Ask]]


# what is done


def written(slug: str, number: int) -> Scene:
    """A table at some moment of a game, and all that is asked then."""
    random = chance(f"{slug} {number}")
    pace = PACES[number % len(PACES)]
    log = played(slug, random.randrange(10**6), number, table=f"{slug}-{number}", pace=pace)
    room = stopped(log, random)
    viewer = random.choice(viewers(room))
    best = scene_of(room, viewer, 0)
    for twin in range(1, TWINS):
        if moves_of(best) < MOVES:
            best = max(best, scene_of(room, viewer, twin), key=moves_of)
    return best


def moves_of(scene: Scene) -> int:
    return sum(message["type"] == "play" and "seed" in message for _, message in scene.asks[0])


def scene_of(room: Room, viewer: int, twin: int) -> Scene:
    """The room and another world, with what is done as long as both look the same."""
    dice, slug = QuickDice(twin), room.created.game
    other = other_world(room, viewer, twin + 1)
    true, sounding = bytes([7]) * 32, slug in SOUNDING
    worlds = Worlds(
        viewer,
        OpenTable(room, true),
        OpenTable(other, true if sounding else bytes(32)),
        1 if sounding else SEEDS,
    )
    asks = list[Ask](), list[Ask]()
    both(asks, nosy(worlds, dice))
    for _ in range(MOVES):
        both(asks, nosy(worlds, dice)[:ASKS])
        for each, more in zip(asks, moved(worlds, dice), strict=True):
            each.extend(more)
    both(asks, [*nosy(worlds, dice), (viewer, {"type": "hint"})])
    return Scene(worlds, ("fr", "en", "de")[twin % 3], (room, other), asks)


def stopped(log: list[AnyEntry], random: Random) -> Room:
    """A game at a random moment when somebody is to move."""
    room, stops = restore(log[:1]), list[int]()
    for number, entry in enumerate(log[1:], 1):
        room.fold(entry)
        if room.table is not None and room.table.state.next_actor() >= 0:
            stops.append(number)
    return restore(log[: random.choice(stops) + 1])


def both(asks: tuple[list[Ask], list[Ask]], more: list[Ask]) -> None:
    for each in asks:
        each.extend(more)


def moved(worlds: Worlds, dice: QuickDice) -> tuple[list[Ask], list[Ask]]:
    """A move of a seat that may act, which looks the same to the viewer in both worlds."""
    actors = worlds.true.room.playing().state.actors()
    turn = dice.below(len(actors))
    for place in range(len(actors)):
        seat = actors[(turn + place) % len(actors)]
        deeds = worlds.go_on(seat, dice)
        if deeds is not None:
            return [play(deeds[0])], [play(deeds[1])]
    return [], []


def play(deed: Deed) -> Ask:
    return deed.seat, {"type": "play", "text": deed.text, "seed": deed.seed}


def nosy(worlds: Worlds, dice: QuickDice) -> list[Ask]:
    """Everything the viewer may try that changes nothing of the game: the house must tell nothing.

    Among it are all moves that the others could make in either world.
    """
    viewer, texts = worlds.viewer, list[str]()
    for table in (worlds.true, worlds.other):
        state, game = table.room.playing().state, table.room.game
        for seat in state.actors():
            moves = state.choices(seat) if seat >= 0 else []
            texts += [game.text(state, moves[dice.below(len(moves))]) for _ in moves[:8]]
    asks: list[Ask] = []
    for text in dict.fromkeys([*texts, *GARBAGE]):
        asks.append((viewer, {"type": "why-not", "text": text}))
        asks.append((viewer, {"type": "play", "decision": 10**6, "text": text}))
    asks.append((viewer, {"type": "say", "text": "hello"}))
    asks.append((0, {"type": "say", "text": "and to you"}))
    asks.append((viewer, {"type": "pace", "pace": {"mode": "move", "seconds": 60}}))
    asks.append((1, {"type": "answer", "yes": False}))
    asks.append((viewer, {"type": "language", "language": "de"}))
    asks.append((viewer, {"type": "sit", "seat": 1}))
    asks.append((viewer, {"type": "start"}))
    return asks


# where it is done


@contextlib.asynccontextmanager
async def opened(database: Path) -> AsyncIterator[tuple[House, int]]:
    """A house with people in it, in this process, at a port."""
    settings = Settings(port=0, database=str(database), proxy=True)
    listener, running = listening(settings), server(settings)
    app: Any = running.config.app
    serving = asyncio.create_task(running.serve([listener]))
    async with asyncio.timeout(PATIENCE):
        while not running.started:
            assert not serving.done(), "the house does not open"
            await asyncio.sleep(0.01)
    house: House = app.state.house
    house.thinkers._pool = ThreadPoolExecutor(1)  # type: ignore[assignment]  # starts at once
    for seat in range(PEOPLE):
        name = name_of(seat)
        person = Person(id=name, name=f"P{seat}", key=f"p{seat}", password=None, created=1)
        session = Session(hash=hash_of(name), person=name, device="", created=1, seen=AT)
        await house.store.create_person(person)
        await house.store.create_session(session)
    try:
        yield house, listener.getsockname()[1]
    finally:
        running.should_exit = True
        await serving
        listener.close()


async def set_up(house: House, table: OpenTable) -> None:
    """Put a room of our own into the house: its log tells the events as this world has them."""
    room = table.room
    events = [Happened(at=AT, who=e.who, text=e.text) for e in room.playing().events]
    log: list[AnyEntry] = [room.created, *events]
    texts = [*map(entry_text, log)]
    texts += ["{}"] * (room.number - len(texts))
    await house.store.create_table(row_of(room), texts, table.seed)
    house.hall.tables[room.created.table] = table


def headers(viewer: int) -> dict[str, str]:
    known = {"Authorization": f"Bearer {name_of(viewer)}"} if viewer >= 0 else {}
    return {**known, "X-Forwarded-For": f"10.0.0.{viewer + 9}"}


class Company:
    """All who look at a table, and everything that came to one of them."""

    def __init__(self, port: int, table: OpenTable, viewer: int, language: str) -> None:
        self.port, self.table, self.viewer, self.language = port, table, viewer, language
        self.wires: dict[int, Wire] = {}
        self.sounds: dict[int, int] = {}  # events of the game when somebody came
        self.kept: list[bytes] = []

    async def come(self, viewer: int) -> None:
        path = f"/ws/{self.table.room.created.table}?language={self.language}&changes=1"
        self.wires[viewer] = await Wire.open(self.port, path, headers(viewer))
        self.sounds[viewer] = len(self.table.room.playing().events)
        await self.settled(viewer)
        await self.counted()

    async def go(self, viewer: int) -> None:
        wire = self.wires.pop(viewer)
        if viewer == self.viewer:
            self.kept.append(bytes(wire.raw))
        await wire.close()
        await self.counted()

    async def counted(self) -> None:
        """All have been told how many look on, which takes a moment."""
        async with asyncio.timeout(PATIENCE):
            while self.table.telling is not None or len(self.table.watchers) > len(self.wires):
                await asyncio.sleep(0.005)
        for wire in self.wires.values():
            await wire.ask({"type": "ping"})

    async def settled(self, viewer: int) -> None:
        """Everything has come that is to come."""
        wire, room = self.wires[viewer], self.table.room
        expected = self.sounds_for(viewer)
        await wire.until(lambda: wire.seen() >= room.number and wire.clips() >= expected)

    def sounds_for(self, viewer: int) -> int:
        room = self.table.room
        told = room.told_to(viewer, room.playing().events[self.sounds[viewer] :])
        return sum(room.game.for_the_ear(fact) is not None for fact in told)

    async def do(self, who: int, message: dict[str, object]) -> None:
        """Ask, and wait for all to know; what brings a seed along must succeed."""
        said, seed = {**message}, message.get("seed")
        if isinstance(seed, bytes):
            self.table.seed = seed
            said = {**message, "decision": self.table.room.chairs[who].decision}
            del said["seed"]
        answer = await self.wires[who].ask(said)
        assert seed is None or answer["type"] == "done", (message, answer)
        for viewer in self.wires:
            await self.settled(viewer)

    async def look_around(self) -> None:
        """What is to be had over HTTP."""
        for path in PATHS:
            where = path.format(table=self.table.room.created.table)
            self.kept.append(await fetch(self.port, where, headers(self.viewer)))


async def told(port: int, house: House, scene: Scene, world: int) -> list[bytes]:
    """Everything that comes to the viewer in one of the worlds."""
    table = house.hall.tables[scene.begin[0].created.table]
    company = Company(port, table, scene.worlds.viewer, scene.language)
    for viewer in viewers(table.room):
        await company.come(viewer)
    await company.look_around()
    for who, message in scene.asks[world]:
        await company.do(who, message)
    await company.look_around()
    await company.go(scene.worlds.viewer)
    await company.come(scene.worlds.viewer)  # again: a first view once more
    for viewer in [*company.wires]:
        await company.go(viewer)
    return company.kept


async def compare(slug: str, tables: int, folder: Path) -> int:
    """Do the same at the same tables in both worlds; how many moves were made."""
    scenes = [written(slug, number) for number in range(tables)]
    heard: list[list[list[bytes]]] = []
    for world in (0, 1):
        async with opened(folder / f"{slug}-{world}.sqlite") as (house, port):
            for scene in scenes:
                await set_up(house, OpenTable(scene.begin[world].fork(), bytes([world]) * 32))
            heard.append([await told(port, house, scene, world) for scene in scenes])
    for scene, truth, other in zip(scenes, *heard, strict=True):
        for one, two in zip(truth, other, strict=True):
            same(one, two, f"{slug} for {scene.worlds.viewer}")
    return sum(map(moves_of, scenes))


def same(one: bytes, two: bytes, where: str) -> None:
    """Fail where the first difference is."""
    if one != two:
        pairs = enumerate(zip(one, two, strict=False))
        place = next((at for at, (a, b) in pairs if a != b), min(len(one), len(two)))
        begin = max(0, place - 200)
        pytest.fail(f"{where}: {one[begin : place + 100]!r}\n{two[begin : place + 100]!r}")


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still and chance repeats itself, so that only the worlds differ."""
    monkeypatch.setattr(time, "time_ns", lambda: AT * 10**6)
    monkeypatch.setattr(time, "time", lambda: AT / 1000)
    monkeypatch.setattr(secrets, "randbits", lambda bits: 2**bits // 3)
    monkeypatch.setattr(sockets, "BURST", 10**6)
    monkeypatch.setattr(sockets, "TALK_BURST", 10**6)


@pytest.mark.parametrize("slug", GAMES)
def test_every_byte_is_the_same(slug: str, tmp_path: Path) -> None:
    assert asyncio.run(compare(slug, TABLES, tmp_path))


# and the test would find a leak


def secret(room: Room) -> int:
    """Something that nobody may know."""
    return hash(room.playing().state.key()) % 89 + 10


def in_a_piece(patch: pytest.MonkeyPatch) -> None:
    """A piece is named after what is hidden under it."""
    true = views.view_of

    def careless(room: Room, onlooker: views.Onlooker, at: int, watching: int) -> View:
        view = true(room, onlooker, at, watching)
        assert view.scene is not None
        first, *others = view.scene.pieces
        named = changed(first, id=f"{first.id}-{secret(room)}")
        return changed(view, scene=changed(view.scene, pieces=(named, *others)))

    patch.setattr(sockets, "view_of", careless)


def in_the_list(patch: pytest.MonkeyPatch) -> None:
    """The list of tables tells the score of a hand that nobody sees."""
    true = row_of

    def careless(room: Room) -> TableRow:
        row = true(room)
        summary = json.loads(row.summary)
        summary["scores"] = [secret(room)]
        return changed(row, summary=json.dumps(summary))

    patch.setattr(halls, "row_of", careless)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """A move is refused because of what others hold."""
    true = Room.may_move

    def careless(room: Room, seat: int, text: str) -> None:
        if text == GARBAGE[2] and secret(room) % 2:
            raise Refused("illegal-move", "nobody could")
        true(room, seat, text)

    patch.setattr(Room, "may_move", careless)


def in_a_frame(patch: pytest.MonkeyPatch) -> None:
    """One more view is sent, the same again, if something hidden is so."""
    true = Socket._send_view

    async def careless(socket: Socket) -> None:
        if secret(socket.table.room) % 2:
            await true(socket)
        await true(socket)

    patch.setattr(Socket, "_send_view", careless)


LEAKS = (in_a_piece, in_the_list, in_a_refusal, in_a_frame)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    leak(monkeypatch)
    with pytest.raises(pytest.fail.Exception, match="m for"):
        asyncio.run(compare("m", 1, tmp_path))
