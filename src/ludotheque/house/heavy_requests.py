"""Requests over HTTP that take long to answer, such as the replay of a whole game.

They are computed in a thread, one at a time and in turn by address; what they cost is charged to
the address that asks, which then has to wait.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from ludotheque.house import limits
from ludotheque.house.fair_queue import FairQueue
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import Client, Occupancy, Rate, WorkShares

T = TypeVar("T")


class HeavyRequests:
    """The heavy requests that are under way in this process."""

    def __init__(self) -> None:
        most = limits.MAX_HEAVY_REQUESTS_PER_ADDRESS
        self._under_way = Occupancy(most, most)
        self._places = FairQueue(1)
        share = Rate(limits.HEAVY_BURST_S_PER_ADDRESS, limits.HEAVY_S_PER_S_PER_ADDRESS)
        self._shares = WorkShares(share, share)

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """Do the work of a request; refuses an address of which too many are under way."""
        client = Client(address)
        refused = Refused("too-fast", "your address asks for much at once; wait for some answers")
        with self._under_way.occupied(client, refused):
            await asyncio.sleep(self._shares.delay_s(client))
            async with self._places.place(client):
                result, seconds = await asyncio.to_thread(_timed, work)
            self._shares.charge(client, seconds)
            return result


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began_s = time.thread_time()
    return work(), time.thread_time() - began_s
