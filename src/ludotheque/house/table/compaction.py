"""Compaction: the logs of tables that finished long ago are stored in fewer bytes.

Whoever reads a log gets the same entries as before. Several processes may compact at once: the
store accepts one of them for each table.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from ludotheque.house import metrics
from ludotheque.house.store import BrokenRow, Conflict
from ludotheque.house.store.packing import Savings

if TYPE_CHECKING:
    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
BATCH_TABLES: Final = 100
BATCH_PAUSE_S: Final = 1.0  # players come first


async def compact_finished(
    store: Store,
    changed_before: int,
    *,
    dry_run: bool = False,
    batch_pause_s: float = BATCH_PAUSE_S,
) -> Savings:
    """Compact the logs of finished tables that were not changed since; returns what it saved."""
    savings, last_id = Savings(), ""
    while table_ids := await store.compactable_tables(changed_before, last_id, BATCH_TABLES):
        for table_id in table_ids:
            try:
                savings = savings.plus(await store.compact(table_id, dry_run))
            except Conflict:  # another process was faster
                continue
            except BrokenRow as error:
                log.warning("the log of table %s can't be compacted: %s", table_id, error)
                continue
            if not dry_run:
                metrics.COMPACTED_TABLES.inc()
        last_id = table_ids[-1]
        await asyncio.sleep(batch_pause_s)
    return savings
