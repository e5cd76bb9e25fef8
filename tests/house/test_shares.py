"""Limits by person and by address, each at its edge; and what asks cost is charged to the asker."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
from house.running import in_loop

from ludotheque.house import limits
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import (
    AskLimits,
    Client,
    ClientBuckets,
    Metered,
    Occupancy,
    Rate,
    WorkShares,
)

ADA = Client("10.0.0.1", "ada")
BOB = Client("10.0.0.1", "bob")  # at the same address
EVE = Client("10.0.0.2", "eve")


@pytest.fixture
def pass_s(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let time pass, which stands still otherwise."""
    now_s = 1000.0

    def pass_time(seconds: float) -> None:
        nonlocal now_s
        now_s += seconds

    monkeypatch.setattr(time, "monotonic", lambda: now_s)
    return pass_time


def taken(buckets: ClientBuckets, client: Client, times: int) -> int:
    """How many of some attempts are allowed."""
    return sum(buckets.take(client) for _ in range(times))


# rates


def test_a_person_and_an_address_have_rates_of_their_own(
    pass_s: Callable[[float], None],
) -> None:
    buckets = ClientBuckets(Rate(3, 1), Rate(5, 1))
    assert taken(buckets, ADA, 10) == 3
    assert taken(buckets, BOB, 10) == 2  # the address has no more
    assert taken(buckets, EVE, 10) == 3  # another address does not notice
    pass_s(1)
    assert taken(buckets, ADA, 10) == 1
    assert taken(buckets, BOB, 10) == 0


def test_what_the_address_refuses_costs_the_person_nothing(
    pass_s: Callable[[float], None],
) -> None:
    buckets = ClientBuckets(Rate(3, 0.1), Rate(5, 1))
    assert taken(buckets, ADA, 3) == 3
    assert taken(buckets, BOB, 10) == 2
    pass_s(1)
    assert taken(buckets, BOB, 10) == 1  # the third


@pytest.mark.parametrize(
    ("name", "person", "address"),
    [
        ("chat", limits.CHAT_BURST_PER_PERSON, limits.CHAT_BURST_PER_ADDRESS),
        ("hints", limits.HINT_BURST_PER_PERSON, limits.HINT_BURST_PER_ADDRESS),
        ("languages", limits.LANGUAGE_BURST_PER_PERSON, limits.LANGUAGE_BURST_PER_ADDRESS),
    ],
)
def test_the_rates_of_asks_at_their_edges(
    name: str, person: int, address: int, pass_s: Callable[[float], None]
) -> None:
    buckets: ClientBuckets = getattr(AskLimits(), name)
    assert taken(buckets, ADA, person) == person
    assert not buckets.take(ADA)
    crowd = [Client(ADA.address, f"guest {n}") for n in range(2 * address)]
    assert sum(buckets.take(guest) for guest in crowd) == address - person
    assert buckets.take(EVE)
    pass_s(3600)
    assert taken(buckets, ADA, person + 1) == person


def test_hints_at_once_have_a_limit_at_its_edge() -> None:
    occupancy = AskLimits().hints_at_once
    busy = Refused("too-fast", "wait")
    with occupancy.occupied(ADA, busy), occupancy.occupied(ADA, busy):
        with pytest.raises(Refused), occupancy.occupied(ADA, busy):
            pass
        with occupancy.occupied(BOB, busy):
            pass
    with occupancy.occupied(ADA, busy):
        pass
    one = Occupancy(1, 2)
    with one.occupied(ADA, busy), one.occupied(BOB, busy):
        with pytest.raises(Refused), one.occupied(Client(ADA.address, "carl"), busy):
            pass
        with one.occupied(EVE, busy):
            pass


# work


def test_who_takes_more_than_their_share_waits_and_nobody_else(
    pass_s: Callable[[float], None],
) -> None:
    work = AskLimits().work
    work.charge(ADA, limits.ASK_WORK_BURST_S_PER_PERSON)
    assert work.delay_s(ADA) == 0  # exactly all
    work.charge(ADA, 0.1)
    assert work.delay_s(ADA) == pytest.approx(0.1 / limits.ASK_WORK_S_PER_S_PER_PERSON)
    assert work.delay_s(BOB) == work.delay_s(EVE) == 0
    work.charge(ADA, 1000)
    assert work.delay_s(ADA) == limits.MAX_ASK_DELAY_S
    assert work.delay_s(BOB) == limits.MAX_ASK_DELAY_S  # the share of the address is used up
    assert work.delay_s(EVE) == 0
    pass_s(20_000)
    assert work.delay_s(ADA) == work.delay_s(BOB) == 0


def test_without_a_token_the_address_counts() -> None:
    work = WorkShares(Rate(1, 1), Rate(2, 1))
    work.charge(Client("10.0.0.1"), 2.5)
    assert 0 < work.delay_s(Client("10.0.0.1")) <= 0.5
    assert work.delay_s(Client("10.0.0.2")) == 0


@in_loop
async def test_waiting_is_not_charged_and_work_is() -> None:
    async def work() -> str:
        await asyncio.sleep(0.2)
        end_s = time.perf_counter() + 0.05
        while time.perf_counter() < end_s:
            pass
        await asyncio.sleep(0)
        return "done"

    began_s = time.perf_counter()
    metered = Metered(work())
    assert await metered == "done"
    assert 0.05 <= metered.seconds < time.perf_counter() - began_s - 0.15


@in_loop
async def test_errors_and_cancellations_go_through() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await Metered(fail())
    ended = asyncio.Event()

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def outer() -> None:
        await Metered(wait())

    task = asyncio.create_task(outer())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()
