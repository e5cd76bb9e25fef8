"""When the house closes a socket it says why, with a close code and a reason."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from house.fake_client import FakeClient
from house.running import in_loop
from starlette.websockets import WebSocket

from ludotheque.house.api import session_guard, sockets, websocket
from ludotheque.house.api.session_guard import CLOSE_SESSION_ENDED, SessionGuard
from ludotheque.house.api.sockets import CLOSE_POLICY_VIOLATION, Socket
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.server import House
from ludotheque.house.settings import Settings
from ludotheque.house.store import SqliteStore, Unavailable, open_store
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.messages import Done
from ludotheque.house.workers.bot_pool import BotPool


class StuckClient(FakeClient):
    """A client that sends pings without end and reads nothing."""

    def __init__(self) -> None:
        super().__init__(reads=False)

    async def receive(self) -> Any:
        if self.to_send.empty() and not self.ended.is_set():
            self.ask('{"type": "ping"}')
        await asyncio.sleep(0)
        return await super().receive()


@asynccontextmanager
async def stuck_socket(folder: Path, client: StuckClient) -> AsyncIterator[Socket]:
    async with open_store(str(folder / "house.sqlite")) as store:
        live_tables = LiveTables(store, BotPool())
        table = await live_tables.create(TableSettings("m", {}, []), "ada")
        socket = Socket(live_tables, table, await client.connection(), Caller("ada"), "en")
        socket.message_quota = Bucket(10_000, 10_000)
        yield socket
        await live_tables.close()
        live_tables.bot_pool.close()


@in_loop
async def test_a_client_that_reads_no_replies_is_closed_with_a_reason(tmp_path: Path) -> None:
    client = StuckClient()
    async with stuck_socket(tmp_path, client) as socket:
        await socket.serve()
    assert client.closed["code"] == CLOSE_POLICY_VIOLATION
    assert client.closed["reason"] == "too many unread replies"


@in_loop
async def test_a_hint_that_finds_too_many_unread_replies_closes_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_hints(*_: object) -> list[object]:
        return []

    monkeypatch.setattr(sockets, "find_hints", no_hints)
    client = StuckClient()
    async with stuck_socket(tmp_path, client) as socket:
        socket.replies.extend([Done(0, now_ms())] * sockets.MAX_UNSENT_REPLIES)
        await socket._find_hint(7, sockets.HintKey(0, (0, 0), "en"))
    assert client.closed["code"] == CLOSE_POLICY_VIOLATION
    assert client.closed["reason"] == "too many unread replies"


# before it is accepted


async def refused_with(house: House, headers: dict[str, str]) -> tuple[int, str]:
    """The status and the code with which a handshake is refused."""
    client = StuckClient()
    scope = {
        "type": "websocket",
        "extensions": {"websocket.http.response": {}},
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("10.0.0.1", 1),
        "app": SimpleNamespace(state=SimpleNamespace(house=house)),
    }
    await websocket.connect(WebSocket(scope, client.receive, client.send))
    start, body = client.denied
    return start["status"], json.loads(body["body"])["code"]


@in_loop
async def test_a_wrong_origin_and_too_many_requests_are_two_reasons(tmp_path: Path) -> None:
    house = House(Settings(database=str(tmp_path / "house.sqlite")))
    assert await refused_with(house, {"sec-fetch-site": "cross-site"}) == (403, "wrong-origin")
    while house.request_limit.take("10.0.0.1"):
        pass
    assert await refused_with(house, {}) == (429, "too-fast")
    house.bot_pool.close()


# sessions that ended


class AbsentOnce(SqliteStore):
    """A store that does not answer the first time it is asked for a session."""

    answers = False

    async def session(self, token_hash: str) -> None:
        if not self.answers:
            self.answers = True
            raise Unavailable("the database does not answer")


@in_loop
async def test_a_session_is_checked_again_after_the_store_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_guard, "RETRY_DELAY_S", 0.01)
    client = StuckClient()
    connection = await client.connection()
    async with AbsentOnce(str(tmp_path / "house.sqlite")) as store:
        guard = SessionGuard(store)
        running = asyncio.create_task(guard.run())
        with guard.guarded("ada", "a-hash", connection, lambda _: None):
            guard.on_revoked("ada")
            async with asyncio.timeout(5):
                await client.ended.wait()
        running.cancel()
    assert client.closed["code"] == CLOSE_SESSION_ENDED
