"""Houses that start at once: forked from a process in which everything is imported already.

They are processes like any other and can be killed; only their start is cheap, so that a test can
afford hundreds.
"""

from __future__ import annotations

import logging
import multiprocessing
from multiprocessing.connection import Connection

from house.running import PATIENCE, House

from ludotheque.cli.serve import JsonLines, listening, server
from ludotheque.core.registry import installed
from ludotheque.house.api import sockets
from ludotheque.house.settings import Settings

FORKS = multiprocessing.get_context("forkserver")
GAMES = [f"ludotheque.games.{slug}" for slug in installed()]
FORKS.set_forkserver_preload(["ludotheque.cli.serve", "websockets.asyncio.client", *GAMES])


def serve(database: str, log: str, told: Connection) -> None:
    """Open a house and send its port; it has no limit on messages."""
    sockets.MESSAGE_BURST = 10**9
    handler = logging.FileHandler(log, encoding="utf-8")
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    settings = Settings(port=0, database=database, proxy=True)
    listener = listening(settings)
    told.send(listener.getsockname()[1])
    server(settings).run([listener])


class ForkedHouse(House):
    """A house in a forked process."""

    def start(self) -> ForkedHouse:
        """Start; it listens already when this returns."""
        here, there = FORKS.Pipe(duplex=False)
        self.fork = FORKS.Process(target=serve, args=(self.database, str(self.log), there))
        self.fork.start()
        there.close()
        assert here.poll(PATIENCE), "no house"
        self.address = f"127.0.0.1:{here.recv()}"
        here.close()
        return self

    def kill(self) -> None:
        """As when the power fails."""
        self.fork.kill()
        self.fork.join(PATIENCE)
        self.fork.close()
