"""What a person chose: when each channel tells them, and when none does. Pure functions of time.

Times are milliseconds since 1970; hours are minutes after midnight in the person's time zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from ludotheque.house.zones import local, time_of

if TYPE_CHECKING:
    from ludotheque.house.store.notices import TurnRow

When: TypeAlias = Literal["at-once", "digest", "before-deadline", "never"]
MinuteOfDay: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]
DigestTimes: TypeAlias = Annotated[
    tuple[MinuteOfDay, ...], msgspec.Meta(min_length=1, max_length=6)
]
MS_PER_MINUTE: Final = 60_000
MIN_LEAD_MS: Final = 10 * MS_PER_MINUTE  # before the deadline
MAX_LEAD_MS: Final = 12 * 60 * MS_PER_MINUTE
LEAD_PARTS: Final = 4  # the lead is a quarter of the time for the move


class NoticeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person chose."""

    language: str = "fr"
    zone: str = "UTC"  # an IANA name, such as Europe/Paris
    push: When = "at-once"
    mail: When = "at-once"
    webhook: When = "at-once"
    quiet_from: MinuteOfDay = 0  # no notices from here to `quiet_to`; the same: at any time
    quiet_to: MinuteOfDay = 0
    digest_at: DigestTimes = (8 * 60, 18 * 60)

    def when(self, kind: str) -> When:
        """When a kind of channel tells this person."""
        return {"push": self.push, "mail": self.mail, "webhook": self.webhook}.get(kind, "never")


class StoredSettings(NoticeSettings, frozen=True):
    """What is stored: also the address of the house by which the person reaches it."""

    origin: str = ""


def decode_settings(text: str) -> StoredSettings:
    """Stored settings; the defaults where there are none."""
    return msgspec.json.decode(text, type=StoredSettings) if text else StoredSettings()


def due_at(when: When, turn: TurnRow, settings: NoticeSettings, now: int) -> int | None:
    """When a person is told of a turn by a channel; none if never."""
    match when:
        case "at-once":
            return after_quiet(settings, now)
        case "digest":
            digests = (next_time(settings, minute, now) for minute in settings.digest_at)
            return after_quiet(settings, min(digests))
        case "before-deadline":
            return _before_deadline(turn, settings, now)
        case "never":
            return None


def _before_deadline(turn: TurnRow, settings: NoticeSettings, now: int) -> int | None:
    if not turn.deadline:
        return None
    lead = (turn.deadline - turn.since) // LEAD_PARTS
    at = max(now, turn.deadline - max(MIN_LEAD_MS, min(MAX_LEAD_MS, lead)))
    if not is_quiet(settings, at):
        return at
    earlier = last_time(settings, settings.quiet_from, at) - MS_PER_MINUTE
    later = after_quiet(settings, at)
    if earlier >= now:  # better early than in the night
        return earlier
    return later if later < turn.deadline else None


def is_quiet(settings: NoticeSettings, at: int) -> bool:
    """Whether a time is in the quiet hours."""
    first, last, now = settings.quiet_from, settings.quiet_to, _minute_of(settings, at)
    return first <= now < last if first <= last else now >= first or now < last


def after_quiet(settings: NoticeSettings, at: int) -> int:
    """The first time from then on that is not in the quiet hours."""
    return next_time(settings, settings.quiet_to, at) if is_quiet(settings, at) else at


def next_time(settings: NoticeSettings, minute: int, at: int) -> int:
    """The first time from then on at which it is that minute of the day."""
    return next(time_ms for time_ms in _times(settings, minute, at, 1) if time_ms >= at)


def last_time(settings: NoticeSettings, minute: int, at: int) -> int:
    """The last time until then at which it was that minute of the day."""
    return next(time_ms for time_ms in _times(settings, minute, at, -1) if time_ms <= at)


def _times(settings: NoticeSettings, minute: int, at: int, step: int) -> Iterator[int]:
    """The times of a minute of the day, from the day before or after, in one direction."""
    day = local(settings.zone, at).date() - timedelta(days=step)
    while True:
        yield time_of(settings.zone, day, minute)
        day += timedelta(days=step)


def _minute_of(settings: NoticeSettings, at: int) -> int:
    moment = local(settings.zone, at)
    return moment.hour * 60 + moment.minute
