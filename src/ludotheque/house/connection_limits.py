"""How many connections this process accepts, of one address and of all together."""

from __future__ import annotations

from collections import Counter

import uvicorn

from ludotheque.house.addresses import client_key
from ludotheque.house.limits import (
    MAX_CONNECTIONS,
    MAX_CONNECTIONS_PER_ADDRESS,
    RESERVED_FILES,
)


class ConnectionLimits:
    """Counts open connections by the address at their other end.

    Behind a proxy that address is the proxy's, and only all of them together are limited.
    """

    def __init__(self, proxy: bool, max_connections: int = MAX_CONNECTIONS) -> None:
        self.proxy = proxy
        self.max_connections = max_connections
        self.count = 0
        self._by_address: Counter[str] = Counter()

    def enter(self, peer: tuple[str, int] | None) -> str:
        """Count a connection; returns what `leave` needs."""
        address = client_key(peer[0]) if peer else ""
        self.count += 1
        self._by_address[address] += 1
        return address

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self.count -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def is_full(self) -> bool:
        """Whether there are too many connections."""
        return self.count > self.max_connections

    def excess_of(self, address: str) -> int:
        """How many connections of an address are above its limit."""
        return 0 if self.proxy else self._by_address[address] - MAX_CONNECTIONS_PER_ADDRESS


class ServerState(uvicorn.server.ServerState):
    """The state of a server that all its protocols know."""

    def __init__(self, connection_limits: ConnectionLimits, secure: bool) -> None:
        super().__init__()
        self.connection_limits = connection_limits
        self.secure = secure


def raise_file_limit() -> int:
    """Allow this process as many open files as it may have; returns how many connections fit."""
    try:
        import resource  # noqa: PLC0415 - Windows has none, and no such limit
    except ImportError:
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + RESERVED_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    files = wanted if soft == resource.RLIM_INFINITY else soft
    return min(MAX_CONNECTIONS, max(1, files - RESERVED_FILES))
