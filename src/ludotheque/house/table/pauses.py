"""Pauses: when the clocks of a table rest, and the leave that each seat has. Pure.

A table agrees on nights, weekends and holidays, in which no clock runs, and on a number of days
of leave that each seat may take, in which its own clock rests. Rests are short compared to what
counts between them, holidays and leave are few: every clock runs out (`end_of`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import MAXYEAR, UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

import msgspec

from ludotheque.house.refusals import Refused
from ludotheque.house.zones import local, time_of, zone_named

MinuteOfDay: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]
Days: TypeAlias = frozenset[date]
MINUTES_PER_DAY: Final = 24 * 60
MAX_NIGHT_MINUTES: Final = 12 * 60
MAX_HOLIDAY_DAYS: Final = 60
MAX_LEAVE_DAYS: Final = 60
MAX_DAYS_PER_MOVE: Final = 60  # at a table with pauses
MAX_LEAVE_SPAN: Final = 366  # days of one leave, those on which the table rests included
SATURDAY: Final = 5
ONE_DAY: Final = timedelta(days=1)
# Zones are not asked about later times; no house writes such.
LATEST_MS: Final = round(datetime(MAXYEAR - 10, 1, 1, tzinfo=UTC).timestamp() * 1000)


class Holiday(msgspec.Struct, frozen=True):
    """Days in a row, both included."""

    first: date
    last: date


class Pauses(msgspec.Struct, frozen=True):
    """When no clock of a table runs, by the clock on the wall of its time zone."""

    zone: str = "UTC"  # an IANA name, such as Europe/Paris
    night_from: MinuteOfDay = 0  # no clock runs from here to `night_to`; the same: no nights
    night_to: MinuteOfDay = 0
    weekends: bool = False
    holidays: tuple[Holiday, ...] = ()
    leave_days: int = 0  # how many days of its own each seat may take in the whole game

    def rests_on(self, day: date) -> bool:
        """Whether no clock of the table runs on a day."""
        is_weekend = self.weekends and day.weekday() >= SATURDAY
        return is_weekend or any(one.first <= day <= one.last for one in self.holidays)

    def today(self, at: int) -> date:
        """The day that a time falls on."""
        return local(self.zone, at).date()


def check_pauses(pauses: Pauses, days_per_move: int) -> None:
    """Refuse pauses by which a clock might rest for ever, or nearly so."""
    zone_named(pauses.zone)
    if (pauses.night_to - pauses.night_from) % MINUTES_PER_DAY > MAX_NIGHT_MINUTES:
        raise Refused("bad-pauses", f"a night has at most {MAX_NIGHT_MINUTES} minutes")
    if any(holiday.last < holiday.first for holiday in pauses.holidays):
        raise Refused("bad-pauses", "the last day of a holiday is not before its first")
    days = sum((holiday.last - holiday.first).days + 1 for holiday in pauses.holidays)
    if days > MAX_HOLIDAY_DAYS:
        raise Refused("bad-pauses", f"holidays have at most {MAX_HOLIDAY_DAYS} days together")
    if not 0 <= pauses.leave_days <= MAX_LEAVE_DAYS:
        raise Refused("bad-pauses", f"leave has 0 to {MAX_LEAVE_DAYS} days")
    if days_per_move > MAX_DAYS_PER_MOVE:
        raise Refused("bad-pauses", f"with pauses a move has at most {MAX_DAYS_PER_MOVE} days")


@lru_cache(maxsize=4096)
def end_of(pauses: Pauses, leave: Days, since: int, ms: int) -> int:
    """When a clock that began to run at ``since`` has run for ``ms``, pauses not counted."""
    if not 0 <= since <= LATEST_MS:
        return since + ms
    reached, left = since, ms
    for first, last in _counted(pauses, leave, pauses.today(since)):
        begin = max(first, reached)
        if last - begin >= left:
            return begin + left
        if begin < last:
            left -= last - begin
            reached = last
    raise AssertionError("days don't end")


def _counted(pauses: Pauses, leave: Days, day: date) -> Iterator[tuple[int, int]]:
    """The times from a day on in which a clock runs, in order."""
    while True:
        if day not in leave and not pauses.rests_on(day):
            yield from _waking(pauses, day)
        day += ONE_DAY


def _waking(pauses: Pauses, day: date) -> Iterable[tuple[int, int]]:
    """The times of a day that are not night."""
    zone, first, last = pauses.zone, pauses.night_from, pauses.night_to
    midnight, next_midnight = time_of(zone, day, 0), time_of(zone, day + ONE_DAY, 0)
    if first == last:
        return [(midnight, next_midnight)]
    evening, morning = time_of(zone, day, first), time_of(zone, day, last)
    if first > last:  # through midnight
        return [(morning, evening)]
    return [(midnight, evening), (morning, next_midnight)]


# leave


def leave_after(pauses: Pauses, taken: Days, asked: Collection[date], at: int) -> Days:
    """The days of leave of a seat once it asks for others: they replace those still to come.

    Days that have begun stay taken. A day on which the table rests anyway is not taken.
    """
    today = pauses.today(at)
    begun = {day for day in taken if day <= today}
    return frozenset(begun | {day for day in asked if day >= today and not pauses.rests_on(day)})


def check_days(first: date | None, last: date | None) -> None:
    """Refuse days that are none: only one of them, in the wrong order, or a year apart."""
    if (first is None) != (last is None):
        raise Refused("bad-leave", "leave has a first and a last day, or neither")
    if first is not None and last is not None and not 0 <= (last - first).days < MAX_LEAVE_SPAN:
        raise Refused("bad-leave", f"leave is 1 to {MAX_LEAVE_SPAN} days, the first one first")


def days_between(first: date | None, last: date | None) -> list[date]:
    """All days from one to another, both included; none without them."""
    if first is None or last is None:
        return []
    return [first + number * ONE_DAY for number in range((last - first).days + 1)]
