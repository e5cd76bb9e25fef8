"""Token buckets: how much of something one may do, a little at once and steadily after."""

from __future__ import annotations

import time


class Bucket:
    """Holds at most ``size`` tokens and gains ``rate`` a second."""

    __slots__ = ("rate", "size", "then", "tokens")

    def __init__(self, size: float, rate: float) -> None:
        self.size = size
        self.rate = rate
        self.tokens = size
        self.then = time.monotonic()

    def take(self, tokens: float = 1.0) -> bool:
        """Take tokens if there are enough."""
        now = time.monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.then) * self.rate)
        self.then = now
        if self.tokens < tokens:
            return False
        self.tokens -= tokens
        return True

    def full(self) -> bool:
        """Whether nobody has taken anything for long: then it can be forgotten."""
        return self.tokens + (time.monotonic() - self.then) * self.rate >= self.size


class Buckets:
    """A bucket for each name, forgotten when it is full again."""

    def __init__(self, size: float, rate: float, most: int = 10_000) -> None:
        self.size, self.rate, self.most = size, rate, most
        self.by_name: dict[str, Bucket] = {}

    def take(self, name: str, tokens: float = 1.0) -> bool:
        """Take tokens from the bucket of a name."""
        if len(self.by_name) >= self.most:
            self.by_name = {key: kept for key, kept in self.by_name.items() if not kept.full()}
        bucket = self.by_name.get(name)
        if bucket is None:
            bucket = self.by_name[name] = Bucket(self.size, self.rate)
        return bucket.take(tokens)
