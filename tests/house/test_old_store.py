"""A store that an earlier house wrote: its games go on, and those that are over stay as they were.

``kept/house-1.sqlite.gz`` was written by version 0.1.0, before tables said which rules they were
played by: finished games, games of people, games with bots of every level, seats left and given
up, requests, chat. ``house-1.json`` has what that house told of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
from house.running import in_loop

from ludotheque.core.record import Record, from_json
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import verify
from ludotheque.core.state import SPECTATOR
from ludotheque.house.api.replay import Replay, replay_frame
from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.asks import Play
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.views.views import Recipient, view_of
from ludotheque.house.workers.bot_pool import BotPool

KEPT: Final = Path(__file__).parent / "kept"
TOLD: Final[dict[str, dict[str, Any]]] = json.loads((KEPT / "house-1.json").read_text())
OVER: Final = [name for name, told in TOLD.items() if told["status"] == "over"]
RUNNING: Final = [name for name, told in TOLD.items() if told["status"] == "playing"]
TIED: Final = next(name for name, told in TOLD.items() if "rest" in told)  # by totals, not by chips


def label(name: str) -> str:
    """A test's name says which game it is about."""
    return f"{TOLD[name]['game']}-{name}"


@contextlib.asynccontextmanager
async def old_house(folder: Path) -> AsyncIterator[LiveTables]:
    """The present house on a copy of the old store."""
    path = folder / "house.sqlite"
    path.write_bytes(gzip.decompress((KEPT / "house-1.sqlite.gz").read_bytes()))
    async with SqliteStore(str(path)) as store:
        live_tables = LiveTables(store, BotPool(), 0.0)
        try:
            yield live_tables
        finally:
            await live_tables.close()
            live_tables.bot_pool.close()


def sealed_record(table: LiveTable) -> Record:
    """The record that the house hands out, read again as anybody reads it."""
    return from_json(json.loads(table.sealed_record().to_json()))


@pytest.mark.parametrize("name", OVER, ids=label)
@in_loop
async def test_a_finished_game_is_what_it_was(name: str, tmp_path: Path) -> None:
    told = TOLD[name]
    async with old_house(tmp_path) as live_tables:
        table = await live_tables.open(name)
        view = view_of(table.room, Recipient("", "fr"), 0)
        assert (view.scores, view.ranks) == (told["scores"], told["ranks"])
        record = sealed_record(table)
        assert len(record.events) == told["events"]
        assert list(record.ranks or ()) == told["ranks"]
        assert isinstance(verify(record), list)
        replay, words = Replay(table.room.started_table()), table.room.game.words("fr")
        names = [chair.name for chair in table.room.chairs]
        for event in range(0, told["events"] + 1, 50):
            assert replay_frame(replay, event, SPECTATOR, words, names).scene.areas
        assert replay.lines(table.room.causes, words, names)


@pytest.mark.parametrize("name", RUNNING, ids=label)
@in_loop
async def test_a_running_game_goes_on_to_its_end(name: str, tmp_path: Path) -> None:
    async with old_house(tmp_path) as live_tables:
        table = await live_tables.open(name)
        assert len(table.room.started_table().events) >= TOLD[name]["events"]
        if name == TIED:
            for seat, text in TOLD[name]["rest"]:
                chair = table.room.chairs[seat]
                await live_tables.perform(
                    table, Caller(chair.person), Play(decision=chair.decision, text=text)
                )
            assert table.room.started_table().state.scores() == (90, 90)
            assert table.room.started_table().state.ranks() == (1, 2)  # M-20 as it was then
        else:
            await play_on(live_tables, table)
        assert table.room.status == "over"
        record = sealed_record(table)
        assert record.rules_version == 1
        assert isinstance(verify(record), list)


async def play_on(live_tables: LiveTables, table: LiveTable) -> None:
    """People move at random, bots and clocks as they do."""
    rng, game = SeededRng(1), table.room.game
    while table.room.status == "playing":
        state = table.room.started_table().state
        people = [seat for seat in state.awaited() if not table.room.chairs[seat].bot]
        if not people:
            await asyncio.sleep(0.005)  # bots think in another process
            continue
        seat = people[rng.below(len(people))]
        chair = table.room.chairs[seat]
        text = game.text(state, state.random_move(seat, rng))
        with contextlib.suppress(Refused):  # a bot or a clock was quicker
            await live_tables.perform(
                table, Caller(chair.person), Play(decision=chair.decision, text=text)
            )
