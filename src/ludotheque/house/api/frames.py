"""WebSocket frames that are written at once, without a task, to clients that can take them.

The same frame goes to thousands of spectators: it is encoded once, and each costs a write.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from starlette.websockets import WebSocket
    from websockets.http11 import Request

EXTENSION: Final = "ludotheque.frames"
MAX_QUEUED_MESSAGES: Final = 4  # of one client, each of 64 KiB at most
FINAL_TEXT: Final = 0x81  # the first byte of an unfragmented text frame
MAX_SHORT_LENGTH: Final = 125
LENGTH_16_BITS, LENGTH_64_BITS = 126, 127


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which the application can also write finished frames to."""

    def handle_connect(self, event: Request) -> None:
        """Make this protocol known to the application."""
        super().handle_connect(event)
        if not self.handshake_complete:  # else the handshake was refused
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application.

        uvicorn pauses reading until it is taken, which costs two system calls for each message.
        Here it reads on until some messages wait.
        """
        if self.read_paused or self.queue.qsize() >= MAX_QUEUED_MESSAGES:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # pretend it, so that reading is not paused
        super().send_receive_event_to_app()
        self.read_paused = False

    def is_open(self) -> bool:
        """Whether frames can still be written."""
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def is_writable(self) -> bool:
        """Whether the client has read enough of what was written before."""
        return self.writable.is_set()

    def write_frame(self, frame: bytes) -> None:
        """Write a frame; the caller checks `is_open` and `is_writable`."""
        self.transport.write(frame)


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
