"""Stores that earlier houses wrote: their games go on, and finished ones stay the same.

``kept/house-1.sqlite.gz`` was written before tables recorded their version of the rules,
``house-2.sqlite.gz`` before knowledge and scenes had two parts: finished games, games of people,
games with bots of every level, seats left and resigned, requests, chat. The ``json`` files have the
results of those houses.
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
from house.table_state import seen

from ludotheque.core.record import Record, from_json
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import verify
from ludotheque.core.state import SPECTATOR
from ludotheque.house.api.replay import Replay, replay_frame
from ludotheque.house.names import skeletons
from ludotheque.house.people.people import People
from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.asks import Play
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.workers.bot_pool import BotPool

FOLDER: Final = Path(__file__).parent / "kept"
STORES: Final = ("house-1", "house-2")
EXPECTED: Final[dict[tuple[str, str], dict[str, Any]]] = {
    (store, name): expected
    for store in STORES
    for name, expected in json.loads((FOLDER / f"{store}.json").read_text()).items()
}
OVER: Final = [key for key, expected in EXPECTED.items() if expected["status"] == "over"]
RUNNING: Final = [key for key, expected in EXPECTED.items() if expected["status"] == "playing"]
RULES: Final = {"house-1": 1, "house-2": 2}  # version of M; all other games have version 1


def label(key: tuple[str, str]) -> str:
    """The id of a test: the store, the game and the table."""
    return f"{key[0]}-{EXPECTED[key]['game']}-{key[1]}"


@contextlib.asynccontextmanager
async def old_house(store_name: str, folder: Path) -> AsyncIterator[LiveTables]:
    """The present house on a copy of an old store."""
    path = folder / "house.sqlite"
    path.write_bytes(gzip.decompress((FOLDER / f"{store_name}.sqlite.gz").read_bytes()))
    async with SqliteStore(str(path)) as store:
        live_tables = LiveTables(store, BotPool(sleep=lambda _: asyncio.sleep(0)), 0.0)
        try:
            yield live_tables
        finally:
            await live_tables.close()
            live_tables.bot_pool.close()


def sealed_record(table: LiveTable) -> Record:
    """The record that the house exports, read again."""
    return from_json(json.loads(table.sealed_record().to_json()))


@pytest.mark.parametrize("key", OVER, ids=label)
@in_loop
async def test_a_finished_game_stays_the_same(key: tuple[str, str], tmp_path: Path) -> None:
    expected = EXPECTED[key]
    async with old_house(key[0], tmp_path) as live_tables:
        table = await live_tables.open(key[1])
        view = seen(table.room, "", "fr")
        assert (view.scores, view.ranks) == (expected["scores"], expected["ranks"])
        record = sealed_record(table)
        assert len(record.events) == expected["events"]
        assert list(record.ranks or ()) == expected["ranks"]
        assert isinstance(verify(record), list)
        replay, words = Replay(table.room.started_table()), table.room.game.words("fr")
        names = [chair.name for chair in table.room.chairs]
        for event in range(0, expected["events"] + 1, 50):
            assert replay_frame(replay, event, SPECTATOR, words, names).scene.areas
        assert replay.lines(table.room.causes, words, names)


@pytest.mark.parametrize("key", RUNNING, ids=label)
@in_loop
async def test_a_running_game_can_be_finished(key: tuple[str, str], tmp_path: Path) -> None:
    expected = EXPECTED[key]
    async with old_house(key[0], tmp_path) as live_tables:
        table = await live_tables.open(key[1])
        assert len(table.room.started_table().events) >= expected["events"]
        if "rest" in expected:  # totals are equal, chips are not
            for seat, text in expected["rest"]:
                chair = table.room.chairs[seat]
                await live_tables.perform(
                    table, Caller(chair.person), Play(decision=chair.decision, text=text)
                )
            assert table.room.started_table().state.scores() == (90, 90)
            assert table.room.started_table().state.ranks() == (1, 2)  # M-20 of the first rules
        else:
            await play_on(live_tables, table)
        assert table.room.status == "over"
        record = sealed_record(table)
        assert record.rules_version == (RULES[key[0]] if expected["game"] == "m" else 1)
        assert isinstance(verify(record), list)


async def play_on(live_tables: LiveTables, table: LiveTable) -> None:
    """People play random moves; bots and clocks do their part."""
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
        with contextlib.suppress(Refused):  # a bot or a clock was faster
            await live_tables.perform(
                table, Caller(chair.person), Play(decision=chair.decision, text=text)
            )


@pytest.mark.parametrize("store_name", STORES)
@in_loop
async def test_people_keep_their_names_and_sessions(store_name: str, tmp_path: Path) -> None:
    async with old_house(store_name, tmp_path) as live_tables:
        store = live_tables.store
        people = People(store)
        before = [line async for line in store.dump() if line.startswith('{"sessions"')]
        await people.add_missing_skeletons()
        await people.clean_up()  # long after anybody was seen there
        assert [line async for line in store.dump() if line.startswith('{"sessions"')] == before
        named = [json.loads(line)["people"] async for line in store.dump() if '{"people"' in line]
        for person in named:
            if person["name"] is not None:
                assert await store.people_with_skeletons(skeletons(person["name"]))
                with pytest.raises(Refused):
                    await people.register(person["name"], "long enough")
