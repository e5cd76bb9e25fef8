"""Several processes: which are alive, who keeps a table, and what one knows of another's writes."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from house.running import TIMEOUT_S, House, guest, house, http, in_loop

from ludotheque.house.refusals import Refused
from ludotheque.house.store import DueTable, SqliteStore, Store, open_store
from ludotheque.house.store.contract import SELECT_ENTRIES
from ludotheque.house.store.writes import Statement, Write
from ludotheque.house.table.asks import Sit, StandUp, Start
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import Closed, encode_entry
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.live_tables import EVICT_FOREIGN_AFTER_S, LiveTables
from ludotheque.house.table.processes import SILENCE_S, Processes, rendezvous
from ludotheque.house.table.restore import BrokenLog
from ludotheque.house.table.summary import due_of
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool

if TYPE_CHECKING:
    from house.postgres import Server

    from ludotheque.house.store.writes import Value, Values

pytest_plugins = ("house.postgres",)
LONG_AFTER_S = 3600.0
SETTINGS = TableSettings("m", {"players": 2}, [])


@contextlib.asynccontextmanager
async def live_tables_of(store: Store) -> AsyncIterator[LiveTables]:
    """The live tables of one process."""
    live_tables = LiveTables(store, BotPool())
    try:
        yield live_tables
    finally:
        await live_tables.close()
        live_tables.bot_pool.close()


async def sit(live_tables: LiveTables, table: LiveTable, *people: str) -> None:
    for seat, person in enumerate(people):
        await live_tables.perform(table, Caller(person, person), Sit(seat=seat))


async def started(live_tables: LiveTables, settings: TableSettings) -> str:
    """A running table of people, which is not in memory any more; its id."""
    table = await live_tables.create(settings, "ada")
    await sit(live_tables, table, "ada", "bob")
    await live_tables.perform(table, Caller("ada"), Start())
    live_tables.evict_idle(time.monotonic() + LONG_AFTER_S)
    assert not live_tables.by_id
    return table.room.created.table


# what another process wrote


@in_loop
async def test_a_refusal_is_decided_on_all_that_was_written(
    postgres_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notification of what the other process wrote is still on its way."""
    async with (
        open_store(postgres_place) as store,
        open_store(postgres_place) as other,
        live_tables_of(store) as here,
        live_tables_of(other) as there,
    ):
        monkeypatch.setattr(other, "notify_commit", lambda *_: None)
        table = await here.create(SETTINGS, "ada")
        behind = await there.open(table.room.created.table)
        await sit(here, table, "ada", "bob")
        with pytest.raises(Refused) as refused:
            await there.perform(behind, Caller("eve", "eve"), Sit(seat=0))
        assert refused.value.code == "seat-taken"
        await here.perform(table, Caller("bob"), StandUp())
        await sit(here, table, "ada", "bob")
        await there.perform(behind, Caller("ada"), Start())
        assert behind.room.status == "playing"
        reads = CountedReads(other, monkeypatch)
        with pytest.raises(Refused) as refused:
            await there.perform(behind, Caller("ada"), Start())
        assert refused.value.code == "game-running"
        assert reads.count == 1


class CountedReads:
    """Counts the reads of entries."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, self._rows = 0, store.rows
        monkeypatch.setattr(store, "rows", self)

    async def __call__(self, sql: str, *values: Value) -> list[Values]:
        self.count += sql == SELECT_ENTRIES
        return await self._rows(sql, *values)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():
            await asyncio.sleep(0.01)


@in_loop
async def test_entries_are_followed_without_reading_them(
    postgres_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        open_store(postgres_place) as store,
        open_store(postgres_place) as other,
        live_tables_of(store) as here,
        live_tables_of(other) as there,
    ):
        table = await here.create(SETTINGS, "ada")
        name = table.room.created.table
        follower = await there.open(name)
        own_reads = CountedReads(store, monkeypatch)
        reads = CountedReads(other, monkeypatch)
        await sit(here, table, "ada", "bob")
        await here.perform(table, Caller("ada"), Start())
        await until(lambda: follower.room.next_number == table.room.next_number)
        assert follower.room.chairs == table.room.chairs
        assert (reads.count, own_reads.count) == (0, 0)
        # Those that can't be the next ones are not folded: the log is read.
        next_number = follower.room.next_number
        other.notify_commit(name, next_number + 2, ["not the next one"])
        await until(lambda: reads.count == 1)
        other.notify_commit(name, next_number, ["known already"])
        await there.writer.catch_up(follower, next_number, ["known already"])
        assert (reads.count, follower.room.next_number) == (1, next_number)


@in_loop
async def test_a_table_that_another_process_serves_leaves_memory(postgres_place: str) -> None:
    async with (
        open_store(postgres_place) as store,
        open_store(postgres_place) as other,
        live_tables_of(store) as here,
        live_tables_of(other) as there,
    ):
        unwatched, watched = [await here.create(SETTINGS, "ada") for _ in range(2)]
        watched.subscribe(Watcher("eve"))
        for table in (unwatched, watched):
            table.last_used_s -= 2 * EVICT_FOREIGN_AFTER_S
            again = await there.open(table.room.created.table)
            await there.perform(again, Caller("ada", "ada"), Sit(seat=0))
        await until(lambda: watched.room.chairs[0].person == "ada")
        assert [*here.by_id.values()] == [watched]


# which processes are alive


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@in_loop
async def test_silent_processes_are_dead(tmp_path: Path) -> None:
    store, clock = SqliteStore(tmp_path / "house.sqlite"), Clock()
    processes = Processes(store, clock)
    assert processes.others() == []
    for second in range(20):
        clock.now_s = second
        await store.broadcast(f"lives {store.process}")
        await store.broadcast("lives a")
        if second < 10:
            await store.broadcast("lives b")
        assert processes.others() == (["a", "b"] if second <= 9 + SILENCE_S else ["a"])
    await store.broadcast("leaves a")
    assert processes.others() == []


@in_loop
async def test_a_process_that_heard_nothing_blames_nobody(tmp_path: Path) -> None:
    store, clock = SqliteStore(tmp_path / "house.sqlite"), Clock()
    processes = Processes(store, clock)
    await store.broadcast(f"lives {store.process}")
    await store.broadcast("lives a")
    clock.now_s = 100  # it was suspended, or its connection was lost
    assert processes.others() == ["a"]
    await store.broadcast(f"lives {store.process}")
    assert processes.others() == ["a"]
    for _ in range(2):  # it hears itself again, but not the other
        clock.now_s += SILENCE_S - 1
        await store.broadcast(f"lives {store.process}")
    assert processes.others() == []


def test_only_tables_of_a_dead_process_get_another() -> None:
    names, keys = ["a", "b", "c", "d"], [f"table {number}" for number in range(2000)]
    before = {key: rendezvous(key, names) for key in keys}
    after = {key: rendezvous(key, reversed(names[:3])) for key in keys}
    assert all(after[key] == name for key, name in before.items() if name != "d")
    assert min(Counter(before.values()).values()) > 400
    assert min(Counter(after.values()).values()) > 500


# who looks at a table


@in_loop
async def test_only_due_tables_are_opened(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house.sqlite") as store:
        async with live_tables_of(store) as before:
            for control in (TimeControl(), TimeControl("days", 3)):
                await started(before, msgspec.structs.replace(SETTINGS, time_control=control))
            name = await started(
                before, msgspec.structs.replace(SETTINGS, time_control=TimeControl("move", 1))
            )
        async with live_tables_of(store) as after:
            await asyncio.sleep(1)
            await after.adoption.look()
            assert [*after.by_id] == [name]
            await until(lambda: "timeout" in after.by_id[name].room.causes)


@in_loop
async def test_a_table_is_left_to_its_keeper_while_it_lives(postgres_place: str) -> None:
    async with (
        open_store(postgres_place) as store,
        open_store(postgres_place) as other,
        open_store(postgres_place) as third,
        live_tables_of(store) as keeper,
        live_tables_of(other) as one,
        live_tables_of(third) as two,
    ):
        control = TimeControl("move", 1)
        settings = msgspec.structs.replace(SETTINGS, time_control=control)
        names = [await started(keeper, settings) for _ in range(12)]
        await asyncio.sleep(1)
        everybody = (store, other, third)
        for each in everybody:
            await each.broadcast(f"lives {each.process}")
        await until(lambda: len(one.processes.others()) == len(two.processes.others()) == 2)
        for process in (one, two):
            await process.adoption.look()
            assert not process.by_id
        await store.broadcast(f"leaves {store.process}")
        await until(lambda: len(one.processes.others()) == len(two.processes.others()) == 1)
        for process in (one, two):
            await process.adoption.look()
        assert sorted([*one.by_id, *two.by_id]) == sorted(names)
        for process in (one, two):
            shares = {name for name in names if process.processes.falls_to_here(name)}
            assert {*process.by_id} == shares


@in_loop
async def test_its_keeper_reopens_an_evicted_table(postgres_place: str) -> None:
    async with open_store(postgres_place) as store, live_tables_of(store) as keeper:
        control = TimeControl("move", 1)
        name = await started(keeper, msgspec.structs.replace(SETTINGS, time_control=control))
        (due,) = await store.tables_due(now_ms() + 10_000, 9)
        assert due.keeper == store.process
        await store.broadcast("lives other")
        await asyncio.sleep(1)
        await keeper.adoption.look()
        assert [*keeper.by_id] == [name]


@in_loop
async def test_a_broken_log_does_not_affect_other_tables(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with SqliteStore(tmp_path / "house.sqlite") as store, live_tables_of(store) as here:
        control = TimeControl("move", 1)
        good = await started(here, msgspec.structs.replace(SETTINGS, time_control=control))
        row = await store.table(good)
        assert row is not None
        for broken, text in (("empty", encode_entry(Closed(reason="x"))), ("bad", "no entry")):
            bad_row = msgspec.structs.replace(row, id=broken, due=0)
            await store.create_table(bad_row, [text])
        await asyncio.sleep(1)
        for _ in range(2):
            await here.adoption.look()
        assert [*here.by_id] == [good]
        for broken in ("empty", "bad"):
            assert caplog.text.count(f"table {broken} can't be opened") == 1
        with pytest.raises(BrokenLog) as refused:
            await here.open("empty")
        assert (refused.value.code, refused.value.number) == ("broken-log", 0)
        assert "begins with" in refused.value.reason


@in_loop
async def test_tables_of_earlier_versions_are_looked_at_once(tmp_path: Path) -> None:
    """When they are due was not stored: the migration says that somebody must look."""
    async with SqliteStore(tmp_path / "house.sqlite") as store, live_tables_of(store) as here:
        waiting = (await here.create(SETTINGS, "ada")).room.created.table
        days = msgspec.structs.replace(SETTINGS, time_control=TimeControl("days", 3))
        later = await here.create(days, "ada")
        await sit(here, later, "ada", "bob")
        await here.perform(later, Caller("ada"), Start())
        here.evict_idle(time.monotonic() + LONG_AFTER_S)
        due = due_of(later.room)
        assert due is not None
        unknown = "INSERT INTO due_tables VALUES ($1, 0, '') ON CONFLICT (table_id) DO UPDATE"
        sql = f"{unknown} SET due = 0, keeper = ''"
        names = [waiting, later.room.created.table]
        await store.write(Write([Statement(sql, [(name,) for name in names])]))
        await here.adoption.look()
        assert not here.by_id
        assert await store.tables_due(due + 1, 9) == [DueTable(names[1], due, "")]


# processes that die


async def live_tables_metric(here: House) -> float:
    """How many tables a process has in memory."""
    text = (await http(here, "GET", "/metrics")).body.decode()
    return float(re.findall(r"^live_tables (.*)$", text, re.MULTILINE)[0])


@in_loop
async def test_bots_and_clocks_of_a_killed_process_go_on(tmp_path: Path, postgres: Server) -> None:
    database, flags = postgres.database(), ("--bot-pause", "1")
    with house(database, tmp_path, *flags) as first, house(database, tmp_path, *flags) as second:
        ada, bob = await guest(first), await guest(first)
        bots = await ada.new_table("m", ["novice", "novice"], players=2)
        body = {"game": "m", "options": {"players": 2}, "pace": {"mode": "move", "seconds": 2}}
        timed = str((await ada.post("/api/tables", **body))["table"])
        async with ada.at(timed) as one, bob.at(timed) as two:
            await one.must("sit", seat=0)
            await two.must("sit", seat=1)
            async with ada.at(bots) as spectator:
                await spectator.must("start")
                await one.must("start")
                # A person watches, so that the bots pause.
                await spectator.see(lambda view: view.events >= 4)
                assert await live_tables_metric(second) == 0
                first.kill()
        async with open_store(database) as store, asyncio.timeout(TIMEOUT_S):
            for table in (bots, timed):
                moves = len(await store.read(table))
                while len(await store.read(table)) < moves + 3:
                    await asyncio.sleep(0.1)
        second.stop()
        assert not [line for line in second.errors() if '"level": "error"' in line]


@in_loop
async def test_a_house_is_open_before_it_has_looked_at_its_tables(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    async with SqliteStore(database) as store, live_tables_of(store) as before:
        settings = msgspec.structs.replace(SETTINGS, time_control=TimeControl("move", 1))
        names = [await started(before, settings) for _ in range(40)]
    here = LiveTables(store := SqliteStore(database), bot_pool := BotPool())
    await store.open()
    here.resume()
    assert not here.by_id  # nothing has waited for them
    await until(lambda: {*here.by_id} == {*names})
    await here.close()
    bot_pool.close()
    await store.close()
