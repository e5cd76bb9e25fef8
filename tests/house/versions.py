"""Tables of other versions of the rules, for tests of the house and of the page."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from msgspec.structs import replace

from ludotheque.core.options import Value
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import commitment
from ludotheque.games.m import GAME
from ludotheque.house.store import SqliteStore
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import Created, SeatPlan, Started, encode_entry
from ludotheque.house.table.log import restore
from ludotheque.house.table.moves import take
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import row_of

T = TypeVar("T")
OPTIONS = GAME.resolve_options({"players": 2, "voluntary_pass": True})
UNKNOWN_RULES = 99  # a future version of the rules


def created(rules: int, options: dict[str, Value], seed: bytes = b"", bot: str = "") -> Created:
    """A table with the id "old", for two people or two bots."""
    return Created(
        at=1,
        table="old",
        game="m",
        options=options,
        seats=[SeatPlan(bot), SeatPlan(bot)],
        public=True,
        host="ada",
        time_control=TimeControl(),
        commitment=commitment(seed),
        rules=rules,
    )


def store_table_of_unknown_rules(database: str) -> list[str]:
    """Store a running table of bots under rules that this version does not know; its log."""
    first = created(UNKNOWN_RULES, OPTIONS, bot="greedy")
    known: Created = replace(first, rules=GAME.rules_version)
    log = take(Room(known), Started(at=2), SeededRng(1))
    texts = [encode_entry(first), *(encode_entry(entry) for entry in log)]

    async def store_table() -> list[str]:
        async with SqliteStore(database) as store:
            await store.create_table(row_of(restore([known, *log])), texts, bytes(32))
        return texts

    return _run(store_table())


def log_of(database: str, table: str) -> list[str]:
    """The log of a table."""

    async def read() -> list[str]:
        async with SqliteStore(database) as store:
            return await store.read(table)

    return _run(read())


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run in a thread of its own: a browser keeps an event loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
