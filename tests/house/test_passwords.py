"""Which passwords are allowed, and how slowly those of one account can be guessed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from house.running import in_loop

from ludotheque.house.limits import (
    FREE_PASSWORD_ATTEMPTS,
    MAX_PASSWORD_DELAY_S,
    MAX_PASSWORDS_WAITING_PER_ACCOUNT,
)
from ludotheque.house.people import guesses
from ludotheque.house.people.guesses import (
    FORGET_ONE_AFTER_S,
    MAX_COUNT,
    Guesses,
    delay_after,
    network_digest,
)
from ludotheque.house.people.passwords import common_passwords, is_common
from ludotheque.house.people.people import MAX_NETWORKS_PER_PERSON, People
from ludotheque.house.refusals import Refused
from ludotheque.house.store import open_store

pytest_plugins = ("house.postgres",)
GOOD = "long enough"


# common passwords


@pytest.mark.parametrize(
    "password",
    ["12345678", "1234567890", "87654321", "11223344", "00000000", "abababab", "password",
     "Passw0rd!", "P@ssword123", "PASSWORD2026", "azertyuiop", "qwertzuiopü", "1q2w3e4r5t",
     "motdepasse", "Motdepasse1!", "jetaime1", "soleil2024", "passwort", "Kennwort1",
     "Sommer2024!", "ichliebedich", "schatz99", "iloveyou2", "trustno1", "letmein!", "hallo123",
     "abc12345", "1234567a", "qwertyqwerty"],
)  # fmt: skip
def test_common_passwords(password: str) -> None:
    assert is_common(password)


@pytest.mark.parametrize(
    "password",
    ["Wilhelmine", "wilhelmine1", "WilhelmineWilhelmine", "Wi1helmine!", "Müller2000",
     "wilhelminemüller", "ludotheque", "Ludothèque2026", "zankapfel!", "Zapp Zerapp", "zwickern1"],
)  # fmt: skip
def test_names_of_the_person_and_of_the_house_are_no_passwords(password: str) -> None:
    assert is_common(password, "Wilhelmine Müller")


@pytest.mark.parametrize(
    "password",
    ["long enough", "another one", "crème brûlée", "x7$k!92p", "83920174", "love8374928",
     "Wilhelmine und Karl", "correct horse", "sommerregen im tal", "ΑΒΓ ξενία",
     "秘密の言葉です長い"],
)  # fmt: skip
def test_other_passwords_are_allowed(password: str) -> None:
    assert not is_common(password, "Wilhelmine Müller")


def test_the_list_is_long_and_folded() -> None:
    assert len(common_passwords()) > 1000
    assert all(not word.isspace() and word == word.casefold() for word in common_passwords())


@in_loop
async def test_common_passwords_are_refused_for_new_ones_only(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "house.db")) as store:
        people = People(store)
        for password in ("password1", "Annabella", "zankapfel"):
            with pytest.raises(Refused) as caught:
                await people.register("Annabella", password)
            assert caught.value.code == "password-too-common"
        anna = await people.register("Annabella", GOOD)
        with pytest.raises(Refused) as caught:
            await people.change_password(anna.person.id, GOOD, "passwort1", token=anna.token)
        assert caught.value.code == "password-too-common"
        # as an older version took it
        await store.set_password(anna.person.id, await people._hash("password1"))
        assert (await people.login("Annabella", "password1")).person.id == anna.person.id


# guessing


class Time:
    """A clock that sleeping moves."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds


async def wrong_logins(people: People, count: int, name: str = "Anna") -> None:
    """Wrong passwords, each from another address."""
    for number in range(count):
        with pytest.raises(Refused) as caught:
            await people.login(name, "wrong one", address=f"10.1.{number >> 8}.{number & 255}")
        assert caught.value.code == "wrong-name-or-password"


@in_loop
async def test_wrong_passwords_from_anywhere_wait_longer_and_longer(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "house.db")) as store:
        people, time = People(store), Time()
        people.guesses = Guesses(time.sleep, time)
        await people.register("Anna", GOOD)
        await wrong_logins(people, FREE_PASSWORD_ATTEMPTS + 12)
        assert time.slept[:5] == [1, 2, 4, 8, 16]
        assert {*time.slept[5:]} == {MAX_PASSWORD_DELAY_S}
        time.slept.clear()
        await wrong_logins(people, 1, " aNNa ")  # the same account
        assert time.slept == [MAX_PASSWORD_DELAY_S]
        await wrong_logins(people, FREE_PASSWORD_ATTEMPTS, "Nobody")
        time.slept.clear()
        await wrong_logins(people, 1, "Nobody")  # names nobody has are no exception
        assert time.slept == [1]


@in_loop
async def test_the_right_person_gets_in_while_others_guess(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "house.db")) as store:
        people, time = People(store), Time()
        people.guesses = Guesses(time.sleep, time)
        anna = await people.register("Anna", GOOD)
        await people.login("Anna", GOOD, address="192.0.2.1")
        await wrong_logins(people, FREE_PASSWORD_ATTEMPTS + 20)
        time.slept.clear()
        for _ in range(3):  # from where they have logged in before: at once
            assert (await people.login("Anna", GOOD, address="192.0.2.1")).person == anna.person
        assert time.slept == []
        assert (await people.sign_in(anna.person.id)).token  # with a passkey: at once
        assert (await people.login("Anna", GOOD, address="192.0.2.9")).person == anna.person
        assert time.slept == [MAX_PASSWORD_DELAY_S]  # from anywhere else: after a while
        await people.login("Anna", GOOD, address="192.0.2.9")
        assert len(time.slept) == 1  # this one is known now
        with pytest.raises(Refused):
            await people.login("Anna", "mistyped", address="192.0.2.1")
        assert len(time.slept) == 1


@in_loop
async def test_a_known_address_may_not_guess_for_free(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "house.db")) as store:
        people, time = People(store), Time()
        people.guesses = Guesses(time.sleep, time)
        await people.register("Anna", GOOD)
        await people.login("Anna", GOOD, address="192.0.2.1")
        for _ in range(FREE_PASSWORD_ATTEMPTS + 2):
            with pytest.raises(Refused):
                await people.login("Anna", "wrong one", address="192.0.2.1")
        assert time.slept == [1, 2]


@in_loop
async def test_a_session_does_not_help_to_guess(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "house.db")) as store:
        people, time = People(store), Time()
        people.guesses = Guesses(time.sleep, time)
        anna = await people.register("Anna", GOOD)
        for _ in range(FREE_PASSWORD_ATTEMPTS + 2):
            with pytest.raises(Refused):
                await people.change_password(
                    anna.person.id, "wrong one", "another one", token=anna.token
                )
        assert time.slept == [1, 2]


@in_loop
async def test_attempts_at_the_same_time_count(tmp_path: Path) -> None:
    """An attempt that waits holds a place; there are few, and one for each address."""
    async with open_store(str(tmp_path / "house.db")) as store:
        people, gate = People(store), asyncio.Event()

        async def wait(_seconds: float) -> None:
            await gate.wait()

        people.guesses = Guesses(wait)
        await people.register("Anna", GOOD)
        count = FREE_PASSWORD_ATTEMPTS + MAX_PASSWORDS_WAITING_PER_ACCOUNT + 5
        jobs = [
            asyncio.create_task(people.login("Anna", "wrong one", address=f"10.0.0.{number}"))
            for number in range(count)
        ]
        while sum(job.done() for job in jobs) < FREE_PASSWORD_ATTEMPTS + 5:
            await asyncio.sleep(0.001)
        again = [job for job in jobs if not job.done()]
        assert len(again) == MAX_PASSWORDS_WAITING_PER_ACCOUNT
        gate.set()
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        codes = [out.code for out in outcomes if isinstance(out, Refused)]
        assert len(codes) == count
        assert codes.count("too-fast") == 5


@in_loop
async def test_one_address_waits_once() -> None:
    gate = asyncio.Event()

    async def wait(_seconds: float) -> None:
        await gate.wait()

    waiting = Guesses(wait)

    async def attempt() -> None:
        async with waiting.attempt("anna", "", "10.0.0.1"):
            pass

    for _ in range(FREE_PASSWORD_ATTEMPTS):
        await attempt()
    job = asyncio.create_task(attempt())
    await asyncio.sleep(0)
    with pytest.raises(Refused) as caught:
        await attempt()
    assert caught.value.code == "too-fast"
    gate.set()
    await job
    await attempt()


@in_loop
async def test_attempts_are_forgotten_and_need_a_bounded_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guesses, "SLOTS", 16)
    time = Time()
    limited = Guesses(time.sleep, time)
    for number in range(200):
        async with limited.attempt(f"name {number}", "", "10.0.0.1"):
            pass
    assert len(limited.attempts) <= 16
    assert max(attempts.count for attempts in limited.attempts.values()) <= MAX_COUNT
    time.now_s += MAX_COUNT * FORGET_ONE_AFTER_S
    time.slept.clear()
    async with limited.attempt("name 1", "", "10.0.0.1"):
        pass
    assert time.slept == []


def test_delays() -> None:
    assert [delay_after(count) for count in (0, 4, 5, 6, 9, 10, 1000)] == [
        0, 0, 1, 2, 16, MAX_PASSWORD_DELAY_S, MAX_PASSWORD_DELAY_S,
    ]  # fmt: skip


@in_loop
async def test_few_networks_are_kept_and_no_address(place: str) -> None:
    async with open_store(place) as store:
        people = People(store)
        anna = await people.register("Anna", GOOD)
        for number in range(MAX_NETWORKS_PER_PERSON + 4):
            people.clock = lambda number=number: number  # type: ignore[misc]
            await people.login("Anna", GOOD, address=f"192.0.2.{number}")
        lines = [line async for line in store.dump() if "login_networks" in line]
        assert len(lines) == MAX_NETWORKS_PER_PERSON
        assert "192.0.2" not in "".join(lines)
        newest = network_digest(anna.person.id, f"192.0.2.{MAX_NETWORKS_PER_PERSON + 3}")
        assert await store.knows_network(anna.person.id, newest)
        await people.delete(anna.person.id)
        assert not [line async for line in store.dump() if "login_networks" in line]
