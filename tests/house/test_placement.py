"""``serve --processes``: the sockets of a table share a process, and one that dies comes back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from house.running import (
    TIMEOUT_S,
    House,
    SocketClosed,
    Visitor,
    guest,
    house,
    http,
    in_loop,
    seeded_random,
)
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ludotheque.house.placement import Siblings, new_mailbox, place_of
from ludotheque.house.shared_metrics import PAGE_BYTES, SharedMetrics, new_pages
from ludotheque.house.store import open_store
from ludotheque.house.table.creation import new_table_id
from ludotheque.house.table.entries import Said, decode_entry

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
PROCESSES = 2
CONNECTION_ERRORS = (SocketClosed, ConnectionClosed, InvalidHandshake, OSError, EOFError)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory, postgres: Server) -> Iterator[House]:
    """A house of two processes; when it is stopped nothing of it is left."""
    folder: Path = tmp_path_factory.mktemp("processes")
    with house(postgres.database(), folder, "--processes", str(PROCESSES)) as running:
        yield running
        assert running.stop() == 0
        assert not [line for line in running.errors() if '"level": "error"' in line]


async def metric(here: House, name: str) -> list[float]:
    """A metric of all processes."""
    text = (await http(here, "GET", "/metrics")).body.decode()
    found = dict(re.findall(rf'^{name}{{process="(\d)"}} (\S+)$', text, re.MULTILINE))
    return [float(found.get(str(index), 0)) for index in range(PROCESSES)]


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not await condition():
            await asyncio.sleep(0.1)


def children(here: House) -> list[int]:
    """The process ids of a house's children, in the order of their start."""
    assert here.process is not None
    process = here.process.pid
    text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return sorted(map(int, text.split()))


async def tables_of_each(ada: Visitor) -> list[str]:
    """A table of each process."""
    found: dict[int, str] = {}
    while len(found) < PROCESSES:
        table = await ada.new_table("m", [], players=2)
        found[place_of(table.encode(), PROCESSES)] = table
    return [found[index] for index in range(PROCESSES)]


@in_loop
async def test_all_sockets_of_a_table_share_a_process(here: House) -> None:
    ada, bob = await guest(here), await guest(here)
    tables = await tables_of_each(ada)
    async with contextlib.AsyncExitStack() as stack:
        expected = [0.0] * PROCESSES
        for index, table in enumerate(tables):
            for person in (ada, bob, ada, bob, Visitor(here, "")):
                seat = await stack.enter_async_context(person.at(table))
                await seat.see()
            expected[index] = 5

            async def counted(now: list[float] = expected) -> bool:
                return await metric(here, "sockets") == now

            await until(counted)


@in_loop
async def test_people_play_at_a_table_wherever_they_came_in(here: House) -> None:
    ada, bob = await guest(here), await guest(here)
    for table in await tables_of_each(ada):
        async with ada.at(table) as one, bob.at(table) as two:
            await one.must("sit", seat=0)
            await two.must("sit", seat=1)
            await one.must("start")
            moves = (seat.play_on(seeded_random(table), 8) for seat in (one, two))
            assert sum(await asyncio.gather(*moves)) == 16


@in_loop
async def test_a_connection_that_was_used_before_is_passed_on(here: House) -> None:
    """As by a proxy, which keeps its connections."""
    ada = await guest(here)
    address, port = here.address.split(":")
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
    for table in await tables_of_each(ada):
        before = await metric(here, "sockets")
        reader, writer = await asyncio.open_connection(address, int(port))
        head = ""
        for target, more in (("/healthz", ""), (f"/ws/{table}?protocol=2", upgrade)):
            writer.write(f"GET {target} HTTP/1.1\r\nHost: {here.address}\r\n{more}\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = re.search(r"content-length: (\d+)", head)
            await reader.readexactly(int(length[1]) if length else 0)
        assert head.startswith("http/1.1 101 ")
        index = place_of(table.encode(), PROCESSES)
        expected = [count + (place == index) for place, count in enumerate(before)]

        async def placed(now: list[float] = expected) -> bool:
            return await metric(here, "sockets") == now

        await until(placed)
        writer.close()
        await writer.wait_closed()

        async def gone(now: list[float] = before) -> bool:
            return await metric(here, "sockets") == now

        await until(gone)


@in_loop
async def test_a_process_that_is_killed_comes_back_and_nothing_is_lost(here: House) -> None:
    ada = await guest(here)
    table = (await tables_of_each(ada))[1]
    before, said = children(here), list[str]()
    assert len(before) == PROCESSES
    for killed in range(2):
        with contextlib.suppress(*CONNECTION_ERRORS):
            async with ada.at(table) as seat:
                await seat.must("sit", seat=0)
                for number in range(1000):
                    if number == 3:
                        os.kill(children(here)[-1] if killed else before[1], signal.SIGKILL)
                    await seat.must("say", text=f"{killed} {number}")
                    said.append(f"{killed} {number}")
        assert len(said) >= 3 * (killed + 1)

        async def back() -> bool:
            try:
                async with ada.at(table) as seat:
                    await seat.see()
            except CONNECTION_ERRORS:
                return False
            return len(children(here)) == PROCESSES

        await until(back)
    async with open_store(here.database) as store:
        entries = [decode_entry(text) for text in await store.read(table)]
    logged = [entry.text for entry in entries if isinstance(entry, Said)]
    assert [text for text in logged if text in said] == said
    assert before[0] in children(here)
    assert before[1] not in children(here)
    async with ada.at(table) as seat:
        await seat.see()

        async def placed() -> bool:
            return await metric(here, "sockets") == [0, 1]

        await until(placed)


@in_loop
async def test_children_end_with_their_parent(tmp_path: Path, postgres: Server) -> None:
    with house(postgres.database(), tmp_path, "--processes", "2") as running:
        ada = await guest(running)
        async with ada.at(await ada.new_table("m", [], players=2)) as seat:
            await seat.see()
            await asyncio.to_thread(running.kill)  # which waits for all its processes
            assert await seat.end() == 1012


@in_loop
async def test_sigint_stops_all_processes(tmp_path: Path, postgres: Server) -> None:
    with house(postgres.database(), tmp_path, "--processes", "3") as running:
        await guest(running)
        assert len(children(running)) == 3
        assert await asyncio.to_thread(running.stop, signal.SIGINT) == 0


# parts


def test_tables_are_placed_evenly() -> None:
    counts = Counter(place_of(new_table_id().encode(), 4) for _ in range(4000))
    assert sorted(counts) == [0, 1, 2, 3]
    assert min(counts.values()) > 800


def test_only_sockets_of_tables_of_others_are_passed_on() -> None:
    mailboxes = [new_mailbox() for _ in range(2)]
    first, second = (Siblings(index, mailboxes) for index in range(2))
    other, own = "", ""
    while not (other and own):
        table = new_table_id()
        other, own = (other, table) if place_of(table.encode(), 2) == 0 else (table, own)
    here, client = socket.socketpair()
    with here, client:
        for target in (f"/ws/{own}", "/ws/lobby", f"/api/tables/{other}", f"/ws/{other}x", "/"):
            assert not first.pass_on(target.encode(), b"a request", here.fileno())
        assert second.receive() is None
        assert first.pass_on(f"/ws/{other}?language=fr".encode(), b"a request", here.fileno())
        passed = second.receive()
        assert passed is not None
        request, connection = passed
        with connection:
            assert request == b"a request"
            here.close()  # the other process has its own
            connection.sendall(b"hello")
            assert client.recv(9) == b"hello"
            too_long = b"x" * (1 << 20)
            assert not first.pass_on(f"/ws/{other}".encode(), too_long, connection.fileno())
    for mailbox in mailboxes:
        for end in mailbox:
            end.close()


def test_metrics_of_all_processes_have_a_label() -> None:
    pages = new_pages(3)
    first, second, _ = (SharedMetrics(index, pages) for index in range(3))
    text = (
        '# HELP a_total A.\n# TYPE a_total counter\na_total{b="x {y} z"} 3.0\na_total{b=""} 1.0\n'
    )
    first.publish(text.encode() + b"# HELP c C.\n# TYPE c gauge\nc 5.0\n")
    second.publish(text.encode())
    families = [*text_string_to_metric_families(second.exposition().decode())]
    assert {(s.name, *s.labels.values(), s.value) for f in families for s in f.samples} == {
        ("a_total", "0", "x {y} z", 3.0),
        ("a_total", "0", "", 1.0),
        ("a_total", "1", "x {y} z", 3.0),
        ("a_total", "1", "", 1.0),
        ("c", "0", 5.0),
    }
    assert len(families) == 2
    second.publish(b"d 1.0\n" * PAGE_BYTES)  # as much as fits
    assert second.exposition().count(b'd{process="1"} 1.0\n') > PAGE_BYTES // 7
    pages[1][20] ^= 1  # as while it is being written
    assert b"d{" not in first.exposition()
