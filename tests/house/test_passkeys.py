"""Passkeys: made, used and taken away, by a program that lies and by a real browser."""

from __future__ import annotations

import asyncio
import copy
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from chromium import page_of_chromium
from house.authenticator import Authenticator
from house.running import Visitor, guest, house, in_loop
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.house.api.accounts import site_of
from ludotheque.house.people.passkeys import (
    CHALLENGE_LIFETIME_MS,
    MAX_PASSKEYS_PER_PERSON,
    Passkeys,
    Site,
    challenge_in,
)
from ludotheque.house.people.people import People
from ludotheque.house.refusals import Refused
from ludotheque.house.settings import Settings
from ludotheque.house.store import Person, open_store

pytest_plugins = ("house.postgres",)
SITE = Site("https://games.example.org", "games.example.org")
GOOD = "long enough"
NONSENSE: list[object] = [None, 7, "", "AAAA", "é", [], {"x": 1}, "\ud800"]
Story = Callable[[Passkeys, Passkeys], Awaitable[None]]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def tell(place: str) -> Callable[[Story], None]:
    """Let a story happen in two processes of a house that share a clock and a database."""

    async def happen(story: Story) -> None:
        clock = Clock()
        async with open_store(place) as one, open_store(place) as two:
            await story(Passkeys(People(one, clock)), Passkeys(People(two, clock)))

    return lambda story: asyncio.run(happen(story))


async def refusal(job: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await job
    return caught.value.code


async def person_of(keys: Passkeys, person_id: str) -> Person:
    found = await keys.store.person(person_id)
    assert found is not None
    return found


async def with_key(keys: Passkeys, person: Person) -> Authenticator:
    """Somebody's new passkey."""
    device = Authenticator(SITE.origin, SITE.host)
    await keys.add(
        SITE, person, device.create(await keys.registration_options(SITE, person)), "a phone"
    )
    return device


# What a house promises


def test_a_guest_gets_an_account_and_comes_back(tell: Callable[[Story], None]) -> None:
    async def story(here: Passkeys, there: Passkeys) -> None:
        one = (await here.people.guest()).person
        device = Authenticator(SITE.origin, SITE.host)
        await there.add(
            SITE, one, device.create(await here.registration_options(SITE, one)), "a phone"
        )
        for keys in (here, there):
            back = await there.login(SITE, device.get(await keys.authentication_options(SITE)), "")
            assert back.person.id == one.id
            assert back.person.name == one.name
            assert not back.person.guest
            assert await here.people.person_of(back.token) == back.person
        (delta,) = await here.store.passkeys(one.id)
        assert (delta.device, delta.uses) == ("a phone", 2)

    tell(story)


def test_what_is_not_accepted(tell: Callable[[Story], None]) -> None:
    async def story(here: Passkeys, there: Passkeys) -> None:
        ada, bob = (await here.people.guest()).person, (await here.people.guest()).person
        device = await with_key(here, ada)
        signed = device.get(await here.authentication_options(SITE))
        await there.login(SITE, signed, "")
        assert await refusal(here.login(SITE, signed, "")) == "bad-passkey"  # a second time
        late = device.get(await here.authentication_options(SITE))
        assert isinstance(here.people.clock, Clock)
        here.people.clock.now += CHALLENGE_LIFETIME_MS
        assert await refusal(here.login(SITE, late, "")) == "bad-passkey"
        elsewhere = Authenticator("https://evil.example", "evil.example")
        elsewhere.key, elsewhere.id, elsewhere.uses = device.key, device.id, 10
        assert (
            await refusal(
                here.login(SITE, elsewhere.get(await here.authentication_options(SITE)), "")
            )
            == "bad-passkey"
        )
        stranger = Authenticator(SITE.origin, SITE.host)
        assert (
            await refusal(
                here.login(SITE, stranger.get(await here.authentication_options(SITE)), "")
            )
            == "bad-passkey"
        )
        stranger.id = device.id  # a key of one's own under the name of another
        assert (
            await refusal(
                here.login(SITE, stranger.get(await here.authentication_options(SITE)), "")
            )
            == "bad-passkey"
        )
        copied = copy.copy(device)
        copied.uses = 0
        assert (
            await refusal(here.login(SITE, copied.get(await here.authentication_options(SITE)), ""))
            == "bad-passkey"
        )
        for_bob = stranger.create(await here.registration_options(SITE, bob))
        assert await refusal(here.add(SITE, ada, for_bob, "")) == "bad-passkey"
        twice = device.create(await here.registration_options(SITE, bob))
        assert await refusal(here.add(SITE, bob, twice, "")) == "bad-passkey"
        assert (await person_of(here, bob.id)).guest
        to_come_in = stranger.create(
            await here.authentication_options(SITE)
        )  # a challenge that was for logging in
        assert await refusal(here.add(SITE, ada, to_come_in, "")) == "bad-passkey"

    tell(story)


def test_banned_and_erased_people_can_not_sign_in(tell: Callable[[Story], None]) -> None:
    async def story(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.register("Ada", GOOD)).person
        device = await with_key(here, ada)
        await there.store.ban("ada")
        assert (
            await refusal(here.login(SITE, device.get(await here.authentication_options(SITE)), ""))
            == "banned"
        )
        await there.store.unban("ada")
        assert (
            await here.login(SITE, device.get(await here.authentication_options(SITE)), "")
        ).person == ada
        await there.people.delete(ada.id)
        assert (
            await refusal(here.login(SITE, device.get(await here.authentication_options(SITE)), ""))
            == "bad-passkey"
        )
        assert await here.store.passkeys(ada.id) == []

    tell(story)


def test_the_only_way_in_stays(tell: Callable[[Story], None]) -> None:
    async def story(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.guest()).person
        await with_key(here, ada)
        (delta,) = await here.store.passkeys(ada.id)
        assert await refusal(here.remove("somebody", delta.id)) == "no-such-passkey"
        assert await refusal(here.remove(ada.id, delta.id)) == "last-door"
        assert (
            await refusal(here.people.change_password(ada.id, "", "short")) == "password-too-short"
        )
        await there.people.change_password(ada.id, "", GOOD)
        await here.remove(ada.id, delta.id)
        assert await refusal(here.remove(ada.id, delta.id)) == "no-such-passkey"
        assert (await here.people.login(str(ada.name), GOOD)).person.id == ada.id

    tell(story)


def test_there_is_a_limit_to_the_passkeys_of_one_person(tell: Callable[[Story], None]) -> None:
    async def story(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.guest()).person
        for _ in range(MAX_PASSKEYS_PER_PERSON):
            await with_key(there, ada)
        assert await refusal(here.registration_options(SITE, ada)) == "too-many-passkeys"

    tell(story)


# Where it is


@pytest.mark.parametrize(
    ("settings", "host", "origin", "name", "named"),
    [
        (Settings(), "localhost:8000", "http://localhost:8000", "localhost", True),
        (Settings(secure=True), "a.example", "https://a.example", "a.example", True),
        (
            Settings(origin="https://b.example/"),
            "a.example",
            "https://b.example",
            "b.example",
            True,
        ),
        (Settings(), "127.0.0.1:8000", "http://127.0.0.1:8000", "127.0.0.1", False),
        (Settings(), "[::1]:8000", "http://[::1]:8000", "::1", False),
        (Settings(), "[", "http://[", "", False),
        (Settings(), "", "http:/", "", False),
    ],
)
def test_the_house_knows_where_it_is(
    settings: Settings, host: str, origin: str, name: str, named: bool
) -> None:
    class Connection:
        headers = {"host": host}  # noqa: RUF012 - it stands in for one

    site = site_of(settings, Connection())  # type: ignore[arg-type]
    if name:
        assert site.origin == origin
    assert (site.host, site.has_host_name()) == (name, named)


# What comes from outside


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "response", "clientDataJSON", "x"]), inner, max_size=4
        )
    ),
)


@given(st.dictionaries(st.sampled_from(["id", "response", "type"]), anything, max_size=4))
def test_nonsense_is_refused(signed: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        challenge_in(signed)
    assert caught.value.code == "bad-passkey"


def test_parts_of_an_answer_that_are_nonsense(tell: Callable[[Story], None]) -> None:
    async def story(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.guest()).person
        device = await with_key(here, ada)
        for part in ("id", "rawId", "type", "authenticatorData", "signature"):
            for value in NONSENSE:
                signed = device.get(await here.authentication_options(SITE))
                holder = signed if part in signed else signed["response"]
                holder[part] = value
                assert await refusal(there.login(SITE, signed, "")) == "bad-passkey"
        for other in (None, 7, "", "AAAA", {"x": 1}):
            made = Authenticator(SITE.origin, SITE.host).create(
                await here.registration_options(SITE, ada)
            )
            made["response"]["attestationObject"] = other
            assert await refusal(there.add(SITE, ada, made, "")) == "bad-passkey"

    tell(story)


# Over the wire


HIDDEN = """
import sys
sys.modules["webauthn"] = None
import ludotheque.house.server
print(ludotheque.house.people.passkeys.WEBAUTHN_INSTALLED)
"""


def test_a_house_starts_without_the_extra() -> None:
    command = [sys.executable, "-c", HIDDEN]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"False\n"


def test_without_the_extra_the_house_says_so(
    tell: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.house.people.passkeys.WEBAUTHN_INSTALLED", False)

    async def story(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.guest()).person
        assert not here.available_at(SITE)
        for job in (
            here.registration_options(SITE, ada),
            here.add(SITE, ada, {}, ""),
            here.authentication_options(SITE),
            here.login(SITE, {}, ""),
        ):
            assert await refusal(job) == "no-passkeys"

    tell(story)


@in_loop
async def test_the_limit_of_passkeys_and_accounts_is_their_own(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.db"), tmp_path) as here:
        ada, nobody = await guest(here), Visitor(here, "")
        doors = (await nobody.fetch("GET", "/api/doors")).data()
        assert doors == {"guest": True, "password": True, "passkey": False}  # at 127.0.0.1
        answers = [await nobody.fetch("POST", "/api/login/passkey/options") for _ in range(21)]
        assert [answer.status for answer in answers] == [501] * 20 + [429]
        assert answers[0].data()["code"] == "no-passkeys"
        tries = [await nobody.fetch("POST", "/api/account", b"{}") for _ in range(11)]
        assert [answer.status for answer in tries] == [400] * 10 + [429]
        assert (await nobody.fetch("POST", "/api/login", b"{}")).status == 400
        assert (await ada.fetch("GET", "/api/me/passkeys")).data() == []
        gone = await ada.fetch("DELETE", "/api/me/passkeys?passkey=x")
        assert (gone.status, gone.data()["code"]) == (404, "no-such-passkey")


MAKE = """async () => {
  const post = async (path, body) => {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(body ?? {}) });
    return { status: answer.status, data: await answer.json() };
  };
  await post("/api/guest?language=en");
  const doors = await (await fetch("/api/doors")).json();
  const wanted = (await post("/api/me/passkeys/options")).data;
  const made = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(wanted),
  });
  const kept = await post("/api/me/passkeys", { credential: made.toJSON() });
  const before = await (await fetch("/api/me")).json();
  await post("/api/logout");
  const outside = (await fetch("/api/me")).status;
  const asked = (await post("/api/login/passkey/options")).data;
  const signed = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked),
  });
  const back = await post("/api/login/passkey", { credential: signed.toJSON() });
  const after = await (await fetch("/api/me")).json();
  const last = await fetch("/api/me/passkeys?passkey=" + made.id, { method: "DELETE" });
  return { doors, kept, before, outside, back: back.status, after, last: await last.json() };
}"""


@in_loop
async def test_a_real_browser_makes_a_passkey_and_comes_back_by_it(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.db"), tmp_path) as here:
        port = here.address.rpartition(":")[2]
        async with page_of_chromium() as page:
            await page.goto(f"http://localhost:{port}/plain")
            session = await page.context.new_cdp_session(page)
            await session.send("WebAuthn.enable")
            device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
            able = {"hasUserVerification": True, "isUserVerified": True}
            await session.send("WebAuthn.addVirtualAuthenticator", {"options": {**device, **able}})
            told = await page.evaluate(MAKE)
    assert told["doors"]["passkey"]
    assert told["kept"]["status"] == 201
    assert "Chrome" in told["kept"]["data"][0]["device"]
    assert told["before"]["guest"] is False
    assert told["outside"] == 401
    assert told["back"] == 200
    assert told["after"] == told["before"]
    assert told["last"]["code"] == "last-door"
