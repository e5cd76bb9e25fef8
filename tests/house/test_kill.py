"""The house is killed while people play: acknowledged moves stay, once, and play goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from house.forked_house import ForkedHouse
from house.running import (
    TIMEOUT_S,
    House,
    Seat,
    SocketClosed,
    Visitor,
    guest,
    house,
    in_loop,
    plausible_moves,
    seeded_random,
)
from websockets.exceptions import ConnectionClosed, InvalidMessage

from ludotheque.core.record import from_json
from ludotheque.core.registry import installed
from ludotheque.core.seal import verify
from ludotheque.house.rate_limits import Bucket
from ludotheque.house.store import Store, open_store
from ludotheque.house.store.rows import TableRow
from ludotheque.house.table.entries import AnyEntry, Happened, Said, decode_entry
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views.messages import Done

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
KILLS = int(os.environ.get("LUDOTHEQUE_KILLS", "0"))
SEATS = {"zankapfel": 3, "zwickern": 3}  # two in the other games
MAX_DELAY_S = 0.06  # until the kill, after all have connected
COMMITTED_AFTER_S = 0.05  # what a house sent to the database before it died
CONNECTION_ERRORS = (SocketClosed, ConnectionClosed, InvalidMessage, OSError, EOFError)


class RequestLog:
    """Requests of one kind by one person, one at a time, and which were acknowledged."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.sent: list[str] = []
        self.acknowledged = 0

    async def ask(self, seat: Seat, kind: str, text: str, **more: object) -> bool:
        self.sent = [text]
        answer = await seat.ask(kind, text=text, **more)
        self.sent = []
        is_done = isinstance(answer, Done)
        self.done += [text] if is_done else []
        self.acknowledged += is_done
        return is_done

    def check(self, logged: list[str]) -> None:
        """The log has every acknowledged request once, and perhaps the last unacknowledged one."""
        assert logged in (self.done, self.done + self.sent), (logged[-3:], self.done[-3:])
        self.done, self.sent = logged, []


class Player:
    """A person who plays and chats at the same time."""

    def __init__(self, visitor: Visitor, seat: int) -> None:
        self.visitor, self.seat = visitor, seat
        self.moves, self.messages = RequestLog(), RequestLog()
        self.name = ""

    async def play(self, table: str, rng: random.Random, ready: asyncio.Semaphore) -> None:
        """Play until the game is over; raises an error if the connection is lost."""
        async with self.visitor.at(table) as seat:
            seat.bucket = Bucket(10**9, 1)
            view = await seat.see()
            self.name = view.seats[self.seat].name
            ready.release()
            await asyncio.gather(self._play(seat, rng), self._chat(seat, rng))

    async def play_until_killed(
        self, table: str, rng: random.Random, ready: asyncio.Semaphore
    ) -> None:
        """Play until the house is killed."""
        with contextlib.suppress(*CONNECTION_ERRORS):
            await self.play(table, rng, ready)

    async def _play(self, seat: Seat, rng: random.Random) -> None:
        while (await seat.my_turn()).status != "over":
            view = seat.view
            assert view.scene is not None
            for text in plausible_moves(view.scene, rng):
                if await self.moves.ask(seat, "play", text, decision=view.decision):
                    break
            await seat.see(lambda new, old=view: new.number > old.number)  # type: ignore[misc]

    async def _chat(self, seat: Seat, rng: random.Random) -> None:
        await asyncio.sleep(rng.random() * MAX_DELAY_S)
        await self.messages.ask(seat, "say", f"word {rng.randrange(10**9)}")


class Game:
    """A table, its players, and its log as far as it was read."""

    def __init__(self, slug: str, table: str, players: list[Player]) -> None:
        self.slug, self.table, self.players = slug, table, players
        self.texts: list[str] = []
        self.log: list[AnyEntry] = []
        self.room: Room | None = None

    async def _read(self, store: Store) -> tuple[list[str], TableRow | None]:
        """Log and row of one moment: a database may commit what a house sent before it died."""
        row = await store.table(self.table)
        while True:
            texts, before = await store.read(self.table), row
            row = await store.table(self.table)
            if row == before:
                return texts, row

    async def check(self, store: Store) -> None:
        """The log was only appended to, can be folded, and has everything acknowledged."""
        texts, row = await self._read(store)
        assert texts[: len(self.texts)] == self.texts
        assert row is not None
        new = [decode_entry(text) for text in texts[len(self.texts) :]]
        self.room = self._folded(new)
        self.texts, self.log = texts, self.log + new
        assert self.room.next_number == len(texts)
        assert (row.status, row.changed) == (self.room.status, self.room.changed)
        for player in self.players:
            player.moves.check(
                [e.text for e in self.log if isinstance(e, Happened) and e.who == player.seat]
            )
            player.messages.check(
                [e.text for e in self.log if isinstance(e, Said) and e.name == player.name]
            )

    def _folded(self, new: list[AnyEntry]) -> Room:
        if self.room is None:
            return restore(new)
        for entry in new:
            self.room.fold(entry)
        return self.room

    def over(self) -> bool:
        """Whether the game is over; people may still chat."""
        return self.room is not None and self.room.status == "over"


async def new_game(here: House, slug: str) -> Game:
    """Set up a table and begin."""
    players = [Player(await guest(here), seat) for seat in range(SEATS.get(slug, 2))]
    table = await players[0].visitor.new_table(slug, [], players=len(players))
    for player in reversed(players):
        async with player.visitor.at(table) as seat:
            await seat.must("sit", seat=player.seat)
            player.name = (await seat.see(lambda view: view.seat >= 0)).seats[player.seat].name
            if player.seat == 0:
                await seat.must("start")
    return Game(slug, table, players)


async def kill_at_random_moment(here: House, games: list[Game], rng: random.Random) -> None:
    """Play at all tables, and kill the house some milliseconds later."""
    ready, players = asyncio.Semaphore(0), [(game, p) for game in games for p in game.players]
    playing = [asyncio.create_task(p.play_until_killed(g.table, rng, ready)) for g, p in players]
    for _ in playing:
        await ready.acquire()
    await asyncio.sleep(rng.random() * MAX_DELAY_S)
    here.kill()
    await asyncio.gather(*playing)


async def kill_repeatedly(here: House, rounds: int, slugs: Iterable[str]) -> int:
    """Kill the house again and again; returns how many moves were acknowledged."""
    rng = seeded_random(f"{here.database} {os.getpid()}")
    games = [await new_game(here, slug) for slug in slugs]
    played = games[:]
    async with open_store(here.database) as store:
        for _ in range(rounds):
            async with asyncio.timeout(TIMEOUT_S):
                await kill_at_random_moment(here, games, rng)
            await asyncio.sleep(COMMITTED_AFTER_S)
            for game in games:
                await game.check(store)
            here.start()
            for game in games:
                for player in game.players:
                    player.visitor.house = here
            over = [game for game in games if game.over()]
            games = [game for game in games if not game.over()]
            new = [await new_game(here, game.slug) for game in over]
            games, played = games + new, played + new
        last = [game for game in games if KILLS or game.slug == "m"]
        await asyncio.gather(*(play_to_end(game, rng) for game in last))
        for game in last:
            await game.check(store)
            assert game.over()
            record = await game.players[0].visitor.fetch("GET", f"/api/tables/{game.table}/record")
            assert isinstance(verify(from_json(record.data())), list)
    return sum(player.moves.acknowledged for game in played for player in game.players)


async def play_to_end(game: Game, rng: random.Random) -> None:
    """Play until the game is over."""
    ready = asyncio.Semaphore(0)
    await asyncio.gather(*(player.play(game.table, rng, ready) for player in game.players))


def run_kills(database: str, folder: Path, rounds: int) -> None:
    here = ForkedHouse(database, folder / "house.log").start()
    try:
        moves = asyncio.run(kill_repeatedly(here, rounds, installed()))
        sys.stdout.write(f"{rounds} kills, {moves} acknowledged moves\n")  # shown by pytest -rP
    finally:
        here.kill()
    assert not [line for line in here.errors() if '"level": "error"' in line]


def test_killed_on_sqlite(tmp_path: Path) -> None:
    run_kills(str(tmp_path / "house.sqlite"), tmp_path, KILLS or 20)


def test_killed_on_postgresql(tmp_path: Path, postgres: Server) -> None:
    run_kills(postgres.database(), tmp_path, KILLS or 12)


@in_loop
async def test_the_program_itself_is_killed(tmp_path: Path) -> None:
    """The same with ``ludotheque serve`` itself: its worker processes end with it."""
    with house(str(tmp_path / "house.sqlite"), tmp_path, "--bot-pause", "0") as here:
        ada = await guest(here)
        table = await ada.new_table("m", ["", "greedy"], players=2)
        async with ada.at(table) as seat:
            await seat.must("sit", seat=0)
            await seat.must("start")
        for kills in range(3):
            async with ada.at(table) as seat:
                before = (await seat.see()).events
                assert await seat.play_on(seeded_random(kills), 2)
                here.kill()
                events = seat.view.events
            here.start()
            async with ada.at(table) as seat:
                assert before < events <= (await seat.see()).events
        async with ada.at(table) as seat:
            await seat.play_on(seeded_random(9))
            assert seat.view.status == "over"
