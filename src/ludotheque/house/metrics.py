"""Metrics of this process for Prometheus: what `/metrics` shows."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY: Final = CollectorRegistry()
BUCKETS_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

REQUESTS: Final = Counter("requests", "HTTP requests", ["status"], registry=REGISTRY)
SOCKETS: Final = Gauge("sockets", "open sockets", registry=REGISTRY)
LIVE_TABLES: Final = Gauge("live_tables", "tables in memory", registry=REGISTRY)
_OPEN_TABLES: Final = Gauge("open_tables", "former name of live_tables", registry=REGISTRY)
MOVES: Final = Counter("moves", "moves written, by what made them", ["cause"], registry=REGISTRY)
VIEWS: Final = Counter("views", "views of tables sent", registry=REGISTRY)
BOT_SECONDS: Final = Histogram(
    "bot_seconds", "how long bots think", ["game", "bot"], registry=REGISTRY, buckets=BUCKETS_S
)
BATCH_SECONDS: Final = Histogram(
    "store_batch_seconds",
    "until a batch of writes is durable",
    registry=REGISTRY,
    buckets=BUCKETS_S,
)
BATCH_WRITES: Final = Counter("store_writes", "writes in these batches", registry=REGISTRY)


def set_live_tables(count: int) -> None:
    """Set the number of tables in memory, under both its names."""
    LIVE_TABLES.set(count)
    _OPEN_TABLES.set(count)


def exposition() -> bytes:
    """All metrics in the text format of Prometheus."""
    return generate_latest(REGISTRY)
