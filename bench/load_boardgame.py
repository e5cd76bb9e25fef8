"""Load on a boardgame.io server from npm, by the protocol of its own client."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

from load_socket import LoadSocket, open_socket

HERE = Path(__file__).parent / "boardgame"
PORT = 8941
SEATS = 4
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_state_id = re.compile(rb'"_stateID":(\d+)')
_current = re.compile(rb'"currentPlayer":"(\d+)"')
_new_state = re.compile(rb'"path":"/_stateID","value":(\d+)')
_new_current = re.compile(rb'"path":"/ctx/currentPlayer","value":"(\d+)"')


class Player:
    """One client of a match, which speaks socket.io over a WebSocket."""

    def __init__(self, match: str, seat: int, secret: str, table: Match) -> None:
        self.match, self.seat, self.secret, self.table = match, seat, secret, table
        self.state, self.current = -1, "0"
        self.bytes = self.views = 0
        self.joined = asyncio.Event()  # the namespace of socket.io
        self.socket: LoadSocket

    async def connect(self) -> None:
        """Open the socket and request the match."""
        target = "/socket.io/?EIO=4&transport=websocket"
        self.socket = await open_socket(f"127.0.0.1:{PORT}", target, self._receive, {})
        self.socket.send("40/load,")
        await self.joined.wait()
        self.emit("sync", self.match, str(self.seat), self.secret)

    def emit(self, *message: object) -> None:
        """Send an event of socket.io."""
        self.socket.send("42/load," + json.dumps(message))

    def _receive(self, data: bytes) -> None:
        """Handle a packet of Engine.IO or, after its 4, of socket.io."""
        if data.startswith(b"40"):
            self.joined.set()
        elif data == b"2":  # a ping
            self.socket.send("3")
        else:
            self._handle_event(data)

    def _handle_event(self, data: bytes) -> None:
        found = _new_state.search(data) or _state_id.search(data)
        current = _new_current.search(data) or _current.search(data)
        if found and current:
            self.state, self.current = int(found[1]), current[1].decode()
            self.bytes, self.views = self.bytes + len(data), self.views + 1
            self.table.changed.set()


class Match:
    """Four clients of one match."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self.changed = asyncio.Event()
        self.moves = 0

    async def wait_for_state(self, state: int) -> None:
        """Wait until all clients have received a state."""
        async with asyncio.timeout(60):
            while any(player.state < state for player in self.players):
                self.changed.clear()
                await self.changed.wait()

    async def move(self) -> float:
        """Make a move; returns the seconds until all clients had received it."""
        player = self.players[int(self.players[0].current)]
        self.moves += 1
        action = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "step",
                "args": [self.moves],
                "playerID": str(player.seat),
                "credentials": player.secret,
            },
        }
        start = time.perf_counter()
        before = player.state
        player.emit("update", action, before, player.match, str(player.seat))
        await self.wait_for_state(before + 1)
        return time.perf_counter() - start


class BoardgameServer:
    """A boardgame.io server that stores its matches in memory, or in files."""

    def __init__(self, state_bytes: int, *, changes: bool = False, on_disk: bool = False) -> None:
        self.state_bytes, self.changes, self.on_disk = state_bytes, changes, on_disk
        storage, sent = "files" if on_disk else "memory", "changes" if changes else "whole states"
        self.name = f"boardgame.io (in {storage}, {sent})"
        self.matches: list[Match] = []

    @property
    def view_bytes(self) -> float:
        """The average size of a view."""
        players = [player for match in self.matches for player in match.players]
        return sum(p.bytes for p in players) / max(1, sum(p.views for p in players))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[list[int]]:
        """Install it if necessary, and run it; yields the id of its process."""
        npm, node = shutil.which("npm"), shutil.which("node")
        if npm is None or node is None:
            raise SystemExit("boardgame.io needs node and npm; skip it with --alone")
        if not (HERE / "node_modules").exists():
            command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
            subprocess.run(command, cwd=HERE, check=True)
        with tempfile.TemporaryDirectory() as folder:
            async with self.serving(node, [folder] if self.on_disk else []) as process:
                yield [process]

    @contextlib.asynccontextmanager
    async def serving(self, node: str, folder: list[str]) -> AsyncIterator[int]:
        """Run it; yields the id of its process."""
        process = await asyncio.create_subprocess_exec(
            node,
            "server.cjs",
            str(PORT),
            str(self.state_bytes),
            "changes" if self.changes else "whole",
            *folder,
            cwd=HERE,
            stdout=asyncio.subprocess.PIPE,
            stderr=None,
            env={"NODE_ENV": "production", "PATH": str(Path(node).parent)},
        )
        assert process.stdout is not None
        if b"ready" not in await process.stdout.readline():
            raise SystemExit(f"{self.name} did not start")
        drain = asyncio.create_task(process.stdout.read())
        try:
            yield process.pid
        finally:
            drain.cancel()
            with contextlib.suppress(ProcessLookupError):  # it failed
                process.terminate()
            await process.wait()

    async def fill(self, tables: int) -> list[Match]:
        """Create matches with four clients each."""
        self.matches = []
        for _ in range(tables):
            created = await post("/games/load/create", numPlayers=SEATS)
            match = Match()
            for seat in range(SEATS):
                joined = await post(
                    f"/games/load/{created['matchID']}/join",
                    playerID=str(seat),
                    playerName=f"player {seat}",
                )
                secret = str(joined["playerCredentials"])
                match.players.append(Player(str(created["matchID"]), seat, secret, match))
            for player in match.players:
                await player.connect()
            await match.wait_for_state(0)
            self.matches.append(match)
        return self.matches


async def post(path: str, **data: object) -> dict[str, object]:
    """Send a POST request; returns the JSON of the response."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}{path}",
        json.dumps(data).encode(),
        {"Content-Type": "application/json"},
    )

    def fetch() -> dict[str, object]:
        with _opener.open(request, timeout=30) as response:
            found: dict[str, object] = json.load(response)
        return found

    return await asyncio.to_thread(fetch)
