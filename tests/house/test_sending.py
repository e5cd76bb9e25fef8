"""When a socket sends what: changes with what was done, players first, slow readers later."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import pytest
from house.fake_client import FakeClient
from house.followers import Follower, fresh_state, publish
from house.running import House, Visitor, guest, has_question, house, in_loop, seeded_random
from house.table_state import Json, Seen, TableState
from house.worlds import name_of, played

from ludotheque.core.registry import installed
from ludotheque.core.words import LANGUAGES
from ludotheque.house.api.sockets import Socket
from ludotheque.house.api.websocket import CLOSE_OTHER_PROTOCOL
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.shares import ClientBuckets, Rate
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.asks import Say, Sit
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import Muted, Said
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.restore import restore
from ludotheque.house.views import feed as feed_module
from ludotheque.house.views.feed import Cursor, feed_of
from ludotheque.house.views.stream import EPOCH, MAX_STEPS
from ludotheque.house.workers.bot_pool import BotPool

MIN_RATIO = 3.0  # a change is on average this many times smaller than a view


# in this process


class HeldStore(SqliteStore):
    """A store whose writes can be held up."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.writes = asyncio.Event()
        self.writes.set()

    async def append(self, *arguments: object, **more: object) -> None:
        await self.writes.wait()
        await super().append(*arguments, **more)  # type: ignore[arg-type]


@contextlib.asynccontextmanager
async def tables_in(folder: Path) -> AsyncIterator[tuple[LiveTables, HeldStore]]:
    async with HeldStore(str(folder / "house.sqlite")) as store:
        live_tables = LiveTables(store, BotPool())
        yield live_tables, store
        await live_tables.close()
        live_tables.bot_pool.close()


async def new_table(live_tables: LiveTables, *people: str) -> LiveTable:
    """A table where some people sit."""
    table = await live_tables.create(TableSettings("m", {"players": 2}, []), "ada")
    for seat, person in enumerate(people):
        await live_tables.perform(table, Caller(person, person), Sit(seat=seat))
    return table


@contextlib.asynccontextmanager
async def served(
    live_tables: LiveTables, table: LiveTable, person: str, reads: bool = True, whole: bool = False
) -> AsyncIterator[FakeClient]:
    """A client of a person at a table."""
    client = FakeClient(reads)
    socket = Socket(live_tables, table, await client.connection(), Caller(person), "en", whole)
    socket.message_quota = Bucket(10**6, 1)
    live_tables.ask_limits.chat = ClientBuckets(Rate(10**6, 1), Rate(10**6, 1))
    serving = asyncio.create_task(socket.serve())
    await asyncio.sleep(0)
    yield client
    client.leave()
    await serving


async def received(client: FakeClient, count: int) -> list[Json]:
    """The first messages that a client gets, but for numbers of spectators."""
    async with asyncio.timeout(60):
        while len(without_counts(client)) < count:
            await asyncio.sleep(0)
    return without_counts(client)[:count]


def without_counts(client: FakeClient) -> list[Json]:
    return [message for message in client.received if message["type"] != "spectators"]


def state_after(messages: list[Json]) -> TableState:
    state = TableState()
    for message in messages:
        for _ in state.steps(message):
            pass
    return state


@in_loop
async def test_a_change_says_what_was_done(tmp_path: Path) -> None:
    """Only to who asked for it; what changes nothing has an answer of its own."""
    async with tables_in(tmp_path) as (live_tables, _):
        table = await new_table(live_tables, "ada", "bob")
        async with (
            served(live_tables, table, "ada") as ada,
            served(live_tables, table, "bob") as bob,
        ):
            ada.ask('{"type": "say", "id": 7, "text": "hello"}')
            _, change = await received(ada, 2)
            assert (change["type"], change["done"]) == ("change", 7)
            assert change["steps"][0]["public"]["chat"][0]["text"] == "hello"
            _, other = await received(bob, 2)
            assert other["steps"] == change["steps"]
            assert "done" not in other
            ada.ask('{"type": "mute", "id": 8, "seat": 1}')
            muted = (await received(ada, 3))[2]
            assert (muted["done"], muted["steps"], muted["you"]["muted_seats"]) == (8, [], [1])
            for ask_id, ask in ((9, '"ping"'), (10, '"mute", "seat": 1')):  # is muted already
                ada.ask(f'{{"type": {ask}, "id": {ask_id}}}')
                answer = (await received(ada, ask_id - 5))[-1]
                assert (answer["type"], answer["id"]) == ("done", ask_id)
            ada.ask('{"type": "language", "id": 11, "language": "fr"}')
            view, done = (await received(ada, 7))[5:]
            assert (view["type"], done["type"], done["id"]) == ("view", "done", 11)
            assert len(without_counts(bob)) == 2


@in_loop
async def test_who_asks_for_whole_views_gets_nothing_else(tmp_path: Path) -> None:
    async with tables_in(tmp_path) as (live_tables, _):
        table = await new_table(live_tables, "ada", "bob")
        async with served(live_tables, table, "ada", whole=True) as ada:
            ada.ask('{"type": "say", "id": 1, "text": "hello"}')
            ada.ask('{"type": "mute", "id": 2, "seat": 1}')
            ada.ask('{"type": "start", "id": 3}')
            messages = await received(ada, 7)
            assert [message["type"] for message in messages] == [
                *("view", "view", "done", "view", "done", "view", "done")
            ]
            assert messages[-2]["scene"] is not None
            assert messages[3]["you"]["muted_seats"] == [1]


@pytest.mark.parametrize("missed", [1, MAX_STEPS, MAX_STEPS + 1])
@in_loop
async def test_a_slow_reader_gets_what_was_missed(missed: int, tmp_path: Path) -> None:
    """Nothing waits in a queue for it; its own asks are done meanwhile."""
    async with tables_in(tmp_path) as (live_tables, _):
        table = await new_table(live_tables, "ada", "bob")
        async with served(live_tables, table, "ada") as slow:
            [view] = await received(slow, 1)
            slow.writable.clear()
            slow.ask('{"type": "say", "id": 5, "text": "mine"}')
            while len(table.room.chat) < 1:
                await asyncio.sleep(0)
            for number in range(missed - 1):
                await live_tables.perform(table, Caller("bob", "Bob"), Say(text=f"{number}"))
            assert without_counts(slow) == [view]
            slow.writable.set()
            _, news, done = await received(slow, 3)
            assert news["type"] == ("change" if missed <= MAX_STEPS else "view")
            assert len(news.get("steps", [])) in {missed, 0}
            assert (done["type"], done["id"]) == ("done", 5)
            state = state_after([view, news])
            assert state.shown([]) == fresh_state(table.room, "ada", "en").shown([])
            assert len(state.chat) == missed


@in_loop
async def test_who_connects_while_something_is_written_gets_it(tmp_path: Path) -> None:
    """The first watcher too: when the write began, nobody was there to collect steps for."""
    async with tables_in(tmp_path) as (live_tables, store):
        table = await new_table(live_tables, "ada", "bob")
        for text in ("first", "second"):
            store.writes.clear()
            saying = asyncio.create_task(
                live_tables.perform(table, Caller("bob", "Bob"), Say(text=text))
            )
            await asyncio.sleep(0)
            async with served(live_tables, table, "ada") as ada:
                [view] = await received(ada, 1)
                store.writes.set()
                await saying
                news = (await received(ada, 2))[1]
                state = state_after([view, news])
                assert [message["text"] for message in state.chat][-1] == text
                assert state.number == table.room.public_number()


# who is written to first


def playing() -> LiveTable:
    return LiveTable(restore(played("m", 0, 1)[:30]), bytes(32))


def test_players_are_written_to_before_spectators() -> None:
    table, order = playing(), list[str]()
    feed = feed_of(table)
    for person in ("", "eve", name_of(1), "zoe", name_of(0)):
        feed.add(Cursor(feed, person, "en", partial(order.append, person)))
    publish(table, [Said(person="eve", name="Eve", text="hello")])
    assert {*order[:2]} == {name_of(0), name_of(1)}
    assert sorted(order) == sorted(["", "eve", name_of(1), "zoe", name_of(0)])


@in_loop
async def test_a_crowd_is_written_to_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have their turn in between, and what happens meanwhile is shown to all."""
    monkeypatch.setattr(feed_module, "FAN_OUT_PORTION", 10)
    table, players, crowd = playing(), list[int](), list[int]()
    feed = feed_of(table)
    for number in range(45):
        feed.add(Cursor(feed, f"spectator {number}", "en", partial(crowd.append, number)))
    feed.add(Cursor(feed, name_of(0), "en", partial(players.append, 0)))
    publish(table, [Said(person="eve", name="Eve", text="hello")])
    assert (players, crowd) == ([0], [])
    await asyncio.sleep(0)
    assert crowd == [*range(10)]
    publish(table, [Said(person="eve", name="Eve", text="hello again")])
    assert (players, crowd) == ([0, 0], [*range(10)])
    for _ in range(20):
        await asyncio.sleep(0)
    assert {crowd.count(number) for number in range(45)} == {2}


def test_a_mute_is_told_to_nobody_else() -> None:
    table = playing()
    feed = feed_of(table)
    ada, bob, eve = (Follower(feed, person) for person in (name_of(0), name_of(1), ""))
    for follower in (ada, bob, eve):
        follower.read()
    publish(table, [Muted(person=name_of(0), other=name_of(1), on=True)])
    assert (ada.wakes, bob.wakes, eve.wakes) == (1, 0, 0)
    assert not bob.read()
    assert not eve.read()
    ada.read()
    assert ada.state.you["muted_seats"] == [1]
    publish(table, [Said(person=name_of(1), name="Bob", text="first words", seat=1)])
    for follower in (ada, bob, eve):
        follower.read()
    assert ada.state.you["muted_authors"] == [0]
    assert [len(each.state.shown([])["chat"]) for each in (ada, bob, eve)] == [0, 1, 1]


def test_another_language_begins_with_a_whole_view() -> None:
    log = played("m", 0, 1)
    table = LiveTable(restore(log[:30]), bytes(32))
    feed = feed_of(table)
    follower = Follower(feed, name_of(0), "en")
    for number, entry in enumerate(log[30:60]):
        language = LANGUAGES[number % len(LANGUAGES)]
        feed.set_language(follower.cursor, language)
        follower.read()
        assert follower.messages[-1]["type"] == "view"
        publish(table, [entry])
        follower.read()
        assert follower.messages[-1]["type"] == "change"
        fresh = fresh_state(table.room, name_of(0), language)
        assert follower.state.shown(follower.state.lines) == fresh.shown(fresh.lines)
        assert [*feed.streams] == [language]  # no steps are made for nobody


# over a network


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("sending")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


@pytest.mark.parametrize("protocol", ["", "1", "3", "two"])
@in_loop
async def test_another_protocol_is_refused(here: House, protocol: str) -> None:
    ada = await guest(here)
    async with ada.at(await ada.new_table("m", [], players=2), protocol=protocol) as seat:
        assert await seat.end() == CLOSE_OTHER_PROTOCOL
        assert (seat.socket.close_reason or "").startswith("protocol")
        assert not seat.texts


@pytest.mark.parametrize("slug", sorted(installed()))
@in_loop
async def test_views_and_changes_show_the_same(here: House, slug: str) -> None:
    """Two sockets of one person: views with the same number are equal, and no line is lost."""
    anna = await guest(here)
    table = await anna.new_table(slug, ["", "greedy", "greedy"], players=3)
    async with anna.at(table) as follower, anna.at(table, whole="1") as other:
        await follower.must("sit", seat=0)
        await follower.must("start")
        await follower.play_on(seeded_random(slug), 25)
        newest = max(follower.view.number, other.view.number)
        for seat in (follower, other):
            await seat.see(
                lambda view: view.number >= newest and (has_question(view) or is_over(view))
            )
    whole_views = {view.number: view for view in other.views}
    shared = [view for view in follower.views if view.number in whole_views]
    assert len(shared) > len(follower.views) // 5
    for view in last_of_each_number(shared):
        whole = whole_views[view.number]
        assert (view.scene, view.seats, view.decision) == (whole.scene, whole.seats, whole.decision)
    changes = [text for text in follower.texts if text.startswith('{"type":"change"')]
    views = [text for text in other.texts if '"type":"view"' in text[:20]]
    assert average(changes) * MIN_RATIO < average(views)


def is_over(view: Seen) -> bool:
    return view.status == "over"


def last_of_each_number(views: list[Seen]) -> list[Seen]:
    return [*{view.number: view for view in views}.values()]


def average(texts: list[str]) -> float:
    return sum(map(len, texts)) / len(texts)


@pytest.mark.parametrize("seated", [True, False])
@in_loop
async def test_a_lost_connection_goes_on(here: House, seated: bool) -> None:
    ada, eve = await guest(here), await guest(here)
    who: Visitor = ada if seated else eve
    table = await ada.new_table("m", ["", "greedy"], players=2)
    async with ada.at(table) as stays, eve.at(table) as watches:
        await stays.must("sit", seat=0)
        await stays.must("start")
        await stays.play_on(seeded_random(1), 2)
        async with who.at(table) as lost:
            await lost.see(has_question if seated else lambda _: True)
        before = lost.state
        await stays.play_on(seeded_random(2), 1)
        view = await stays.quiet()
        await watches.see(lambda seen: seen.number >= view.number)
        after = f"{before.epoch}.{before.number}"
        async with who.at(table, after=after) as again:
            again.state = before.copy()
            await again.see(lambda seen: seen.number >= view.number)
            assert again.texts[0].startswith('{"type":"change"')
            live = stays if seated else watches
            assert again.view.scene == live.view.scene
            assert again.state.you == live.state.you
            assert again.state.lines == live.state.lines
    for wrong in (f"{EPOCH}.{before.number}", f"{before.epoch}.x", f"{before.epoch}.-1", "."):
        async with who.at(table, after=wrong) as again:  # EPOCH is of this process
            await again.see()
            assert '"type":"view"' in again.texts[0][:20]
