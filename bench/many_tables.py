"""A house with very many running tables: its start, its memory, and how long opening one takes.

``python bench/many_tables.py`` writes running games of all kinds to a store (without playing each
of them: some are played, and copied under other ids), starts a house on it and measures.
``--write`` stores the report in ``bench/results.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import random
import secrets
import statistics
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import msgspec
import uvloop
from house.postgres import running_server
from load import cpu_seconds, resident_megabytes
from load_house import House, HouseTable
from results import write_section

from ludotheque.core.registry import find, installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import new_seed
from ludotheque.house.store import open_store
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import AnyEntry, Created, Sat, SeatPlan, Started, encode_entry
from ludotheque.house.table.moves import LegalMove, apply_step
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import row_of
from ludotheque.house.timestamps import now_ms

SEATS = 4
MOVES = 40  # of each game before the house starts
SAMPLES_PER_GAME = 20
OPENED = 200  # tables that are opened one after the other, for the time it takes
DAYS = TimeControl("days", 2)  # nothing is due while the benchmark runs


@dataclass
class Sample:
    """A running game that is copied."""

    room: Room
    log: list[AnyEntry]


def sample(game: str, number: int, with_clock: bool) -> Sample:
    """A game between people, some moves after its beginning."""
    rng, at = SeededRng(number), now_ms()
    options = find(game).resolve_options({"players": SEATS})
    created = Created(
        at=at,
        table="",
        game=game,
        options=options,
        seats=[SeatPlan()] * SEATS,
        public=number % 2 == 0,
        host="p0",
        time_control=DAYS if with_clock else TimeControl(),
        commitment="0" * 64,
        rules=find(game).rules_version,
    )
    room, log = Room(created), list[AnyEntry]([created])
    steps = [Sat(at=at, seat=seat, person=f"p{seat}", name=f"P {seat}") for seat in range(SEATS)]
    for step in (*steps, Started(at=at)):
        log += apply_step(room, step, rng)
    for _ in range(MOVES):
        state = room.started_table().state
        if room.started_table().over:
            break
        seat = state.awaited()[0]
        log += apply_step(room, LegalMove(at, seat, state.random_move(seat, rng)), rng)
    return Sample(room, log)


def copies(samples: list[Sample], count: int) -> Iterator[tuple[Room, list[str]]]:
    """Running tables with ids of their own."""
    texts = [[encode_entry(entry) for entry in one.log[1:]] for one in samples]
    for number in range(count):
        one = samples[number % len(samples)]
        created = msgspec.structs.replace(one.room.created, table=secrets.token_urlsafe(9))
        one.room.created = created
        yield one.room, [encode_entry(created), *texts[number % len(samples)]]


async def fill(database: str, count: int) -> list[str]:
    """Write tables to a store; returns their ids."""
    samples = [
        sample(game, number, with_clock=number % 2 == 0)
        for game in sorted(installed())
        for number in range(SAMPLES_PER_GAME)
    ]
    samples = [one for one in samples if not one.room.started_table().over]
    store, ids = open_store(database), list[str]()
    await store.open()
    waiting = set[asyncio.Task[None]]()
    for room, texts in copies(samples, count):
        ids.append(room.created.table)
        waiting.add(asyncio.create_task(store.create_table(row_of(room), texts, new_seed())))
        if len(waiting) >= 64:
            _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.gather(*waiting)
    await store.close()
    return ids


@contextlib.asynccontextmanager
async def started(database: str) -> AsyncIterator[tuple[House, list[int], float]]:
    """A house on a database, its process, and how long it took until it answered."""
    house, before = House([], database), time.monotonic()
    async with house.running() as processes:
        url = f"http://{house.addresses[0]}/healthz"
        await asyncio.to_thread(lambda: urllib.request.urlopen(url, timeout=600).read())
        yield house, processes, time.monotonic() - before


async def opening_times(house: House, ids: list[str]) -> list[float]:
    """How long it takes until the first view of each of some tables arrives, in seconds."""
    times = []
    for table_id in ids:
        client = await house.guest(house.addresses[0])
        table = HouseTable(house, "", [client], random.Random(1))  # noqa: S311
        began = time.perf_counter()
        await client.connect(table_id, table)
        await table.wait_until(lambda one=client: one.view.status)
        times.append(time.perf_counter() - began)
        await client.disconnect()
    return times


async def measure(database: str, kind: str, arguments: argparse.Namespace) -> str:
    """One line of the report."""
    ids = await fill(database, arguments.tables)
    async with started(database) as (house, processes, doors):
        at_start = resident_megabytes(processes)
        await asyncio.sleep(arguments.settle)
        settled, cpu = resident_megabytes(processes), cpu_seconds(processes)
        times = await opening_times(house, ids[:: max(1, len(ids) // OPENED)])
        opened = resident_megabytes(processes)
    return (
        f"| {kind} | {arguments.tables} | {doors:.1f} s | {at_start:.0f} / {settled:.0f} MB "
        f"| {cpu:.1f} s | {1000 * statistics.median(times):.1f} / "
        f"{1000 * sorted(times)[int(0.99 * len(times))]:.1f} ms "
        f"| {1024 * (opened - settled) / len(times):.0f} KB |"
    )


async def main() -> None:
    """Measure, print, and store the report if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=25_000)
    parser.add_argument("--settle", type=float, default=30, help="seconds after the start")
    parser.add_argument("--write", action="store_true", help="store the report in bench/results.md")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, running_server() as server:
        lines = [
            await measure(f"{folder}/many.db", "SQLite", arguments),
            await measure(server.database(), "PostgreSQL", arguments),
        ]
    text = "\n".join(
        [
            "| store | running tables | until it answers | memory then / later | processor time "
            "| opening a table, p50 / p99 | memory for each |",
            "|---|--:|--:|--:|--:|--:|--:|",
            *lines,
            "",
            f"Half of the tables have a clock (days), all have four people; {MOVES} moves were "
            f"played at each. *Later* is {arguments.settle:.0f} s after the start. "
            f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()}), "
            f"{time.strftime('%Y-%m-%d', time.gmtime())}; load before the run {load:.1f}.",
        ]
    )
    print(text)
    if arguments.write:
        write_section("Very many running tables", text)


if __name__ == "__main__":
    uvloop.run(main())
