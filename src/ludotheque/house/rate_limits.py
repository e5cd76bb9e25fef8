"""Rate limits by token buckets: a burst at once, then a steady rate."""

from __future__ import annotations

import time


class Bucket:
    """A bucket of at most ``size`` tokens that gains ``rate`` tokens a second."""

    __slots__ = ("rate", "size", "tokens", "updated")

    def __init__(self, size: float, rate: float) -> None:
        self.size = size
        self.rate = rate
        self.tokens = size
        self.updated = time.monotonic()

    def take(self, tokens: float = 1.0) -> bool:
        """Take tokens if there are enough."""
        now = time.monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.updated) * self.rate)
        self.updated = now
        if self.tokens < tokens:
            return False
        self.tokens -= tokens
        return True

    def full(self) -> bool:
        """Whether the bucket is full; a full bucket need not be kept."""
        return self.tokens + (time.monotonic() - self.updated) * self.rate >= self.size


class Buckets:
    """A bucket for each name, dropped when it is full again."""

    def __init__(self, size: float, rate: float, max_buckets: int = 10_000) -> None:
        self.size, self.rate, self.max_buckets = size, rate, max_buckets
        self.by_name: dict[str, Bucket] = {}

    def take(self, name: str, tokens: float = 1.0) -> bool:
        """Take tokens from the bucket of a name."""
        if len(self.by_name) >= self.max_buckets:
            self.by_name = {key: one for key, one in self.by_name.items() if not one.full()}
        bucket = self.by_name.get(name)
        if bucket is None:
            bucket = self.by_name[name] = Bucket(self.size, self.rate)
        return bucket.take(tokens)
