"""What each client may have of the house, by person and by address.

Above a rate a client is refused (`ClientBuckets`, `Occupancy`); above its share of the event loop
it waits (`WorkShares`). Others notice neither.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final, Generic, NamedTuple, TypeVar

from ludotheque.house import limits
from ludotheque.house.rate_limits import Bucket, Buckets
from ludotheque.house.refusals import Refused

T = TypeVar("T")


class Client(NamedTuple):
    """A client: "" for an address that is not known, and for a person without a token."""

    address: str = ""
    person: str = ""


class Rate(NamedTuple):
    """How much is allowed at once, and how much is gained again."""

    burst: float
    per_second: float


class ClientBuckets:
    """A rate for each person, and another for each address."""

    def __init__(self, person: Rate, address: Rate) -> None:
        self._people, self._addresses = Buckets(*person), Buckets(*address)

    def take(self, client: Client) -> bool:
        """Take a token of the person's and one of the address's, if there are both."""
        buckets = [self._addresses.bucket(client.address)]
        if client.person:
            buckets.append(self._people.bucket(client.person))
        if any(bucket.tokens < 1 for bucket in buckets):
            return False
        for bucket in buckets:
            bucket.tokens -= 1
        return True


class DelayedRefusals:
    """Answers to clients that ask too fast; they are held back for a while.

    A client with some connections can have no more refusals than these in that time.
    """

    def __init__(self) -> None:
        self.delay_s = limits.REFUSAL_DELAY_S
        self.count = 0

    async def wait(self) -> None:
        """Wait before a refusal is sent, unless very many wait."""
        if self.count >= limits.MAX_DELAYED_REFUSALS:
            return
        self.count += 1
        try:
            await asyncio.sleep(self.delay_s)
        finally:
            self.count -= 1


class Occupancy:
    """How many things of a kind each person and each address has under way."""

    def __init__(self, per_person: int, per_address: int) -> None:
        self.per_person, self.per_address = per_person, per_address
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @contextmanager
    def occupied(self, client: Client, refused: Refused) -> Iterator[None]:
        """Count one more while it is under way, or raise the refusal."""
        address, person = client
        if self._addresses[address] >= self.per_address:
            raise refused
        if person and self._people[person] >= self.per_person:
            raise refused
        self._addresses[address] += 1
        self._people[person] += 1
        try:
            yield
        finally:
            for counter, key in ((self._addresses, address), (self._people, person)):
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]


class WorkShares:
    """The time of the event loop that each person and each address has taken."""

    def __init__(self, person: Rate, address: Rate) -> None:
        self._people, self._addresses = Buckets(*person), Buckets(*address)

    def charge(self, client: Client, seconds: float) -> None:
        """Charge work that was done for a client."""
        for bucket in self._buckets(client):
            bucket.tokens -= seconds

    def delay_s(self, client: Client) -> float:
        """How long a client has to wait until its next work is begun; 0 within its share."""
        delays = [-bucket.tokens / bucket.per_second for bucket in self._buckets(client)]
        return min(limits.MAX_ASK_DELAY_S, max(0.0, *delays))

    def debt_s(self, client: Client) -> float:
        """How much work above its share a client has had done; 0 within it."""
        return max(0.0, *(-bucket.tokens for bucket in self._buckets(client)))

    def _buckets(self, client: Client) -> list[Bucket]:
        buckets = [self._addresses.bucket(client.address)]
        return [*buckets, self._people.bucket(client.person)] if client.person else buckets


class Metered(Generic[T], Awaitable[T]):
    """Awaits a coroutine and measures the time it takes of the event loop, without its waits."""

    def __init__(self, work: Coroutine[Any, None, T]) -> None:
        self._work: Final = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, None, T]:
        error: BaseException | None = None
        while True:
            began_s = time.perf_counter()
            try:
                waits_for = self._work.throw(error) if error else self._work.send(None)
            except StopIteration as stop:
                result: T = stop.value
                return result
            finally:
                self.seconds += time.perf_counter() - began_s
            try:
                yield waits_for
                error = None
            except BaseException as thrown:  # passed on to the coroutine
                error = thrown


class AskLimits:
    """The limits of asks over all sockets of this process."""

    def __init__(self) -> None:
        self.work = WorkShares(
            Rate(limits.ASK_WORK_BURST_S_PER_PERSON, limits.ASK_WORK_S_PER_S_PER_PERSON),
            Rate(limits.ASK_WORK_BURST_S_PER_ADDRESS, limits.ASK_WORK_S_PER_S_PER_ADDRESS),
        )
        self.chat = ClientBuckets(
            Rate(limits.CHAT_BURST_PER_PERSON, limits.CHAT_PER_S_PER_PERSON),
            Rate(limits.CHAT_BURST_PER_ADDRESS, limits.CHAT_PER_S_PER_ADDRESS),
        )
        self.hints = ClientBuckets(
            Rate(limits.HINT_BURST_PER_PERSON, limits.HINTS_PER_S_PER_PERSON),
            Rate(limits.HINT_BURST_PER_ADDRESS, limits.HINTS_PER_S_PER_ADDRESS),
        )
        self.languages = ClientBuckets(
            Rate(limits.LANGUAGE_BURST_PER_PERSON, limits.LANGUAGES_PER_S_PER_PERSON),
            Rate(limits.LANGUAGE_BURST_PER_ADDRESS, limits.LANGUAGES_PER_S_PER_ADDRESS),
        )
        self.hints_at_once = Occupancy(
            limits.MAX_HINTS_AT_ONCE_PER_PERSON, limits.MAX_HINTS_AT_ONCE_PER_ADDRESS
        )
