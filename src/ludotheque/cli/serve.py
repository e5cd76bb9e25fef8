"""``ludotheque serve``: run the house."""

from __future__ import annotations

import argparse
import asyncio
import errno
import json
import logging
import os
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import uvicorn

from ludotheque.cli.database import opened
from ludotheque.cli.greeting import (
    EVERYWHERE,
    greeting,
    hosts_of,
    lan_addresses,
    qr_code,
    shared_urls,
    url,
)
from ludotheque.cli.supervisor import Supervisor
from ludotheque.core.fast import COMPILED
from ludotheque.core.registry import find_all
from ludotheque.house import certificates
from ludotheque.house.api.frames import FrameProtocol
from ludotheque.house.api.http_protocol import HttpProtocol
from ludotheque.house.hosting.links import PATH as LINK_PATH
from ludotheque.house.hosting.links import Links, NewLink
from ludotheque.house.limits import KEEP_ALIVE_S, PING_INTERVAL_S, PING_TIMEOUT_S, SEND_TIMEOUT_S
from ludotheque.house.placement import PlacedProtocol, PlacedServer, Siblings, new_mailbox
from ludotheque.house.server import create_app
from ludotheque.house.serving import HouseServer
from ludotheque.house.settings import Settings, add_settings, settings_of
from ludotheque.house.shared_metrics import SharedMetrics, new_pages
from ludotheque.house.store import StoreError, is_postgres
from ludotheque.house.table.asks import MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    from ludotheque.cli.arguments import Commands

SHUTDOWN_GRACE_S = 10  # for requests in progress
PLAIN_LINE = "Rules and bots run as plain Python: bots think less far than compiled ones."
PRIVATE_UMASK = 0o077  # files of the house are for its owner only


def add_to(commands: Commands) -> None:
    """Add the command."""
    serve = commands.add_parser("serve", help="run the house: tables for people and bots")
    add_settings(serve)
    serve.set_defaults(run=_serve)


class JsonLines(logging.Formatter):
    """One JSON object per line, without secrets: no tokens, no addresses, no moves."""

    def format(self, record: logging.LogRecord) -> str:
        """A log record as JSON."""
        data = {
            "time": self.formatTime(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            data["error"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False)


def _serve(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=settings.log.upper(), handlers=[handler])
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # it logs client addresses
    if not COMPILED:  # so do processes that are started later, even if they could be compiled
        os.environ["LUDOTHEQUE_PURE"] = "1"
    os.umask(PRIVATE_UMASK)
    check_processes(settings)
    check_mail(settings)
    find_all(settings.games)  # so that an unknown game is one line and comes before the greeting
    link = asyncio.run(_check_database(settings.database))
    addresses = lan_addresses() if settings.host in EVERYWHERE else []
    fingerprint = _certify(settings, addresses) if settings.https else ""
    listener = listening(settings)
    port = listener.getsockname()[1]
    print(greeting(settings, port, addresses, fingerprint), flush=True)
    if not COMPILED:
        print(PLAIN_LINE, flush=True)
    if link is not None:
        print(host_line(settings, port, link.token), flush=True)
    if sys.stdout.isatty() and (shared := shared_urls(settings, port, addresses)):
        print(qr_code(shared[0]), flush=True)
    if settings.processes > 1:
        _serve_in_processes(settings, listener)
        return 0
    house = server(settings)
    with suppress(KeyboardInterrupt):  # Ctrl-C closes the house, as the greeting says
        house.run([listener])
    return 0


def check_processes(settings: Settings) -> None:
    """Raise a one-line error if the house can't have that many processes."""
    if settings.processes < 1:
        raise StoreError(f"--processes {settings.processes}: at least one is needed")
    if settings.processes > 1 and not is_postgres(settings.database):
        raise StoreError(
            f"--processes {settings.processes} needs PostgreSQL: one process serves a SQLite file"
        )
    if settings.processes > 1 and not hasattr(os, "fork"):
        raise StoreError(f"--processes {settings.processes} needs Linux or macOS: it forks")


def check_mail(settings: Settings) -> None:
    """Raise a one-line error if links in mails could lead to another host.

    Without an origin the host of a link is what a request calls the house, and the request may be
    of somebody who has the mail sent to somebody else.
    """
    if settings.smtp and not settings.origin:
        raise StoreError("--smtp needs --origin, so that links in mails lead to this house")


def _certify(settings: Settings, addresses: list[str]) -> str:
    """Make what https needs; returns the fingerprint of the authority to trust."""
    if settings.processes > 1:
        raise StoreError("--https is for one process; for several use a proxy")
    origin = urlsplit(settings.origin).hostname
    if origin and not certificates.is_private(origin):
        raise StoreError(f"--https is for a home network; {origin} needs a proxy, see --secure")
    hosts = [*hosts_of(settings, addresses), *([origin] if origin else [])]
    return certificates.make_certificates(settings.database, hosts).fingerprint


def _serve_in_processes(settings: Settings, listener: socket.socket) -> None:
    """Serve in several processes; this one only starts them, and again if they die."""
    mailboxes = [new_mailbox() for _ in range(settings.processes)]
    pages = new_pages(settings.processes)

    def serve_one(index: int, lifeline: int) -> None:
        shared = SharedMetrics(index, pages)
        config = server_config(settings, PlacedProtocol, shared)
        PlacedServer(config, settings, Siblings(index, mailboxes), lifeline, shared).run([listener])

    Supervisor(settings.processes, serve_one).run()


def host_line(settings: Settings, port: int, token: str) -> str:
    """The line with the link to the host's account, while there is none."""
    scheme = "https" if settings.https else "http"
    origin = settings.origin or url("localhost", port, scheme).rstrip("/")
    return f"To become its host, once: {origin}{LINK_PATH}{token}"


async def _check_database(database: str) -> NewLink | None:
    """Open it once, so that a failure is one line and comes before the greeting.

    Returns the link to the host's account, if there is none yet.
    """
    async with opened(database, new=True) as store:
        return await Links(store).for_host()


def listening(settings: Settings) -> socket.socket:
    """A socket listening at the address of the settings; a failure is a one-line OSError."""
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    if os.name == "posix":  # elsewhere two processes could listen at one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux; connections have it from the listener
        milliseconds = int(1000 * SEND_TIMEOUT_S)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(port_in_use(settings)) from None
        raise OSError(f"can't listen at {settings.host}:{settings.port}: {error}") from None
    listener.listen(2048)
    return listener


def port_in_use(settings: Settings) -> str:
    """The message for a port in use; it suggests a free one."""
    with listening(replace(settings, port=0)) as free:
        port = free.getsockname()[1]
    for near in range(settings.port + 1, min(settings.port + 20, 65536)):
        with suppress(OSError), socket.socket(free.family) as other:
            other.bind((settings.host, near))
            port = near
            break
    return f"port {settings.port} is taken; {port} is free: --port {port}, or make play PORT={port}"


def server(settings: Settings) -> HouseServer:
    """The server of a house, ready to run."""
    return HouseServer(server_config(settings, HttpProtocol), settings)


def server_config(
    settings: Settings, protocol: type[HttpProtocol], shared_metrics: SharedMetrics | None = None
) -> uvicorn.Config:
    """How a house is served."""
    return uvicorn.Config(
        create_app(settings, shared_metrics),
        ssl_certfile=certificates.server_file(settings.database) if settings.https else None,
        log_config=None,
        proxy_headers=False,  # the house reads them itself, if the settings say so
        access_log=False,
        http=protocol,
        ws=FrameProtocol,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # the size of a compressed clip would leak its content
        ws_ping_interval=PING_INTERVAL_S,
        ws_ping_timeout=PING_TIMEOUT_S,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=SHUTDOWN_GRACE_S,
        server_header=False,
        lifespan="on",
    )
