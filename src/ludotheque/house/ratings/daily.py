"""The deal of the day: the same game with the same luck for everybody, against the same bots.

Its luck comes from one secret seed and no nonces, and its bots draw their random numbers from the
same seed: equal play gives equal games. So a game with a timed phase, whose moves come in no fixed
order, is never the deal of a day. Everybody has one try; who has made it may see those of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ludotheque.core.seal import commitment, new_seed
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict
from ludotheque.house.store.daily import DailyStore, Deal, Rung, try_statement
from ludotheque.house.table.asks import Sit, Start
from ludotheque.house.table.creation import TableSettings, created_entry
from ludotheque.house.table.days import day_of, end_of, number_of
from ludotheque.house.table.entries import SeatPlan
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.house.store import Store
    from ludotheque.house.table.deeds import Caller
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.live_tables import LiveTables
    from ludotheque.house.table.room import Room

PLAYERS: Final = 4  # one person, and three players of the house
PERSON_SEAT: Final = 0
LADDER_LENGTH: Final = 100
FIRST_DAY: Final = "2020-01-01"  # no day before it is asked for


class Try(NamedTuple):
    """A person's try at the deal of a day."""

    table: str
    is_over: bool


class DailyDeals:
    """The deals of the days of a house."""

    def __init__(self, store: Store, shelf: Mapping[str, Game]) -> None:
        self.store = DailyStore(store)
        self.tables = store
        self.games = [slug for slug, game in shelf.items() if can_be_daily(game)]
        self.shelf = shelf

    async def deal(self, day: str) -> Deal:
        """The deal of a day; that of today is made when somebody asks for it first."""
        found = await self.store.deal(day)
        if found is None and day == day_of(now_ms()) and self.games:
            await self.store.add_deal(self._new_deal(day))
            found = await self.store.deal(day)
        if found is None or found.game not in self.shelf:
            raise Refused("no-such-deal", "there is no deal of that day")
        return found

    def _new_deal(self, day: str) -> Deal:
        slug = self.games[number_of(day) % len(self.games)]
        game = self.shelf[slug]
        options = game.resolve_options({"players": PLAYERS})
        text = msgspec.json.encode(options, order="sorted").decode()
        return Deal(day, slug, text, game.middle_level(), new_seed().hex())

    async def try_of(self, day: str, person: str) -> Try | None:
        """A person's try at the deal of a day, if they have begun it."""
        table_id = await self.store.try_of(day, person) if person else ""
        row = await self.tables.table(table_id) if table_id else None
        return Try(table_id, row.status in {"over", "closed"}) if row else None

    async def ladder(self, day: str, viewer: str) -> list[Rung]:
        """The finished tries of a day, the best first."""
        return await self.store.ladder(day, viewer, end_of(day), LADDER_LENGTH)

    async def begin(self, tables: LiveTables, caller: Caller) -> str:
        """The table of a person's try today; a new one if they have not begun."""
        deal = await self.deal(day_of(now_ms()))
        begun = await self.try_of(deal.day, caller.person)
        if begun is not None and begun.is_over:
            return begun.table
        if begun is None:
            table = await self._create(tables, deal, caller.person)
        else:
            table = await tables.open(begun.table)
        await _start(tables, table, caller)
        return table.room.created.table

    async def _create(self, tables: LiveTables, deal: Deal, person: str) -> LiveTable:
        seed = bytes.fromhex(deal.seed)
        settings = TableSettings(
            game=deal.game,
            options=msgspec.json.decode(deal.options),
            seats=[SeatPlan(), *[SeatPlan(deal.bot)] * (PLAYERS - 1)],
            hints=False,
        )
        first = msgspec.structs.replace(created_entry(settings, person, seed), daily=deal.day)
        try:
            attempt = try_statement(deal.day, person, first.table)
            return await tables.add_new(first, seed, [attempt])
        except Conflict:  # the same person, in another window
            return await tables.open(await self.store.try_of(deal.day, person))

    async def check_may_see(self, room: Room, person: str) -> None:
        """Refuse to show a table of the day to somebody who could still try the same deal."""
        day = room.created.daily
        if not day or person == room.created.host or now_ms() >= end_of(day):
            return
        own = await self.try_of(day, person)
        if own is None or not own.is_over:
            raise Refused("daily-secret", "play the deal of the day yourself first")


async def _start(tables: LiveTables, table: LiveTable, caller: Caller) -> None:
    """Sit down and begin, unless that was done before."""
    if table.room.status == "waiting" and table.room.seat_of(caller.person) is None:
        await tables.perform(table, caller, Sit(seat=PERSON_SEAT))
    if table.room.status == "waiting":
        await tables.perform(table, caller, Start())


def can_be_daily(game: Game) -> bool:
    """Whether equal play gives equal games, and one can play against three."""
    players = [option.values for option in game.options if option.name == "players"]
    return game.timed_phase is None and any(PLAYERS in values for values in players)


def commitment_of(deal: Deal) -> str:
    """What is published of a deal's seed before its day is over."""
    return commitment(bytes.fromhex(deal.seed))
