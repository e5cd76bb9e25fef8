"""Sessions over HTTP: tokens are new after every change of standing; what asks for a new login."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from house.authenticator import Authenticator
from house.running import Answer, House, Visitor, guest, house, in_loop
from house.stores import execute

from ludotheque.house.api.session_guard import CLOSE_SESSION_ENDED

GOOD = "long enough"
ORIGIN = "http://games.example"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with house(str(folder / "house.db"), folder, "--origin", ORIGIN) as running:
        yield running


async def send(visitor: Visitor, method: str, path: str, **data: object) -> Answer:
    return await visitor.fetch(method, path, json.dumps(data).encode() if data else None)


async def account(here: House, name: str) -> Visitor:
    """A new account, signed in."""
    visitor = await guest(here)
    visitor.token = (await visitor.post("/api/account", name=name, password=GOOD))["token"]
    return visitor


async def grow_old(here: House, visitor: Visitor) -> None:
    """All logins of a person were long ago."""
    (current,) = [s for s in await sessions(visitor) if s["current"]]
    await execute(
        here.database,
        "UPDATE sessions SET created = 1 WHERE person ="  # noqa: S608 - a hash
        f" (SELECT person FROM sessions WHERE hash = '{current['session']}')",
    )


async def sessions(visitor: Visitor) -> list[dict[str, object]]:
    found: list[dict[str, object]] = (await send(visitor, "GET", "/api/me/sessions")).data()
    return found


async def add_passkey(visitor: Visitor) -> Authenticator:
    """Add a passkey; the visitor goes on with the new token."""
    device = Authenticator(ORIGIN, "games.example")
    options = await send(visitor, "POST", "/api/me/passkeys/options")
    assert options.status == 200, options
    added = await visitor.post("/api/me/passkeys", credential=device.create(options.body.decode()))
    visitor.token = added["token"]
    return device


async def is_known(here: House, token: str) -> bool:
    return (await send(Visitor(here, token), "GET", "/api/me")).status == 200


# tokens


@in_loop
async def test_a_token_from_before_the_account_is_worthless(here: House) -> None:
    """Whoever planted or saw the token of a guest is not in the account made from it."""
    eve = await guest(here)
    planted = Visitor(here, eve.token)
    table = await eve.new_table("m", [], players=2)
    async with planted.at(table) as socket:
        await socket.must("sit", seat=0)
        eve.token = (await eve.post("/api/account", name="Evita", password=GOOD))["token"]
        assert await socket.end() == CLOSE_SESSION_ENDED
    assert not await is_known(here, planted.token)
    assert await is_known(here, eve.token)
    async with eve.at(table) as again:
        view = await again.see()
        assert view.seats[0].you  # the seat is still theirs
        assert view.seats[0].name


@in_loop
async def test_a_token_from_before_a_login_is_worthless(here: House) -> None:
    await account(here, "Berta")
    visitor = await guest(here)
    before = visitor.token
    visitor.token = (await visitor.post("/api/login", name="Berta", password=GOOD))["token"]
    assert not await is_known(here, before)
    assert await is_known(here, visitor.token)


@in_loop
async def test_a_passkey_gives_a_new_token(here: House) -> None:
    visitor = await guest(here)
    as_guest = visitor.token
    device = await add_passkey(visitor)
    assert not await is_known(here, as_guest)
    before = visitor.token
    await add_passkey(visitor)
    assert not await is_known(here, before)
    options = await send(visitor, "POST", "/api/login/passkey/options")
    before = visitor.token
    signed = device.get(options.body.decode())
    visitor.token = (await visitor.post("/api/login/passkey", credential=signed))["token"]
    assert not await is_known(here, before)
    assert await is_known(here, visitor.token)


@in_loop
async def test_a_browser_gets_each_new_token_as_a_cookie(here: House) -> None:
    visitor = await account(here, "Clothilde")
    for path, body in (
        ("/api/login", {"name": "Clothilde", "password": GOOD}),
        ("/api/me/password", {"old": GOOD, "new": "longer still"}),
    ):
        before = visitor.token
        answer = await send(visitor, "POST", path, **body)
        visitor.token = answer.data()["token"]
        assert visitor.token != before
        assert not await is_known(here, before)
        assert await is_known(here, visitor.token)


# what is sensitive


@in_loop
async def test_what_is_sensitive_asks_for_a_new_login(here: House) -> None:
    visitor = await account(here, "Dorothea")
    device = await add_passkey(visitor)
    passkey = (await send(visitor, "GET", "/api/me/passkeys")).data()[0]["passkey"]
    await grow_old(here, visitor)
    asks: list[tuple[str, str, dict[str, object]]] = [
        ("POST", "/api/me/passkeys/options", {}),
        ("POST", "/api/me/passkeys", {"credential": {}}),
        ("DELETE", f"/api/me/passkeys?passkey={passkey}", {}),
        ("POST", "/api/me/password", {"new": "another one"}),
        ("DELETE", "/api/me/data", {}),
    ]
    for method, path, body in asks:
        answer = await send(visitor, method, path, **body)
        assert (answer.status, answer.data()["code"]) == (403, "login-again"), path
    await visitor.post("/api/me/name", name="Dorothy")  # this is not
    options = await send(visitor, "POST", "/api/login/passkey/options")
    signed = device.get(options.body.decode())
    visitor.token = (await visitor.post("/api/login/passkey", credential=signed))["token"]
    renewed = await visitor.post("/api/me/password", new="another one", keep=[passkey])
    visitor.token = renewed["token"]
    removed = await send(visitor, "DELETE", f"/api/me/passkeys?passkey={passkey}")
    assert (removed.status, removed.data()) == (200, [])
    assert (await send(visitor, "DELETE", "/api/me/data")).status == 200


@in_loop
async def test_a_new_passkey_does_not_make_a_login_fresher(here: House) -> None:
    visitor = await account(here, "Edwina")
    (before,) = await sessions(visitor)
    await add_passkey(visitor)
    (after,) = await sessions(visitor)
    assert after["session"] != before["session"]
    assert after["created"] == before["created"]


@in_loop
async def test_a_guest_may_leave_without_a_login(here: House) -> None:
    visitor = await guest(here)
    await grow_old(here, visitor)
    assert (await send(visitor, "DELETE", "/api/me/data")).status == 200


@in_loop
async def test_passkeys_end_with_the_password_unless_they_are_kept(here: House) -> None:
    visitor = await account(here, "Frieda")
    kept, lost = await add_passkey(visitor), await add_passkey(visitor)
    known = [one["passkey"] for one in (await send(visitor, "GET", "/api/me/passkeys")).data()]
    changed = await visitor.post(
        "/api/me/password", old=GOOD, new="another one", keep=[known[0], "unknown"]
    )
    visitor.token = changed["token"]
    left = [one["passkey"] for one in (await send(visitor, "GET", "/api/me/passkeys")).data()]
    assert left == known[:1]
    codes = []
    for device in (kept, lost):
        options = await send(visitor, "POST", "/api/login/passkey/options")
        signed = device.get(options.body.decode())
        codes.append((await send(visitor, "POST", "/api/login/passkey", credential=signed)).status)
    assert codes == [200, 403]


@in_loop
async def test_a_first_password_keeps_the_passkeys(here: House) -> None:
    visitor = await guest(here)
    await add_passkey(visitor)
    visitor.token = (await visitor.post("/api/me/password", new="another one"))["token"]
    assert len((await send(visitor, "GET", "/api/me/passkeys")).data()) == 1


# the list of sessions


@in_loop
async def test_sessions_can_be_listed_and_ended(here: House) -> None:
    one = await account(here, "Gertrud")
    others = [Visitor(here, "") for _ in range(3)]
    for other in others:
        answer = await other.post("/api/login", name="Gertrud", password=GOOD)
        other.token = answer["token"]
    table = await one.new_table("m", [], players=2)
    listed = await sessions(one)
    assert [session["current"] for session in listed].count(True) == 1
    assert len(listed) == 4
    (theirs,) = [session for session in await sessions(others[0]) if session["current"]]
    async with others[0].at(table) as ended, others[1].at(table) as too, one.at(table) as stays:
        await send(one, "DELETE", f"/api/me/sessions?session={theirs['session']}")
        assert await ended.end() == CLOSE_SESSION_ENDED
        left = await send(one, "DELETE", "/api/me/sessions?others=1")
        assert [session["current"] for session in left.data()] == [True]
        assert await too.end() == CLOSE_SESSION_ENDED
        await stays.must("ping")
    assert [await is_known(here, other.token) for other in others] == [False] * 3


def test_no_token_is_stored(here: House) -> None:
    files = [*Path(here.database).parent.glob("house.db*")]
    assert files

    @in_loop
    async def check() -> None:
        visitor = await account(here, "Hortense")
        await add_passkey(visitor)
        assert not [file for file in files if visitor.token.encode() in file.read_bytes()]

    check()
