"""Time zones: the clock on the wall of a person or a table. Times are milliseconds since 1970."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ludotheque.house.refusals import Refused


@cache
def zone_named(name: str) -> ZoneInfo:
    """A time zone by its IANA name, such as Europe/Paris; refuses an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused("bad-zone", f"there is no time zone {name!r}") from None


def local(zone: str, at: int) -> datetime:
    """A time in a time zone."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone_named(zone))


def time_of(zone: str, day: date, minute: int) -> int:
    """When it is that minute of a day in a time zone."""
    moment = datetime.combine(day, time(minute // 60, minute % 60), zone_named(zone))
    return round(moment.timestamp() * 1000)
