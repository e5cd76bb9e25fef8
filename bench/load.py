"""The house under load: many sockets at many tables of real games, compared with boardgame.io.

``python bench/load.py`` starts both servers, one after the other, on this machine, plays at all
tables and prints the measurements; ``--write`` stores them in ``bench/results.md``. Clients and
server share the machine, so only the ratios between servers are meaningful.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import uvloop
from house.postgres import running_server
from load_boardgame import BoardgameServer
from load_house import House
from results import write_section

PEER_ATTEMPTS = 4


class Server(Protocol):
    """A server that can be started and filled with tables."""

    name: str

    @property
    def view_bytes(self) -> float:
        """The average size of a view."""

    def running(self) -> contextlib.AbstractAsyncContextManager[list[int]]:
        """Run it; yields the ids of its processes."""

    async def fill(self, tables: int) -> Sequence[TableUnderLoad]:
        """Set up tables with all seats taken and a socket for each seat."""


class TableUnderLoad(Protocol):
    """A table with a client at every seat."""

    async def move(self) -> float:
        """Make a move; returns the seconds until every seat had received it."""


@dataclass
class Measurements:
    """The measurements of one server."""

    name: str
    moves_per_second: float = 0.0
    cpu_per_move: float = 0.0  # seconds
    latencies: list[float] = field(default_factory=list)  # seconds, at the constant rate
    megabytes: float = 0.0
    view_bytes: float = 0.0

    def latency_ms(self, quantile: float) -> float:
        """A quantile of the latencies, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(quantile * len(ordered)))]


async def measure(server: Server, arguments: argparse.Namespace) -> Measurements:
    """Fill a server, then play at a constant rate, then at full speed."""
    measurements = Measurements(server.name)
    async with server.running() as processes:
        tables = await server.fill(arguments.tables)
        measurements.megabytes = resident_megabytes(processes)
        await play_at_rate(tables, arguments.rate, 2)  # warm up
        measurements.latencies = await play_at_rate(tables, arguments.rate, arguments.seconds)
        moves, seconds, cpu = await play_at_full_speed(tables, processes, arguments)
        measurements.moves_per_second = moves / seconds
        measurements.cpu_per_move = cpu / moves
        measurements.megabytes = max(measurements.megabytes, resident_megabytes(processes))
    measurements.view_bytes = server.view_bytes
    return measurements


async def measure_peer(peer: Server, arguments: argparse.Namespace) -> Measurements:
    """Measure a peer; one that fails under load, as some do now and then, is measured again."""
    for _ in range(PEER_ATTEMPTS - 1):
        try:
            return await measure(peer, arguments)
        except Exception as error:
            print(f"{peer.name} failed and is measured again: {error!r}")
    return await measure(peer, arguments)


async def play_at_rate(tables: Sequence[TableUnderLoad], rate: int, seconds: float) -> list[float]:
    """Start moves at a rate, whether or not earlier ones are done; returns their latencies."""
    rng, loop = random.Random(1), asyncio.get_running_loop()  # noqa: S311 - not for secrets
    free = list(tables)
    latencies: list[float] = []
    skipped = 0

    async def move(table: TableUnderLoad) -> None:
        latencies.append(await table.move())
        free.append(table)

    start = loop.time()
    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, start + number / rate - loop.time()))
            if free:
                group.create_task(move(free.pop(rng.randrange(len(free)))))
            else:
                skipped += 1
    if skipped:
        print(f"  {skipped} moves were skipped: all tables were busy")
    return latencies


async def play_at_full_speed(
    tables: Sequence[TableUnderLoad], processes: list[int], arguments: argparse.Namespace
) -> tuple[int, float, float]:
    """Play at full speed; returns the moves, the seconds, and the CPU seconds of the server."""
    end = time.monotonic() + arguments.seconds
    start, cpu_before = time.monotonic(), cpu_seconds(processes)

    async def play_on(tables: Sequence[TableUnderLoad]) -> int:
        moves = 0
        while time.monotonic() < end:
            await tables[moves % len(tables)].move()
            moves += 1
        return moves

    workers = min(arguments.at_once, len(tables))
    moves = await asyncio.gather(*(play_on(tables[n::workers]) for n in range(workers)))
    return sum(moves), time.monotonic() - start, cpu_seconds(processes) - cpu_before


# processes


def cpu_seconds(processes: list[int]) -> float:
    """The CPU time of processes and their children so far."""
    ticks = 0
    for process in (one for root in processes for one in process_tree(root)):
        with contextlib.suppress(FileNotFoundError):
            fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1]
            ticks += sum(int(value) for value in fields.split()[11:13])
    return ticks / 100


def process_tree(process: int) -> list[int]:
    """A process and all its descendants."""
    children = Path(f"/proc/{process}/task/{process}/children")
    found = children.read_text(encoding="utf-8").split() if children.exists() else []
    return [process, *(one for child in found for one in process_tree(int(child)))]


def resident_megabytes(processes: list[int]) -> float:
    """The resident memory of processes, without their children."""
    lines = [
        line
        for process in processes
        for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    ]
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


# reporting


def markdown_table(measurements: Sequence[Measurements]) -> str:
    """The measurements as a Markdown table."""
    lines = [
        "| server | moves/s | CPU per move | p50 / p99 ms at {rate}/s | MB | sent |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for one in measurements:
        lines.append(
            f"| {one.name} | {one.moves_per_second:.0f} | {1e6 * one.cpu_per_move:.0f} µs "
            f"| {one.latency_ms(0.5):.1f} / {one.latency_ms(0.99):.1f} "
            f"| {one.megabytes:.0f} | {one.view_bytes / 1024:.1f} KB |"
        )
    return "\n".join(lines)


def report(measurements: Sequence[Measurements], arguments: argparse.Namespace) -> str:
    """The report of a run, in Markdown."""
    lines = [markdown_table(measurements).replace("{rate}", str(arguments.rate)), ""]
    ours = [one for one in measurements if one.name.startswith("Ludothèque")]
    peers = [one for one in measurements if one not in ours]
    if peers:
        for one in ours:
            ratios = [
                f"{one.moves_per_second / peer.moves_per_second:.2f} times {peer.name}"
                for peer in peers
            ]
            lines.append(f"Moves per second of {one.name}: {', '.join(ratios)}.  ")
        lines.append(
            f"A whole view has {arguments.size / 1024:.1f} KB; *sent* is the average message; "
            "*MB* is without the processes of bots and sounds."
        )
    lines.append(
        f"{arguments.tables} tables, {4 * arguments.tables} sockets, {arguments.seconds} s each; "
        f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()}), "
        f"{time.strftime('%Y-%m-%d', time.gmtime())}; "
        f"load before the run {arguments.load:.1f}."
    )
    return "\n".join(lines)


def parse_arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=int, default=200, help="moves per second, for latencies")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--at-once", type=int, default=64, help="concurrent moves at full speed")
    parser.add_argument(
        "--games", default="", help="slugs, separated by commas; default: all games"
    )
    parser.add_argument(
        "--postgres", action="store_true", help="also two processes on a PostgreSQL of their own"
    )
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument("--write", action="store_true", help="store the report in bench/results.md")
    return parser.parse_args()


async def main() -> None:
    """Measure, print, and store the report if asked to."""
    arguments = parse_arguments()
    arguments.load = os.getloadavg()[0]  # of other programs: a high one makes the times meaningless
    ours = House([slug for slug in arguments.games.split(",") if slug])
    measurements = [await measure(ours, arguments)]
    if arguments.postgres:
        with running_server() as server:
            for spread in (False, True):
                house = House(ours.games, server.database(), 2, spread)
                measurements.append(await measure(house, arguments))
    if not arguments.alone:
        size = round(ours.whole_bytes)
        peers = [
            BoardgameServer(size),
            BoardgameServer(size, changes=True),
            BoardgameServer(size, on_disk=True),
        ]
        measurements += [await measure_peer(peer, arguments) for peer in peers]
    arguments.size = ours.whole_bytes
    text = report(measurements, arguments)
    print(text)
    if arguments.write:
        write_section("The house under load", text)


if __name__ == "__main__":
    uvloop.run(main())
