"""Days of the deal of the day: by universal time, the same for everybody."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

MS_PER_DAY: Final = 86_400_000


def day_of(at: int) -> str:
    """The day of a time in milliseconds since 1970, such as 2026-11-18."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def day_before(day: str) -> str:
    """The day before another."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    return (number_of(day) + 1) * MS_PER_DAY


def number_of(day: str) -> int:
    """How many days after 1970-01-01 a day is; ValueError for a text that is no day."""
    return (date.fromisoformat(day) - date(1970, 1, 1)).days
