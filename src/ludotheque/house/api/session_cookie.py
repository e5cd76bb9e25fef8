"""The cookie that holds the token of a browser's session.

By https its name begins with `__Host-`: no other host, not even one of the same domain, can then
set it. A cookie with the name from before is accepted, and replaced by the next answer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.datastructures import MutableHeaders
    from starlette.requests import HTTPConnection

    from ludotheque.house.server import House

PLAIN_NAME: Final = "ludotheque"
SECURE_NAME: Final = "__Host-ludotheque"
MAX_AGE_S: Final = 365 * 86_400
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{20,100}")


def _is_secure(connection: HTTPConnection) -> bool:
    house: House = connection.app.state.house
    return house.settings.is_https


def cookie_token(connection: HTTPConnection) -> str:
    """The token in the cookie of a request; "" if there is none."""
    plain = connection.cookies.get(PLAIN_NAME, "")
    if not _is_secure(connection):
        return plain
    return connection.cookies.get(SECURE_NAME, "") or plain


def set_cookie(response: Response, token: str, secure: bool) -> None:
    """Have a browser store a token."""
    response.set_cookie(
        SECURE_NAME if secure else PLAIN_NAME,
        token,
        max_age=MAX_AGE_S,
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def delete_cookie(response: Response, secure: bool) -> None:
    """Have a browser forget its token, under either name."""
    response.delete_cookie(PLAIN_NAME, httponly=True, samesite="lax")
    if secure:
        response.delete_cookie(SECURE_NAME, httponly=True, samesite="lax", secure=True)


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
        set_cookie(response, old, secure=True)
    for name, value in response.raw_headers:
        if name == b"set-cookie":
            headers.append("set-cookie", value.decode("latin-1"))
