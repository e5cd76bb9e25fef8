"""Nobody fills the list of tables: limits by person and by address, each at its edge."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from house.stores import in_loop

from ludotheque.house import limits
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import Client
from ludotheque.house.store import Store, open_store
from ludotheque.house.table.asks import AddBot, Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.quota import TableQuota
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)


class IdleBots(BotPool):
    """Bots that never move."""

    async def choose(self, *_: object) -> str:
        await asyncio.Event().wait()
        return ""


class Founders:
    """People who set up tables."""

    def __init__(self, store: Store) -> None:
        self.quota = TableQuota(store)
        self.live_tables = LiveTables(store, IdleBots())

    async def set_up(self, person: str, address: str = "1", public: bool = True) -> LiveTable:
        """Set up a table, as a request does."""
        async with self.quota.one_more(Client(address, person), public) as note:
            settings = TableSettings("m", {"players": 2}, [], public=public)
            table = await self.live_tables.create(settings, person)
            note(table.room.created.table)
            return table

    async def start(self, table: LiveTable, person: str) -> None:
        """Begin a game against a bot."""
        for ask in (Sit(seat=0), AddBot(seat=1, bot="random"), Start()):
            await self.live_tables.perform(table, Caller(person, person), ask)


@contextlib.asynccontextmanager
async def founders(place: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Founders]:
    for name in dir(limits):
        if name.startswith("TABLE_BURST"):
            monkeypatch.setattr(limits, name, 10**6)
    async with open_store(place) as store:
        people = Founders(store)
        try:
            yield people
        finally:
            await people.live_tables.close()
            people.live_tables.bot_pool.close()


async def statuses(store: Store, tables: list[LiveTable]) -> list[str]:
    rows = [await store.table(table.room.created.table) for table in tables]
    return [row.status for row in rows if row is not None]


@in_loop
async def test_one_person_has_a_few_public_tables_the_newest(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with founders(place, monkeypatch) as people:
        store, most = people.quota.store, limits.MAX_LISTED_TABLES_PER_PERSON
        ada = await people.set_up("ada", "2")
        tables = [await people.set_up("eve") for _ in range(most)]
        assert await statuses(store, tables) == ["waiting"] * most
        tables += [await people.set_up("eve") for _ in range(2)]
        assert await statuses(store, tables) == ["closed"] * 2 + ["waiting"] * most
        await people.set_up("eve", public=False)  # others are not counted as public
        listed = await store.public_tables("waiting")
        assert len(listed) == most + 1
        assert ada.room.created.table in {row.id for row in listed}


@in_loop
async def test_running_games_are_not_given_up(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with founders(place, monkeypatch) as people:
        for _ in range(limits.MAX_LISTED_TABLES_PER_PERSON):
            await people.start(await people.set_up("eve"), "eve")
        with pytest.raises(Refused, match="finish one of them first") as refused:
            await people.set_up("eve")
        assert refused.value.code == "too-many-tables"


@in_loop
async def test_a_table_where_somebody_waits_is_not_given_up(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with founders(place, monkeypatch) as people:
        tables = [await people.set_up("eve") for _ in range(limits.MAX_LISTED_TABLES_PER_PERSON)]
        await people.live_tables.perform(tables[0], Caller("ada", "Ada"), Sit(seat=0))
        await people.set_up("eve")
        closed = await statuses(people.quota.store, tables[:2])
        assert closed == ["waiting", "closed"]


@in_loop
async def test_all_tables_of_a_person_have_a_limit(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_OPEN_TABLES_PER_PERSON", 4)
    async with founders(place, monkeypatch) as people:
        tables = [await people.set_up("eve", public=False) for _ in range(5)]
        assert await statuses(people.quota.store, tables) == ["closed"] + ["waiting"] * 4


@in_loop
async def test_many_people_at_one_address_don_t_fill_the_list(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_LISTED_TABLES_PER_ADDRESS", 3)
    monkeypatch.setattr(limits, "MAX_OPEN_TABLES_PER_ADDRESS", 5)
    async with founders(place, monkeypatch) as people:
        for number in range(3):
            await people.set_up(f"guest {number}")
        with pytest.raises(Refused, match="from your network") as refused:
            await people.set_up("guest 9")
        assert refused.value.code == "too-many-tables"
        await people.set_up("ada", "2")
        for number in range(2):
            await people.set_up(f"guest {number}", public=False)
        with pytest.raises(Refused, match="from your network"):
            await people.set_up("guest 9", public=False)


@in_loop
async def test_requests_at_the_same_time_are_counted(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_LISTED_TABLES_PER_ADDRESS", 3)
    async with founders(place, monkeypatch) as people:
        asked = [people.set_up(f"guest {number}") for number in range(20)]
        made = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(each, LiveTable) for each in made) <= 3


@in_loop
async def test_new_tables_have_a_rate(place: str) -> None:
    async with open_store(place) as store:
        quota = TableQuota(store)
        for _ in range(limits.TABLE_BURST_PER_PERSON):
            async with quota.one_more(Client("1", "eve"), public=False):
                pass
        with pytest.raises(Refused, match="wait a minute"):
            async with quota.one_more(Client("1", "eve"), public=False):
                pass
        async with quota.one_more(Client("1", "ada"), public=False):
            pass
