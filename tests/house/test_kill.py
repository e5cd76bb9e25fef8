"""The house is killed while people play: what it has acknowledged stays, once, and play goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from house.running import PATIENCE, Gone, House, Seat, Visitor, chance, guest, house, likely
from websockets.exceptions import ConnectionClosed

from ludotheque.house.entries import Ended, Happened, read
from ludotheque.house.messages import Done
from ludotheque.house.room import restore
from ludotheque.house.store import open_store

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
KILLS = int(os.environ.get("LUDOTHEQUE_KILLS", "0"))
MOST_MOVES = 8  # before the house is killed


class Player:
    """Somebody at a table who remembers what he sent and what was acknowledged."""

    def __init__(self, visitor: Visitor, seat: int) -> None:
        self.visitor, self.seat = visitor, seat
        self.done: list[str] = []
        self.sent: list[str] = []  # the move that was not answered yet

    async def play(self, table: str, dice: random.Random, moved: asyncio.Semaphore) -> None:
        """Play until the house is gone, or the game is over."""
        with contextlib.suppress(Gone, ConnectionClosed):
            async with self.visitor.at(table) as seat:
                await seat.see()
                while (await seat.my_turn()).status != "over":
                    await self.move(seat, dice)
                    moved.release()

    async def move(self, seat: Seat, dice: random.Random) -> None:
        """Find a move that is acknowledged."""
        view = seat.view
        assert view.scene is not None
        for text in likely(view.scene, dice):
            self.sent = [text]
            answer = await seat.ask("play", decision=view.decision, text=text)
            self.sent = []
            if isinstance(answer, Done):
                self.done.append(text)
                await seat.see(lambda new: new.decision != view.decision)
                return

    def agrees_with(self, logged: list[str]) -> None:
        """What was acknowledged is there, once; of what was not, perhaps the last."""
        assert logged in (self.done, self.done + self.sent)
        self.done, self.sent = logged, []


async def events_of(database: str, table: str) -> tuple[list[tuple[int, str]], bool]:
    """The events in the log of a table, which must be in order, and whether it is over."""
    async with open_store(database) as store:
        entries = [read(text) for text in await store.read(table)]
    events = restore(entries).playing().events
    happened = [(each.who, each.text) for each in entries if isinstance(each, Happened)]
    assert happened == [(event.who, event.text) for event in events]
    return happened, isinstance(entries[-1], Ended)


async def new_game(here: House) -> tuple[str, list[Player]]:
    """Two people and a bot begin to play."""
    players = [Player(await guest(here), seat) for seat in range(2)]
    table = await players[0].visitor.new_table("m", ["", "", "greedy"], players=3)
    for player in reversed(players):
        async with player.visitor.at(table) as seat:
            await seat.must("sit", seat=player.seat)
            if player.seat == 0:
                await seat.must("start")
    return table, players


async def killed_at_some_moment(
    here: House, table: str, players: list[Player], dice: random.Random
) -> None:
    """Play, and kill the house at any moment after a few moves."""
    moved = asyncio.Semaphore(0)
    playing = [asyncio.create_task(player.play(table, dice, moved)) for player in players]
    over = asyncio.gather(*playing)
    for _ in range(dice.randrange(1, MOST_MOVES)):
        step = asyncio.create_task(moved.acquire())
        either: set[asyncio.Future[Any]] = {step, over}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        step.cancel()
    await asyncio.sleep(dice.random() / 50)  # into the middle of something
    here.kill()
    await over


async def kill_again_and_again(database: str, folder: Path, rounds: int) -> None:
    dice = chance(f"{database} {os.getpid()}")
    with house(database, folder) as here:
        table, players = await new_game(here)
        before = 0
        for _ in range(rounds):
            async with asyncio.timeout(PATIENCE):
                await killed_at_some_moment(here, table, players, dice)
            events, over = await events_of(database, table)
            for player in players:
                player.agrees_with([text for who, text in events if who == player.seat])
            assert len(events) > before or over
            before = len(events)
            here.start()
            if over:
                table, players = await new_game(here)
                before = 0


def test_killed_on_sqlite(tmp_path: Path) -> None:
    asyncio.run(kill_again_and_again(str(tmp_path / "house.sqlite"), tmp_path, KILLS or 6))


def test_killed_on_postgresql(tmp_path: Path, postgres: Server) -> None:
    asyncio.run(kill_again_and_again(postgres.database(), tmp_path, KILLS or 3))
