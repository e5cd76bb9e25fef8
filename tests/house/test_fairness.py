"""One client, however much it asks for, holds nobody else up."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from house.fake_client import FakeClient
from house.running import in_loop

from ludotheque.house import limits
from ludotheque.house.api import sockets
from ludotheque.house.api.sockets import Socket
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.shares import Client
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.asks import Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.views.feed import Feed
from ludotheque.house.workers.bot_pool import BotPool


class EagerClient(FakeClient):
    """A client whose messages have all arrived: receiving one does not wait."""

    async def receive(self) -> Any:
        if not self.to_send.empty():
            return self.to_send.get_nowait()
        return await super().receive()

    def answers(self) -> list[str]:
        """The types of the answers so far; "refused" with its code."""
        replies = [m for m in self.received if m["type"] in {"done", "refused", "hint"}]
        return [str(m.get("code", m["type"])) for m in replies]

    def send_ask(self, **ask: object) -> None:
        """Send an ask."""
        self.ask(json.dumps(ask))


class WaitingBots(BotPool):
    """Bots that think until the test lets them go."""

    def __init__(self) -> None:
        super().__init__(1)
        super().close()
        self.released = asyncio.Event()
        self.thinking, self.begun, self.cancelled = 0, 0, 0

    async def hints(self, *_: object) -> list[tuple[str, str]]:
        self.thinking += 1
        self.begun += 1
        try:
            await self.released.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.thinking -= 1
        return []


@contextlib.asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[LiveTables, LiveTable]]:
    """A game of M between Ada and Eve."""
    async with SqliteStore(str(folder / "house.sqlite")) as store:
        live_tables = LiveTables(store, WaitingBots())
        table = await live_tables.create(TableSettings("m", {"players": 2}, []), "ada")
        for seat, person in enumerate(("ada", "eve")):
            await live_tables.perform(table, Caller(person, person), Sit(seat=seat))
        await live_tables.perform(table, Caller("ada"), Start())
        yield live_tables, table
        await live_tables.close()


@contextlib.asynccontextmanager
async def connected(
    live_tables: LiveTables, table: LiveTable, person: str, address: str = ""
) -> AsyncIterator[EagerClient]:
    """A client of a person."""
    client = EagerClient()
    connection = await client.connection()
    socket = Socket(live_tables, table, connection, Caller(person), "en", address=address)
    socket.message_quota = Bucket(10**6, 1)
    serving = asyncio.create_task(socket.serve())
    await until(lambda: bool(client.received))
    try:
        yield client
    finally:
        client.leave()
        client.ended.set()
        await serving


async def until(condition: Any) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0)


@in_loop
async def test_a_socket_yields_after_each_message(tmp_path: Path) -> None:
    async with (
        playing(tmp_path) as (live_tables, table),
        connected(live_tables, table, "eve") as eve,
        connected(live_tables, table, "ada") as ada,
    ):
        for number in range(200):
            eve.send_ask(type="why-not", text="pass", id=number)
        ada.send_ask(type="ping", id=1)
        await until(ada.answers)
        assert len(eve.answers()) <= 3
        await until(lambda: len(eve.answers()) == 200)


@in_loop
async def test_what_an_ask_costs_slows_the_asker_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    delays: list[tuple[str, float]] = []

    def expensive(*_: object) -> int:
        live_tables.ask_limits.work.charge(Client("1", "eve"), 0.5)  # as if it had taken so long
        return 0

    async def sleep(seconds: float) -> None:
        if seconds:
            delays.append(("eve", seconds))
            await pause.wait()
        else:
            await real_sleep(0)

    real_sleep, pause = asyncio.sleep, asyncio.Event()
    async with (
        playing(tmp_path) as (live_tables, table),
        connected(live_tables, table, "eve", "1") as eve,
        connected(live_tables, table, "ada", "2") as ada,
    ):
        monkeypatch.setattr(sockets, "validate_move", expensive)
        monkeypatch.setattr(asyncio, "sleep", sleep)
        for number in range(10):
            eve.send_ask(type="why-not", text="pass", id=number)
        while not delays:
            await real_sleep(0)
        asked = len(eve.answers())
        assert 2 <= asked <= 3  # the burst of a person is a second
        for number in range(5):
            ada.send_ask(type="ping", id=number)
        while len(ada.answers()) < 5:
            await real_sleep(0)
        assert len(eve.answers()) == asked
        assert 0 < delays[0][1] <= limits.MAX_ASK_DELAY_S
        monkeypatch.undo()
        pause.set()


@in_loop
async def test_a_hint_is_no_longer_found_when_its_socket_is_closed(tmp_path: Path) -> None:
    async with playing(tmp_path) as (live_tables, table):
        bots = live_tables.bot_pool
        assert isinstance(bots, WaitingBots)
        person = ("ada", "eve")[table.room.started_table().state.actors()[0]]
        async with connected(live_tables, table, person) as client:
            for number in range(4):
                client.send_ask(type="hint", id=number)
            await until(lambda: len(client.answers()) == 2)
            assert client.answers() == ["too-fast"] * 2
            assert bots.begun == limits.MAX_HINTS_AT_ONCE_PER_PERSON
        assert (bots.thinking, bots.cancelled) == (0, limits.MAX_HINTS_AT_ONCE_PER_PERSON)


@in_loop
async def test_whole_views_in_other_languages_are_made_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many sockets switch at once: between two views everybody else has a turn."""
    turns, switches = 0, list[int]()
    original = Feed.set_language

    def noting(self: Feed, *arguments: Any) -> None:
        switches.append(turns)
        original(self, *arguments)

    async def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(Feed, "set_language", noting)
    async with playing(tmp_path) as (live_tables, table), contextlib.AsyncExitStack() as stack:
        eves = [
            await stack.enter_async_context(connected(live_tables, table, "eve", "1"))
            for _ in range(limits.LANGUAGE_BURST_PER_PERSON + 2)
        ]
        other = asyncio.create_task(take_turns())
        for client in eves:
            client.send_ask(type="language", language="de")
        await until(lambda: all(client.answers() for client in eves))
        other.cancel()
    assert len(set(switches)) == len(switches) == limits.LANGUAGE_BURST_PER_PERSON
    answers = sorted(answer for client in eves for answer in client.answers())
    assert answers == ["done"] * limits.LANGUAGE_BURST_PER_PERSON + ["too-fast"] * 2
