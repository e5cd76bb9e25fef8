"""The calendar of deadlines: an event for each table that waits for a person, until they moved."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from ludotheque.house.notices.preferences import StoredSettings
from ludotheque.house.notices.texts import AwaitedAt, message_of

ICALENDAR_INSTALLED: Final = importlib.util.find_spec("icalendar") is not None
EVENT_LENGTH: Final = timedelta(minutes=30)  # before the deadline
REFRESH_INTERVAL: Final = timedelta(minutes=15)


def calendar_of(
    tables: Sequence[AwaitedAt], numbers: Sequence[int], settings: StoredSettings, now: int
) -> bytes:
    """The calendar of tables with a deadline; each has the number of its decision."""
    from icalendar import Calendar, Event  # noqa: PLC0415 - an extra

    calendar = Calendar()
    calendar.add("prodid", "-//Ludotheque//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "Ludothèque")
    calendar.add("refresh-interval", REFRESH_INTERVAL, parameters={"value": "DURATION"})
    for table, number in zip(tables, numbers, strict=True):
        message, end = message_of([table], settings), _utc(table.deadline)
        event = Event()
        event.add("uid", f"{table.table}.{number}@ludotheque")
        event.add("dtstamp", _utc(now))
        event.add("dtstart", end - EVENT_LENGTH)
        event.add("dtend", end)
        event.add("summary", message.title)
        event.add("description", message.text)
        event.add("url", message.link)
        calendar.add_component(event)
    data: bytes = calendar.to_ical()
    return data


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
