"""The hall goes on where it stopped, also when nobody looks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import msgspec
import pytest
from house.running import in_loop

from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.entries import Closed, Pace, SeatPlan, write
from ludotheque.house.table.live import Watcher, goes_on_alone
from ludotheque.house.table.lobby import Hall
from ludotheque.house.workers.bot_pool import Thinkers

MANY = 2000
LONG = 3600.0
BOTS = [SeatPlan("random"), SeatPlan("random")]


@in_loop
async def test_bots_go_on_after_a_restart_without_visitors(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        before = Hall(store, Thinkers())
        table = await before.create("m", {"players": 2, "symbols": 4}, BOTS, "ada")
        await before.start(table, "ada")
        name = table.room.created.table
        await before.close()
        before.thinkers.close()
        assert table.room.status == "playing"
        after = Hall(store, Thinkers())
        await after.go_on()
        over = asyncio.Event()
        opened = after.tables[name]
        opened.watch(lambda: over.set() if opened.room.status == "over" else None, Watcher("eve"))
        if opened.room.status != "over":
            await over.wait()
        assert opened.room.seed
        await after.close()
        after.thinkers.close()


@in_loop
async def test_thousands_of_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        hall = Hall(store, Thinkers())
        made = await asyncio.gather(
            *(hall.create("m", {"players": 2}, [], f"host {n}") for n in range(MANY))
        )
        looked_at, name = made[0], made[1].room.created.table
        looked_at.watch(lambda: None, Watcher("ada"))
        hall.sweep(time.monotonic())
        assert len(hall.tables) == MANY  # they were needed a moment ago
        hall.sweep(time.monotonic() + LONG)
        assert [*hall.tables.values()] == [looked_at]
        before, again = made[1].room, await hall.open(name)
        assert again is not made[1]
        assert (again.room.created, again.room.number) == (before.created, before.number)
        assert again.seed == made[1].seed
        await hall.sit(again, "bob", "Bob", 0, "", program=False)
        looked_at.watchers.clear()
        hall.sweep(time.monotonic() + LONG)
        assert not hall.tables
        assert not hall.opening
        with pytest.raises(Refused, match="there is no table"):
            await hall.open("nowhere")
        await asyncio.sleep(0)
        assert not hall.opening  # strangers who try names leave nothing behind
        await hall.close()
        hall.thinkers.close()


@in_loop
async def test_a_clock_runs_on_where_nobody_looks(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        hall = Hall(store, Thinkers())
        pace = Pace("move", 2)
        table = await hall.create("m", {"players": 2}, [], "ada", pace=pace)
        for seat, person in enumerate(("ada", "bob")):
            await hall.sit(table, person, person, seat, "", program=False)
        await hall.start(table, "ada")
        name, events = table.room.created.table, len(table.room.playing().events)
        hall.sweep(time.monotonic() + LONG)
        assert not hall.tables
        assert [*hall.alarms] == [name]
        while name not in hall.tables or not any(hall.tables[name].room.causes):
            await asyncio.sleep(0.05)
        assert not hall.alarms
        assert hall.tables[name].room.causes[events] == "timeout"
        await hall.close()
        hall.thinkers.close()


@in_loop
async def test_a_house_takes_up_what_cannot_wait_and_nothing_else(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        first, second = Hall(store, Thinkers()), Hall(store, Thinkers())
        names = []
        for pace in (Pace(), Pace("days", 3), Pace(together=60)):
            table = await first.create("zapp_zerapp", {"players": 2}, [], "ada", pace=pace)
            for seat, person in enumerate(("ada", "bob")):
                await first.sit(table, person, person, seat, "", program=False)
            await first.start(table, "ada")
            names.append(table.room.created.table)
        await second.take_over()
        assert {*second.tables} == {*names[1:]}
        second.sweep(time.monotonic() + LONG)
        assert {*second.alarms} == {*names[1:]}
        await second.take_over()
        assert not second.tables  # each has its alarm already
        for hall in (first, second):
            await hall.close()
            hall.thinkers.close()


@in_loop
async def test_many_who_open_a_table_at_once_share_it(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        hall = Hall(store, Thinkers())
        table = await hall.create("m", {"players": 2}, [], "ada")
        hall.sweep(time.monotonic() + LONG)
        name = table.room.created.table
        opened = await asyncio.gather(*(hall.open(name) for _ in range(20)))
        assert len({id(one) for one in opened}) == 1
        await hall.close()
        hall.thinkers.close()


@in_loop
async def test_who_has_left_neither_asks_nor_answers(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        hall = Hall(store, Thinkers())
        table = await hall.create("m", {"players": 3}, [], "ada")
        for seat, person in enumerate(("ada", "bob", "eve")):
            await hall.sit(table, person, person, seat, "", program=False)
        await hall.start(table, "ada")
        turn = table.room.playing().state.actors()[0]
        one, gone, other = [("ada", "bob", "eve")[(turn + n) % 3] for n in range(3)]
        await hall.ask_pace(table, one, Pace("days", 2))
        await hall.rise(table, gone)
        assert table.room.chairs[(turn + 1) % 3].bot == "player"
        deeds: list[Callable[[], Coroutine[None, None, None]]] = [
            lambda: hall.answer(table, gone, yes=False),
            lambda: hall.ask_takeback(table, gone),
            lambda: hall.ask_pace(table, gone, Pace()),
            lambda: hall.hurry(table, gone, on=True),
        ]
        for deed in deeds:
            with pytest.raises(Refused) as refused:
                await deed()
            assert refused.value.code == "away"
        await hall.answer(table, other, yes=True)
        assert table.room.pace == Pace("days", 2)
        await hall.close()
        hall.thinkers.close()


@in_loop
async def test_a_broken_log_does_not_keep_the_house_closed(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        hall = Hall(store, Thinkers())
        good = await hall.create("m", {"players": 2}, [], "ada", pace=Pace("days", 3))
        row = await store.table(good.room.created.table)
        assert row is not None
        broken = msgspec.structs.replace(row, id="broken", status="playing")
        await store.create_table(broken, [write(Closed(reason="x"))])
        assert goes_on_alone(broken)
        await hall.go_on()
        assert "broken" not in hall.tables
        with pytest.raises(Refused, match="begins with"):
            await hall.open("broken")
        await hall.close()
        hall.thinkers.close()
