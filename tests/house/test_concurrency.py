"""Concurrency: seats of one table, sockets of one person, processes on one database."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from house.forked_house import ForkedHouse
from house.running import (
    House,
    Seat,
    Visitor,
    guest,
    has_question,
    house,
    in_loop,
    plausible_moves,
    seeded_random,
)
from house.table_state import Seen

from ludotheque.core.record import from_json
from ludotheque.core.registry import installed
from ludotheque.core.seal import verify
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.store import open_store
from ludotheque.house.table.entries import decode_entry
from ludotheque.house.table.restore import restore
from ludotheque.house.views.messages import Done

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
PLAYERS = 4
PRESSES = 30  # of each person, in one game


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("many")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert running.stop() in {0, -15}
        assert not [line for line in running.errors() if '"level": "error"' in line]


async def begin(visitors: list[Visitor], game: str) -> str:
    """All sit down and the first begins; returns the table."""
    table = await visitors[0].new_table(game, [], players=len(visitors))
    for number, visitor in reversed([*enumerate(visitors)]):
        async with visitor.at(table) as seat:
            await seat.must("sit", seat=number)
            if number == 0:
                await seat.must("start")
    return table


@contextlib.asynccontextmanager
async def listening(here: House) -> AsyncIterator[list[Seat]]:
    """A game of Zapp Zerapp, in which all choose barrels at once."""
    visitors = [await guest(here) for _ in range(PLAYERS)]
    table = await begin(visitors, "zapp_zerapp")
    async with contextlib.AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(visitor.at(table)) for visitor in visitors]
        for seat in seats:
            await seat.see(has_question)
        yield seats


def done(answers: list[object]) -> int:
    return sum(isinstance(answer, Done) for answer in answers)


async def up_to_date(seats: list[Seat]) -> list[Seen]:
    """The views of all sockets, once they have the same number."""
    for seat in seats:
        await seat.must("ping")
    newest = max(seat.view.number for seat in seats)
    return [await seat.see(lambda view: view.number >= newest) for seat in seats]


async def another_question(seat: Seat, old: int) -> Seen:
    """The first view with another question than before."""
    return await seat.see(lambda view: view.decision != old)


@in_loop
async def test_all_answer_at_once(here: House) -> None:
    async with listening(here) as seats:
        questions = [seat.view.decision for seat in seats]
        answers = await asyncio.gather(
            *(
                seat.ask("play", decision=question, text=f"take {number}")
                for number, (seat, question) in enumerate(zip(seats, questions, strict=True), 1)
            )
        )
        assert done([*answers]) == PLAYERS
        views = await up_to_date(seats)
        assert len({(view.number, view.events) for view in views}) == 1


@in_loop
async def test_a_barrel_goes_to_the_first_who_asks(here: House) -> None:
    async with listening(here) as seats:
        asks = (seat.ask("play", decision=seat.view.decision, text="take 5") for seat in seats)
        assert done([*await asyncio.gather(*asks)]) == 1
        assert len({view.events for view in await up_to_date(seats)}) == 1


@in_loop
async def test_a_double_click_is_one_move(here: House) -> None:
    async with listening(here) as seats:
        seat, view = seats[0], seats[0].view
        for texts in (("take 4", "take 4"), ("take 6", "take 7")):
            question = seat.view.decision
            asks = (seat.ask("play", decision=question, text=text) for text in texts)
            assert done([*await asyncio.gather(*asks)]) == 1
            await another_question(seat, question)
        assert seat.view.events == view.events + 2


@in_loop
async def test_a_repeated_message_does_nothing(here: House) -> None:
    async with listening(here) as seats:
        seat, old = seats[0], seats[0].view.decision
        await seat.must("play", decision=old, text="take 4")
        between = (await another_question(seat, old)).decision
        await seat.must("play", decision=between, text="back 4")
        after = await seat.see(lambda view: view.decision not in {old, between})
        assert await seat.refused("play", decision=old, text="take 4") == "stale-decision"
        assert (await up_to_date(seats))[0].events == after.events


@in_loop
async def test_all_sockets_of_a_person_see_the_same(here: House) -> None:
    ada, bob = await guest(here), await guest(here)
    table = await begin([ada, bob], "m")
    async with ada.at(table) as one, ada.at(table) as other, bob.at(table) as third:
        for _ in range(6):
            views = await up_to_date([one, other, third])
            assert without_news(views[0]) == without_news(views[1])
            mover = other if has_question(views[1]) else third  # the first socket only watches
            assert await mover.play_on(seeded_random(1), 1) == 1


def without_news(view: Seen) -> Seen:
    """A view without the fields that depend on when the socket was opened."""
    return msgspec.structs.replace(view, lines=[])


@in_loop
async def test_two_processes_serve_one_table(tmp_path: Path, postgres: Server) -> None:
    database = postgres.database()
    with house(database, tmp_path) as first, house(database, tmp_path) as second:
        ada, bob = await guest(first), await guest(second)
        table = await begin([ada, bob], "m")
        async with bob.at(table) as two:
            async with ada.at(table) as one:
                await asyncio.gather(
                    one.play_on(seeded_random(1), 3), two.play_on(seeded_random(2), 3)
                )
                await up_to_date([one, two])
                first.kill()
                await one.end()
            ada.house = second
            async with ada.at(table) as one:
                views = await up_to_date([one, two])
                assert views[0].events == views[1].events
                await asyncio.gather(one.play_on(seeded_random(3)), two.play_on(seeded_random(4)))
                views = await up_to_date([one, two])
                assert views[0].status == views[1].status == "over"
        record = from_json((await bob.fetch("GET", f"/api/tables/{table}/record")).data())
        assert isinstance(verify(record), list)


@in_loop
async def test_two_processes_race_for_one_question(tmp_path: Path, postgres: Server) -> None:
    """One person at both sends the same answer at once: the database decides, one is refused."""
    database = postgres.database()
    with house(database, tmp_path) as first, house(database, tmp_path) as second:
        ada, bob = await guest(first), await guest(first)
        table = await begin([ada, bob], "zapp_zerapp")
        async with ada.at(table) as one, ada.at(table, second) as two:
            events = (await one.see(has_question)).events
            for barrel in (1, 2):
                views = await up_to_date([one, two])
                question = views[0].decision
                assert views[1].decision == question
                asks = (
                    seat.ask("play", decision=question, text=f"take {barrel}")
                    for seat in (one, two)
                )
                assert done([*await asyncio.gather(*asks)]) == 1
                for seat in (one, two):
                    await another_question(seat, question)
            assert one.view.events == two.view.events == events + 2


# concurrent moves in every game


class RestlessPerson:
    """A person with two tabs who presses twice and repeats old messages."""

    def __init__(self, tabs: list[Seat], rng: random.Random) -> None:
        self.tabs, self.rng = tabs, rng
        self.done = 0
        self.old: list[dict[str, object]] = []

    async def press(self) -> None:
        """Send answers from both tabs at once, and repeat an old one."""
        seat = self.tabs[0]
        if not has_question(seat.view) or seat.view.scene is None:
            await asyncio.sleep(0.01)
            return
        texts = plausible_moves(seat.view.scene, self.rng)[:3]
        pairs = [(tab, self.rng.choice(texts)) for tab in self.tabs for _ in range(2)]
        question = seat.view.decision
        asks = [tab.ask("play", decision=question, text=text) for tab, text in pairs]
        answers = await asyncio.gather(*asks)
        assert done([*answers]) <= 1, pairs
        self.done += done([*answers])
        for answer, (_, text) in zip(answers, pairs, strict=True):
            if isinstance(answer, Done):
                self.old.append({"decision": question, "text": text})
        if self.old:
            assert await self.tabs[1].refused("play", **self.rng.choice(self.old))
        for tab in self.tabs:
            await tab.must("ping")


async def press_at_once(houses: list[House], slug: str) -> None:
    """All press at once for a while; the log stays legal, and everybody sees the same."""
    rng, players = seeded_random(slug), PLAYERS
    visitors = [await guest(houses[0]) for _ in range(players)]
    table = await begin(visitors, slug)
    async with contextlib.AsyncExitStack() as stack:
        people = [
            RestlessPerson([await stack.enter_async_context(v.at(table, h)) for h in houses], rng)
            for v in visitors
        ]
        tabs = [tab for person in people for tab in person.tabs]
        for tab in tabs:
            await tab.see(lambda view: view.status == "playing")
            tab.bucket = Bucket(10**9, 1)
        for _ in range(PRESSES):
            await asyncio.gather(*(person.press() for person in people))
        views = await up_to_date(tabs)
    for first, second in zip(views[::2], views[1::2], strict=True):
        assert without_news(first) == without_news(second)
    assert len({view.events for view in views}) == 1
    await check_log(houses[0].database, table, [person.done for person in people])


async def check_log(database: str, table: str, moves: list[int]) -> None:
    """The log can be replayed, and has as many moves of each seat as were acknowledged."""
    async with open_store(database) as store:
        log = [decode_entry(text) for text in await store.read(table)]
    events = restore(log).started_table().events
    made = [sum(event.who == seat for event in events) for seat in range(len(moves))]
    assert made == moves
    assert sum(moves) >= PRESSES


@pytest.fixture
def unlimited_house(tmp_path: Path) -> Iterator[House]:
    """A house without a limit on messages."""
    running = ForkedHouse(str(tmp_path / "house.sqlite"), tmp_path / "log").start()
    yield running
    running.kill()
    assert not running.errors()


@pytest.mark.parametrize("slug", sorted(installed()))
@in_loop
async def test_all_press_at_once(slug: str, unlimited_house: House) -> None:
    await press_at_once([unlimited_house, unlimited_house], slug)


@in_loop
async def test_all_press_at_once_on_two_processes(tmp_path: Path, postgres: Server) -> None:
    """Games in which several may act at a time: listening in Zapp Zerapp, quarrels and bribes."""
    database = postgres.database()
    houses = [ForkedHouse(database, tmp_path / f"log{n}").start() for n in range(2)]
    try:
        for slug in ("zapp_zerapp", "zankapfel"):
            await press_at_once([*houses], slug)
    finally:
        for each in houses:
            each.kill()
    assert not any(each.errors() for each in houses)
