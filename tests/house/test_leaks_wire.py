"""Every byte sent to a viewer over real sockets is the same in two worlds they can't distinguish.

A house is opened twice. At its tables sit the same people in the same games, but everything that
one viewer may not know is different, the log in the store and the seed of the luck included. Then
the same is done in both, and what comes to that viewer, headers and all, is compared as it came.

Each table is the rematch of another, whose game is over and open to all: its record, story, replay
and luck are fetched along, and tell nothing of the game that goes on.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from house.table_clients import Clients, ScriptedBots, opened, set_up
from house.two_world_scripts import BOTS, GARBAGE, Ask, Scene, written
from house.worlds import AT, name_of
from hypothesis import settings
from msgspec.structs import replace as changed

from ludotheque.core.registry import find, installed
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
from ludotheque.house.views import hints, views
from ludotheque.house.views.messages import View
from ludotheque.house.workers.bot_pool import BotPool

GAMES = sorted(installed())
SOAK = settings().max_examples > 25
TABLES = 40 if SOAK else 3  # of each game


async def told(
    port: int, house: House, scene: Scene, world: int, bots: ScriptedBots
) -> list[bytes]:
    """Everything that comes to the viewer in one of the worlds."""
    table = await set_up(house, LiveTable(scene.begin[world].fork(), bytes([world]) * 32))
    before = await set_up(house, LiveTable(scene.before.fork(), bytes(32)))
    names = table.room.created.table, before.room.created.table
    query = f"language={scene.language}&changes={int(scene.follows)}"
    clients = Clients(port, table, scene.worlds.viewer, query, bots)
    await clients.through(scene.asks[world], *names)
    old = Clients(port, before, scene.worlds.viewer, query, bots)
    await old.come(old.viewer)
    await old.do(old.viewer, {"type": "rematch"})
    await old.go(old.viewer)
    return [*clients.received, *old.received]


async def compare(slug: str, tables: int, folder: Path, bots: ScriptedBots) -> list[Scene]:
    """Do the same at the same tables in both worlds."""
    scenes = [written(slug, number) for number in range(tables)]
    heard: list[list[list[bytes]]] = []
    for world in (0, 1):
        async with opened(folder / f"{slug}-{world}.sqlite") as (house, port):
            heard.append([await told(port, house, scene, world, bots) for scene in scenes])
    for scene, truth, other in zip(scenes, *heard, strict=True):
        for one, two in zip(truth, other, strict=True):
            same(one, two, f"{slug} for {scene.worlds.viewer}")
    return scenes


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
    monkeypatch.setattr(live, "SPECTATOR_NOTICE_DELAY_S", 0.02)
    monkeypatch.setattr(hints, "bots_of", lambda _: {BOTS[0]: None})  # whom no clock limits
    for burst in ("MESSAGE_BURST", "CHAT_BURST", "HINT_BURST"):
        monkeypatch.setattr(sockets, burst, 10**6)


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> ScriptedBots:
    """Bots move when the script says so."""
    prompter = ScriptedBots(BotPool.choose)

    async def choose(bot_pool: BotPool, *asked: object) -> str:
        return await prompter.choose(bot_pool, *asked)

    monkeypatch.setattr(BotPool, "choose", choose)
    return prompter


@pytest.mark.parametrize("slug", GAMES)
def test_every_byte_is_the_same(slug: str, tmp_path: Path, bots: ScriptedBots) -> None:
    scenes = asyncio.run(compare(slug, TABLES, tmp_path, bots))
    kinds = [message["type"] for scene in scenes for _, message in scene.asks[0]]
    assert {"play", "takeback", "bot moves"} <= set(kinds)


# before a game

BEFORE: tuple[Ask, ...] = (
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
def test_nothing_is_revealed_of_the_luck_to_come(
    slug: str, tmp_path: Path, bots: ScriptedBots
) -> None:
    """Before a game only its seed is secret."""
    heard = [asyncio.run(awaited(slug, seed, tmp_path, bots)) for seed in (bytes(32), b"x" * 32)]
    for one, two in zip(*heard, strict=True):
        same(one, two, slug)


async def awaited(slug: str, seed: bytes, folder: Path, bots: ScriptedBots) -> list[bytes]:
    """What comes to somebody at a table that waits, where a seat is reserved for another."""
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
        clients = Clients(port, table, 1, "language=en", bots)
        await clients.through(BEFORE, slug)
        return clients.received


# and the test would find a leak


def secret(room: Room) -> int:
    """Something that nobody may know."""
    return hash(room.started_table().state.key()) % 89 + 10


def in_a_piece(patch: pytest.MonkeyPatch) -> None:
    """A piece is named after what is hidden under it."""
    true = views.view_of

    def careless(room: Room, recipient: views.Recipient, at: int, *others_see: Any) -> View:
        view = true(room, recipient, at, *others_see)
        assert view.scene is not None
        first, *others = view.scene.pieces
        named = changed(first, id=f"{first.id}-{secret(room)}")
        return changed(view, scene=changed(view.scene, pieces=(named, *others)))

    patch.setattr(sockets, "view_of", careless)


def in_the_list(patch: pytest.MonkeyPatch) -> None:
    """The list of tables has the score of a hand that nobody sees."""
    true = row_of

    def careless(room: Room) -> TableRow:
        row = true(room)
        summary = json.loads(row.summary)
        summary["scores"] = [secret(room)]
        return changed(row, summary=json.dumps(summary))

    patch.setattr(writer, "row_of", careless)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """A move is refused because of what others hold."""
    true = validate_move

    def careless(room: Room, seat: int, text: str) -> int:
        if text == GARBAGE[2] and secret(room) % 2:
            raise Refused("illegal-move", "nobody could")
        return true(room, seat, text)

    patch.setattr(sockets, "judge", careless)


def in_a_frame(patch: pytest.MonkeyPatch) -> None:
    """One more view is sent, the same again, if something hidden is so."""
    true = Socket._send_view

    async def careless(socket: Socket) -> None:
        if secret(socket.table.room) % 2:
            await true(socket)
        await true(socket)

    patch.setattr(Socket, "_send_view", careless)


def in_a_takeback(patch: pytest.MonkeyPatch) -> None:
    """Whether a move may be taken back depends on what others hold."""
    true = deeds.events_before_last_move

    def careless(room: Room, seat: int) -> int:
        if secret(room) % 2:
            raise Refused("revealed", "something was revealed since")
        return true(room, seat)

    patch.setattr(deeds, "events_before_last_move", careless)


LEAKS = (in_a_piece, in_the_list, in_a_refusal, in_a_frame, in_a_takeback)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(
    leak: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    bots: ScriptedBots,
) -> None:
    leak(monkeypatch)
    with pytest.raises(pytest.fail.Exception, match="m for"):
        asyncio.run(compare("m", 2, tmp_path, bots))
