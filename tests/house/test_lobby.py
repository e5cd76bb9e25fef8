"""Lists of tables: by status, in pages, and the lobby as it changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from house.running import TIMEOUT_S, House, Visitor, guest, house, in_loop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludotheque.house.store import Store, TableRow, Unavailable, open_store
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.listing import PAGE_SIZE, page_of
from ludotheque.house.table.lobby import STORED_CHANGES, Lobby, LobbyFeed, change_between
from ludotheque.house.table.summary import Summary

pytest_plugins = ("house.postgres",)
SUMMARY = json.dumps(
    {"options": {}, "names": ["Ada"], "bots": [""], "pace": {}, "acting": [], "scores": []}
)


def row(
    name: str, status: str, created: int = 1, changed: int = 1, public: bool = True
) -> TableRow:
    return TableRow(
        id=name,
        game="m",
        status=status,
        public=public,
        created=created,
        changed=changed,
        summary=SUMMARY,
    )


async def fill(store: Store, *rows: TableRow) -> None:
    for one in rows:
        await store.create_table(one, ["zero"])


async def listed(visitor: Visitor, query: str) -> Any:
    answer = await visitor.fetch("GET", f"/api/tables?{query}")
    assert answer.status == 200, answer
    return answer.data()


# lists


def test_a_waiting_table_is_not_hidden_by_busier_ones(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    busy = [row(f"busy{n}", "playing", created=n, changed=1000 + n) for n in range(60)]

    @in_loop
    async def visit(here: House) -> None:
        ada = await guest(here)
        waiting = await listed(ada, "status=waiting")
        assert [table["table"] for table in waiting["tables"]] == ["alone"]
        assert waiting["next"] == ""
        first = await listed(ada, "status=playing")
        assert [table["created"] for table in first["tables"]] == [*range(59, 9, -1)]
        rest = await listed(ada, f"status=playing&before={first['next']}")
        assert [table["created"] for table in rest["tables"]] == [*range(9, -1, -1)]
        assert rest["next"] == ""
        assert (await listed(ada, "")) == waiting  # what one can join, unless told otherwise
        assert (await listed(ada, "status=waiting&game=zwickern"))["tables"] == []

    @in_loop
    async def prepare() -> None:
        async with open_store(database) as store:
            await fill(store, row("alone", "waiting", created=-1), *busy)

    prepare()
    with house(database, tmp_path) as here:
        visit(here)


def test_a_page_has_a_next_one_only_if_there_are_more_tables() -> None:
    rows = [row(f"t{n}", "playing", created=n) for n in range(PAGE_SIZE + 1)]
    assert page_of(rows[:PAGE_SIZE]).next == ""
    page = page_of(rows)
    assert len(page.tables) == PAGE_SIZE
    assert page.next == f"{PAGE_SIZE - 1}.t{PAGE_SIZE - 1}"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("lobby")
    with house(str(folder / "house.db"), folder) as running:
        yield running


@in_loop
async def test_bad_queries_are_refused(here: House) -> None:
    ada = await guest(here)
    for query, code in (
        ("status=gone", "bad-status"),
        ("status=waiting,playing", "bad-status"),
        ("before=yesterday", "bad-cursor"),
        ("before=1.", "bad-cursor"),
        ("before=1234567890123456789.a", "bad-cursor"),
        ("mine=1&status=waiting,gone", "bad-status"),
        ("status=playing&before=1.%00", "bad-message"),
    ):
        answer = await ada.fetch("GET", f"/api/tables?{query}")
        assert (answer.status, answer.data()["code"]) == (400, code), query


@in_loop
async def test_own_tables_are_listed_by_status(here: House) -> None:
    ada = await guest(here)
    tables = [await ada.new_table("m", ["", "greedy"], players=2) for _ in range(3)]
    for table in tables:
        async with ada.at(table) as seat:
            await seat.must("sit", seat=0)
            if table == tables[0]:
                await seat.must("start")
    mine = await listed(ada, "mine=1")
    assert [table["table"] for table in mine["tables"]] == [*reversed(tables)]
    assert {table["you"] for table in mine["tables"]} == {0}
    playing = await listed(ada, "mine=1&status=playing")
    assert [table["table"] for table in playing["tables"]] == tables[:1]
    both = await listed(ada, "mine=1&status=waiting,playing")
    assert both == mine
    older = await listed(ada, f"mine=1&before={mine['tables'][0]['created']}.{tables[2]}")
    assert [table["table"] for table in older["tables"]] == [tables[1], tables[0]]
    nobody = Visitor(here, "")
    assert await listed(nobody, "mine=1") == {"tables": [], "next": ""}


# the feed


class Recipient:
    """Receives the messages of a feed, and applies them as a client does."""

    def __init__(self, feed: LobbyFeed) -> None:
        self.feed, self.number, self.messages = feed, 0, list[Any]()
        self.changed = asyncio.Event()
        self.tables: dict[str, Any] = {}
        feed.subscribe(self.on_change)

    def on_change(self) -> None:
        texts, self.number = self.feed.messages_after(self.number), self.feed.number
        for text in texts:
            message = json.loads(text)
            self.messages.append(message)
            if message["type"] == "lobby":
                self.tables = {}
            self.tables |= {table["table"]: table for table in message["tables"]}
            for gone in message.get("removed", []):
                del self.tables[gone]
        self.changed.set()

    async def until(self, *names: str) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while {*self.tables} != {*names}:
                self.changed.clear()
                await self.changed.wait()


@in_loop
async def test_changes_of_every_process_are_pushed(place: str) -> None:
    async with open_store(place) as here, open_store(place) as elsewhere:
        await fill(here, row("a", "waiting"))
        feed = LobbyFeed(here, interval_s=0.01)
        looks = Recipient(feed)
        await looks.until("a")
        await fill(elsewhere, row("b", "playing", created=2))
        await looks.until("a", "b")
        await elsewhere.append(row("a", "playing", changed=5), 1, ["one"])
        await elsewhere.append(row("b", "over", created=2), 1, ["one"])
        await looks.until("a")
        async with asyncio.timeout(TIMEOUT_S):
            while looks.tables["a"]["status"] != "playing":
                looks.changed.clear()
                await looks.changed.wait()
        assert looks.messages[0]["type"] == "lobby"
        assert {message["type"] for message in looks.messages[1:]} == {"lobby-change"}
        feed.close()


@in_loop
async def test_changes_are_gathered_and_sent_at_intervals(tmp_path: Path) -> None:
    """However many there are: one message has them all, and nothing is sent if nothing changed."""
    async with open_store(str(tmp_path / "house.sqlite")) as store:
        feed = LobbyFeed(store, interval_s=0.2)
        looks = Recipient(feed)
        async with asyncio.timeout(TIMEOUT_S):
            await looks.changed.wait()
        await fill(store, *(row(f"t{n}", "waiting", created=n) for n in range(20)))
        await looks.until(*(f"t{n}" for n in range(20)))
        assert len(looks.messages) < 20
        sent = len(looks.messages)
        await store.append(row("t3", "waiting", created=3), 1, ["a private entry"])
        await store.append(row("t4", "closed", created=4), 1, ["closed"])
        await looks.until(*(f"t{n}" for n in range(20) if n != 4))
        assert [message["tables"] for message in looks.messages[sent:]] == [[]]
        feed.close()


class CountingStore:
    """Counts the reads of a store whose lists are empty."""

    def __init__(self) -> None:
        self.reads = 0
        self.listeners: list[Any] = []
        self.fails = 0

    def on_commit(self, listener: Any) -> Any:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    async def public_tables(self, *_: Any, **__: Any) -> list[TableRow]:
        self.reads += 1
        if self.fails:
            self.fails -= 1
            raise Unavailable("the database does not answer")
        return []


@in_loop
async def test_nothing_is_read_while_nobody_looks() -> None:
    store: Any = CountingStore()
    feed = LobbyFeed(store, interval_s=0.001)
    assert not store.listeners
    one, two = Recipient(feed), Recipient(feed)
    async with asyncio.timeout(TIMEOUT_S):
        await one.changed.wait()
    feed.unsubscribe(one.on_change)
    assert store.listeners
    feed.unsubscribe(two.on_change)
    assert not store.listeners
    reads = store.reads
    await asyncio.sleep(0.02)
    assert store.reads == reads
    three = Recipient(feed)
    async with asyncio.timeout(TIMEOUT_S):
        await three.changed.wait()
    assert [message["type"] for message in three.messages] == ["lobby"]
    feed.close()


@in_loop
async def test_the_lobby_is_read_again_after_the_store_was_away() -> None:
    store: Any = CountingStore()
    store.fails = 3
    feed = LobbyFeed(store, interval_s=0.001)
    looks = Recipient(feed)
    async with asyncio.timeout(TIMEOUT_S):
        await looks.changed.wait()
    assert looks.messages == [
        {"type": "lobby", "tables": [], "next": {"waiting": "", "playing": ""}}
    ]
    feed.close()


def lobby(*rows: TableRow) -> Lobby:
    return Lobby(page_of(rows).tables, {"waiting": "", "playing": ""})


@in_loop
async def test_a_recipient_far_behind_gets_whole_pages() -> None:
    store: Any = CountingStore()
    feed = LobbyFeed(store)
    slow = Recipient(feed)
    feed._update(lobby())
    assert slow.number == 1
    feed.unsubscribe(slow.on_change)
    keeps_up = Recipient(feed)
    feed._lobby, feed.number = lobby(), 1
    for n in range(STORED_CHANGES):
        feed._update(lobby(row(f"t{n}", "waiting")))
    assert [json.loads(text)["type"] for text in feed.messages_after(1)] == [
        "lobby-change"
    ] * STORED_CHANGES
    feed._update(lobby())
    (whole,) = feed.messages_after(1)
    assert json.loads(whole)["type"] == "lobby"
    assert feed.messages_after(feed.number) == []
    assert keeps_up.tables == {}
    feed.close()


def test_a_change_has_what_differs() -> None:
    a, b, c = row("a", "waiting"), row("b", "playing"), row("c", "playing")
    changed = row("b", "playing", changed=9)
    assert change_between(lobby(a, b), lobby(a, b)) is None
    change = change_between(lobby(a, b), lobby(changed, c))
    assert change is not None
    assert [table.table for table in change.tables] == ["b", "c"]
    assert change.removed == ["a"]


def test_the_summary_of_a_list_has_no_person_ids() -> None:
    fields = {*Summary.__struct_fields__}
    assert fields == {
        "options", "names", "bots", "time_control", "acting", "scores",
        "person_seats", "open_seats", "leave", "closed",
    }  # fmt: skip
    assert TimeControl.__struct_fields__ == (
        "mode", "amount", "increment", "shared_seconds", "pauses",
    )  # fmt: skip


# the socket


class Looking:
    """A socket at the lobby, and everything it received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.texts = socket, list[str]()

    async def next(self) -> Any:
        async with asyncio.timeout(TIMEOUT_S):
            self.texts.append(str(await self.socket.recv()))
        return json.loads(self.texts[-1])

    async def until_listed(self, table: str) -> None:
        while True:
            message = await self.next()
            if any(one["table"] == table for one in message["tables"]):
                return


@asynccontextmanager
async def at_lobby(here: House, visitor: Visitor, **headers: str) -> AsyncIterator[Looking]:
    async with connect(
        f"ws://{here.address}/ws/lobby",
        additional_headers={**visitor.headers(), **headers},
        compression=None,
        proxy=None,
        open_timeout=TIMEOUT_S,
    ) as socket:
        yield Looking(socket)


async def new_table(host: Visitor, public: bool) -> str:
    created = await host.post(
        "/api/tables", game="m", bots=["", "greedy"], options={"players": 2}, public=public
    )
    return str(created["table"])


@in_loop
async def test_nothing_about_private_tables_is_sent(here: House) -> None:
    ada, eve = await guest(here), Visitor(here, "")
    name = (await ada.fetch("GET", "/api/me")).data()["name"]
    old = await new_table(ada, public=False)
    async with at_lobby(here, eve) as lobby:
        assert (await lobby.next())["type"] == "lobby"
        private = await new_table(ada, public=False)
        for table in (old, private):
            async with ada.at(table) as seat:
                await seat.must("sit", seat=0)
                await seat.must("say", text="a secret")
                await seat.must("start")
        public = await new_table(await guest(here), public=True)
        await lobby.until_listed(public)
    received = "".join(lobby.texts)
    for secret in (old, private, name, "a secret", ada.token):
        assert secret not in received
    for status in ("waiting", "playing", "over", "closed"):
        answer = await eve.fetch("GET", f"/api/tables?status={status}")
        assert old not in answer.body.decode()
        assert private not in answer.body.decode()


def test_all_processes_of_a_house_push_the_same_tables(postgres_place: str, tmp_path: Path) -> None:
    @in_loop
    async def visit(one: House, two: House) -> None:
        ada = await guest(one)
        async with at_lobby(two, Visitor(two, "")) as lobby:
            await lobby.next()
            table = await new_table(ada, public=True)
            await lobby.until_listed(table)
            async with ada.at(table) as seat:
                await seat.must("sit", seat=0)
                await seat.must("start")
            while True:
                tables = {one["table"]: one for one in (await lobby.next())["tables"]}
                if table in tables and tables[table]["status"] == "playing":
                    break

    with house(postgres_place, tmp_path) as one, house(postgres_place, tmp_path) as two:
        visit(one, two)


@in_loop
async def test_a_socket_answers_pings_and_takes_nothing_else(here: House) -> None:
    async with at_lobby(here, Visitor(here, "")) as lobby:
        assert (await lobby.next())["type"] == "lobby"
        await lobby.socket.send(json.dumps({"type": "ping", "id": 7}))
        done = await lobby.next()
        assert (done["type"], done["id"]) == ("done", 7)
        await lobby.socket.send('{"type": "start"}')
        with pytest.raises(ConnectionClosed) as closed:
            await lobby.next()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
            1008, "this socket takes pings only",
        )  # fmt: skip


async def flood(lobby: Looking) -> None:
    """Send far more pings than allowed, and read until the socket is closed."""
    for number in range(200):
        await lobby.socket.send(json.dumps({"type": "ping", "id": number}))
    while True:
        await lobby.next()


@in_loop
async def test_a_socket_has_the_limits_of_tables(here: House) -> None:
    visitor = Visitor(here, "")
    with pytest.raises(InvalidStatus):
        async with at_lobby(here, visitor, Origin="https://elsewhere.example"):
            pass
    async with at_lobby(here, visitor) as lobby:
        with pytest.raises(ConnectionClosed) as closed:
            await flood(lobby)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "too many messages"
    sockets = [at_lobby(here, visitor) for _ in range(21)]
    opened = [await socket.__aenter__() for socket in sockets[:20]]
    with pytest.raises(InvalidStatus):
        await sockets[20].__aenter__()
    for one in opened:
        await one.socket.close()
