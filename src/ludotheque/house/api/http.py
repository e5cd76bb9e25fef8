"""How a request over HTTP is answered: limits, cross-site checks, data and refusals as JSON."""

from __future__ import annotations

import gzip
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

import msgspec
from starlette.responses import Response

from ludotheque.core.errors import GameError
from ludotheque.house import metrics
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.views.messages import MOST_BYTES

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

    from ludotheque.house.server import House

log = logging.getLogger(__name__)
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
QUIET: Final = frozenset({"/healthz", "/metrics"})  # asked for every few seconds
COOKIE: Final = "ludotheque"
T = TypeVar("T")
Answer: TypeAlias = "Callable[[House, Request], Awaitable[Response]]"


def token_of(connection: HTTPConnection) -> str:
    """The token somebody came with."""
    header = connection.headers.get("authorization", "")
    token = header[7:] if header.lower().startswith("bearer ") else ""
    return token or connection.cookies.get(COOKIE, "")


def same_site(connection: HTTPConnection) -> bool:
    """Whether a browser asks for a page of ours, or no browser asks at all."""
    fetch_site = connection.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site in {"same-origin", "none"}
    origin = connection.headers.get("origin")
    return origin is None or origin.partition("://")[2] == connection.headers.get("host")


def endpoint(answer: Answer, light: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """An answer with everything around it: limits, cross-site checks, refusals as JSON.

    A ``light`` one is a file, of which one may ask for more.
    """

    async def respond(request: Request) -> Response:
        house: House = request.app.state.house
        began = time.perf_counter()
        response = await _guarded(house, request, answer, light)
        metrics.REQUESTS.labels(str(response.status_code)).inc()
        note(request, response.status_code, time.perf_counter() - began, light)
        response.headers["x-content-type-options"] = "nosniff"
        response.headers["referrer-policy"] = "no-referrer"
        response.headers["content-security-policy"] = POLICY
        return response

    return respond


def note(request: Request, status: int, seconds: float, light: bool) -> None:
    """A line of the log: what was asked, without names of tables, tokens, texts or addresses."""
    path = request.scope["path"]
    for name, value in request.path_params.items():
        path = path.replace(str(value), f"{{{name}}}")
    told = {"method": request.method, "path": path, "status": status}
    level = logging.DEBUG if light or path in QUIET else logging.INFO
    log.log(level, "request", extra={"fields": {**told, "ms": round(1000 * seconds, 1)}})


async def _guarded(house: House, request: Request, answer: Answer, light: bool) -> Response:
    try:
        bucket = house.files if light else house.asks
        if not bucket.take(house.address(request)):
            return refusal("too-fast", "too many requests; wait a little", 429)
        if request.method not in {"GET", "HEAD"} and not same_site(request):
            return refusal("wrong-origin", "this must be asked from our own pages", 403)
        return await answer(house, request)
    except Refused as error:
        return refusal(error.code, str(error), STATUS.get(error.code, 409), error.rule)
    except msgspec.MsgspecError as error:
        return refusal("bad-message", str(error)[:200], 400)
    except GameError as error:
        return refusal(error.code, str(error), 400, error.rule)
    except StoreError as error:
        log.error("the store refused", exc_info=error)
        return refusal("store", "the store does not answer; try again", 503)


STATUS: Final = {
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
}


def refusal(code: str, message: str, status: int, rule: str = "") -> Response:
    """A refusal on the wire."""
    return answer_json({"code": code, "message": message, "rule": rule}, status)


def answer_json(data: object, status: int = 200) -> Response:
    """Data on the wire."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def answer_small(request: Request, data: object) -> Response:
    """Much data on the wire, compressed for who takes it: only for what holds no secret."""
    body, headers = msgspec.json.encode(data), {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 6, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")


async def body_of(request: Request, kind: type[T]) -> T:
    """What was sent, as the kind it must be."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise Refused("too-long", f"at most {MOST_BYTES} bytes")
    return msgspec.json.decode(data or b"{}", type=kind)
