"""Requests over HTTP: rate limits, cross-origin checks, data and refusals as JSON."""

from __future__ import annotations

import gzip
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core.errors import GameError
from ludotheque.core.words import LANGUAGES
from ludotheque.house import metrics
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.table.asks import MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

    from ludotheque.house.server import House

log = logging.getLogger(__name__)
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
DEBUG_LOGGED_PATHS: Final = frozenset({"/healthz", "/metrics"})  # requested every few seconds
SESSION_COOKIE: Final = "ludotheque"
BEARER_PREFIX: Final = "bearer "
GZIP_LEVEL: Final = 6
MAX_ERROR_LENGTH: Final = 200
DEFAULT_LANGUAGE: Final = LANGUAGES[0]
T = TypeVar("T")
Handler: TypeAlias = "Callable[[House, Request], Awaitable[Response]]"


def token_of(connection: HTTPConnection) -> str:
    """The session's token, from the Authorization header or the cookie."""
    header = connection.headers.get("authorization", "")
    is_bearer = header.lower().startswith(BEARER_PREFIX)
    token = header[len(BEARER_PREFIX) :] if is_bearer else ""
    return token or connection.cookies.get(SESSION_COOKIE, "")


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this house, or from a program that is no browser."""
    fetch_site = connection.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site in {"same-origin", "none"}
    origin = connection.headers.get("origin")
    return origin is None or origin.partition("://")[2] == connection.headers.get("host")


def endpoint(handler: Handler, is_file: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """A handler with rate limits, cross-origin checks, and refusals as JSON.

    Files have a higher rate limit, because a page needs many.
    """

    async def respond(request: Request) -> Response:
        house: House = request.app.state.house
        began = time.perf_counter()
        response = await _handle(house, request, handler, is_file)
        metrics.REQUESTS.labels(str(response.status_code)).inc()
        log_request(request, response.status_code, time.perf_counter() - began, is_file)
        response.headers["x-content-type-options"] = "nosniff"
        response.headers["referrer-policy"] = "no-referrer"
        response.headers["content-security-policy"] = CONTENT_SECURITY_POLICY
        return response

    return respond


def log_request(request: Request, status: int, seconds: float, is_file: bool) -> None:
    """Log a request, without ids of tables, tokens, texts or addresses."""
    path = _path_pattern(request)
    fields = {"method": request.method, "path": path, "status": status}
    level = logging.DEBUG if is_file or path in DEBUG_LOGGED_PATHS else logging.INFO
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
            return refusal("too-fast", "too many requests; wait a little", 429)
        if request.method not in {"GET", "HEAD"} and not is_same_origin(request):
            return refusal("wrong-origin", "requests from pages of other origins are refused", 403)
        return await handler(house, request)
    except Refused as error:
        return refusal(error.code, str(error), STATUS_BY_CODE.get(error.code, 409), error.rule)
    except msgspec.MsgspecError as error:
        return refusal("bad-message", str(error)[:MAX_ERROR_LENGTH], 400)
    except GameError as error:
        return refusal(error.code, str(error), 400, error.rule)
    except StoreError as error:
        log.error("the store failed", exc_info=error)
        return refusal("store", "the store does not answer; try again", 503)


STATUS_BY_CODE: Final = {
    "no-token": 401,
    "no-such-table": 404,
    "no-such-file": 404,
    "no-such-event": 404,
    "wrong-name-or-password": 403,
    "name-not-allowed": 400,
    "password-too-short": 400,
    "password-too-long": 400,
    "banned": 403,
    "bad-passkey": 403,
    "no-passkeys": 501,
    "no-such-passkey": 404,
    "too-fast": 429,
    "too-long": 413,
    "unknown-language": 400,
    "unknown-game": 400,
    "unknown-rules": 409,
    "bad-option": 400,
    "unknown-bot": 400,
    "bad-pace": 400,
    "bad-status": 400,
    "bad-cursor": 400,
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
    return msgspec.json.decode(data or b"{}", type=type_)


def language_of(request: HTTPConnection) -> str:
    """The language a request asks for; refuses an unknown one."""
    language = request.query_params.get("language", DEFAULT_LANGUAGE)
    if language not in LANGUAGES:
        raise unknown_language()
    return language


def language_or_default(request: HTTPConnection) -> str:
    """The language a request asks for; the default if it is unknown."""
    language = request.query_params.get("language")
    return language if language in LANGUAGES else DEFAULT_LANGUAGE


def unknown_language() -> Refused:
    """The refusal of a language."""
    return Refused("unknown-language", f"the languages are {', '.join(LANGUAGES)}")
