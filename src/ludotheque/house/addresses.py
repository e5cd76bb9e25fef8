"""Addresses of clients, as limits count them."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

IPV6_PREFIX_BITS: Final = 64  # of one customer of a provider, who can use any address within


def client_key(address: str) -> str:
    """What an address is counted as: IPv6 by its network, and IPv4 as such even if mapped.

    What is not an IP address is counted as it is.
    """
    parsed = _parsed(address)
    if parsed is None:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), IPV6_PREFIX_BITS), strict=False))


def forwarded_address(lines: Sequence[str]) -> str:
    """The address that a proxy appended to X-Forwarded-For; "" if there is none.

    ``lines`` are all header fields of that name. A visitor may have sent some; the proxy's is last.
    """
    last = lines[-1].rpartition(",")[2].strip() if lines else ""
    return last if _parsed(last) is not None else _without_port(last)


def _without_port(text: str) -> str:
    """The address in "192.0.2.1:80" or "[2001:db8::1]:80"; "" if there is none."""
    host = text.rpartition(":")[0]
    if host.startswith("["):
        host = host[1:].removesuffix("]")
    elif text.startswith("["):
        host = text[1:].removesuffix("]")
    return host if _parsed(host) is not None else ""


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None
