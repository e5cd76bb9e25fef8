"""Passkeys: created, used and removed, by a software authenticator and by a real browser."""

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
from ludotheque.house.limits import MAX_PASSKEYS_PER_PERSON
from ludotheque.house.people.passkeys import (
    CHALLENGE_LIFETIME_MS,
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
MALFORMED: list[object] = [None, 7, "", "AAAA", "é", [], {"x": 1}, "\ud800"]
Scenario = Callable[[Passkeys, Passkeys], Awaitable[None]]


class Clock:
    """A clock that is set by the test."""

    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def run_scenario(place: str) -> Callable[[Scenario], None]:
    """Run a scenario in two processes of a house that share a clock and a database."""

    async def run(scenario: Scenario) -> None:
        clock = Clock()
        async with open_store(place) as one, open_store(place) as two:
            await scenario(Passkeys(People(one, clock)), Passkeys(People(two, clock)))

    return lambda scenario: asyncio.run(run(scenario))


async def refusal(job: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await job
    return caught.value.code


async def person_of(keys: Passkeys, person_id: str) -> Person:
    found = await keys.store.person(person_id)
    assert found is not None
    return found


async def add_passkey(keys: Passkeys, person: Person) -> Authenticator:
    """A new passkey of a person."""
    device = Authenticator(SITE.origin, SITE.host)
    await keys.add(
        SITE, person, device.create(await keys.registration_options(SITE, person)), "a phone"
    )
    return device


# Adding, signing in, removing


def test_a_guest_gets_an_account_and_signs_in_again(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(here: Passkeys, there: Passkeys) -> None:
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
        (passkey,) = await here.store.passkeys(one.id)
        assert (passkey.device, passkey.uses) == ("a phone", 2)

    run_scenario(scenario)


def test_invalid_answers_are_refused(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(here: Passkeys, there: Passkeys) -> None:
        ada, bob = (await here.people.guest()).person, (await here.people.guest()).person
        device = await add_passkey(here, ada)
        signed = device.get(await here.authentication_options(SITE))
        await there.login(SITE, signed, "")
        assert await refusal(here.login(SITE, signed, "")) == "bad-passkey"  # used twice
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
        stranger.id = device.id  # another key under the id of this one
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
        for_login = stranger.create(
            await here.authentication_options(SITE)
        )  # a challenge for signing in
        assert await refusal(here.add(SITE, ada, for_login, "")) == "bad-passkey"

    run_scenario(scenario)


def test_banned_and_erased_people_can_not_sign_in(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.register("Ada", GOOD)).person
        device = await add_passkey(here, ada)
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

    run_scenario(scenario)


def test_the_only_way_to_sign_in_can_not_be_removed(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.guest()).person
        await add_passkey(here, ada)
        (passkey,) = await here.store.passkeys(ada.id)
        assert await refusal(here.remove("somebody", passkey.id)) == "no-such-passkey"
        assert await refusal(here.remove(ada.id, passkey.id)) == "last-door"
        fresh = await here.people.sign_in(ada.id)
        short = here.people.change_password(ada.id, "", "short", token=fresh.token)
        assert await refusal(short) == "password-too-short"
        await there.people.change_password(ada.id, "", GOOD, token=fresh.token)
        await here.remove(ada.id, passkey.id)
        assert await refusal(here.remove(ada.id, passkey.id)) == "no-such-passkey"
        assert (await here.people.login(str(ada.name), GOOD)).person.id == ada.id

    run_scenario(scenario)


def test_the_passkeys_of_a_person_are_limited(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.guest()).person
        for _ in range(MAX_PASSKEYS_PER_PERSON):
            await add_passkey(there, ada)
        assert await refusal(here.registration_options(SITE, ada)) == "too-many-passkeys"

    run_scenario(scenario)


# The origin of the house


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
def test_the_origin_comes_from_the_settings_or_the_host_header(
    settings: Settings, host: str, origin: str, name: str, named: bool
) -> None:
    class Connection:
        headers = {"host": host}  # noqa: RUF012 - it stands in for one

    site = site_of(settings, Connection())  # type: ignore[arg-type]
    if name:
        assert site.origin == origin
    assert (site.host, site.has_host_name()) == (name, named)


# Malformed input


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "response", "clientDataJSON", "x"]), inner, max_size=4
        )
    ),
)


@given(st.dictionaries(st.sampled_from(["id", "response", "type"]), any_json, max_size=4))
def test_malformed_answers_are_refused(signed: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        challenge_in(signed)
    assert caught.value.code == "bad-passkey"


def test_answers_with_a_malformed_part_are_refused(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.guest()).person
        device = await add_passkey(here, ada)
        for part in ("id", "rawId", "type", "authenticatorData", "signature"):
            for value in MALFORMED:
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

    run_scenario(scenario)


# Over the wire


WITHOUT_WEBAUTHN = """
import sys
sys.modules["webauthn"] = None
import ludotheque.house.server
print(ludotheque.house.people.passkeys.WEBAUTHN_INSTALLED)
"""


def test_a_house_starts_without_the_extra() -> None:
    command = [sys.executable, "-c", WITHOUT_WEBAUTHN]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"False\n"


def test_without_the_extra_passkeys_are_refused(
    run_scenario: Callable[[Scenario], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.house.people.passkeys.WEBAUTHN_INSTALLED", False)

    async def scenario(here: Passkeys, there: Passkeys) -> None:
        ada = (await here.people.guest()).person
        assert not here.available_at(SITE)
        for job in (
            here.registration_options(SITE, ada),
            here.add(SITE, ada, {}, ""),
            here.authentication_options(SITE),
            here.login(SITE, {}, ""),
        ):
            assert await refusal(job) == "no-passkeys"

    run_scenario(scenario)


@in_loop
async def test_passkeys_and_accounts_have_their_own_rate_limits(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.db"), tmp_path) as here:
        ada, nobody = await guest(here), Visitor(here, "")
        doors = (await nobody.fetch("GET", "/api/doors")).data()
        here_only = {"guest": True, "password": True, "register": True, "passkey": False}
        assert doors == here_only  # at 127.0.0.1
        answers = [await nobody.fetch("POST", "/api/login/passkey/options") for _ in range(21)]
        assert [answer.status for answer in answers] == [501] * 20 + [429]
        assert answers[0].data()["code"] == "no-passkeys"
        tries = [await nobody.fetch("POST", "/api/account", b"{}") for _ in range(11)]
        assert [answer.status for answer in tries] == [400] * 10 + [429]
        assert (await nobody.fetch("POST", "/api/login", b"{}")).status == 400
        assert (await ada.fetch("GET", "/api/me/passkeys")).data() == []
        gone = await ada.fetch("DELETE", "/api/me/passkeys?passkey=x")
        assert (gone.status, gone.data()["code"]) == (404, "no-such-passkey")


CREATE_AND_LOG_IN = """async () => {
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
async def test_a_browser_creates_a_passkey_and_signs_in_with_it(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.db"), tmp_path) as here:
        port = here.address.rpartition(":")[2]
        async with page_of_chromium() as page:
            await page.goto(f"http://localhost:{port}/plain")
            session = await page.context.new_cdp_session(page)
            await session.send("WebAuthn.enable")
            device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
            able = {"hasUserVerification": True, "isUserVerified": True}
            await session.send("WebAuthn.addVirtualAuthenticator", {"options": {**device, **able}})
            result = await page.evaluate(CREATE_AND_LOG_IN)
    assert result["doors"]["passkey"]
    assert result["kept"]["status"] == 201
    assert "Chrome" in result["kept"]["data"]["passkeys"][0]["device"]
    assert result["kept"]["data"]["token"]
    assert result["before"]["guest"] is False
    assert result["outside"] == 401
    assert result["back"] == 200
    assert result["after"] == result["before"]
    assert result["last"]["code"] == "last-door"
