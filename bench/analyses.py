"""Analyses of finished games beside running tables: what they cost, and whether players notice.

``python bench/analyses.py`` measures the processor time of the analysis of some games of each kind.
Then it starts a house, plays at many tables at a constant rate, and compares the latencies of moves
while nothing else happens with those while people wait for analyses all the time, by turns.
``--write`` stores the report in ``bench/results.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import platform
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from load import Measurements, cpu_seconds, play_at_rate
from load_house import Client, House
from results import write_section

from ludotheque.analysis import analyse
from ludotheque.bots import find_bot
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.core.record import Record
from ludotheque.core.registry import installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table

PLAYERS = "novice"  # the bots of the games that are analysed
POLL_S = 2.0  # as often as the page asks how far an analysis is
READERS = 2  # people who wait for an analysis at any time
_addresses = (f"10.2.{n >> 8 & 255}.{n & 255}" for n in itertools.count(1))
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def played(game: Game, options: dict[str, Value], seed: int) -> Record:
    """A game between bots."""
    rng, bot = SeededRng(seed), find_bot(game, PLAYERS)
    table = Table(game, game.resolve_options(options), SeededRng(seed))
    while not table.over:
        awaited = table.state.awaited()
        seat = awaited[rng.below(len(awaited))]
        table.submit(seat, table.ask(bot, seat, rng))
    return Record.from_table(table)


# the cost


@dataclass
class Costs:
    """The processor time of analyses of a kind of game."""

    name: str
    seconds: list[float] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)

    def row(self) -> str:
        """A row of the table."""
        count = len(self.seconds)
        return (
            f"| {self.name} | {count} | {sum(self.events) / count:.0f} "
            f"| {sum(self.decisions) / count:.0f} | {sum(self.seconds) / count:.1f} s "
            f"| {max(self.seconds):.1f} s |"
        )


def costs(games: int) -> list[Costs]:
    """What analyses cost, with the usual number of players and with the most."""
    found = []
    for game in sorted(installed().values(), key=lambda one: one.slug):
        counts = next(option for option in game.options if option.name == "players")
        for players in dict.fromkeys((counts.default, counts.values[-1])):
            one = Costs(f"{game.name}, {players}")
            for seed in range(games):
                record = played(game, {"players": players}, seed)
                before = time.process_time()
                analysis = analyse(record)
                one.seconds.append(time.process_time() - before)
                one.events.append(len(record.events))
                one.decisions.append(len(analysis.decisions))
            found.append(one)
    return found


# running tables


class Readers:
    """People who open records and wait for their analyses, one after the other."""

    def __init__(self, house: House, records: Sequence[bytes]) -> None:
        self.house = house
        self.records = itertools.cycle(records)
        self.done = 0  # analyses that were seen

    async def read(self) -> None:
        """Open one record after the other and wait for its analysis, as the page does."""
        while True:
            reader = Client(next(_addresses), "", self.house.addresses[0])
            reader.token = str((await self.house.post("/api/guest", reader))["token"])
            record = (await self._ask(reader, "/api/records", next(self.records)))["record"]
            path = f"/api/records/{record}/analysis?language=en"
            while (await self._ask(reader, path))["status"] != "done":
                await asyncio.sleep(POLL_S)
            self.done += 1

    async def _ask(self, reader: Client, path: str, body: bytes | None = None) -> dict[str, object]:
        request = urllib.request.Request(f"http://{reader.server}{path}", body, reader.headers())

        def fetch() -> dict[str, object]:
            with _opener.open(request, timeout=60) as response:
                found: dict[str, object] = json.load(response)
            return found

        return await asyncio.to_thread(fetch)


@dataclass
class Comparison:
    """The latencies of moves without and with analyses, by turns."""

    alone: Measurements
    beside: Measurements
    analyses: int = 0
    worker_s: float = 0.0  # processor time of the process that makes them
    seconds: float = 0.0  # in which analyses were made


async def compare(arguments: argparse.Namespace) -> Comparison:
    """Play by turns without and with analyses."""
    games = sorted(installed().values(), key=lambda one: one.slug)
    records = [played(game, {}, seed).to_json().encode() for seed in range(3) for game in games]
    found = Comparison(Measurements("no analyses"), Measurements("analyses all the time"))
    house = House([])
    async with house.running() as processes:
        tables = await house.fill(arguments.tables)
        await play_at_rate(tables, arguments.rate, 3)  # warm up
        for _ in range(arguments.turns):
            found.alone.latencies += await play_at_rate(tables, arguments.rate, arguments.seconds)
            readers = Readers(house, records)
            tasks = [asyncio.create_task(readers.read()) for _ in range(READERS)]
            await asyncio.sleep(1)  # until they have begun
            before, began = worker_seconds(processes), time.monotonic()
            found.beside.latencies += await play_at_rate(tables, arguments.rate, arguments.seconds)
            found.worker_s += worker_seconds(processes) - before
            found.seconds += time.monotonic() - began
            for task in tasks:
                if task.done():
                    task.result()  # a reader has failed: say why
                task.cancel()
            found.analyses += readers.done
            await asyncio.gather(*tasks, return_exceptions=True)
            await settled(processes)
    return found


def worker_seconds(processes: list[int]) -> float:
    """The processor time of the processes that the house has started, without its own."""
    own = sum(own_seconds(process) for process in processes)
    return cpu_seconds(processes) - own


def own_seconds(process: int) -> float:
    """The processor time of a process without its children."""
    text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    fields = text.rsplit(")", 1)[1].split()
    return sum(int(value) for value in fields[11:13]) / 100


async def settled(processes: list[int]) -> None:
    """Wait until the analyses that were begun are done."""
    before = -1.0
    while (now := worker_seconds(processes)) > before:
        before = now
        await asyncio.sleep(2)


# the report


def report(found: Comparison, cost: list[Costs], arguments: argparse.Namespace) -> str:
    """The report of a run, in Markdown."""
    lines = ["| running tables | moves | p50 | p95 | p99 |", "|---|--:|--:|--:|--:|"]
    for one in (found.alone, found.beside):
        quantiles = " | ".join(f"{one.latency_ms(q):.1f} ms" for q in (0.5, 0.95, 0.99))
        lines.append(f"| {one.name} | {len(one.latencies)} | {quantiles} |")
    lines += [
        "",
        f"{arguments.tables} tables of four people, {arguments.rate} moves/s, by turns of "
        f"{arguments.seconds:.0f} s; a move is there when all four have seen it. *Analyses all the "
        f"time*: {READERS} people wait for one each; {found.analyses} were made, by a process that "
        f"had {found.worker_s / found.seconds:.0%} of a core.",
        "",
        "| game, players | games | events | decisions | analysis, mean | longest |",
        "|---|--:|--:|--:|--:|--:|",
        *(one.row() for one in cost),
        "",
        f"Games of *{PLAYERS}*, processor time of one core, compiled. "
        f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()}), "
        f"{time.strftime('%Y-%m-%d', time.gmtime())}; load before the run {arguments.load:.1f}.",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and store the report if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=int, default=50, help="moves per second")
    parser.add_argument("--seconds", type=float, default=20, help="of a turn")
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--games", type=int, default=5, help="of each kind that are analysed")
    parser.add_argument("--write", action="store_true", help="store the report in bench/results.md")
    arguments = parser.parse_args()
    arguments.load = os.getloadavg()[0]
    found = uvloop.run(compare(arguments))
    text = report(found, costs(arguments.games), arguments)
    print(text)
    if arguments.write:
        write_section("Analyses beside running tables", text)


if __name__ == "__main__":
    main()
