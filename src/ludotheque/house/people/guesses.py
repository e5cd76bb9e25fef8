"""Guessing passwords: wrong ones for one account make the next attempt wait, from anywhere.

Attempts from a network where the person has signed in before are counted apart, so that strangers
don't make the person wait. No attempt waits longer than `MAX_PASSWORD_DELAY_S`, and nobody is
locked out: a passkey never waits. Each process counts what it was asked itself.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from ludotheque.house.limits import (
    FREE_PASSWORD_ATTEMPTS,
    MAX_PASSWORD_DELAY_S,
    MAX_PASSWORDS_WAITING_PER_ACCOUNT,
)
from ludotheque.house.refusals import Refused

MAX_COUNT: Final = FREE_PASSWORD_ATTEMPTS + 10
FORGET_ONE_AFTER_S: Final = 60.0
SLOTS: Final = 1 << 14  # accounts may share one; this is the bound of the memory
NETWORK_BYTES: Final = 2


def network_digest(person_id: str, address: str) -> int:
    """An address as some bits of a hash, which many have: it can't be found from them."""
    digest = blake2b(f"{person_id} {address}".encode(), digest_size=NETWORK_BYTES)
    return int.from_bytes(digest.digest())


@dataclass(slots=True)
class Attempts:
    """The recent attempts for an account that were not right."""

    count: int = 0
    forgotten_s: float = 0.0  # until when attempts were forgotten
    waiting: set[str] = field(default_factory=set)  # addresses


class Guesses:
    """Counts attempts, and makes them wait."""

    def __init__(
        self,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.sleep, self.clock = sleep, clock
        self.attempts: dict[int, Attempts] = {}  # by slot
        self._secret = secrets.token_bytes(16)

    @asynccontextmanager
    async def attempt(self, account: str, network: str, address: str) -> AsyncIterator[Attempt]:
        """Wait for one's turn to try a password; an attempt counts unless it is `right`.

        ``network`` is "" or a network that is known to be the person's. Refuses an address that
        waits already, and too many that wait for the same account.
        """
        recent = self._recent(f"{account} {network}")
        if address in recent.waiting or len(recent.waiting) >= MAX_PASSWORDS_WAITING_PER_ACCOUNT:
            raise Refused("too-fast", "too many attempts for this account; wait a little")
        delay_s = delay_after(recent.count)
        recent.count = min(MAX_COUNT, recent.count + 1)  # at once: others may try meanwhile
        if delay_s:
            recent.waiting.add(address)
            try:
                await self.sleep(delay_s)
            finally:
                recent.waiting.discard(address)
        attempt = Attempt()
        yield attempt
        if attempt.right:
            recent.count = 0 if network else max(0, recent.count - 1)

    def _recent(self, key: str) -> Attempts:
        digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=4, key=self._secret)
        slot = int.from_bytes(digest.digest()) % SLOTS
        recent, now_s = self.attempts.setdefault(slot, Attempts()), self.clock()
        forgotten = int((now_s - recent.forgotten_s) / FORGET_ONE_AFTER_S)
        if forgotten < recent.count:
            recent.count -= forgotten
            recent.forgotten_s += forgotten * FORGET_ONE_AFTER_S
        else:
            recent.count, recent.forgotten_s = 0, now_s
        return recent


@dataclass(slots=True)
class Attempt:
    """An attempt whose turn it is."""

    right: bool = False


def delay_after(count: int) -> float:
    """How long an attempt waits, in seconds, after a number of wrong ones."""
    if count < FREE_PASSWORD_ATTEMPTS:
        return 0.0
    return min(MAX_PASSWORD_DELAY_S, 2.0 ** (count - FREE_PASSWORD_ATTEMPTS))
