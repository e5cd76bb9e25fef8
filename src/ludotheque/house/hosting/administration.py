"""What the host of a house may do, on the page and by commands; every action is recorded."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ludotheque.house import limits
from ludotheque.house.hosting.bulletin import CHANGED, network_of
from ludotheque.house.hosting.links import Links, NewLink
from ludotheque.house.names import normalized_name, readable_name
from ludotheque.house.people.people import DAY_MS, HOUR_MS, no_such_person
from ludotheque.house.refusals import Refused
from ludotheque.house.store import NotFound
from ludotheque.house.store.community import CommunityStore
from ludotheque.house.store.contract import can_be_id
from ludotheque.house.store.hosting import HOST, MEMBER, Announcement, AuditEntry, HostingStore
from ludotheque.house.table import log_append, mending
from ludotheque.house.table.deeds import close
from ludotheque.house.table.entries import CLOSED_BY_ADMIN
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.store import Person, Store

COMMAND_LINE: Final = "command line"  # who did what a command did


class Administration:
    """The actions of one host, or of the command line. What is not allowed raises `Refused`."""

    def __init__(
        self,
        store: Store,
        who: str = COMMAND_LINE,
        person_id: str = "",
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.store = store
        self.hosting = HostingStore(store)
        self.links = Links(store, clock)
        self.who = who
        self.person_id = person_id
        self.clock = clock

    async def record(self, action: str, subject: str = "") -> None:
        """Record an action in the audit."""
        entry = AuditEntry(
            id=secrets.token_urlsafe(9),
            at=self.clock(),
            who=self.who,
            action=action,
            subject=subject,
        )
        await self.hosting.record(entry, limits.MAX_AUDIT_ENTRIES)

    # Tables

    async def close_table(self, table_id: str) -> None:
        """Close a table for good, after any entry a running house writes."""
        await log_append.append(
            self.store, table_id, lambda room: close(room, CLOSED_BY_ADMIN, now_ms())
        )
        await self.record("close", table_id)

    async def close_broken(self, table_id: str) -> None:
        """Close a table that can't be read; its log stays as it is."""
        if await mending.fault_of(self.store, table_id) is None:
            raise Refused("not-broken", f"table {table_id} is not broken: close it as any other")
        await mending.close_broken(self.store, table_id)
        await self.record("close-broken", table_id)

    async def cut(self, planned: mending.Cut, table_id: str) -> None:
        """Cut the log of a table as planned."""
        await mending.cut(self.store, planned)
        await self.record("cut", f"{table_id} {len(planned.kept)}")

    # People

    async def person_named(self, name: str) -> Person:
        """The person of a name."""
        person = await self.store.person_named(_key(name))
        if person is None:
            raise no_such_person()
        return person

    async def person(self, person_id: str) -> Person:
        """The person of an id."""
        person = await self.store.person(person_id)
        if person is None or person.name is None:
            raise no_such_person()
        return person

    async def end_sessions(self, person: Person) -> None:
        """End all sessions of a person."""
        await self.store.revoke_sessions(person.id)
        await self.record("end-sessions", person.name or "")

    async def password_link(self, person: Person) -> NewLink:
        """A link by which a person chooses a new password."""
        link = await self.links.for_password(person, self.person_id)
        await self.record("password-link", person.name or "")
        return link

    async def make_member(self, person: Person, role: str = MEMBER) -> None:
        """Make an account a member, or a host."""
        try:
            await self.hosting.grant(person.id, role, self.clock())
        except NotFound as error:
            raise Refused("not-an-account", "only an account can be a member") from error
        await self.record("make-host" if role == HOST else "make-member", person.name or "")

    async def remove_member(self, person: Person) -> None:
        """Take the membership of a person, and end their sessions."""
        try:
            await self.hosting.remove_member(person.id)
        except NotFound as error:
            raise Refused("not-a-member", "this person is the host, or no member") from error
        await self.record("remove-member", person.name or "")

    # Bans

    async def ban(self, name: str, days: int = 0) -> None:
        """Ban a name, for good or for some days; never that of the host."""
        key = _key(name)
        person = await self.store.person_named(key)
        if person is not None and await self.hosting.role(person.id) == HOST:
            raise Refused("ban-of-host", "the host can't be banned")
        await self.store.ban(key, self._ban_end(days))
        await self.record("ban", key)

    async def unban(self, name: str) -> None:
        """Allow a name again."""
        key = _key(name)
        if not await self.store.is_banned(key):
            raise Refused("not-banned", f"the name {name!r} is not banned")
        await self.store.unban(key)
        await self.record("unban", key)

    async def ban_network(self, text: str, days: int = 0, own_address: str = "") -> None:
        """Ban an address or a network, for good or for some days; never the one of the host."""
        network = network_of(text)
        if own_address and network.overlaps(network_of(own_address)):
            raise Refused("ban-of-host", "this is your own address")
        await self.hosting.ban_network(str(network), self._ban_end(days))
        await self.record("ban-address", str(network))
        await self.store.broadcast(CHANGED)

    async def unban_network(self, text: str) -> None:
        """Allow a network again."""
        try:
            await self.hosting.unban_network(str(network_of(text)))
        except NotFound as error:
            raise Refused("not-banned", f"{text} is not banned") from error
        await self.record("unban-address", text)
        await self.store.broadcast(CHANGED)

    def _ban_end(self, days: int) -> int:
        if not 0 <= days <= limits.MAX_BAN_DAYS:
            raise Refused("bad-days", f"a ban has from 0 to {limits.MAX_BAN_DAYS} days; 0 for ever")
        return self.clock() + days * DAY_MS if days else 0

    # Invitations

    async def invite(self, uses: int, days: int) -> NewLink:
        """An invitation to the house."""
        link = await self.links.for_members(self.person_id, uses, days)
        await self.record("invite", link.id)
        return link

    async def revoke(self, link_id: str) -> None:
        """Revoke an invitation, to the house or to a table."""
        try:
            await self.hosting.revoke_link(link_id)
        except NotFound as error:
            raise Refused("no-such-link", "there is no such invitation") from error
        await self.record("revoke", link_id)

    # Reports

    async def handle_report(self, report_id: str) -> None:
        """A report has been seen to; what it was about is recorded."""
        community = CommunityStore(self.store)
        report = await community.find_report(report_id) if can_be_id(report_id) else None
        try:
            await community.handle_report(report.id if report else "", self.clock())
        except NotFound as error:
            raise Refused("no-such-report", "there is no such report to see to") from error
        await self.record("report", report.person_name if report else "")

    # Announcements

    async def announce(self, text: str, hours: int) -> None:
        """Show a line to everybody, for some hours."""
        line = " ".join(text.split())
        if not (0 < len(line) <= limits.MAX_ANNOUNCEMENT_LENGTH and line.isprintable()):
            most = limits.MAX_ANNOUNCEMENT_LENGTH
            raise Refused("bad-announcement", f"a line has from 1 to {most} characters")
        if not 0 < hours <= 24 * limits.MAX_ANNOUNCEMENT_DAYS:
            most = limits.MAX_ANNOUNCEMENT_DAYS
            raise Refused("bad-days", f"an announcement is shown for at most {most} days")
        now = self.clock()
        if len(await self.hosting.announcements(now)) >= limits.MAX_ANNOUNCEMENTS:
            raise Refused("bad-announcement", "there are too many announcements: withdraw one")
        await self.hosting.announce(
            Announcement(
                id=secrets.token_urlsafe(9), text=line, created=now, expires=now + hours * HOUR_MS
            )
        )
        await self.record("announce", line)
        await self.store.broadcast(CHANGED)

    async def withdraw(self, announcement_id: str) -> None:
        """Show an announcement no more."""
        try:
            await self.hosting.withdraw(announcement_id)
        except NotFound as error:
            raise Refused("no-such-announcement", "there is no such announcement") from error
        await self.record("withdraw", announcement_id)
        await self.store.broadcast(CHANGED)


def _key(name: str) -> str:
    return normalized_name(readable_name(name))
