"""The processor time of a move inside the house: without sockets, with the store.

``python bench/moves.py`` plays at many tables in this process, as `load.py` does over sockets; four
recipients at each table get every change.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

from ludotheque.core.registry import installed
from ludotheque.house.gc_policy import collect_rarely
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.asks import Play, Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import SeatPlan
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.views.feed import Cursor, feed_of
from ludotheque.presentation.scene import Choice, picked_text

SEATS = 4
MOVES_AT_ONCE = 50
WARM_UP_PORTIONS = 4


class NoBots:
    """Replaces the pool of bots: people play at all tables."""

    def close(self) -> None:
        """Nothing to close."""


class Recipients:
    """Four people at a table, who are sent everything; when the game is over they begin another."""

    def __init__(self, house: LiveTables, game: str, number: int, rng: random.Random) -> None:
        self.house, self.game, self.rng = house, game, rng
        self.people = [f"person {number} {seat}" for seat in range(SEATS)]
        self.table: LiveTable
        self.cursors: list[Cursor] = []
        self.sent = 0  # bytes
        self.overhead_s = 0.0  # of choosing moves and beginning games

    async def begin(self) -> None:
        """Seat everybody at a new table and begin."""
        settings = TableSettings(self.game, {"players": SEATS}, [SeatPlan()] * SEATS)
        self.table = await self.house.create(settings, self.people[0])
        for seat, person in enumerate(self.people):
            await self.house.perform(self.table, Caller(person, f"Name {person}"), Sit(seat=seat))
        feed = feed_of(self.table)
        self.cursors = [Cursor(feed, person, "en", lambda: None) for person in self.people]
        for cursor in self.cursors:
            self.table.subscribe(Watcher(cursor.person, cursor.person))
            feed.add(cursor)
            cursor.wake = partial(self.receive, cursor)
            cursor.wake()
        await self.house.perform(self.table, Caller(self.people[0]), Start())

    def receive(self, cursor: Cursor) -> None:
        """Take what is new."""
        self.sent += len(cursor.next_message()[0])

    async def move(self) -> None:
        """Make a random move that a scene offers."""
        if self.table.room.status != "playing":
            await self.begin()
        began_s = time.thread_time()
        room = self.table.room
        seat = self.rng.choice(list(room.started_table().state.actors()))
        own = feed_of(self.table).stream("en").own_view(room, seat)
        texts = moves_to_try(own.choices, self.rng)
        self.overhead_s += time.thread_time() - began_s
        for text in texts:
            try:
                await self.house.perform(
                    self.table,
                    Caller(self.people[seat]),
                    Play(decision=room.chairs[seat].decision, text=text),
                )
            except Exception:  # noqa: S112 - the next one is tried, as in `load_house`
                continue
            return
        raise AssertionError(f"{self.game}: everything that the scene offers was refused")


def moves_to_try(choices: tuple[Choice, ...], rng: random.Random) -> list[str]:
    """Moves in random order, but those with fewer pieces to pick first; the smallest picks."""
    ordered = sorted(
        rng.sample(choices, len(choices)), key=lambda c: sum(pick.least for pick in c.picks)
    )
    return [
        picked_text(c, [[name for name, _ in pick.targets[: pick.least]] for pick in c.picks])
        for c in ordered
    ]


async def play(tables: list[Recipients], portions: int) -> float:
    """Play; returns the seconds of processor time a move: the lower quartile of some portions.

    Other programs make portions slower, never faster.
    """
    times = [await play_portion(tables) for _ in range(portions)]
    return sorted(times)[portions // 4]


async def play_portion(tables: list[Recipients]) -> float:
    """Make a move at every table; returns the seconds of processor time a move."""
    before, overhead = time.process_time(), sum(table.overhead_s for table in tables)
    for start in range(0, len(tables), MOVES_AT_ONCE):
        await asyncio.gather(*(table.move() for table in tables[start : start + MOVES_AT_ONCE]))
    overhead = sum(table.overhead_s for table in tables) - overhead
    return (time.process_time() - before - overhead) / len(tables)


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--portions", type=int, default=24, help="of a move at every table")
    parser.add_argument("--games", default="", help="slugs, separated by commas")
    arguments = parser.parse_args()
    games = arguments.games.split(",") if arguments.games else sorted(installed())
    bots: Any = NoBots()
    with tempfile.TemporaryDirectory() as folder:
        async with SqliteStore(Path(folder, "moves.db")) as store:
            house = LiveTables(store, bots)
            tables = [
                Recipients(house, games[n % len(games)], n, random.Random(n))  # noqa: S311
                for n in range(arguments.tables)
            ]
            for table in tables:
                await table.begin()
            collector = asyncio.create_task(collect_rarely())
            await play(tables, WARM_UP_PORTIONS)
            cpu_s = await play(tables, arguments.portions)
            print(f"{1e6 * cpu_s:.0f} µs a move")
            collector.cancel()
            await house.close()


if __name__ == "__main__":
    uvloop.run(main())
