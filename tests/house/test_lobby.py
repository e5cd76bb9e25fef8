"""The lobby resumes running games, also while nobody watches."""

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
from ludotheque.house.table.asks import Answer, ChangePace, Hurry, Rise, Sit, Start, Takeback
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import Closed, SeatPlan, encode_entry
from ludotheque.house.table.live import Watcher
from ludotheque.house.table.lobby import Lobby
from ludotheque.house.table.summary import runs_unattended
from ludotheque.house.workers.bot_pool import BotPool

TABLE_COUNT = 2000
LONG_AFTER_S = 3600.0
BOTS = [SeatPlan("random"), SeatPlan("random")]


@in_loop
async def test_bots_play_on_after_a_restart_without_visitors(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        before = Lobby(store, BotPool())
        table = await before.create(TableSettings("m", {"players": 2, "symbols": 4}, BOTS), "ada")
        await before.do(table, Caller("ada"), Start())
        name = table.room.created.table
        await before.close()
        before.bot_pool.close()
        assert table.room.status == "playing"
        after = Lobby(store, BotPool())
        await after.resume()
        over = asyncio.Event()
        opened = after.tables[name]
        opened.subscribe(
            lambda: over.set() if opened.room.status == "over" else None, Watcher("eve")
        )
        if opened.room.status != "over":
            await over.wait()
        assert opened.room.seed
        await after.close()
        after.bot_pool.close()


@in_loop
async def test_thousands_of_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        lobby = Lobby(store, BotPool())
        made = await asyncio.gather(
            *(
                lobby.create(TableSettings("m", {"players": 2}, []), f"host {n}")
                for n in range(TABLE_COUNT)
            )
        )
        watched, name = made[0], made[1].room.created.table
        watched.subscribe(lambda: None, Watcher("ada"))
        lobby.sweep(time.monotonic())
        assert len(lobby.tables) == TABLE_COUNT  # used a moment ago
        lobby.sweep(time.monotonic() + LONG_AFTER_S)
        assert [*lobby.tables.values()] == [watched]
        before, again = made[1].room, await lobby.open(name)
        assert again is not made[1]
        assert (again.room.created, again.room.number) == (before.created, before.number)
        assert again.seed == made[1].seed
        await lobby.do(again, Caller("bob", "Bob"), Sit(seat=0))
        watched.watchers.clear()
        lobby.sweep(time.monotonic() + LONG_AFTER_S)
        assert not lobby.tables
        assert not lobby.opening
        with pytest.raises(Refused, match="there is no table"):
            await lobby.open("nowhere")
        await asyncio.sleep(0)
        assert not lobby.opening  # unknown ids leave nothing behind
        await lobby.close()
        lobby.bot_pool.close()


@in_loop
async def test_a_clock_runs_on_while_nobody_watches(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        lobby = Lobby(store, BotPool())
        pace = TimeControl("move", 2)
        table = await lobby.create(TableSettings("m", {"players": 2}, [], time_control=pace), "ada")
        for seat, person in enumerate(("ada", "bob")):
            await lobby.do(table, Caller(person, person), Sit(seat=seat))
        await lobby.do(table, Caller("ada"), Start())
        name, events = table.room.created.table, len(table.room.playing().events)
        lobby.sweep(time.monotonic() + LONG_AFTER_S)
        assert not lobby.tables
        assert [*lobby.alarms] == [name]
        while name not in lobby.tables or not any(lobby.tables[name].room.causes):
            await asyncio.sleep(0.05)
        assert not lobby.alarms
        assert lobby.tables[name].room.causes[events] == "timeout"
        await lobby.close()
        lobby.bot_pool.close()


@in_loop
async def test_only_tables_that_run_unattended_are_adopted(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        first, second = Lobby(store, BotPool()), Lobby(store, BotPool())
        names = []
        for pace in (TimeControl(), TimeControl("days", 3), TimeControl(shared_seconds=60)):
            table = await first.create(
                TableSettings("zapp_zerapp", {"players": 2}, [], time_control=pace), "ada"
            )
            for seat, person in enumerate(("ada", "bob")):
                await first.do(table, Caller(person, person), Sit(seat=seat))
            await first.do(table, Caller("ada"), Start())
            names.append(table.room.created.table)
        await second.adopt_tables()
        assert {*second.tables} == {*names[1:]}
        second.sweep(time.monotonic() + LONG_AFTER_S)
        assert {*second.alarms} == {*names[1:]}
        await second.adopt_tables()
        assert not second.tables  # each has its alarm
        for lobby in (first, second):
            await lobby.close()
            lobby.bot_pool.close()


@in_loop
async def test_concurrent_requests_for_a_table_share_it(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        lobby = Lobby(store, BotPool())
        table = await lobby.create(TableSettings("m", {"players": 2}, []), "ada")
        lobby.sweep(time.monotonic() + LONG_AFTER_S)
        name = table.room.created.table
        opened = await asyncio.gather(*(lobby.open(name) for _ in range(20)))
        assert len({id(one) for one in opened}) == 1
        await lobby.close()
        lobby.bot_pool.close()


@in_loop
async def test_a_person_who_left_can_neither_ask_nor_answer(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        lobby = Lobby(store, BotPool())
        table = await lobby.create(TableSettings("m", {"players": 3}, []), "ada")
        for seat, person in enumerate(("ada", "bob", "eve")):
            await lobby.do(table, Caller(person, person), Sit(seat=seat))
        await lobby.do(table, Caller("ada"), Start())
        turn = table.room.playing().state.actors()[0]
        one, gone, other = [("ada", "bob", "eve")[(turn + n) % 3] for n in range(3)]
        await lobby.do(table, Caller(one), ChangePace(pace=TimeControl("days", 2)))
        await lobby.do(table, Caller(gone), Rise())
        assert table.room.chairs[(turn + 1) % 3].bot == "player"
        deeds: list[Callable[[], Coroutine[None, None, None]]] = [
            lambda: lobby.do(table, Caller(gone), Answer(yes=False)),
            lambda: lobby.do(table, Caller(gone), Takeback()),
            lambda: lobby.do(table, Caller(gone), ChangePace(pace=TimeControl())),
            lambda: lobby.do(table, Caller(gone), Hurry(on=True)),
        ]
        for deed in deeds:
            with pytest.raises(Refused) as refused:
                await deed()
            assert refused.value.code == "away"
        await lobby.do(table, Caller(other), Answer(yes=True))
        assert table.room.time_control == TimeControl("days", 2)
        await lobby.close()
        lobby.bot_pool.close()


@in_loop
async def test_a_broken_log_does_not_keep_the_house_from_starting(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        lobby = Lobby(store, BotPool())
        good = await lobby.create(
            TableSettings("m", {"players": 2}, [], time_control=TimeControl("days", 3)), "ada"
        )
        row = await store.table(good.room.created.table)
        assert row is not None
        broken = msgspec.structs.replace(row, id="broken", status="playing")
        await store.create_table(broken, [encode_entry(Closed(reason="x"))])
        assert runs_unattended(broken)
        await lobby.resume()
        assert "broken" not in lobby.tables
        with pytest.raises(Refused, match="begins with"):
            await lobby.open("broken")
        await lobby.close()
        lobby.bot_pool.close()
