"""Every byte sent to a viewer over real sockets is the same in two worlds they can't distinguish.

A house is opened twice. At its tables the same people play the same games, but everything that one
viewer may not know is different, including the log in the store and the seed of the luck. Then the
same requests are sent in both, and all bytes that the viewer receives, headers included, are
compared.

Each table is the rematch of another, whose game is over and open to all: its record, story, replay
and luck are fetched too, and reveal nothing about the running game.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from house.table_clients import Clients, ScriptedBots, opened, set_up
from house.two_world_scripts import BOTS, GARBAGE, Ask, Scenario, plan_scenario
from house.worlds import AT, name_of
from hypothesis import settings
from msgspec.structs import replace as changed

from ludotheque.core.registry import find, installed
from ludotheque.house import limits
from ludotheque.house.api import sockets
from ludotheque.house.api.sockets import Socket
from ludotheque.house.refusals import Refused
from ludotheque.house.server import House
from ludotheque.house.store import TableRow
from ludotheque.house.table import deeds, live, writer
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import AnyEntry, Created, Reserved, SeatPlan
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.moves import validate_move
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import row_of
from ludotheque.house.timestamps import HouseClock
from ludotheque.house.views import hints, stream
from ludotheque.house.views.feed import Cursor
from ludotheque.house.views.messages import OwnView
from ludotheque.house.views.stream import Stream
from ludotheque.house.workers.bot_pool import BotPool
from ludotheque.presentation.scene import TableLayer

GAMES = sorted(installed())
SOAK = settings().max_examples > 25
TABLES = 40 if SOAK else 3  # of each game


async def received_in(
    port: int, house: House, scenario: Scenario, world: int, bots: ScriptedBots
) -> list[bytes]:
    """Everything that the viewer receives in one of the worlds."""
    table = await set_up(house, LiveTable(scenario.begin[world].fork(), bytes([world]) * 32))
    before = await set_up(house, LiveTable(scenario.before.fork(), bytes(32)))
    names = table.room.created.table, before.room.created.table
    query = f"protocol=2&language={scenario.language}&whole={int(not scenario.wants_changes)}"
    clients = Clients(port, table, scenario.worlds.viewer, query, bots)
    await clients.run(scenario.asks[world], *names)
    remembers = scenario.begin[world].game.memory is not None
    assert bool(clients.resumed) == (scenario.wants_changes and not remembers)
    old = Clients(port, before, scenario.worlds.viewer, query, bots)
    await old.connect(old.viewer)
    await old.do(old.viewer, {"type": "rematch"})
    await old.disconnect(old.viewer)
    return [*clients.received, *old.received]


async def compare(slug: str, tables: int, folder: Path, bots: ScriptedBots) -> list[Scenario]:
    """Send the same requests to the same tables in both worlds, and compare what comes back."""
    scenarios = [plan_scenario(slug, number) for number in range(tables)]
    received: list[list[list[bytes]]] = []
    for world in (0, 1):
        async with opened(folder / f"{slug}-{world}.sqlite") as (house, port):
            received.append(
                [await received_in(port, house, scenario, world, bots) for scenario in scenarios]
            )
    for scenario, truth, other in zip(scenarios, *received, strict=True):
        for one, two in zip(truth, other, strict=True):
            assert_same(one, two, f"{slug} for {scenario.worlds.viewer}")
    return scenarios


def assert_same(one: bytes, two: bytes, where: str) -> None:
    """Fail at the first difference."""
    if one != two:
        pairs = enumerate(zip(one, two, strict=False))
        place = next((at for at, (a, b) in pairs if a != b), min(len(one), len(two)))
        begin = max(0, place - 200)
        pytest.fail(f"{where}: {one[begin : place + 100]!r}\n{two[begin : place + 100]!r}")


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the clock and the RNG, so that only the worlds differ."""
    monkeypatch.setattr(HouseClock, "now_ms", lambda _: AT)
    monkeypatch.setattr(time, "time", lambda: AT / 1000)
    monkeypatch.setattr(secrets, "randbits", lambda bits: 2**bits // 3)
    monkeypatch.setattr(live, "SPECTATOR_NOTICE_DELAY_S", 0.02)
    monkeypatch.setattr(deeds, "UNDO_MS", -1)  # the scripts have the others agree, or not
    monkeypatch.setattr(hints, "bots_of", lambda _: {BOTS[0]: None})  # without a time limit
    for name in dir(limits):
        if "BURST" in name:
            monkeypatch.setattr(limits, name, 10**6)


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> ScriptedBots:
    """Bots that move when the script says so."""
    scripted = ScriptedBots(BotPool.choose)

    async def choose(bot_pool: BotPool, *arguments: object) -> str:
        return await scripted.choose(bot_pool, *arguments)

    monkeypatch.setattr(BotPool, "choose", choose)
    return scripted


@pytest.mark.parametrize("slug", GAMES)
def test_every_byte_is_the_same_in_both_worlds(
    slug: str, tmp_path: Path, bots: ScriptedBots
) -> None:
    scenarios = asyncio.run(compare(slug, TABLES, tmp_path, bots))
    kinds = [message["type"] for scenario in scenarios for _, message in scenario.asks[0]]
    assert {"play", "takeback", "bot moves"} <= set(kinds)


# before a game

ASKS_BEFORE_START: tuple[Ask, ...] = (
    (0, {"type": "sit", "seat": 0, "nonce": "salt"}),
    (1, {"type": "sit", "seat": 2}),
    (1, {"type": "rise"}),
    (1, {"type": "sit", "seat": 1, "nonce": "pepper"}),
    (0, {"type": "bot", "seat": 2, "bot": "greedy"}),
    (1, {"type": "free", "seat": 2}),
    (0, {"type": "free", "seat": 2}),
    (1, {"type": "say", "phrase": "hello"}),
    (0, {"type": "mute", "seat": 1}),
    (1, {"type": "start"}),
    (1, {"type": "takeback"}),
    (1, {"type": "hint"}),
    (1, {"type": "rematch"}),
    (1, {"type": "why-not", "text": "pass"}),
    (1, {"type": "sit", "seat": 1, "nonce": "more pepper"}),
)


@pytest.mark.parametrize("slug", GAMES)
def test_future_luck_is_not_revealed(slug: str, tmp_path: Path, bots: ScriptedBots) -> None:
    """Before a game only its seed is secret."""
    received = [
        asyncio.run(received_while_waiting(slug, seed, tmp_path, bots))
        for seed in (bytes(32), b"x" * 32)
    ]
    for one, two in zip(*received, strict=True):
        assert_same(one, two, slug)


async def received_while_waiting(
    slug: str, seed: bytes, folder: Path, bots: ScriptedBots
) -> list[bytes]:
    """What a person receives at a waiting table, where a seat is reserved for another."""
    options = find(slug).resolve_options({"players": 3} if slug != "zwickern" else {})
    seats = find(slug).new(options).seats()
    created = Created(
        at=AT,
        table=slug,
        game=slug,
        options=options,
        seats=[SeatPlan()] * seats,
        public=True,
        host=name_of(0),
        time_control=TimeControl(),
        commitment="c",
    )
    log: list[AnyEntry] = [created, Reserved(at=AT, seat=0, person=name_of(0), name="P0")]
    async with opened(folder / f"{seed.hex()}.sqlite") as (house, port):
        table = await set_up(house, LiveTable(restore(log), seed))
        clients = Clients(port, table, 1, "protocol=2&language=en", bots)
        await clients.run(ASKS_BEFORE_START, slug)
        return clients.received


# deliberate leaks


def secret(room: Room) -> int:
    """A value that nobody may know."""
    # Not hash(): that of a text differs from process to process.
    return zlib.crc32(repr(room.started_table().state.key()).encode()) % 89 + 10


def in_a_piece(patch: pytest.MonkeyPatch) -> None:
    """A piece is named after what is hidden under it."""
    original = Stream._scene

    def careless(self: Stream, room: Room, public: Any) -> TableLayer | None:
        scene = original(self, room, public)
        assert scene is not None
        first, *others = scene.pieces
        named = changed(first, id=f"{first.id}-{secret(room)}")
        return changed(scene, pieces=(named, *others))

    patch.setattr(Stream, "_scene", careless)


def in_an_own_prompt(patch: pytest.MonkeyPatch) -> None:
    """A seat is told something of the true state instead of a world imagined for it."""
    original = stream._own_layer

    def careless(room: Room, *more: Any) -> OwnView:
        own = original(room, *more)
        return changed(own, prompt=f"{own.prompt} {secret(room)}")

    patch.setattr(stream, "_own_layer", careless)


def in_resuming(patch: pytest.MonkeyPatch) -> None:
    """Where a connection goes on that was just lost depends on a secret."""
    original = Cursor.resume

    def careless(cursor: Cursor, number: int) -> None:
        room = cursor.feed.table.room
        is_newest = number == room.public_number()
        original(cursor, number - secret(room) % 9 if is_newest else number)

    patch.setattr(Cursor, "resume", careless)


def in_the_list(patch: pytest.MonkeyPatch) -> None:
    """The list of tables shows a secret as a score."""
    original = row_of

    def careless(room: Room) -> TableRow:
        row = original(room)
        summary = json.loads(row.summary)
        summary["scores"] = [secret(room)]
        return changed(row, summary=json.dumps(summary))

    patch.setattr(writer, "row_of", careless)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """A move is refused because of what others hold."""
    original = validate_move

    def careless(room: Room, seat: int, text: str) -> int:
        if text == GARBAGE[2] and secret(room) % 2:
            raise Refused("illegal-move", "nobody could")
        return original(room, seat, text)

    patch.setattr(sockets, "validate_move", careless)


def in_a_frame(patch: pytest.MonkeyPatch) -> None:
    """The same message is sent twice, depending on a secret."""
    original = Socket._write

    def careless(socket: Socket, payload: bytes) -> None:
        if secret(socket.table.room) % 2:
            original(socket, payload)
        original(socket, payload)

    patch.setattr(Socket, "_write", careless)


def in_a_takeback(patch: pytest.MonkeyPatch) -> None:
    """Whether a move may be taken back depends on a secret."""
    original = deeds.events_before_last_move

    def careless(room: Room, seat: int, is_free: bool = False) -> int:
        if secret(room) % 2:
            raise Refused("revealed", "something was revealed since your last move")
        return original(room, seat, is_free)

    patch.setattr(deeds, "events_before_last_move", careless)


LEAKS = (
    in_a_piece,
    in_an_own_prompt,
    in_resuming,
    in_the_list,
    in_a_refusal,
    in_a_frame,
    in_a_takeback,
)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_deliberate_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    bots: ScriptedBots,
) -> None:
    leak(monkeypatch)
    with pytest.raises(pytest.fail.Exception, match="m for"):
        asyncio.run(compare("m", 2, tmp_path, bots))
