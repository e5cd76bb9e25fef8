"""The hall goes on where it stopped, also when nobody looks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from house.running import in_loop

from ludotheque.house.entries import Closed, SeatPlan, write
from ludotheque.house.hall import Hall
from ludotheque.house.open_table import Watcher
from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.thinkers import Thinkers

BOTS = [SeatPlan("random"), SeatPlan("random")]


@in_loop
async def test_bots_go_on_after_a_restart_without_visitors(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        before = Hall(store, Thinkers())
        table = await before.create("m", {"players": 2}, BOTS, "ada")
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
async def test_a_broken_log_does_not_keep_the_house_closed(tmp_path: Path) -> None:
    async with SqliteStore(str(tmp_path / "house.sqlite")) as store:
        hall = Hall(store, Thinkers())
        good = await hall.create("m", {"players": 2}, [SeatPlan(), SeatPlan()], "ada")
        row = await store.table(good.room.created.table)
        assert row is not None
        broken = msgspec.structs.replace(row, id="broken", status="playing")
        await store.create_table(broken, [write(Closed(reason="x"))])
        await hall.go_on()
        assert "broken" not in hall.tables
        with pytest.raises(Refused, match="begins with"):
            await hall.open("broken")
        await hall.close()
        hall.thinkers.close()
