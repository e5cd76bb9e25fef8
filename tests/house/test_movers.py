"""Bots take a natural moment where a person looks, and the house plays where time has run out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest
from house.running import in_loop

from ludotheque.core.rng import SeededRng
from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table import room as rooms
from ludotheque.house.table.entries import (
    AnyEntry,
    Created,
    Happened,
    Hurried,
    Pace,
    Rose,
    Sat,
    SeatPlan,
    read,
    write,
)
from ludotheque.house.table.live import OpenTable, Watcher, now
from ludotheque.house.table.lobby import Hall
from ludotheque.house.table.room import REMIND_AFTER_MS, Room, restore
from ludotheque.house.views.views import Onlooker, view_of
from ludotheque.house.workers.bot_pool import Thinkers

FOR_EVER = 10_000.0  # seconds: longer than any test waits
ZAPP = {"players": 2, "advanced": False, "memory": False, "pieces": 3, "forgetful": False}


@contextlib.asynccontextmanager
async def open_hall(folder: Path, pause: float) -> AsyncIterator[Hall]:
    async with SqliteStore(str(folder / "house.sqlite")) as store:
        hall = Hall(store, Thinkers(), pause)
        try:
            yield hall
        finally:
            await hall.close()
            hall.thinkers.close()


async def begun(hall: Hall, game: str, bots: int, pace: Pace | None = None) -> OpenTable:
    """A table where Ada plays against bots."""
    seats = [SeatPlan(), *[SeatPlan("random")] * bots]
    table = await hall.create(game, {"players": 1 + bots}, seats, "ada", pace=pace)
    await hall.sit(table, "ada", "Ada", 0, "", program=False)
    return table


async def until(table: OpenTable, ready: Callable[[], bool]) -> None:
    """Wait for something that a change of the table brings."""
    changed = asyncio.Event()
    table.watch(changed.set, Watcher("program", program=True))
    while not ready():
        await changed.wait()
        changed.clear()
    table.leave(changed.set)


def by_bots(table: OpenTable) -> int:
    return table.room.causes.count("bot")


@in_loop
async def test_a_bot_waits_while_somebody_looks_and_hurries_when_asked(tmp_path: Path) -> None:
    async with open_hall(tmp_path, FOR_EVER) as hall:
        table = await begun(hall, "zapp_zerapp", 2)
        table.watch(lambda: None, Watcher("ada", "ada"))
        await hall.start(table, "ada")
        for text in ("take 1", "shake 1", "back 1"):  # who plays is never kept waiting
            await hall.play(table, "ada", 0, table.room.chairs[0].decision, text)
        await asyncio.sleep(0.5)
        assert by_bots(table) == 0
        await hall.hurry(table, "ada", on=True)
        assert table.room.hurry
        await until(table, lambda: by_bots(table) >= 3)
        await hall.hurry(table, "ada", on=False)
        assert not table.hurried.is_set()


@pytest.mark.parametrize("watcher", [None, Watcher("p", "", program=True)])
@in_loop
async def test_a_bot_does_not_wait_for_nobody(watcher: Watcher | None, tmp_path: Path) -> None:
    async with open_hall(tmp_path, FOR_EVER) as hall:
        table = await begun(hall, "zapp_zerapp", 1)
        if watcher is not None:
            table.watch(lambda: None, watcher)
        await hall.start(table, "ada")
        await until(table, lambda: by_bots(table) >= 2)


@in_loop
async def test_every_move_of_a_bot_is_shown(tmp_path: Path) -> None:
    """Between two of them whoever looks is woken, and has time to look."""
    async with open_hall(tmp_path, 0.05) as hall:
        table = await begun(hall, "zapp_zerapp", 3)
        seen: list[int] = []
        loop = asyncio.get_running_loop()

        def wake() -> None:
            loop.call_soon(lambda: seen.append(by_bots(table)))

        table.watch(wake, Watcher("ada", "ada"))
        await hall.start(table, "ada")
        await until(table, lambda: by_bots(table) >= 8)
        await asyncio.sleep(0)
        assert {*range(8)} <= {*seen}


@in_loop
async def test_only_who_sits_hurries_bots(tmp_path: Path) -> None:
    async with open_hall(tmp_path, 0) as hall:
        table = await begun(hall, "m", 1)
        for person, code in (("eve", "not-seated"), ("", "not-seated")):
            with pytest.raises(Refused) as refused:
                await hall.hurry(table, person, on=True)
            assert refused.value.code == code
        await hall.hurry(table, "ada", on=True)
        number = table.room.number
        await hall.hurry(table, "ada", on=True)  # nothing new is nothing written
        assert table.room.number == number


# a time for all


class Listening:
    """Zapp Zerapp for two with a time for listening, as a log."""

    def __init__(self, pace: Pace) -> None:
        created = Created(
            table="t",
            game="zapp_zerapp",
            options=dict(ZAPP),
            seats=[SeatPlan(), SeatPlan()],
            public=True,
            host="ada",
            pace=pace,
            commitment="c",
        )
        self.room, self.entries, self.rng = Room(created), list[AnyEntry]([created]), SeededRng(3)
        self.add(Sat(seat=0, person="ada", name="Ada"), Sat(seat=1, person="bob", name="Bob"))
        self.add(*self.room.plan_start(self.rng, 1000))

    def add(self, *entries: AnyEntry) -> None:
        for entry in entries:
            self.room.fold(entry)
            self.entries.append(entry)

    def move(self, seat: int, text: str, at: int) -> None:
        self.room.may_move(seat, text)
        self.add(*self.room.plan_move(seat, text, self.rng, at, ""))

    def time_out(self, at: int) -> list[tuple[int, str]]:
        deadline = self.room.deadline()
        assert deadline is not None
        entries = self.room.plan_timeout(deadline[0], self.rng, at)
        self.add(*entries)
        moves = [entry for entry in entries if isinstance(entry, Happened) and entry.who >= 0]
        assert {entry.cause for entry in moves} == {"timeout"}
        return [(entry.who, entry.text) for entry in moves]


def test_when_listening_time_is_over_the_house_places_for_all() -> None:
    game = Listening(Pace(together=20))
    assert game.room.deadline() == ([0, 1], 21_000)
    game.move(0, "take 5", 2000)
    game.move(0, "take 3", 3000)
    game.move(0, "shake 5", 4000)
    assert game.room.deadline() == ([0, 1], 21_000)  # nothing that one does gives more time
    assert [game.room.clock_ms(seat, 6000) for seat in (0, 1)] == [15_000, 15_000]
    # the barrel taken first; else the lowest that is free, which 3 is again, but 1 is lower
    assert game.time_out(21_000) == [(0, "place 5"), (1, "take 1"), (1, "place 1")]
    assert restore([read(write(entry)) for entry in game.entries]).chairs == game.room.chairs


def test_who_has_placed_is_left_alone_and_each_round_has_its_time() -> None:
    game = Listening(Pace(together=20))
    game.move(1, "take 1", 2000)
    game.move(1, "place 1", 3000)
    assert game.room.deadline() == ([0], 21_000)
    assert game.room.clock_ms(1, 3000) == -1
    game.time_out(21_000)
    while not game.room.in_timed_phase():
        assert game.room.deadline() is None  # a move on the board has no limit here
        seat = game.room.playing().state.actors()[0]
        game.move(seat, game.room.default_text(seat), 30_000)
    deadline = game.room.deadline()
    assert deadline is not None
    assert deadline[0] == [0, 1]
    assert deadline[1] in {41_000, 50_000}  # from the last move, or at once if nobody could move


def test_the_time_of_all_is_in_place_of_the_own_one() -> None:
    game = Listening(Pace("budget", 60, 5, together=20))
    game.move(0, "take 5", 11_000)
    assert game.room.chairs[0].left_ms == 60_000
    assert game.room.deadline() == ([0, 1], 21_000)
    without = Listening(Pace("budget", 60, 5))
    without.move(0, "take 5", 11_000)
    assert without.room.chairs[0].left_ms == 55_000


@in_loop
async def test_the_house_keeps_the_time_of_all(tmp_path: Path) -> None:
    async with open_hall(tmp_path, FOR_EVER) as hall:
        table = await begun(hall, "zapp_zerapp", 1, Pace(together=1))
        table.watch(lambda: None, Watcher("ada", "ada"))  # so the bot would wait for ever
        await hall.start(table, "ada")
        await until(table, lambda: table.room.causes.count("timeout") >= 4)
        events = table.room.playing().events
        late = [e for e, cause in zip(events, table.room.causes, strict=True) if cause == "timeout"]
        assert [(event.who, event.text) for event in late[:4]] == [
            (0, "take 1"),
            (0, "place 1"),
            (1, "take 2"),
            (1, "place 2"),
        ]


@pytest.mark.parametrize(
    ("game", "pace"),
    [("m", Pace(together=20)), ("zapp_zerapp", Pace("days", 3, together=20))]
    + [("zapp_zerapp", Pace(together=seconds)) for seconds in (-1, 100_000)],
)
@in_loop
async def test_a_time_that_cannot_be_kept_is_refused(game: str, pace: Pace, tmp_path: Path) -> None:
    async with open_hall(tmp_path, 0) as hall:
        with pytest.raises(Refused) as refused:
            await hall.create(game, {"players": 2}, [], "ada", pace=pace)
        assert refused.value.code == "bad-pace"


# reminders (ZZ-6)


def prompt(room: Room, person: str, at: int) -> str:
    """What somebody reads at a time."""
    scene = view_of(room, Onlooker(person, "en"), at).scene
    assert scene is not None
    return scene.prompt


def test_who_holds_a_barrel_for_long_without_shaking_it_is_reminded() -> None:
    game = Listening(Pace())
    room, late = game.room, 10**9
    for person in ("ada", "bob", ""):  # nobody holds anything
        assert "for a while" not in prompt(room, person, late)
    game.move(0, "take 5", 2000)
    game.move(0, "take 3", 3000)
    game.move(1, "take 7", 4000)
    game.move(1, "place 7", 5000)
    usual = prompt(room, "ada", 2000 + REMIND_AFTER_MS - 1)
    reminded = prompt(room, "ada", 2000 + REMIND_AFTER_MS)
    assert reminded.startswith(f"{usual} You have held barrel V for a while without shaking it")
    for person in ("bob", ""):  # who has placed, and who looks on
        assert "for a while" not in prompt(room, person, late)
    game.move(0, "shake 5", 30_000)  # now barrel III has waited longest
    assert "barrel III for a while" in prompt(room, "ada", 30_000)
    game.move(0, "back 3", 31_000)
    assert prompt(room, "ada", 30_000 + REMIND_AFTER_MS - 1).count("barrel V ") == 0
    assert "barrel V for a while" in prompt(room, "ada", 30_000 + REMIND_AFTER_MS)
    assert restore([read(write(entry)) for entry in game.entries]).times == room.times


def test_a_seat_that_a_bot_keeps_is_not_reminded() -> None:
    game = Listening(Pace())
    game.move(0, "take 5", 2000)
    game.add(Rose(at=3000, seat=0, bot="greedy"))
    assert game.room.reminder(0) is None


@in_loop
async def test_the_house_reminds_in_time_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "REMIND_AFTER_MS", 300)
    async with open_hall(tmp_path, 0) as hall:
        table = await hall.create("zapp_zerapp", {"players": 2}, [SeatPlan(), SeatPlan()], "ada")
        for seat, person in enumerate(("ada", "bob")):
            await hall.sit(table, person, person, seat, "", program=False)
        await hall.start(table, "ada")
        woken: list[str] = []
        for person in ("ada", "bob", "eve"):
            table.watch(partial(woken.append, person), Watcher(person, person))
        await hall.play(table, "ada", 0, table.room.chairs[0].decision, "take 5")
        while table.notify_timer is not None:  # that somebody came to look on
            await asyncio.sleep(0.01)
        woken.clear()
        await hall.play(table, "ada", 0, table.room.chairs[0].decision, "shake 5")
        assert sorted(woken) == ["ada", "bob", "eve"]
        assert "for a while" not in prompt(table.room, "ada", now())
        await asyncio.sleep(0.5)
        assert sorted(woken) == ["ada", "ada", "bob", "eve"]
        assert "barrel V for a while" in prompt(table.room, "ada", now())
        assert table.reminding is None  # once is enough
        await hall.play(table, "ada", 0, table.room.chairs[0].decision, "back 5")
        assert "for a while" not in prompt(table.room, "ada", now() + 10**6)


def test_entries_of_before_can_be_read() -> None:
    """A log written by an older house has neither seats of speakers nor a time for all."""
    old = '{"kind":"said","at":1,"person":"a","name":"A","text":"x"}'
    assert msgspec.structs.asdict(read(old))["seat"] == -1
    pace = msgspec.json.decode('{"mode":"move","seconds":3,"increment":0}', type=Pace)
    assert pace == Pace("move", 3)
    assert read(write(Hurried(at=1, seat=0, on=True))) == Hurried(at=1, seat=0, on=True)
