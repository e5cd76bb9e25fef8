"""What every route and socket must keep to, whoever wrote it: a new one is tested by default.

The gate of a closed house is walked in `test_access.py`, the OpenAPI description and the protocol's
document in `test_protocol.py`, random bodies in `test_fuzz_wire.py`.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from house.doors import SOCKET, AppHouse, Door, app_house, doors
from house.running import in_loop
from starlette.routing import Route

from ludotheque.house import limits
from ludotheque.house.api import openapi
from ludotheque.house.api.security_headers import NO_STORE, SECURITY_HEADERS
from ludotheque.house.rate_limits import Buckets
from ludotheque.house.server import House, create_app
from ludotheque.house.settings import Settings
from ludotheque.house.shares import ClientBuckets, Rate
from ludotheque.house.store import Store
from ludotheque.house.table.asks import Play, Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import SeatPlan

PASSWORD = "long enough a word"  # noqa: S105 - a test's
MAX_MOVES = 500
RATES = (Buckets, ClientBuckets)
ATTACKER = "192.0.2.66"
# Safe doors that have nothing to show in this house; all others must answer with 200.
EMPTY = {
    *("GET /ca.crt", "GET /api/games/{game}/lessons/{chapter}/{step}/sound"),
    "GET /api/circles/{circle}",
    "GET /api/people",  # of nobody
    "GET /api/calendar/{file}",  # its name is a secret
    "GET /api/puzzles/{puzzle}",
    "GET /api/tables/{table}/analysis/{event}",  # before it is done
    "GET /api/records/{record}/analysis/{event}",
}
# What a GET may write: that a session was used, what the host downloads, the deal of the day and
# the analysis of a game, which are the same whoever asks first.
WRITTEN_BY_GET = ("sessions", "audit", "daily_deals", "analyses")


class Populated(NamedTuple):
    """A house with a host and a finished game."""

    app: AppHouse
    host: str  # a token
    table: str


@asynccontextmanager
async def populated(folder: Path, access: str = "open") -> AsyncIterator[Populated]:
    """A house with a host, a finished game, and its record that was opened again."""
    async with app_house(folder, access=access) as app:
        host, table = await new_host_token(app), await finished_game(app.house)
        record = await app.ask(Door("GET", "/api/tables/{table}/record"), table, token=host)
        opened = await app.ask(Door("POST", "/api/records"), token=host, body=record.body)
        app.record = json.loads(opened.body)["record"]
        await until_settled(app.house.store)
        app.house.export_limit = ClientBuckets(Rate(100, 1), Rate(100, 1))
        yield Populated(app, host, table)


async def until_settled(store: Store) -> None:
    """Wait until the house has written what follows from a game that is over."""
    before: list[str] = []
    while before != (before := await dumped(store, ())):
        await asyncio.sleep(0.2)


async def finished_game(house: House) -> str:
    """The id of a table where a whole game was played."""
    settings = TableSettings("m", {"players": 2}, [SeatPlan(), SeatPlan()], public=True)
    people = [(await house.people.guest("en")).person for _ in range(2)]
    table = await house.tables.create(settings, people[0].id)
    callers = [Caller(person.id, person.name or "") for person in people]
    for seat, caller in enumerate(callers):
        await house.tables.perform(table, caller, Sit(seat=seat))
    await house.tables.perform(table, callers[0], Start())
    for _ in range(MAX_MOVES):
        room = table.room
        if room.status == "over":
            return room.created.table
        state = room.started_table().state
        seat = state.actors()[0]
        text = room.game.text(state, state.choices(seat)[0])
        caller = Caller(room.chairs[seat].person)
        ask = Play(decision=room.chairs[seat].decision, text=text)
        await house.tables.perform(table, caller, ask)
    raise AssertionError("the game is not over")


@pytest.mark.parametrize("access", ["open", "closed"])
@in_loop
async def test_every_answer_has_the_security_headers_and_is_not_cached(
    tmp_path: Path, access: str
) -> None:
    async with populated(tmp_path, access) as (app, host, table):
        for door in doors():
            for token in ("", host):
                # From another site, so that nothing is changed.
                answer = await app.ask(door, table, token=token, sec_fetch_site="cross-site")
                if door.method == SOCKET:
                    assert answer.status == 403, door
                if door.is_safe and token and door.name not in EMPTY:
                    assert answer.status == 200, (door, answer)
                for name, value in SECURITY_HEADERS.items():
                    assert answer.headers.get(name) == value, (door, name)
                if not door.is_file:
                    assert answer.headers["cache-control"] == NO_STORE, door
                assert "access-control-allow-origin" not in answer.headers, door


@pytest.mark.parametrize("access", ["open", "closed"])
@in_loop
async def test_every_request_is_counted_by_address(tmp_path: Path, access: str) -> None:
    async with populated(tmp_path, access) as (app, host, table):
        buckets = (app.house.request_limit, app.house.file_limit)
        for door in doors():
            for token in ("", host):
                for limit in buckets:
                    limit.bucket(ATTACKER).tokens = -1000
                answer = await app.ask(door, table, token=token, address=ATTACKER)
                if answer.status == 403 and not token:
                    continue  # refused by the gate of a closed house
                assert answer.status == 429, (door, answer)
                assert door.method == "HEAD" or answer.code == "too-fast", (door, answer)


@pytest.mark.parametrize("access", ["open", "closed"])
@in_loop
async def test_what_is_refused_is_counted_too(tmp_path: Path, access: str) -> None:
    async with populated(tmp_path, access) as (app, _, table):
        buckets = (app.house.request_limit, app.house.file_limit)
        for limit in buckets:
            limit.per_second = 0
        for number, door in enumerate(doors()):
            address = f"192.0.2.{number}"
            await app.ask(door, table, address=address, sec_fetch_site="cross-site")
            taken = [limit.burst - limit.bucket(address).tokens for limit in buckets]
            assert sum(taken) == 1, door


@pytest.mark.parametrize("access", ["open", "closed"])
@in_loop
async def test_a_page_of_another_site_changes_nothing(tmp_path: Path, access: str) -> None:
    async with populated(tmp_path, access) as (app, host, table):
        before = await dumped(app.house.store, ())
        for door in doors():
            if door.is_safe:
                continue
            for answer in (
                await app.ask(door, table, token=host, sec_fetch_site="cross-site"),
                await app.ask(door, table, token=host, origin="https://evil.example"),
            ):
                assert (answer.status, answer.code) == (403, "wrong-origin"), (door, answer)
        assert await dumped(app.house.store, ()) == before


@in_loop
async def test_a_get_changes_nothing(tmp_path: Path) -> None:
    """Links and pictures of other sites make browsers send such requests, with the cookie."""
    async with populated(tmp_path) as (app, host, table):
        before = await dumped(app.house.store, WRITTEN_BY_GET)
        for door in doors():
            if door.is_safe:
                await app.ask(door, table, token=host)
        assert await dumped(app.house.store, WRITTEN_BY_GET) == before


async def dumped(store: Store, except_for: tuple[str, ...]) -> list[str]:
    """Everything that is stored, but for some tables."""
    return [line async for line in store.dump() if next(iter(json.loads(line))) not in except_for]


@in_loop
async def test_every_socket_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with populated(tmp_path) as (app, host, table):
        sockets = [door for door in doors() if door.method == SOCKET]
        assert len(sockets) >= 2
        monkeypatch.setattr(app.house.connections, "is_full", lambda _visitor: True)
        for door in sockets:
            for token in ("", host):
                answer = await app.ask(door, table, token=token)
                assert (answer.status, answer.code) == (429, "too-many-sockets"), door


# For each rate of the house, by address or person, a door that it limits.
DOOR_OF_RATE = {
    "request_limit": Door("GET", "/api/doors"),
    "file_limit": Door("GET", "/plain"),
    "guest_limit": Door("POST", "/api/guest"),
    "password_limit": Door("POST", "/api/login"),
    "registration_limit": Door("POST", "/api/account"),
    "passkey_limit": Door("POST", "/api/login/passkey/options"),
    "rename_limit": Door("POST", "/api/me/name"),
    "erasure_limit": Door("DELETE", "/api/me/data"),
    "export_limit": Door("GET", "/api/me/data"),
    "match_limit": Door("POST", "/api/match"),
    "community_limit": Door("POST", "/api/me/friends"),
    "report_limit": Door("POST", "/api/reports"),
    "open_record_limit": Door("POST", "/api/records"),
    "statistics_limit": Door("GET", "/api/people"),
    "notice_limit": Door("POST", "/api/notices/calendar"),
    "mail_limit": Door("POST", "/api/notices/mail"),
    "backup_limit": Door("GET", "/api/admin/backup"),
    "analysis_limit": Door("GET", "/api/tables/{table}/analysis"),
}
# Where the same request again is no other one: a second door.
SECOND_DOOR_OF_RATE = {"analysis_limit": Door("GET", "/api/records/{record}/analysis")}
CREDENTIALS = json.dumps({"name": "Nobody", "password": PASSWORD}).encode()
BODY_OF_RATE = {
    "rename_limit": b'{"name": "Hostess"}',
    "match_limit": b'{"game": "m"}',
    "mail_limit": b'{"address": "clara@example.org"}',
    "report_limit": b'{"reason": "loud"}',
}


@in_loop
async def test_every_rate_is_met_at_its_edge(tmp_path: Path) -> None:
    """With one token left, one request is served and the next one refused."""
    async with populated(tmp_path) as (app, host, table):
        rates = {n for n, value in vars(app.house).items() if isinstance(value, RATES)}
        assert rates == set(DOOR_OF_RATE), "a new rate needs a door here"
        for name, first in DOOR_OF_RATE.items():
            rate = getattr(app.house, name)
            one = Rate(1, 0)
            last = ClientBuckets(one, one) if isinstance(rate, ClientBuckets) else Buckets(*one)
            setattr(app.house, name, last)
            data = BODY_OF_RATE.get(name, CREDENTIALS)
            asks = []
            for door in (first, SECOND_DOOR_OF_RATE.get(name, first)):
                token = await new_guest_token(app) if name == "erasure_limit" else host
                token = "" if door.pattern in {"/api/guest", "/api/account"} else token
                answer = await app.ask(door, table, token=token, address=ATTACKER, body=data)
                asks.append(answer)
            assert [ask.code == "too-fast" for ask in asks] == [False, True], (name, asks)
            setattr(app.house, name, rate)


async def new_guest_token(app: AppHouse) -> str:
    """The token of a new guest."""
    return (await app.house.people.guest("en")).token


async def new_host_token(app: AppHouse) -> str:
    """The token of a new host of a house that has none."""
    link = await app.house.links.for_host()
    assert link is not None
    body = json.dumps({"token": link.token, "name": "Hostess", "password": PASSWORD}).encode()
    answer = await app.ask(Door("POST", "/api/invitation/accept"), body=body)
    return str(json.loads(answer.body)["token"])


@in_loop
async def test_one_address_makes_a_bounded_number_of_guests(tmp_path: Path) -> None:
    async with app_house(tmp_path) as app:
        app.house.request_limit = Buckets(10**6, 1)
        app.house.guest_limit = Buckets(limits.GUEST_BURST, 0)
        door = Door("POST", "/api/guest")
        answers = [await app.ask(door, address=ATTACKER) for _ in range(limits.GUEST_BURST + 1)]
        assert {answer.status for answer in answers[:-1]} == {201}
        assert answers[-1].code == "too-fast"
        token = json.loads(answers[0].body)["token"]
        assert (await app.ask(door, address=ATTACKER, token=token)).status == 200
        assert (await app.ask(door)).status == 201  # at another address


def test_every_body_is_described_and_so_tried_by_the_fuzzers() -> None:
    for route in create_app(Settings(database="")).routes:
        if not isinstance(route, Route):
            continue
        source = inspect.getsource(inspect.unwrap(route.endpoint))
        reads = set(re.findall(r"read_body\(request, (?:\w+\.)?(\w+)\)", source))
        operations = [
            openapi.OPERATIONS.get(Door(method, route.path_format).name)
            for method in (route.methods or set()) - {"HEAD"}
        ]
        described = {one.body.__name__ for one in operations if one and one.body is not None}
        assert reads == described, route.path
