"""Batches: writes that wait while another is made durable go into one transaction together."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeAlias

from ludotheque.house import metrics
from ludotheque.house.store.writes import Write

MAX_BATCH_WRITES: Final = 1000
WriteError: TypeAlias = Exception | None  # none where the write succeeded


class PendingWrite(NamedTuple):
    """A write, and the future its caller waits for."""

    write: Write
    future: asyncio.Future[None]


@contextmanager
def measured(batch: Sequence[PendingWrite]) -> Iterator[None]:
    """Count a batch, and measure how long it takes to be durable."""
    with metrics.BATCH_SECONDS.time():
        yield
    metrics.BATCH_WRITES.inc(len(batch))


def resolve(batch: Sequence[PendingWrite], errors: Sequence[WriteError]) -> None:
    """Give each caller the result of its write."""
    for (_, future), error in zip(batch, errors, strict=True):
        if future.done():  # the caller is gone; it is written all the same
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
