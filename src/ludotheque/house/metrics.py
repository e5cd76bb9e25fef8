"""Metrics of this process for Prometheus, served at `/metrics`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

REGISTRY: Final = CollectorRegistry()
CONTENT_TYPE: Final = "text/plain; version=0.0.4"
HISTOGRAM_BUCKETS_S: Final = (
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10
)  # fmt: skip


class LoopCounter(Collector):
    """A counter of what happens with every move: counted in the event loop, without a lock."""

    def __init__(self, name: str, documentation: str, label: str = "") -> None:
        self.name, self.documentation, self.labels = name, documentation, [label] if label else []
        self.counts: dict[str, int] = {} if label else {"": 0}  # by the value of the label
        REGISTRY.register(self)

    def inc(self, value: str = "") -> None:
        """Count one more, with a value of the label if there is one."""
        self.counts[value] = self.counts.get(value, 0) + 1

    def collect(self) -> Iterable[Metric]:
        """The counts so far."""
        family = CounterMetricFamily(self.name, self.documentation, labels=self.labels)
        for value, count in self.counts.items():
            family.add_metric([value] if self.labels else [], count)
        yield family


REQUESTS: Final = Counter("requests", "HTTP requests by status code", ["status"], registry=REGISTRY)
SOCKETS: Final = Gauge("sockets", "Open WebSocket connections", registry=REGISTRY)
LIVE_TABLES: Final = Gauge("live_tables", "Tables in memory", registry=REGISTRY)
_OPEN_TABLES: Final = Gauge("open_tables", "Deprecated name of live_tables", registry=REGISTRY)
MOVES: Final = LoopCounter(
    "moves", "Moves written, by cause: person, bot, failed-bot or timeout", "cause"
)
VIEWS: Final = LoopCounter("views", "Views and changes of tables sent")
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
NOTICES: Final = Counter(
    "notices",
    "Notices by channel, and what came of them: sent, later, refused or gone",
    ["channel", "outcome"],
    registry=REGISTRY,
)
BROKEN_TABLES: Final = Gauge("broken_tables", "Tables that could not be read", registry=REGISTRY)
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
