"""A running house for the tests: processes of ``ludotheque serve``, and clients of them."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import os
import random
import select
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, ParamSpec

import msgspec
from house.table_state import Seen, TableState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludotheque.house.rate_limits import Bucket
from ludotheque.house.views.messages import (
    AnyMessage,
    Change,
    Done,
    Hints,
    Refusal,
    Spectators,
    View,
)
from ludotheque.presentation.scene import Choice, Pick, Scene, picked_text

P = ParamSpec("P")
TIMEOUT_S = 60  # for anything a test waits for
_decoder = msgspec.json.Decoder(AnyMessage)
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_addresses = (f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}" for n in itertools.count(1))


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test in an event loop of its own, with a time limit."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 2 * TIMEOUT_S))

    return run


def seeded_random(seed: int | str) -> random.Random:
    """A seeded random number generator."""
    return random.Random(seed)  # noqa: S311 - not for secrets


class House:
    """A process of ``ludotheque serve`` on a database, which can be stopped and restarted."""

    def __init__(self, database: str, log: Path, *flags: str, proxy: bool = True) -> None:
        self.database, self.log, self.flags = database, log, flags
        self.proxy = proxy  # so that each client has an address of its own
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> House:
        """Start; returns when the house listens."""
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--bot-pause", "0"]
        command += ["--analysis-niceness", "0"]  # other tests use all of the machine
        command += ["--proxy"] if self.proxy else []
        with self.log.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [*command, "--database", self.database, "--log", "warning", *self.flags],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, f"no house: {self.log.read_text(encoding='utf-8')[-2000:]}"
        host = line.split("http://")[1].strip().rstrip("/")
        self.address = host.replace("localhost", "127.0.0.1")  # without a DNS lookup
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal; returns the exit status when the process and its workers have ended."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(TIMEOUT_S)
        assert self.process.stdout is not None
        assert self._ended(), "the house has ended, but left processes of its own behind"
        self.process.stdout.close()
        self.process = None
        return code

    def _ended(self) -> bool:
        """Whether all processes that hold the standard output open have ended."""
        assert self.process is not None
        assert self.process.stdout is not None
        output = self.process.stdout.fileno()
        while select.select([output], [], [], TIMEOUT_S)[0]:
            if not os.read(output, 1024):
                return True
        return False

    def kill(self) -> None:
        """Kill the process, as a power failure would."""
        self.stop(signal.SIGKILL)

    def errors(self) -> list[str]:
        """All lines of the log, which has warnings and errors only."""
        return self.log.read_text(encoding="utf-8").splitlines()


@contextlib.contextmanager
def house(database: str, folder: Path, *flags: str, proxy: bool = True) -> Iterator[House]:
    """A running house, killed at the end."""
    log = folder / f"house-{next(_numbers)}.log"
    here = House(database, log, *flags, proxy=proxy).start()
    try:
        yield here
    finally:
        if here.process is not None:
            here.kill()


_numbers = itertools.count()


class Answer(msgspec.Struct):
    """A response over HTTP."""

    status: int
    body: bytes

    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


async def http(
    house: House, method: str, path: str, body: bytes | None = None, **headers: str
) -> Answer:
    """Send a request; underscores in the names of headers stand for dashes."""
    renamed = {name.replace("_", "-"): value for name, value in headers.items()}
    url = f"http://{house.address}{path}"
    request = urllib.request.Request(url, body, renamed, method=method)

    def fetch() -> Answer:
        try:
            with _opener.open(request, timeout=TIMEOUT_S) as response:
                return Answer(response.status, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read())

    return await asyncio.to_thread(fetch)


class Visitor:
    """A person with a token, an address and a language."""

    def __init__(self, house: House, token: str, language: str = "en") -> None:
        self.house, self.token, self.language = house, token, language
        self.address = next(_addresses)

    def headers(self) -> dict[str, str]:
        """The headers of every request of this person."""
        authorization = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {**authorization, "X-Forwarded-For": self.address}

    async def post(self, path: str, **data: object) -> Any:
        """Send a POST request, which must succeed; returns the JSON."""
        answer = await self.fetch("POST", path, json.dumps(data).encode())
        assert answer.status in {200, 201}, answer
        return answer.data()

    async def fetch(self, method: str, path: str, body: bytes | None = None) -> Answer:
        """Send a request; returns the response, whatever it is."""
        headers = {name.replace("-", "_"): value for name, value in self.headers().items()}
        return await http(self.house, method, path, body, **headers)

    async def new_table(self, game: str, bots: list[str], **options: object) -> str:
        """Set up a table; returns its id."""
        created = await self.post("/api/tables", game=game, bots=bots, options=options)
        return str(created["table"])

    @contextlib.asynccontextmanager
    async def at(self, table: str, house: House | None = None, **query: str) -> AsyncIterator[Seat]:
        """Open a socket to a table; by default it gets changes instead of whole views."""
        defaults = {"language": self.language, "protocol": "2"}
        parameters = "&".join(f"{k}={v}" for k, v in {**defaults, **query}.items())
        url = f"ws://{(house or self.house).address}/ws/{table}?{parameters}"
        async with connect(
            url,
            additional_headers=self.headers(),
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=TIMEOUT_S,
        ) as socket:
            seat = Seat(socket)
            reader = asyncio.create_task(seat.read())
            try:
                yield seat
            finally:
                reader.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await reader


async def guest(house: House, language: str = "en") -> Visitor:
    """A new guest of the house."""
    visitor = Visitor(house, "", language)
    visitor.token = (await visitor.post("/api/guest"))["token"]
    return visitor


class SocketClosed(Exception):
    """The socket was closed."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Seat:
    """A socket at a table: its requests, the answers to them, and the latest view."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.views: list[Seen] = []
        self.state = TableState()
        self.clips: list[bytes] = []
        self.texts: list[str] = []  # all text messages, as received
        self.answers: dict[int, Done | Refusal | Hints] = {}
        self.closed: int | None = None
        self.changed = asyncio.Condition()
        self.number = 0
        self.bucket = Bucket(30, 12)  # slightly below the limit of the house

    async def read(self) -> None:
        """Read messages until the socket is closed."""
        try:
            async for data in self.socket:
                async with self.changed:
                    self._handle(data)
                    self.changed.notify_all()
        except ConnectionClosed:
            pass
        async with self.changed:
            self.closed = self.socket.close_code or 1006
            self.changed.notify_all()

    def _handle(self, data: str | bytes) -> None:
        if isinstance(data, bytes):
            self.clips.append(data)
            return
        self.texts.append(data)
        message: AnyMessage = _decoder.decode(data)
        if isinstance(message, View | Change | Spectators):
            self.views += self.state.receive(json.loads(data))
            if isinstance(message, Change) and message.done is not msgspec.UNSET:
                self.answers[message.done] = Done(message.done, message.now)
        else:
            self.answers[message.id] = message

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; `SocketClosed` if it can't any more."""
        async with self.changed, asyncio.timeout(TIMEOUT_S):
            await self.changed.wait_for(lambda: condition() or self.closed is not None)
            if not condition():
                raise SocketClosed(self.closed or 0)

    async def end(self) -> int:
        """Wait until the socket is closed; returns the code."""
        async with self.changed, asyncio.timeout(TIMEOUT_S):
            await self.changed.wait_for(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    async def send(self, kind: str, **message: object) -> int:
        """Send a request without waiting for the answer; returns its id."""
        while not self.bucket.take():
            await asyncio.sleep(0.05)  # faster would exceed the limit
        self.number += 1
        number = self.number
        try:
            await self.socket.send(json.dumps({"type": kind, "id": number, **message}))
        except ConnectionClosed as error:
            raise SocketClosed(error.rcvd.code if error.rcvd else 1006) from None
        return number

    async def ask(self, kind: str, **message: object) -> Done | Refusal | Hints:
        """Send a request; returns the answer."""
        number = await self.send(kind, **message)
        await self.until(lambda: number in self.answers)
        return self.answers[number]

    async def must(self, kind: str, **message: object) -> None:
        """Send a request that must succeed."""
        answer = await self.ask(kind, **message)
        assert isinstance(answer, Done), answer

    async def refused(self, kind: str, **message: object) -> str:
        """Send a request that must be refused; returns the code."""
        answer = await self.ask(kind, **message)
        assert isinstance(answer, Refusal), (kind, message)
        return answer.code

    @property
    def view(self) -> Seen:
        """The latest view."""
        return self.views[-1]

    async def see(self, condition: Callable[[Seen], bool] = lambda _: True) -> Seen:
        """Wait for a view that meets a condition."""
        await self.until(lambda: bool(self.views) and condition(self.view))
        return self.view

    async def my_turn(self) -> Seen:
        """Wait for a question, or for the end of the game."""
        return await self.see(lambda view: view.status == "over" or has_question(view))

    async def play_on(self, rng: random.Random, moves: int = 10**6) -> int:
        """Play random moves until the game is over or ``moves`` are made; returns how many were."""
        done = 0
        while done < moves:
            view = await self.my_turn()
            if view.status == "over":
                break
            done += await self.one_move(view, rng)
        return done

    async def one_move(self, view: Seen, rng: random.Random) -> bool:
        """Try to answer the question of a view; returns whether a move was made.

        If everything is refused the table must have changed since.
        """
        assert view.scene is not None
        for text in plausible_moves(view.scene, rng):
            answer = await self.ask("play", decision=view.decision, text=text)
            if isinstance(answer, Done):
                await self.see(lambda new: new.decision != view.decision)
                return True
            if self.view.number > view.number:
                return False
        await self.see(lambda new: new.number > view.number)
        return False

    async def quiet(self) -> Seen:
        """Wait until the game waits for this seat alone."""
        return await self.see(
            lambda view: has_question(view) and all(seat.acting == seat.you for seat in view.seats)
        )


def has_question(view: Seen) -> bool:
    """Whether the viewer has a question to answer."""
    return view.decision >= 0 and view.scene is not None and bool(view.scene.choices)


def plausible_moves(scene: Scene, rng: random.Random) -> list[str]:
    """Moves that a person might try, those first that make progress."""
    choices = rng.sample(scene.choices, len(scene.choices))
    choices.sort(key=lambda choice: (_effort(choice), choice.text.startswith("back")))
    return [picked_text(choice, [_least(pick) for pick in choice.picks]) for choice in choices]


def _effort(choice: Choice) -> int:
    return sum(pick.least for pick in choice.picks)


def _least(pick: Pick) -> list[str]:
    return [target for target, _ in pick.targets[: pick.least]]
