"""Honest players beside each attack: how long their moves take with it and without it.

``python bench/attacks.py`` starts a house, has pairs of people play, and lets one attacker after
the other loose on it, each from one address and in a process of its own. For each it prints the p99
of the honest players' moves just before and during the attack, and how many of these were refused.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import json
import multiprocessing
import random
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable
from multiprocessing.synchronize import Event
from pathlib import Path

from house.running import House, Seat, SocketClosed, Visitor, has_question, house, seeded_random
from websockets.exceptions import InvalidHandshake

from ludotheque.core.record import Record
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.views.messages import Refusal

PAIRS = 6  # of honest players
THINKING_S = 0.3  # people take longer, and begin fewer games than the house lets them
ATTACKER_ADDRESS = "203.0.113.7"
ATTACKER_SOCKETS = 60
SOCKETS_PER_PERSON = 20  # the limit of the house
HALF_OPEN = 300
FLOODING_CONNECTIONS = 100
LOOSE_CARDS = 40
WAITING_PEOPLE = 60


# honest players


class Honest:
    """People who play, and how long each of their moves took."""

    def __init__(self, here: House) -> None:
        self.here = here
        self.times_s: list[float] = []
        self.refused = 0

    async def play_pair(self, number: int) -> None:
        """Two people play one game after the other."""
        rng = seeded_random(number)
        people = [await guest(self.here), await guest(self.here)]
        while True:
            table = await people[0].new_table("m", [], players=2)
            async with people[0].at(table) as one, people[1].at(table) as two:
                await one.must("sit", seat=0)
                await two.must("sit", seat=1)
                await one.must("start")
                await asyncio.gather(self._play(one, rng), self._play(two, rng))

    async def _play(self, seat: Seat, rng: random.Random) -> None:
        while (view := await seat.my_turn()).status != "over":
            assert view.scene is not None
            choice = rng.choice(view.scene.choices)
            began_s = time.monotonic()
            answer = await seat.ask("play", decision=view.decision, text=choice.text)
            self.times_s.append(time.monotonic() - began_s)
            if isinstance(answer, Refusal):
                self.refused += answer.code == "too-fast"
            else:
                before = view.decision
                await seat.see(lambda new, old=before: new.decision != old)  # type: ignore[misc]
            await asyncio.sleep(THINKING_S)

    async def p99_ms(self, seconds: float) -> float:
        """The p99 of the moves in the next seconds."""
        self.times_s.clear()
        await asyncio.sleep(seconds)
        times = sorted(self.times_s)
        return 1000 * times[int(0.99 * (len(times) - 1))] if times else float("inf")


async def guest(here: House, address: str = "") -> Visitor:
    """A guest, perhaps at a given address."""
    visitor = Visitor(here, "")
    visitor.address = address or visitor.address
    visitor.token = (await visitor.post("/api/guest"))["token"]
    return visitor


# attacks


async def flood(seat: Seat, kind: str, **message: object) -> None:
    """Ask the same as often as the socket allows, without waiting for answers."""
    seat.bucket = Bucket(40, 14)
    while True:
        await seat.send(kind, **message)


async def attack_why_not(here: House) -> None:
    """Captures of very many cards in Zwickern."""
    people = [await guest(here, ATTACKER_ADDRESS) for _ in range(3)]
    table = await people[0].new_table("zwickern", [], players=3)
    async with contextlib.AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(person.at(table)) for person in people]
        for number, seat in enumerate(seats):
            await seat.must("sit", seat=number)
        await seats[0].must("start")
        loose: list[str] = []
        while len(loose) < LOOSE_CARDS:
            for seat in seats:
                view = await seat.see(lambda view: any(each.acting for each in view.seats))
                if has_question(view) and view.scene is not None:
                    adds = [c.text for c in view.scene.choices if c.text.startswith("add ")]
                    loose.append(adds[0].split()[1])
                    await seat.must("play", decision=view.decision, text=adds[0])
        text = " ".join(["capture 25 25", *loose])
        await asyncio.gather(*(flood(seat, "why-not", text=text) for seat in seats))


async def attack_hints(here: House) -> None:
    """Hints at many tables."""

    async def one() -> None:
        person = await guest(here, ATTACKER_ADDRESS)
        table = await person.new_table("zwickern", ["", "greedy", "greedy"], players=3)
        async with person.at(table) as seat:
            await seat.must("sit", seat=0)
            await seat.must("start")
            await flood(seat, "hint")

    await asyncio.gather(*(one() for _ in range(8)))


async def attack_languages(here: House) -> None:
    """Sockets that all switch their language all the time."""
    people = [
        await guest(here, ATTACKER_ADDRESS) for _ in range(ATTACKER_SOCKETS // SOCKETS_PER_PERSON)
    ]
    table = await people[0].new_table("zwickern", ["greedy"] * 2, players=3)

    async def one(person: Visitor, delay_s: float) -> None:
        await asyncio.sleep(delay_s)
        async with person.at(table) as seat:
            while True:
                for language in ("de", "fr", "en"):
                    await seat.ask("language", language=language)

    sockets = enumerate(people * SOCKETS_PER_PERSON)
    await asyncio.gather(*(one(person, 0.02 * number) for number, person in sockets))


async def attack_exports(here: House) -> None:
    """Downloads of all data."""
    people = [await guest(here, ATTACKER_ADDRESS) for _ in range(4)]
    while True:
        await asyncio.gather(*(person.fetch("GET", "/api/me/data") for person in people))


async def attack_tables(here: House) -> None:
    """New tables without end."""
    people = [await guest(here, ATTACKER_ADDRESS) for _ in range(4)]
    body = json.dumps({"game": "m", "options": {"players": 2}, "public": True}).encode()
    while True:
        await asyncio.gather(*(person.fetch("POST", "/api/tables", body) for person in people))


async def attack_matches(here: House) -> None:
    """People who want to play what nobody else does, and ask all the time how it stands."""
    people = [await guest(here, ATTACKER_ADDRESS) for _ in range(WAITING_PEOPLE)]
    for number, person in enumerate(people):
        wish = {"game": "m", "pace": {"mode": "move", "seconds": 30 + number}, "wait": 600}
        await person.fetch("POST", "/api/match", json.dumps(wish).encode())
    while True:
        await asyncio.gather(*(person.fetch("GET", "/api/match") for person in people))


async def attack_slow_readers(here: House) -> None:
    """Spectators who never read, of a table where bots play."""
    person = await guest(here, ATTACKER_ADDRESS)
    table = await person.new_table("m", ["", "random"], players=2)
    host, port = here.address.split(":")
    sockets = []
    for _ in range(SOCKETS_PER_PERSON):
        raw = socket.create_connection((host, int(port)))
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.sendall(handshake(table, here.address).encode())
        sockets.append(raw)
    async with person.at(table) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        while True:
            await seat.ask("say", text="x" * 300)
            await asyncio.sleep(0.05)


def handshake(table: str, host: str) -> str:
    """The request of a socket."""
    return (
        f"GET /ws/{table}?protocol=2 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\nX-Forwarded-For: {ATTACKER_ADDRESS}\r\n\r\n"
    )


async def attack_requests(here: House) -> None:
    """Requests as fast as they are answered, most of which are refused."""
    head = f"GET /api/doors HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {ATTACKER_ADDRESS}\r\n\r\n"

    async def one() -> None:
        reader, writer = await asyncio.open_connection(*here.address.split(":"))
        while True:
            writer.write(head.encode())
            await reader.readuntil(b"}")

    await asyncio.gather(*(one() for _ in range(FLOODING_CONNECTIONS)))


async def attack_records(here: House) -> None:
    """Long record files to be refereed."""
    text = long_record()
    people = [await guest(here, ATTACKER_ADDRESS) for _ in range(8)]
    while True:
        await asyncio.gather(*(person.fetch("POST", "/api/records", text) for person in people))


def long_record() -> bytes:
    """The record of a long game, as gzip."""
    game, rng = find("zapp_zerapp"), SeededRng(3)
    table = Table(game, game.resolve_options({"players": 4}), rng)
    while not table.over:
        seat = table.state.next_actor()
        table.submit(seat, game.text(table.state, table.state.random_move(seat, rng)))
    return gzip.compress(Record.from_table(table).to_json().encode())


async def attack_searches(here: House) -> None:
    """Searches among past games that find nothing, and statistics."""
    people = [await guest(here, ATTACKER_ADDRESS) for _ in range(8)]
    paths = ["/api/past?game=nothing", "/api/games/m/statistics", "/api/games/m/lessons"]
    while True:
        await asyncio.gather(*(p.fetch("GET", path) for p in people for path in paths))


async def attack_half_open(here: House) -> None:
    """Connections with half a request."""
    host, port = here.address.split(":")
    held: list[socket.socket] = []
    while True:
        with contextlib.suppress(OSError):
            raw = socket.create_connection((host, int(port)), timeout=1)
            raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            held.append(raw)
        if len(held) > HALF_OPEN:
            held.pop(0).close()
        await asyncio.sleep(0.005)


ATTACKS: dict[str, Callable[[House], Awaitable[None]]] = {
    "why-not": attack_why_not,
    "hints": attack_hints,
    "languages": attack_languages,
    "exports": attack_exports,
    "tables": attack_tables,
    "matches": attack_matches,
    "slow readers": attack_slow_readers,
    "requests": attack_requests,
    "records": attack_records,
    "searches": attack_searches,
    "half-open": attack_half_open,
}


def attacking(name: str, address: str, begun: Event) -> None:
    """Attack a house until the process is ended."""
    here = House("", Path())
    here.address = address

    async def attack() -> None:
        begun.set()
        while True:
            with contextlib.suppress(SocketClosed, OSError, AssertionError, InvalidHandshake):
                await ATTACKS[name](here)
            await asyncio.sleep(0.1)  # closed, or refused: once more

    asyncio.run(attack())


async def measure(here: House, names: list[str], seconds: float) -> None:
    """Measure the honest players before and during each attack."""
    honest = Honest(here)
    players = [asyncio.create_task(honest.play_pair(number)) for number in range(PAIRS)]
    await honest.p99_ms(2)
    context = multiprocessing.get_context("spawn")
    print("| attack | p99 before, ms | p99 during, ms | factor | refused |\n|---|---|---|---|---|")
    for name in names:
        before = await honest.p99_ms(seconds)
        begun = context.Event()
        attacker = context.Process(target=attacking, args=(name, here.address, begun), daemon=True)
        attacker.start()
        await asyncio.to_thread(begun.wait)
        await asyncio.sleep(1)
        honest.refused = 0
        during = await honest.p99_ms(seconds)
        attacker.kill()
        await asyncio.to_thread(attacker.join)
        factor = during / before
        for task in players:
            if task.done():
                task.result()  # an honest player has failed: say why
        print(f"| {name} | {before:.1f} | {during:.1f} | {factor:.1f} | {honest.refused} |")
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)


def main() -> None:
    """Run the attacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8, help="to measure for, each")
    parser.add_argument("attacks", nargs="*", help=f"of {', '.join(ATTACKS)}; all by default")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        with house(str(path / "house.sqlite"), path) as here:
            asyncio.run(measure(here, arguments.attacks or [*ATTACKS], arguments.seconds))


if __name__ == "__main__":
    main()
