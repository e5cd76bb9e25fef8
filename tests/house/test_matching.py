"""Matchmaking: who is seated with whom, and games whose open seats are taken over."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from house.running import Seat, Visitor, guest, house, in_loop, seeded_random
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.house import limits
from ludotheque.house.matchmaking.matchmaker import Matchmaker
from ludotheque.house.matchmaking.strength import StrengthOf, unknown_strength
from ludotheque.house.matchmaking.wishes import (
    OpenTable,
    Request,
    Wish,
    groups,
    take_overs,
)
from ludotheque.house.people.people import People
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import Client
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.asks import Sit
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.creation import TableSettings, created_entry
from ludotheque.house.table.deeds import Caller, sit
from ludotheque.house.table.entries import Rose, Sat, SeatPlan, Started
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.quota import TableQuota
from ludotheque.house.table.room import Room
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
SLOW = TimeControl("days", 2)


def request(person: str, since: int = 0, *, ends: int = 60_000, **wish: Any) -> Request:
    """A request for a game of M."""
    return Request(person=person, game="m", wish=Wish(**wish), since=since, ends=ends)


def nobody_is_apart(_one: str, _other: str) -> bool:
    return False


def names(found: list[Any]) -> list[str]:
    """The people of each group, as one text."""
    return ["".join(one.person for one in group.requests) for group in found]


# the pure function


def test_who_wants_the_same_is_one_group_that_begins_when_its_seats_are_taken() -> None:
    four = [request(name, since) for since, name in enumerate("abcd")]
    (group,) = groups(four, nobody_is_apart)
    assert names([group]) == ["abcd"]
    assert group.is_due(0)
    assert not groups(four[:3], nobody_is_apart)[0].is_due(59_999)
    assert groups(four[:3], nobody_is_apart)[0].is_due(60_000)
    assert names(groups([*four, request("e", 5)], nobody_is_apart)) == ["abcd", "e"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"options": {"players": 2}}, {"options": {"players": 3}}),
        ({"pace": SLOW}, {"pace": TimeControl("move", 60)}),
        ({"strength": "novice"}, {"strength": "master"}),
    ],
)
def test_who_wants_something_else_is_in_another_group(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    apart = groups([request("a", 0, **one), request("b", 1, **other)], nobody_is_apart)
    assert names(apart) == ["a", "b"]
    (together,) = groups([request("a", 0, **one), request("b", 1)], nobody_is_apart)
    assert together.wish == Wish(**one)  # who left it open goes along


def test_a_known_strength_must_be_the_one_that_is_wanted() -> None:
    wants = request("a", strength="master")
    novice = Request(person="b", game="m", wish=Wish(), since=1, ends=9, strength="novice")
    assert names(groups([wants, novice], nobody_is_apart)) == ["a", "b"]


people = st.lists(st.sampled_from("abcdefgh"), unique=True)
wishes = st.builds(
    Wish,
    options=st.sampled_from([{}, {"players": 2}, {"players": 5}]),
    pace=st.sampled_from([None, SLOW]),
)
blocks = st.sets(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")))


@given(people, st.data(), blocks)
def test_nobody_is_lost_doubled_or_seated_with_whom_they_must_not_meet(
    waiting: list[str], data: st.DataObject, blocked: set[tuple[str, str]]
) -> None:
    def is_apart(one: str, other: str) -> bool:
        return (one, other) in blocked or (other, one) in blocked

    requests = [
        Request(person=one, game="m", wish=data.draw(wishes), since=since, ends=9)
        for since, one in enumerate(waiting)
    ]
    found = groups(requests, is_apart)
    assert sorted("".join(names(found))) == sorted(waiting)
    for group in found:
        inside = [one.person for one in group.requests]
        assert len(inside) <= group.seats
        assert not any(is_apart(a, b) for a in inside for b in inside if a != b)
        assert all(one.wish.merged(group.wish) == group.wish for one in group.requests)
    tables = [OpenTable("t", "m", Wish({"players": 5}, SLOW), ("h",), 2)]
    taken = take_overs(requests, tables, is_apart)
    assert len(taken) <= 2
    assert all(one.person != "h" and not is_apart(one.person, "h") for one in taken)


# taking over a seat


def running_room(*, open_seats: bool = True) -> Room:
    """A game of two with Anna at seat 0 and a bot at seat 1."""
    settings = TableSettings(
        "m",
        {"players": 3},
        [SeatPlan(), SeatPlan("novice"), SeatPlan("novice")],
        open_seats=open_seats,
    )
    room = Room(created_entry(settings, "p-anna", b"seed"))
    room.fold(Sat(at=1, seat=0, person="p-anna", name="Anna"))
    room.fold(Started(at=2))
    return room


def code_of(act: Callable[[], object]) -> str:
    """Why something is refused; "" if it is not."""
    try:
        act()
    except Refused as refused:
        return refused.code
    return ""


def test_a_seat_is_taken_over_only_where_the_table_allows_it() -> None:
    bea = Caller("p-bea", "Bea")
    shut = running_room(open_seats=False)
    assert code_of(lambda: sit(shut, bea, Sit(seat=1), 3)) == "seat-taken"
    room = running_room()
    assert code_of(lambda: sit(room, bea, Sit(seat=0), 3)) == "seat-taken"
    (entry,) = sit(room, bea, Sit(seat=1), 3)
    assert isinstance(entry, Sat)
    room.fold(entry)
    assert room.people() == ("p-anna", "p-bea")
    assert not room.chairs[1].bot
    held = [(one.seat, one.name, one.bot) for one in room.holders]
    assert held[0] == (0, "Anna", "")
    assert held[1][2] == held[2][2] == "novice"
    assert held[3:] == [(1, "Bea", "")]


def test_who_left_a_seat_can_be_replaced_and_knows_too_much_for_another() -> None:
    room = running_room()
    room.fold(Rose(at=3, seat=0, bot="novice"))
    anna, bea = Caller("p-anna", "Anna"), Caller("p-bea", "Bea")
    assert code_of(lambda: sit(room, anna, Sit(seat=1), 4)) == "already-seated"
    (entry,) = sit(room, bea, Sit(seat=0), 4)
    assert isinstance(entry, Sat)
    room.fold(entry)
    assert room.chairs[0].name == "Bea"
    assert code_of(lambda: sit(room, anna, Sit(seat=1), 5)) == "played-elsewhere"
    assert code_of(lambda: sit(room, anna, Sit(seat=0), 5)) == "seat-taken"
    room.fold(Rose(at=6, seat=0, bot="novice"))
    assert code_of(lambda: sit(room, anna, Sit(seat=0), 7)) == ""


def test_a_log_in_which_a_seat_is_taken_over_that_is_not_open_is_broken() -> None:
    taken = Sat(at=3, seat=1, person="p-bea", name="Bea")
    with pytest.raises(Refused, match="can't be taken over"):
        running_room(open_seats=False).fold(taken)
    room = running_room()
    room.fold(Rose(at=3, seat=0, bot="novice"))
    room.fold(Sat(at=4, seat=0, person="p-bea", name="Bea"))
    with pytest.raises(Refused, match="two seats"):
        room.fold(Sat(at=5, seat=1, person="p-anna", name="Anna"))


# many requests


@contextlib.asynccontextmanager
async def matchmaking(
    folder: Path, strength_of: StrengthOf = unknown_strength, now_s: float = 0.0
) -> AsyncIterator[tuple[Matchmaker, TableQuota, LiveTables]]:
    """A matchmaker that looks when the test says so, on a clock that stands still."""
    async with SqliteStore(folder / "house.sqlite") as store:
        tables, quota = LiveTables(store, BotPool()), TableQuota(store)
        tables.autoplay.stopped = True
        yield Matchmaker(tables, quota, strength_of, lambda: now_s), quota, tables
        await tables.close()
        tables.bot_pool.close()


async def guests(tables: LiveTables, count: int) -> list[str]:
    """The ids of some new guests."""
    people = People(tables.store)
    return [(await people.guest("en")).person.id for _ in range(count)]


def pace(number: int) -> Wish:
    """A wish that contradicts those of all other numbers."""
    return Wish(pace=TimeControl("move", 30 + number))


@in_loop
async def test_however_often_people_ask_they_are_grouped_once(tmp_path: Path) -> None:
    known: list[str] = []

    async def strength_of(person: str, _game: str) -> str:
        known.append(person)
        return ""

    async with matchmaking(tmp_path, strength_of) as (matchmaker, _, tables):
        new, *people = await guests(tables, 21)
        for number, person in enumerate(people):
            await matchmaker.ask(Client("1", person), "m", pace(number), 60)
        await asyncio.sleep(0.005)  # the requests are older than the groups
        for _ in range(5):
            states = await asyncio.gather(*(matchmaker.state(person) for person in people))
            assert {state.state for state in states} == {"waiting"}
        assert sorted(known) == sorted(people)
        await matchmaker.ask(Client("1", new), "m", pace(0), 60)
        assert (await matchmaker.state(new)).seats  # a new request is grouped at once


@in_loop
async def test_many_at_one_address_leave_others_their_turn(tmp_path: Path) -> None:
    async with matchmaking(tmp_path) as (matchmaker, _, tables):
        elsewhere, more, *people = await guests(tables, limits.MAX_MATCHES_PER_ADDRESS + 2)
        for number, person in enumerate(people):
            await matchmaker.ask(Client("1", person), "m", pace(number), 60)
        assert await refusal(matchmaker.ask(Client("1", more), "m", pace(0), 60)) == "too-fast"
        await matchmaker.ask(Client("1", people[0]), "m", pace(1), 60)  # in place of one's own
        await matchmaker.ask(Client("2", elsewhere), "m", pace(0), 60)
        await matchmaker.withdraw(people[1])
        await matchmaker.ask(Client("1", more), "m", pace(0), 60)


@in_loop
async def test_tables_of_matches_count_as_tables_that_one_set_up(tmp_path: Path) -> None:
    async with matchmaking(tmp_path) as (matchmaker, quota, tables):
        numbers = itertools.count()

        async def begin(client: Client) -> None:
            """Ask for bots at once, as a request does, and begin."""
            await quota.check(client)
            wish = Wish({"players": 2}, pace(next(numbers)).pace)  # that no running game has
            await matchmaker.ask(client, "m", wish, 0)
            await matchmaker.look(now_ms() + 1)
            found = (await matchmaker.state(client.person)).table
            table = await tables.open(found)
            seat = next(n for n, one in enumerate(table.room.chairs) if one.reserved_for)
            await tables.perform(table, Caller(client.person, client.person), Sit(seat=seat))
            await matchmaker.look(now_ms() + 1)
            assert table.room.status == "playing"
            await matchmaker.withdraw(client.person)

        most, together = limits.MAX_LISTED_TABLES_PER_PERSON, limits.MAX_LISTED_TABLES_PER_ADDRESS
        eve, ada, *friends = await guests(tables, 2 + together - most + 1)
        for _ in range(most):
            await begin(Client("1", eve))
        assert await refusal(begin(Client("1", eve))) == "too-many-tables"
        for friend in friends[1:]:
            await begin(Client("1", friend))
        assert await refusal(begin(Client("1", friends[0]))) == "too-many-tables"
        await begin(Client("2", ada))


async def refusal(work: Awaitable[None]) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code


# with sockets


async def press(visitor: Visitor, wait: int = 30, game: str = "m", **options: object) -> None:
    """Press *Play with somebody*."""
    state = await visitor.post("/api/match", game=game, options=options, wait=wait)
    assert state["state"] in {"waiting", "found"}


async def found(visitor: Visitor) -> str:
    """Wait until there is a table; returns its id."""
    async with asyncio.timeout(20):
        while True:
            state = (await visitor.fetch("GET", "/api/match")).data()
            if state["state"] == "found":
                return str(state["table"])
            await asyncio.sleep(0.1)


async def sit_down(seat: Seat) -> None:
    """Sit where a seat is reserved, or take over the first seat of a bot."""
    view = await seat.see()
    if view.status == "waiting":
        await seat.must("sit", seat=view.reserved)
        return
    bots = [index for index, one in enumerate(view.seats) if one.bot]
    await seat.must("sit", seat=bots[0])


@in_loop
async def test_four_who_press_within_a_second_sit_at_one_table_and_a_fifth_takes_over(
    place: str, tmp_path: Path
) -> None:
    flags = ["--processes", "2"] if place.startswith("postgresql") else []
    with house(place, tmp_path, "--access", "open", *flags) as here:
        visitors = [await guest(here) for _ in range(5)]
        await asyncio.gather(*(press(one, players=5, wait=3) for one in visitors[:4]))
        tables = await asyncio.gather(*(found(one) for one in visitors[:4]))
        assert len({*tables}) == 1
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(one.at(tables[0])) for one in visitors[:4]]
            await asyncio.gather(*(sit_down(seat) for seat in seats))
            view = await seats[0].see(lambda view: view.status == "playing")
            assert sum(bool(seat.bot) for seat in view.seats) == 1
            await press(visitors[4])  # a fifth, who leaves the number of players open
            assert await found(visitors[4]) == tables[0]
            fifth = await stack.enter_async_context(visitors[4].at(tables[0]))
            await sit_down(fifth)
            view = await fifth.see(lambda view: view.seat >= 0)
            assert not any(seat.bot for seat in view.seats)
            assert (await visitors[4].fetch("GET", "/api/match")).data()["state"] in {
                "none",
                "found",
            }
            everybody = [*seats, fifth]
            rng = seeded_random("five")
            await asyncio.gather(*(seat.play_on(rng) for seat in everybody))
            record = (await visitors[0].fetch("GET", f"/api/tables/{tables[0]}/record")).data()
        took_over = record["holders"][5:]
        assert [sorted(one) for one in took_over] == [["event", "name", "seat"]]


@in_loop
async def test_bots_take_the_seats_of_who_does_not_come(place: str, tmp_path: Path) -> None:
    with house(place, tmp_path) as here:
        anna, bea = await guest(here), await guest(here)
        await press(anna, wait=0, players=4)
        table = await found(anna)
        async with anna.at(table) as seat:
            await sit_down(seat)
            view = await seat.see(lambda view: view.status == "playing")
            assert sum(bool(one.bot) for one in view.seats) == 3
        await press(bea, wait=60, players=3)  # nobody else wants three
        state = (await bea.fetch("GET", "/api/match")).data()
        assert (state["state"], state["seats"], len(state["names"])) == ("waiting", 3, 1)
        assert (await bea.fetch("DELETE", "/api/match")).status == 200
        assert (await bea.fetch("GET", "/api/match")).data()["state"] == "none"


@in_loop
async def test_a_wish_that_no_table_can_fulfil_is_refused(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        anna = await guest(here)
        for body, code in [
            ({"game": "chess"}, "unknown-game"),
            ({"game": "m", "options": {"players": 99}}, "bad-option"),
            ({"game": "m", "pace": {"mode": "sundial"}}, "bad-pace"),
            ({"game": "m", "strength": "god"}, "unknown-bot"),
            ({"game": "m", "wait": -1}, "bad-wait"),
        ]:
            answer = await anna.fetch("POST", "/api/match", json.dumps(body).encode())
            assert (answer.status, answer.data()["code"]) == (400, code)
        nobody = Visitor(here, "")
        assert (await nobody.fetch("GET", "/api/match")).status == 401
