"""``ludotheque serve``: run the house."""

from __future__ import annotations

import argparse
import asyncio
import errno
import json
import logging
import socket
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from ludotheque.cli.database import opened
from ludotheque.cli.supervisor import Supervisor
from ludotheque.house.api.frames import FrameProtocol
from ludotheque.house.gc_policy import HttpProtocol
from ludotheque.house.placement import PlacedProtocol, PlacedServer, Siblings, new_mailbox
from ludotheque.house.server import create_app
from ludotheque.house.settings import Settings, add_settings, settings_of
from ludotheque.house.shared_metrics import SharedMetrics, new_pages
from ludotheque.house.store import StoreError, is_postgres
from ludotheque.house.table.asks import MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    from ludotheque.cli.arguments import Commands

SHUTDOWN_GRACE_S = 10  # for requests in progress


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
    check_processes(settings)
    asyncio.run(_check_database(settings.database))
    listener = listening(settings)
    print(greeting(settings, listener.getsockname()[1]), flush=True)
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


def _serve_in_processes(settings: Settings, listener: socket.socket) -> None:
    """Serve in several processes; this one only starts them, and again if they die."""
    mailboxes = [new_mailbox() for _ in range(settings.processes)]
    pages = new_pages(settings.processes)

    def serve_one(index: int, lifeline: int) -> None:
        shared = SharedMetrics(index, pages)
        config = server_config(settings, PlacedProtocol, shared)
        PlacedServer(config, Siblings(index, mailboxes), lifeline, shared).run([listener])

    Supervisor(settings.processes, serve_one).run()


def greeting(settings: Settings, port: int) -> str:
    """The lines printed at the start: the URL first, then where the data is."""
    everywhere = settings.host in {"0.0.0.0", "::"}  # noqa: S104 - only if the host asked for it
    is_here = everywhere or settings.host in {"127.0.0.1", "::1"}
    # By host name: passkeys are bound to a domain, which an IP address is not.
    lines = [f"Ludothèque: {url('localhost' if is_here else settings.host, port)}"]
    if everywhere:
        lines.append(f"From other machines: {url(socket.gethostname(), port)}")
    location = database_location(settings.database)
    lines.append(f"Everything is kept in {location}. Ctrl-C closes the house.")
    return "\n".join(lines)


def url(host: str, port: int) -> str:
    """The URL of a port of a host."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def database_location(database: str) -> str:
    """Where the data is; for a database server not its URL, which may hold a password."""
    return "PostgreSQL" if is_postgres(database) else str(Path(database).resolve())


async def _check_database(database: str) -> None:
    """Open it once, so that a failure is one line and comes before the greeting."""
    async with opened(database, new=True):
        pass


def listening(settings: Settings) -> socket.socket:
    """A socket listening at the address of the settings; a failure is a one-line OSError."""
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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


def server(settings: Settings) -> uvicorn.Server:
    """The server of a house, ready to run."""
    return uvicorn.Server(server_config(settings, HttpProtocol))


def server_config(
    settings: Settings, protocol: type[HttpProtocol], shared_metrics: SharedMetrics | None = None
) -> uvicorn.Config:
    """How a house is served."""
    return uvicorn.Config(
        create_app(settings, shared_metrics),
        log_config=None,
        access_log=False,
        http=protocol,
        ws=FrameProtocol,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # the size of a compressed clip would leak its content
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=SHUTDOWN_GRACE_S,
        server_header=False,
        lifespan="on",
    )
