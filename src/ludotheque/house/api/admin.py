"""The host's page over HTTP. `api/access.py` refuses everybody else before a route is asked."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ludotheque import __version__
from ludotheque.house import limits
from ludotheque.house.api.access import HOST_PREFIX
from ludotheque.house.api.accounts import require_fresh_login
from ludotheque.house.api.http import endpoint, json_response, read_body
from ludotheque.house.api.tables import STATUSES, bad_status
from ludotheque.house.hosting.administration import Administration
from ludotheque.house.names import normalized_name
from ludotheque.house.recent_errors import LoggedError
from ludotheque.house.refusals import Refused
from ludotheque.house.rules_mode import RulesMode, rules_mode
from ludotheque.house.store import SqliteStore
from ludotheque.house.store.community import Report
from ludotheque.house.store.hosting import (
    Announcement,
    AuditEntry,
    KnownPerson,
    Link,
    NameBan,
    NetworkBan,
)
from ludotheque.house.table import mending
from ludotheque.house.table.listing import PAGE_SIZE, cursor_of, cursor_text, listed

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.server import House

PG_DUMP: Final = "pg_dump --format=custom --file=house.dump DATABASE"
CHUNK_BYTES: Final = 1 << 20


class HouseState(msgspec.Struct, frozen=True):
    """How the house is."""

    version: str
    access: str
    rules: RulesMode  # how rules and bots run
    failed: list[str]  # the parts that the health check finds failing
    database: str
    size: int  # bytes of the database
    free: int  # bytes of free space; -1 where that is not known
    live_tables: int
    sockets: int
    errors: int  # since this process began
    last_errors: list[LoggedError]
    backup_command: str  # "" where the page can download a copy


class AdminTable(msgspec.Struct, frozen=True):
    """A table in the host's list."""

    table: str
    game: str
    status: str
    public: bool
    created: int
    changed: int
    names: list[str]


class AdminTables(msgspec.Struct, frozen=True):
    """A page of all tables, the newest first."""

    tables: list[AdminTable]
    next: str


class BrokenTable(msgspec.Struct, frozen=True):
    """A table that can't be read."""

    table: str
    number: int  # of the first entry that is wrong; -1 for the table's row
    reason: str


class Mend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to mend a table: cut its log before what is wrong, or close it."""

    cut: bool = False


class NewRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a person is a member."""

    member: bool


class Bans(msgspec.Struct, frozen=True):
    """All bans."""

    names: list[NameBan]
    networks: list[NetworkBan]


class NewBan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name, or an address or network, and for how many days; 0 for ever."""

    name: str = ""
    network: str = ""
    days: int = 0


class NewInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often, and for how many days, an invitation to the house can be used."""

    uses: int = 1
    days: int = limits.MEMBER_LINK_DAYS


class Invitation(msgspec.Struct, frozen=True):
    """An invitation that can be used."""

    id: str
    kind: str
    subject: str
    maker: str
    created: int
    expires: int
    uses: int


class NewAnnouncement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line, and for how many hours it is shown."""

    text: str
    hours: int = 24


async def _acting(house: House, request: Request, *, fresh: bool = False) -> Administration:
    """The actions of the host who asks; with ``fresh`` after a fresh login only."""
    host = await (require_fresh_login(house, request) if fresh else house.require_person(request))
    return Administration(house.store, host.name or "", host.id)


# the house


async def state(house: House, _request: Request) -> Response:
    """How the house is."""
    store = house.store
    free = store.free_disk_bytes()
    return json_response(
        HouseState(
            version=__version__,
            access=house.settings.access,
            rules=rules_mode(),
            failed=await house.health.failed(),
            database=store.dialect,
            size=await store.size_bytes(),
            free=-1 if free is None else free,
            live_tables=len(house.tables.by_id),
            sockets=house.open_sockets.count,
            errors=house.recent_errors.count,
            last_errors=[*reversed(house.recent_errors.last)],
            backup_command="" if isinstance(store, SqliteStore) else PG_DUMP,
        )
    )


async def audit(house: House, _request: Request) -> Response:
    """What hosts have done, the newest first."""
    return json_response(await house.hosting.audit(limits.SHOWN_AUDIT_ENTRIES))


async def backup(house: House, request: Request) -> Response:
    """A consistent copy of an SQLite database; after a fresh login."""
    acting = await _acting(house, request, fresh=True)
    store = house.store
    if not isinstance(store, SqliteStore):
        raise Refused("no-backup", f"PostgreSQL makes copies itself: {PG_DUMP}")
    if not house.backup_limit.take(acting.person_id):
        raise Refused("too-fast", "a backup was downloaded a moment ago; wait a minute")
    file = await _copy(store)
    await acting.record("backup")
    size = os.fstat(file.fileno()).st_size
    headers = {
        "content-disposition": 'attachment; filename="ludotheque-backup.sqlite"',
        "content-length": str(size),
    }
    return StreamingResponse(_chunks(file), headers=headers, media_type="application/vnd.sqlite3")


async def _copy(store: SqliteStore) -> Any:
    """A copy of the database, open and without a name: it is gone when it is closed."""
    with tempfile.TemporaryDirectory(dir=store.path.parent, prefix=".backup-") as folder:
        path = Path(folder) / "copy.sqlite"
        await store.backup(path)
        return path.open("rb")


async def _chunks(file: Any) -> AsyncIterator[bytes]:
    with file:
        while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
            yield chunk


# tables


async def tables(house: House, request: Request) -> Response:
    """All tables, the newest first."""
    query = request.query_params
    before, status = cursor_of(query.get("before", "")), query.get("status", "")
    if status and status not in STATUSES:
        raise bad_status()
    rows = await house.store.newest_tables(status=status, before=before, limit=PAGE_SIZE + 1)
    shown = [
        AdminTable(
            table=row.id,
            game=row.game,
            status=row.status,
            public=row.public,
            created=row.created,
            changed=row.changed,
            names=[name for name in listed(row).summary.names if name],
        )
        for row in rows[:PAGE_SIZE]
    ]
    following = cursor_text(rows[PAGE_SIZE - 1]) if len(rows) > PAGE_SIZE else ""
    return json_response(AdminTables(shown, following))


async def close_table(house: House, request: Request) -> Response:
    """Close a table."""
    await (await _acting(house, request)).close_table(request.path_params["table"])
    return json_response({})


async def check_tables(house: House, _request: Request) -> Response:
    """The tables that can't be read; it reads every log."""
    async with house.checking:
        found: list[BrokenTable] = []
        async for fault in mending.faults(house.store):
            found.append(BrokenTable(fault.table, fault.number, fault.reason))
            if len(found) == limits.MAX_FAULTS:
                break
    return json_response(found)


async def table_log(house: House, request: Request) -> Response:
    """The whole log of a table as it is stored, to keep before it is cut; after a fresh login."""
    acting = await _acting(house, request, fresh=True)
    table = request.path_params["table"]
    rows = await house.store.stored_log(table)
    await acting.record("log", table)
    lines = [msgspec.json.encode({"number": number, "entry": entry}) for number, entry in rows]
    headers = {"content-disposition": 'attachment; filename="table.log.jsonl"'}
    return Response(b"\n".join([*lines, b""]), headers=headers, media_type="application/x-ndjson")


async def mend_table(house: House, request: Request) -> Response:
    """Mend a broken table: cut its log before what is wrong, or close it; after a fresh login."""
    acting = await _acting(house, request, fresh=True)
    body, table = await read_body(request, Mend), request.path_params["table"]
    if not body.cut:
        await acting.close_broken(table)
        return json_response({})
    fault = await mending.fault_of(house.store, table)
    if fault is None:
        raise Refused("not-broken", "this table is not broken")
    planned = await mending.plan_cut(house.store, table, fault.number - 1)
    await acting.cut(planned, table)
    return json_response({})


# people


async def people(house: House, request: Request) -> Response:
    """People by name, or those whose name has a part."""
    query = request.query_params
    part, after = normalized_name(query.get("name", "")), normalized_name(query.get("after", ""))
    now = house.people.clock()
    found = await house.hosting.people(part, now, after=after, limit=limits.PEOPLE_PER_PAGE)
    return json_response(found)


async def end_sessions(house: House, request: Request) -> Response:
    """End all sessions of a person."""
    acting = await _acting(house, request)
    await acting.end_sessions(await acting.person(request.path_params["person"]))
    return json_response({})


async def password_link(house: House, request: Request) -> Response:
    """A link by which a person chooses a new password, once; after a fresh login."""
    acting = await _acting(house, request, fresh=True)
    link = await acting.password_link(await acting.person(request.path_params["person"]))
    return json_response(link, 201)


async def set_role(house: House, request: Request) -> Response:
    """Make an account a member, or no member any more; after a fresh login."""
    acting = await _acting(house, request, fresh=True)
    body = await read_body(request, NewRole)
    person = await acting.person(request.path_params["person"])
    await (acting.make_member(person) if body.member else acting.remove_member(person))
    return json_response({})


# bans


async def bans(house: House, _request: Request) -> Response:
    """All bans."""
    now = house.people.clock()
    names = await house.hosting.banned_names(now)
    return json_response(Bans(names, await house.hosting.banned_networks(now)))


async def ban(house: House, request: Request) -> Response:
    """Ban a name, or an address or network."""
    acting = await _acting(house, request)
    body = await read_body(request, NewBan)
    if body.network:
        await acting.ban_network(body.network, body.days, house.address(request))
    else:
        await acting.ban(body.name, body.days)
    await house.bulletin.refresh()
    return json_response({}, 201)


async def unban(house: House, request: Request) -> Response:
    """Allow a name, or with ?network= a network, again."""
    acting = await _acting(house, request)
    query = request.query_params
    network = query.get("network", "")
    await (acting.unban_network(network) if network else acting.unban(query.get("name", "")))
    await house.bulletin.refresh()
    return json_response({})


# invitations


async def invitations(house: House, _request: Request) -> Response:
    """The invitations that can be used, to the house and to tables."""
    found = await house.hosting.links(house.people.clock())
    return json_response([await _invitation(house, link) for link in found])


async def _invitation(house: House, link: Link) -> Invitation:
    maker = await house.store.person(link.maker) if link.maker else None
    return Invitation(
        id=link.id,
        kind=link.kind,
        subject=link.subject,
        maker=(maker.name or "") if maker else "",
        created=link.created,
        expires=link.expires,
        uses=link.uses,
    )


async def invite(house: House, request: Request) -> Response:
    """A link by which others become members."""
    acting = await _acting(house, request)
    body = await read_body(request, NewInvitation)
    return json_response(await acting.invite(body.uses, body.days), 201)


async def revoke(house: House, request: Request) -> Response:
    """Revoke an invitation."""
    await (await _acting(house, request)).revoke(request.query_params.get("invitation", ""))
    return json_response({})


# reports


async def reports(house: House, _request: Request) -> Response:
    """What people have reported; those to see to first."""
    return json_response(await house.community.reports(limits.SHOWN_REPORTS))


async def handle_report(house: House, request: Request) -> Response:
    """A report has been seen to."""
    await (await _acting(house, request)).handle_report(request.path_params["report"])
    return json_response({})


# announcements


async def announcements(house: House, _request: Request) -> Response:
    """The announcements that have not ended."""
    return json_response(await house.hosting.announcements(house.people.clock()))


async def announce(house: House, request: Request) -> Response:
    """Show a line to everybody."""
    acting = await _acting(house, request)
    body = await read_body(request, NewAnnouncement)
    await acting.announce(body.text, body.hours)
    await house.bulletin.refresh()  # so that it is true when the host is answered
    return json_response({}, 201)


async def withdraw(house: House, request: Request) -> Response:
    """Show an announcement no more."""
    await (await _acting(house, request)).withdraw(request.query_params.get("announcement", ""))
    await house.bulletin.refresh()
    return json_response({})


BODY_TYPES: Final = (Mend, NewRole, NewBan, NewInvitation, NewAnnouncement)
RESPONSE_TYPES: Final = (
    HouseState, AdminTables, BrokenTable, KnownPerson, Bans, Invitation, Announcement, AuditEntry,
    Report,
)  # fmt: skip


def routes() -> list[Route]:
    """The routes of this module; all begin with `HOST_PREFIX`."""
    handlers: list[tuple[str, str, Any]] = [
        ("GET", "/house", state),
        ("GET", "/audit", audit),
        ("GET", "/backup", backup),
        ("GET", "/tables", tables),
        ("POST", "/tables/check", check_tables),
        ("POST", "/tables/{table}/close", close_table),
        ("GET", "/tables/{table}/log", table_log),
        ("POST", "/tables/{table}/mend", mend_table),
        ("GET", "/people", people),
        ("POST", "/people/{person}/logout", end_sessions),
        ("POST", "/people/{person}/password", password_link),
        ("POST", "/people/{person}/role", set_role),
        ("GET", "/bans", bans),
        ("POST", "/bans", ban),
        ("DELETE", "/bans", unban),
        ("GET", "/invitations", invitations),
        ("POST", "/invitations", invite),
        ("DELETE", "/invitations", revoke),
        ("GET", "/reports", reports),
        ("POST", "/reports/{report}/handle", handle_report),
        ("GET", "/announcements", announcements),
        ("POST", "/announcements", announce),
        ("DELETE", "/announcements", withdraw),
    ]
    return [
        Route(HOST_PREFIX + path, endpoint(handler), methods=[method])
        for method, path, handler in handlers
    ]
