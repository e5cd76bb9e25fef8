"""Erased people disappear from tables, logs and lists, and the games stay whole."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from house.stores import in_loop

from ludotheque.house.people.people import NewSession, People
from ludotheque.house.store import Store, open_store
from ludotheque.house.table.asks import Say, Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller, close
from ludotheque.house.table.entries import ERASED_NAME, ERASED_TEXT, SeatPlan, decode_entry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.lobby import Lobby
from ludotheque.house.table.log import restore
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
GOOD = "long enough"


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Lobby]:
    """A lobby on a store."""
    bot_pool = BotPool()
    lobby = Lobby(store, bot_pool)
    try:
        yield lobby
    finally:
        await lobby.close()
        bot_pool.close()


async def table_of_two(lobby: Lobby, ada: NewSession, bob: NewSession) -> LiveTable:
    """A table at which both sat down and sent messages; Ada under two names."""
    table = await lobby.create(
        TableSettings("m", {"players": 2}, [SeatPlan(), SeatPlan()]), bob.person.id
    )
    for seat, one in enumerate((ada, bob)):
        await lobby.do(table, Caller(one.person.id, str(one.person.name)), Sit(seat=seat))
    await lobby.do(table, Caller(ada.person.id, "Adelheid"), Say(text="my secret is 4711"))
    await lobby.do(table, Caller(bob.person.id, "Bob"), Say(text="and mine stays"))
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
    async with open_store(place) as store, opened(store) as lobby:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        table = await table_of_two(lobby, ada, bob)
        name = table.room.created.table
        await lobby.do(table, Caller(bob.person.id), Start())
        other = await lobby.create(TableSettings("m", {"players": 2}, []), bob.person.id)
        await lobby.do(
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
    async with open_store(place) as store, opened(store) as lobby:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        table = await table_of_two(lobby, ada, bob)
        await people.delete(ada.person.id)
        await until_caught_up(table)
        carl = (await people.guest()).person
        await lobby.do(table, Caller(carl.id, str(carl.name)), Sit(seat=0))
        assert [chair.name for chair in table.room.chairs] == [carl.name, "Bob"]


@in_loop
async def test_finished_tables_stay_unchanged_and_can_be_replayed(place: str) -> None:
    async with open_store(place) as store, opened(store) as lobby:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        table = await table_of_two(lobby, ada, bob)
        await lobby.do(table, Caller(bob.person.id), Start())
        await lobby.writer.do(table, lambda room: close(room, "test", now_ms()))
        name = table.room.created.table
        before = await store.table(name)
        played = [(event.who, event.text) for event in table.room.playing().events]
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
        assert [(event.who, event.text) for event in room.playing().events] == played


@in_loop
async def test_an_interrupted_erasure_can_be_repeated(place: str) -> None:
    """The account is deleted last, and erasing twice is harmless."""
    async with open_store(place) as store, opened(store) as lobby:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        await table_of_two(lobby, ada, bob)

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
    async with open_store(place) as store, opened(store) as lobby:
        people = People(store)
        ada, bob = (
            await people.register("Adelheid", GOOD),
            await people.register("Bob", GOOD),
        )
        table = await table_of_two(lobby, ada, bob)
        exported = json.loads(await people.export(ada.person.id))
        assert [one["id"] for one in exported["tables"]] == [table.room.created.table]
        assert [one["entry"]["kind"] for one in exported["entries"]] == ["sat", "said"]
        assert exported["entries"][1]["entry"]["text"] == "my secret is 4711"
        assert exported["kept_when_deleted"]
        assert "mine stays" not in json.dumps(exported["entries"])
