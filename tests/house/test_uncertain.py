"""PostgreSQL is lost between a commit and its answer: the house finds out, or says so."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from house.cutting_proxy import CuttingProxy, cutting_proxy
from house.fake_client import FakeClient
from house.stores import in_loop, table

from ludotheque.house.api.sockets import Socket
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict, Store, Unavailable, Uncertain, contract, open_store
from ludotheque.house.table.asks import Sit
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
cut_anyhow = pytest.mark.parametrize("cut", ["before", "after"])


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """The path of a socket must be short."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house does not wait long for the database."""
    monkeypatch.setattr(contract, "FIND_OUT_TIMEOUT_S", 1.0)


@asynccontextmanager
async def behind_proxy(
    place: str, folder: Path
) -> AsyncIterator[tuple[CuttingProxy, Store, Store]]:
    """A store through a proxy, and one beside it."""
    async with (
        cutting_proxy(place, folder) as (proxy, url),
        open_store(url) as store,
        open_store(place) as other,
    ):
        yield proxy, store, other


@cut_anyhow
@in_loop
async def test_an_append_is_written_once(postgres_place: str, short_folder: Path, cut: str) -> None:
    async with behind_proxy(postgres_place, short_folder) as (proxy, store, other):
        await store.create_table(table(), ["zero"])
        proxy.cut = cut  # type: ignore[assignment]
        await store.append(table(changed=2), 1, ["one", "two"])
        assert proxy.cuts == 1
        assert await other.read("t1") == ["zero", "one", "two"]
        await store.append(table(changed=3), 3, ["three"])
        assert await other.read("t1") == ["zero", "one", "two", "three"]


@cut_anyhow
@in_loop
async def test_a_table_and_a_rematch_are_created_once(
    postgres_place: str, short_folder: Path, cut: str
) -> None:
    async with behind_proxy(postgres_place, short_folder) as (proxy, store, other):
        proxy.cut = cut  # type: ignore[assignment]
        await store.create_table(table(), ["zero"], b"s")
        proxy.cut = cut  # type: ignore[assignment]
        await store.append_and_create(table(), 1, ["to t2"], table("t2"), ["b"], b"t")
        assert proxy.cuts == 2
        assert await other.read("t1") == ["zero", "to t2"]
        assert await other.read("t2") == ["b"]


@in_loop
async def test_somebody_else_was_first(postgres_place: str, short_folder: Path) -> None:
    async with behind_proxy(postgres_place, short_folder) as (proxy, store, other):
        await store.create_table(table(), ["zero"])

        async def write() -> None:
            await other.append(table(changed=2), 1, ["another"])

        proxy.cut, proxy.meanwhile = "before", write
        with pytest.raises(Conflict):
            await store.append(table(changed=2), 1, ["one"])
        assert await other.read("t1") == ["zero", "another"]


@in_loop
async def test_it_may_have_happened_all_the_same(
    postgres_place: str, short_folder: Path, impatient: None
) -> None:
    async with behind_proxy(postgres_place, short_folder) as (proxy, store, other):
        await store.create_table(table(), ["zero"])
        proxy.cut, proxy.stays_down = "after", True
        with pytest.raises(Uncertain):
            await store.append(table(changed=2), 1, ["one"])
        assert await other.read("t1") == ["zero", "one"]
        with pytest.raises(Unavailable) as refused:  # now it can't even connect
            await store.append(table(changed=2), 2, ["two"])
        assert not isinstance(refused.value, Uncertain)
        assert await other.read("t1") == ["zero", "one"]
        proxy.is_down = False


@in_loop
async def test_a_person_is_told_so(
    postgres_place: str, short_folder: Path, impatient: None
) -> None:
    async with behind_proxy(postgres_place, short_folder) as (proxy, store, _):
        tables = LiveTables(store, BotPool())
        live = await tables.create(TableSettings("m", {"players": 2}), "ada")
        client = FakeClient()
        socket = Socket(tables, live, await client.connection(), Caller("ada", "Ada"), "en")
        serving = asyncio.create_task(socket.serve())
        proxy.cut = "after"
        client.ask('{"type": "sit", "seat": 0, "id": 1}')
        while not any(message["type"] == "done" for message in client.received):
            await asyncio.sleep(0.01)  # found out: it is written, and done
        assert live.room.chairs[0].person == "ada"
        proxy.cut, proxy.stays_down = "after", True
        client.ask('{"type": "say", "text": "hello", "id": 2}')
        while not any(message["type"] == "refused" for message in client.received):
            await asyncio.sleep(0.01)
        (refused,) = [one for one in client.received if one["type"] == "refused"]
        assert (refused["id"], refused["code"]) == (2, "maybe-stored")
        proxy.cut, proxy.is_down = "after", False
        with pytest.raises(Refused) as again:
            await tables.create(TableSettings("m", {"players": 2}), "ada")
        assert again.value.code == "maybe-stored"
        proxy.is_down = proxy.stays_down = False
        while not live.room.chat:  # it has happened, and everybody sees it
            await asyncio.sleep(0.05)
        assert [said.text for said in live.room.chat] == ["hello"]
        client.leave()
        await serving
        await tables.perform(live, Caller("bob", "Bob"), Sit(seat=1))
        await tables.close()
        tables.bot_pool.close()
