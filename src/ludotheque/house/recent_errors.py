"""The last errors of this process, for its host: what was logged, without tracebacks."""

from __future__ import annotations

import logging
from collections import deque

import msgspec

from ludotheque.house.limits import KEPT_ERRORS


class LoggedError(msgspec.Struct, frozen=True):
    """An error that was logged."""

    at: int  # milliseconds since 1970
    source: str
    message: str


class RecentErrors(logging.Handler):
    """Keeps the last errors, and counts all."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        self.last: deque[LoggedError] = deque(maxlen=KEPT_ERRORS)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an error."""
        self.count += 1
        self.last.append(LoggedError(int(1000 * record.created), record.name, record.getMessage()))
