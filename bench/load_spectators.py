"""One table with thousands of spectators, while others play: how soon a move reaches everybody.

``python bench/load_spectators.py`` starts a house, seats players at many tables, and opens sockets
without a token at one of them. A process of its own reads these: it notes when the first byte after
each move arrives at each socket. ``--write`` stores the report in ``bench/results.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import platform
import resource
import selectors
import socket
import time
from multiprocessing.connection import Connection

import uvloop
from load import Measurements, cpu_seconds, resident_megabytes
from load_house import House, HouseTable
from results import write_section

HANDSHAKE = (
    "GET /ws/{table}?protocol=2&language=en HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\nX-Forwarded-For: 10.9.{high}.{low}\r\n\r\n"
)
SETTLE_S = 2.5  # until the number of spectators was sent
BUFFER_BYTES = 1 << 18


def watch(address: str, table: str, count: int, pipe: Connection) -> None:
    """Open sockets, then for each move report the times at which it arrived at them."""
    allow_many_files()
    selector = selectors.DefaultSelector()
    host, port = address.split(":")
    for number in range(count):
        connection = socket.create_connection((host, int(port)))
        head = HANDSHAKE.format(table=table, host=address, high=number >> 8, low=number & 255)
        connection.sendall(head.encode())
        selector.register(connection, selectors.EVENT_READ)
        if number % 50 == 49:  # the house accepts them meanwhile
            drain(selector, 0.05)
    drain(selector, SETTLE_S)
    pipe.send("ready")
    while pipe.recv() == "move":
        pipe.send(arrivals(selector, count))


def drain(selector: selectors.BaseSelector, quiet_s: float) -> None:
    """Read until nothing has come for a while."""
    while ready := selector.select(quiet_s):
        for key, _ in ready:
            read(key.fileobj)


def read(connection: object) -> None:
    """Read what has arrived."""
    assert isinstance(connection, socket.socket)
    if not connection.recv(BUFFER_BYTES):
        raise ConnectionError("the house closed a socket")


def arrivals(selector: selectors.BaseSelector, count: int) -> list[float]:
    """The times at which the next message arrived at each socket."""
    times: dict[object, float] = {}
    while len(times) < count:
        ready = selector.select(10)
        if not ready:
            raise TimeoutError(f"{count - len(times)} sockets got nothing")
        for key, _ in ready:
            read(key.fileobj)
            times.setdefault(key.fileobj, time.monotonic())
    drain(selector, 0.0)
    return list(times.values())


def allow_many_files() -> None:
    """Allow this process and its children as many open files as possible."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def play_others(tables: list[HouseTable], rate: int, stop: asyncio.Event) -> list[float]:
    """Moves at other tables, at a constant rate, until stopped; returns their latencies."""
    latencies: list[float] = []

    async def move(table: HouseTable) -> None:
        latencies.append(await table.move())
        free.append(table)

    free = list(tables)
    async with asyncio.TaskGroup() as group:
        while not stop.is_set():
            await asyncio.sleep(1 / rate)
            if free:
                group.create_task(move(free.pop(0)))
    return latencies


async def measure(arguments: argparse.Namespace) -> str:
    """Run everything; returns the report."""
    house = House([])
    async with house.running() as processes:
        watched, *others = await house.fill(arguments.tables + 1)
        name = watched.name
        ours, theirs = multiprocessing.Pipe()
        watcher = multiprocessing.get_context("spawn").Process(
            target=watch, args=(house.addresses[0], name, arguments.spectators, theirs), daemon=True
        )
        watcher.start()
        assert await asyncio.to_thread(ours.recv) == "ready"
        stop = asyncio.Event()
        playing = asyncio.create_task(play_others(others, arguments.rate, stop))
        reached: list[float] = []
        seated: list[float] = []
        before = cpu_seconds(processes)
        for _ in range(arguments.moves):
            ours.send("move")
            await asyncio.sleep(0.5)
            start = time.monotonic()
            seated.append(await watched.move())
            times = await asyncio.to_thread(ours.recv)
            reached.append(max(times) - start)
        cpu = (cpu_seconds(processes) - before) / arguments.moves
        stop.set()
        latencies = Measurements("", latencies=await playing)
        at_table = Measurements("", latencies=seated)
        megabytes = resident_megabytes(processes)
        ours.send("stop")
    worst = sorted(reached)
    return "\n".join(
        [
            "| spectators | a move reaches all, median / worst | its players, worst "
            "| players of other tables, p50 / p99 | MB |",
            "|--:|--:|--:|--:|--:|",
            f"| {arguments.spectators} | {1000 * worst[len(worst) // 2]:.0f} / "
            f"{1000 * worst[-1]:.0f} ms | {at_table.latency_ms(1):.0f} ms "
            f"| {latencies.latency_ms(0.5):.1f} / {latencies.latency_ms(0.99):.1f} ms "
            f"| {megabytes:.0f} |",
            "",
            f"{arguments.moves} moves; {arguments.tables} other tables, {arguments.rate} moves/s; "
            f"one process of the house, {1000 * cpu:.0f} ms of processor time for each move with "
            "all that happened meanwhile; "
            f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()}), "
            f"{time.strftime('%Y-%m-%d', time.gmtime())}; load before the run "
            f"{arguments.load:.1f}.",
        ]
    )


async def main() -> None:
    """Measure, print, and store the report if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectators", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=int, default=50, help="moves per second at other tables")
    parser.add_argument("--moves", type=int, default=20, help="at the table that is watched")
    parser.add_argument("--write", action="store_true", help="store the report in bench/results.md")
    arguments = parser.parse_args()
    arguments.load = os.getloadavg()[0]
    text = await measure(arguments)
    print(text)
    if arguments.write:
        write_section("One table with thousands of spectators", text)


if __name__ == "__main__":
    allow_many_files()
    uvloop.run(main())
