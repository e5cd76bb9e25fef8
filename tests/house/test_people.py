"""Guests, accounts, sessions: signing in, and what is stored about people."""

from __future__ import annotations

import asyncio
import json
import sys
import unicodedata
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.words import LANGUAGES
from ludotheque.house.names import clean_name, normalized_name
from ludotheque.house.people.people import (
    DAY_MS,
    DUMMY_HASH,
    FRESH_LOGIN_MS,
    GUEST_LIFETIME_MS,
    HOUR_MS,
    PASSWORD_HASHER,
    SESSION_LIFETIME_MS,
    STALE_DAYS,
    People,
    guest_names,
    hash_token,
)
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, TableRow, open_store

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
GOOD = "long enough"
Scenario = Callable[[People], Awaitable[None]]


class Clock:
    """A clock that is set by the test."""

    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def run_scenario(tmp_path: Path) -> Callable[[Scenario], None]:
    """Run a scenario in a new house."""
    return lambda scenario: asyncio.run(run(str(tmp_path / "house.db"), scenario))


async def run(place: str, scenario: Scenario) -> None:
    async with open_store(place) as store:
        await scenario(People(store, Clock()))


async def refusal(job: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await job
    assert str(caught.value)
    return caught.value.code


def advance_clock(people: People, later: int) -> None:
    assert isinstance(people.clock, Clock)
    people.clock.now += later


# Names


@pytest.mark.parametrize("name", ["Al", "Zoé", "李雷", "O'Brien-Smith", "x" * 24, "Анна 2", "R2D2"])
def test_allowed_names(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "x", " x ", "x" * 25, "a\nb", "a\tb", "a\0b", "a\u200bb", "a\u00adb", "a\u202eb",
     "a\u00a0b", "a\u3164b", "a\ufe0fb", "a\u034fb", "a\u2800b", "a\ud800b", "a\ue000b",
     "--", "!?!"],
)  # fmt: skip
def test_names_that_are_not_allowed(name: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(name)
    assert caught.value.code == "name-not-allowed"


def test_spaces_are_normalised() -> None:
    assert clean_name("  Anna   B ") == "Anna B"
    assert clean_name("Zoe\u0301") == "Zoé"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Zoé", "Zoe\u0301"),
        ("Ｆｏｘ", "fox"),
        ("Straße", "STRASSE"),
        ("ﬁn", "FIN"),
    ],
)
def test_names_with_the_same_key(one: str, other: str) -> None:
    assert normalized_name(one) == normalized_name(other)
    assert normalized_name(one) != normalized_name(one + "x")


def test_keys_are_idempotent_for_every_character() -> None:
    for code in range(sys.maxunicode + 1):
        key = normalized_name(chr(code))
        assert key == unicodedata.normalize("NFKC", key).casefold()


@given(st.text(max_size=30))
def test_cleaning_a_name_is_idempotent(name: str) -> None:
    try:
        shown = clean_name(name)
    except Refused:
        return
    assert clean_name(shown) == shown
    assert normalized_name(normalized_name(shown)) == normalized_name(shown)
    assert shown.isprintable()


# Guests


def test_there_are_guest_names_in_every_language() -> None:
    for language in LANGUAGES:
        names = guest_names(language)
        assert len(set(names)) >= 12
        for name in names:
            assert clean_name(f"{name} 123456") == f"{name} 123456"


def test_a_guest_is_signed_in_and_recognised_by_token(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(people: People) -> None:
        one = await people.guest("de", "Firefox\n on a desk")
        assert one.person.guest
        assert str(one.person.name).split()[0] in guest_names("de")
        assert await people.person_of(one.token) == one.person
        assert await people.person_of("x" + one.token) is None
        (session,) = await people.sessions(one.person.id)
        assert (session.device, session.token_hash) == ("Firefox on a desk", hash_token(one.token))
        assert len(one.token) >= 43
        lines = "".join([line async for line in people.store.dump()])
        assert one.token not in lines

    run_scenario(scenario)


def test_guests_have_unique_names(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        guests = await asyncio.gather(*(people.guest("en") for _ in range(300)))
        assert len({guest.person.name for guest in guests}) == 300
        assert len({guest.token for guest in guests}) == 300

    run_scenario(scenario)


def test_renaming(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        one, two = await people.guest(), await people.guest()
        assert (await people.rename(one.person.id, " Anna ")).name == "Anna"
        assert (await people.rename(one.person.id, "ANNA")).name == "ANNA"
        assert await refusal(people.rename(two.person.id, "anna")) == "name-taken"
        assert await refusal(people.rename(two.person.id, "a")) == "name-not-allowed"
        assert await refusal(people.rename("nobody", "Carl")) == "no-such-person"
        await people.store.ban("eve")
        assert await refusal(people.rename(two.person.id, "Eve")) == "name-not-allowed"
        assert await people.person_of(two.token) == two.person

    run_scenario(scenario)


# Accounts


def test_an_account_signs_in_by_name_and_password(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        new = await people.register("Anna", GOOD)
        assert not new.person.guest
        back = await people.login(" aNNa ", GOOD)
        assert back.person == new.person
        assert back.token != new.token
        assert await people.person_of(new.token) == await people.person_of(back.token) == new.person
        assert str(new.person.password_hash).startswith("$argon2id$v=19$m=19456,t=2,p=1$")

    run_scenario(scenario)


def test_invalid_registrations_and_logins_are_refused(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(people: People) -> None:
        await people.register("Anna", GOOD)
        guest = await people.guest()
        for job, code in (
            (people.register("ANNA", GOOD), "name-taken"),
            (people.register("A", GOOD), "name-not-allowed"),
            (people.register("Bob", "7 signs"), "password-too-short"),
            (people.register("Bob", "x" * 1025), "password-too-long"),
            (people.login("Anna", GOOD + "!"), "wrong-name-or-password"),
            (people.login("Anna", ""), "wrong-name-or-password"),
            (people.login("Nobody", GOOD), "wrong-name-or-password"),
            (people.login(str(guest.person.name), GOOD), "wrong-name-or-password"),
        ):
            assert await refusal(job) == code
        assert await people.store.person_named("bob") is None

    run_scenario(scenario)


def test_concurrent_registrations_of_a_name(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        jobs = [people.register(name, GOOD) for name in ("Anna", "ANNA", "anna")]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        codes = [out.code for out in outcomes if isinstance(out, Refused)]
        assert codes == ["name-taken"] * 2

    run_scenario(scenario)


def test_an_unknown_name_takes_as_long_as_a_wrong_password(
    run_scenario: Callable[[Scenario], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes: list[str] = []

    def record_hash(hashed: str, password: bytes) -> bool:
        hashes.append(hashed)
        return True  # even then nobody can sign in

    monkeypatch.setattr("ludotheque.house.people.people.verify_hash", record_hash)

    async def scenario(people: People) -> None:
        guest = await people.guest()
        for name in ("Nobody", str(guest.person.name), "\0", ""):
            assert await refusal(people.login(name, GOOD)) == "wrong-name-or-password"
        assert hashes == [DUMMY_HASH] * 4
        assert not PASSWORD_HASHER.check_needs_rehash(DUMMY_HASH)  # as expensive as any other

    run_scenario(scenario)


def test_a_guest_becomes_an_account_and_keeps_games(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(people: People) -> None:
        guest = await people.guest()
        await seat(people.store, guest.person.id)
        name = str(guest.person.name)
        assert (
            await refusal(people.register("Anna", "short", guest.person.id)) == "password-too-short"
        )
        account = await people.register(name.upper(), GOOD, guest.person.id)
        assert account.person.id == guest.person.id
        assert account.person.name == name.upper()
        assert await people.person_of(guest.token) is None  # whoever knew it is not in the account
        assert await people.person_of(account.token) == account.person
        assert [t.id for t in await people.store.tables(person=account.person.id)] == ["t1"]
        assert await refusal(people.register("Bob", GOOD, guest.person.id)) == "not-a-guest"
        assert await refusal(people.register("Bob", GOOD, "nobody")) == "not-a-guest"

    run_scenario(scenario)


async def seat(store: Store, person_id: str) -> None:
    row = TableRow(
        id="t1",
        game="m",
        status="over",
        public=True,
        created=1,
        changed=2,
        people=(person_id,),
        summary='{"won": true}',
    )
    await store.create_table(row, ["zero"], b"a secret seed")


def test_a_banned_account_can_not_sign_in(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        anna = await people.register("Anna", GOOD)
        await people.store.ban(normalized_name("Anna"))
        assert await people.person_of(anna.token) is None
        assert await refusal(people.login("Anna", GOOD)) == "banned"
        assert await refusal(people.login("Anna", "wrong one")) == "wrong-name-or-password"
        await people.store.unban(normalized_name("Anna"))
        assert (await people.login("Anna", GOOD)).person == anna.person

    run_scenario(scenario)


def test_another_password_ends_all_sessions(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        here, there = await people.register("Anna", GOOD), await people.login("Anna", GOOD)
        mine = here.person.id
        wrong = people.change_password(mine, "not this one", "another one")
        assert await refusal(wrong) == "wrong-name-or-password"
        assert await refusal(people.change_password(mine, GOOD, "x")) == "password-too-short"
        changed = await people.change_password(mine, GOOD, "another one", token=here.token)
        assert await people.person_of(changed.token) is not None
        assert await people.person_of(here.token) is None
        assert await people.person_of(there.token) is None
        assert await refusal(people.login("Anna", GOOD)) == "wrong-name-or-password"
        assert (await people.login("Anna", "another one")).person.id == mine

    run_scenario(scenario)


def test_a_password_is_changed_after_a_fresh_login_only(
    run_scenario: Callable[[Scenario], None],
) -> None:
    """As somebody does who has forgotten it and has a passkey."""

    async def scenario(people: People) -> None:
        anna = await people.register("Anna", GOOD)
        advance_clock(people, FRESH_LOGIN_MS - 1)
        new = await people.change_password(anna.person.id, "", "another one", token=anna.token)
        advance_clock(people, 1)  # a changed password does not make the login fresher
        late = people.change_password(anna.person.id, "", "a third one", token=new.token)
        assert await refusal(late) == "login-again"
        other = people.change_password(anna.person.id, "", "a third one", token="unknown")  # noqa: S106
        assert await refusal(other) == "login-again"

    run_scenario(scenario)


def test_a_login_ends_the_session_it_was_asked_from(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(people: People) -> None:
        anna, guest = await people.register("Anna", GOOD), await people.guest()
        again = await people.login("Anna", GOOD, token=guest.token)
        assert await people.person_of(guest.token) is None
        wrong = people.login("Anna", "wrong one", token=again.token)
        assert await refusal(wrong) == "wrong-name-or-password"
        assert await people.person_of(again.token) == await people.person_of(anna.token)

    run_scenario(scenario)


def test_passwords_are_normalised(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        await people.register("Anna", "crème brûlée")
        composed = unicodedata.normalize("NFD", "crème brûlée")
        assert (await people.login("Anna", composed)).person.name == "Anna"

    run_scenario(scenario)


# Sessions


def test_logging_out_of_one_session_and_of_all(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        first = await people.register("Anna", GOOD)
        tokens = [first.token] + [(await people.login("Anna", GOOD)).token for _ in range(3)]
        other, mine = await people.guest(), first.person.id
        await people.logout(tokens[0])
        await people.logout(tokens[0])
        await people.logout("never was one")
        await people.revoke(mine, hash_token(tokens[1]))
        await people.revoke(other.person.id, hash_token(tokens[2]))  # not their session
        assert {s.token_hash for s in await people.sessions(mine)} == {
            hash_token(t) for t in tokens[2:]
        }
        await people.logout_everywhere(mine)
        assert [await people.person_of(token) for token in tokens] == [None] * 4
        assert await people.person_of(other.token) == other.person

    run_scenario(scenario)


async def sweep_days(people: People, days: int) -> None:
    """Clean up on a number of days, several times a day."""
    for _ in range(days):
        for _ in range(3):
            await people.clean_up()
            advance_clock(people, HOUR_MS)
        advance_clock(people, DAY_MS - 3 * HOUR_MS)


def test_a_session_expires_when_it_is_not_used(run_scenario: Callable[[Scenario], None]) -> None:
    async def scenario(people: People) -> None:
        anna = await people.guest()
        for wait, seen in ((HOUR_MS, 1_000), (1, 1_001 + HOUR_MS), (SESSION_LIFETIME_MS, None)):
            advance_clock(people, wait)
            assert await people.person_of(anna.token) == anna.person
            (session,) = await people.sessions(anna.person.id)
            assert session.last_seen == (seen or people.clock())
        await seat(people.store, anna.person.id)
        advance_clock(people, SESSION_LIFETIME_MS + 1)
        await sweep_days(people, STALE_DAYS - 1)
        assert len(await people.sessions(anna.person.id)) == 1
        await sweep_days(people, 1)
        assert await people.person_of(anna.token) is None
        await people.clean_up()
        assert await people.store.person_named(str(anna.person.key)) is None

    run_scenario(scenario)


def test_a_clock_that_jumps_ahead_loses_nobody(run_scenario: Callable[[Scenario], None]) -> None:
    """Not even those who come while it is wrong, nor when it jumps again and again."""

    async def scenario(people: People) -> None:
        guests = [await people.guest() for _ in range(3)]
        account = await people.register("Anna", GOOD)
        await seat(people.store, guests[0].person.id)
        assert isinstance(people.clock, Clock)
        began = people.clock.now
        for jump in range(1, STALE_DAYS):
            people.clock.now = began + jump * 200 * DAY_MS
            await people.clean_up()
            await people.clean_up()
            assert await people.person_of(guests[1].token) == guests[1].person
        people.clock.now = began + DAY_MS
        await people.clean_up()
        for signed_in in (*guests, account):
            assert await people.person_of(signed_in.token) == signed_in.person
        people.clock.now = began + 200 * DAY_MS  # the days of before don't count any more
        await people.clean_up()
        assert await people.person_of(guests[2].token) == guests[2].person

    run_scenario(scenario)


def test_guests_who_never_sat_are_deleted_after_days(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(people: People) -> None:
        guest = await people.guest()
        advance_clock(people, GUEST_LIFETIME_MS + 1)
        await sweep_days(people, STALE_DAYS)
        assert await people.store.person(guest.person.id) is None
        assert not await people.store.people_with_skeletons(["renard l"])

    run_scenario(scenario)


# Export and deletion


def test_an_export_has_everything_but_credentials(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(people: People) -> None:
        anna = await people.register("Anna", GOOD, device="a phone")
        await seat(people.store, anna.person.id)
        text = await people.export(anna.person.id)
        exported = json.loads(text)
        assert exported["person"] == {"id": anna.person.id, "name": "Anna", "created": 1_000}
        assert exported["sessions"] == [{"device": "a phone", "created": 1_000, "seen": 1_000}]
        assert [row["id"] for row in exported["tables"]] == ["t1"]
        assert "networks of logins" in exported["forgotten_when_deleted"]
        for secret in (anna.token, hash_token(anna.token), "argon2", b"a secret seed".hex()):
            assert secret not in text
        assert await refusal(people.export("nobody")) == "no-such-person"

    run_scenario(scenario)


def test_deletion_keeps_the_games_and_frees_the_name(
    run_scenario: Callable[[Scenario], None],
) -> None:
    async def scenario(people: People) -> None:
        anna = await people.register("Anna", GOOD)
        await seat(people.store, anna.person.id)
        await people.delete(anna.person.id)
        assert await people.person_of(anna.token) is None
        assert await refusal(people.login("Anna", GOOD)) == "wrong-name-or-password"
        assert await refusal(people.export(anna.person.id)) == "no-such-person"
        assert await refusal(people.rename(anna.person.id, "Anna")) == "no-such-person"
        lines = "".join([line async for line in people.store.dump()])
        assert "nna" not in lines
        assert anna.person.id in lines
        assert (await people.register("Anna", GOOD)).person.id != anna.person.id
        assert await refusal(people.delete("nobody")) == "no-such-person"

    run_scenario(scenario)


def test_unusual_input_with_postgres(postgres: Server) -> None:
    """Input may contain what PostgreSQL can't store: it is refused before that."""

    async def scenario(people: People) -> None:
        guest = await people.guest("en", "a\0 phone \ud800")
        anna = await people.register("Anna", GOOD, guest.person.id)
        assert await people.person_of(guest.token) is None
        for odd in ("\0", "a\0b", "\ud800\ud800"):
            assert await people.person_of(odd) is None
            assert await refusal(people.login(odd, odd)) == "wrong-name-or-password"
            assert await refusal(people.register(odd, GOOD)) == "name-not-allowed"
            assert await refusal(people.rename(guest.person.id, odd)) == "name-not-allowed"
            await people.logout(odd)
        assert (await people.login("anna", GOOD)).person == anna.person
        await people.delete(anna.person.id)
        assert await people.person_of(anna.token) is None

    asyncio.run(run(postgres.database(), scenario))
