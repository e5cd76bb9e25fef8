"""Requests to addresses that people entered: never to the host's own network, and never for long.

A host name is resolved once; every address that it has must be public, and the connection is made
to a checked address, so that the name can't mean another one a moment later (DNS rebinding).
Redirects are not followed. Nothing but the status of the answer is used.

Names are looked up in threads of their own: a name server that does not answer holds one for longer
than a request may take, and what else the house does in threads must not wait for it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import SplitResult, urlsplit

from ludotheque.house.refusals import Refused

TIMEOUT_S: Final = 10.0
MAX_STATUS_LINE_BYTES: Final = 4096
MAX_URL_LENGTH: Final = 1000
MAX_LOOKUPS: Final = 32  # of names at once
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
DEFAULT_PORTS: Final = {"https": 443, "http": 80}


class NotSent(Exception):
    """No answer came. Whether the message arrived is not known."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int

    def is_ok(self) -> bool:
        """Whether it was received."""
        return 200 <= self.status < 300

    def is_gone(self) -> bool:
        """Whether there is no receiver any more, for good."""
        return self.status in {404, 410}

    def is_final(self) -> bool:
        """Whether the same request would be refused again."""
        return 300 <= self.status < 500 and self.status not in {408, 425, 429}


class Outbound:
    """Makes requests."""

    def __init__(self, allow_private: bool = False, timeout_s: float = TIMEOUT_S) -> None:
        self.allow_private = allow_private
        self.timeout_s = timeout_s
        self._lookups = ThreadPoolExecutor(MAX_LOOKUPS, thread_name_prefix="lookup")

    def close(self) -> None:
        """Look up no more names."""
        self._lookups.shutdown(wait=False, cancel_futures=True)

    def check_url(self, url: str) -> None:
        """Refuse a URL that no request is made to; its host is looked up when one is made."""
        address = _literal_address(self._parts(url).hostname or "")
        if address is not None and not self._is_allowed(address):
            raise Refused("private-address", "this address is in a private network")

    def _parts(self, url: str) -> SplitResult:
        schemes = {"https", "http"} if self.allow_private else {"https"}
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise _bad_url() from None
        is_plain = url.isascii() and url.isprintable() and " " not in url
        is_bare = parts.username is None and parts.password is None and port != 0
        if not (is_plain and is_bare and parts.hostname and len(url) <= MAX_URL_LENGTH):
            raise _bad_url()
        if parts.scheme not in schemes:
            raise _bad_url()
        return parts

    def _is_allowed(self, address: Address) -> bool:
        return self.allow_private or is_public(address)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Make a request; `NotSent` if no answer comes in time, or the address is not allowed."""
        try:
            parts = self._parts(url)
            async with asyncio.timeout(self.timeout_s):
                return await self._post(parts, headers, body)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError) as error:
            raise NotSent(f"{type(error).__name__}: {error}") from error

    async def _post(self, parts: SplitResult, headers: Mapping[str, str], body: bytes) -> Answer:
        host = parts.hostname or ""
        port = parts.port or DEFAULT_PORTS[parts.scheme]
        address = await self._checked_address(host, port)
        is_https = parts.scheme == "https"
        reader, writer = await asyncio.open_connection(
            address,
            port,
            ssl=_ssl_context() if is_https else None,
            server_hostname=host if is_https else None,
            limit=MAX_STATUS_LINE_BYTES,
        )
        try:
            writer.write(_request(parts, headers, len(body)) + body)
            await writer.drain()
            return Answer(_status(await reader.readuntil(b"\r\n")))
        except asyncio.LimitOverrunError as error:
            raise ValueError("this is no answer of HTTP") from error
        finally:
            writer.transport.abort()  # whatever else it would say

    async def _checked_address(self, host: str, port: int) -> str:
        """An address of a host, all of whose addresses are allowed."""
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._lookups, look_up)
        addresses = [str(info[4][0]) for info in found]
        if not addresses:
            raise OSError(f"{host} has no address")
        for address in addresses:
            if not self._is_allowed(ipaddress.ip_address(address.partition("%")[0])):
                raise OSError(f"{host} is in a private network")
        return addresses[0]


def is_public(address: Address) -> bool:
    """Whether an address is one of the internet, and no other one in disguise."""
    if isinstance(address, ipaddress.IPv6Address):
        embedded = address.ipv4_mapped or address.sixtofour
        if embedded is not None:
            return is_public(embedded)
    if any(address in network for network in _NOT_PUBLIC):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


# Besides what `ipaddress` knows, which not all versions of Python do alike.
_NOT_PUBLIC: Final = (
    ipaddress.ip_network("192.0.0.0/24"),  # of protocols
    ipaddress.ip_network("192.88.99.0/24"),  # relays of 6to4
    ipaddress.ip_network("64:ff9b::/96"),  # NAT64
    ipaddress.ip_network("64:ff9b:1::/48"),  # NAT64 of one's own network
    ipaddress.ip_network("2001::/23"),  # of protocols, Teredo among them
    ipaddress.ip_network("3fff::/20"),  # documentation
    ipaddress.ip_network("5f00::/16"),  # segment routing
    ipaddress.ip_network("fec0::/10"),  # site-local
)


def _literal_address(host: str) -> Address | None:
    """The address that a host is written as; none if it is a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _request(parts: SplitResult, headers: Mapping[str, str], length: int) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fields = {
        "host": parts.netloc,
        "user-agent": "ludotheque",
        "connection": "close",
        **headers,
        "content-length": str(length),
    }
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a line break in a header")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _status(line: bytes) -> int:
    """The status code of the first line of an answer."""
    version, _, rest = line.partition(b" ")
    code = rest[:3]
    if not version.startswith(b"HTTP/1.") or not code.isdigit():
        raise ValueError("this is no answer of HTTP")
    return int(code)


@cache
def _ssl_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _bad_url() -> Refused:
    return Refused("bad-url", "this must be an https address without a name or password in it")
