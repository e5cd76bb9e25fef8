"""The front of the house: what holds for every request, whatever route it takes.

Every answer has the security headers; what does not say how it may be cached may not be; a foreign
host name, a NUL character and a failure are answered in words.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.websockets import WebSocketDisconnect

from ludotheque.house import metrics
from ludotheque.house.api.access import check_access
from ludotheque.house.api.http import refusal, refusal_of
from ludotheque.house.api.security_headers import NO_STORE, security_headers
from ludotheque.house.api.session_cookie import replace_old_cookie
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from ludotheque.house.server import House

log = logging.getLogger(__name__)
RESPONSE_STARTS: Final = {"http.response.start", "websocket.http.response.start"}
ANSWER_STARTS: Final = RESPONSE_STARTS | {"websocket.accept"}
LOOPBACK_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1"})
NUL_BYTES: Final = b"%00"


class Front:
    """Middleware around all routes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; the lifespan is passed on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        house: House = scope["app"].state.house
        answer = Answer(house, HTTPConnection(scope), receive, send)
        refused = _refusal_of(house, answer.connection) or await _not_admitted(
            house, answer.connection
        )
        if refused is not None:
            await answer.be(refused)
            return
        try:
            await self.app(scope, receive, answer.send)
        except (ClientDisconnect, WebSocketDisconnect):
            pass  # nobody is left to be answered
        except Exception:
            if answer.has_begun:
                raise  # the server logs it and closes the connection
            log.exception("a request failed")
            await answer.be(refusal("failed", "the house failed; it is logged for its host", 500))


class Answer:
    """The answer to one request: adds to its headers what all answers have."""

    def __init__(
        self, house: House, connection: HTTPConnection, receive: Receive, send: Send
    ) -> None:
        self.house = house
        self.connection = connection
        self.has_begun = False
        self._receive = receive
        self._send = send

    async def be(self, response: Response) -> None:
        """Send a whole response."""
        await response(self.connection.scope, self._receive, self.send)

    async def send(self, message: Message) -> None:
        """Send a message of the answer."""
        if message["type"] == "websocket.close" and not self.has_begun:  # no route has such a path
            await self.be(refusal("no-such-file", "there is no socket at this path", 404))
            return
        if message["type"] in ANSWER_STARTS:
            self.has_begun = True
        if message["type"] in RESPONSE_STARTS:
            if message["status"] == HTTPStatus.TOO_MANY_REQUESTS:
                await self.house.delayed_refusals.wait()
            self._complete(message)
        await self._send(message)

    def _complete(self, message: Message) -> None:
        metrics.REQUESTS.labels(str(message["status"])).inc()
        headers = MutableHeaders(scope=message)
        headers.update(security_headers(self.house.settings.secure))
        headers.setdefault("cache-control", NO_STORE)
        if headers["cache-control"] == NO_STORE:
            replace_old_cookie(self.connection, headers)


def _refusal_of(house: House, connection: HTTPConnection) -> Response | None:
    """Why a request can't be for this house; none if it can."""
    if not is_own_host(house.settings.origin, connection.headers.get("host", "")):
        message = f"this house is {house.settings.origin}; the proxy must pass the Host header on"
        return refusal("wrong-host", message, 421)
    if "\0" in connection.scope["path"]:
        return refusal("no-such-file", "there is nothing at a path with a NUL character", 404)
    if NUL_BYTES in connection.scope["query_string"]:
        return refusal("bad-message", "a query may have no NUL character", 400)
    return None


async def _not_admitted(house: House, connection: HTTPConnection) -> Response | None:
    """Why a client may not make a request; none if it may."""
    try:
        await check_access(house, connection)
    except (Refused, StoreError) as error:
        return refusal_of(error)
    return None


def is_own_host(origin: str, host: str) -> bool:
    """Whether a Host header names the house; any does if its origin is not set.

    A name of the machine itself is accepted for health checks: no other site can have it.
    """
    if not origin:
        return True
    wanted = urlsplit(origin)
    try:
        given = urlsplit(f"{wanted.scheme}://{host}")
        is_same = _port(given.port, wanted.scheme) == _port(wanted.port, wanted.scheme)
    except ValueError:  # not a host name
        return False
    return given.hostname in LOOPBACK_HOSTS or (given.hostname == wanted.hostname and is_same)


def _port(port: int | None, scheme: str) -> int:
    return port or (443 if scheme == "https" else 80)
