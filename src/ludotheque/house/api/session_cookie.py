"""The cookies that hold the tokens of a browser's sessions.

By https their names begin with `__Host-`: no other host, not even one of the same domain, can then
set them. A cookie with the name from before is accepted, and replaced by the next answer.

A browser has one session of its own, and one for each of its *companions*: people who share the
device, as a family that passes one phone around. A request with `?companion=2` is made as the
second of them. Like the browser's own token, theirs are never seen by a script.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from ludotheque.house.limits import MAX_COMPANIONS
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.datastructures import MutableHeaders
    from starlette.requests import HTTPConnection

    from ludotheque.house.server import House

PLAIN_NAME: Final = "ludotheque"
SECURE_NAME: Final = "__Host-ludotheque"
COMPANION_PARAMETER: Final = "companion"
COMPANIONS: Final = tuple(str(number) for number in range(1, MAX_COMPANIONS + 1))
MAX_AGE_S: Final = 365 * 86_400
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{20,100}")


def _is_secure(connection: HTTPConnection) -> bool:
    house: House = connection.app.state.house
    return house.settings.is_https


def companion_of(connection: HTTPConnection) -> str:
    """The number of the companion who makes a request; "" for the browser's own person."""
    number = connection.query_params.get(COMPANION_PARAMETER, "")
    if number and number not in COMPANIONS:
        raise Refused("bad-companion", f"companions are numbered from 1 to {MAX_COMPANIONS}")
    return number


def _name(connection: HTTPConnection) -> str:
    """The name of the cookie of the person who makes a request."""
    name, number = SECURE_NAME if _is_secure(connection) else PLAIN_NAME, companion_of(connection)
    return f"{name}-{number}" if number else name


def cookie_token(connection: HTTPConnection) -> str:
    """The token in the cookie of a request; "" if there is none."""
    if companion_of(connection):
        return connection.cookies.get(_name(connection), "")
    plain = connection.cookies.get(PLAIN_NAME, "")
    if not _is_secure(connection):
        return plain
    return connection.cookies.get(SECURE_NAME, "") or plain


def set_cookie(response: Response, connection: HTTPConnection, token: str) -> None:
    """Have a browser store the token of the person who made a request."""
    response.set_cookie(
        _name(connection),
        token,
        max_age=MAX_AGE_S,
        httponly=True,
        samesite="lax",
        secure=_is_secure(connection),
    )


def delete_cookie(response: Response, connection: HTTPConnection) -> None:
    """Have a browser forget the token of the person who made a request, under either name."""
    if not companion_of(connection):
        response.delete_cookie(PLAIN_NAME, httponly=True, samesite="lax")
    if _is_secure(connection) or companion_of(connection):
        secure = _is_secure(connection)
        response.delete_cookie(_name(connection), httponly=True, samesite="lax", secure=secure)


def replace_old_cookie(connection: HTTPConnection, headers: MutableHeaders) -> None:
    """Rename the cookie from before, unless the answer sets one or the browser has the new one."""
    if not _is_secure(connection) or "set-cookie" in headers:
        return
    old = connection.cookies.get(PLAIN_NAME)
    if old is None or not TOKEN.fullmatch(old):
        return
    response = Response()
    response.delete_cookie(PLAIN_NAME, httponly=True, samesite="lax")
    if SECURE_NAME not in connection.cookies:
        response.set_cookie(
            SECURE_NAME, old, max_age=MAX_AGE_S, httponly=True, samesite="lax", secure=True
        )
    for name, value in response.raw_headers:
        if name == b"set-cookie":
            headers.append("set-cookie", value.decode("latin-1"))
