"""Broken tables: logs that can't be read. Each is set aside, and all others go on.

Players are told that their table is broken; what is wrong with it is for the operator of the house,
who can mend it (`ludotheque admin mend`). Nothing changes a broken log by itself.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Final

from ludotheque.house import metrics
from ludotheque.house.table.restore import BrokenLog

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)
CHECK_AGAIN_AFTER_S: Final = 30.0  # so that whoever asks again and again costs nothing


class BrokenTables:
    """The tables that this process could not read."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._errors: dict[str, BrokenLog] = {}
        self._checked_s: dict[str, float] = {}  # by id: monotonic

    def check(self, table_id: str) -> None:
        """Refuse a table that was broken a moment ago."""
        checked_s = self._checked_s.get(table_id)
        if checked_s is not None and self._clock() - checked_s < CHECK_AGAIN_AFTER_S:
            error = self._errors[table_id]
            raise BrokenLog(table_id, error.number, error.reason, error.code)

    def add(self, table_id: str, error: BrokenLog) -> None:
        """A table is broken; it is logged once."""
        known = self._errors.get(table_id)
        if known is None or (known.number, known.reason) != (error.number, error.reason):
            log.error(
                "table %s can't be opened: entry %d: %s", table_id, error.number, error.reason
            )
        self._errors[table_id], self._checked_s[table_id] = error, self._clock()
        metrics.BROKEN_TABLES.set(len(self._errors))

    def forget(self, table_id: str) -> None:
        """A table can be read, or is gone."""
        if self._errors.pop(table_id, None) is not None:
            del self._checked_s[table_id]
            metrics.BROKEN_TABLES.set(len(self._errors))

    def check_again(self, table_id: str) -> None:
        """Something was written to a table, or with "" to any: it may have been mended."""
        for one in [table_id] if table_id else [*self._checked_s]:
            if one in self._checked_s:
                self._checked_s[one] = -CHECK_AGAIN_AFTER_S
