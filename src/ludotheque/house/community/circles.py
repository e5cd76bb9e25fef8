"""Circles: named groups with their own tables and perhaps a standing evening."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.house import limits
from ludotheque.house.refusals import Refused
from ludotheque.house.store import NotFound
from ludotheque.house.store.community import Circle, CommunityStore
from ludotheque.house.timestamps import now_ms
from ludotheque.house.zones import zone_named

if TYPE_CHECKING:
    from ludotheque.house.store import Store

DAYS: Final = 7
MINUTES: Final = 24 * 60
NO_EVENING: Final = -1


def next_evening(circle: Circle, at: int) -> int:
    """When the next evening of a circle begins, in milliseconds; 0 if it has none.

    It begins at the same time of the day all year, whatever daylight saving time does.
    """
    if circle.weekday == NO_EVENING:
        return 0
    zone = zone_named(circle.zone)
    now = datetime.fromtimestamp(at / 1000, zone)
    days = (circle.weekday - now.weekday()) % DAYS
    hour, minute = divmod(circle.minute, 60)
    for later in (0, DAYS):
        day = now.date() + timedelta(days + later)
        begins = datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)
        begins_ms = round(begins.astimezone(UTC).timestamp() * 1000)
        if begins_ms > at:
            return begins_ms
    raise AssertionError("a week has every day")


def circle_name(text: str) -> str:
    """The name of a circle, without surplus spaces."""
    name = " ".join(text.split())
    if not (0 < len(name) <= limits.MAX_CIRCLE_NAME_LENGTH and name.isprintable()):
        most = limits.MAX_CIRCLE_NAME_LENGTH
        raise Refused("bad-circle", f"the name of a circle has from 1 to {most} characters")
    return name


class Circles:
    """The circles of a house. What is not allowed raises `Refused`."""

    def __init__(self, store: Store) -> None:
        self.community = CommunityStore(store)

    async def create(self, owner: str, name: str) -> Circle:
        """A new circle, with its owner as the only member."""
        if len(await self.community.circles_of(owner)) >= limits.MAX_CIRCLES_PER_PERSON:
            raise Refused("too-many-circles", "you are a member of too many circles")
        circle = Circle(
            id=secrets.token_urlsafe(9),
            name=circle_name(name),
            owner=owner,
            created=now_ms(),
            weekday=NO_EVENING,
            minute=0,
            zone="UTC",
        )
        await self.community.create_circle(circle)
        return circle

    async def of_member(self, circle_id: str, person: str) -> Circle:
        """A circle, for its members; for all others there is none."""
        circle = await self.community.circle(circle_id) if circle_id.isascii() else None
        if circle is None or not await self.community.is_member(circle_id, person):
            raise no_such_circle()
        return circle

    async def of_owner(self, circle_id: str, person: str) -> Circle:
        """A circle, for its owner."""
        circle = await self.of_member(circle_id, person)
        if circle.owner != person:
            raise Refused("not-owner", "only the owner of the circle may do that")
        return circle

    async def change(
        self, circle: Circle, name: str, weekday: int, minute: int, zone: str
    ) -> Circle:
        """Give a circle another name or evening."""
        in_week = NO_EVENING <= weekday < DAYS and 0 <= minute < MINUTES
        if not in_week:
            raise Refused("bad-evening", "weekday is -1 to 6, minute 0 to 1439")
        zone_named(zone)
        changed: Circle = msgspec.structs.replace(
            circle, name=circle_name(name), weekday=weekday, minute=minute, zone=zone
        )
        await self.community.change_circle(changed)
        return changed

    async def remove(self, circle: Circle, person: str, by: str) -> None:
        """Leave a circle, or remove somebody from one's own."""
        if person != by and circle.owner != by:
            raise Refused("not-owner", "only the owner of the circle may do that")
        try:
            await self.community.leave_circle(circle.id, person)
        except NotFound as error:
            raise Refused("no-such-person", "there is no such member") from error


def no_such_circle() -> Refused:
    """The refusal of a circle that does not exist, or of which one is no member."""
    return Refused("no-such-circle", "there is no such circle, or you are no member of it")
