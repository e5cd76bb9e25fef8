"""Requests that take long: in turn by address, each at its own expense, not too many at once."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from house.running import in_loop

from ludotheque.house import limits
from ludotheque.house.heavy_requests import HeavyRequests
from ludotheque.house.refusals import Refused

ADA, EVE = "192.0.2.1", "192.0.2.66"


@in_loop
async def test_many_of_one_address_don_t_hold_another_up() -> None:
    heavy, order = HeavyRequests(), list[str]()
    may_end = threading.Event()
    begun = asyncio.create_task(heavy.run(EVE, may_end.wait))
    await asyncio.sleep(0.01)
    most = limits.MAX_HEAVY_REQUESTS_PER_ADDRESS
    waiting = [
        asyncio.create_task(heavy.run(EVE, lambda: order.append("eve"))) for _ in range(most - 1)
    ]
    waiting.append(asyncio.create_task(heavy.run(ADA, lambda: order.append("ada"))))
    await asyncio.sleep(0.01)
    assert not order  # one at a time
    may_end.set()
    await asyncio.gather(begun, *waiting)
    assert order.index("ada") <= 1


@in_loop
async def test_one_address_has_a_bounded_number_under_way() -> None:
    heavy, may_end = HeavyRequests(), threading.Event()
    most = limits.MAX_HEAVY_REQUESTS_PER_ADDRESS
    tasks = [asyncio.create_task(heavy.run(EVE, may_end.wait)) for _ in range(most)]
    await asyncio.sleep(0.01)
    with pytest.raises(Refused) as refused:
        await heavy.run(EVE, lambda: None)
    assert refused.value.code == "too-fast"
    other = asyncio.create_task(heavy.run(ADA, lambda: "done"))
    may_end.set()
    assert await other == "done"
    await asyncio.gather(*tasks)
    assert await heavy.run(EVE, lambda: "done") == "done"


def spend(seconds: float) -> None:
    """Use the processor for some time."""
    end_s = time.thread_time() + seconds
    while time.thread_time() < end_s:
        pass


@in_loop
async def test_who_owes_too_much_is_refused_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long single requests take, an address has no more than its share in the end."""
    monkeypatch.setattr(limits, "HEAVY_BURST_S_PER_ADDRESS", 0.0)
    monkeypatch.setattr(limits, "HEAVY_S_PER_S_PER_ADDRESS", 0.001)
    monkeypatch.setattr(limits, "MAX_HEAVY_DEBT_S_PER_ADDRESS", 0.02)
    monkeypatch.setattr(limits, "MAX_ASK_DELAY_S", 0.0)
    heavy = HeavyRequests()
    await heavy.run(EVE, lambda: spend(0.01))
    await heavy.run(EVE, lambda: spend(0.02))  # it owes half of what it may
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            await heavy.run(EVE, lambda: None)
        assert refused.value.code == "too-fast"
        with pytest.raises(Refused):
            async with heavy.turn(EVE):
                pass
    assert await heavy.run(ADA, lambda: "done") == "done"
    async with heavy.part(EVE):  # of a request that was admitted before
        pass


@in_loop
async def test_reads_take_turns_by_address_and_are_charged() -> None:
    heavy, order, may_end = HeavyRequests(), list[str](), asyncio.Event()

    async def read(address: str, name: str) -> None:
        async with heavy.turn(address):
            order.append(name)
            if name == "first":
                await may_end.wait()

    tasks = [asyncio.create_task(read(EVE, "first"))]
    await asyncio.sleep(0.01)
    tasks += [asyncio.create_task(read(EVE, "eve")) for _ in range(5)]
    tasks.append(asyncio.create_task(read(ADA, "ada")))
    await asyncio.sleep(0.01)
    assert order == ["first"]
    await asyncio.sleep(0.05)
    may_end.set()
    await asyncio.gather(*tasks)
    assert order.index("ada") <= 2
    left_s = [heavy._shares._addresses.bucket(address).tokens for address in (EVE, ADA)]
    assert left_s[0] < left_s[1]


@in_loop
async def test_who_has_used_their_share_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waits_s: list[float] = []

    async def sleep(seconds: float) -> None:
        waits_s.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(limits, "HEAVY_BURST_S_PER_ADDRESS", 0.01)
    heavy = HeavyRequests()
    for address in (EVE, EVE, ADA):
        await heavy.run(address, lambda: spend(0.05))
    assert waits_s[0] == waits_s[2] == 0
    assert 0 < waits_s[1] <= limits.MAX_ASK_DELAY_S
