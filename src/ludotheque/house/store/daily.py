"""The deals of the days and who tried them, in the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ludotheque.house.store.results import IF_NEW, SHOWS_PAGE
from ludotheque.house.store.rows import Conflict
from ludotheque.house.store.writes import Statement, Write

if TYPE_CHECKING:
    from ludotheque.house.store.contract import Store

INSERT_TRY: Final = "INSERT INTO daily_tries (day, person, table_id) VALUES ($1, $2, $3)"
# Tries that were finished within the day, by whoever began them.
LADDER: Final = f"""SELECT people.id, people.name, results.rank, results.score,
    results.duration_ms, results.table_id FROM daily_tries
    JOIN results ON results.table_id = daily_tries.table_id
        AND results.person = daily_tries.person
    JOIN people ON people.id = daily_tries.person
    WHERE daily_tries.day = $1 AND results.departed = 0 AND results.ended < $3 AND {SHOWS_PAGE}
    ORDER BY results.rank, results.score DESC, results.ended, results.table_id LIMIT $4"""  # noqa: S608


class Deal(msgspec.Struct, frozen=True):
    """The deal of a day."""

    day: str
    game: str
    options: str  # JSON
    bot: str  # the level of those who play against everybody
    seed: str  # of its luck, in hexadecimal digits; secret until the day is over


class Rung(NamedTuple):
    """A try on the ladder of a day."""

    person: str
    name: str
    rank: int
    score: int
    duration_ms: int
    table_id: str


class DailyStore:
    """The deals of the days, in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def deal(self, day: str) -> Deal | None:
        """The deal of a day, if anybody has asked for it."""
        sql = "SELECT day, game, options, bot, seed FROM daily_deals WHERE day = $1"
        rows = await self.store.rows(sql, day)
        return Deal(*map(str, rows[0])) if rows else None

    async def add_deal(self, deal: Deal) -> None:
        """Store the deal of a day; the first one stays."""
        sql = f"""INSERT INTO daily_deals (day, game, options, bot, seed)
            VALUES ($1, $2, $3, $4, $5) {IF_NEW}"""  # noqa: S608
        await self.store.write(Write([Statement(sql, [msgspec.structs.astuple(deal)])]))

    async def try_of(self, day: str, person: str) -> str:
        """The table of a person's try; "" if they have not tried."""
        sql = "SELECT table_id FROM daily_tries WHERE day = $1 AND person = $2"
        rows = await self.store.rows(sql, day, person)
        return str(rows[0][0]) if rows else ""

    async def tries_of(self, person: str) -> list[tuple[str, str]]:
        """The days a person has tried, each with its table."""
        sql = "SELECT day, table_id FROM daily_tries WHERE person = $1 ORDER BY day"
        rows = await self.store.rows(sql, person)
        return [(str(day), str(table_id)) for day, table_id in rows]

    async def ladder(self, day: str, viewer: str, until: int, limit: int) -> list[Rung]:
        """The finished tries of a day, the best first."""
        rows = await self.store.rows(LADDER, day, viewer, until, limit)
        return [
            Rung(str(person), str(name), int(rank or 0), int(score or 0), int(ms or 0), str(table))
            for person, name, rank, score, ms, table in rows
        ]


def try_statement(day: str, person: str, table_id: str) -> Statement:
    """The statement that stores a try; `Conflict` if the person has tried before."""
    tried = Conflict(f"this person has tried the deal of {day} already")
    return Statement(INSERT_TRY, [(day, person, table_id)], if_duplicate=tried)
