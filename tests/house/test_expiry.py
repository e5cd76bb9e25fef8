"""Tables that wait for nobody, and games that nobody plays on, are closed with a reason."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from house.stores import in_loop
from house.stores import table as table_row
from house.table_clients import opened as opened_house
from house.table_state import seen

from ludotheque.house import server
from ludotheque.house.store import Store, open_store
from ludotheque.house.table import expiry
from ludotheque.house.table.asks import Sit, Start
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.creation import TableSettings, created_entry
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import (
    CLOSED_IDLE,
    CLOSED_UNSTARTED,
    Closed,
    SeatPlan,
    decode_entry,
    encode_entry,
)
from ludotheque.house.table.expiry import DAY_MS, Expiry
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import row_of, summary_of
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
ADA, BOB = Caller("ada", "Ada"), Caller("bob", "Bob")
WAITING_DAYS, IDLE_DAYS = 2, 60


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[LiveTables]:
    """The live tables of a process."""
    live_tables = LiveTables(store, BotPool())
    try:
        yield live_tables
    finally:
        await live_tables.close()
        live_tables.bot_pool.close()


def sweeper(live_tables: LiveTables, waiting: int = WAITING_DAYS, idle: int = IDLE_DAYS) -> Expiry:
    return Expiry(live_tables.store, live_tables.by_id, waiting, idle, batch_pause_s=0)


async def new_table(
    live_tables: LiveTables, started: bool = False, control: TimeControl | None = None
) -> LiveTable:
    settings = TableSettings(
        "m", {"players": 2}, [SeatPlan(), SeatPlan()], time_control=control or TimeControl()
    )
    table = await live_tables.create(settings, "ada")
    for seat, caller in enumerate((ADA, BOB)):
        await live_tables.perform(table, caller, Sit(seat=seat))
    if started:
        await live_tables.perform(table, ADA, Start())
    return table


async def until_closed(table: LiveTable) -> None:
    async with asyncio.timeout(20):
        while table.room.status != "closed":
            await asyncio.sleep(0.01)


def days(number: float) -> int:
    """The time a number of days from now."""
    return now_ms() + int(number * DAY_MS)


@in_loop
async def test_tables_expire_with_a_reason(place: str) -> None:
    async with open_store(place) as store, opened(store) as live_tables:
        waiting = await new_table(live_tables)
        playing = await new_table(live_tables, started=True)
        assert await sweeper(live_tables).sweep(days(1.9)) == 0
        assert await sweeper(live_tables).sweep(days(2.1)) == 1
        await until_closed(waiting)
        assert await sweeper(live_tables).sweep(days(59.9)) == 0
        assert await sweeper(live_tables).sweep(days(60.1)) == 1
        await until_closed(playing)
        assert await sweeper(live_tables).sweep(days(1000)) == 0
        for table, reason in ((waiting, CLOSED_UNSTARTED), (playing, CLOSED_IDLE)):
            row = await store.table(table.room.created.table)
            assert row is not None
            summary = summary_of(row)
            assert summary is not None
            assert (row.status, summary.closed) == ("closed", reason)
            last = decode_entry((await store.read(row.id))[-1])
            assert isinstance(last, Closed)
            assert last.reason == reason
            view = seen(table.room, "ada")
            assert (view.status, view.closed) == ("closed", reason)
            assert row.people == ("ada", "bob")  # it stays in their lists


@in_loop
async def test_a_clock_ends_its_game_itself(place: str) -> None:
    """But before the start no clock runs."""
    async with open_store(place) as store, opened(store) as live_tables:
        control = TimeControl("days", 90)
        await new_table(live_tables, started=True, control=control)
        waiting = await new_table(live_tables, control=control)
        assert await sweeper(live_tables).sweep(days(100)) == 1
        await until_closed(waiting)


@in_loop
async def test_zero_days_are_for_ever(place: str) -> None:
    async with open_store(place) as store, opened(store) as live_tables:
        await new_table(live_tables)
        await new_table(live_tables, started=True)
        assert await sweeper(live_tables, waiting=0, idle=0).sweep(days(10_000)) == 0
        assert await sweeper(live_tables, waiting=0).sweep(days(10_000)) == 1
        assert await sweeper(live_tables, idle=0).sweep(days(10_000)) == 1


@in_loop
async def test_a_table_that_somebody_looks_at_stays(place: str) -> None:
    """Also if another process sweeps, where nobody looks at it."""
    async with (
        open_store(place) as one,
        open_store(place) as two,
        opened(one) as watched,
        opened(two) as unwatched,
    ):
        table = await new_table(watched)
        table.subscribe(Watcher("eve"))
        assert await sweeper(watched).sweep(days(1.5)) == 0
        assert await sweeper(unwatched).sweep(days(2.1)) == 0
        assert await sweeper(watched).sweep(days(3.4)) == 0
        table.watchers.clear()
        assert await sweeper(watched).sweep(days(5)) == 0
        assert await sweeper(unwatched).sweep(days(5.5)) == 1
        await until_closed(table)


@in_loop
async def test_processes_that_sweep_at_once_close_a_table_once(place: str) -> None:
    async with (
        open_store(place) as one,
        open_store(place) as two,
        opened(one) as here,
        opened(two) as there,
    ):
        ids = [(await new_table(here)).room.created.table for _ in range(6)]
        closed = await asyncio.gather(
            *(sweeper(tables).sweep(days(3)) for tables in (here, there) for _ in range(2))
        )
        assert sum(closed) == len(ids)
        for table_id in ids:
            log = [decode_entry(text) for text in await one.read(table_id)]
            assert sum(isinstance(entry, Closed) for entry in log) == 1


@in_loop
async def test_more_tables_than_a_batch_expire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "BATCH_TABLES", 3)
    async with (
        open_store(str(tmp_path / "house.sqlite")) as store,
        opened(store) as live_tables,
    ):
        for _ in range(7):
            await new_table(live_tables)
        assert await sweeper(live_tables).sweep(days(3)) == 7


@in_loop
async def test_a_table_changed_meanwhile_stays(tmp_path: Path) -> None:
    """The log decides, not the row that was read before."""
    async with open_store(str(tmp_path / "house.sqlite")) as store, opened(store) as live_tables:
        table = await new_table(live_tables)
        read = store.read

        async def read_after_change(table_id: str, start: int = 0) -> list[str]:
            store.read = read  # type: ignore[method-assign]
            await live_tables.perform(table, ADA, Start())
            return await read(table_id, start)

        store.read = read_after_change  # type: ignore[method-assign]
        assert await sweeper(live_tables).sweep(days(3)) == 0
        assert table.room.status == "playing"


# in a house


@in_loop
async def test_a_house_closes_and_compacts_old_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SWEEP_INTERVAL_S", 0.01)
    database = tmp_path / "house.sqlite"
    seed = bytes(32)
    created = created_entry(TableSettings("m", {"players": 2}), "ada", seed)
    first = msgspec.structs.replace(created, at=1)
    async with open_store(str(database)) as store:
        await store.create_table(row_of(Room(first)), [encode_entry(first)], seed)
        await store.create_table(table_row("old", status="over"), ["zero", "one", "two"])
        lately = now_ms() - 1000  # the house was not away for long
        await store.create_table(table_row("recent", status="over", changed=lately), ["zero"])
    async with opened_house(database) as (house, _), asyncio.timeout(20):
        while (row := await house.store.table(first.table)) is None or row.status != "closed":
            await asyncio.sleep(0.01)
        while len(await house.store._entry_rows("old")) > 1:
            await asyncio.sleep(0.01)
        assert await house.store.read("old") == ["zero", "one", "two"]
