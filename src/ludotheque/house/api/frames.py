"""WebSocket frames that are written at once, without a task, to clients that can take them.

The same frame goes to thousands of spectators: it is encoded once, and each costs a write.
"""

from __future__ import annotations

import struct
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.server import ServerProtocol

from ludotheque.house.api.security_headers import NO_STORE, security_headers
from ludotheque.house.limits import CONTROL_FRAME_BURST, CONTROL_FRAMES_PER_S
from ludotheque.house.rate_limits import Bucket

if TYPE_CHECKING:
    from asyncio import BaseTransport

    from starlette.websockets import WebSocket
    from uvicorn import Config
    from uvicorn._types import ASGISendEvent
    from websockets.frames import Frame
    from websockets.http11 import Request, Response
    from websockets.typing import StatusLike

    from ludotheque.house.connection_limits import ServerState

EXTENSION: Final = "ludotheque.frames"
MAX_QUEUED_MESSAGES: Final = 4  # of one client, each of 64 KiB at most
FINAL_TEXT: Final = 0x81  # the first byte of an unfragmented text frame
MAX_SHORT_LENGTH: Final = 125
LENGTH_16_BITS, LENGTH_64_BITS = 126, 127


class Handshake(ServerProtocol):
    """A handshake whose refusals are in words and have the headers of every answer."""

    secure = False  # whether the house is reached by https

    def reject(self, status: StatusLike, text: str) -> Response:
        """The answer to a handshake that is not valid."""
        code = "bad-message" if int(status) < HTTPStatus.INTERNAL_SERVER_ERROR else "failed"
        body = msgspec.json.encode({"code": code, "message": text.strip(), "rule": ""})
        response = super().reject(status, body.decode())
        del response.headers["Content-Type"]
        headers = {"content-type": "application/json", "cache-control": NO_STORE}
        response.headers.update({**security_headers(self.secure), **headers})
        return response


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which the application can also write finished frames to.

    Frames that carry no message are limited here: messages are limited by who receives them.
    """

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        super().__init__(config, server_state, app_state)
        self.limits = server_state.connection_limits
        self.conn = Handshake(max_size=config.ws_max_size, logger=self.logger)
        self.conn.secure = server_state.secure
        self.control_quota = Bucket(CONTROL_FRAME_BURST, CONTROL_FRAMES_PER_S)

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection."""
        super().connection_made(transport)
        self.address = self.limits.enter(self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self.limits.leave(self.address)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        if self._take_control_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong, which may answer a ping of the house."""
        if self._take_control_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment of a message; an empty one would not count by its size."""
        if self._take_control_frame():
            super().handle_cont(event)

    def _take_control_frame(self) -> bool:
        """Whether a client may send another such frame; closes the connection if not."""
        if self.close_sent or not self.control_quota.take():
            self._fail(CloseCode.POLICY_VIOLATION, "too many pings or fragments")
            return False
        return True

    def _fail(self, code: CloseCode, reason: str) -> None:
        if not self.close_sent:
            self.conn.fail(code, reason)
            self.handle_parser_exception()

    def handle_connect(self, event: Request) -> None:
        """Make this protocol known to the application."""
        super().handle_connect(event)
        if not self.handshake_complete:  # else the handshake was refused
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[EXTENSION] = self

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application; a response in place of the handshake ends it."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # else uvicorn logs an error

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application.

        uvicorn pauses reading until it is taken, which costs two system calls for each message.
        Here it reads on until some messages wait.
        """
        if self.curr_msg_data_type == "text" and not _is_utf8(self.frames):
            self._fail(CloseCode.INVALID_DATA, "a text must be in UTF-8")  # uvicorn would log it
            return
        if self.read_paused or self.queue.qsize() >= MAX_QUEUED_MESSAGES:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # pretend it, so that reading is not paused
        super().send_receive_event_to_app()
        self.read_paused = False

    def has_message(self) -> bool:
        """Whether a message of the client waits."""
        return not self.queue.empty()

    def is_open(self) -> bool:
        """Whether frames can still be written."""
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def is_writable(self) -> bool:
        """Whether the client has read enough of what was written before."""
        return self.writable.is_set()

    def write_frame(self, frame: bytes) -> None:
        """Write a frame; the caller checks `is_open` and `is_writable`."""
        self.transport.write(frame)


def _is_utf8(fragments: list[bytes]) -> bool:
    try:
        b"".join(fragments).decode()
    except UnicodeDecodeError:
        return False
    return True


def frames_of(socket: WebSocket) -> FrameProtocol:
    """The protocol of an accepted connection."""
    protocol: FrameProtocol = socket.scope["extensions"][EXTENSION]
    return protocol


def text_frame(payload: bytes) -> bytes:
    """A text message as a frame from the server, neither masked nor compressed."""
    length = len(payload)
    if length <= MAX_SHORT_LENGTH:
        return bytes((FINAL_TEXT, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", FINAL_TEXT, LENGTH_16_BITS, length) + payload
    return struct.pack("!BBQ", FINAL_TEXT, LENGTH_64_BITS, length) + payload
