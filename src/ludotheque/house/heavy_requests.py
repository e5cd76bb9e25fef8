"""Requests over HTTP that take long to answer, such as the replay of a whole game.

They are served one at a time and in turn by address; what they cost is charged to the address that
asks, which then has to wait, and is refused while it owes too much.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from ludotheque.house import limits
from ludotheque.house.fair_queue import FairQueue
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import Client, Occupancy, Rate, WorkShares

T = TypeVar("T")


class HeavyRequests:
    """The heavy requests of one kind that are under way in this process."""

    def __init__(self) -> None:
        most = limits.MAX_HEAVY_REQUESTS_PER_ADDRESS
        self._under_way = Occupancy(most, most)
        self._places = FairQueue(1)
        share = Rate(limits.HEAVY_BURST_S_PER_ADDRESS, limits.HEAVY_S_PER_S_PER_ADDRESS)
        self._shares = WorkShares(share, share)

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """Do the work of a request in a thread, and charge its processor time."""
        client = Client(address)
        with self._under_way.occupied(client, _refused()):
            self._check_debt(client)
            await asyncio.sleep(self._shares.delay_s(client))
            async with self._places.place(client):
                result, seconds = await asyncio.to_thread(_timed, work)
            self._shares.charge(client, seconds)
            return result

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn to read much of the store, and charge the time until its end."""
        client = Client(address)
        with self._under_way.occupied(client, _refused()):
            self._check_debt(client)
            async with self.part(address):
                yield

    @asynccontextmanager
    async def part(self, address: str) -> AsyncIterator[None]:
        """A turn of a request that has begun: it is never refused, and waits."""
        client = Client(address)
        await asyncio.sleep(self._shares.delay_s(client))
        async with self._places.place(client):
            began_s = time.monotonic()
            try:
                yield
            finally:
                self._shares.charge(client, time.monotonic() - began_s)

    def _check_debt(self, client: Client) -> None:
        if self._shares.debt_s(client) > limits.MAX_HEAVY_DEBT_S_PER_ADDRESS:
            raise _refused()


def _refused() -> Refused:
    return Refused("too-fast", "your address asks for much at once; wait for some answers")


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began_s = time.thread_time()
    return work(), time.thread_time() - began_s
