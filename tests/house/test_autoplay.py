"""Bots pause while a person watches, and the house moves where time has run out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest
from house.observers import callbacks_of
from house.running import in_loop
from house.table_state import seen

from ludotheque.core.rng import SeededRng
from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table import clocks
from ludotheque.house.table.asks import Play, SetBotPace, Sit, Start
from ludotheque.house.table.autoplay import PACE_FACTORS, RACE_FACTORS, pause_factor
from ludotheque.house.table.clocks import (
    LINE_ALLOWANCE_MS,
    REMIND_AFTER_MS,
    TimeControl,
    deadline,
    reminder,
)
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import (
    AnyEntry,
    Created,
    Happened,
    Hurried,
    Rose,
    Sat,
    SeatPlan,
    Started,
    decode_entry,
    encode_entry,
)
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.moves import LegalMove, TimeUp, apply_step, validate_move
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views import stream
from ludotheque.house.views.feed import Cursor, feed_of
from ludotheque.house.workers.bot_pool import BotPool

FREE = TimeControl()
VERY_LONG_S = 10_000.0  # longer than any test waits
ZAPP = {"players": 2, "advanced": False, "memory": False, "pieces": 3, "forgetful": False}


@contextlib.asynccontextmanager
async def open_lobby(folder: Path, pause: float) -> AsyncIterator[LiveTables]:
    async with SqliteStore(str(folder / "house.sqlite")) as store:
        live_tables = LiveTables(store, BotPool(), pause)
        try:
            yield live_tables
        finally:
            await live_tables.close()
            live_tables.bot_pool.close()


async def begun(
    live_tables: LiveTables, game: str, bots: int, pace: TimeControl = FREE
) -> LiveTable:
    """A table where Ada plays against bots."""
    seats = [SeatPlan(), *[SeatPlan("random")] * bots]
    table = await live_tables.create(
        TableSettings(game, {"players": 1 + bots}, seats, time_control=pace), "ada"
    )
    await live_tables.perform(table, Caller("ada", "Ada"), Sit(seat=0))
    return table


async def until(table: LiveTable, ready: Callable[[], bool]) -> None:
    """Wait for a condition that a change of the table brings about."""
    changed, watcher = asyncio.Event(), Watcher("program", program=True)
    callbacks_of(table).append(changed.set)
    table.subscribe(watcher)
    while not ready():
        await changed.wait()
        changed.clear()
    table.unsubscribe(watcher)
    callbacks_of(table).remove(changed.set)


def moves_by_bots(table: LiveTable) -> int:
    return table.room.causes.count("bot")


@in_loop
async def test_a_bot_pauses_while_a_person_watches_and_hurries_when_asked(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, VERY_LONG_S) as live_tables:
        table = await begun(live_tables, "zapp_zerapp", 2)
        table.subscribe(Watcher("ada", "ada"))
        await live_tables.perform(table, Caller("ada"), Start())
        for text in ("take 1", "shake 1", "back 1"):  # a player never waits
            await live_tables.perform(
                table, Caller("ada"), Play(decision=table.room.chairs[0].decision, text=text)
            )
        await asyncio.sleep(0.5)
        assert moves_by_bots(table) == 0
        await live_tables.perform(table, Caller("ada"), SetBotPace(pace="quick"))
        assert table.room.bot_pace == "quick"
        await until(table, lambda: moves_by_bots(table) >= 3)
        await live_tables.perform(table, Caller("ada"), SetBotPace(pace="normal"))
        assert not table.hurried.is_set()


@in_loop
async def test_bots_wait_longer_while_a_person_decides_too(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, VERY_LONG_S) as live_tables:
        table = await begun(live_tables, "zapp_zerapp", 2)
        table.subscribe(Watcher("ada", "ada"))
        await live_tables.perform(table, Caller("ada"), Start())
        assert pause_factor(table.room) == RACE_FACTORS["normal"]
        for text in ("take 1", "place 1"):
            await live_tables.perform(
                table, Caller("ada"), Play(decision=table.room.chairs[0].decision, text=text)
            )
        assert pause_factor(table.room) == PACE_FACTORS["normal"]


@pytest.mark.parametrize("watcher", [None, Watcher("p", "", program=True)])
@in_loop
async def test_a_bot_does_not_pause_unwatched(watcher: Watcher | None, tmp_path: Path) -> None:
    async with open_lobby(tmp_path, VERY_LONG_S) as live_tables:
        table = await begun(live_tables, "zapp_zerapp", 1)
        if watcher is not None:
            table.subscribe(watcher)
        await live_tables.perform(table, Caller("ada"), Start())
        await until(table, lambda: moves_by_bots(table) >= 2)


@in_loop
async def test_every_move_of_a_bot_is_shown(tmp_path: Path) -> None:
    """Between two of them watchers are notified and have time to send a view."""
    async with open_lobby(tmp_path, 0.05) as live_tables:
        table = await begun(live_tables, "zapp_zerapp", 3)
        counts: list[int] = []
        loop = asyncio.get_running_loop()

        def wake() -> None:
            loop.call_soon(lambda: counts.append(moves_by_bots(table)))

        callbacks_of(table).append(wake)
        table.subscribe(Watcher("ada", "ada"))
        await live_tables.perform(table, Caller("ada"), Start())
        await until(table, lambda: moves_by_bots(table) >= 8)
        await asyncio.sleep(0)
        assert {*range(8)} <= {*counts}


@in_loop
async def test_only_seated_people_set_the_pace_of_bots(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, 0) as live_tables:
        table = await begun(live_tables, "m", 1)
        for person, code in (("eve", "not-seated"), ("", "not-seated")):
            with pytest.raises(Refused) as refused:
                await live_tables.perform(table, Caller(person), SetBotPace(pace="quick"))
            assert refused.value.code == code
        await live_tables.perform(table, Caller("ada"), SetBotPace(pace="quick"))
        number = table.room.next_number
        await live_tables.perform(table, Caller("ada"), SetBotPace(pace="quick"))  # changes nothing
        assert table.room.next_number == number


# the shared clock


class Listening:
    """The log of a game of Zapp Zerapp for two with a time limit for listening."""

    def __init__(self, pace: TimeControl) -> None:
        created = Created(
            table="t",
            game="zapp_zerapp",
            options=dict(ZAPP),
            seats=[SeatPlan(), SeatPlan()],
            public=True,
            host="ada",
            time_control=pace,
            commitment="c",
        )
        self.room, self.entries, self.rng = Room(created), list[AnyEntry]([created]), SeededRng(3)
        self.add(Sat(seat=0, person="ada", name="Ada"), Sat(seat=1, person="bob", name="Bob"))
        self.entries += apply_step(self.room, Started(at=1000), self.rng)

    def add(self, *entries: AnyEntry) -> None:
        for entry in entries:
            self.room.fold(entry)
            self.entries.append(entry)

    def move(self, seat: int, text: str, at: int) -> None:
        move = validate_move(self.room, seat, text)
        self.entries += apply_step(self.room, LegalMove(at, seat, move), self.rng)

    def time_out(self, at: int) -> list[tuple[int, str]]:
        due = deadline(self.room)
        assert due is not None
        entries = apply_step(self.room, TimeUp(at, due.seats), self.rng)
        self.entries += entries
        moves = [entry for entry in entries if isinstance(entry, Happened) and entry.who >= 0]
        assert {entry.cause for entry in moves} == {"timeout"}
        return [(entry.who, entry.text) for entry in moves]


def test_when_the_listening_time_is_over_the_house_places_for_all() -> None:
    game = Listening(TimeControl(shared_seconds=20))
    assert deadline(game.room) == ([0, 1], 21_000 + LINE_ALLOWANCE_MS)
    game.move(0, "take 5", 2000)
    game.move(0, "take 3", 3000)
    game.move(0, "shake 5", 4000)
    assert deadline(game.room) == ([0, 1], 21_000 + LINE_ALLOWANCE_MS)  # no action extends the time
    assert [game.room.clocks.seat_deadline(seat) for seat in (0, 1)] == [21_000, 21_000]
    # the barrel taken first; else the lowest that is free, which 3 is again, but 1 is lower
    assert game.time_out(21_000) == [(0, "place 5"), (1, "take 1"), (1, "place 1")]
    assert (
        restore([decode_entry(encode_entry(entry)) for entry in game.entries]).chairs
        == game.room.chairs
    )


def test_a_seat_that_has_placed_is_left_alone_and_each_round_has_its_time() -> None:
    game = Listening(TimeControl(shared_seconds=20))
    game.move(1, "take 1", 2000)
    game.move(1, "place 1", 3000)
    assert deadline(game.room) == ([0], 21_000 + LINE_ALLOWANCE_MS)
    assert game.room.clocks.seat_deadline(1) == 0
    game.time_out(21_000)
    while not game.room.in_timed_phase():
        assert deadline(game.room) is None  # moves on the board have no limit here
        seat = game.room.started_table().state.actors()[0]
        state = game.room.started_table().state
        game.move(seat, game.room.game.text(state, state.default_move(seat)), 30_000)
    due = deadline(game.room)
    assert due is not None
    assert due.seats == [0, 1]
    # from the last move, or at once if nobody could move
    assert due.at - LINE_ALLOWANCE_MS in {41_000, 50_000}


def test_the_shared_clock_replaces_the_clocks_of_the_seats() -> None:
    game = Listening(TimeControl("budget", 60, 5, shared_seconds=20))
    game.move(0, "take 5", 11_000)
    assert game.room.clocks.left_ms[0] == 60_000
    assert deadline(game.room) == ([0, 1], 21_000 + LINE_ALLOWANCE_MS)
    without = Listening(TimeControl("budget", 60, 5))
    without.move(0, "take 5", 11_000)
    assert without.room.clocks.left_ms[0] == 55_000


@in_loop
async def test_the_house_acts_when_the_shared_clock_runs_out(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, VERY_LONG_S) as live_tables:
        table = await begun(live_tables, "zapp_zerapp", 1, TimeControl(shared_seconds=1))
        table.subscribe(Watcher("ada", "ada"))  # the bot would never move
        await live_tables.perform(table, Caller("ada"), Start())
        await until(table, lambda: table.room.causes.count("timeout") >= 4)
        events = table.room.started_table().events
        late = [e for e, cause in zip(events, table.room.causes, strict=True) if cause == "timeout"]
        assert [(event.who, event.text) for event in late[:4]] == [
            (0, "take 1"),
            (0, "place 1"),
            (1, "take 2"),
            (1, "place 2"),
        ]


@pytest.mark.parametrize(
    ("game", "pace"),
    [
        ("m", TimeControl(shared_seconds=20)),
        ("zapp_zerapp", TimeControl("days", 3, shared_seconds=20)),
    ]
    + [("zapp_zerapp", TimeControl(shared_seconds=seconds)) for seconds in (-1, 100_000)],
)
@in_loop
async def test_an_invalid_time_control_is_refused(
    game: str, pace: TimeControl, tmp_path: Path
) -> None:
    async with open_lobby(tmp_path, 0) as live_tables:
        with pytest.raises(Refused) as refused:
            await live_tables.create(
                TableSettings(game, {"players": 2}, [], time_control=pace), "ada"
            )
        assert refused.value.code == "bad-pace"


# reminders (ZZ-6)


def prompt(room: Room, person: str, at: int) -> str:
    """The prompt of a person at a time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "now_ms", lambda: at)
        scene = seen(room, person).scene
    assert scene is not None
    return scene.prompt


def test_a_player_who_holds_a_barrel_without_shaking_it_is_reminded() -> None:
    game = Listening(TimeControl())
    room, late = game.room, 10**9
    for person in ("ada", "bob", ""):  # nobody holds a barrel
        assert "for a while" not in prompt(room, person, late)
    game.move(0, "take 5", 2000)
    game.move(0, "take 3", 3000)
    usual = prompt(room, "ada", 2000 + REMIND_AFTER_MS - 1)
    reminded = prompt(room, "ada", 2000 + REMIND_AFTER_MS)
    assert reminded.startswith(f"{usual} You have held barrel 5 for a while: others may need it!")
    for person in ("bob", ""):  # a seat that holds none, and a spectator
        assert "for a while" not in prompt(room, person, late)
    game.move(0, "shake 5", 30_000)  # now barrel III has waited longest
    assert "barrel 3 for a while" in prompt(room, "ada", 30_000)
    game.move(0, "back 3", 31_000)
    assert prompt(room, "ada", 30_000 + REMIND_AFTER_MS - 1).count("barrel V ") == 0
    assert "barrel 5 for a while" in prompt(room, "ada", 30_000 + REMIND_AFTER_MS)
    game.move(1, "take 7", 32_000)
    game.move(1, "place 7", 33_000)  # now nobody else needs one
    assert "for a while" not in prompt(room, "ada", late)
    assert (
        restore([decode_entry(encode_entry(entry)) for entry in game.entries]).times == room.times
    )


def test_a_seat_held_by_a_bot_is_not_reminded() -> None:
    game = Listening(TimeControl())
    game.move(0, "take 5", 2000)
    game.add(Rose(at=3000, seat=0, bot="greedy"))
    assert reminder(game.room, 0) is None


@in_loop
async def test_only_the_player_is_reminded_and_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "REMIND_AFTER_MS", 300)
    async with open_lobby(tmp_path, 0) as live_tables:
        table = await live_tables.create(
            TableSettings("zapp_zerapp", {"players": 2}, [SeatPlan(), SeatPlan()]), "ada"
        )
        for seat, person in enumerate(("ada", "bob")):
            await live_tables.perform(table, Caller(person, person), Sit(seat=seat))
        await live_tables.perform(table, Caller("ada"), Start())
        woken: list[str] = []
        for person in ("ada", "bob", "eve"):
            table.subscribe(Watcher(person, person))
            recipients = feed_of(table)
            recipients.add(Cursor(recipients, person, "en", partial(woken.append, person)))
        await live_tables.perform(
            table, Caller("ada"), Play(decision=table.room.chairs[0].decision, text="take 5")
        )
        while table.notify_timer is not None:  # of the number of spectators
            await asyncio.sleep(0.01)
        woken.clear()
        await live_tables.perform(
            table, Caller("ada"), Play(decision=table.room.chairs[0].decision, text="shake 5")
        )
        assert sorted(woken) == ["ada", "bob", "eve"]
        assert "for a while" not in prompt(table.room, "ada", now_ms())
        await asyncio.sleep(0.5)
        assert sorted(woken) == ["ada", "ada", "bob", "eve"]
        assert "barrel 5 for a while" in prompt(table.room, "ada", now_ms())
        assert table.reminder_timer is None  # only once
        await live_tables.perform(
            table, Caller("ada"), Play(decision=table.room.chairs[0].decision, text="back 5")
        )
        assert "for a while" not in prompt(table.room, "ada", now_ms() + 10**6)


def test_entries_of_an_older_house_can_be_read() -> None:
    """A log written by an older house has neither seats of speakers nor a shared time limit."""
    old = '{"kind":"said","at":1,"person":"a","name":"A","text":"x"}'
    assert msgspec.structs.asdict(decode_entry(old))["seat"] == -1
    pace = msgspec.json.decode('{"mode":"move","seconds":3,"increment":0}', type=TimeControl)
    assert pace == TimeControl("move", 3)
    assert decode_entry(encode_entry(Hurried(at=1, seat=0, on=True))) == Hurried(
        at=1, seat=0, on=True
    )
