"""Spectators are counted in all processes, and the counts of a process that is gone expire."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from house.running import guest, house, in_loop

from ludotheque.house.store.sqlite import SqliteStore
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import Created, SeatPlan
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.room import Room
from ludotheque.house.table.spectators import (
    COUNT_LIFETIME_S,
    FULL_BROADCAST_INTERVAL_S,
    SpectatorCounts,
)

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)


@in_loop
async def test_spectators_of_other_processes_are_counted(tmp_path: Path, postgres: Server) -> None:
    database = postgres.database()
    with house(database, tmp_path) as first, house(database, tmp_path) as second:
        ada, eve, zoe = await guest(first), await guest(second), await guest(second)
        table = await ada.new_table("m", [], players=2)
        async with ada.at(table) as one:
            await one.must("sit", seat=0)
            async with eve.at(table) as two, zoe.at(table) as three:
                for seat in (one, two, three):
                    await seat.see(lambda view: view.spectators == 2)
            await one.see(lambda view: view.spectators == 0)
            async with eve.at(table):
                await one.see(lambda view: view.spectators == 1)
                second.stop()
                await one.see(lambda view: view.spectators == 0)


def open_table(name: str) -> LiveTable:
    created = Created(
        table=name,
        game="m",
        options={"players": 2, "symbols": 4, "voluntary_pass": False, "opening": "zigzag"},
        seats=[SeatPlan(), SeatPlan()],
        public=True,
        host="ada",
        time_control=TimeControl(),
        commitment="c",
    )
    return LiveTable(Room(created), bytes(32))


@in_loop
async def test_counts_are_repeated_and_those_of_silent_processes_expire(tmp_path: Path) -> None:
    """Two processes: both receive what one broadcasts."""
    store, broadcasts = SqliteStore(tmp_path / "house.sqlite"), list[str]()
    table, there = open_table("t"), open_table("t")
    here = SpectatorCounts(store, {"t": table})
    other = SpectatorCounts(store, {"t": there})
    other.process = "other"
    store.on_broadcast(broadcasts.append)
    now = time.monotonic()
    eve = Watcher("eve", "eve")
    there.subscribe(eve)
    await other.broadcast(now)
    assert (table.spectators_elsewhere, there.spectators_elsewhere) == (1, 0)
    await other.broadcast(now + 1)
    assert len(broadcasts) == 1  # nothing has changed
    await other.broadcast(now + FULL_BROADCAST_INTERVAL_S + 2)
    assert broadcasts == ["spectators other t=1"] * 2
    await here.broadcast(now + COUNT_LIFETIME_S - 1)
    assert table.spectators_elsewhere == 1
    await here.broadcast(time.monotonic() + COUNT_LIFETIME_S + 1)
    assert (table.spectators_elsewhere, here.elsewhere("t")) == (0, 0)
    await other.broadcast(now + 2 * FULL_BROADCAST_INTERVAL_S + 3)
    assert here.elsewhere("t") == 1
    there.unsubscribe(eve)
    await other.broadcast(now + 2 * FULL_BROADCAST_INTERVAL_S + 4)
    assert (table.spectators_elsewhere, broadcasts[-1]) == (0, "spectators other t=0")
    for each in (table, there):
        if each.notify_timer is not None:
            each.notify_timer.cancel()
