"""Requests over HTTP: rate limits, cross-origin checks, data and refusals as JSON."""

from __future__ import annotations

import functools
import gzip
import logging
import re
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core.errors import GameError
from ludotheque.core.words import LANGUAGES, installed_languages
from ludotheque.house.api.session_cookie import cookie_token
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.table.asks import MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

    from ludotheque.house.server import House

log = logging.getLogger(__name__)
DEBUG_LOGGED_PATHS: Final = frozenset({"/healthz", "/metrics"})  # requested every few seconds
BEARER_PREFIX: Final = "bearer "
GZIP_LEVEL: Final = 6
MAX_ERROR_LENGTH: Final = 200
ESCAPED_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # with an odd number of backslashes
DEFAULT_LANGUAGE: Final = LANGUAGES[0]
T = TypeVar("T")
Handler: TypeAlias = "Callable[[House, Request], Awaitable[Response]]"


def token_of(connection: HTTPConnection) -> str:
    """The session's token, from the Authorization header or the cookie."""
    header = connection.headers.get("authorization", "")
    is_bearer = header.lower().startswith(BEARER_PREFIX)
    token = header[len(BEARER_PREFIX) :] if is_bearer else ""
    return token or cookie_token(connection)


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this house, or from a program that is no browser."""
    fetch_site = connection.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site in {"same-origin", "none"}
    origin = connection.headers.get("origin")
    house: House = connection.app.state.house
    own_host = urlsplit(house.settings.origin).netloc or connection.headers.get("host")
    return origin is None or origin.partition("://")[2] == own_host


def endpoint(handler: Handler, is_file: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """A handler with rate limits, cross-origin checks, and refusals as JSON.

    Files have a higher rate limit, because a page needs many.
    """

    @functools.wraps(handler)
    async def respond(request: Request) -> Response:
        house: House = request.app.state.house
        began = time.perf_counter()
        response = await _handle(house, request, handler, is_file)
        log_request(request, response.status_code, time.perf_counter() - began, is_file)
        return response

    return respond


def log_request(request: Request, status: int, seconds: float, is_file: bool) -> None:
    """Log a request, without ids of tables, tokens, texts or addresses."""
    path = _path_pattern(request)
    fields = {"method": request.method, "path": path, "status": status}
    is_debug = is_file or path in DEBUG_LOGGED_PATHS or status == HTTPStatus.TOO_MANY_REQUESTS
    level = logging.DEBUG if is_debug else logging.INFO
    log.log(level, "request", extra={"fields": {**fields, "ms": round(1000 * seconds, 1)}})


def _path_pattern(request: Request) -> str:
    """The path of the route that serves a request, such as /api/games/{game}/sheet."""
    served_by = request.scope["endpoint"]
    routes = (route for route in request.app.routes if isinstance(route, Route))
    return next(route.path_format for route in routes if route.endpoint is served_by)


async def _handle(house: House, request: Request, handler: Handler, is_file: bool) -> Response:
    try:
        limit = house.file_limit if is_file else house.request_limit
        if not limit.take(house.address(request)):
            raise too_fast()
        if request.method not in {"GET", "HEAD"} and not is_same_origin(request):
            raise wrong_origin()
        return await handler(house, request)
    except (Refused, GameError, StoreError) as error:
        return refusal_of(error)


def refusal_of(error: Refused | GameError | StoreError) -> Response:
    """What went wrong as a response."""
    if isinstance(error, Refused):
        return refusal(error.code, str(error), STATUS_BY_CODE.get(error.code, 409), error.rule)
    if isinstance(error, GameError):
        return refusal(error.code, str(error), 400, error.rule)
    log.error("the store failed", exc_info=error)
    return refusal("store", "the store does not answer; try again", 503)


async def no_route(request: Request, error: Exception) -> Response:
    """The answer if no route has the path, or none has it with the method; it is counted."""
    house: House = request.app.state.house
    if not house.request_limit.take(house.address(request)):
        return refusal_of(too_fast())
    if not isinstance(error, HTTPException) or error.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
        return refusal("no-such-file", "there is nothing at this path", 404)
    response = refusal("wrong-method", f"this path does not have {request.method}", 405)
    response.headers["allow"] = ", ".join(sorted(methods_of(request)))
    return response


def methods_of(request: Request) -> set[str]:
    """The methods of the routes that have the path of a request, files only if there is no other.

    The last route has every path, for files.
    """
    *others, files = (route for route in request.app.routes if isinstance(route, Route))
    path = request.scope["path"]
    found = [route.methods or set() for route in others if route.path_regex.match(path)]
    return set().union(*found) or files.methods or set()


def wrong_origin() -> Refused:
    """The refusal of a request that a page of another site sent."""
    return Refused("wrong-origin", "requests from pages of other origins are refused")


def no_token() -> Refused:
    """The refusal of a request without a valid token."""
    return Refused("no-token", "sign in first: POST /api/guest")


def too_fast() -> Refused:
    """The refusal of too many requests from one address."""
    return Refused("too-fast", "too many requests from your address; wait a little")


STATUS_BY_CODE: Final = {
    "bad-message": 400,
    "no-token": 401,
    "no-such-table": 404,
    "no-such-file": 404,
    "no-such-event": 404,
    "wrong-name-or-password": 403,
    "name-not-allowed": 400,
    "mixed-scripts": 400,
    "login-again": 403,
    "password-too-short": 400,
    "password-too-long": 400,
    "password-too-common": 400,
    "banned": 403,
    "banned-address": 403,
    "members-only": 403,
    "only-your-table": 403,
    "host-only": 403,
    "no-such-link": 404,
    "no-such-announcement": 404,
    "no-such-person": 404,
    "bad-invitation": 400,
    "bad-announcement": 400,
    "bad-network": 400,
    "bad-days": 400,
    "bad-passkey": 403,
    "no-passkeys": 501,
    "no-such-passkey": 404,
    "too-fast": 429,
    "too-many-sockets": 429,
    "wrong-origin": 403,
    "too-long": 413,
    "unknown-language": 400,
    "unknown-game": 400,
    "unknown-rules": 409,
    "bad-option": 400,
    "unknown-bot": 400,
    "bad-pace": 400,
    "bad-status": 400,
    "bad-wait": 400,
    "bad-circle": 400,
    "bad-evening": 400,
    "bad-report": 400,
    "no-such-circle": 404,
    "no-such-report": 404,
    "not-owner": 403,
    "bad-cursor": 400,
    "bad-zone": 400,
    "bad-pauses": 400,
    "bad-leave": 400,
    "bad-url": 400,
    "bad-mail-address": 400,
    "bad-subscription": 400,
    "private-address": 400,
    "no-mail": 501,
    "no-calendar": 501,
    "no-such-channel": 404,
    "bad-companion": 400,
    "maybe-stored": 503,
    "no-such-deal": 404,
    "daily-secret": 403,
    "bad-record": 400,
    "no-such-puzzle": 404,
    "no-such-record": 404,
    "bad-result": 400,
    "bad-day": 400,
}


def refusal(code: str, message: str, status: int, rule: str = "") -> Response:
    """A refusal as a response."""
    return json_response({"code": code, "message": message, "rule": rule}, status)


def json_response(data: object, status: int = 200) -> Response:
    """Data as a response."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def gzip_json_response(request: Request, data: object) -> Response:
    """Data as a response, compressed if the client accepts it; not for secrets (BREACH)."""
    body, headers = msgspec.json.encode(data), {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, GZIP_LEVEL, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")


async def read_body(request: Request, type_: type[T]) -> T:
    """The body of a request, decoded as a type."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_MESSAGE_BYTES:
            raise Refused("too-long", f"a body may have at most {MAX_MESSAGE_BYTES} bytes")
    return decode_body(data or b"{}", type_)


def decode_body(data: bytes, type_: type[T]) -> T:
    """JSON decoded as a type; whatever is wrong with it is a refusal."""
    if ESCAPED_NUL.search(data):  # PostgreSQL has no such texts
        raise Refused("bad-message", "a text may have no NUL character")
    try:
        return msgspec.json.decode(data, type=type_)
    except msgspec.MsgspecError as error:
        raise Refused("bad-message", str(error)[:MAX_ERROR_LENGTH]) from None
    except UnicodeDecodeError:
        raise Refused("bad-message", "the body is not text in UTF-8") from None
    except RecursionError:
        raise Refused("bad-message", "the body is nested too deeply") from None


def language_of(request: HTTPConnection) -> str:
    """The language a request asks for; refuses an unknown one."""
    language = request.query_params.get("language", DEFAULT_LANGUAGE)
    if language not in installed_languages():
        raise unknown_language()
    return language


def language_or_default(request: HTTPConnection) -> str:
    """The language a request asks for; the default if it is unknown."""
    language = request.query_params.get("language")
    return language if language in installed_languages() else DEFAULT_LANGUAGE


def unknown_language() -> Refused:
    """The refusal of a language."""
    return Refused("unknown-language", f"the languages are {', '.join(installed_languages())}")
