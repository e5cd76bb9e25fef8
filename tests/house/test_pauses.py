"""Pauses: clocks rest in nights, weekends, holidays and leave, and every clock runs out."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from house.running import guest, has_question, house, in_loop, seeded_random
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.house.refusals import Refused
from ludotheque.house.table.asks import ProposeTimeControl, Sit, Start, TakeLeave, Vote
from ludotheque.house.table.clocks import DAY_S, MS_PER_S, TimeControl, check_time_control, deadline
from ludotheque.house.table.creation import TableSettings, created_entry
from ludotheque.house.table.deeds import DEEDS, Caller
from ludotheque.house.table.entries import TookLeave, decode_entry, encode_entry
from ludotheque.house.table.moves import TimeUp, apply_step
from ludotheque.house.table.pauses import (
    MAX_DAYS_PER_MOVE,
    MAX_HOLIDAY_DAYS,
    MAX_LEAVE_DAYS,
    Days,
    Holiday,
    Pauses,
    days_between,
    end_of,
    leave_after,
)
from ludotheque.house.table.room import Room
from ludotheque.house.zones import local

pytest_plugins = ("house.postgres",)
DAY_MS = MS_PER_S * DAY_S
HOUR_MS, MINUTE_MS = 3_600_000, 60_000
ADA, BOB = Caller("p-ada", "Ada"), Caller("p-bob", "Bob")
ZONES = (
    *("UTC", "Europe/Paris", "America/New_York", "Asia/Kathmandu"),
    *("Australia/Lord_Howe", "America/Havana", "Pacific/Apia", "Africa/Casablanca"),
)
FIRST_DAY, LAST_DAY = date(2010, 1, 1), date(2040, 1, 1)
some_days = st.dates(FIRST_DAY, LAST_DAY)
times = st.integers(
    round(datetime(2010, 6, 1, tzinfo=UTC).timestamp() * 1000),
    round(datetime(2039, 6, 1, tzinfo=UTC).timestamp() * 1000),
)


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)


@st.composite
def any_pauses(draw: st.DrawFn) -> Pauses:
    """Pauses that are allowed, near what tables agree on and at the limits."""
    night_from = draw(st.integers(0, 1439))
    length = draw(st.sampled_from([0, 1, 60, 600, 720]) | st.integers(0, 720))
    holidays, left = [], MAX_HOLIDAY_DAYS
    for first in draw(st.lists(some_days, max_size=4)):
        days = draw(st.integers(1, left)) if left else 0
        if days:
            holidays.append(Holiday(first, first + timedelta(days - 1)))
            left -= days
    return Pauses(
        zone=draw(st.sampled_from(ZONES)),
        night_from=night_from,
        night_to=(night_from + length) % 1440,
        weekends=draw(st.booleans()),
        holidays=tuple(holidays),
        leave_days=draw(st.integers(0, MAX_LEAVE_DAYS)),
    )


@st.composite
def moments(draw: st.DrawFn) -> tuple[Pauses, Days, int, int]:
    """Pauses, leave within its budget, when a clock began to run, and its days for a move."""
    pauses, since = draw(any_pauses()), draw(times)
    first = pauses.today(since) + timedelta(draw(st.integers(-5, 20)))
    leave = frozenset(days_between(first, first + timedelta(pauses.leave_days - 1)))
    return pauses, leave, since, draw(st.integers(1, MAX_DAYS_PER_MOVE))


def rests(pauses: Pauses, leave: Days, moment: int) -> bool:
    """Whether a clock rests at a moment: as a person looks at a calendar and at the wall."""
    wall = local(pauses.zone, moment)
    day, minute = wall.date(), 60 * wall.hour + wall.minute
    if pauses.rests_on(day) or day in leave:
        return True
    first, last = pauses.night_from, pauses.night_to
    return first <= minute < last if first <= last else minute >= first or minute < last


# the function


@given(moments())
def test_no_game_is_immortal(moment: tuple[Pauses, Days, int, int]) -> None:
    """However much rests: half of each working day counts, all else is few days."""
    pauses, leave, since, days = moment
    end = end_of(pauses, leave, since, days * DAY_MS)
    working = 2 * days + MAX_HOLIDAY_DAYS + len(leave) + 3
    assert since + days * DAY_MS <= end <= since + (working * 7 // 5 + 7) * DAY_MS


@given(moments(), st.integers(1, 90 * DAY_MS))
def test_who_begins_later_has_time_for_longer(
    moment: tuple[Pauses, Days, int, int], later: int
) -> None:
    pauses, leave, since, days = moment
    ms = days * DAY_MS
    assert end_of(pauses, leave, since, ms) <= end_of(pauses, leave, since + later, ms)
    assert end_of(pauses, leave, since, ms) < end_of(pauses, leave, since, ms + 1)
    # What is granted in two parts is the same as at once.
    half = end_of(pauses, leave, since, ms // 2)
    assert end_of(pauses, leave, half, ms - ms // 2) == end_of(pauses, leave, since, ms)


@given(moments())
def test_leave_only_helps(moment: tuple[Pauses, Days, int, int]) -> None:
    pauses, leave, since, days = moment
    without = end_of(pauses, frozenset(), since, days * DAY_MS)
    assert without <= end_of(pauses, leave, since, days * DAY_MS)


@given(moments())
def test_what_counts_is_what_a_calendar_says(moment: tuple[Pauses, Days, int, int]) -> None:
    """Minute by minute, over a few days: the time that counts is the time that was granted."""
    pauses, leave, since, _ = moment
    since -= since % MINUTE_MS
    granted = 2 * HOUR_MS * 7
    end = end_of(pauses, leave, since, granted)
    minutes = range(since, min(end, since + 6 * DAY_MS), MINUTE_MS)
    counted = sum(not rests(pauses, leave, minute) for minute in minutes) * MINUTE_MS
    if end <= since + 6 * DAY_MS:
        # In the hour that comes twice in autumn a night may end once or twice: both are right.
        assert abs(counted - granted) <= HOUR_MS
        assert not rests(pauses, leave, end - 1) or abs(counted - granted) <= HOUR_MS
    else:
        assert counted <= granted + HOUR_MS


@pytest.mark.parametrize(
    ("pauses", "begins", "ends"),
    [
        (Pauses(), "2026-11-18T20:00+00:00", "2026-11-20T20:00+00:00"),
        (Pauses(weekends=True), "2026-11-20T20:00+00:00", "2026-11-24T20:00+00:00"),
        (Pauses(weekends=True), "2026-11-21T20:00+00:00", "2026-11-25T00:00+00:00"),
        (  # 14 hours a day: 48 hours are three days and six hours
            Pauses(zone="Europe/Paris", night_from=22 * 60, night_to=8 * 60),
            *("2026-11-18T08:00+01:00", "2026-11-21T14:00+01:00"),
        ),
        (  # a siesta
            Pauses(night_from=12 * 60, night_to=14 * 60),
            *("2026-11-18T13:00+00:00", "2026-11-20T18:00+00:00"),
        ),
        (
            Pauses(holidays=(Holiday(date(2026, 12, 24), date(2026, 12, 26)),)),
            *("2026-12-23T12:00+00:00", "2026-12-28T12:00+00:00"),
        ),
        (  # clocks go forward on 29 March: that day has 23 hours
            Pauses(zone="Europe/Paris", night_from=1439, night_to=0),
            *("2026-03-28T00:00+01:00", "2026-03-30T01:02+02:00"),
        ),
    ],
)
def test_examples(pauses: Pauses, begins: str, ends: str) -> None:
    assert end_of(pauses, frozenset(), at(begins), 2 * DAY_MS) == at(ends)


# leave


@given(st.data())
def test_leave_is_no_more_than_was_agreed(data: st.DataObject) -> None:
    """Whatever a person asks for and takes back, and however often."""
    pauses = data.draw(any_pauses())
    room, now = started(TimeControl("days", 2, pauses=pauses)), at("2026-11-18T12:00+00:00")
    for _ in range(data.draw(st.integers(1, 6))):
        now += data.draw(st.integers(0, 9 * DAY_MS))
        before, today = room.leave_of(0), pauses.today(now)
        first = today + timedelta(data.draw(st.integers(-3, 20)))
        last = first + timedelta(data.draw(st.integers(-1, 70)))
        ask = data.draw(st.sampled_from([TakeLeave(), TakeLeave(first=first, last=last)]))
        try:
            do(room, ADA, ask, now)
        except Refused as refused:
            assert refused.code in {"no-leave", "bad-leave", "too-much-leave"}
            continue
        taken = room.leave_of(0)
        assert len(taken) <= pauses.leave_days
        assert {day for day in before if day <= today} <= taken, "what has begun stays taken"
        assert not any(pauses.rests_on(day) for day in taken)
        asked = {*days_between(ask.first, ask.last)}
        assert {day for day in taken if day > today} == {
            day for day in asked if day > today and not pauses.rests_on(day)
        }
    assert room.leave_of(1) == frozenset()


def started(control: TimeControl) -> Room:
    """A game of two people that has begun and waits for somebody."""
    seed = b"1" * 32
    settings = TableSettings("m", {"players": 2}, time_control=control)
    room = Room(created_entry(settings, ADA.person, seed))
    now = at("2026-11-18T11:00+00:00")
    do(room, ADA, Sit(seat=0), now)
    do(room, BOB, Sit(seat=1), now)
    do(room, ADA, Start(), now)
    return room


def do(room: Room, caller: Caller, ask: Any, now: int) -> list[Any]:
    steps = DEEDS[type(ask)](room, caller, ask, now)
    return [entry for step in steps for entry in apply_step(room, step, SeededRng(1))]


def test_leave_moves_ones_own_deadline_alone() -> None:
    room = started(TimeControl("days", 2, pauses=Pauses(leave_days=14)))
    (mover,) = [int(seat) for seat in room.started_table().state.awaited()]
    callers = (ADA, BOB)
    before = room.clocks.seat_deadline(mover)
    now = at("2026-11-18T12:00+00:00")
    week = TakeLeave(first=date(2026, 11, 19), last=date(2026, 11, 25))
    do(room, callers[1 - mover], week, now)
    assert room.clocks.seat_deadline(mover) == before
    do(room, callers[mover], week, now)
    assert room.clocks.seat_deadline(mover) == before + 7 * DAY_MS
    due = deadline(room)
    assert due is not None
    assert due.at >= before + 7 * DAY_MS
    # Back on the third day: that day still rests, the others are not used.
    do(room, callers[mover], TakeLeave(), at("2026-11-21T12:00+00:00"))
    assert room.clocks.seat_deadline(mover) == before + 3 * DAY_MS
    assert len(room.leave_of(mover)) == 3
    # Time runs out as ever.
    steps = apply_step(room, TimeUp(due.at, [mover]), SeededRng(1))
    assert steps[0].cause == "timeout"  # type: ignore[union-attr]


def test_a_table_agrees_on_pauses_and_leave_that_was_taken_stays_taken() -> None:
    room = started(TimeControl("days", 2, pauses=Pauses(leave_days=5)))
    now = at("2026-11-18T12:00+00:00")
    do(room, ADA, TakeLeave(first=date(2026, 11, 18), last=date(2026, 11, 20)), now)
    for control in (
        TimeControl("days", 2),
        TimeControl("days", 3, pauses=Pauses(weekends=True, leave_days=4)),
    ):
        do(room, ADA, ProposeTimeControl(pace=control), now)
        assert room.time_control != control
        do(room, BOB, Vote(yes=True), now)
        assert room.time_control == control
    later = at("2026-11-21T12:00+00:00")
    with pytest.raises(Refused, match="1 of 4 days"):
        do(room, ADA, TakeLeave(first=date(2026, 11, 23), last=date(2026, 11, 24)), later)
    do(room, ADA, TakeLeave(first=date(2026, 11, 21), last=date(2026, 11, 23)), later)
    assert sorted(day.day for day in room.leave_of(0)) == [18, 19, 20, 23]


@pytest.mark.parametrize(
    ("control", "code"),
    [
        (TimeControl("move", 60, pauses=Pauses()), "bad-pauses"),
        (TimeControl("free", 0, pauses=Pauses()), "bad-pauses"),
        (TimeControl("days", 61, pauses=Pauses()), "bad-pauses"),
        (TimeControl("days", 2, pauses=Pauses(zone="Moon/Sea")), "bad-zone"),
        (TimeControl("days", 2, pauses=Pauses(zone="../../etc/passwd")), "bad-zone"),
        (TimeControl("days", 2, pauses=Pauses(night_from=0, night_to=721)), "bad-pauses"),
        (TimeControl("days", 2, pauses=Pauses(night_from=721, night_to=0)), ""),
        (TimeControl("days", 2, pauses=Pauses(leave_days=61)), "bad-pauses"),
        (TimeControl("days", 2, pauses=Pauses(leave_days=-1)), "bad-pauses"),
        (
            TimeControl(
                "days", 2, pauses=Pauses(holidays=(Holiday(date(2026, 2, 2), date(2026, 2, 1)),))
            ),
            "bad-pauses",
        ),
        (
            TimeControl(
                "days", 2, pauses=Pauses(holidays=(Holiday(date(2026, 1, 1), date(2026, 3, 2)),))
            ),
            "bad-pauses",
        ),
    ],
)
def test_pauses_that_rest_too_much_are_refused(control: TimeControl, code: str) -> None:
    if not code:
        check_time_control(control, find("m"))
        return
    with pytest.raises(Refused) as refused:
        check_time_control(control, find("m"))
    assert refused.value.code == code


def test_entries_of_leave_are_stored_and_checked() -> None:
    taken = TookLeave(at=1, seat=1, first=date(2026, 11, 18), last=date(2026, 11, 20))
    assert decode_entry(encode_entry(taken)) == taken
    room = started(TimeControl("days", 2))
    with pytest.raises(Refused, match="no leave"):
        room.fold(taken)
    room = started(TimeControl("days", 2, pauses=Pauses(leave_days=9)))
    with pytest.raises(Refused, match="first"):
        room.fold(TookLeave(at=1, seat=1, first=date(2026, 11, 18)))
    assert leave_after(Pauses(), frozenset(), [date(2026, 1, 1)], at("2026-01-02T00:00Z")) == Days()


# over the wire


@in_loop
async def test_leave_at_all_tables_at_once(place: str, tmp_path: Any) -> None:
    with house(place, tmp_path) as here:
        anna, clara = await guest(here), await guest(here)
        pauses = {"zone": "Europe/Paris", "weekends": True, "leave_days": 10}
        tables = []
        for leave_days in (10, 3, 0):
            pace = {"mode": "days", "seconds": 3, "pauses": {**pauses, "leave_days": leave_days}}
            made = await anna.post("/api/tables", game="m", options={"players": 2}, pace=pace)
            tables.append(str(made["table"]))
            async with anna.at(tables[-1]) as one, clara.at(tables[-1]) as two:
                await one.must("sit", seat=0)
                await two.must("sit", seat=1)
                await one.must("start")
        today = date.today()  # noqa: DTZ011 - a day more or less does not matter
        monday = today + timedelta(7 - today.weekday() + 7)
        days = {"first": f"{monday}", "last": f"{monday + timedelta(6)}"}
        answer = {one["table"]: one for one in await clara.post("/api/me/leave", **days)}
        assert {*answer} == {*tables[:2]}
        assert len(answer[tables[0]]["leave"]) == 5, "not the weekend"
        assert answer[tables[1]]["refused"] == "too-much-leave"
        shown = (await clara.fetch("GET", "/api/me/leave")).data()
        assert [len(one["leave"]) for one in shown] == [0, 5]  # the newest first
        listed = (await anna.fetch("GET", "/api/tables?mine=1")).data()["tables"]
        (summary,) = [one["summary"] for one in listed if one["table"] == tables[0]]
        assert summary["pace"]["pauses"]["weekends"] is True
        assert [len(days) for days in summary["leave"]] == [0, 5]
        back = await clara.post("/api/me/leave")
        assert [one["leave"] for one in back] == [[], []]
        bad = await clara.fetch("POST", "/api/me/leave", json.dumps({"first": "x"}).encode())
        assert bad.data()["code"] == "bad-message"
        assert here.errors() == []


@in_loop
async def test_a_turn_has_its_new_deadline_after_leave(place: str, tmp_path: Any) -> None:
    with house(place, tmp_path, "--notice-delay", "60") as here:
        anna, clara = await guest(here), await guest(here)
        link = (await clara.post("/api/notices/calendar"))["link"]
        calendar = link[link.index("/api/") :]
        pace = {"mode": "days", "seconds": 3, "pauses": {"leave_days": 10}}
        made = await anna.post("/api/tables", game="m", options={"players": 2}, pace=pace)
        rng = seeded_random(1)
        async with anna.at(made["table"]) as one, clara.at(made["table"]) as two:
            await one.must("sit", seat=0)
            await two.must("sit", seat=1)
            await one.must("start")
            if has_question(one.view):
                await one.play_on(rng, 1)
            await two.my_turn()

            async def ends() -> str:
                feed = (await clara.fetch("GET", calendar)).body.decode()
                (line,) = [line for line in feed.split("\r\n") if line.startswith("DTEND")]
                return line

            before = await ends()
            first = date.today()  # noqa: DTZ011 - the table's zone is UTC, and so is the test's
            await two.must("leave", first=f"{first}", last=f"{first + timedelta(4)}")
            assert await ends() > before
