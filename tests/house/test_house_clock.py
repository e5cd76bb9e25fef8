"""The time of the house: a wall clock that jumps costs nobody their time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from house.stores import in_loop
from house.test_broken import play_one
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.house import timestamps
from ludotheque.house.store import Store, open_store
from ludotheque.house.table.asks import Sit, Start
from ludotheque.house.table.clocks import LINE_ALLOWANCE_MS, TimeControl, deadline, uncounted_ms
from ludotheque.house.table.creation import TableSettings, created_entry
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import Happened, Resumed, Sat, Started, decode_entry
from ludotheque.house.table.expiry import DAY_MS, Expiry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.processes import Processes
from ludotheque.house.table.room import Room
from ludotheque.house.timestamps import NS_PER_MS, HouseClock
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
HOUR_MS = 3_600_000
START_MS = 1_700_000_000_000
JUMPS_MS = (0, HOUR_MS, -HOUR_MS, 200 * DAY_MS, -200 * DAY_MS)
BUDGET = TimeControl("budget", 600)
jumps = st.sampled_from(JUMPS_MS)
controls = st.sampled_from(
    [BUDGET, TimeControl("move", 60), TimeControl("days", 3), TimeControl("budget", 60, 10)]
)


class FakeTime:
    """A machine whose time passes as a test says, and whose wall clock may be set."""

    def __init__(self) -> None:
        self.monotonic_ms, self.wall_ms = 5_000_000, START_MS

    def wall_ns(self) -> int:
        return self.wall_ms * NS_PER_MS

    def monotonic_ns(self) -> int:
        return self.monotonic_ms * NS_PER_MS

    def started_house(self) -> HouseClock:
        """The clock of a process that starts now."""
        return HouseClock(self.wall_ns, self.monotonic_ns)

    def passes(self, ms: int) -> None:
        self.monotonic_ms += ms
        self.wall_ms += ms


@given(st.lists(st.tuples(st.integers(0, HOUR_MS), jumps)))
def test_time_passes_as_it_does_whatever_the_wall_clock_says(steps: list[tuple[int, int]]) -> None:
    machine = FakeTime()
    clock = machine.started_house()
    for passed, jump in steps:
        before = clock.now_ms()
        machine.wall_ms += jump
        machine.passes(passed)
        assert clock.now_ms() - before == passed


@in_loop
async def test_setting_the_wall_clock_costs_no_budget(
    sqlite_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(sqlite_place) as store, serving(store) as tables:
        table = await begun(tables, BUDGET)
        real = time.time_ns
        for jump_ms in JUMPS_MS:
            monkeypatch.setattr(time, "time_ns", lambda ms=jump_ms: real() + ms * NS_PER_MS)
            await play_one(tables, table)
        assert min(table.room.clocks.left_ms) > 500_000
        times = [decode_entry(text).at for text in await store.read(table.room.created.table)]
        assert times == sorted(times)


# between two runs


def started_room(control: TimeControl, clock: HouseClock) -> Room:
    """A game of two people, of whom one thinks."""
    settings = TableSettings("m", {"players": 2}, time_control=control)
    room = Room(created_entry(settings, "ada", bytes(32)))
    for seat, person in enumerate(("ada", "bob")):
        room.fold(Sat(at=clock.now_ms(), seat=seat, person=person, name=person))
    room.fold(Started(at=clock.now_ms()))
    while not deadline(room):
        state = room.started_table().state
        text = room.game.text(state, state.luck()[0][0])
        room.fold(Happened(at=clock.now_ms(), who=-1, text=text))
    return room


def left_ms(room: Room, now_ms: int) -> int:
    """How long the person who thinks still has."""
    limit = deadline(room)
    assert limit is not None
    return limit.at - LINE_ALLOWANCE_MS - now_ms


@given(
    control=controls,
    thought=st.integers(0, 20_000),
    away=st.one_of(st.integers(0, 1000), st.integers(0, 5 * DAY_MS)),
    jump=jumps,
    after=st.integers(0, 9000),
)
def test_between_two_runs_a_clock_loses_at_most_half(
    control: TimeControl, thought: int, away: int, jump: int, after: int
) -> None:
    machine = FakeTime()
    room = started_room(control, machine.started_house())
    had = left_ms(room, room.changed)
    machine.passes(thought)  # and the process ends without a word
    machine.wall_ms += jump
    machine.passes(away)
    clock = machine.started_house()
    started = clock.now_ms()
    machine.passes(after)
    now = clock.now_ms()
    uncounted = uncounted_ms(room, started, now)
    if uncounted:
        room.fold(Resumed(at=now, uncounted_ms=uncounted))
    left = left_ms(room, now)
    assert had - had // 2 - after <= left
    if thought + away + jump >= 0:
        counted = min(thought + away + jump, had // 2)
        assert left == had - counted - after
    else:
        assert left <= had + abs(thought + away + jump)
        assert left >= had - after
    assert uncounted_ms(room, started, now) == 0  # once


@asynccontextmanager
async def serving(store: Store) -> AsyncIterator[LiveTables]:
    tables = LiveTables(store, BotPool())
    try:
        yield tables
    finally:
        await tables.close()
        tables.bot_pool.close()


async def begun(tables: LiveTables, control: TimeControl) -> LiveTable:
    settings = TableSettings("m", {"players": 2}, time_control=control)
    table = await tables.create(settings, "ada")
    for seat, person in enumerate(("ada", "bob")):
        await tables.perform(table, Caller(person, person), Sit(seat=seat))
    await tables.perform(table, Caller("ada"), Start())
    return table


@pytest.mark.parametrize("jump_ms", JUMPS_MS)
@in_loop
async def test_a_start_with_another_wall_clock_times_nobody_out(
    place: str, monkeypatch: pytest.MonkeyPatch, jump_ms: int
) -> None:
    machine = FakeTime()
    monkeypatch.setattr(timestamps, "HOUSE_CLOCK", machine.started_house())
    async with open_store(place) as store:
        async with serving(store) as tables:
            name = (await begun(tables, BUDGET)).room.created.table
        machine.wall_ms += jump_ms
        monkeypatch.setattr(timestamps, "HOUSE_CLOCK", machine.started_house())
        async with serving(store) as tables:
            machine.passes(1000)
            await tables.adoption.look()
            table = await tables.open(name)
            assert left_ms(table.room, timestamps.now_ms()) >= 299_000
            await play_one(tables, table)
            assert "timeout" not in table.room.causes
            assert min(table.room.clocks.left_ms) >= 299_000
            resumed = [
                entry
                for text in await store.read(name)
                if isinstance(entry := decode_entry(text), Resumed)
            ]
            assert len(resumed) == bool(jump_ms)
        async with serving(store) as tables:  # once
            assert (await tables.open(name)).room.next_number == table.room.next_number


# several processes


@in_loop
async def test_processes_follow_the_oldest_clock(sqlite_place: str) -> None:
    machine = FakeTime()
    async with open_store(sqlite_place) as store:
        old = machine.started_house()
        machine.passes(10_000)
        machine.wall_ms += HOUR_MS
        new = machine.started_house()
        assert new.now_ms() - old.now_ms() == HOUR_MS
        machine.passes(100)
        here = Processes(store, house_clock=new)
        assert here.house_started_ms() == new.now_ms() - 100
        await store.broadcast(here.heartbeat())
        await store.broadcast(f"lives older {old.uptime_ms()} {old.now_ms()}")
        assert new.now_ms() == old.now_ms()
        assert here.house_started_ms() == START_MS
        await store.broadcast(f"lives younger 0 {START_MS + 9 * HOUR_MS}")
        await store.broadcast("lives earlier-version")
        assert new.now_ms() == old.now_ms()
        await store.broadcast("leaves older")
        machine.passes(500)
        assert new.now_ms() == old.now_ms()


# expiry


@pytest.mark.parametrize("jump_ms", [200 * DAY_MS, HOUR_MS])
@in_loop
async def test_a_start_far_ahead_closes_no_tables(
    place: str, monkeypatch: pytest.MonkeyPatch, jump_ms: int
) -> None:
    machine = FakeTime()
    monkeypatch.setattr(timestamps, "HOUSE_CLOCK", machine.started_house())
    async with open_store(place) as store:
        async with serving(store) as tables:
            settings = TableSettings("m", {"players": 2})
            waiting = (await tables.create(settings, "ada")).room.created.table
        machine.wall_ms += jump_ms
        monkeypatch.setattr(timestamps, "HOUSE_CLOCK", machine.started_house())
        expiry = Expiry(store, {}, 7, 60, batch_pause_s=0)
        async with serving(store) as tables:
            await tables.create(settings, "bob")  # somebody comes at once
        assert await expiry.sweep(timestamps.now_ms()) == 0
        machine.passes(5 * DAY_MS)
        assert await expiry.sweep(timestamps.now_ms()) == 0
        machine.passes(4 * DAY_MS)
        assert await expiry.sweep(timestamps.now_ms()) >= 1
        row = await store.table(waiting)
        assert row is not None
        assert row.status == "closed"


@in_loop
async def test_time_that_another_process_measured_counts(
    postgres_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = FakeTime()
    old = machine.started_house()
    monkeypatch.setattr(timestamps, "HOUSE_CLOCK", old)
    async with open_store(postgres_place) as store, open_store(postgres_place) as other:
        async with serving(store) as tables:
            name = (await begun(tables, BUDGET)).room.created.table
        machine.passes(500_000)
        monkeypatch.setattr(timestamps, "HOUSE_CLOCK", machine.started_house())
        async with serving(other) as tables:
            opening = asyncio.create_task(tables.open(name))
            await store.broadcast(f"lives {store.process} {old.uptime_ms()} {old.now_ms()}")
            await other.broadcast(tables.processes.heartbeat())
            table = await opening
            assert left_ms(table.room, timestamps.now_ms()) == 100_000
