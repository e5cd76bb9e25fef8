"""Figures of this process for who looks after the house: what `/metrics` shows."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY: Final = CollectorRegistry()
QUICK: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

REQUESTS: Final = Counter("requests", "HTTP requests", ["status"], registry=REGISTRY)
SOCKETS: Final = Gauge("sockets", "open sockets", registry=REGISTRY)
OPEN_TABLES: Final = Gauge("open_tables", "tables in memory", registry=REGISTRY)
MOVES: Final = Counter("moves", "moves written, by what made them", ["cause"], registry=REGISTRY)
VIEWS: Final = Counter("views", "views of tables sent", registry=REGISTRY)
THINKING: Final = Histogram(
    "bot_seconds", "how long bots think", ["game", "bot"], registry=REGISTRY, buckets=QUICK
)
BATCH: Final = Histogram(
    "store_batch_seconds", "until a batch of writes is durable", registry=REGISTRY, buckets=QUICK
)
BATCH_WRITES: Final = Counter("store_writes", "writes in these batches", registry=REGISTRY)


def text() -> bytes:
    """All of them, as Prometheus reads them."""
    return generate_latest(REGISTRY)
