"""Rematches: one new table, whoever asks in whichever process, and everybody one seat further."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from house.running import House, Visitor, guest, house, in_loop, seeded_random

from ludotheque.core.seal import commitment

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("rematch")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


async def played(people: list[Visitor], bots: int = 0) -> str:
    """A finished game of M by people, with bots at the last seats; returns the table."""
    names = [""] * len(people) + ["greedy"] * bots
    created = await people[0].post(
        "/api/tables",
        game="m",
        bots=names,
        options={"players": len(names), "symbols": 4},
        pace={"mode": "move", "seconds": 600},
        public=True,
    )
    table = str(created["table"])
    for number, visitor in reversed([*enumerate(people)]):
        async with visitor.at(table) as seat:
            await seat.must("sit", seat=number)
            if number == 0:
                assert await seat.refused("rematch") == "not-over"
                await seat.must("start")
    await asyncio.gather(*(play(visitor, table, n) for n, visitor in enumerate(people)))
    return table


async def play(visitor: Visitor, table: str, number: int) -> None:
    async with visitor.at(table) as seat:
        await seat.play_on(seeded_random(number))


async def tables_of(visitor: Visitor) -> set[str]:
    rows = (await visitor.fetch("GET", "/api/tables?mine=1")).data()
    return {row["table"] for row in rows["tables"]}


@in_loop
async def test_all_who_ask_at_once_get_one_table(here: House) -> None:
    people = [await guest(here) for _ in range(3)]
    old = await played(people)
    async with people[0].at(old) as one, people[1].at(old) as two, people[2].at(old) as three:
        before = await one.see()
        await asyncio.gather(one.must("rematch"), two.must("rematch"), one.must("rematch"))
        following = {(await seat.see(lambda view: bool(view.next))).next for seat in (one, two)}
        assert following == {(await three.see(lambda view: bool(view.next))).next}
    (new,) = following
    assert await tables_of(people[0]) == await tables_of(people[1]) == {old, new}
    assert await tables_of(people[2]) == {old}  # has not asked
    async with people[0].at(new) as one, people[1].at(new) as two, people[2].at(new) as three:
        views = [await seat.see() for seat in (one, two, three)]
        assert [view.seat for view in views] == [1, 2, -1]
        assert views[0].seats[0].taken is False
        assert sorted(view.host for view in views) == [False, False, True]
        shared = ("game", "options", "pace", "public")
        for name in shared:
            assert getattr(views[0], name) == getattr(before, name)
        assert (views[0].previous, views[0].status) == (old, "waiting")
        assert commitment(bytes.fromhex(before.seed)) != views[0].commitment
        async with people[2].at(old) as last:
            await last.must("rematch")
            await last.must("rematch")
        assert (await three.see(lambda view: view.seat == 0)).seats[0].taken
        await (one if views[0].host else two).must("start")
        assert (await three.see(lambda view: view.status == "playing")).scene is not None


@in_loop
async def test_bots_are_taken_over_and_seats_are_reserved(here: House) -> None:
    ada, bob, eve = [await guest(here) for _ in range(3)]
    old = await played([ada, bob], bots=1)
    async with ada.at(old) as one, bob.at(old) as two, eve.at(old) as three:
        await three.see()
        assert await three.refused("rematch") == "not-seated"
        await one.must("rematch")
        new = (await one.see(lambda view: bool(view.next))).next
        async with eve.at(new) as other:
            view = await other.see()
            assert [seat.bot for seat in view.seats] == ["greedy", "", ""]
            assert view.seats[1].taken
            assert [seat.reserved for seat in view.seats] == [False, False, True]
            assert view.reserved == -1  # not for her
            assert await other.refused("sit", seat=2) == "seat-kept"
            assert await other.refused("free", seat=2) == "not-host"
            assert await other.refused("rise") == "not-seated"
        await two.must("rematch")
        async with bob.at(new) as other:
            assert (await other.see()).seat == 2


@in_loop
async def test_a_declined_seat_is_free_for_others(here: House) -> None:
    people = [await guest(here) for _ in range(3)]
    eve = await guest(here)
    old = await played(people)
    async with people[0].at(old) as one, people[1].at(old) as two, people[2].at(old) as three:
        await one.must("rematch")
        new = (await one.see(lambda view: bool(view.next))).next
        async with people[1].at(new) as other, eve.at(new) as stranger, people[0].at(new) as host:
            view = await other.see()
            assert [seat.reserved for seat in view.seats] == [True, False, True]
            assert view.reserved == 2
            assert [seat.taken for seat in view.seats] == [False, True, False]
            assert await host.refused("start") == "seats-free"
            await other.must("rise")  # declines
            await stranger.must("sit", seat=2)
            assert (
                await two.refused("rematch") == "seat-kept"
            )  # the free seat is reserved for another
            assert await host.refused("bot", seat=0, bot="greedy") == "seat-kept"
            await host.must("free", seat=0)
            await host.must("free", seat=0)
            await two.must("rematch")
            assert await three.refused("rematch") == "seat-taken"
            assert (await other.see(lambda view: view.seat == 0)).seats[2].name
            await host.must("start")


@in_loop
async def test_sitting_down_elsewhere_ends_the_reservation(here: House) -> None:
    people = [await guest(here) for _ in range(3)]
    old = await played(people)
    async with people[0].at(old) as one:
        await one.must("rematch")
        new = (await one.see(lambda view: bool(view.next))).next
    async with people[0].at(new) as host, people[1].at(new) as two:
        await host.must("free", seat=0)
        await two.must("sit", seat=0)
        view = await two.see(lambda view: view.seat == 0)
        assert not any(seat.reserved for seat in view.seats)
        assert view.reserved == -1


@in_loop
async def test_bots_seated_later_are_taken_over_too(here: House) -> None:
    ada = await guest(here)
    table = await ada.new_table("m", [], players=2, symbols=4)
    async with ada.at(table) as seat:
        await seat.must("sit", seat=0)
        await seat.must("bot", seat=1, bot="random")
        await seat.must("start")
        await seat.play_on(seeded_random(1))
        await seat.must("rematch")
        new = (await seat.see(lambda view: bool(view.next))).next
    async with ada.at(new) as seat:
        view = await seat.see()
        assert [chair.bot for chair in view.seats] == ["random", ""]
        assert view.seat == 1


@in_loop
async def test_two_processes_set_up_one_rematch(tmp_path: Path, postgres: Server) -> None:
    database = postgres.database()
    with house(database, tmp_path) as first, house(database, tmp_path) as second:
        ada, bob = await guest(first), await guest(second)
        old = await played([ada, bob])
        async with ada.at(old) as one, bob.at(old) as two:
            await asyncio.gather(one.see(), two.see())
            await asyncio.gather(one.must("rematch"), two.must("rematch"))
            new = (await one.see(lambda view: bool(view.next))).next
            assert (await two.see(lambda view: bool(view.next))).next == new
        assert await tables_of(ada) == await tables_of(bob) == {old, new}
        async with ada.at(new) as one, bob.at(new) as two:
            for seat, place in ((one, 1), (two, 0)):
                view = await seat.see(lambda view: all(chair.taken for chair in view.seats))
                assert view.seat == place


@in_loop
async def test_a_seat_is_reserved_in_all_processes(tmp_path: Path, postgres: Server) -> None:
    database = postgres.database()
    with house(database, tmp_path) as first, house(database, tmp_path) as second:
        ada, bob, eve = await guest(first), await guest(second), await guest(second)
        old = await played([ada, bob])
        async with ada.at(old) as one:
            await one.must("rematch")
            new = (await one.see(lambda view: bool(view.next))).next
        async with ada.at(new) as one, bob.at(new) as two, eve.at(new) as three:
            assert (await two.see()).reserved == 0
            assert two.view.seats[0].reserved
            assert await three.refused("sit", seat=0) == "seat-kept"
            await two.must("rise")
            await one.see(lambda view: not view.seats[0].reserved)
            await three.must("sit", seat=0)
            await one.see(lambda view: view.seats[0].taken)
            await one.must("start")
