"""Random damage to the rows of a database: one table may break, nothing else does.

What this has found is kept in `house.damage`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest
from conftest import WANTED
from house.damage import Damage, column_is, damage_table, entry_is, entry_rows, quoted
from house.running import seeded_random
from house.stores import dialect, in_loop
from house.test_broken import begun, make_due, play_one, serving

from ludotheque.house.people.erasure import erase
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, open_store
from ludotheque.house.table.compaction import compact_finished
from ludotheque.house.table.expiry import DAY_MS, Expiry
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.lobby import LobbyFeed
from ludotheque.house.table.mending import fault_of
from ludotheque.house.table.restore import BrokenLog
from ludotheque.house.table.summary import row_of
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.feed import Cursor, feed_of

pytest_plugins = ("house.postgres",)
SEEDS = range(1000 if "soak" in WANTED else 25)
STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 1, 99, 10**9, 2**63, -(2**63), 10**40, 1.5, "", "x", "é" * 300),
    *("\x00", [], [[]], {}, {"a": 1}, ["a"], "-1", "seat", "created", "pass", "lay", "draw"),
)
OPEN_CODES: Final = {"broken-log", "unknown-game", "unknown-rules"}


def fuzz_entry(rng: random.Random, table: str, log: list[str]) -> list[str]:
    """A field of an entry has a strange value, or is missing, or is new."""
    number = rng.randrange(len(log))
    entry = json.loads(log[number])
    name = rng.choice([*entry, "seat", "kind", "events", "uncounted_ms"])
    kinds = [json.loads(text)["kind"] for text in log]
    value = rng.choice([*STRANGE, *kinds, "resumed", "asked", "answered", "closed", "ended"])
    if rng.random() < 0.2:
        entry.pop(name, None)
    else:
        entry[name] = value
    return [entry_is(table, number, storable(json.dumps(entry)))]


def fuzz_text(rng: random.Random, table: str, log: list[str]) -> list[str]:
    """Characters of an entry are lost, repeated or replaced."""
    number = rng.randrange(len(log))
    text = log[number]
    start = rng.randrange(len(text))
    end = start + rng.randrange(1, 9)
    with_what = rng.choice(["", text[start:end] * 2, "}", '"', "\\", "9", "[" * 50])
    return [entry_is(table, number, storable(text[:start] + with_what + text[end:]))]


def fuzz_order(rng: random.Random, table: str, log: list[str]) -> list[str]:
    """An entry is another one, or is missing."""
    number, other = rng.randrange(len(log)), rng.randrange(len(log))
    if rng.random() < 0.3:
        where = f"table_id = {quoted(table)} AND number = {number}"
        return [f"DELETE FROM entries WHERE {where}"]  # noqa: S608 - of a test
    return [entry_is(table, number, log[other])]


def fuzz_row(rng: random.Random, table: str, _log: list[str]) -> list[str]:
    """A column of the table's row has a strange value."""
    where = f"WHERE id = {quoted(table)}"
    summary = json.dumps({"options": {}, "names": rng.choice(STRANGE), "bots": []})
    return [
        rng.choice(
            [
                column_is(table, "summary", storable(summary)),
                column_is(table, "secret", rng.choice(["", "0", "zz", "00"])),
                column_is(table, "game", rng.choice(["", "go", "M", "é"])),
                f"UPDATE tables SET next = {rng.randrange(-5, 50)} {where}",  # noqa: S608
                f"UPDATE tables SET status = 'over' {where}",  # noqa: S608
                f"UPDATE tables SET changed = {rng.choice([-1, 2**62])} {where}",  # noqa: S608
                f"DELETE FROM seated WHERE table_id = {quoted(table)}",  # noqa: S608
                f"UPDATE seated SET person = '' WHERE table_id = {quoted(table)}",  # noqa: S608
            ]
        )
    ]


FUZZERS: Final[tuple[Callable[..., list[str]], ...]] = (
    fuzz_entry,
    fuzz_entry,
    fuzz_text,
    fuzz_order,
    fuzz_row,
)


def storable(text: str) -> str:
    """PostgreSQL keeps no NUL in a text."""
    return text.replace("\x00", "")


def damage_of(seed: int) -> Damage:
    """One to three random faults."""

    def damage(table: str, log: list[str]) -> list[str]:
        rng = seeded_random(seed)
        count = rng.choice([1, 1, 1, 2, 3])
        return [one for _ in range(count) for one in rng.choice(FUZZERS)(rng, table, log)]

    return damage


async def try_to_play(tables: LiveTables, name: str) -> LiveTable | None:
    """Open a table, look at it and play; none if it is broken."""
    try:
        table = await tables.open(name)
    except BrokenLog as refused:
        assert refused.code in OPEN_CODES
        return None
    for person in ("", "ada", "bob"):
        message, _ = Cursor(feed_of(table), person, "en", lambda: None).next_message()
        assert message
    row_of(table.room)
    try:
        await play_one(tables, table)
    except Refused:  # whoever should move sits elsewhere, or the row counts other entries
        pass
    except (IndexError, KeyError):
        if table.room.status == "playing" and table.room.started_table().state.actors():
            raise
    return table


async def visit(store: Store, bad: str, good: str) -> None:
    """Everything that a house does with its tables."""
    async with serving(store) as tables:
        for _ in range(2):
            await tables.adoption.look()
        opened = await try_to_play(tables, bad)
        await play_one(tables, await tables.open(good))
        fault = await fault_of(store, bad)
        assert opened is None or fault is None or opened.broken or fault.number == -1
    shown = [table.table for table in (await LobbyFeed(store)._read()).tables]
    assert good in shown
    at = now_ms() + 400 * DAY_MS
    await Expiry(store, {}, 7, 60, batch_pause_s=0, started=at).sweep(at)
    await compact_finished(store, at, batch_pause_s=0)
    for person in ("ada", "cem"):
        await store.tables_of_person(person, statuses=["playing"])
        await erase_or_none(store, person)


async def erase_or_none(store: Store, person: str) -> None:
    """Erase a person who has no row of their own."""
    with pytest.raises(Exception, match="no such person"):
        await erase(store, person)
    assert "Name of " + person not in str(await store.entries_of_person(person))


@pytest.mark.parametrize("seed", SEEDS)
@in_loop
async def test_random_damage_breaks_one_table_at_most(place: str, seed: int) -> None:
    if dialect(place) == "postgres" and seed % 3 and "soak" not in WANTED:
        return
    async with open_store(place) as store:
        async with serving(store) as tables:
            bad, good = await begun(tables, "ada", "bob"), await begun(tables, "cem", "dan")
        await make_due(store, bad, good)
        before = msgspec.json.encode(await entry_rows(store, good))
        await damage_table(place, store, bad, damage_of(seed))
        assert msgspec.json.encode(await entry_rows(store, good)) == before
        await visit(store, bad, good)
