"""A real house for the tests: processes of ``ludotheque serve``, and people who come to play."""

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
from house.apply_change import Json, apply_change
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludotheque.house.rate_limits import Bucket
from ludotheque.house.views.messages import AnyMessage, Change, Done, Hints, Refusal, View
from ludotheque.presentation.scene import Choice, Pick, Scene, picked_text

P = ParamSpec("P")
PATIENCE = 60  # seconds after which a test that waits for nothing fails
_decoder = msgspec.json.Decoder(AnyMessage)
_without_proxy = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_addresses = (f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}" for n in itertools.count(1))


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test in a loop of its own, with a time limit."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 2 * PATIENCE))

    return run


def chance(seed: int | str) -> random.Random:
    """Chance that is the same every time."""
    return random.Random(seed)  # noqa: S311 - to play with


class House:
    """A process of ``ludotheque serve`` on a database, which can be ended and started again."""

    def __init__(self, database: str, log: Path, *flags: str) -> None:
        self.database, self.log, self.flags = database, log, flags
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> House:
        """Start; returns when the address is known, where it listens already."""
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--proxy"]
        command += ["--bot-pause", "0"]
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
        place = line.split("http://")[1].strip().rstrip("/")
        self.address = place.replace("localhost", "127.0.0.1")  # nothing to look up
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End the process with a signal; returns its code when it and all its bots have ended."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        assert self._ended(), "the house has ended, but left processes of its own behind"
        self.process.stdout.close()
        self.process = None
        return code

    def _ended(self) -> bool:
        """Whether nobody holds the standard output open any more, after all that was written."""
        assert self.process is not None
        assert self.process.stdout is not None
        output = self.process.stdout.fileno()
        while select.select([output], [], [], PATIENCE)[0]:
            if not os.read(output, 1024):
                return True
        return False

    def kill(self) -> None:
        """As when the power fails."""
        self.stop(signal.SIGKILL)

    def errors(self) -> list[str]:
        """Everything the house has complained of."""
        return self.log.read_text(encoding="utf-8").splitlines()


@contextlib.contextmanager
def house(database: str, folder: Path, *flags: str) -> Iterator[House]:
    """A house that runs, and that is gone afterwards."""
    here = House(database, folder / f"house-{next(_numbers)}.log", *flags).start()
    try:
        yield here
    finally:
        if here.process is not None:
            here.kill()


_numbers = itertools.count()


class Answer(msgspec.Struct):
    """What came over HTTP."""

    status: int
    body: bytes

    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


async def http(
    house: House, method: str, path: str, body: bytes | None = None, **headers: str
) -> Answer:
    """One request; underscores in the names of headers are dashes."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    url = f"http://{house.address}{path}"
    request = urllib.request.Request(url, body, named, method=method)

    def fetch() -> Answer:
        try:
            with _without_proxy.open(request, timeout=PATIENCE) as response:
                return Answer(response.status, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read())

    return await asyncio.to_thread(fetch)


class Visitor:
    """Somebody with a token and an address, in one language."""

    def __init__(self, house: House, token: str, language: str = "en") -> None:
        self.house, self.token, self.language = house, token, language
        self.address = next(_addresses)

    def headers(self) -> dict[str, str]:
        """What a program of this person sends along."""
        known = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {**known, "X-Forwarded-For": self.address}

    async def post(self, path: str, **data: object) -> Any:
        """Ask over HTTP, which must succeed."""
        answer = await self.fetch("POST", path, json.dumps(data).encode())
        assert answer.status in {200, 201}, answer
        return answer.data()

    async def fetch(self, method: str, path: str, body: bytes | None = None) -> Answer:
        """Ask over HTTP, whatever comes."""
        headers = {name.replace("-", "_"): value for name, value in self.headers().items()}
        return await http(self.house, method, path, body, **headers)

    async def new_table(self, game: str, bots: list[str], **options: object) -> str:
        """Set a table up."""
        made = await self.post("/api/tables", game=game, bots=bots, options=options)
        return str(made["table"])

    @contextlib.asynccontextmanager
    async def at(self, table: str, house: House | None = None, **query: str) -> AsyncIterator[Seat]:
        """Open a socket to a table, with changes instead of views unless asked otherwise."""
        usual = {"language": self.language, "changes": "1"}
        words = "&".join(f"{k}={v}" for k, v in {**usual, **query}.items())
        url = f"ws://{(house or self.house).address}/ws/{table}?{words}"
        async with connect(
            url,
            additional_headers=self.headers(),
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
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
    """Somebody new in the house."""
    nobody = Visitor(house, "", language)
    nobody.token = (await nobody.post("/api/guest"))["token"]
    return nobody


class Gone(Exception):
    """The socket was closed."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Seat:
    """One socket at a table: asks, the answers to them, and the latest view."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.views: list[View] = []
        self.latest: Json = {}
        self.clips: list[bytes] = []
        self.texts: list[str] = []  # everything received, as it came
        self.answers: dict[int, Done | Refusal | Hints] = {}
        self.closed: int | None = None
        self.changed = asyncio.Condition()
        self.number = 0
        self.bucket = Bucket(30, 12)  # a little less than the house allows

    async def read(self) -> None:
        """Take what comes until the end."""
        try:
            async for data in self.socket:
                async with self.changed:
                    self._take(data)
                    self.changed.notify_all()
        except ConnectionClosed:
            pass
        async with self.changed:
            self.closed = self.socket.close_code or 1006
            self.changed.notify_all()

    def _take(self, data: str | bytes) -> None:
        if isinstance(data, bytes):
            self.clips.append(data)
            return
        self.texts.append(data)
        message: AnyMessage = _decoder.decode(data)
        if isinstance(message, Change):
            self.latest = apply_change(self.latest, json.loads(data))
            self.views.append(msgspec.convert(self.latest, View))
        elif isinstance(message, View):
            self.latest = json.loads(data)
            self.views.append(message)
        else:
            self.answers[message.id] = message

    async def until(self, ready: Callable[[], bool]) -> None:
        """Wait for something to be so; `Gone` if it can't be any more."""
        async with self.changed, asyncio.timeout(PATIENCE):
            await self.changed.wait_for(lambda: ready() or self.closed is not None)
            if not ready():
                raise Gone(self.closed or 0)

    async def end(self) -> int:
        """Wait for the socket to be closed; the code it is closed with."""
        async with self.changed, asyncio.timeout(PATIENCE):
            await self.changed.wait_for(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    async def send(self, kind: str, **message: object) -> int:
        """Ask for something and go on; the number of the ask."""
        while not self.bucket.take():
            await asyncio.sleep(0.05)  # to ask faster would be a flood
        self.number += 1
        number = self.number
        try:
            await self.socket.send(json.dumps({"type": kind, "id": number, **message}))
        except ConnectionClosed as error:
            raise Gone(error.rcvd.code if error.rcvd else 1006) from None
        return number

    async def ask(self, kind: str, **message: object) -> Done | Refusal | Hints:
        """Ask for something, and the answer."""
        number = await self.send(kind, **message)
        await self.until(lambda: number in self.answers)
        return self.answers[number]

    async def must(self, kind: str, **message: object) -> None:
        """Ask for something that must be done."""
        answer = await self.ask(kind, **message)
        assert isinstance(answer, Done), answer

    async def refused(self, kind: str, **message: object) -> str:
        """Ask for something that must be refused; the code."""
        answer = await self.ask(kind, **message)
        assert isinstance(answer, Refusal), (kind, message)
        return answer.code

    @property
    def view(self) -> View:
        """The latest view."""
        return self.views[-1]

    async def see(self, wanted: Callable[[View], bool] = lambda _: True) -> View:
        """Wait for a view that is as wanted."""
        await self.until(lambda: bool(self.views) and wanted(self.view))
        return self.view

    async def my_turn(self) -> View:
        """Wait for a question, or for the end."""
        return await self.see(lambda view: view.status == "over" or asked(view))

    async def play_on(self, chance: random.Random, moves: int = 10**6) -> int:
        """Play at random until the game is over, or some moves; returns how many were made."""
        done = 0
        while done < moves:
            view = await self.my_turn()
            if view.status == "over":
                break
            done += await self.one_move(view, chance)
        return done

    async def one_move(self, view: View, chance: random.Random) -> bool:
        """Try to answer the question of a view; whether it was a move.

        If all is refused, the table must have moved on since.
        """
        assert view.scene is not None
        for text in likely(view.scene, chance):
            answer = await self.ask("play", decision=view.decision, text=text)
            if isinstance(answer, Done):
                await self.see(lambda new: new.decision != view.decision)
                return True
            if self.view.number > view.number:
                return False
        await self.see(lambda new: new.number > view.number)
        return False

    async def quiet(self) -> View:
        """Wait until the game waits for this seat alone."""
        return await self.see(
            lambda view: asked(view) and all(seat.acting == seat.you for seat in view.seats)
        )


def asked(view: View) -> bool:
    """Whether the viewer is asked for a move."""
    return view.decision >= 0 and view.scene is not None and bool(view.scene.choices)


def likely(scene: Scene, chance: random.Random) -> list[str]:
    """Moves a person might try, with those first that bring the game on."""
    choices = chance.sample(scene.choices, len(scene.choices))
    choices.sort(key=lambda choice: (_effort(choice), choice.text.startswith("back")))
    return [picked_text(choice, [_least(pick) for pick in choice.picks]) for choice in choices]


def _effort(choice: Choice) -> int:
    return sum(pick.least for pick in choice.picks)


def _least(pick: Pick) -> list[str]:
    return [target for target, _ in pick.targets[: pick.least]]
