"""Clients that ask too much again and again gain nothing by it, and hold nobody up."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from house.doors import AppHouse, Door, Reply, app_house
from house.running import in_loop
from house.stores import person, table

from ludotheque.house import limits
from ludotheque.house.store import SqliteStore, TableSearch

ATTACKER = "192.0.2.66"
DOORS = Door("GET", "/api/doors")
SOCKETS = Door("WS", "/ws/lobby")


@asynccontextmanager
async def refusing(folder: Path) -> AsyncIterator[AppHouse]:
    """A house in which the attacker has no request left, and where refusals are held for long."""
    async with app_house(folder) as app:
        app.house.delayed_refusals.delay_s = 3600.0
        app.house.request_limit.bucket(ATTACKER).tokens = -1000
        yield app


@asynccontextmanager
async def asked(app: AppHouse, door: Door) -> AsyncIterator[asyncio.Task[Reply]]:
    """A request of the attacker, as far as it gets."""
    task = asyncio.create_task(app.ask(door, address=ATTACKER))
    for _ in range(100):
        await asyncio.sleep(0)
    yield task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("door", [DOORS, SOCKETS, Door("PUT", "/api/doors")])
@in_loop
async def test_a_refusal_for_speed_is_held_back(tmp_path: Path, door: Door) -> None:
    async with refusing(tmp_path) as app:
        async with asked(app, door) as answer:
            assert not answer.done()
            assert app.house.delayed_refusals.count == 1
            assert (await app.ask(DOORS)).status == 200  # anybody else
        assert app.house.delayed_refusals.count == 0


@in_loop
async def test_the_number_of_held_refusals_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_DELAYED_REFUSALS", 2)
    async with (
        refusing(tmp_path) as app,
        asked(app, DOORS) as one,
        asked(app, DOORS) as two,
        asked(app, DOORS) as three,
    ):
        assert [one.done(), two.done(), three.done()] == [False, False, True]
        assert three.result().status == 429


@in_loop
async def test_a_flood_does_not_fill_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def statuses() -> list[object]:
        return [each.fields["status"] for each in caplog.records if hasattr(each, "fields")]

    async with app_house(tmp_path) as app:
        with caplog.at_level(logging.INFO, logger="ludotheque"):
            for _ in range(limits.REQUEST_BURST + 50):
                await app.ask(DOORS, address=ATTACKER)
        assert 200 in statuses()
        assert 429 not in statuses()


@pytest.mark.parametrize("path", ["/api/past", "/api/tables?status=over&game=m"])
@in_loop
async def test_lists_of_past_games_take_turns(tmp_path: Path, path: str) -> None:
    async with app_house(tmp_path) as app:
        turn = app.house.heavy_reads.turn("192.0.2.1")
        async with turn, asked(app, Door("GET", path)) as answer:
            assert not answer.done()
        assert (await app.ask(Door("GET", path))).status == 200


@in_loop
async def test_a_search_of_all_tables_holds_up_no_other_read(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house.sqlite") as store:
        await store.create_person(person("ada"))
        await store.create_table(table(status="over"), ["{}"], b"seed")
        may_go_on = threading.Event()
        scanning = asyncio.get_running_loop().run_in_executor(store._scanner, may_go_on.wait)
        search = asyncio.create_task(store.search_tables(TableSearch("", game="m")))
        try:
            found = await asyncio.wait_for(store.person("p-ada"), 60)
            assert found is not None
            assert not search.done()  # it waits for the other scan
        finally:
            may_go_on.set()
        await scanning
        assert [row.id for row in await search] == ["t1"]


@in_loop
async def test_a_scan_that_is_cancelled_ends(tmp_path: Path) -> None:
    """Before, its connection was closed while a thread used it, which crashed the process."""
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT MAX(x) FROM n"
    async with SqliteStore(tmp_path / "house.sqlite") as store:
        for _ in range(5):
            scan = asyncio.create_task(store.scan(endless))
            await asyncio.sleep(0.02)
            scan.cancel()
            with pytest.raises(asyncio.CancelledError):
                await scan
        assert await asyncio.wait_for(store.scan("SELECT 1"), 60) == [(1,)]
