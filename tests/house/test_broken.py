"""Broken rows: one table is broken, is told so in words, and all others play on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from house.damage import (
    LOG_DAMAGES,
    ROW_DAMAGES,
    Damage,
    cut_in_half,
    damage_table,
    entry_rows,
    of_a_game_not_installed,
    possible,
    with_a_broken_summary,
)
from house.observers import callbacks_of
from house.running import House, Visitor, guest, house, in_loop, seeded_random
from websockets.asyncio.client import connect

from ludotheque.house.api.sockets import CLOSE_BROKEN_TABLE
from ludotheque.house.people.erasure import erase
from ludotheque.house.people.people import People
from ludotheque.house.store import Store, open_store
from ludotheque.house.table import adoption as adoption_module
from ludotheque.house.table import loading
from ludotheque.house.table.asks import Play, Say, Sit, Start
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.compaction import compact_finished
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.expiry import DAY_MS, Expiry
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.lobby import LobbyFeed
from ludotheque.house.table.restore import BrokenLog
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
HOUR_MS = 3_600_000
every_damage = pytest.mark.parametrize("damage", LOG_DAMAGES, ids=lambda one: one.__name__)
every_row_damage = pytest.mark.parametrize("damage", ROW_DAMAGES, ids=lambda one: one.__name__)


@contextlib.asynccontextmanager
async def serving(store: Store) -> AsyncIterator[LiveTables]:
    """The live tables of one process."""
    tables = LiveTables(store, BotPool())
    try:
        yield tables
    finally:
        await tables.close()
        tables.bot_pool.close()


async def play_one(tables: LiveTables, table: LiveTable) -> None:
    """The next person makes a move."""
    room = table.room
    state = room.started_table().state
    seat = state.actors()[0]
    text = room.game.text(state, state.choices(seat)[0])
    person = room.chairs[seat].person
    await tables.perform(
        table, Caller(person), Play(decision=room.chairs[seat].decision, text=text)
    )


async def begun(tables: LiveTables, *people: str, moves: int = 3) -> str:
    """A game with a clock that was begun; the last entry of its log is an event."""
    control = TimeControl("move", 600)
    settings = TableSettings("m", {"players": 2}, [], public=True, time_control=control)
    table = await tables.create(settings, people[0])
    for seat, person in enumerate(people):
        await tables.perform(table, Caller(person, f"Name of {person}"), Sit(seat=seat))
    await tables.perform(table, Caller(people[0]), Start())
    for _ in range(moves):
        await play_one(tables, table)
    return table.room.created.table


async def two_tables(store: Store) -> tuple[str, str]:
    """A table to be broken, and another one."""
    async with serving(store) as tables:
        return await begun(tables, "ada", "bob"), await begun(tables, "cem", "dan")


async def make_due(store: Store, *names: str) -> None:
    """Somebody must look at these tables now."""
    for name in names:
        (due,) = [due for due in await store.tables_due(2**60, 99) if due.id == name]
        head = await store.rows("SELECT next FROM tables WHERE id = $1", name)
        await store.correct_due(due, int(head[0][0] or 0), 1)


@every_damage
@in_loop
async def test_one_table_is_broken_and_others_go_on(
    place: str, damage: Damage, caplog: pytest.LogCaptureFixture
) -> None:
    if not possible(place, damage):
        return
    async with open_store(place) as store:
        bad, good = await two_tables(store)
        before = await damage_table(place, store, bad, damage)
        await make_due(store, bad, good)
        async with serving(store) as tables:
            for _ in range(2):
                await tables.adoption.look()
            assert [*tables.by_id] == [good]
            with pytest.raises(BrokenLog) as refused:
                await tables.open(bad)
            expected = "unknown-game" if damage is of_a_game_not_installed else "broken-log"
            assert refused.value.code == expected
            assert refused.value.reason
            if expected == "broken-log":
                assert refused.value.reason not in str(refused.value)  # it may be a secret
            await play_one(tables, tables.by_id[good])
            at = now_ms() + 400 * DAY_MS
            await Expiry(store, tables.by_id, 7, 60, batch_pause_s=0).sweep(at)
            await compact_finished(store, at, batch_pause_s=0)
        assert caplog.text.count(f"table {bad} can't be opened") == 1
        assert await entry_rows(store, bad) == before


@every_damage
@in_loop
async def test_a_person_at_a_broken_table_has_data_and_can_be_erased(
    place: str, damage: Damage
) -> None:
    if not possible(place, damage):
        return
    async with open_store(place) as store:
        people = People(store)
        ada, bob = (await people.guest()).person, (await people.guest()).person
        async with serving(store) as tables:
            bad = await begun(tables, ada.id, bob.id)
            table = await tables.open(bad)
            await tables.perform(table, Caller(ada.id, "Ada the First"), Say(text="a secret"))
            await play_one(tables, table)
        await damage_table(place, store, bad, damage)
        data = msgspec.json.decode(await people.export(ada.id))
        assert data["person"]["id"] == ada.id
        await erase(store, ada.id)
        left = str(await entry_rows(store, bad))
        assert "Ada the First" not in left
        assert "a secret" not in left


@every_row_damage
@in_loop
async def test_a_broken_row_spoils_no_list(place: str, damage: Damage) -> None:
    if not possible(place, damage):
        return
    async with open_store(place) as store:
        bad, good = await two_tables(store)
        await damage_table(place, store, bad, damage)
        await make_due(store, bad, good)
        lobby = LobbyFeed(store)
        shown = [table.table for table in (await lobby._read()).tables]
        assert shown == [good]
        async with serving(store) as tables:
            await tables.adoption.look()
            assert good in tables.by_id
            await Expiry(store, {}, 7, 60, batch_pause_s=0).sweep(now_ms() + 400 * DAY_MS)
            await play_one(tables, await tables.open(bad))  # its log is whole
        assert {row.id for row in await store.tables()} == {bad, good}  # and the row is written


@in_loop
async def test_a_compressed_log_that_is_broken(place: str) -> None:
    async with open_store(place) as store:
        bad, good = await two_tables(store)
        for name in (bad, good):
            await store.compact(name)
        rows = await entry_rows(store, bad)
        packed = next(text for _, text in rows if text.startswith("zlib:"))
        statement = f"UPDATE entries SET entry = '{packed[:-40]}' WHERE entry = '{packed}'"  # noqa: S608
        before = await damage_table(place, store, bad, lambda _table, _log: [statement])
        async with serving(store) as tables:
            with pytest.raises(BrokenLog, match="can't be read"):
                await tables.open(bad)
            await play_one(tables, await tables.open(good))
        assert await entry_rows(store, bad) == before


@in_loop
async def test_asking_again_and_again_reads_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(place) as store:
        bad, _ = await two_tables(store)
        await damage_table(place, store, bad, cut_in_half)
        reads: list[str] = []
        read_log = loading.read_log

        async def counted(store: Store, table_id: str) -> Any:
            reads.append(table_id)
            return await read_log(store, table_id)

        monkeypatch.setattr(loading, "read_log", counted)
        async with serving(store) as tables:
            for _ in range(5):
                with pytest.raises(BrokenLog):
                    await tables.open(bad)
            assert reads == [bad]
            store.notify_commit(bad, 1)  # somebody has written to it
            with pytest.raises(BrokenLog):
                await tables.open(bad)
            assert reads == [bad, bad]


@in_loop
async def test_a_slow_table_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(str(tmp_path / "house.db")) as store:
        slow, good = await two_tables(store)
        await make_due(store, slow, good)
        finish = asyncio.Event()
        restore = loading.Loader._restore

        async def slowly(loader: loading.Loader, name: str, *rest: Any) -> Any:
            if name == slow:
                await finish.wait()
            return await restore(loader, name, *rest)

        monkeypatch.setattr(loading.Loader, "_restore", slowly)
        async with serving(store) as tables:
            look = asyncio.create_task(tables.adoption.look())
            while good not in tables.by_id:
                await asyncio.sleep(0.01)
            assert slow not in tables.by_id
            finish.set()
            await look
            assert {*tables.by_id} == {slow, good}
    assert adoption_module.OPENED_AT_ONCE > 1


# tables that break while they are live


@in_loop
async def test_a_live_table_that_breaks_is_set_aside(place: str) -> None:
    async with open_store(place) as store, open_store(place) as other, serving(store) as tables:
        name = await begun(tables, "ada", "bob")
        table = tables.by_id[name]
        told: list[bool] = []
        callbacks_of(table).append(lambda: told.append(table.broken is not None))
        table.subscribe(Watcher("ada", "ada"))
        row = await store.table(name)
        assert row is not None
        await other.append(row, table.room.next_number, ["no entry"])
        if not store.shared:
            store.notify_resync()  # as SQLite does within a second
        while table.broken is None:
            await asyncio.sleep(0.01)
        assert name not in tables.by_id
        assert told == [True]
        with pytest.raises(BrokenLog):
            await play_one(tables, table)
        with pytest.raises(BrokenLog):
            await tables.open(name)


@in_loop
async def test_a_table_whose_row_counts_wrongly_is_no_endless_loop(place: str) -> None:
    """Whoever wrote next was told that another was first, and tried for ever."""
    async with open_store(place) as store, serving(store) as tables:
        name = await begun(tables, "ada", "bob")
        table = tables.by_id[name]
        sql = "UPDATE tables SET next = next + 5"
        await damage_table(place, store, name, lambda _table, _log: [sql])
        with pytest.raises(BrokenLog):
            await play_one(tables, table)
        assert table.broken is not None
        assert name not in tables.by_id


# over the wire


async def visit(here: House, ada: Visitor, bad: dict[str, Damage]) -> None:
    for number, (name, damage) in enumerate(bad.items()):
        code = "unknown-game" if damage is of_a_game_not_installed else "broken-log"
        for part in ("record", "story", "luck", "replay/1")[: 1 if number else 4]:
            answer = await ada.fetch("GET", f"/api/tables/{name}/{part}")
            assert (answer.status in {400, 409}, answer.data()["code"]) == (True, code), damage
        async with ada.at(name) as seat:
            assert await seat.end() == CLOSE_BROKEN_TABLE
            assert seat.socket.close_reason == code
    for path in ("/api/tables?mine=1", "/api/tables?status=playing", "/api/me/data"):
        answer = await ada.fetch("GET", path)
        assert answer.status == 200, (path, answer)
    async with connect(f"ws://{here.address}/ws/lobby", proxy=None) as socket:
        assert "lobby" in str(await socket.recv())
    table = await ada.new_table("m", ["", "greedy"], players=2)
    async with ada.at(table) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        await seat.play_on(seeded_random("broken"), moves=4)


@in_loop
async def damaged_house(database: str, here: House) -> None:
    """Break a table in each way while the house is closed, and visit it afterwards."""
    ada = await guest(here)
    person = (await ada.fetch("GET", "/api/me/data")).data()["person"]["id"]
    here.stop()
    damages = [d for d in (*LOG_DAMAGES, with_a_broken_summary) if possible(database, d)]
    async with open_store(database) as store:
        async with serving(store) as tables:
            names = [await begun(tables, person, "bob") for _ in damages]
        bad = dict(zip(names, damages, strict=True))
        await make_due(store, *bad)
        for name, damage in bad.items():
            await damage_table(database, store, name, damage)
    here.start()
    del bad[names[-1]]  # its log is whole
    await visit(here, ada, bad)


def test_a_house_with_broken_tables_is_open(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    with house(database, tmp_path) as here:
        damaged_house(database, here)
        errors = here.errors()
        assert all("Traceback" not in line and "a background task" not in line for line in errors)


@in_loop
async def broken_while_watched(database: str, here: House) -> None:
    ada = await guest(here)
    name = await ada.new_table("m", ["", "greedy"], players=2)
    async with ada.at(name) as seat:
        await seat.must("sit", seat=0)
        async with open_store(database) as store:
            row = await store.table(name)
            assert row is not None
            await store.append(row, len(await store.read(name)), ["{"])
        assert await seat.end() == CLOSE_BROKEN_TABLE
        assert seat.socket.close_reason == "broken-log"


def test_who_watches_a_table_that_breaks_is_told(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    with house(database, tmp_path) as here:
        broken_while_watched(database, here)
