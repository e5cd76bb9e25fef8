"""A game whose code fails sets its own table aside: the log stays, and other tables go on."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from house.running import in_loop

from ludotheque.core.registry import find
from ludotheque.house.store import open_store
from ludotheque.house.table import autoplay
from ludotheque.house.table.asks import Play, Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import SeatPlan
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.restore import BrokenLog
from ludotheque.house.workers.bot_pool import BotPool


def fail(*_: object) -> None:
    raise ZeroDivisionError("a fault of the game")


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[LiveTables]:
    """The live tables of a house."""
    async with open_store(str(folder / "house.sqlite")) as store:
        tables = LiveTables(store, BotPool(), 0)
        try:
            yield tables
        finally:
            await tables.close()
            tables.bot_pool.close()


async def begun(tables: LiveTables, game: str, bot: str = "") -> LiveTable:
    """A game of two that has begun."""
    seats = [SeatPlan(), SeatPlan(bot)]
    table = await tables.create(TableSettings(game, {"players": 2}, seats), "ada")
    await tables.perform(table, Caller("ada", "Ada"), Sit(seat=0))
    if not bot:
        await tables.perform(table, Caller("bob", "Bob"), Sit(seat=1))
    await tables.perform(table, Caller("ada", "Ada"), Start())
    return table


async def move(tables: LiveTables, table: LiveTable) -> None:
    """The person whose turn it is makes a move."""
    room = table.room
    state = room.started_table().state
    seat = state.actors()[0]
    text = room.game.texts(state, seat)[0]
    caller = Caller(room.chairs[seat].person)
    await tables.perform(table, caller, Play(decision=room.chairs[seat].decision, text=text))


def events(table: LiveTable) -> int:
    return len(table.room.started_table().events)


@in_loop
async def test_a_move_at_which_the_rules_fail_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as tables:
        faulty, other = await begun(tables, "m"), await begun(tables, "appenzell")
        table_id, before = faulty.room.created.table, events(faulty)
        with monkeypatch.context() as patched:
            patched.setattr(type(find("m")), "legal_move", fail)
            with pytest.raises(BrokenLog):
                await move(tables, faulty)
            await move(tables, other)
        assert faulty.broken is not None
        assert faulty.broken.code == "broken-log"
        assert "a fault of the game" not in str(faulty.broken)  # for the operator only
        assert "the game m failed at a table" in caplog.text
        with pytest.raises(BrokenLog):
            await tables.open(table_id)
        assert other.broken is None
        tables.loader.broken.check_again(table_id)  # the game was mended
        mended = await tables.open(table_id)
        assert events(mended) == before
        await move(tables, mended)
        assert events(mended) > before


@in_loop
async def test_a_game_that_imagines_no_worlds_has_no_bots_that_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as tables:
        faulty, other = await begun(tables, "m", "random"), await begun(tables, "appenzell")
        monkeypatch.setattr(autoplay, "pack", fail)
        while faulty.broken is None:
            with contextlib.suppress(BrokenLog):
                if faulty.room.started_table().state.actors()[0] == 0:
                    await move(tables, faulty)
            await tables.store.read(faulty.room.created.table, 0)
        await move(tables, other)
        assert other.broken is None
