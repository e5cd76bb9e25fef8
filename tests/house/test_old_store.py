"""A store that an earlier house wrote: its games go on, and finished ones stay the same.

``kept/house-1.sqlite.gz`` was written by version 0.1.0, before tables recorded their version of the
rules: finished games, games of people, games with bots of every level, seats left and resigned,
requests, chat. ``house-1.json`` has the results of that house.
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
from ludotheque.house.api.replay import Replay, moment
from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.asks import Play
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.lobby import Lobby
from ludotheque.house.views.views import Recipient, view_of
from ludotheque.house.workers.bot_pool import BotPool

FOLDER: Final = Path(__file__).parent / "kept"
EXPECTED: Final[dict[str, dict[str, Any]]] = json.loads((FOLDER / "house-1.json").read_text())
OVER: Final = [name for name, expected in EXPECTED.items() if expected["status"] == "over"]
RUNNING: Final = [name for name, expected in EXPECTED.items() if expected["status"] == "playing"]
TIED: Final = next(
    name for name, expected in EXPECTED.items() if "rest" in expected
)  # totals, not chips


def label(name: str) -> str:
    """The id of a test: the game and the table."""
    return f"{EXPECTED[name]['game']}-{name}"


@contextlib.asynccontextmanager
async def old_house(folder: Path) -> AsyncIterator[Lobby]:
    """The present house on a copy of the old store."""
    path = folder / "house.sqlite"
    path.write_bytes(gzip.decompress((FOLDER / "house-1.sqlite.gz").read_bytes()))
    async with SqliteStore(str(path)) as store:
        lobby = Lobby(store, BotPool(), 0.0)
        try:
            yield lobby
        finally:
            await lobby.close()
            lobby.bot_pool.close()


def sealed_record(table: LiveTable) -> Record:
    """The record that the house exports, read again."""
    return from_json(json.loads(table.sealed_record().to_json()))


@pytest.mark.parametrize("name", OVER, ids=label)
@in_loop
async def test_a_finished_game_stays_the_same(name: str, tmp_path: Path) -> None:
    expected = EXPECTED[name]
    async with old_house(tmp_path) as lobby:
        table = await lobby.open(name)
        view = view_of(table.room, Recipient("", "fr"), 0)
        assert (view.scores, view.ranks) == (expected["scores"], expected["ranks"])
        record = sealed_record(table)
        assert len(record.events) == expected["events"]
        assert list(record.ranks or ()) == expected["ranks"]
        assert isinstance(verify(record), list)
        replay, words = Replay(table.room.playing()), table.room.game.words("fr")
        names = [chair.name for chair in table.room.chairs]
        for event in range(0, expected["events"] + 1, 50):
            assert moment(replay, event, SPECTATOR, words, names).scene.areas
        assert replay.lines(table.room.causes, words, names)


@pytest.mark.parametrize("name", RUNNING, ids=label)
@in_loop
async def test_a_running_game_can_be_finished(name: str, tmp_path: Path) -> None:
    async with old_house(tmp_path) as lobby:
        table = await lobby.open(name)
        assert len(table.room.playing().events) >= EXPECTED[name]["events"]
        if name == TIED:
            for seat, text in EXPECTED[name]["rest"]:
                chair = table.room.chairs[seat]
                await lobby.do(
                    table, Caller(chair.person), Play(decision=chair.decision, text=text)
                )
            assert table.room.playing().state.scores() == (90, 90)
            assert table.room.playing().state.ranks() == (1, 2)  # M-20 of the first rules
        else:
            await play_on(lobby, table)
        assert table.room.status == "over"
        record = sealed_record(table)
        assert record.rules_version == 1
        assert isinstance(verify(record), list)


async def play_on(lobby: Lobby, table: LiveTable) -> None:
    """People play random moves; bots and clocks do their part."""
    rng, game = SeededRng(1), table.room.game
    while table.room.status == "playing":
        state = table.room.playing().state
        people = [seat for seat in state.awaited() if not table.room.chairs[seat].bot]
        if not people:
            await asyncio.sleep(0.005)  # bots think in another process
            continue
        seat = people[rng.below(len(people))]
        chair = table.room.chairs[seat]
        text = game.text(state, state.random_move(seat, rng))
        with contextlib.suppress(Refused):  # a bot or a clock was faster
            await lobby.do(table, Caller(chair.person), Play(decision=chair.decision, text=text))
