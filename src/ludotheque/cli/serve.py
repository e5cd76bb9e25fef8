"""``ludotheque serve``: open the house."""

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

from ludotheque.cli.keep import opened
from ludotheque.house.gc_policy import HttpProtocol
from ludotheque.house.server import app_of
from ludotheque.house.settings import Settings, add_settings, settings_of
from ludotheque.house.table.asks import MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    from ludotheque.cli.arguments import Commands

GRACE = 10  # seconds that moves under way have to finish


def add_to(commands: Commands) -> None:
    """Add the command."""
    serve = commands.add_parser("serve", help="open the house: tables for people and bots")
    add_settings(serve)
    serve.set_defaults(run=_serve)


class JsonLines(logging.Formatter):
    """One JSON object a line, without anything secret: no tokens, no addresses, no moves."""

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
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # it tells who comes from where
    asyncio.run(_try_database(settings.database))
    listener = listening(settings)
    print(greeting(settings, listener.getsockname()[1]), flush=True)
    house = server(settings)
    with suppress(KeyboardInterrupt):  # as the greeting says
        house.run([listener])
    return 0


def greeting(settings: Settings, port: int) -> str:
    """Where the house is, on the first line, and what else one wants to know at the door."""
    everywhere = settings.host in {"0.0.0.0", "::"}  # noqa: S104 - somebody asked for it
    is_here = everywhere or settings.host in {"127.0.0.1", "::1"}
    # By name: a passkey belongs to one, and a number has none.
    lines = [f"Ludothèque: {address('localhost' if is_here else settings.host, port)}"]
    if everywhere:
        lines.append(f"From other machines: {address(socket.gethostname(), port)}")
    lines.append(f"Everything is kept in {place_of(settings.database)}. Ctrl-C closes the house.")
    return "\n".join(lines)


def address(host: str, port: int) -> str:
    """Where a browser finds a port of a host."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def place_of(database: str) -> str:
    """Where the house keeps everything; of a database on a server not even the password."""
    return "PostgreSQL" if database.startswith("postgres") else str(Path(database).resolve())


async def _try_database(database: str) -> None:
    """Open it once: one line says if it can't be had, before anybody is told an address."""
    async with opened(database, new=True):
        pass


def listening(settings: Settings) -> socket.socket:
    """A socket at the address of the settings; one line says if it can't be had."""
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(taken(settings)) from None
        raise OSError(f"can't listen at {settings.host}:{settings.port}: {error}") from None
    listener.listen(2048)
    return listener


def taken(settings: Settings) -> str:
    """What to say when somebody else has the port: which one to use instead."""
    with listening(replace(settings, port=0)) as free:
        port = free.getsockname()[1]
    for near in range(settings.port + 1, min(settings.port + 20, 65536)):
        with suppress(OSError), socket.socket(free.family) as other:
            other.bind((settings.host, near))
            port = near
            break
    return f"port {settings.port} is taken; {port} is free: --port {port}, or make play PORT={port}"


def server(settings: Settings) -> uvicorn.Server:
    """The house ready to run."""
    return uvicorn.Server(
        uvicorn.Config(
            app_of(settings),
            log_config=None,
            access_log=False,
            http=HttpProtocol,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,  # the size of a packed clip would tell what is in it
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=GRACE,
            server_header=False,
            lifespan="on",
        )
    )
