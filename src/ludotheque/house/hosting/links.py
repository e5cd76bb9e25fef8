"""Links that let somebody in: to become the host, a member, or a friend, to a table or a circle.

One more kind leads to a new password.

A link has a token in its fragment, which browsers don't send; only the token's hash is stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.house import limits
from ludotheque.house.people.people import DAY_MS, hash_token
from ludotheque.house.refusals import Refused
from ludotheque.house.store import NotFound
from ludotheque.house.store.community import CommunityStore
from ludotheque.house.store.hosting import HOST, MEMBER, HostingStore, Link
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.people.people import NewSession, People
    from ludotheque.house.store import Person, Store

TABLE: Final = "table"
FRIEND: Final = "friend"
CIRCLE: Final = "circle"
PASSWORD: Final = "password"  # noqa: S105 - a kind of link
PATH: Final = "/join#"  # before the token


class NewLink(msgspec.Struct, frozen=True):
    """A link that was made, with its token, which nobody is told again."""

    id: str
    token: str
    expires: int
    uses: int


class Links:
    """Makes links and lets people in by them. What is not allowed raises `Refused`."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.hosting = HostingStore(store)
        self.community = CommunityStore(store)
        self.clock = clock

    # Making

    async def for_host(self) -> NewLink | None:
        """A link to the account of the host, in place of any before; none if there is a host."""
        if await self.hosting.has_host():
            return None
        link, new = self._new(HOST, "", "", 1, limits.HOST_LINK_DAYS)
        await self.hosting.replace_host_link(link)
        return new

    async def for_members(self, maker: str, uses: int, days: int) -> NewLink:
        """An invitation to the house."""
        return await self._make(MEMBER, "", maker, uses, days)

    async def for_table(self, table_id: str, maker: str, uses: int, days: int) -> NewLink:
        """An invitation to a table."""
        if await self.store.table(table_id) is None:
            raise Refused("no-such-table", "there is no such table")
        count = await self.hosting.count_table_links(table_id, self.clock())
        if count >= limits.MAX_LINKS_PER_TABLE:
            raise Refused("too-many-invitations", "this table has too many invitations")
        return await self._make(TABLE, table_id, maker, uses, days)

    async def for_password(self, person: Person, maker: str) -> NewLink:
        """A link by which a person chooses a new password, once."""
        if person.guest:
            raise Refused("not-an-account", "a guest has no password")
        return await self._make(PASSWORD, person.id, maker, 1, limits.PASSWORD_LINK_DAYS)

    async def _make(self, kind: str, subject: str, maker: str, uses: int, days: int) -> NewLink:
        if not (0 < uses <= limits.MAX_LINK_USES and 0 < days <= limits.MAX_LINK_DAYS):
            most = f"{limits.MAX_LINK_USES} uses and {limits.MAX_LINK_DAYS} days"
            raise Refused("bad-invitation", f"a link has from 1 to {most}")
        link, new = self._new(kind, subject, maker, uses, days)
        await self.hosting.add_link(link)
        return new

    def _new(
        self, kind: str, subject: str, maker: str, uses: int, days: int
    ) -> tuple[Link, NewLink]:
        token, now = secrets.token_urlsafe(32), self.clock()
        link = Link(
            hash=hash_token(token),
            id=secrets.token_urlsafe(9),
            kind=kind,
            subject=subject,
            maker=maker,
            created=now,
            expires=now + days * DAY_MS,
            uses=uses,
        )
        return link, NewLink(link.id, token, link.expires, uses)

    async def for_friend(self, maker: str) -> NewLink:
        """A link by which somebody becomes the maker's friend."""
        uses, days = limits.FRIEND_LINK_USES, limits.FRIEND_LINK_DAYS
        return await self._make(FRIEND, maker, maker, uses, days)

    async def for_circle(self, circle_id: str, maker: str) -> NewLink:
        """A link by which somebody becomes a member of a circle."""
        uses, days = limits.CIRCLE_LINK_USES, limits.CIRCLE_LINK_DAYS
        return await self._make(CIRCLE, circle_id, maker, uses, days)

    # Using

    async def find(self, token: str) -> Link:
        """The link of a token; refuses one that is unknown, expired or used up."""
        link = await self.hosting.link(hash_token(token), self.clock())
        if link is None:
            raise _no_such_link()
        return link

    async def join(self, link: Link, person: Person) -> None:
        """Make an account a member, or the host; who is one already uses nothing up."""
        role = await self.hosting.role(person.id)
        if role == HOST or role == link.kind:
            return
        try:
            await self.hosting.use_for_role(link, person.id, self.clock())
        except NotFound as error:
            raise _no_such_link() from error

    async def visit(self, link: Link, person: Person) -> None:
        """Invite a person to the table of a link; who is a member or invited uses nothing up."""
        known = await self.hosting.is_invited(person.id, link.subject)
        if known or await self.hosting.role(person.id):
            return
        try:
            await self.hosting.use_for_table(link, person.id, self.clock())
        except NotFound as error:
            raise _no_such_link() from error

    async def befriend(self, link: Link, person: Person) -> None:
        """Make a person and the maker of a link friends; one's own link is none."""
        apart = await self.community.apart_from(person.id)
        if link.subject == person.id or link.subject in apart:
            raise _no_such_link()
        if await self.community.are_friends(person.id, link.subject):
            return
        for one in (person.id, link.subject):
            if len(await self.community.friends(one)) >= limits.MAX_FRIENDS_PER_PERSON:
                raise Refused("too-many-friends", "one of you has too many friends here")
        try:
            await self.community.befriend(link, person.id, self.clock())
        except NotFound as error:
            raise _no_such_link() from error

    async def join_circle(self, link: Link, person: Person) -> None:
        """Make a person a member of the circle of a link."""
        if await self.community.circle(link.subject) is None:
            raise _no_such_link()
        if await self.community.is_member(link.subject, person.id):
            return
        members = await self.community.members(link.subject)
        circles = await self.community.circles_of(person.id)
        if (
            len(members) >= limits.MAX_MEMBERS_PER_CIRCLE
            or len(circles) >= limits.MAX_CIRCLES_PER_PERSON
        ):
            raise Refused("too-many-circles", "the circle is full, or you are in too many")
        try:
            await self.community.join_circle(link, person.id, self.clock())
        except NotFound as error:
            raise _no_such_link() from error

    async def set_password(
        self, link: Link, password: str, people: People, device: str
    ) -> NewSession:
        """Set the password of the person of a link; all sessions and passkeys end."""
        hashed = await people.new_password_hash(link.subject, password)
        try:
            await self.hosting.use_for_password(link, hashed, self.clock())
        except NotFound as error:
            raise _no_such_link() from error
        return await people.sign_in(link.subject, device)


def _no_such_link() -> Refused:
    return Refused("no-such-link", "this link was used up or revoked, or it has expired")
