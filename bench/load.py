"""The house under load: many sockets at many tables of real games, beside a boardgame.io server.

``python bench/load.py`` starts both servers, one after the other, on this machine, plays on all
tables and prints what it measured; ``--write`` keeps it in ``bench/results.md``. Client and server
share the machine, so the figures are for comparing one with the other, not for boasting.
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
from load_boardgame import Boardgame
from load_house import Ours
from results import write_section


class Server(Protocol):
    """A server that can be started, filled with tables, and watched."""

    name: str

    @property
    def view_bytes(self) -> float:
        """Of one view, on average."""

    def running(self) -> contextlib.AbstractAsyncContextManager[list[int]]:
        """Start it; the numbers of its processes."""

    async def fill(self, tables: int) -> Sequence[TableUnderLoad]:
        """Set tables up, with all seats taken and a socket for each."""


class TableUnderLoad(Protocol):
    """A table where all seats can be played."""

    async def move(self) -> float:
        """One move; seconds until the last of the seats had seen it."""


@dataclass
class Figures:
    """What was measured of one server."""

    name: str
    moves_per_second: float = 0.0
    cpu_per_move: float = 0.0  # seconds
    latencies: list[float] = field(default_factory=list)  # seconds, at the steady rate
    megabytes: float = 0.0
    view_bytes: float = 0.0

    def centile(self, share: float) -> float:
        """The latency that so many moves stay below, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measure(server: Server, wanted: argparse.Namespace) -> Figures:
    """Fill a server, then play at a steady rate, then as fast as it goes."""
    figures = Figures(server.name)
    async with server.running() as processes:
        tables = await server.fill(wanted.tables)
        figures.megabytes = memory(processes)
        await steadily(tables, wanted.rate, 2)  # to warm up
        figures.latencies = await steadily(tables, wanted.rate, wanted.seconds)
        moves, seconds, cpu = await flat_out(tables, processes, wanted)
        figures.moves_per_second = moves / seconds
        figures.cpu_per_move = cpu / moves
        figures.megabytes = max(figures.megabytes, memory(processes))
    figures.view_bytes = server.view_bytes
    return figures


async def steadily(tables: Sequence[TableUnderLoad], rate: int, seconds: float) -> list[float]:
    """So many moves a second, whether or not the earlier ones are done; how long each took."""
    chance, loop = random.Random(1), asyncio.get_running_loop()  # noqa: S311 - to play with
    free = list(tables)
    taken: list[float] = []
    late = 0

    async def one(table: TableUnderLoad) -> None:
        taken.append(await table.move())
        free.append(table)

    start = loop.time()
    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, start + number / rate - loop.time()))
            if free:
                group.create_task(one(free.pop(chance.randrange(len(free)))))
            else:
                late += 1
    if late:
        print(f"  {late} moves could not be made: all tables were busy")
    return taken


async def flat_out(
    tables: Sequence[TableUnderLoad], processes: list[int], wanted: argparse.Namespace
) -> tuple[int, float, float]:
    """As many moves as can be; how many, in what time, with what work of the server."""
    end = time.monotonic() + wanted.seconds
    start, work = time.monotonic(), cpu_seconds(processes)

    async def play_on(tables: Sequence[TableUnderLoad]) -> int:
        moves = 0
        while time.monotonic() < end:
            await tables[moves % len(tables)].move()
            moves += 1
        return moves

    hands = min(wanted.at_once, len(tables))
    moves = await asyncio.gather(*(play_on(tables[n::hands]) for n in range(hands)))
    return sum(moves), time.monotonic() - start, cpu_seconds(processes) - work


# what the operating system tells of a process


def cpu_seconds(processes: list[int]) -> float:
    """Work done by processes and their children, in seconds."""
    ticks = 0
    for number in (one for process in processes for one in family(process)):
        with contextlib.suppress(FileNotFoundError):
            fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1]
            ticks += sum(int(value) for value in fields.split()[11:13])
    return ticks / 100


def family(process: int) -> list[int]:
    """A process and all it has started."""
    children = Path(f"/proc/{process}/task/{process}/children")
    found = children.read_text(encoding="utf-8").split() if children.exists() else []
    return [process, *(one for child in found for one in family(int(child)))]


def memory(processes: list[int]) -> float:
    """Megabytes that processes (without those they started) have in memory."""
    lines = [
        line
        for process in processes
        for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    ]
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


# telling


def table_of(figures: Sequence[Figures]) -> str:
    """The figures as a table in Markdown."""
    lines = [
        "| server | moves/s | CPU per move | p50 / p99 ms at {rate}/s | MB | sent |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for one in figures:
        lines.append(
            f"| {one.name} | {one.moves_per_second:.0f} | {1e6 * one.cpu_per_move:.0f} µs "
            f"| {one.centile(0.5):.1f} / {one.centile(0.99):.1f} "
            f"| {one.megabytes:.0f} | {one.view_bytes / 1024:.1f} KB |"
        )
    return "\n".join(lines)


def report(figures: Sequence[Figures], wanted: argparse.Namespace) -> str:
    """All there is to say of a run."""
    said = [table_of(figures).replace("{rate}", str(wanted.rate)), ""]
    ours = [one for one in figures if one.name.startswith("Ludothèque")]
    peers = [one for one in figures if one not in ours]
    if peers:
        for one in ours:
            ratios = [
                f"{one.moves_per_second / peer.moves_per_second:.2f} times {peer.name}"
                for peer in peers
            ]
            said.append(f"Moves per second of {one.name}: {', '.join(ratios)}.  ")
        said.append(
            f"Everybody has {wanted.size / 1024:.1f} KB before him; *sent* is one message; *MB* is "
            "without bots and without the process that makes sounds."
        )
    said.append(
        f"{wanted.tables} tables, {4 * wanted.tables} sockets, {wanted.seconds} s each; "
        f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()}), "
        f"{time.strftime('%Y-%m-%d', time.gmtime())}; "
        f"before it the machine's load was {wanted.load:.1f}."
    )
    return "\n".join(said)


def arguments() -> argparse.Namespace:
    """What the caller wants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=int, default=200, help="moves per second, steadily")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--at-once", type=int, default=64, help="moves under way when flat out")
    parser.add_argument("--games", default="", help="slugs; all if none are named")
    parser.add_argument("--database", default="", help="a new one of PostgreSQL, for two processes")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument("--write", action="store_true", help="keep it in bench/results.md")
    return parser.parse_args()


async def main() -> None:
    """Measure, print, and perhaps keep."""
    wanted = arguments()
    wanted.load = os.getloadavg()[0]  # of others: with much of it the times tell little
    ours = Ours([slug for slug in wanted.games.split(",") if slug])
    figures = [await measure(ours, wanted)]
    if wanted.database:
        figures.append(await measure(Ours(ours.games, wanted.database, 2), wanted))
    if not wanted.alone:
        size = round(ours.whole_bytes)
        peers = Boardgame(size), Boardgame(size, changes=True), Boardgame(size, kept=True)
        figures += [await measure(peer, wanted) for peer in peers]
    wanted.size = ours.whole_bytes
    text = report(figures, wanted)
    print(text)
    if wanted.write:
        write_section("The house under load", text)


if __name__ == "__main__":
    uvloop.run(main())
