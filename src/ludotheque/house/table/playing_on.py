"""Playing on from a position of a finished game, at a table of one's own with bots."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec

from ludotheque.core.position import position_text
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import new_seed
from ludotheque.house.refusals import Refused
from ludotheque.house.store.writes import Statement
from ludotheque.house.table.asks import Sit, Start
from ludotheque.house.table.creation import TableSettings, created_entry
from ludotheque.house.table.entries import Created, SeatPlan

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options
    from ludotheque.core.state import State
    from ludotheque.house.table.deeds import Caller
    from ludotheque.house.table.live_tables import LiveTables

World: TypeAlias = Literal["true", "imagined"]  # imagined: one that the seat can't tell from it
SEED_BITS = 62


class Position(NamedTuple):
    """A position of a finished game, and who plays on how."""

    game: Game
    options: Options
    state: State
    seat: int
    bot: str  # of all other seats


async def play_on(tables: LiveTables, caller: Caller, position: Position, world: World) -> str:
    """A new table that begins at a position; the caller sits there, and the game has begun."""
    seed = new_seed()
    first = begun_at(position, world, caller.person, seed)
    sql = "INSERT INTO position_tables (table_id) VALUES ($1)"
    table = await tables.add_new(first, seed, [Statement(sql, [(first.table,)])])
    await tables.perform(table, caller, Sit(seat=position.seat))
    await tables.perform(table, caller, Start())
    return first.table


def begun_at(position: Position, world: World, host: str, seed: bytes) -> Created:
    """The first entry of a table that begins at a position; moves can be taken back there."""
    game, state, seat = position.game, position.state, position.seat
    if not state.actors():
        raise Refused("game-over", "the game is over at this moment: choose an earlier one")
    if not 0 <= seat < state.seats():
        raise Refused("no-such-seat", f"there is no seat {seat}")
    if world == "imagined":
        state = state.imagine(seat, SeededRng(secrets.randbits(SEED_BITS)))
    plans = [SeatPlan("" if other == seat else position.bot) for other in range(state.seats())]
    settings = TableSettings(game.slug, position.options, plans, free_takebacks=True)
    text = position_text(game, position.options, state)
    return msgspec.structs.replace(created_entry(settings, host, seed), position=text)
