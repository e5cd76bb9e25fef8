"""What names a person is found without reading all logs, in tables of earlier versions as well."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from house.stores import in_loop, table, undo_migrations

from ludotheque.house.store import SqliteStore, open_store
from ludotheque.house.store.contract import ENTRIES_OF_PERSON
from ludotheque.house.store.migrate import scripts
from ludotheque.house.store.sqlite import qmark

pytest_plugins = ("house.postgres",)
LOG = [
    '{"kind":"created","table":"t1","host":"bob"}',
    '{"kind":"sat","at":1,"seat":0,"person":"ada","name":"Ada"}',
    '{"kind":"happened","at":1,"who":0,"text":"pass"}',
    '{"kind":"said","at":2,"person":"ada","name":"Ada","text":"\\"person\\":\\"bob\\""}',
    '{"kind":"muted","at":2,"person":"bob","other":"ada","on":true}',
]
OF_ADA = [("t1", 1, LOG[1]), ("t1", 3, LOG[3])]
LAST = len(scripts("sqlite"))


@in_loop
async def test_entries_are_noted_as_they_are_written(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(), LOG[:2])
        await store.append(table(), 2, LOG[2:])
        assert await store.entries_of_person("ada") == OF_ADA
        assert await store.entries_of_person("bob") == [("t1", 4, LOG[4])]
        assert await store.entries_of_person("eve") == []
        assert [row.id for row in await store.open_tables_of_host("bob", 9)] == ["t1"]
        assert await store.open_tables_of_host("ada", 9) == []
        assert [row.id for row in await store.open_tables_among(["t1", "t2"])] == ["t1"]


@in_loop
async def test_earlier_entries_are_noted_once(place: str) -> None:
    """Also among entries that can't be read: cut in half, or not of this version."""
    broken = ['{"kind":"sat","person":"ad', '{"kind":"said","person":""}', "", "zlib:eJw"]
    async with open_store(place) as store:
        await store.create_table(table(), [*LOG, *broken])
    number = next(n for n, text in enumerate(scripts("sqlite"), 1) if "mentions" in text)
    await undo_migrations(place, number - 1)
    async with open_store(place) as store:
        assert await store.entries_of_person("ada") == OF_ADA
        assert [row.id for row in await store.open_tables_of_host("bob", 9)] == ["t1"]


@in_loop
async def test_no_log_is_read_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"
    async with SqliteStore(path):
        pass
    with closing(sqlite3.connect(path)) as db:
        plan = db.execute(f"EXPLAIN QUERY PLAN {qmark(ENTRIES_OF_PERSON)}", ("ada",)).fetchall()
    steps = [str(step[-1]) for step in plan]
    assert steps
    assert all(step.startswith("SEARCH") for step in steps), steps


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_both_databases_have_the_same_migrations(dialect: str) -> None:
    assert len(scripts(dialect)) == LAST
