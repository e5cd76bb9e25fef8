"""Rate limits by token buckets: a burst at once, then a steady rate."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from ludotheque.house.limits import MAX_TRACKED_ADDRESSES

PRUNED_PER_TAKE: Final = 2  # more than one, so that old ones go faster than new ones come


class Bucket:
    """A bucket of at most ``burst`` tokens that gains ``per_second`` tokens a second."""

    __slots__ = ("burst", "per_second", "tokens", "updated_s")

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self.tokens = burst
        self.updated_s = time.monotonic()

    def refill(self) -> None:
        """Add the tokens gained since the last time."""
        now_s = time.monotonic()
        gained = (now_s - self.updated_s) * self.per_second
        self.tokens = min(self.burst, self.tokens + gained)
        self.updated_s = now_s

    def take(self) -> bool:
        """Take a token if there is one."""
        self.refill()
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def is_full(self) -> bool:
        """Whether the bucket is full; a full bucket need not be kept."""
        gained = (time.monotonic() - self.updated_s) * self.per_second
        return self.tokens + gained >= self.burst


class Buckets:
    """A bucket for each client, the one that was used last at the end.

    Each request looks at the oldest few and drops those that are full. Above ``max_clients`` the
    oldest are dropped in any case: so the memory is bounded, and the work of a request, too.
    """

    def __init__(
        self, burst: float, per_second: float, max_clients: int = MAX_TRACKED_ADDRESSES
    ) -> None:
        self.burst, self.per_second, self.max_clients = burst, per_second, max_clients
        self.by_client: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client_key: str) -> bool:
        """Take a token from the bucket of a client, if there is one."""
        return self.bucket(client_key).take()

    def bucket(self, client_key: str) -> Bucket:
        """The bucket of a client, refilled; it is to be used at once."""
        self._prune()
        bucket = self.by_client.get(client_key)
        if bucket is None:
            bucket = self.by_client[client_key] = Bucket(self.burst, self.per_second)
        else:
            self.by_client.move_to_end(client_key)
            bucket.refill()
        return bucket

    def _prune(self) -> None:
        for _ in range(PRUNED_PER_TAKE):
            if not self.by_client:
                return
            oldest = next(iter(self.by_client.values()))
            if len(self.by_client) < self.max_clients and not oldest.is_full():
                return
            self.by_client.popitem(last=False)
