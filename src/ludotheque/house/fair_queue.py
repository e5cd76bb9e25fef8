"""Places that are shared out fairly among those who wait for one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

from ludotheque.house.limits import WATCHED_BOTS_PER_UNWATCHED
from ludotheque.house.shares import Client

URGENT: Final = 0  # somebody looks at the table
LATER: Final = 1
Lane: TypeAlias = dict[str, dict[str, deque[asyncio.Future[None]]]]  # by address and person


class FairQueue:
    """A number of places, such as worker processes.

    A free place goes in turn to each address, and of its people to each in turn, however many of
    their requests wait. Urgent requests come first; of the others one is served after every
    WATCHED_BOTS_PER_UNWATCHED urgent ones, so that none waits forever.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._lanes: tuple[Lane, Lane] = ({}, {})
        self._urgent_in_a_row = 0

    @asynccontextmanager
    async def place(self, client: Client, urgency: int = URGENT) -> AsyncIterator[None]:
        """Wait for a place, and have it for a while."""
        await self._acquire(client, urgency)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, client: Client, urgency: int) -> None:
        if self._free:
            self._free -= 1
            return
        given = asyncio.get_running_loop().create_future()
        by_person = self._lanes[urgency].setdefault(client.address, {})
        by_person.setdefault(client.person, deque()).append(given)
        try:
            await given
        except asyncio.CancelledError:
            if not given.cancelled():  # the place was given at the same time
                self._release()
            raise

    def _release(self) -> None:
        given = self._next()
        if given is None:
            self._free += 1
        else:
            given.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        """The one to get a place next; none if nobody waits."""
        order = [URGENT, LATER]
        if self._urgent_in_a_row >= WATCHED_BOTS_PER_UNWATCHED:
            order.reverse()
        for urgency in order:
            given = _first(self._lanes[urgency])
            if given is not None:
                self._urgent_in_a_row = self._urgent_in_a_row + 1 if urgency == URGENT else 0
                return given
        return None


def _first(lane: Lane) -> asyncio.Future[None] | None:
    """Remove the first of a lane; its person and its address then come last."""
    while lane:
        address = next(iter(lane))
        by_person = lane.pop(address)
        person = next(iter(by_person))
        waiting = by_person.pop(person)
        given = waiting.popleft()
        if waiting:
            by_person[person] = waiting
        if by_person:
            lane[address] = by_person
        if not given.done():  # those who no longer wait are skipped
            return given
    return None
