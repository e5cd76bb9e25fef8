"""Erased people disappear from tables, logs and lists, and the games stay whole."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from house.running import House, guest, house
from house.stores import in_loop

from ludotheque.house import limits
from ludotheque.house.people.people import NewSession, People
from ludotheque.house.store import SqliteStore, Store, open_store
from ludotheque.house.store.postgres import PostgresStore
from ludotheque.house.table.asks import Say, Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller, close
from ludotheque.house.table.entries import ERASED_NAME, ERASED_TEXT, SeatPlan, decode_entry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.restore import restore
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
GOOD = "long enough"


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[LiveTables]:
    """A lobby on a store."""
    bot_pool = BotPool()
    live_tables = LiveTables(store, bot_pool)
    try:
        yield live_tables
    finally:
        await live_tables.close()
        bot_pool.close()


async def table_of_two(live_tables: LiveTables, ada: NewSession, bob: NewSession) -> LiveTable:
    """A table at which both sat down and sent messages; Ada under two names."""
    table = await live_tables.create(
        TableSettings("m", {"players": 2}, [SeatPlan(), SeatPlan()]), bob.person.id
    )
    for seat, one in enumerate((ada, bob)):
        await live_tables.perform(
            table, Caller(one.person.id, str(one.person.name)), Sit(seat=seat)
        )
    await live_tables.perform(
        table, Caller(ada.person.id, "Adelheid"), Say(text="my secret is 4711")
    )
    await live_tables.perform(table, Caller(bob.person.id, "Bob"), Say(text="and mine stays"))
    return table


async def dumped(store: Store) -> str:
    return "".join([line async for line in store.dump()])


async def until_caught_up(table: LiveTable) -> None:
    """Wait until a live table has caught up."""
    async with asyncio.timeout(20):
        while table.room.chairs[0].name not in {ERASED_NAME, ""}:
            await asyncio.sleep(0.01)


@in_loop
async def test_no_name_and_no_message_is_left(place: str) -> None:
    async with open_store(place) as store, opened(store) as live_tables:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        table = await table_of_two(live_tables, ada, bob)
        name = table.room.created.table
        await live_tables.perform(table, Caller(bob.person.id), Start())
        other = await live_tables.create(TableSettings("m", {"players": 2}, []), bob.person.id)
        await live_tables.perform(
            other, Caller(ada.person.id, "Adelheid"), Say(text="only looking, said Adelheid")
        )
        entries = len(await store.read(name))
        await people.delete(ada.person.id)
        text = await dumped(store)
        for gone in ("Adelheid", "adelheid", "4711", "only looking"):
            assert gone not in text
        assert ada.person.id in text
        assert "and mine stays" in text
        log = [decode_entry(entry) for entry in await store.read(name)]
        assert len(log) == entries + 2  # she rose and was erased
        room = restore(log)
        assert [chair.name for chair in room.chairs] == [ERASED_NAME, "Bob"]
        assert [(said.name, said.text) for said in room.chat] == [
            (ERASED_NAME, ERASED_TEXT),
            ("Bob", "and mine stays"),
        ]
        await until_caught_up(table)
        assert table.room.chairs[0].bot  # a bot plays on
        row = await store.table(name)
        assert row is not None
        assert json.loads(row.summary)["names"] == [ERASED_NAME, "Bob"]


@in_loop
async def test_before_the_start_the_seat_becomes_free(place: str) -> None:
    async with open_store(place) as store, opened(store) as live_tables:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        table = await table_of_two(live_tables, ada, bob)
        await people.delete(ada.person.id)
        await until_caught_up(table)
        carl = (await people.guest()).person
        await live_tables.perform(table, Caller(carl.id, str(carl.name)), Sit(seat=0))
        assert [chair.name for chair in table.room.chairs] == [carl.name, "Bob"]


@in_loop
async def test_finished_tables_stay_unchanged_and_can_be_replayed(place: str) -> None:
    async with open_store(place) as store, opened(store) as live_tables:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        table = await table_of_two(live_tables, ada, bob)
        await live_tables.perform(table, Caller(bob.person.id), Start())
        await live_tables.writer.commit_plan(table, lambda room: close(room, "test", now_ms()))
        name = table.room.created.table
        before = await store.table(name)
        played = [(event.who, event.text) for event in table.room.started_table().events]
        await people.delete(ada.person.id)
        after = await store.table(name)
        assert before is not None
        assert after is not None
        assert (after.changed, after.status, after.people) == (
            before.changed,
            "closed",
            before.people,
        )
        room = restore([decode_entry(entry) for entry in await store.read(name)])
        assert [(event.who, event.text) for event in room.started_table().events] == played


@in_loop
async def test_an_interrupted_erasure_can_be_repeated(place: str) -> None:
    """The account is deleted last, and erasing twice is harmless."""
    async with open_store(place) as store, opened(store) as live_tables:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        await table_of_two(live_tables, ada, bob)

        async def fail(person_id: str) -> None:
            raise ConnectionError(person_id)

        working, store.delete_person = store.delete_person, fail  # type: ignore[method-assign]
        with pytest.raises(ConnectionError):
            await people.delete(ada.person.id)
        assert await people.person_of(ada.token) == ada.person
        store.delete_person = working  # type: ignore[method-assign]
        await people.delete(ada.person.id)
        assert "Adelheid" not in await dumped(store)
        assert await people.person_of(ada.token) is None


@in_loop
async def test_an_export_says_what_stays_stored(place: str) -> None:
    async with open_store(place) as store, opened(store) as live_tables:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        table = await table_of_two(live_tables, ada, bob)
        exported = json.loads(await people.export(ada.person.id))
        assert [one["id"] for one in exported["tables"]] == [table.room.created.table]
        assert [one["entry"]["kind"] for one in exported["entries"]] == ["sat", "said"]
        assert exported["entries"][1]["entry"]["text"] == "my secret is 4711"
        assert exported["kept_when_deleted"]
        assert "mine stays" not in json.dumps(exported["entries"])


@asynccontextmanager
async def scanning(store: Store) -> AsyncIterator[None]:
    """While another read of all tables is under way, which does not end."""
    if isinstance(store, SqliteStore):
        end = threading.Event()
        store._scanner.submit(end.wait)
        try:
            yield
        finally:
            end.set()
    else:
        assert isinstance(store, PostgresStore)
        async with store._scan_slot:
            yield


@in_loop
async def test_no_table_waits_for_an_export(place: str) -> None:
    async with open_store(place) as store:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        async with opened(store) as live_tables:
            table = await table_of_two(live_tables, ada, bob)
        async with opened(store) as live_tables, scanning(store):
            export = asyncio.create_task(people.export(ada.person.id))
            async with asyncio.timeout(20):
                await live_tables.open(table.room.created.table)
                await store.public_tables("playing")
            assert not export.done()
        assert "4711" in await export


def test_exports_have_a_rate_limit_of_their_own(tmp_path: Path) -> None:
    async def visit(here: House) -> None:
        ada = await guest(here)
        most = limits.EXPORT_BURST_PER_PERSON
        answers = [await ada.fetch("GET", "/api/me/data") for _ in range(most + 1)]
        assert [answer.status for answer in answers] == [200] * most + [429]
        assert (await ada.fetch("GET", "/api/me")).status == 200

    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        asyncio.run(visit(here))
