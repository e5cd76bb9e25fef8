"""A move is parsed, judged, cloned and applied once on its way through the house."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from everything_game import FAIR, Fair, FairGame
from house.observers import callbacks_of
from house.running import in_loop

from ludotheque.core.checkpoints import INTERVAL_EVENTS
from ludotheque.core.state import LUCK
from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table import creation, room
from ludotheque.house.table.asks import Play, Sit, Start
from ludotheque.house.table.autoplay import bots_to_act
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import Happened, SeatPlan, decode_entry
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.moves import TimeUp
from ludotheque.house.table.restore import restore
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import Demand

MOVES = 12
PEOPLE = ("ada", "bob")


class FirstMoves:
    """Plays the first legal move; replaces the pool of bots."""

    def __init__(self) -> None:
        self.table: LiveTable | None = None

    async def choose(
        self,
        slug: str,
        options: Any,
        world: Any,
        seat: int,
        bot: str,
        demand: Demand,
        fixed_seed: int | None,
    ) -> str:
        assert self.table is not None
        assert demand.is_wanted()
        return first_move(self.table, seat)

    def close(self) -> None:
        pass


def first_move(table: LiveTable, seat: int) -> str:
    state = table.room.started_table().state
    return str(FAIR.text(state, state.choices(seat)[0]))


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules are called, except for imagined worlds."""
    found: Counter[str] = Counter()
    for kind, name in ((FairGame, "parse"), (Fair, "is_legal"), (Fair, "clone"), (Fair, "apply")):
        monkeypatch.setattr(kind, name, counted(found, name, getattr(kind, name)))
    imagine = Fair.imagine

    def uncounted(state: Fair, *arguments: Any) -> Any:
        before = Counter(found)
        world = imagine(state, *arguments)
        found.clear()
        found.update(before)
        return world

    monkeypatch.setattr(Fair, "imagine", uncounted)
    for module in (room, creation):
        monkeypatch.setattr(module, "find", lambda slug: FAIR)
    return found


def counted(found: Counter[str], name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    def count(*arguments: Any) -> Any:
        found[name] += 1
        return method(*arguments)

    return count


@contextlib.asynccontextmanager
async def begun(folder: Path, bots: int, control: TimeControl) -> AsyncIterator[tuple[Any, Any]]:
    """A game of Fair for two: people first, then bots."""
    pool: Any = FirstMoves()
    people = PEOPLE[: 2 - bots]
    async with SqliteStore(folder / "house.sqlite") as store:
        live_tables = LiveTables(store, pool)
        seats = [*[SeatPlan()] * len(people), *[SeatPlan("random")] * bots]
        settings = TableSettings("fair", {"players": 2}, seats, time_control=control)
        table = pool.table = await live_tables.create(settings, "ada")
        for seat, person in enumerate(people):
            await live_tables.perform(table, Caller(person), Sit(seat=seat))
        await live_tables.perform(table, Caller("ada"), Start())
        yield live_tables, table
        await live_tables.close()


def expected(before: int, after: int, kept: int = 0) -> dict[str, int]:
    """A move is parsed, judged and cloned once, each event applied once.

    Watchers are shown every entry: the states between them are ``kept``. A checkpoint is kept too.
    """
    checkpoints = after // INTERVAL_EVENTS - before // INTERVAL_EVENTS
    clones = 1 + kept + checkpoints
    return {"parse": 1, "is_legal": 1, "clone": clones, "apply": after - before}


@in_loop
async def test_a_persons_move(tmp_path: Path, counts: Counter[str]) -> None:
    async with begun(tmp_path, 0, TimeControl()) as (live_tables, table):
        luck = 0
        for _ in range(MOVES):
            seat = table.room.started_table().state.actors()[0]
            text, before = first_move(table, seat), len(table.room.started_table().events)
            ask = Play(decision=table.room.chairs[seat].decision, text=text)
            counts.clear()
            await live_tables.perform(table, Caller(PEOPLE[seat]), ask)
            after = len(table.room.started_table().events)
            assert counts == expected(before, after)
            luck += after - before - 1
        assert luck  # some of these moves led to luck


@in_loop
async def test_a_bots_move(tmp_path: Path, counts: Counter[str]) -> None:
    async with begun(tmp_path, 1, TimeControl()) as (live_tables, table):
        seen: list[tuple[dict[str, int], int]] = []

        def note() -> None:
            seen.append((dict(counts), len(table.room.started_table().events)))
            counts.clear()

        callbacks_of(table).append(note)
        table.subscribe(Watcher("program", program=True))
        while table.room.status == "playing":
            if bots_to_act(table.room):
                await asyncio.sleep(0.002)
                continue
            ask = Play(decision=table.room.chairs[0].decision, text=first_move(table, 0))
            await live_tables.perform(table, Caller("ada"), ask)
        assert table.room.causes.count("bot") >= 3
        for (_, before), (found, after) in pairwise(seen):
            if after > before:
                ended = after == len(table.room.started_table().events)  # the last entry
                assert found == expected(before, after, after - before - 1 + ended)


@in_loop
async def test_a_timeout(tmp_path: Path, counts: Counter[str]) -> None:
    async with begun(tmp_path, 0, TimeControl("days", 1)) as (live_tables, table):
        before = len(table.room.started_table().events)
        counts.clear()
        await live_tables.writer.commit_plan(table, lambda room: [TimeUp(now_ms(), [0])])
        events = table.room.started_table().events[before:]
        assert [event.who for event in events][:1] == [0]
        assert counts == expected(before, before + len(events))


@in_loop
async def test_a_stored_log_is_checked_move_by_move(tmp_path: Path, counts: Counter[str]) -> None:
    async with begun(tmp_path, 0, TimeControl()) as (live_tables, table):
        seat = table.room.started_table().state.actors()[0]
        ask = Play(decision=table.room.chairs[seat].decision, text=first_move(table, seat))
        await live_tables.perform(table, Caller(PEOPLE[seat]), ask)
        log = [
            decode_entry(text) for text in await live_tables.store.read(table.room.created.table)
        ]
        counts.clear()
        again = restore(log)
        events = again.started_table().events
        assert events == table.room.started_table().events
        assert counts == {name: len(events) for name in ("parse", "is_legal", "apply")}
        forged = Happened(at=1, who=LUCK, text="deal 0 1")
        with pytest.raises(Refused) as refused:
            restore([*log, forged])
        assert refused.value.code == "broken-log"
