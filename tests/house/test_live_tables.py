"""The lobby resumes running games, also while nobody watches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from house.observers import callbacks_of
from house.running import in_loop

from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.asks import (
    ProposeTakeback,
    ProposeTimeControl,
    SetBotPace,
    Sit,
    StandUp,
    Start,
    Vote,
)
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import SeatPlan
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.workers.bot_pool import BotPool

TABLE_COUNT = 2000
LONG_AFTER_S = 3600.0
BOTS = [SeatPlan("random"), SeatPlan("random")]


async def live(live_tables: LiveTables, name: str) -> LiveTable:
    """Wait until a table is live."""
    while name not in live_tables.by_id:
        await asyncio.sleep(0.05)
    return live_tables.by_id[name]


@in_loop
async def test_bots_play_on_after_a_restart_without_visitors(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        before = LiveTables(store, BotPool())
        table = await before.create(TableSettings("m", {"players": 2, "symbols": 4}, BOTS), "ada")
        await before.perform(table, Caller("ada"), Start())
        name = table.room.created.table
        await before.close()
        before.bot_pool.close()
        assert table.room.status == "playing"
        after = LiveTables(store, BotPool())
        after.resume()
        over = asyncio.Event()
        opened = await live(after, name)
        opened.subscribe(Watcher("eve"))
        callbacks_of(opened).append(lambda: over.set() if opened.room.status == "over" else None)
        if opened.room.status != "over":
            await over.wait()
        assert opened.room.seed
        await after.close()
        after.bot_pool.close()


@in_loop
async def test_thousands_of_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        live_tables = LiveTables(store, BotPool())
        made = await asyncio.gather(
            *(
                live_tables.create(TableSettings("m", {"players": 2}, []), f"host {n}")
                for n in range(TABLE_COUNT)
            )
        )
        watched, name = made[0], made[1].room.created.table
        watched.subscribe(Watcher("ada"))
        live_tables.evict_idle(time.monotonic())
        assert len(live_tables.by_id) == TABLE_COUNT  # used a moment ago
        live_tables.evict_idle(time.monotonic() + LONG_AFTER_S)
        assert [*live_tables.by_id.values()] == [watched]
        before, again = made[1].room, await live_tables.open(name)
        assert again is not made[1]
        assert (again.room.created, again.room.next_number) == (before.created, before.next_number)
        assert again.seed == made[1].seed
        await live_tables.perform(again, Caller("bob", "Bob"), Sit(seat=0))
        watched.watchers.clear()
        live_tables.evict_idle(time.monotonic() + LONG_AFTER_S)
        assert not live_tables.by_id
        assert not live_tables.opening
        with pytest.raises(Refused, match="there is no table"):
            await live_tables.open("nowhere")
        await asyncio.sleep(0)
        assert not live_tables.opening  # unknown ids leave nothing behind
        await live_tables.close()
        live_tables.bot_pool.close()


@in_loop
async def test_a_clock_runs_on_while_nobody_watches(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        live_tables = LiveTables(store, BotPool())
        pace = TimeControl("move", 2)
        table = await live_tables.create(
            TableSettings("m", {"players": 2}, [], time_control=pace), "ada"
        )
        for seat, person in enumerate(("ada", "bob")):
            await live_tables.perform(table, Caller(person, person), Sit(seat=seat))
        await live_tables.perform(table, Caller("ada"), Start())
        name, events = table.room.created.table, len(table.room.started_table().events)
        live_tables.evict_idle(time.monotonic() + LONG_AFTER_S)
        assert not live_tables.by_id
        live_tables.resume()
        again = await live(live_tables, name)
        while not any(again.room.causes):
            await asyncio.sleep(0.05)
        assert again is not table
        assert again.room.causes[events] == "timeout"
        await live_tables.close()
        live_tables.bot_pool.close()


@in_loop
async def test_concurrent_requests_for_a_table_share_it(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        live_tables = LiveTables(store, BotPool())
        table = await live_tables.create(TableSettings("m", {"players": 2}, []), "ada")
        live_tables.evict_idle(time.monotonic() + LONG_AFTER_S)
        name = table.room.created.table
        opened = await asyncio.gather(*(live_tables.open(name) for _ in range(20)))
        assert len({id(one) for one in opened}) == 1
        await live_tables.close()
        live_tables.bot_pool.close()


@in_loop
async def test_a_person_who_left_can_neither_ask_nor_answer(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        live_tables = LiveTables(store, BotPool())
        table = await live_tables.create(TableSettings("m", {"players": 3}, []), "ada")
        for seat, person in enumerate(("ada", "bob", "eve")):
            await live_tables.perform(table, Caller(person, person), Sit(seat=seat))
        await live_tables.perform(table, Caller("ada"), Start())
        turn = table.room.started_table().state.actors()[0]
        one, gone, other = [("ada", "bob", "eve")[(turn + n) % 3] for n in range(3)]
        await live_tables.perform(
            table, Caller(one), ProposeTimeControl(pace=TimeControl("days", 2))
        )
        await live_tables.perform(table, Caller(gone), StandUp())
        assert table.room.chairs[(turn + 1) % 3].bot == "player"
        deeds: list[Callable[[], Coroutine[None, None, None]]] = [
            lambda: live_tables.perform(table, Caller(gone), Vote(yes=False)),
            lambda: live_tables.perform(table, Caller(gone), ProposeTakeback()),
            lambda: live_tables.perform(
                table, Caller(gone), ProposeTimeControl(pace=TimeControl())
            ),
            lambda: live_tables.perform(table, Caller(gone), SetBotPace(pace="quick")),
        ]
        for deed in deeds:
            with pytest.raises(Refused) as refused:
                await deed()
            assert refused.value.code == "away"
        await live_tables.perform(table, Caller(other), Vote(yes=True))
        assert table.room.time_control == TimeControl("days", 2)
        await live_tables.close()
        live_tables.bot_pool.close()
