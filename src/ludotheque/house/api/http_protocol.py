"""uvicorn's HTTP protocol, with limits on what a client may send, and for how long.

What breaks them is answered in words, before any route is asked.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ludotheque.house import metrics
from ludotheque.house.api.security_headers import NO_STORE, security_headers
from ludotheque.house.limits import (
    LINGER_S,
    MAX_BODY_BYTES,
    MAX_HEAD_BYTES,
    MAX_HEADER_FIELDS,
    MAX_LINGERING_PER_ADDRESS,
    MAX_PIPELINED_REQUESTS,
    MAX_TARGET_BYTES,
    REQUEST_TIMEOUT_S,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludotheque.house.connection_limits import ServerState

PARSED_BYTES: Final = 4096  # at once, so that a head above its limit is noticed soon
FIELD_OVERHEAD_BYTES: Final = 4  # the colon, the space and the end of the line


class Refusal(NamedTuple):
    """The answer to a request that no route is asked about."""

    status: HTTPStatus
    code: str
    message: str


MALFORMED: Final = Refusal(HTTPStatus.BAD_REQUEST, "bad-message", "this is not a request of HTTP/1")
NO_PATH: Final = Refusal(HTTPStatus.BAD_REQUEST, "bad-message", "a target must be a path")
ONE_HOST: Final = Refusal(HTTPStatus.BAD_REQUEST, "bad-message", "a request has one Host header")
BAD_UPGRADE: Final = Refusal(
    HTTPStatus.BAD_REQUEST, "bad-message", "a WebSocket is opened by GET and HTTP/1.1"
)
LONG_TARGET: Final = Refusal(
    HTTPStatus.REQUEST_URI_TOO_LONG,
    "too-long",
    f"a path and its query have at most {MAX_TARGET_BYTES} bytes",
)
LONG_HEAD: Final = Refusal(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "too-long",
    f"a request has at most {MAX_HEADER_FIELDS} header fields, of {MAX_HEAD_BYTES} bytes",
)
LONG_BODY: Final = Refusal(
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too-long",
    f"a body may have at most {MAX_BODY_BYTES} bytes",
)
SLOW: Final = Refusal(
    HTTPStatus.REQUEST_TIMEOUT,
    "too-slow",
    f"a request must be complete after {REQUEST_TIMEOUT_S:.0f} seconds",
)
PIPELINED: Final = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS, "too-fast", "wait for answers before sending more requests"
)
FULL: Final = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "too-many-connections",
    "the house has too many connections; try again in a while",
)
FULL_FOR_ADDRESS: Final = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS,
    "too-many-connections",
    "too many connections from your address; close some first",
)


def answer(refusal: Refusal, secure: bool) -> bytes:
    """A refusal as a whole answer of HTTP, after which the connection is closed."""
    body = msgspec.json.encode({"code": refusal.code, "message": refusal.message, "rule": ""})
    headers = {
        **security_headers(secure),
        "cache-control": NO_STORE,
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
    }
    lines = [f"HTTP/1.1 {refusal.status.value} {refusal.status.phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


class _RefusedByCallback(Exception):
    """Stops the parser; the refusal is in the protocol."""


class HttpProtocol(HttpToolsProtocol):
    """One connection, until it ends or becomes a WebSocket."""

    server_state: ServerState

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection; refuse it if there are too many."""
        super().connection_made(transport)
        self.refusal: Refusal | None = None  # why the parser was stopped
        self.is_refused = False
        self.has_sent = False  # anything at all
        self.is_in_head = True
        self.answering: RequestResponseCycle | None = None  # `cycle` is the last of a pipeline
        self.unparsed_bytes = 0  # about as many: of a head, since the last field that was parsed
        self.head_bytes = self.field_count = self.host_count = self.body_bytes = 0
        self.timer: asyncio.TimerHandle | None = None
        limits = self.server_state.connection_limits
        self.address: str | None = limits.enter(self.client)
        self._set_timer(REQUEST_TIMEOUT_S, self._on_timeout)
        if limits.is_full():
            self._refuse(FULL)
            self.transport.close()  # without lingering: files are scarce
        elif (excess := limits.excess_of(self.address)) > 0:
            self._refuse(FULL_FOR_ADDRESS)
            if excess > MAX_LINGERING_PER_ADDRESS:
                self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._set_timer(0, None)
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self.address is not None:
            self.server_state.connection_limits.leave(self.address)
            self.address = None

    def _set_timer(self, seconds: float, callback: Callable[[], None] | None) -> None:
        """Replace the timer of this connection; without a callback there is none."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.loop.call_later(seconds, callback) if callback is not None else None

    # receiving

    def data_received(self, data: bytes) -> None:
        """Parse what a client sent, a part at a time."""
        if self.is_refused:
            return  # it is read so that the client can read the answer
        self.has_sent = True
        self._unset_keepalive_if_required()
        if self.timer is None:
            self._set_timer(REQUEST_TIMEOUT_S, self._on_timeout)
        for begin in range(0, len(data), PARSED_BYTES):
            self._parse(data[begin : begin + PARSED_BYTES])
            if self.is_refused or self.parser is None or self.transport.is_closing():
                return

    def _parse(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(self.refusal or MALFORMED)
        else:
            if self.is_in_head:
                self.unparsed_bytes += len(data)
                if self.unparsed_bytes > MAX_HEAD_BYTES + PARSED_BYTES:
                    self._refuse(LONG_HEAD)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._set_timer(0, None)
        self._leave()
        super().handle_websocket_upgrade()
        # As uvicorn does when a connection ends; else each WebSocket leaves a cycle of 8 KB.
        self.parser = None  # type: ignore[assignment]

    # callbacks of the parser

    def _stop(self, refusal: Refusal) -> NoReturn:
        self.refusal = refusal
        raise _RefusedByCallback

    def on_message_begin(self) -> None:
        """A request begins."""
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            self._stop(PIPELINED)
        self.head_bytes = self.field_count = self.host_count = self.body_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the target of a request."""
        super().on_url(url)
        self.unparsed_bytes = 0
        if len(self.url) > MAX_TARGET_BYTES:
            self._stop(LONG_TARGET)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header field, or a trailer: those after the body are dropped."""
        self.unparsed_bytes = 0
        self.field_count += 1
        self.head_bytes += len(name) + len(value) + FIELD_OVERHEAD_BYTES
        if self.field_count > MAX_HEADER_FIELDS or self.head_bytes > MAX_HEAD_BYTES:
            self._stop(LONG_HEAD)
        if not self.is_in_head:
            return
        super().on_header(name, value)
        match name.lower():
            case b"host":
                self.host_count += 1
            case b"content-length" if int(value) > MAX_BODY_BYTES:
                self._stop(LONG_BODY)

    def on_headers_complete(self) -> None:
        """The head is complete: begin to answer."""
        self.is_in_head = False
        self.unparsed_bytes = 0
        is_current = self.parser.get_http_version() == "1.1"
        if self.host_count > 1 or (is_current and not self.host_count):
            self._stop(ONE_HOST)
        if not self.url.startswith(b"/"):
            self._stop(NO_PATH)
        is_upgrade = self.parser.should_upgrade() and self._should_upgrade()
        if is_upgrade and not (is_current and self.parser.get_method() == b"GET"):
            self._stop(BAD_UPGRADE)
        super().on_headers_complete()
        if not self.pipeline:
            self.answering = self.cycle

    def on_body(self, body: bytes) -> None:
        """A part of a body."""
        self.body_bytes += len(body)
        if self.body_bytes > MAX_BODY_BYTES:
            self._stop(LONG_BODY)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._set_timer(0, None)
        self.is_in_head = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Begin with the next request of the pipeline."""
        if self.pipeline:
            self.answering = self.pipeline[-1][0]
        super().on_response_complete()

    # refusing

    def _on_timeout(self) -> None:
        self.timer = None
        if self.has_sent:
            self._refuse(SLOW)
        else:
            self.transport.close()

    def _refuse(self, refusal: Refusal) -> None:
        """Answer instead of the routes, and close the connection when the client has read it."""
        self.is_refused = True
        self.pipeline.clear()
        cycle = self.answering
        if cycle is not None and not cycle.response_complete:
            if cycle.response_started:
                self.transport.abort()  # an answer can't begin within another
                return
            cycle.disconnected = True
            cycle.message_event.set()
        metrics.REQUESTS.labels(str(refusal.status.value)).inc()
        self.transport.write(answer(refusal, self.server_state.secure))
        if self.transport.can_write_eof():  # not by TLS, where the client has to close it
            self.transport.write_eof()
        self.flow.resume_reading()
        self._set_timer(LINGER_S, self.transport.abort)
