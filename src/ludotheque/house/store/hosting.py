"""What a host decides, in the store: members, links, bans of networks, announcements, the audit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from ludotheque.house.store.rows import NotFound
from ludotheque.house.store.writes import Statement, Values, Write, notices_forgotten

if TYPE_CHECKING:
    from ludotheque.house.store.contract import Store

HOST: Final = "host"
MEMBER: Final = "member"
SELECT_LINK: Final = "SELECT hash, id, kind, subject, maker, created, expires, uses FROM links"
INSERT_LINK: Final = """INSERT INTO links (hash, id, kind, subject, maker, created, expires, uses)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"""
USE_LINK: Final = """UPDATE links SET uses = uses - 1
    WHERE hash = $1 AND kind = $2 AND expires > $3 AND uses > 0"""
# A host stays one who is given less.
GRANT: Final = """INSERT INTO members (person, role, since)
    SELECT id, $2, $3 FROM people WHERE id = $1 AND account = 1 AND name IS NOT NULL
    ON CONFLICT (person) DO UPDATE SET role = excluded.role WHERE members.role <> 'host'"""
GRANT_FIRST_HOST: Final = GRANT.replace(
    "ON CONFLICT", "AND NOT EXISTS (SELECT 1 FROM members WHERE role = 'host') ON CONFLICT"
)
INVITE: Final = """INSERT INTO table_guests (person, table_id)
    SELECT people.id, tables.id FROM people, tables
    WHERE people.id = $1 AND people.name IS NOT NULL AND tables.id = $2
    ON CONFLICT (person, table_id) DO NOTHING"""
PEOPLE: Final = """SELECT people.id, people.name, people.account, people.created,
    COALESCE((SELECT role FROM members WHERE person = people.id), ''),
    (SELECT COUNT(*) FROM sessions WHERE person = people.id),
    COALESCE((SELECT MAX(seen) FROM sessions WHERE person = people.id), 0),
    (SELECT COUNT(*) FROM banned WHERE key = people.key AND (expires = 0 OR expires > $1))
    FROM people WHERE name IS NOT NULL"""


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A link that lets somebody in; only the hash of its token is stored."""

    hash: str
    id: str  # by which it is listed and revoked
    kind: str  # host, member, table or password
    subject: str  # the table, or the person whose password it is
    maker: str  # a person; "" for the command line
    created: int
    expires: int
    uses: int  # that are left


class NetworkBan(msgspec.Struct, frozen=True, kw_only=True):
    """A network from which nobody may come."""

    network: str
    expires: int  # 0 for never


class NameBan(msgspec.Struct, frozen=True, kw_only=True):
    """A name that nobody may have."""

    name: str
    expires: int  # 0 for never


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is shown to everybody."""

    id: str
    text: str
    created: int
    expires: int


class AuditEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did to the house."""

    id: str
    at: int
    who: str
    action: str
    subject: str


class KnownPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A person as the host sees them."""

    person: str
    name: str
    account: bool
    created: int
    role: str  # host, member or ""
    sessions: int
    seen: int  # 0 if they have no session
    banned: bool


Row = TypeVar("Row", Link, NetworkBan, NameBan, Announcement, AuditEntry, KnownPerson)


class HostingStore:
    """What a host decides, in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Members

    async def role(self, person_id: str) -> str:
        """The role of a person: "host", "member" or ""."""
        rows = await self.store.rows("SELECT role FROM members WHERE person = $1", person_id)
        return str(rows[0][0]) if rows else ""

    async def has_host(self) -> bool:
        """Whether somebody is the host of the house."""
        return bool(await self.store.rows("SELECT 1 FROM members WHERE role = 'host' LIMIT 1"))

    async def grant(self, person_id: str, role: str, at: int) -> None:
        """Give an account a role; `NotFound` if it is no account."""
        if_no_row = NotFound("only an account can be a member")
        await self.store.write(Write([Statement(GRANT, [(person_id, role, at)], if_no_row)]))

    async def remove_member(self, person_id: str) -> None:
        """Take the membership of a person; their sessions and notices end.

        `NotFound` if it is the host.
        """
        sql = "DELETE FROM members WHERE person = $1 AND role = 'member'"
        remove = Statement(sql, [(person_id,)], NotFound("no such member"))
        sessions = Statement("DELETE FROM sessions WHERE person = $1", [(person_id,)])
        statements = [remove, sessions, *notices_forgotten(person_id)]
        await self.store.write(Write(statements, revoked=person_id))

    async def is_invited(self, person_id: str, table_id: str = "") -> bool:
        """Whether a person was invited to a table, or to any."""
        sql = "SELECT 1 FROM table_guests WHERE person = $1"
        if not table_id:
            return bool(await self.store.rows(f"{sql} LIMIT 1", person_id))
        return bool(await self.store.rows(f"{sql} AND table_id = $2", person_id, table_id))

    async def people(self, part: str, at: int, *, after: str = "", limit: int) -> list[KnownPerson]:
        """People whose normalized name has a part, by that name; ``after`` the last one before."""
        sql = f"{PEOPLE} AND key > $2 AND ($3 = '' OR key LIKE $4) ORDER BY key LIMIT $5"
        escaped = part.replace("%", "").replace("_", "")
        rows = await self.store.rows(sql, at, after, escaped, f"%{escaped}%", limit)
        return [_struct(KnownPerson, row) for row in rows]

    # Links

    async def add_link(self, link: Link) -> None:
        """Store a link."""
        await self.store.write(Write([Statement(INSERT_LINK, [msgspec.structs.astuple(link)])]))

    async def replace_host_link(self, link: Link) -> None:
        """Store the link of the host; it is the only one of its kind."""
        delete = Statement("DELETE FROM links WHERE kind = 'host'", [()])
        insert = Statement(INSERT_LINK, [msgspec.structs.astuple(link)])
        await self.store.write(Write([delete, insert]))

    async def link(self, hashed: str, at: int) -> Link | None:
        """A link that can be used, by the hash of its token."""
        sql = f"{SELECT_LINK} WHERE hash = $1 AND expires > $2 AND uses > 0"
        rows = await self.store.rows(sql, hashed, at)
        return _struct(Link, rows[0]) if rows else None

    async def links(self, at: int, kinds: tuple[str, str] = ("member", "table")) -> list[Link]:
        """The links of two kinds that can be used, the newest first."""
        sql = f"""{SELECT_LINK} WHERE expires > $1 AND uses > 0 AND kind IN ($2, $3)
            ORDER BY created DESC, id"""
        return [_struct(Link, row) for row in await self.store.rows(sql, at, *kinds)]

    async def count_table_links(self, table_id: str, at: int) -> int:
        """How many links to a table can be used."""
        sql = """SELECT COUNT(*) FROM links
            WHERE kind = 'table' AND subject = $1 AND expires > $2 AND uses > 0"""
        return int((await self.store.rows(sql, table_id, at))[0][0] or 0)

    async def revoke_link(self, link_id: str) -> None:
        """Delete a link; `NotFound` if there is none."""
        sql = "DELETE FROM links WHERE id = $1 AND kind IN ('member', 'table')"
        no_link = NotFound("no such invitation")
        await self.store.write(Write([Statement(sql, [(link_id,)], no_link)]))

    async def use_for_role(self, link: Link, person_id: str, at: int) -> None:
        """Use up a link once and give its role to an account: both, or `NotFound`."""
        role, grant = (HOST, GRANT_FIRST_HOST) if link.kind == HOST else (MEMBER, GRANT)
        if_no_row = NotFound("only an account can be a member, and a house has one host")
        statements = [_use(link, at), Statement(grant, [(person_id, role, at)], if_no_row)]
        await self.store.write(Write(statements))

    async def use_for_table(self, link: Link, person_id: str, at: int) -> None:
        """Use up a link once and invite a person to its table: both, or `NotFound`."""
        invite = Statement(INVITE, [(person_id, link.subject)], NotFound("no such table or person"))
        await self.store.write(Write([_use(link, at), invite]))

    async def use_for_password(self, link: Link, password_hash: str, at: int) -> None:
        """Use up a link once and set a password; all sessions and passkeys end, or `NotFound`."""
        owner = link.subject
        update = "UPDATE people SET password = $2 WHERE id = $1 AND account = 1"
        statements = [
            _use(link, at),
            Statement(update, [(owner, password_hash)], NotFound("no such account")),
            Statement("DELETE FROM passkeys WHERE person = $1", [(owner,)]),
            Statement("DELETE FROM sessions WHERE person = $1", [(owner,)]),
            Statement("DELETE FROM links WHERE kind = 'password' AND subject = $1", [(owner,)]),
        ]
        await self.store.write(Write(statements, revoked=owner))

    # Bans

    async def ban_network(self, network: str, expires: int) -> None:
        """Ban a network."""
        sql = """INSERT INTO banned_networks (network, expires) VALUES ($1, $2)
            ON CONFLICT (network) DO UPDATE SET expires = excluded.expires"""
        await self.store.write(Write([Statement(sql, [(network, expires)])]))

    async def unban_network(self, network: str) -> None:
        """Allow a network again; `NotFound` if it is not banned."""
        sql = "DELETE FROM banned_networks WHERE network = $1"
        no_ban = NotFound(f"{network} is not banned")
        await self.store.write(Write([Statement(sql, [(network,)], no_ban)]))

    async def banned_networks(self, at: int) -> list[NetworkBan]:
        """The networks that are banned at a time."""
        sql = """SELECT network, expires FROM banned_networks
            WHERE expires = 0 OR expires > $1 ORDER BY network"""
        return [_struct(NetworkBan, row) for row in await self.store.rows(sql, at)]

    async def banned_names(self, at: int) -> list[NameBan]:
        """The names that are banned at a time."""
        sql = "SELECT key, expires FROM banned WHERE expires = 0 OR expires > $1 ORDER BY key"
        return [_struct(NameBan, row) for row in await self.store.rows(sql, at)]

    # Announcements

    async def announce(self, announcement: Announcement) -> None:
        """Store an announcement."""
        sql = "INSERT INTO announcements (id, text, created, expires) VALUES ($1, $2, $3, $4)"
        await self.store.write(Write([Statement(sql, [msgspec.structs.astuple(announcement)])]))

    async def withdraw(self, announcement_id: str) -> None:
        """Delete an announcement; `NotFound` if there is none."""
        sql = "DELETE FROM announcements WHERE id = $1"
        no_such = NotFound("no such announcement")
        await self.store.write(Write([Statement(sql, [(announcement_id,)], no_such)]))

    async def announcements(self, at: int) -> list[Announcement]:
        """The announcements that have not ended at a time, the oldest first."""
        sql = """SELECT id, text, created, expires FROM announcements
            WHERE expires > $1 ORDER BY created, id"""
        return [_struct(Announcement, row) for row in await self.store.rows(sql, at)]

    # The audit

    async def record(self, entry: AuditEntry, keep: int) -> None:
        """Record what was done; the newest ``keep`` entries are kept."""
        sql = "INSERT INTO audit (id, at, who, action, subject) VALUES ($1, $2, $3, $4, $5)"
        surplus = """DELETE FROM audit WHERE id NOT IN (
            SELECT id FROM audit ORDER BY at DESC, id LIMIT $1)"""
        insert = Statement(sql, [msgspec.structs.astuple(entry)])
        await self.store.write(Write([insert, Statement(surplus, [(keep,)])]))

    async def audit(self, limit: int) -> list[AuditEntry]:
        """What was done, the newest first."""
        sql = "SELECT id, at, who, action, subject FROM audit ORDER BY at DESC, id LIMIT $1"
        return [_struct(AuditEntry, row) for row in await self.store.rows(sql, limit)]


def _use(link: Link, at: int) -> Statement:
    return Statement(USE_LINK, [(link.hash, link.kind, at)], NotFound("the link was used up"))


def _struct(type_: type[Row], row: Values) -> Row:
    # Not strict: the databases keep what is true or false as a number.
    return msgspec.convert(
        dict(zip(type_.__struct_fields__, row, strict=True)), type_, strict=False
    )
