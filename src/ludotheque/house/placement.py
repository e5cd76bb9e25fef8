"""Places all sockets of a table in one of several processes that share a port.

Each process accepts connections and answers requests. A WebSocket to a table that belongs to
another process is passed on to it: the request that was read, and the file descriptor.
"""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from ludotheque.house import metrics
from ludotheque.house.api.http_protocol import HttpProtocol
from ludotheque.house.connection_limits import ServerState
from ludotheque.house.serving import HouseServer

if TYPE_CHECKING:
    from collections.abc import Sequence

    import uvicorn

    from ludotheque.house.settings import Settings
    from ludotheque.house.shared_metrics import SharedMetrics

# Messages without a limit on their number, where the system has them for Unix sockets.
MAILBOX_TYPE: Final = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
MAX_REQUEST_BYTES: Final = 1 << 18  # more than such a socket takes
TABLE_SOCKET: Final = re.compile(rb"/ws/([A-Za-z0-9_-]{12})(?:\?|$)")  # `creation.new_table_id`
TICKS_PER_S: Final = 10  # of uvicorn


class Mailbox(NamedTuple):
    """The two ends of a socket by which a process gets connections from the others."""

    receiver: socket.socket
    sender: socket.socket


def new_mailbox() -> Mailbox:
    """A mailbox; while its process is restarted, connections wait in it."""
    receiver, sender = socket.socketpair(socket.AF_UNIX, MAILBOX_TYPE)
    receiver.setblocking(False)
    sender.setblocking(False)
    return Mailbox(receiver, sender)


def place_of(table_id: bytes, count: int) -> int:
    """The index of the process that a table belongs to."""
    return int.from_bytes(blake2b(table_id, digest_size=8).digest()) % count


class Siblings:
    """The processes that share a port, by index; this is one of them."""

    def __init__(self, index: int, mailboxes: Sequence[Mailbox]) -> None:
        self.index = index
        self.mailboxes = mailboxes

    def pass_on(self, target: bytes, request: bytes, connection: int) -> bool:
        """Pass a connection on, if it is to a table of another process; False to keep it."""
        table = TABLE_SOCKET.match(target)
        if table is None:
            return False
        place = place_of(table[1], len(self.mailboxes))
        if place == self.index:
            return False
        try:
            socket.send_fds(self.mailboxes[place].sender, [request], [connection])
        except OSError:  # its mailbox is full, or the request too long: any process will do
            return False
        return True

    def receive(self) -> tuple[bytes, socket.socket] | None:
        """The next connection from another process; none if there is none."""
        try:
            request, files, _, _ = socket.recv_fds(
                self.mailboxes[self.index].receiver, MAX_REQUEST_BYTES, 1
            )
        except BlockingIOError:
            return None
        connection = socket.socket(fileno=files[0])
        connection.set_inheritable(False)  # by the processes of bots
        return request, connection


class PlacedProtocol(HttpProtocol):
    """Passes WebSockets on that belong to another process."""

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection on, or hand it over to the WebSocket protocol."""
        siblings = cast("PlacedState", self.server_state).siblings
        connection: socket.socket = self.transport.get_extra_info("socket")
        if siblings.pass_on(self.url, self._request(), connection.fileno()):
            self.transport.abort()  # closes the file descriptor here; the other process has its own
        else:
            super().handle_websocket_upgrade()

    def _request(self) -> bytes:
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % header for header in self.scope["headers"]]
        return b"\r\n".join([*lines, b"", b""])


class PlacedState(ServerState):
    """The state of a server that knows the processes beside it."""

    def __init__(self, state: ServerState, siblings: Siblings) -> None:
        super().__init__(state.connection_limits, state.secure)
        self.siblings = siblings


class PlacedServer(HouseServer):
    """A server that is one of several at a port.

    It shuts down when ``lifeline`` is closed, as it is when the process that started it ends.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        settings: Settings,
        siblings: Siblings,
        lifeline: int,
        shared_metrics: SharedMetrics,
    ) -> None:
        super().__init__(config, settings)
        self.server_state = PlacedState(self.server_state, siblings)
        self.siblings = siblings
        self.lifeline = lifeline
        self.shared_metrics = shared_metrics
        self._opening: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections, from clients and from the other processes."""
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        loop.add_reader(self.siblings.mailboxes[self.siblings.index].receiver, self._receive)
        loop.add_reader(self.lifeline, self._parent_ended)

    async def on_tick(self, counter: int) -> bool:
        """Publish the metrics of this process every second."""
        if counter % TICKS_PER_S == 0:
            self.shared_metrics.publish(metrics.exposition())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop to accept connections, then wait for those there are."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.siblings.mailboxes[self.siblings.index].receiver)
        loop.remove_reader(self.lifeline)
        await super().shutdown(sockets)

    def _parent_ended(self) -> None:
        self.should_exit = True
        asyncio.get_running_loop().remove_reader(self.lifeline)

    def _receive(self) -> None:
        while (passed := self.siblings.receive()) is not None:
            task = asyncio.get_running_loop().create_task(self._serve_passed(*passed))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)

    async def _serve_passed(self, request: bytes, connection: socket.socket) -> None:
        """Serve a connection as if it had been accepted here."""

        def new_protocol() -> PlacedProtocol:
            return PlacedProtocol(self.config, self.server_state, self.lifespan.state)

        transport, protocol = await asyncio.get_running_loop().connect_accepted_socket(
            new_protocol, connection
        )
        if not transport.is_closing():
            protocol.data_received(request)
