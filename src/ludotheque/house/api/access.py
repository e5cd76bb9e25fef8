"""Access to routes, checked before any route is called.

In a closed house a route is for members, unless it is listed here: a new one is closed by default.
Those of the host are for the host in every house.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from starlette.routing import Match, Route, WebSocketRoute

from ludotheque.house.api.files import PAGE_ROUTES
from ludotheque.house.api.http import no_token, too_fast
from ludotheque.house.refusals import Refused
from ludotheque.house.store.hosting import HOST

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from ludotheque.house.server import House
    from ludotheque.house.store import Person

HOST_PREFIX: Final = "/api/admin"
SOCKET: Final = "WS"  # in place of a method


class Need(Enum):
    """What a route asks of those who use it."""

    NOTHING = "nothing"
    TOKEN = "token"  # noqa: S105 - any person, also who is a member no more
    INVITATION = "invitation"  # to any table, or membership
    TABLE = "table"  # an invitation to the table of the route, or membership
    MEMBERSHIP = "membership"
    HOST = "host"


# Of a closed house. Files are the same for everybody and tell nothing of the house.
NEEDS: Final[dict[str, Need]] = {
    **{f"GET {path}": Need.NOTHING for path in PAGE_ROUTES},
    "GET /plain": Need.NOTHING,
    "GET /art/{game}/{file}": Need.NOTHING,
    "GET /{path:path}": Need.NOTHING,
    "GET /healthz": Need.NOTHING,
    "GET /api/doors": Need.NOTHING,
    "POST /api/login": Need.NOTHING,
    "POST /api/login/passkey/options": Need.NOTHING,
    "POST /api/login/passkey": Need.NOTHING,
    "POST /api/invitation": Need.NOTHING,
    "POST /api/invitation/accept": Need.NOTHING,
    "POST /notices/confirm/{token}": Need.NOTHING,  # links in mails; their token is a secret
    "POST /notices/stop/{token}": Need.NOTHING,
    "GET /api/calendar/{file}": Need.NOTHING,  # the same of its name
    "GET /api/notices": Need.INVITATION,
    "PUT /api/notices": Need.INVITATION,
    "POST /api/notices/push": Need.INVITATION,
    "POST /api/notices/mail": Need.INVITATION,
    "POST /api/notices/webhook": Need.INVITATION,
    "POST /api/notices/calendar": Need.INVITATION,
    "DELETE /api/notices/channels/{channel}": Need.TOKEN,
    "WS /ws/me": Need.INVITATION,
    "POST /api/logout": Need.TOKEN,
    "GET /api/me": Need.TOKEN,
    "GET /api/me/data": Need.TOKEN,
    "DELETE /api/me/data": Need.TOKEN,
    "GET /api/me/sessions": Need.TOKEN,
    "DELETE /api/me/sessions": Need.TOKEN,
    "POST /api/guest": Need.INVITATION,
    "POST /api/me/name": Need.INVITATION,
    "GET /api/announcements": Need.INVITATION,
    "GET /api/games": Need.INVITATION,
    "GET /api/games/{game}/sheet": Need.INVITATION,
    "GET /api/games/{game}/pictures": Need.INVITATION,
    "GET /api/games/{game}/lessons": Need.INVITATION,
    "GET /api/games/{game}/lessons/{chapter:int}/{step:int}/sound": Need.INVITATION,
    "GET /api/phrases": Need.INVITATION,
    "GET /api/tables/{table}/record": Need.TABLE,
    "GET /api/tables/{table}/story": Need.TABLE,
    "GET /api/tables/{table}/replay/{event:int}": Need.TABLE,
    "GET /api/tables/{table}/luck": Need.TABLE,
    "GET /api/me/page": Need.TOKEN,
    "POST /api/me/page": Need.TOKEN,
    "GET /api/me/records": Need.TOKEN,
    "WS /ws/{table}": Need.TABLE,
}
OWN_TABLES: Final = "GET /api/tables"  # with ?mine: one's own, for the invited, too


async def check_access(house: House, connection: HTTPConnection) -> None:
    """Refuse a request that its client may not make, whatever it is for."""
    address = house.address(connection)
    if house.bulletin.is_banned(address):
        raise Refused("banned-address", "your address is banned")
    is_closed = house.settings.access == "closed"
    if not is_closed and not connection.scope["path"].startswith(HOST_PREFIX):
        return
    name, table = _route_of(connection)
    need = need_of(name, connection)
    if need is Need.NOTHING or not (is_closed or need is Need.HOST):
        return
    if house.request_limit.bucket(address).tokens < 1:
        raise too_fast()
    try:
        person = await house.person_of(connection)
        if person is None and not is_closed:
            raise no_token()
        await _check(house, need, person, table)
    except Refused:
        house.request_limit.take(address)  # a route that answers counts it itself
        raise


def need_of(name: str, connection: HTTPConnection) -> Need:
    """What a route of a closed house asks; one that is not listed is for members."""
    if not name:  # there is no such route, which anybody may be told
        return Need.NOTHING
    if name.partition(" ")[2].startswith(HOST_PREFIX):
        return Need.HOST
    if name == OWN_TABLES and connection.query_params.get("mine"):
        return Need.INVITATION
    return NEEDS.get(name, Need.MEMBERSHIP)


async def _check(house: House, need: Need, person: Person | None, table: str) -> None:
    if person is None:
        raise Refused("members-only", "this house is closed: log in, or ask for an invitation")
    role = await house.hosting.role(person.id)
    if need is Need.HOST and role != HOST:
        raise Refused("host-only", "this is for the host of the house")
    if need is Need.TOKEN or role:
        return
    if need in {Need.INVITATION, Need.TABLE}:
        wanted = table if need is Need.TABLE else ""
        if await house.hosting.is_invited(person.id, wanted):
            return
    if await house.hosting.is_invited(person.id):
        raise Refused("only-your-table", "you are invited to one table, and see that one only")
    raise Refused("members-only", "this house is closed: you are not a member of it")


def _route_of(connection: HTTPConnection) -> tuple[str, str]:
    """The route of a request as "METHOD /path", and its table; "" if no route has it."""
    for route in connection.app.routes:
        match, scope = route.matches(connection.scope)
        if match is Match.FULL and isinstance(route, Route | WebSocketRoute):
            return f"{_method_of(connection)} {route.path}", scope["path_params"].get("table", "")
    return "", ""


def _method_of(connection: HTTPConnection) -> str:
    if connection.scope["type"] == "websocket":
        return SOCKET
    method: str = connection.scope["method"]
    return "GET" if method == "HEAD" else method
