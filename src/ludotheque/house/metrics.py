"""Metrics of this process for Prometheus, served at `/metrics`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY: Final = CollectorRegistry()
CONTENT_TYPE: Final = "text/plain; version=0.0.4"
HISTOGRAM_BUCKETS_S: Final = (
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10
)  # fmt: skip

REQUESTS: Final = Counter("requests", "HTTP requests by status code", ["status"], registry=REGISTRY)
SOCKETS: Final = Gauge("sockets", "Open WebSocket connections", registry=REGISTRY)
LIVE_TABLES: Final = Gauge("live_tables", "Tables in memory", registry=REGISTRY)
_OPEN_TABLES: Final = Gauge("open_tables", "Deprecated name of live_tables", registry=REGISTRY)
MOVES: Final = Counter(
    "moves",
    "Moves written, by cause: person, bot, failed-bot or timeout",
    ["cause"],
    registry=REGISTRY,
)
VIEWS: Final = Counter("views", "Views and changes of tables sent", registry=REGISTRY)
BOT_SECONDS: Final = Histogram(
    "bot_seconds",
    "Seconds a bot took for a move or for hints",
    ["game", "bot"],
    registry=REGISTRY,
    buckets=HISTOGRAM_BUCKETS_S,
)
BATCH_SECONDS: Final = Histogram(
    "store_batch_seconds",
    "Seconds until a batch of writes was durable",
    registry=REGISTRY,
    buckets=HISTOGRAM_BUCKETS_S,
)
BATCH_WRITES: Final = Counter(
    "store_writes", "Writes in batches, failed ones included", registry=REGISTRY
)
EXPIRED_TABLES: Final = Counter(
    "expired_tables", "Tables closed by expiry: unstarted or idle", ["reason"], registry=REGISTRY
)
COMPACTED_TABLES: Final = Counter(
    "compacted_tables", "Tables whose log was compacted", registry=REGISTRY
)


def count_live_tables(count: Callable[[], float]) -> None:
    """Have the number of tables in memory counted when it is needed, under both its names."""
    LIVE_TABLES.set_function(count)
    _OPEN_TABLES.set_function(count)


def exposition() -> bytes:
    """The metrics of this process in the text format of Prometheus."""
    return generate_latest(REGISTRY)
