"""The contract of a store, kept by SQLite and by PostgreSQL."""

from __future__ import annotations

import asyncio
import functools
import json
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import asyncpg  # type: ignore[import-untyped]
import pytest

from ludotheque.house.store import (
    BadDump,
    Closed,
    Conflict,
    NameTaken,
    NewerDatabase,
    Person,
    PostgresStore,
    Session,
    SqliteStore,
    Status,
    Store,
    TableRow,
    Unavailable,
    Unknown,
    open_store,
)
from ludotheque.house.store.migrate import scripts
from ludotheque.house.store.sqlite import statements

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
P = ParamSpec("P")
ROUNDS = 12


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test in a loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@pytest.fixture
def sqlite_place(tmp_path: Path) -> str:
    return str(tmp_path / "house.db")


@pytest.fixture
def postgres_place(postgres: Server) -> str:
    return postgres.database()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> str:
    """Where a new database of either kind is."""
    found: str = request.getfixturevalue(f"{request.param}_place")
    return found


def table(
    name: str = "t1",
    *,
    game: str = "m",
    status: Status = "playing",
    public: bool = True,
    changed: int = 1,
    people: tuple[str, ...] = (),
    summary: str = "{}",
) -> TableRow:
    return TableRow(
        id=name,
        game=game,
        status=status,
        public=public,
        created=1,
        changed=changed,
        people=people,
        summary=summary,
    )


def person(name: str, password: str | None = None) -> Person:
    return Person(id=f"p-{name}", name=name, key=name.lower(), password=password, created=5)


def session(token_hash: str, name: str, seen: int = 7) -> Session:
    return Session(hash=token_hash, person=f"p-{name}", device="a phone", created=6, seen=seen)


# Entries


@in_loop
async def test_what_was_appended_is_read_in_order(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(), ["zero", "one"])
        await store.append("t1", 2, ['{"é": "\\u0000", "n": 2}', "three"])
        await store.append("t1", 4, ["four"])
        assert await store.read("t1") == [
            "zero",
            "one",
            '{"é": "\\u0000", "n": 2}',
            "three",
            "four",
        ]
        assert await store.read("t1", 3) == ["three", "four"]
        assert await store.read("t1", 9) == []
        assert await store.read("nothing") == []


@in_loop
async def test_only_the_next_number_is_taken(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(), ["zero"])
        for number in (0, 2, -1):
            with pytest.raises(Conflict, match=f"{number} is not the next entry of table t1"):
                await store.append("t1", number, ["no"], table(changed=99))
        with pytest.raises(Conflict):
            await store.append("nothing", 0, ["no"])
        assert await store.read("t1") == ["zero"]
        assert await store.table("t1") == table()


@in_loop
async def test_a_row_goes_with_its_table(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table())
        with pytest.raises(ValueError, match="a row of table t2 for table t1"):
            await store.append("t1", 0, ["no"], table("t2"))


@in_loop
async def test_a_table_is_created_once(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(people=("a",)), ["first"])
        with pytest.raises(Conflict, match="there is a table t1 already"):
            await store.create_table(table(people=("b",)), ["second"])
        assert await store.read("t1") == ["first"]
        assert await store.table("t1") == table(people=("a",))


@in_loop
async def test_of_many_writers_one_wins_each_number(place: str) -> None:
    """Two stores on one database, like two processes; on each, several at once."""
    async with open_store(place) as one, open_store(place) as two:
        await one.create_table(table())
        for number in range(8):
            tries = [(store, f"{number} by {who}") for who in range(4) for store in (one, two)]
            outcomes = await asyncio.gather(
                *(store.append("t1", number, [text]) for store, text in tries),
                return_exceptions=True,
            )
            assert Counter(map(type, outcomes)) == {type(None): 1, Conflict: 7}
            (winner,) = [tried for tried, out in zip(tries, outcomes, strict=True) if out is None]
            assert await one.read("t1", number) == [winner[1]]


@in_loop
async def test_two_stores_that_write_as_fast_as_they_can(place: str) -> None:
    """Each takes the next number it knows of, and reads again when it was too late."""
    ids = [f"t{n}" for n in range(5)]

    async def keep_on(store: Store, who: str, name: str) -> list[str]:
        written: list[str] = []
        while len(written) < 10:
            number = len(await store.read(name))
            try:
                await store.append(name, number, [f"{who}{len(written)}"], table(name))
            except Conflict:
                continue
            written.append(f"{who}{len(written)}")
        return written

    async with open_store(place) as one, open_store(place) as two:
        for name in ids:
            await one.create_table(table(name))
        jobs = [keep_on(s, w, name) for name in ids for s, w in ((one, "a"), (two, "b"))]
        mine = await asyncio.gather(*jobs)
        for place_of, name in enumerate(ids):
            entries = await one.read(name)
            for written in mine[2 * place_of : 2 * place_of + 2]:
                assert [entry for entry in entries if entry in written] == written
            assert len(entries) == 20


@in_loop
async def test_a_refusal_leaves_the_rest_of_its_batch_alone(place: str) -> None:
    """Everything that is asked for before the first answer goes into few transactions."""
    async with open_store(place) as store:
        for n in range(10):
            await store.create_table(table(f"t{n}"), ["zero"])
        writes = [
            store.append(f"t{n}", number, [f"{n}.{number}"]) for n in range(10) for number in (1, 7)
        ]
        writes.append(store.append("t0", 2, ["\ud800 no text at all"]))
        writes.append(store.create_person(person("Ada")))
        writes.append(store.create_person(person("Ada")))
        writes.append(store.append("t0", 2, ["right after"]))
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        kinds = [type(outcome) for outcome in outcomes]
        assert kinds[:20] == [type(None), Conflict] * 10
        assert isinstance(outcomes[20], Exception)
        assert not isinstance(outcomes[20], Conflict | Unavailable)
        assert kinds[21:] == [type(None), NameTaken, type(None)]
        assert await store.read("t0") == ["zero", "0.1", "right after"]
        assert await store.read("t9") == ["zero", "9.1"]


@in_loop
async def test_several_appends_to_one_table_may_wait_together(place: str) -> None:
    async with open_store(place) as store:
        waiting = [store.create_table(table())]
        rows = [table(changed=n, people=("a",) * (n % 3)) if n % 4 else None for n in range(30)]
        waiting += [store.append("t1", n, [str(n)], row) for n, row in enumerate(rows)]
        await asyncio.gather(*waiting)
        assert await store.read("t1") == [str(n) for n in range(30)]
        assert await store.table("t1") == rows[29]


@in_loop
async def test_closing_finishes_what_waits(place: str) -> None:
    store = open_store(place)
    await store.open()
    with pytest.raises(RuntimeError, match="the store is open already"):
        await store.open()
    await store.create_table(table())
    waiting = [asyncio.ensure_future(store.append("t1", n, [str(n)])) for n in range(50)]
    await asyncio.sleep(0)  # lets them ask
    await store.close()
    assert all(job.done() and job.exception() is None for job in waiting)
    await store.close()
    for job in (store.append("t1", 50, ["late"]), store.read("t1"), anext(store.dump())):
        with pytest.raises(Closed, match="the store is not open"):
            await job
    async with store:
        assert len(await store.read("t1")) == 50


@in_loop
async def test_who_goes_away_while_waiting_harms_nobody(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table())
        gone = asyncio.ensure_future(store.append("t1", 0, ["zero"]))
        stays = asyncio.ensure_future(store.append("t1", 1, ["one"]))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        assert await store.read("t1") == ["zero", "one"]


# Killed at any moment


async def scribble(place: str, count: int = 4) -> None:
    """Write for ever, and print each entry that was acknowledged. Run as a process to be killed."""

    async def one(store: Store, name: str) -> None:
        number = len(await store.read(name))
        while True:
            await store.append(name, number, [f"{name} {number}"], table(name, changed=number))
            sys.stdout.write(f"{name} {number}\n")
            sys.stdout.flush()
            number += 1

    store = open_store(place)
    await store.open()
    await asyncio.gather(*(one(store, f"t{n}") for n in range(count)))


@in_loop
async def test_nothing_acknowledged_is_lost_to_kill_9(place: str) -> None:
    async with open_store(place) as store:
        for n in range(4):
            await store.create_table(table(f"t{n}"))
    acknowledged: set[str] = set()
    dice = random.Random(9)  # noqa: S311 - when to kill is no secret
    for _ in range(ROUNDS):
        command = [sys.executable, __file__, place]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            for _ in range(dice.randrange(1, 60)):
                acknowledged.add(child.stdout.readline().strip())
            child.send_signal(signal.SIGKILL)
            # What it still said before it died counts too, but for half a line.
            acknowledged |= {line.strip() for line in child.stdout if line.endswith("\n")}
        assert child.returncode == -signal.SIGKILL
        async with open_store(place) as store:
            logs = {f"t{n}": await store.read(f"t{n}") for n in range(4)}
        assert acknowledged <= {entry for log in logs.values() for entry in log}
        for name, log in logs.items():
            assert log == [f"{name} {number}" for number in range(len(log))]
    assert len(acknowledged) >= ROUNDS


@in_loop
async def test_a_full_disk_is_said_and_passes(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house.db") as store:
        await store.create_table(table(), ["zero"])
        (pages,) = store._writing.execute("PRAGMA page_count").fetchone()
        store._writing.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unavailable, match=r"house.db can't be written: .* full"):
            await store.append("t1", 1, ["x" * 100_000])
        store._writing.execute(f"PRAGMA max_page_count = {pages + 1000}")
        await store.append("t1", 1, ["y" * 100_000])
        assert await store.read("t1") == ["zero", "y" * 100_000]


@in_loop
async def test_a_database_that_is_away_is_said_and_comes_back(postgres: Server) -> None:
    place, other = postgres.database(), postgres.database()
    name = named(place)
    ear = Ear()
    async with open_store(place) as store:
        await store.create_table(table(), ["zero"])
        store.listen(ear)
        await execute(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await cut(other, name)
        for job in (store.append("t1", 1, ["no"]), store.read("t1"), anext(store.dump())):
            with pytest.raises(Unavailable, match="the database does not answer"):
                await job
        await execute(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        while await ear.next() != ("", -1):
            pass
        await store.append("t1", 1, ["one"])
        assert await ear.next() == ("t1", 2)
        assert await store.read("t1") == ["zero", "one"]


# Rows and lists


@in_loop
async def test_the_row_changes_with_the_entries(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(status="waiting", people=("a", "b", "a")))
        assert await store.table("t1") == table(status="waiting", people=("a", "b", "a"))
        after = table(status="over", public=False, changed=7, people=("b",), summary='{"é": 1}')
        await store.append("t1", 0, ["zero"], after)
        assert await store.table("t1") == after
        await store.append("t1", 1, ["one"])
        assert await store.table("t1") == after
        await store.append("t1", 2, [], table(changed=8))
        assert await store.table("t1") == table(changed=8)
        assert await store.table("nothing") is None


@in_loop
async def test_lists_are_filtered_and_the_last_change_comes_first(place: str) -> None:
    rows = [
        table("a", changed=1, people=("p", "q")),
        table("b", changed=4, game="fair", people=("q",)),
        table("c", changed=3, public=False, people=("p", "p")),
        table("d", changed=2, status="waiting"),
    ]
    async with open_store(place) as store:
        for row in rows:
            await store.create_table(row)
        a, b, c, d = rows
        assert await store.tables() == [b, c, d, a]
        assert await store.tables(limit=2) == [b, c]
        assert await store.tables(public_only=True) == [b, d, a]
        assert await store.tables(game="m") == [c, d, a]
        assert await store.tables(status="playing") == [b, c, a]
        assert await store.tables(person="p") == [c, a]
        assert await store.tables(person="q", game="m", status="playing", public_only=True) == [a]
        assert await store.tables(person="nobody") == []


@in_loop
async def test_ids_from_outside_may_be_anything(place: str) -> None:
    async with open_store(place) as store:
        for odd in ("\0", "\ud800", "é", "'; DROP TABLE tables; --"):
            assert await store.table(odd) is None
            assert await store.read(odd) == []
            assert await store.person(odd) is None
            assert await store.tables(person=odd) == []


@in_loop
async def test_the_secret_is_kept_and_never_listed(place: str) -> None:
    secret = bytes(range(0, 256, 8))
    async with open_store(place) as store:
        await store.create_table(table(), ["zero"], secret)
        assert await store.secret("t1") == secret
        await store.append("t1", 1, ["one"], table(changed=2))
        assert await store.secret("t1") == secret
        assert secret.hex() not in repr([await store.tables(), await store.read("t1")])
        with pytest.raises(Unknown, match="there is no table nothing"):
            await store.secret("nothing")


# Being told


class Ear:
    """Remembers what it was told, and can be waited for."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    def __call__(self, table_id: str, following: int) -> None:
        self.heard.put_nowait((table_id, following))

    async def next(self) -> tuple[str, int]:
        async with asyncio.timeout(20):
            return await self.heard.get()


@in_loop
async def test_who_listens_is_told_after_the_commit(
    place: str, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(table_id: str, following: int) -> None:
        raise RuntimeError("does not care")

    ear = Ear()
    async with open_store(place) as store:
        store.listen(broken)
        stop = store.listen(ear)
        await store.create_table(table(), ["zero"])
        assert await ear.next() == ("t1", 1)
        with pytest.raises(Conflict):
            await store.append("t1", 0, ["no"])
        await store.append("t1", 1, ["one", "two"])
        assert await ear.next() == ("t1", 3)
        stop()
        await store.append("t1", 3, ["three"])
    assert ear.heard.empty()
    assert "a listener failed on table t1" in caplog.text


@in_loop
async def test_another_store_on_postgres_is_told_and_finds_it_there(postgres_place: str) -> None:
    ear = Ear()
    async with open_store(postgres_place) as one, open_store(postgres_place) as two:
        two.listen(ear)
        await one.create_table(table("a table with spaces"), ["zero"])
        assert await ear.next() == ("a table with spaces", 1)
        jobs = [one.append("a table with spaces", n, [str(n)]) for n in range(1, 40)]
        await asyncio.gather(*jobs)
        while (await ear.next())[1] < 40:
            pass
        assert len(await two.read("a table with spaces")) == 40


@in_loop
async def test_a_listener_that_was_cut_off_is_told_to_look(postgres_place: str) -> None:
    ear = Ear()
    async with open_store(postgres_place) as one, open_store(postgres_place) as two:
        two.listen(ear)
        await one.create_table(table())
        assert await ear.next() == ("t1", 0)
        await cut(postgres_place, named(postgres_place))
        assert await ear.next() == ("", -1)
        # Which write notices the lost connection is a matter of luck; the one after it works.
        try:
            await one.append("t1", 0, ["zero"])
        except Unavailable:
            await one.append("t1", 0, ["zero"])
        assert await ear.next() == ("t1", 1)
        assert await two.read("t1") == ["zero"]


def named(place: str) -> str:
    """The name of a database of PostgreSQL."""
    return place.split("/")[3].partition("?")[0]


async def cut(place: str, name: str) -> None:
    """End every connection to a database but our own."""
    await execute(
        place,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"  # noqa: S608 - a test's name
        f" WHERE datname = '{name}' AND pid <> pg_backend_pid()",
    )


# People and sessions


@in_loop
async def test_people_come_are_renamed_and_get_an_account(place: str) -> None:
    async with open_store(place) as store:
        await store.create_person(person("Ada"))
        await store.create_person(person("Bob", "hash"))
        assert await store.person("p-Ada") == person("Ada")
        assert await store.person_named("bob") == person("Bob", "hash")
        assert await store.person_named("Bob") is None
        with pytest.raises(NameTaken, match="the name 'Bob' is taken"):
            await store.rename_person("p-Ada", "Bob", "bob")
        await store.rename_person("p-Ada", "Éa", "éa")
        with pytest.raises(NameTaken):
            await store.make_account("p-Ada", "BOB", "bob", "hash2")
        await store.make_account("p-Ada", "ÉA", "éa", "hash2")
        with pytest.raises(Unknown):  # has an account already
            await store.make_account("p-Ada", "Cy", "cy", "hash3")
        await store.set_password("p-Ada", "hash4")
        found = await store.person_named("éa")
        assert found is not None
        assert (found.id, found.name, found.password, found.guest) == (
            "p-Ada",
            "ÉA",
            "hash4",
            False,
        )
        for job in (store.rename_person("x", "X", "x"), store.set_password("x", "hash")):
            with pytest.raises(Unknown, match="no such person: x"):
                await job


@in_loop
async def test_deletion_forgets_the_person_and_keeps_the_tables(place: str) -> None:
    async with open_store(place) as store:
        await store.create_person(person("Ada", "hash"))
        await store.create_session(session("h1", "Ada"))
        await store.create_table(table(people=("p-Ada",)), ["zero"])
        await store.delete_person("p-Ada")
        gone = Person(id="p-Ada", name=None, key=None, password=None, created=5)
        assert await store.person("p-Ada") == gone
        assert await store.session("h1") is None
        assert await store.tables(person="p-Ada") == [table(people=("p-Ada",))]
        await store.create_person(Person(id="new", name="Ada", key="ada", password=None, created=8))
        for job in (
            store.create_session(session("h2", "Ada")),
            store.rename_person("p-Ada", "Eve", "eve"),
            store.make_account("p-Ada", "Eve", "eve", "hash"),
            store.delete_person("nobody"),
        ):
            with pytest.raises(Unknown):
                await job


@in_loop
async def test_sessions_are_listed_touched_and_revoked(place: str) -> None:
    async with open_store(place) as store:
        for name in ("Ada", "Bob"):
            await store.create_person(person(name))
        for token_hash, name in (("h1", "Ada"), ("h2", "Ada"), ("h3", "Ada"), ("h4", "Bob")):
            await store.create_session(session(token_hash, name))
        await store.touch_session("h2", 50)
        assert await store.session("h2") == session("h2", "Ada", 50)
        assert [s.hash for s in await store.sessions("p-Ada")] == ["h2", "h1", "h3"]
        with pytest.raises(Unknown):
            await store.revoke_session("p-Bob", "h1")
        await store.revoke_session("p-Ada", "h1")
        assert await store.session("h1") is None
        await store.revoke_sessions("p-Ada", but="h3")
        assert [s.hash for s in await store.sessions("p-Ada")] == ["h3"]
        await store.revoke_sessions("p-Ada")
        assert await store.sessions("p-Ada") == []
        assert await store.session("h4") == session("h4", "Bob")


@in_loop
async def test_who_is_banned_is_out_at_once(place: str) -> None:
    async with open_store(place) as store:
        await store.create_person(person("Ada"))
        await store.create_session(session("h1", "Ada"))
        await store.ban("ada")
        await store.ban("ada")
        await store.ban("zoé")
        assert await store.banned() == ["ada", "zoé"]
        assert await store.is_banned("ada")
        assert await store.session("h1") is None
        await store.unban("ada")
        assert not await store.is_banned("ada")


@in_loop
async def test_guests_who_stay_away_are_forgotten(place: str) -> None:
    """All came at 5. Ada was seen at 7, Bob at 20, Cy has an account, Di has no session."""
    async with open_store(place) as store:
        for name, password in (("Ada", None), ("Bob", None), ("Cy", "hash"), ("Di", None)):
            await store.create_person(person(name, password))
        for token_hash, name, seen in (("h1", "Ada", 7), ("h2", "Bob", 20), ("h3", "Cy", 7)):
            await store.create_session(session(token_hash, name, seen))
        await store.sweep(5)
        assert await store.person_named("di") == person("Di")
        await store.sweep(8)
        found = {key: await store.person_named(key) for key in ("ada", "bob", "cy", "di")}
        assert found == {"ada": None, "bob": person("Bob"), "cy": person("Cy", "hash"), "di": None}
        assert [await store.session(h) is not None for h in ("h1", "h2", "h3")] == [
            False,
            True,
            False,
        ]


# Moving house


async def furnish(store: Store) -> None:
    await store.create_person(person("Ada", "hash"))
    await store.create_person(person("Bob"))
    await store.create_session(session("h1", "Ada"))
    await store.ban("eve")
    await store.create_table(table(people=("p-Ada", "p-Bob")), ['{"é": "\\n"}', "one"], b"\x00\xff")
    await store.create_table(table("t2", public=False))
    await store.create_person(person("Cy"))
    await store.delete_person("p-Cy")


@pytest.mark.parametrize("way", [("sqlite", "postgres"), ("postgres", "sqlite")])
@in_loop
async def test_a_dump_moves_everything_to_the_other_store(
    way: tuple[str, str], sqlite_place: str, postgres_place: str
) -> None:
    places = {"sqlite": sqlite_place, "postgres": postgres_place}
    async with open_store(places[way[0]]) as old, open_store(places[way[1]]) as new:
        await furnish(old)
        lines = [line async for line in old.dump()]
        await new.load(lines)
        assert [line async for line in new.dump()] == lines
        assert await new.tables() == await old.tables()
        assert await new.secret("t1") == b"\x00\xff"
        await new.append("t1", 2, ["goes on"])
        with pytest.raises(Conflict):
            await new.append("t1", 2, ["twice"])
        with pytest.raises(BadDump, match="the store is not empty"):
            await new.load(lines)


@in_loop
async def test_a_dump_is_of_one_moment(place: str) -> None:
    async with open_store(place) as store:
        for n in range(3):
            await store.create_table(table(f"t{n}"), ["zero"])
        lines: list[dict[str, dict[str, Any]]] = []
        async for line in store.dump():
            lines.append(json.loads(line))
            number = len(lines)
            await asyncio.gather(*(store.append(f"t{n}", number, ["more"]) for n in range(3)))
        counts = Counter(line["entries"]["table_id"] for line in lines if "entries" in line)
        rows = [line["tables"] for line in lines if "tables" in line]
        assert counts == {row["id"]: row["next"] for row in rows}
        assert len(rows) == 3


@in_loop
async def test_a_bad_dump_is_refused_whole(place: str) -> None:
    async with open_store(place) as store:
        head = await anext(store.dump())
        good = json.dumps({"banned": {"key": "eve"}})
        for lines, message in (
            ([], "line 1 is not"),
            ([good], "line 1 is not"),
            ([head, good, "{"], "line 3 is not a row of ours"),
            ([head, good, '{"banned": {"name": "eve"}}'], "line 3"),
            ([head, good, '{"beds": {"key": "eve"}}'], "line 3"),
            ([head, good, "{}"], "line 3"),
            ([head, good, good], "banned twice"),
        ):
            with pytest.raises(BadDump, match=message):
                await store.load(lines)
        assert await store.banned() == []
        await store.load([head, good])
        assert await store.banned() == ["eve"]


@in_loop
async def test_a_backup_opens_and_has_everything(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house.db") as store:
        await furnish(store)
        jobs = [store.append("t2", n, [str(n)]) for n in range(200)]
        writing = asyncio.gather(*jobs)
        await store.backup(tmp_path / "copy.db")
        await writing
        lines = [line async for line in store.dump() if '"t2"' not in line]
    async with SqliteStore(tmp_path / "copy.db") as copy:
        assert [line async for line in copy.dump() if '"t2"' not in line] == lines
        kept = await copy.read("t2")
        assert kept == [str(n) for n in range(len(kept))]
        await copy.append("t2", len(kept), ["goes on"])
    assert not (tmp_path / "copy.db.part").exists()


# Migrations


async def execute(place: str, *scripts_to_run: str) -> None:
    """Run SQL on a database behind the store's back."""
    if place.startswith("postgresql://"):
        db = await asyncpg.connect(place)
        for script in scripts_to_run:
            await db.execute(script)
        await db.close()
        return
    file = sqlite3.connect(place)
    for script in scripts_to_run:
        file.executescript(script)
    file.close()


def dialect(place: str) -> str:
    return "postgres" if place.startswith("postgresql://") else "sqlite"


def test_both_databases_have_the_same_migrations() -> None:
    assert len(scripts("sqlite")) == len(scripts("postgres")) >= 2
    assert "".join(statements(scripts("sqlite")[0])) == scripts("sqlite")[0]


@in_loop
async def test_a_database_of_version_1_is_brought_up_to_date(place: str) -> None:
    await execute(
        place,
        "CREATE TABLE version (number INTEGER NOT NULL); INSERT INTO version VALUES (1);",
        scripts(dialect(place))[0],
        "INSERT INTO tables VALUES ('t1', 'm', 'playing', 1, 1, 1, '{}', '00ff', 1);"
        "INSERT INTO entries VALUES ('t1', 0, 'zero');",
    )
    async with open_store(place) as store:
        assert await store.read("t1") == ["zero"]
        await store.append("t1", 1, ["one"])
        await store.create_person(person("Ada"))
    async with open_store(place) as store:
        assert await store.read("t1") == ["zero", "one"]
        assert await store.person_named("ada") == person("Ada")


@in_loop
async def test_a_database_of_a_newer_version_is_refused(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(), ["zero"])
    await execute(place, "UPDATE version SET number = 99")
    with pytest.raises(NewerDatabase, match="the database is at version 99, this house knows 2"):
        await open_store(place).open()
    await execute(place, "UPDATE version SET number = 2")
    async with open_store(place) as store:
        assert await store.read("t1") == ["zero"]


@in_loop
async def test_what_can_not_be_opened_is_named(tmp_path: Path, postgres: Server) -> None:
    (tmp_path / "letter").write_text("Dear house, this is no database. " * 9, encoding="utf-8")
    url = postgres.database()
    for place, message in (
        (str(tmp_path / "no" / "house.db"), r"no/house.db can't be opened: unable to open"),
        (str(tmp_path / "letter"), r"letter can't be opened: file is not a database"),
        (
            url.replace(named(url), "nowhere"),
            r'can\'t be opened: database "nowhere" does not exist',
        ),
        (f"postgresql:///x?host={tmp_path}", r"the database can't be opened: .*No such file"),
    ):
        with pytest.raises(Unavailable, match=message):
            await open_store(place).open()


@in_loop
async def test_many_may_open_an_empty_database_at_once(place: str) -> None:
    stores = [open_store(place) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create_table(table(), ["zero"])
    assert [await store.read("t1") for store in stores] == [["zero"]] * 4
    await asyncio.gather(*(store.close() for store in stores))


def test_the_address_decides_which_store_it_is(place: str) -> None:
    assert type(open_store(place)) is (SqliteStore if dialect(place) == "sqlite" else PostgresStore)


if __name__ == "__main__":
    asyncio.run(scribble(sys.argv[1]))
