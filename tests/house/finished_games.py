"""Finished games for the tests: whole logs, as a house writes them, in a store."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ludotheque.bots import find_bot
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import new_seed
from ludotheque.house.store import Store
from ludotheque.house.table.asks import ChooseRated, Sit, Start
from ludotheque.house.table.creation import TableSettings, created_entry
from ludotheque.house.table.deeds import DEEDS, Caller
from ludotheque.house.table.entries import AnyEntry, Cause, Ended, SeatPlan, encode_entry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.moves import LegalMove, apply_step
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import row_of

MOVE_MS = 2000  # between two moves


def finished(
    game: str,
    people: Sequence[tuple[str, str]],
    *,
    players: int = 2,
    bot: str = "random",
    rated: bool = False,
    public: bool = True,
    at: int = 1_000_000_000_000,
) -> tuple[Room, list[AnyEntry], bytes]:
    """A game that bots have played for people (id, name) and for the other seats."""
    seed = new_seed()
    seats = [SeatPlan("" if seat < len(people) else bot) for seat in range(players)]
    settings = TableSettings(game, {"players": players}, seats, public)
    first = replace(created_entry(settings, people[0][0] if people else "", seed), at=at)
    table = LiveTable(Room(first), seed)
    room, entries = table.room, list[AnyEntry]([first])
    for seat, (person, name) in enumerate(people):
        caller = Caller(person, name)
        asks = [Sit(seat=seat), *([ChooseRated(yes=True)] if rated else [])]
        for ask in asks:
            for step in DEEDS[type(ask)](room, caller, ask, at):
                entries += apply_step(room, step, table.rng())
    for step in DEEDS[Start](room, Caller(first.host), Start(), at):
        entries += apply_step(room, step, table.rng())
    player, rng = find_bot(room.game, "greedy"), SeededRng(5)
    while not room.started_table().over:
        at += MOVE_MS
        seat = room.started_table().state.next_actor()
        move = player.choose(room.started_table().state.imagine(seat, rng), seat, rng)
        cause: Cause = "" if seat < len(people) else "bot"
        entries += apply_step(room, LegalMove(at, seat, move, cause), table.rng())
    entries += apply_step(room, Ended(at=at, seed=seed.hex()), table.rng())
    return room, entries, seed


async def stored(store: Store, room: Room, entries: Sequence[AnyEntry], seed: bytes) -> str:
    """Store a table with its log; returns its id."""
    await store.create_table(row_of(room), [encode_entry(entry) for entry in entries], seed)
    return room.created.table
