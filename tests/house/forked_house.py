"""Houses that start fast: forked from a process in which everything is imported already.

They are ordinary processes and can be killed; only their start is cheap, so that a test can start
hundreds.
"""

from __future__ import annotations

import logging
import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

from house.running import TIMEOUT_S, House

from ludotheque.cli.serve import JsonLines, listening, server
from ludotheque.core.registry import installed
from ludotheque.house import limits
from ludotheque.house.settings import Settings

FORKS = multiprocessing.get_context("forkserver")
GAMES = [f"ludotheque.games.{slug}" for slug in installed()]
FORKS.set_forkserver_preload(["ludotheque.cli.serve", "websockets.asyncio.client", *GAMES])


def lift_limits() -> None:
    """Lift the limits on what a client may send and have done."""
    for name in dir(limits):
        if "BURST" in name:
            setattr(limits, name, 10**9)


def serve(database: str, log: str, more: dict[str, Any], port_sender: Connection) -> None:
    """Run a house without a limit on messages, and send its port."""
    lift_limits()
    handler = logging.FileHandler(log, encoding="utf-8")
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    settings = Settings(port=0, database=database, proxy=True, **more)
    listener = listening(settings)
    port_sender.send(listener.getsockname()[1])
    server(settings).run([listener])


class ForkedHouse(House):
    """A house in a forked process; ``settings`` are more of its settings."""

    settings: dict[str, Any] = {}  # noqa: RUF012 - replaced as a whole

    def start(self) -> ForkedHouse:
        """Start; returns when the house listens."""
        receiver, sender = FORKS.Pipe(duplex=False)
        self.fork = FORKS.Process(
            target=serve, args=(self.database, str(self.log), self.settings, sender)
        )
        self.fork.start()
        sender.close()
        assert receiver.poll(TIMEOUT_S), "no house"
        self.address = f"127.0.0.1:{receiver.recv()}"
        receiver.close()
        return self

    def kill(self) -> None:
        """Kill the process, as a power failure would."""
        self.fork.kill()
        self.fork.join(TIMEOUT_S)
        self.fork.close()
