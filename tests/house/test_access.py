"""A closed house: every route and socket as a stranger, an invited guest, a member and the host."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from house.doors import SOCKET, Door, doors
from house.hosting import PASSWORD, host_token, joined, new_host, new_member, new_table_guest
from house.running import House, SocketClosed, Visitor, guest, house, http, in_loop
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from ludotheque.house.api import admin, files
from ludotheque.house.api.access import HOST_PREFIX
from ludotheque.house.api.session_guard import CLOSE_SESSION_ENDED

NOT_ADMITTED = {"members-only", "only-your-table", "host-only"}
# What strangers may ask of a closed house; every other route must refuse them.
FOR_STRANGERS = {
    *(f"GET {path}" for path in files.PAGE_ROUTES),
    *("GET /plain", "GET /art/{game}/{file}", "GET /{path}", "GET /healthz", "GET /api/doors"),
    *("POST /api/login", "POST /api/login/passkey/options", "POST /api/login/passkey"),
    *("POST /api/invitation", "POST /api/invitation/accept"),
    # links with a token of their own
    *("POST /notices/confirm/{token}", "POST /notices/stop/{token}", "GET /api/calendar/{file}"),
}
# What any account may ask, also one that is no member any more: its own data, and to leave.
FOR_ACCOUNTS = FOR_STRANGERS | {
    *("POST /api/logout", "GET /api/me", "GET /api/me/data", "DELETE /api/me/data"),
    *("GET /api/me/sessions", "DELETE /api/me/sessions"),
    "DELETE /api/notices/channels/{channel}",
    *("GET /api/me/page", "POST /api/me/page", "GET /api/me/records"),
}
# What somebody may ask who is invited to a table; of the last ones, about that table only.
OF_A_TABLE = {
    *(f"GET /api/tables/{{table}}/{part}" for part in ("record", "story", "luck")),
    *("GET /api/tables/{table}/replay/{event}", "WS /ws/{table}"),
}
FOR_GUESTS = FOR_ACCOUNTS | {
    *("POST /api/guest", "POST /api/me/name", "GET /api/announcements", "GET /api/phrases"),
    *("GET /api/games", "GET /api/games/{game}/sheet", "GET /api/games/{game}/pictures"),
    "GET /api/games/{game}/lessons",
    "GET /api/games/{game}/lessons/{chapter}/{step}/sound",
    *("GET /api/notices", "PUT /api/notices", "WS /ws/me"),
    *(f"POST /api/notices/{kind}" for kind in ("push", "mail", "webhook", "calendar")),
}
_addresses = (f"10.200.{n >> 8}.{n & 255}" for n in itertools.count(1))


async def code_at(visitor: Visitor, door: Door, table: str) -> str:
    """The code with which a door refuses somebody; "" if it lets them in."""
    visitor.address = next(_addresses)
    if door.method == SOCKET:
        return await _code_of_socket(visitor, door.path(table))
    # From another site: nothing is changed by what would be allowed.
    headers = {name.replace("-", "_"): value for name, value in visitor.headers().items()}
    body = b"{}" if door.method == "POST" else None
    answer = await http(
        visitor.house, door.method, door.path(table), body, sec_fetch_site="cross-site", **headers
    )
    if answer.status == 403 and door.method == "HEAD":
        return "members-only"  # which of them is not said
    return _code(answer.body)


def _code(body: bytes | bytearray) -> str:
    try:
        data = json.loads(body)
    except ValueError:
        return ""
    return str(data.get("code", "")) if isinstance(data, dict) else ""


async def _code_of_socket(visitor: Visitor, path: str) -> str:
    url = f"ws://{visitor.house.address}{path}?protocol=2"
    try:
        async with connect(url, additional_headers=visitor.headers(), proxy=None):
            return ""
    except InvalidStatus as error:
        return _code(error.response.body)


class Closed(NamedTuple):
    """A closed house, and everybody who comes to it."""

    house: House
    host: Visitor
    member: Visitor
    invited: Visitor
    outsider: Visitor  # an account without membership
    table: str  # to which somebody is invited
    other: str


@asynccontextmanager
async def closed(folder: Path) -> AsyncIterator[Closed]:
    """A closed house with all kinds of people."""
    with house(str(folder / "house.sqlite"), folder, "--access", "closed") as here:
        host = await new_host(here)
        member = await new_member(host)
        table = await member.new_table("m", [])
        other = await member.new_table("m", [])
        invited = await new_table_guest(member, table)
        outsider = await new_member(host, "Otto")
        listed = (await host.fetch("GET", "/api/admin/people?name=otto")).data()
        await host.post(f"/api/admin/people/{listed[0]['person']}/role", member=False)
        login = await outsider.post("/api/login", name="Otto", password=PASSWORD)
        outsider.token = login["token"]
        yield Closed(here, host, member, invited, outsider, table, other)


@in_loop
async def test_every_door_of_a_closed_house(tmp_path: Path) -> None:
    async with closed(tmp_path) as there:
        stranger, forger = Visitor(there.house, ""), Visitor(there.house, "x" * 43)
        for door in doors():
            name = door.name
            is_hosts = door.pattern.startswith(HOST_PREFIX)
            for nobody in (stranger, forger):
                code = await code_at(nobody, door, there.table)
                assert (code in NOT_ADMITTED) == (name not in FOR_STRANGERS), (door, code)
            code = await code_at(there.outsider, door, there.table)
            assert (code in NOT_ADMITTED) == (name not in FOR_ACCOUNTS), (door, code)
            code = await code_at(there.invited, door, there.table)
            assert (code in NOT_ADMITTED) == (name not in FOR_GUESTS | OF_A_TABLE), (door, code)
            code = await code_at(there.invited, door, there.other)
            assert (code in NOT_ADMITTED) == (name not in FOR_GUESTS), (door, code)
            code = await code_at(there.member, door, there.other)
            assert (code in NOT_ADMITTED) == is_hosts, (door, code)
            assert await code_at(there.host, door, there.other) not in NOT_ADMITTED, door


@in_loop
async def test_nobody_but_the_host_reaches_the_routes_of_the_host(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        host = await new_host(here)
        somebody, nobody = await guest(here), Visitor(here, "")
        account = Visitor(here, "")
        registered = await account.post("/api/account", name="Anna", password=PASSWORD)
        account.token = registered["token"]
        hosts = [door for door in doors() if door.pattern.startswith(HOST_PREFIX)]
        assert len(hosts) > 15
        for door in hosts:
            for other in (somebody, account):
                assert await code_at(other, door, "none") in NOT_ADMITTED, door
            answer = await nobody.fetch(door.method, door.path("none"))
            assert answer.status == 401, door
            assert door.method == "HEAD" or answer.data()["code"] == "no-token", door
            assert await code_at(host, door, "none") not in NOT_ADMITTED, door


def test_the_routes_of_the_host_are_only_the_hosts() -> None:
    """Whatever the module serves, it serves behind the prefix that the gate knows."""
    assert all(route.path.startswith(f"{HOST_PREFIX}/") for route in admin.routes())


@in_loop
async def test_an_invited_guest_sees_their_table_only(tmp_path: Path) -> None:
    async with closed(tmp_path) as there:
        async with there.invited.at(there.table) as seat:
            assert (await seat.ask("sit", seat=0)).__class__.__name__ == "Done"
        mine = (await there.invited.fetch("GET", "/api/tables?mine=1")).data()
        assert [one["table"] for one in mine["tables"]] == [there.table]
        assert (await there.invited.fetch("GET", "/api/tables")).status == 403
        with pytest.raises(InvalidStatus):
            async with there.invited.at(there.other):
                pass


@in_loop
async def test_an_invitation_is_used_up_revoked_and_expires(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path, "--access", "closed") as here:
        host = await new_host(here)
        invitation = await host.post("/api/admin/invitations", uses=2, days=1)
        for name in ("Anna", "Berta"):
            await joined(here, invitation["token"], name)
        assert await _refused(here, invitation["token"]) == "no-such-link"
        invitation = await host.post("/api/admin/invitations", uses=2, days=1)
        listed = (await host.fetch("GET", "/api/admin/invitations")).data()
        assert [one["id"] for one in listed] == [invitation["id"]]
        assert invitation["token"] not in json.dumps(listed)
        path = f"/api/admin/invitations?invitation={invitation['id']}"
        assert (await host.fetch("DELETE", path)).status == 200
        assert await _refused(here, invitation["token"]) == "no-such-link"
        for wrong in ({"uses": 0}, {"days": 0}, {"uses": 101}, {"days": 91}):
            answer = await host.fetch("POST", "/api/admin/invitations", json.dumps(wrong).encode())
            assert answer.data()["code"] == "bad-invitation"


async def _refused(here: House, token: str) -> Any:
    body = {"token": token, "name": "Clara", "password": PASSWORD}
    visitor = Visitor(here, "")
    answer = await visitor.fetch("POST", "/api/invitation/accept", json.dumps(body).encode())
    return answer.data()["code"]


@in_loop
async def test_the_link_of_the_host_is_used_once(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    with house(database, tmp_path) as here:
        earlier = host_token(here)
    with house(database, tmp_path) as here:
        token = host_token(here)
        assert await _refused(here, earlier) == "no-such-link"
        host = await joined(here, token, "Hostess")
        assert (await host.fetch("GET", "/api/me")).data()["role"] == "host"
        assert await _refused(here, token) == "no-such-link"
        assert token.encode() not in Path(database).read_bytes()
    with house(database, tmp_path) as here:
        assert here.process is not None
        assert here.process.stdout is not None
        assert "Everything is kept" in here.process.stdout.readline()
        here.process.terminate()
        assert "/join#" not in here.process.stdout.read()
        here.process.wait()


@in_loop
async def test_tokens_from_before_are_worth_nothing_after_an_account_has_joined(
    tmp_path: Path,
) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        link, anna = host_token(here), Visitor(here, "")
        anna.token = (await anna.post("/api/account", name="Anna", password=PASSWORD))["token"]
        login = await Visitor(here, "").post("/api/login", name="Anna", password=PASSWORD)
        before = [anna.token, login["token"]]
        anna.token = (await anna.post("/api/invitation/accept", token=link))["token"]
        assert (await anna.fetch("GET", "/api/me")).data()["role"] == "host"
        for token in before:
            assert (await Visitor(here, token).fetch("GET", "/api/me")).status == 401


@in_loop
async def test_who_is_a_member_no_more_loses_their_sockets(tmp_path: Path) -> None:
    async with closed(tmp_path) as there:
        listed = (await there.host.fetch("GET", "/api/admin/people?name=melusine")).data()
        async with there.member.at(there.table) as seat:
            lobby = await _lobby(there.member)
            await there.host.post(f"/api/admin/people/{listed[0]['person']}/role", member=False)
            assert await seat.end() == CLOSE_SESSION_ENDED
            await lobby.wait_closed()
            assert lobby.close_code == CLOSE_SESSION_ENDED
        with pytest.raises((InvalidStatus, SocketClosed)):
            async with there.member.at(there.table):
                pass


async def _lobby(visitor: Visitor) -> Any:
    url = f"ws://{visitor.house.address}/ws/lobby"
    return await connect(url, additional_headers=visitor.headers(), proxy=None)
