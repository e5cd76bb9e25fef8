"""Limits on what a client sends, for how long, and over how many connections."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from house.running import TIMEOUT_S, House, Visitor, guest, house, in_loop
from house.test_front import assert_safe, parsed
from house.wire import KEY, Wire, fetch, request_head
from websockets.exceptions import InvalidStatus

from ludotheque.cli.serve import listening, server
from ludotheque.house import connection_limits, limits
from ludotheque.house.api import http_protocol, websocket
from ludotheque.house.connection_limits import ConnectionLimits
from ludotheque.house.settings import Settings

PING, CONTINUATION = 9, 0


@contextlib.asynccontextmanager
async def serving(folder: Path, **settings: object) -> AsyncIterator[int]:
    """A house in this process, whose limits a test can lower; yields its port."""
    chosen = Settings(port=0, database=str(folder / "house.sqlite"), **settings)  # type: ignore[arg-type]
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    listener = listening(chosen)
    port = listener.getsockname()[1]
    running = server(chosen)
    task = asyncio.create_task(running._serve([listener]))
    while not running.started:
        assert not task.done(), task.result()
        await asyncio.sleep(0.01)
    try:
        yield port
    finally:
        running.should_exit = True
        await task


async def sent(port: int, data: bytes) -> tuple[int, dict[str, str], bytes]:
    """What is answered to some bytes until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    answer = await asyncio.wait_for(reader.read(), TIMEOUT_S)
    writer.close()
    return parsed(answer)


def head(line: str = "GET /healthz", **fields: str) -> bytes:
    return request_head(line, {"Connection": "close", **fields})


async def assert_refused(port: int, data: bytes, status: int, code: str) -> None:
    answered, headers, body = await sent(port, data)
    assert (answered, json.loads(body)["code"]) == (status, code), data[:60]
    assert json.loads(body)["message"]
    assert_safe(headers)


@in_loop
async def test_targets_heads_and_bodies_have_limits(tmp_path: Path) -> None:
    async with serving(tmp_path) as port:
        longest = limits.MAX_TARGET_BYTES - len("/healthz?")
        assert (await sent(port, head(f"GET /healthz?{'x' * longest}")))[0] == 200
        over = head(f"GET /healthz?{'x' * (longest + 1)}")
        await assert_refused(port, over, 414, "too-long")
        fields = {f"X-{number}": "y" for number in range(limits.MAX_HEADER_FIELDS - 2)}
        assert (await sent(port, head(**fields)))[0] == 200
        await assert_refused(port, head(**fields, One="more"), 431, "too-long")
        used = sum(len(f"{name}: {value}\r\n") for name, value in FIXED.items())
        room = limits.MAX_HEAD_BYTES - used - len("X: \r\n")
        assert (await sent(port, head(X="y" * room)))[0] == 200
        await assert_refused(port, head(X="y" * (room + 1)), 431, "too-long")
        endless = b"GET / HTTP/1.1\r\nX: " + b"y" * 200_000
        await assert_refused(port, endless, 431, "too-long")
        upgrade = {"Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}
        long_upgrade = head("GET /ws/lobby", **{**upgrade, **fields, "One": "more"})
        await assert_refused(port, long_upgrade, 431, "too-long")
        length = str(limits.MAX_BODY_BYTES + 1)
        declared = head("POST /api/login", **{"Content-Length": length})
        await assert_refused(port, declared, 413, "too-long")
        chunk = b"%x\r\n%s\r\n" % (40_000, b"x" * 40_000)
        chunked = head("POST /api/login", **{"Transfer-Encoding": "chunked"}) + chunk * 2
        await assert_refused(port, chunked, 413, "too-long")
        assert (await sent(port, head()))[0] == 200


FIXED = {"Host": "house.example", "Connection": "close"}


@in_loop
async def test_trailers_are_no_headers(tmp_path: Path) -> None:
    """What follows a body can't pretend to be what the proxy appended."""
    async with serving(tmp_path) as port:
        request = head("POST /api/guest", **{"Transfer-Encoding": "chunked"})
        body = b"2\r\n{}\r\n0\r\nSec-Fetch-Site: cross-site\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request + body)
        assert (await asyncio.wait_for(reader.read(), TIMEOUT_S)).split()[1] == b"201"
        writer.close()
        trailers = b"".join(b"X-%d: y\r\n" % number for number in range(200))
        await assert_refused(port, request + b"0\r\n" + trailers, 431, "too-long")


@in_loop
async def test_who_never_finishes_a_request_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_TIMEOUT_S", 0.3)
    async with serving(tmp_path) as port:
        for data in (
            b"GET / HTTP/1.1\r\nHost: a\r\n",
            b"GET / HTT",
            b"POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{",
            b"POST /api/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        ):
            await assert_refused(port, data, 408, "too-slow")
        silent, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await asyncio.wait_for(silent.read(), TIMEOUT_S) == b""
        writer.close()


@in_loop
async def test_a_byte_now_and_then_does_not_keep_a_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_TIMEOUT_S", 0.5)
    async with serving(tmp_path) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        reading = asyncio.create_task(reader.read())
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(TIMEOUT_S):
                while not reading.done():
                    writer.write(b"y")
                    await asyncio.sleep(0.05)
        assert b" 408 " in (await reading).split(b"\r\n")[0]
        writer.close()


@in_loop
async def test_an_empty_line_does_not_keep_an_idle_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_TIMEOUT_S", 0.3)
    async with serving(tmp_path) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_head("GET /healthz", {}))
        await reader.readuntil(b"}")
        writer.write(b"\r\n")
        assert b" 408 " in (await asyncio.wait_for(reader.read(), TIMEOUT_S)).split(b"\r\n")[0]
        writer.close()


@in_loop
async def test_pipelined_requests_are_bounded(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_head("GET /api/doors", {}) * 10)
        for _ in range(10):
            assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
            await reader.readuntil(b"}")
        writer.write(request_head("GET /api/doors", {}) * 2000)
        answers = b""
        with contextlib.suppress(ConnectionError):
            while part := await asyncio.wait_for(reader.read(4096), TIMEOUT_S):
                answers += part
        assert answers.count(b"HTTP/1.1") <= limits.MAX_PIPELINED_REQUESTS
        *_, last = answers.split(b"HTTP/1.1 ")
        assert last.startswith(b"429 ")  # and nothing is written after it
        assert json.loads(last.partition(b"\r\n\r\n")[2])["code"] == "too-fast"
        writer.close()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


# connections


@in_loop
async def test_one_address_can_not_take_all_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS_PER_ADDRESS", 5)
    async with serving(tmp_path, host="0.0.0.0") as port:  # noqa: S104 - for two addresses
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        await assert_refused(port, head(), 429, "too-many-connections")
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=("127.0.0.2", 0)
        )
        writer.write(head())
        assert (await asyncio.wait_for(reader.read(), TIMEOUT_S)).split()[1] == b"200"
        idle[0][1].close()
        await asyncio.sleep(0.1)
        assert (await sent(port, head()))[0] == 200
        for _, each in (*idle, (reader, writer)):
            each.close()


@in_loop
async def test_open_sockets_count_as_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS_PER_ADDRESS", 5)
    async with serving(tmp_path) as port:
        wires = [await Wire.open(port, "/ws/lobby", {}) for _ in range(5)]
        await assert_refused(port, head(), 429, "too-many-connections")
        await wires[0].close()
        await asyncio.sleep(0.2)
        assert (await sent(port, head()))[0] == 200
        for wire in wires[1:]:
            await wire.close()


@in_loop
async def test_a_proxy_may_have_all_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS_PER_ADDRESS", 5)
    async with serving(tmp_path, proxy=True) as port:
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
        assert (await sent(port, head()))[0] == 200
        for _, writer in idle:
            writer.close()


def test_all_connections_together_are_limited() -> None:
    counts = ConnectionLimits(proxy=True, max_connections=3)
    addresses = [counts.enter(("192.0.2.1", port)) for port in range(3)]
    assert not counts.is_full()
    addresses.append(counts.enter(("2001:db8::1", 4)))
    assert counts.is_full()
    for address in addresses:
        counts.leave(address)
    assert not counts.is_full()
    assert counts.count == 0


def test_a_client_that_reads_nothing_is_given_up_by_the_system() -> None:
    with listening(Settings(port=0)) as listener:
        timeout = listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert timeout == 1000 * limits.SEND_TIMEOUT_S


# sockets


@in_loop
async def test_twenty_sockets_are_the_limit_also_if_all_are_opened_at_once(
    tmp_path: Path,
) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        ada = await guest(here)
        table = await ada.new_table("m", [], players=2)
        opened, refused = await open_many(here, [ada] * 40, table)
        assert (opened, refused) == (20, {429})


@in_loop
async def test_people_at_one_address_share_its_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "MAX_SOCKETS_PER_ADDRESS", 5)
    async with serving(tmp_path, proxy=True) as port:
        tokens = []
        for number in range(8):
            elsewhere = {"X-Forwarded-For": f"10.0.0.{number}"}
            answer = await fetch(port, "/api/guest", elsewhere, "POST")
            tokens.append(json.loads(answer.partition(b"\r\n\r\n")[2])["token"])
        wires = []
        for token in tokens:
            headers = {"X-Forwarded-For": "192.0.2.9", "Authorization": f"Bearer {token}"}
            with contextlib.suppress(ConnectionRefusedError):
                wires.append(await Wire.open(port, "/ws/lobby", headers))
        assert len(wires) == 5
        other = await Wire.open(port, "/ws/lobby", {"X-Forwarded-For": "192.0.2.10"})
        for wire in (*wires, other):
            await wire.close()


async def open_many(here: House, people: list[Visitor], table: str) -> tuple[int, set[int]]:
    """Open a socket for each at once; how many were opened, and the statuses of the others."""
    refused: set[int] = set()
    async with contextlib.AsyncExitStack() as stack:

        async def attempt(visitor: Visitor) -> bool:
            try:
                await stack.enter_async_context(visitor.at(table, here))
            except InvalidStatus as error:
                refused.add(error.response.status_code)
                return False
            return True

        opened = sum(await asyncio.gather(*map(attempt, people)))
    return opened, refused


@pytest.mark.parametrize("kind", [PING, CONTINUATION], ids=["pings", "empty fragments"])
@in_loop
async def test_frames_without_a_message_are_limited(tmp_path: Path, kind: int) -> None:
    async with serving(tmp_path) as port:
        wire = await Wire.open(port, "/ws/lobby", {})
        final = 128 if kind == PING else 0
        if kind == CONTINUATION:
            wire.writer.write(bytes([1, 128, 0, 0, 0, 0]))  # the first fragment of a text
        for _ in range(100):
            wire.writer.write(bytes([final | kind, 128, 0, 0, 0, 0]) * 100)
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await wire.until(lambda: False)
        closes = [data for opcode, data in wire.frames if opcode == 8]
        assert not closes or int.from_bytes(closes[0][:2], "big") == 1008
        wire.writer.close()
        assert (await sent(port, head()))[0] == 200
