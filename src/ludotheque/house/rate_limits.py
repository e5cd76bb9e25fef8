"""Rate limits by token buckets: a burst at once, then a steady rate."""

from __future__ import annotations

import time
from typing import Final

PRUNE_ABOVE: Final = 10_000


class Bucket:
    """A bucket of at most ``burst`` tokens that gains ``per_second`` tokens a second."""

    __slots__ = ("burst", "per_second", "tokens", "updated_s")

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self.tokens = burst
        self.updated_s = time.monotonic()

    def take(self) -> bool:
        """Take a token if there is one."""
        now_s = time.monotonic()
        gained = (now_s - self.updated_s) * self.per_second
        self.tokens = min(self.burst, self.tokens + gained)
        self.updated_s = now_s
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def is_full(self) -> bool:
        """Whether the bucket is full; a full bucket need not be kept."""
        gained = (time.monotonic() - self.updated_s) * self.per_second
        return self.tokens + gained >= self.burst


class Buckets:
    """A bucket for each client.

    Full ones are dropped whenever there are more than ``prune_above``: that is no limit.
    """

    def __init__(self, burst: float, per_second: float, prune_above: int = PRUNE_ABOVE) -> None:
        self.burst, self.per_second, self.prune_above = burst, per_second, prune_above
        self.by_client: dict[str, Bucket] = {}

    def take(self, client_key: str) -> bool:
        """Take a token from the bucket of a client, if there is one."""
        if len(self.by_client) >= self.prune_above:
            buckets = self.by_client.items()
            self.by_client = {key: bucket for key, bucket in buckets if not bucket.is_full()}
        bucket = self.by_client.get(client_key)
        if bucket is None:
            bucket = self.by_client[client_key] = Bucket(self.burst, self.per_second)
        return bucket.take()
