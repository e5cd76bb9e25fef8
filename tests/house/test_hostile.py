"""Whatever is sent to the house, it answers or closes the socket, and the others play on."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import re
import resource
import tempfile
import urllib.parse
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from house.doors import body_fields
from house.fake_client import FakeClient
from house.running import (
    TIMEOUT_S,
    House,
    Seat,
    Visitor,
    guest,
    has_question,
    house,
    http,
    in_loop,
    seeded_random,
)
from house.table_state import Json, TableState, seen, whole_view
from house.wire import Wire, request_head
from house.worlds import played
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.routing import Route
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from ludotheque.core.registry import installed
from ludotheque.house.api.openapi import QUERY_SCHEMAS
from ludotheque.house.api.sockets import Socket
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.refusals import Refused
from ludotheque.house.server import create_app
from ludotheque.house.settings import Settings
from ludotheque.house.store import open_store
from ludotheque.house.table.asks import MAX_MESSAGE_BYTES, AnyAsk, Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import SeatPlan
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.moves import MAX_REASON_LENGTH, validate_by_rules
from ludotheque.house.table.restore import restore
from ludotheque.house.views.messages import Done, Refusal
from ludotheque.house.views.stream import Stream
from ludotheque.house.workers.bot_pool import BotPool

IDLE_SOCKETS = 2000
IDLE_TABLES = 20
MAX_OPEN_FILES = 8192  # open files of this process and of the house
MALFORMED: tuple[str | bytes, ...] = (
    "",
    "{",
    "[]",
    "null",
    "1e999",
    '"sit"',
    "[" * 5000,
    "{}",
    '{"type": 3}',
    '{"type": "open-sesame"}',
    '{"type": "sit"}',
    '{"type": "sit", "seat": "0"}',
    '{"type": "sit", "seat": 0.5}',
    '{"type": "sit", "seat": null}',
    '{"type": "sit", "seat": 0, "person": "ada"}',
    '{"type": "play", "decision": 0, "text": 7}',
    '{"type": "play", "decision": 0, "text": "\\ud800"}',
    '{"type": "ping", "id": "x"}',
    '{"type": "ping", "id": 1e400}',
    '{"type": "pace", "pace": []}',
    b"\xff\xfe",
    b"\x00",
)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("hostile")
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    # The house inherits it.
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_OPEN_FILES, hard_limit))
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


@contextlib.asynccontextmanager
async def pair(here: House) -> AsyncIterator[tuple[Seat, Seat, str]]:
    """Two people who play M, and their table."""
    ada, bob = await guest(here), await guest(here)
    table = await ada.new_table("m", [], players=2)
    async with ada.at(table) as one, bob.at(table) as two:
        await one.must("sit", seat=0)
        await two.must("sit", seat=1)
        await one.must("start")
        yield one, two, table


async def check_play_goes_on(one: Seat, two: Seat) -> None:
    """Check that two people can still play."""
    for seat in (one, two):
        await seat.see(lambda view: view.status == "playing")
        await seat.must("ping")
    newest = max(one.view.number, two.view.number)
    for seat in (one, two):
        await seat.see(lambda view: view.number >= newest)
    seat = one if one.view.decision >= 0 else two
    assert await seat.play_on(seeded_random(1), 1) == 1


@in_loop
async def test_malformed_messages_are_refused(here: House) -> None:
    async with pair(here) as (one, two, _):
        for data in MALFORMED:
            one.answers.clear()
            await one.socket.send(data)
            await one.until(lambda: bool(one.answers))
            (answer,) = one.answers.values()
            assert isinstance(answer, Refusal), data
            assert answer.code == "bad-message"
            assert len(answer.message) <= 200
        await check_play_goes_on(one, two)


@pytest.mark.parametrize("slug", sorted(installed()))
def test_a_long_move_is_refused_in_few_words(slug: str) -> None:
    """Answers wait in memory for a client that does not read them."""
    log = played(slug, 0, 1)
    room = restore(log[: len(log) // 2])
    (seat, *_) = room.started_table().state.actors()
    for verb in {event.text.split()[0] for event in room.started_table().events}:
        with pytest.raises(Refused) as refused:
            validate_by_rules(room, seat, f"{verb} {'1' * 60_000}")
        assert len(str(refused.value)) <= MAX_REASON_LENGTH


@in_loop
async def test_huge_numbers_get_an_answer(here: House) -> None:
    async with pair(here) as (one, two, _):
        huge = 10**30
        for ask in (
            {"type": "ping", "id": huge},
            {"type": "ping", "id": -(2**63) - 1},
            {"type": "ping", "id": 2**64 - 1},
            {"type": "sit", "seat": huge},
            {"type": "sit", "seat": -1},
            {"type": "play", "decision": huge, "text": "pass"},
            {"type": "play", "decision": -1, "text": "pass"},
            {"type": "pace", "pace": {"mode": "move", "seconds": huge}},
            {"type": "pace", "pace": {"mode": "budget", "seconds": 9, "increment": huge}},
            {"type": "pace", "pace": {"mode": "budget", "seconds": 9, "increment": -9}},
        ):
            one.answers.clear()
            await one.socket.send(json.dumps(ask))
            await one.until(lambda: bool(one.answers))
            (answer,) = one.answers.values()
            assert isinstance(answer, Refusal) or ask["type"] == "ping", ask
        await check_play_goes_on(one, two)


@in_loop
async def test_a_huge_message_ends_the_socket(here: House) -> None:
    async with pair(here) as (one, two, table):
        eve = await guest(here)
        async with eve.at(table) as other:
            await other.socket.send("x" * (MAX_MESSAGE_BYTES + 1))
            assert await other.end() == 1009
        await check_play_goes_on(one, two)


@in_loop
async def test_a_flood_ends_the_socket(here: House) -> None:
    async with pair(here) as (one, two, table):
        eve = await guest(here)
        async with eve.at(table) as other:
            with contextlib.suppress(Exception):
                for _ in range(500):
                    await other.socket.send('{"type":"ping"}')
            assert await other.end() == 1008
        await check_play_goes_on(one, two)


@in_loop
async def test_too_many_chat_messages_are_refused(here: House) -> None:
    async with pair(here) as (one, two, _):
        answers = [await one.ask("say", text=f"{n}") for n in range(8)]
        assert isinstance(answers[0], Done)
        assert isinstance(answers[-1], Refusal)
        assert answers[-1].code == "too-fast"
        for text in ("", " ", "x" * 301, "a\u0000b", "\u202eabc"):
            assert await two.refused("say", text=text) == "bad-talk"
        await check_play_goes_on(one, two)


@in_loop
async def test_requests_from_other_sites_are_refused(here: House) -> None:
    ada = await guest(here)
    table = await ada.new_table("m", [], players=2)
    url = f"ws://{here.address}/ws/{table}?protocol=2"
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://{here.address}.evil.example"},
        {"Origin": f"http://{here.address}", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        known = {**ada.headers(), **headers}
        with pytest.raises(InvalidStatus) as refused:
            async with connect(url, additional_headers=known, proxy=None):
                pass
        assert refused.value.response.status_code == 403
        named = {name.replace("-", "_"): value for name, value in known.items()}
        assert (await http(here, "POST", "/api/guest", b"{}", **named)).status == 403
    ours = {**ada.headers(), "Origin": f"http://{here.address}"}
    async with connect(url, additional_headers=ours, proxy=None) as socket:
        assert json.loads(await socket.recv())["type"] == "view"


@in_loop
async def test_bodies(here: House) -> None:
    ada = await guest(here)
    for body, status in (
        (b"x" * (MAX_MESSAGE_BYTES + 1), 413),
        (b"{", 400),
        (b"[]", 400),
        (b"\xff", 400),
        (b"[" * 60_000, 400),
        (b'{"game": "chess"}', 400),
        (b'{"game": "m", "options": {"players": 99}}', 400),
        (b'{"game": "m", "options": {"colour": 1}}', 400),
        (b'{"game": "m", "bots": ["deep-thought"]}', 400),
        (b'{"game": "m", "pace": {"mode": "warp"}}', 400),
        (b'{"game": "m", "pace": {"mode": "move"}}', 400),
        (b'{"game": "m", "seed": "00"}', 400),
    ):
        answer = await ada.fetch("POST", "/api/tables", body)
        assert answer.status == status, (body[:50], answer)
    nobody = Visitor(here, "")
    assert (await nobody.fetch("POST", "/api/tables", b'{"game": "m"}')).status == 401
    nobody.token = "x" * 43
    assert (await nobody.fetch("POST", "/api/tables", b'{"game": "m"}')).status == 401


@in_loop
async def test_unknown_tables(here: House) -> None:
    ada = await guest(here)
    for name in ("nothing", "%00", "%F0%9F%90%AD", "a" * 3000, "..%2f..%2fetc"):
        with pytest.raises(InvalidStatus) as refused:
            async with ada.at(name):
                pass
        assert refused.value.response.status_code == 404, name
        assert (await ada.fetch("GET", f"/api/tables/{name}/record")).status == 404, name


@in_loop
async def test_nobody_moves_for_another(here: House) -> None:
    async with pair(here) as (one, two, table):
        await one.see(lambda view: view.status == "playing")
        await two.see(lambda view: view.status == "playing")
        mover, other = (one, two) if has_question(one.view) else (two, one)
        view = mover.view
        assert view.scene is not None
        move = {"decision": view.decision, "text": view.scene.choices[0].text}
        assert await other.refused("play", **move) == "not-your-turn"
        assert await other.refused("sit", seat=view.seat) == "already-seated"
        eve = await guest(here)
        for visitor in (eve, Visitor(here, ""), Visitor(here, "forged")):
            async with visitor.at(table) as stranger:
                assert await stranger.refused("play", **move) in {"not-your-seat", "no-token"}
                assert await stranger.refused("sit", seat=view.seat) in {"seat-taken", "no-token"}
                assert await stranger.refused("start") in {"game-running", "no-token"}
                for ask in ("rise", "takeback", "resign"):
                    assert await stranger.refused(ask) in {"not-seated", "no-token"}
                assert await stranger.refused("answer", yes=True) in {"not-seated", "no-token"}
        await check_play_goes_on(one, two)


@in_loop
async def test_without_a_token_nothing_can_be_changed(here: House) -> None:
    """Nobody takes a seat without a token, not even one that a bot holds."""
    ada = await guest(here)
    table = await ada.new_table("m", ["", "random"], players=2)
    async with ada.at(table) as one, Visitor(here, "").at(table) as nobody:
        for seat in (0, 1):
            assert await nobody.refused("sit", seat=seat) == "no-token"
        assert await nobody.refused("say", text="hello") == "no-token"
        await one.must("sit", seat=0)
        await one.must("start")
        assert await nobody.refused("sit", seat=1) == "no-token"
        assert await nobody.refused("start") == "no-token"
        view = await one.see(lambda view: view.status == "playing")
        assert view.seats[1].bot == "random"
        await one.play_on(seeded_random(1), 2)


@in_loop
async def test_a_person_who_left_or_resigned_can_not_move(here: House) -> None:
    for leave, back in (("rise", True), ("resign", False)):
        async with pair(here) as (one, two, _):
            await one.see(lambda view: view.status == "playing")
            await one.must(leave)
            assert await one.refused("play", decision=one.view.decision, text="pass") == "away"
            assert isinstance(await one.ask("sit", seat=0), Done if back else Refusal)
            await two.must("ping")


@in_loop
async def test_play_goes_on_with_thousands_of_idle_sockets(
    here: House, record_property: Callable[[str, object], None]
) -> None:
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (MAX_OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    async with pair(here) as (one, two, _):
        ada = await guest(here)
        tables = [await ada.new_table("m", [], players=2) for _ in range(IDLE_TABLES)]
        port, before = int(here.address.split(":")[1]), resident_kib(here)
        wires: list[Wire] = []
        for begin in range(0, IDLE_SOCKETS, 50):
            opened = (idle(port, tables, number) for number in range(begin, begin + 50))
            wires += await asyncio.gather(*opened)
            if not begin % 500:
                await check_play_goes_on(one, two)
        for _ in range(3):
            await check_play_goes_on(one, two)
        record_property("KiB for each idle socket", (resident_kib(here) - before) / IDLE_SOCKETS)
        await asyncio.gather(*(wire.close() for wire in wires))
        await check_play_goes_on(one, two)


async def idle(port: int, tables: list[str], number: int) -> Wire:
    """A spectator who never sends anything."""
    address = f"10.200.{number // 250}.{number % 250}"
    path = f"/ws/{tables[number % len(tables)]}?protocol=2"
    return await Wire.open(port, path, {"X-Forwarded-For": address})


def resident_kib(here: House) -> int:
    """The resident memory of the house in KiB."""
    assert here.process is not None
    status = Path(f"/proc/{here.process.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0])


@in_loop
async def test_a_slow_reader_does_not_block_others(here: House) -> None:
    """The game goes on; a slow reader then gets what it missed."""
    async with pair(here) as (one, two, table):
        port = int(here.address.split(":")[1])
        slow = await Wire.open(port, f"/ws/{table}?protocol=2", {"X-Forwarded-For": "10.201.0.1"})
        for _ in range(10):
            await check_play_goes_on(one, two)
        newest = max(one.view.number, two.view.number)
        await slow.until(lambda: slow.latest_number() >= newest)
        await slow.close()


@in_loop
async def test_a_client_that_sends_and_does_not_read_is_disconnected(here: House) -> None:
    async with pair(here) as (one, two, table):
        port = int(here.address.split(":")[1])
        slow = await Wire.open(port, f"/ws/{table}?protocol=2", {"X-Forwarded-For": "10.201.0.2"})
        for _ in range(500):
            slow.send('{"type": "why-not", "text": "' + "x" * 500 + '"}')
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await slow.until(lambda: False)
        await slow.close()
        await check_play_goes_on(one, two)


@in_loop
async def test_one_person_has_no_more_than_twenty_sockets(here: House) -> None:
    ada = await guest(here)
    table = await ada.new_table("m", [], players=2)
    async with contextlib.AsyncExitStack() as many:
        for _ in range(20):
            await many.enter_async_context(ada.at(table))
        with pytest.raises(InvalidStatus) as refused:
            await many.enter_async_context(ada.at(table))
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["code"] == "too-many-sockets"
    async with ada.at(table) as again:
        await again.see()


# random requests

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW")
PATHS = sorted({route.path for route in create_app(Settings()).routes if isinstance(route, Route)})
PARTS = st.one_of(st.sampled_from(["m", "..", "%00", "%ff", "0", "-1"]), st.text(max_size=12))
FIELDS = st.sampled_from(body_fields()) | st.text(max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=4),
    max_leaves=8,
)
BODIES = st.one_of(st.just(b""), st.binary(max_size=60), JSON.map(json.dumps).map(str.encode))
HEADERS = st.dictionaries(
    st.sampled_from(
        ["Content-Type", "Origin", "Sec-Fetch-Site", "Cookie", "Authorization", "Accept-Language",
         "Range", "If-None-Match", "Accept-Encoding", "Expect"]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20),
    max_size=3,
)  # fmt: skip


@settings(max_examples=8 * settings().max_examples)
@given(
    st.sampled_from(METHODS),
    st.sampled_from(PATHS),
    st.lists(PARTS, min_size=3, max_size=3),
    st.dictionaries(st.sampled_from(sorted(QUERY_SCHEMAS)), PARTS, max_size=4),
    BODIES,
    HEADERS,
    st.booleans(),
)
def test_any_request_is_answered(
    here: House,
    method: str,
    place: str,
    parts: list[str],
    query: dict[str, str],
    body: bytes,
    headers: dict[str, str],
    known: bool,
) -> None:
    """No request makes the house fail, and every refusal says why."""
    for part in parts:
        place = re.sub(r"\{[^}]*\}", urllib.parse.quote(part, safe="%"), place, count=1)
    path = f"{place}?{urllib.parse.urlencode(query)}"
    if known:
        headers = {**headers, "Authorization": f"Bearer {token_of_guest(here)}"}
    status, kind, text = asyncio.run(send_request(here, method, path, body, headers))
    assert status < 500, text
    if status >= 400 and method != "HEAD" and "json" in kind:
        assert {"code", "message"} <= json.loads(text).keys()


@functools.cache
def token_of_guest(here: House) -> str:
    return asyncio.run(guest(here)).token


async def send_request(
    here: House, method: str, path: str, body: bytes, headers: dict[str, str]
) -> tuple[int, str, bytes]:
    """The status, content type and body of a response."""
    port = int(here.address.split(":")[1])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    all_headers = {
        **headers,
        "X-Forwarded-For": f"10.202.{next(caller_numbers) % 250}.1",
        "Connection": "close",
    }
    writer.write(
        request_head(f"{method} {path}", {**all_headers, "Content-Length": str(len(body))}) + body
    )
    answer = await asyncio.wait_for(reader.read(), TIMEOUT_S)
    writer.close()
    begin, _, text = answer.partition(b"\r\n\r\n")
    kind = re.search(rb"(?i)content-type: ([^\r]*)", begin)
    return int(answer.split()[1]), kind[1].decode() if kind else "", text


caller_numbers = itertools.count()


# random messages, in this process

KINDS = [kind.__struct_config__.tag for kind in get_args(AnyAsk)]
VALUES = st.one_of(
    st.integers(-2, 3), st.integers(), st.booleans(), st.none(), st.text(max_size=20), st.floats()
)
TEXTS = st.one_of(st.text(max_size=30), st.sampled_from(["pass", "play 1", "take 1", "lay A1"]))
PACE = st.fixed_dictionaries(
    {"mode": st.sampled_from(["free", "move", "budget", "days"])},
    optional={"seconds": st.integers(), "increment": st.integers()},
)
ASKS = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "id": VALUES,
        "seat": VALUES,
        "decision": VALUES,
        "text": TEXTS,
        "nonce": TEXTS,
        "yes": st.booleans(),
        "language": TEXTS,
        "pace": st.one_of(PACE, VALUES),
    },
)
MESSAGES = st.one_of(ASKS.map(json.dumps), st.text(), st.binary())


class NoBotPool(BotPool):
    """Bots that never answer."""

    def __init__(self) -> None:
        super().__init__(1)

    async def choose(self, *_: object) -> str:
        await asyncio.Event().wait()
        return ""

    async def hints(self, *_: object) -> list[tuple[str, str]]:
        return []


@given(
    st.sampled_from(sorted(installed())), st.lists(st.tuples(st.booleans(), MESSAGES), max_size=30)
)
def test_any_message_is_answered(game: str, sent: list[tuple[bool, str | bytes]]) -> None:
    """Every message gets one answer, sockets show what is so, and the log can be restored."""

    async def run(folder: str) -> None:
        async with open_store(f"{folder}/house.sqlite") as store:
            live_tables = LiveTables(store, NoBotPool())
            table = await live_tables.create(
                TableSettings(game, {}, [SeatPlan(), *[SeatPlan("random")] * 5]), "ada"
            )
            async with (
                served(live_tables, table, "ada") as (ada, ada_socket),
                served(live_tables, table, "eve") as (eve, eve_socket),
            ):
                await live_tables.perform(table, Caller("ada", "Ada"), Sit(seat=0))
                await live_tables.perform(table, Caller("ada"), Start())
                for is_other, data in sent:
                    await answered(eve if is_other else ada, data)
                again = await LiveTables(store, NoBotPool()).open(table.room.created.table)
                check_shown(ada, ada_socket)
                check_shown(eve, eve_socket)
            for person in ("ada", "eve", ""):
                assert seen(again.room, person) == seen(table.room, person)
            await live_tables.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(folder))


@contextlib.asynccontextmanager
async def served(
    live_tables: LiveTables, table: LiveTable, person: str
) -> AsyncIterator[tuple[FakeClient, Socket]]:
    """A client of a person, and its socket."""
    client = FakeClient()
    socket = Socket(live_tables, table, await client.connection(), Caller(person), "en")
    socket.message_quota = Bucket(10**6, 1)
    serving = asyncio.create_task(socket.serve())
    await asyncio.sleep(0)
    yield client, socket
    client.leave()
    await serving


async def answered(client: FakeClient, data: str | bytes) -> None:
    """Send a message; the client must get one answer."""
    before = len(answers_in(client.received))
    client.ask(data)
    async with asyncio.timeout(TIMEOUT_S):
        while len(answers_in(client.received)) == before:
            await asyncio.sleep(0)
    for _ in range(3):
        await asyncio.sleep(0)
    assert len(answers_in(client.received)) == before + 1


def answers_in(messages: list[Json]) -> list[Json]:
    """The messages that answer an ask."""
    return [m for m in messages if m["type"] in {"done", "refused", "hint"} or "done" in m]


def check_shown(client: FakeClient, socket: Socket) -> None:
    """Check that a client shows what a client that connects now would."""
    state, fresh = TableState(), TableState()
    for message in client.received:
        for _ in state.receive(message):
            pass
    table, cursor = socket.table, socket.cursor
    view = whole_view(table.room, cursor.person, cursor.language, cursor.spectators)
    for _ in fresh.receive(view):
        pass
    assert state.shown([]) == fresh.shown([])


@in_loop
async def test_a_socket_is_closed_if_the_table_can_not_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in a scene closes the socket instead of leaving an old view on the screen."""

    def fault(*_: object) -> None:
        raise ValueError("no such picture")

    async with open_store(str(tmp_path / "house.sqlite")) as store:
        live_tables = LiveTables(store, NoBotPool())
        table = await live_tables.create(TableSettings("m", {}, [SeatPlan()] * 2), "ada")
        async with contextlib.AsyncExitStack() as stack:
            clients = [
                (await stack.enter_async_context(served(live_tables, table, person)))[0]
                for person in ("ada", "eve")
            ]
            assert [message["type"] for message in clients[0].received] == ["view"]
            monkeypatch.setattr(Stream, "_scene", fault)
            await live_tables.perform(table, Caller("ada", "Ada"), Sit(seat=0))
            async with served(live_tables, table, "zoe") as (late, _):
                for client in (*clients, late):
                    await client.ended.wait()
                    assert client.closed["code"] == 4003
                    assert client.closed["reason"] == "broken-log"
        assert table.room.seat_of("ada") == 0  # the table itself has no fault
        await live_tables.close()
