"""What a house prints when it starts: its addresses, who can open them, and a QR code."""

from __future__ import annotations

import io
import socket
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

import segno

from ludotheque.house.certificates import is_private
from ludotheque.house.store import is_postgres

if TYPE_CHECKING:
    from ludotheque.house.settings import Settings

EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - only if the host asked for it
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
# The kernel chooses the address from which it would send there. Nothing is sent.
PROBED: Final = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
PROBED_PORT: Final = 9
LIGHT_ON_DARK, PLAIN = "\x1b[97;40m", "\x1b[0m"  # of a terminal: a light block is a light module


def lan_addresses() -> list[str]:
    """The addresses by which other machines of the network find this one, the likeliest first."""
    found = []
    for probed in PROBED:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((probed, PROBED_PORT))
            found.append(str(probe.getsockname()[0]))
    return [text for text in dict.fromkeys(found) if not ip_address(text).is_loopback]


def hosts_of(settings: Settings, addresses: list[str]) -> list[str]:
    """The names and addresses by which a house may be called, for its certificate."""
    hosts = ["localhost", "127.0.0.1", "::1", f"{socket.gethostname().partition('.')[0]}.local"]
    return [*hosts, *([] if settings.host in EVERYWHERE else [settings.host]), *addresses]


def url(host: str, port: int, scheme: str = "http") -> str:
    """The URL of a port of a host."""
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


def shared_urls(settings: Settings, port: int, addresses: list[str]) -> list[str]:
    """The URLs that other machines can open; none if the house is for this machine only."""
    if settings.origin:
        return [f"{settings.origin}/"]
    if settings.host in LOOPBACK:
        return []
    scheme = "https" if settings.https else "http"
    hosts = addresses if settings.host in EVERYWHERE else [settings.host]
    return [url(host, port, scheme) for host in hosts if not settings.https or is_private(host)]


def greeting(settings: Settings, port: int, addresses: list[str], fingerprint: str = "") -> str:
    """The lines printed at the start: the URL first, then who can open it, and where the data is.

    ``fingerprint`` is of the authority that vouches for the house, if it has one.
    """
    # By name: passkeys are bound to a domain, which an IP address is not.
    is_here = settings.host in EVERYWHERE | LOOPBACK
    scheme = "https" if settings.https else "http"
    lines = [f"Ludothèque: {url('localhost' if is_here else settings.host, port, scheme)}"]
    lines += _for_others(settings, shared_urls(settings, port, addresses))
    if fingerprint:
        lines.append(f"Each phone trusts it once by /ca.crt, SHA-256 {fingerprint}")
    location = database_location(settings.database)
    lines.append(f"Everything is kept in {location}. Ctrl-C closes the house.")
    return "\n".join(lines)


def _for_others(settings: Settings, shared: list[str]) -> list[str]:
    if shared:
        lines = [f"For phones and other machines: {'  '.join(shared)}"]
        if not any(text.startswith("https:") for text in shared):
            lines.append("Phones shake and install the page by https only: add --https")
        return lines
    if settings.host in EVERYWHERE:
        return ["It listens to other machines, but this one has no address in a home network now."]
    if settings.proxy:
        return []  # the proxy is for others
    return ["Only this machine can open it; phones at home can with --host 0.0.0.0"]


def qr_code(text: str) -> str:
    """A QR code for a terminal, dark on light whatever its colours are."""
    out = io.StringIO()
    segno.make_qr(text, error="L").terminal(out, compact=True, border=2)
    return "\n".join(f"{LIGHT_ON_DARK}{line}{PLAIN}" for line in out.getvalue().splitlines())


def database_location(database: str) -> str:
    """Where the data is; for a database server not its URL, which may hold a password."""
    return "PostgreSQL" if is_postgres(database) else str(Path(database).resolve())
