"""The contract of a store, for SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from house import stores
from house.stores import (
    CommitRecorder,
    database_name,
    dialect,
    execute,
    in_loop,
    person,
    table,
    terminate_connections,
)

from ludotheque.house.store import (
    Conflict,
    DueTable,
    NameTaken,
    NotFound,
    SqliteStore,
    Store,
    StoreClosed,
    TableCursor,
    Unavailable,
    open_store,
)

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)
ROUNDS = 12


# Entries


@in_loop
async def test_entries_are_read_in_order(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(), ["zero", "one"])
        await store.append(table(), 2, ['{"é": "\\u0000", "n": 2}', "three"])
        await store.append(table(), 4, ["four"])
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
async def test_only_the_next_number_is_accepted(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(), ["zero"])
        for number in (0, 2, -1):
            with pytest.raises(Conflict, match=f"{number} is not the next entry of table t1"):
                await store.append(table(changed=99), number, ["no"])
        with pytest.raises(Conflict):
            await store.append(table("nothing"), 0, ["no"])
        assert await store.read("t1") == ["zero"]
        assert await store.table("t1") == table()


@in_loop
async def test_a_table_is_created_once(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(people=("a",)), ["first"])
        with pytest.raises(Conflict, match="there is a table t1 already"):
            await store.create_table(table(people=("b",)), ["second"])
        assert await store.read("t1") == ["first"]
        assert await store.table("t1") == table(people=("a",))


@in_loop
async def test_a_table_has_one_rematch(place: str) -> None:
    """Both are written or neither, and only one of many concurrent attempts succeeds."""
    async with open_store(place) as store:
        await store.create_table(table("old"), ["a"])
        leads = (
            store.append_and_create(
                table("old", changed=9), 1, [f"to {n}"], table(f"new {n}"), ["b"], b"s"
            )
            for n in range(5)
        )
        outcomes = await asyncio.gather(*leads, return_exceptions=True)
        (done,) = [n for n, outcome in enumerate(outcomes) if outcome is None]
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 4
        assert await store.read("old") == ["a", f"to {done}"]
        assert {row.id for row in await store.tables()} == {"old", f"new {done}"}
        assert await store.read(f"new {done}") == ["b"]
        assert await store.head(f"new {done}") == (b"s", 1)
        with pytest.raises(Conflict):  # the other table exists: nothing is appended either
            await store.append_and_create(table("old"), 2, ["c"], table(f"new {done}"), ["d"], b"")
        assert len(await store.read("old")) == 2


@in_loop
async def test_one_of_many_writers_gets_each_number(place: str) -> None:
    """Two stores on one database, like two processes, with several writers each."""
    async with open_store(place) as one, open_store(place) as two:
        await one.create_table(table())
        for number in range(8):
            tries = [(store, f"{number} by {who}") for who in range(4) for store in (one, two)]
            outcomes = await asyncio.gather(
                *(store.append(table(), number, [text]) for store, text in tries),
                return_exceptions=True,
            )
            assert Counter(map(type, outcomes)) == {type(None): 1, Conflict: 7}
            (winner,) = [tried for tried, out in zip(tries, outcomes, strict=True) if out is None]
            assert await one.read("t1", number) == [winner[1]]


@in_loop
async def test_two_stores_write_at_full_speed(place: str) -> None:
    """Each takes the next number it knows of, and reads again after a conflict."""
    ids = [f"t{n}" for n in range(5)]

    async def append_entries(store: Store, who: str, name: str) -> list[str]:
        written: list[str] = []
        while len(written) < 10:
            number = len(await store.read(name))
            try:
                await store.append(table(name), number, [f"{who}{len(written)}"])
            except Conflict:
                continue
            written.append(f"{who}{len(written)}")
        return written

    async with open_store(place) as one, open_store(place) as two:
        for name in ids:
            await one.create_table(table(name))
        jobs = [append_entries(s, w, name) for name in ids for s, w in ((one, "a"), (two, "b"))]
        mine = await asyncio.gather(*jobs)
        for place_of, name in enumerate(ids):
            entries = await one.read(name)
            for written in mine[2 * place_of : 2 * place_of + 2]:
                assert [entry for entry in entries if entry in written] == written
            assert len(entries) == 20


@in_loop
async def test_a_batch_writes_every_text_and_every_row(place: str) -> None:
    texts = ['"quoted" \\ "back"', "é 🎲 \u2028", '{"a": null}', "", "1", "null", "[2]", "a\nb"]
    async with open_store(place) as store:
        names = [f"t{n}" for n in range(len(texts))]
        for name in names:
            await store.create_table(table(name), ["zero"])
        rows = [table(name, summary=text) for name, text in zip(names, texts, strict=True)]
        rows[0] = table("t0", status="over", public=False, people=("ada", "bert"), changed=7)
        writes = [store.append(row, 1, [row.summary, "end"]) for row in rows]
        await asyncio.gather(*writes)
        for row in rows:
            assert await store.table(row.id) == row
            assert await store.read(row.id) == ["zero", row.summary, "end"]


@in_loop
async def test_a_conflict_does_not_affect_the_rest_of_its_batch(place: str) -> None:
    """All requests before the first answer are written in few transactions."""
    async with open_store(place) as store:
        for n in range(10):
            await store.create_table(table(f"t{n}"), ["zero"])
        writes = [
            store.append(table(f"t{n}"), number, [f"{n}.{number}"])
            for n in range(10)
            for number in (1, 7)
        ]
        writes.append(store.append(table("t0"), 2, ["\ud800 no text at all"]))
        writes.append(store.create_person(person("Ada")))
        writes.append(store.create_person(person("Ada")))
        writes.append(store.append(table("t0"), 2, ["right after"]))
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        kinds = [type(outcome) for outcome in outcomes]
        assert kinds[:20] == [type(None), Conflict] * 10
        assert isinstance(outcomes[20], Exception)
        assert not isinstance(outcomes[20], Conflict | Unavailable)
        assert kinds[21:] == [type(None), NameTaken, type(None)]
        assert await store.read("t0") == ["zero", "0.1", "right after"]
        assert await store.read("t9") == ["zero", "9.1"]


@in_loop
async def test_several_appends_to_one_table_may_be_in_one_batch(place: str) -> None:
    async with open_store(place) as store:
        waiting = [store.create_table(table())]
        rows = [table(changed=n, people=("a",) * (n % 3)) for n in range(30)]
        waiting += [store.append(row, n, [str(n)]) for n, row in enumerate(rows)]
        await asyncio.gather(*waiting)
        assert await store.read("t1") == [str(n) for n in range(30)]
        assert await store.table("t1") == rows[29]


@in_loop
async def test_closing_completes_pending_writes(place: str) -> None:
    store = open_store(place)
    await store.open()
    with pytest.raises(RuntimeError, match="the store is open already"):
        await store.open()
    await store.create_table(table())
    waiting = [asyncio.ensure_future(store.append(table(), n, [str(n)])) for n in range(50)]
    await asyncio.sleep(0)  # lets them start
    await store.close()
    assert all(job.done() and job.exception() is None for job in waiting)
    await store.close()
    for job in (store.append(table(), 50, ["late"]), store.read("t1"), anext(store.dump())):
        with pytest.raises(StoreClosed, match="the store is not open"):
            await job
    async with store:
        assert len(await store.read("t1")) == 50


@in_loop
async def test_a_cancelled_write_does_not_affect_others(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table())
        gone = asyncio.ensure_future(store.append(table(), 0, ["zero"]))
        stays = asyncio.ensure_future(store.append(table(), 1, ["one"]))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        assert await store.read("t1") == ["zero", "one"]


# Failures


@in_loop
async def test_nothing_acknowledged_is_lost_to_kill_9(place: str) -> None:
    async with open_store(place) as store:
        for n in range(4):
            await store.create_table(table(f"t{n}"))
    acknowledged: set[str] = set()
    rng = random.Random(9)  # noqa: S311 - when to kill is no secret
    for _ in range(ROUNDS):
        command = [sys.executable, stores.__file__, place]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            for _ in range(rng.randrange(1, 60)):
                acknowledged.add(child.stdout.readline().strip())
            child.send_signal(signal.SIGKILL)
            # What it printed before it died counts too, except an incomplete line.
            acknowledged |= {line.strip() for line in child.stdout if line.endswith("\n")}
        assert child.returncode == -signal.SIGKILL
        async with open_store(place) as store:
            logs = {f"t{n}": await store.read(f"t{n}") for n in range(4)}
        assert acknowledged <= {entry for log in logs.values() for entry in log}
        for name, log in logs.items():
            assert log == [f"{name} {number}" for number in range(len(log))]
    assert len(acknowledged) >= ROUNDS


@in_loop
async def test_a_full_disk_is_reported_and_recovered_from(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house.db") as store:
        await store.create_table(table(), ["zero"])
        (pages,) = store._write_db.execute("PRAGMA page_count").fetchone()
        store._write_db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unavailable, match=r"house.db can't be written: .* full"):
            await store.append(table(), 1, ["x" * 100_000])
        store._write_db.execute(f"PRAGMA max_page_count = {pages + 1000}")
        await store.append(table(), 1, ["y" * 100_000])
        assert await store.read("t1") == ["zero", "y" * 100_000]


@in_loop
async def test_an_unavailable_database_is_reported_and_recovered_from(postgres: Server) -> None:
    place, other = postgres.database(), postgres.database()
    name = database_name(place)
    recorder = CommitRecorder()
    async with open_store(place) as store:
        await store.create_table(table(), ["zero"])
        store.on_commit(recorder)
        await execute(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await terminate_connections(other, name)
        for job in (store.append(table(), 1, ["no"]), store.read("t1"), anext(store.dump())):
            with pytest.raises(Unavailable, match="the database does not answer"):
                await job
        await execute(other, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        while await recorder.next() != ("", -1):
            pass
        await store.append(table(), 1, ["one"])
        assert await recorder.next() == ("t1", 2)
        assert await store.read("t1") == ["zero", "one"]


# Rows and lists


@in_loop
async def test_the_row_changes_with_the_entries(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(status="waiting", people=("a", "b", "a")))
        assert await store.table("t1") == table(status="waiting", people=("a", "b", "a"))
        after = table(status="over", public=False, changed=7, people=("b",), summary='{"é": 1}')
        await store.append(after, 0, ["zero"])
        assert await store.table("t1") == after
        await store.append(table(changed=8), 1, [])
        assert await store.table("t1") == table(changed=8)
        assert await store.table("nothing") is None


@in_loop
async def test_seats_are_written_only_if_the_people_changed(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(people=("a", "b")))
        await store.append(table(changed=2, people=("b",)), 0, ["zero"], people_changed=False)
        assert await store.table("t1") == table(changed=2, people=("a", "b"))
        await asyncio.gather(
            store.append(table(changed=3, people=("c", "b")), 1, ["one"]),
            store.append(table(changed=4), 2, ["two"], people_changed=False),
        )
        assert await store.table("t1") == table(changed=4, people=("c", "b"))


@in_loop
async def test_due_tables_are_listed_the_earliest_first(place: str) -> None:
    async with open_store(place) as one, open_store(place) as two:
        await one.create_table(table("a", due=30))
        await one.create_table(table("b", due=20))
        await one.create_table(table("never"))
        await two.create_table(table("c", due=20))
        a, b = DueTable("a", 30, one.process), DueTable("b", 20, one.process)
        c = DueTable("c", 20, two.process)
        assert await one.tables_due(31, 9) == [b, c, a]
        assert await one.tables_due(30, 9) == [b, c]
        assert await one.tables_due(31, 1) == [b]
        assert await one.tables_due(31, 9, after=b) == [c, a]
        assert await one.tables_due(31, 9, kept_by_others=[two.process, "gone"]) == [b, a]
        assert await two.tables_due(31, 9, kept_by_others=[one.process]) == [c]


@in_loop
async def test_when_a_table_is_due_is_written_only_if_it_changed(place: str) -> None:
    async with open_store(place) as one, open_store(place) as two:
        await one.create_table(table(due=5))
        await two.append(table(due=7), 0, ["zero"], due_changed=False)
        assert await one.tables_due(9, 9) == [DueTable("t1", 5, one.process)]
        await asyncio.gather(
            two.append(table(due=8), 1, ["one"]),
            two.append(table(due=9), 2, ["two"], due_changed=False),
        )
        assert await one.tables_due(9, 9) == [DueTable("t1", 8, two.process)]
        assert await one.table("t1") == table(due=8)
        await two.append(table(), 3, ["three"])
        assert await one.tables_due(9, 9) == []


@in_loop
async def test_one_process_takes_a_table_from_its_keeper(place: str) -> None:
    async with open_store(place) as one, open_store(place) as two:
        await one.create_table(table(due=5), ["zero"])
        (due,) = await one.tables_due(9, 9)
        await two.take_due(due)
        with pytest.raises(Conflict, match="another process has taken table t1"):
            await one.take_due(due)
        (taken,) = await one.tables_due(9, 9)
        assert taken == DueTable("t1", 5, two.process)
        await one.correct_due(taken, 7, None)  # it has other entries than that
        await one.correct_due(DueTable("t1", 4, ""), 1, None)  # it is due at another time
        assert await one.tables_due(9, 9) == [taken]
        await one.correct_due(taken, 1, 8)
        assert await one.tables_due(9, 9) == [DueTable("t1", 8, two.process)]
        await one.correct_due(DueTable("t1", 8, ""), 1, None)
        assert await one.tables_due(9, 9) == []


@in_loop
async def test_a_move_writes_no_index_of_its_table(postgres_place: str) -> None:
    """PostgreSQL calls such updates HOT: they need no space in an index, and no vacuum."""
    async with open_store(postgres_place) as store:
        rows = [
            table(f"t{n}", summary="s" * 600, changed=n, due=n, people=("a", "b")) for n in range(9)
        ]
        for row in rows:
            await store.create_table(row)
        for number in range(20):
            moves = (
                store.append(
                    msgspec.structs.replace(row, changed=100 + number, due=100 + number),
                    number,
                    ["move"],
                    people_changed=False,
                )
                for row in rows
            )
            await asyncio.gather(*moves)
    counts = """SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables'"""
    async with open_store(postgres_place) as store, asyncio.timeout(20):
        while (updates := await store.rows(counts))[0][0] != 9 * 20:
            await asyncio.sleep(0.1)  # the numbers come after the transaction
        ((_, hot),) = updates
        assert int(hot or 0) >= 9 * 19


@in_loop
async def test_lists_of_public_tables_need_no_sorting(place: str) -> None:
    listing = """SELECT id FROM tables WHERE public = 1 AND status = 'waiting'
        AND (created, id) < (9, 't') ORDER BY created DESC, id DESC LIMIT 5"""
    async with open_store(place) as store:
        if dialect(place) == "sqlite":
            plan = repr(await store.rows(f"EXPLAIN QUERY PLAN {listing}"))
        else:
            await execute(place, f"ALTER DATABASE {database_name(place)} SET enable_seqscan = off")
            async with open_store(place) as other:
                plan = repr(await other.rows(f"EXPLAIN {listing}"))
            await execute(place, f"ALTER DATABASE {database_name(place)} RESET enable_seqscan")
    assert "tables_public" in plan
    assert "sort" not in plan.lower()
    assert "b-tree" not in plan.lower()  # what SQLite sorts with


@in_loop
async def test_lists_are_filtered_and_sorted_by_last_change(place: str) -> None:
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
async def test_public_tables_are_paged_by_creation(place: str) -> None:
    """However often the others change; tables of one millisecond are neither lost nor repeated."""
    async with open_store(place) as store:
        for number in range(12):
            row = table(f"t{number:02}", created=number // 3, changed=99 - number)
            await store.create_table(row)
        await store.create_table(table("hidden", created=2, public=False))
        await store.create_table(table("waits", created=0, status="waiting"))
        await store.create_table(table("fair", created=9, game="fair"))
        seen: list[str] = []
        before: TableCursor | None = None
        while rows := await store.public_tables("playing", game="m", before=before, limit=5):
            seen += [row.id for row in rows]
            before = TableCursor(rows[-1].created, rows[-1].id)
        assert seen == [f"t{number:02}" for number in reversed(range(12))]
        assert [row.id for row in await store.public_tables("waiting")] == ["waits"]
        assert [row.id for row in await store.public_tables("playing", limit=1)] == ["fair"]
        assert await store.public_tables("closed") == []


@in_loop
async def test_tables_of_a_person_are_paged_by_creation(place: str) -> None:
    async with open_store(place) as store:
        rows = [
            table("a", created=1, people=("p", "q"), status="over"),
            table("b", created=2, people=("p",), status="waiting", public=False),
            table("c", created=3, people=("q",)),
            table("d", created=4, people=("p",)),
        ]
        for row in rows:
            await store.create_table(row)
        a, b, _, d = rows
        everything = ("waiting", "playing", "over")
        assert await store.tables_of_person("p", statuses=everything) == [d, b, a]
        assert await store.tables_of_person("p", statuses=("waiting", "over")) == [b, a]
        older = await store.tables_of_person("p", statuses=everything, before=TableCursor(4, "d"))
        assert older == [b, a]
        assert await store.tables_of_person("\ud800", statuses=everything) == []


@in_loop
async def test_ids_from_outside_may_be_anything(place: str) -> None:
    async with open_store(place) as store:
        for odd in ("\0", "\ud800", "é", "'; DROP TABLE tables; --"):
            assert await store.table(odd) is None
            assert await store.read(odd) == []
            assert await store.person(odd) is None
            assert await store.tables(person=odd) == []


@in_loop
async def test_the_seed_is_stored_and_never_listed(place: str) -> None:
    secret = bytes(range(0, 256, 8))
    async with open_store(place) as store:
        await store.create_table(table(), ["zero"], secret)
        assert await store.head("t1") == (secret, 1)
        await store.append(table(changed=2), 1, ["one"])
        assert await store.head("t1") == (secret, 2)
        assert secret.hex() not in repr([await store.tables(), await store.read("t1")])
        with pytest.raises(NotFound, match="there is no table nothing"):
            await store.head("nothing")


# Notifications


@in_loop
async def test_listeners_are_notified_after_the_commit(
    place: str, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(table_id: str, following: int) -> None:
        raise RuntimeError("does not care")

    recorder = CommitRecorder()
    async with open_store(place) as store:
        store.on_commit(broken)
        stop = store.on_commit(recorder)
        await store.create_table(table(), ["zero"])
        assert await recorder.next() == ("t1", 1)
        with pytest.raises(Conflict):
            await store.append(table(), 0, ["no"])
        await store.append(table(), 1, ["one", "two"])
        assert await recorder.next() == ("t1", 3)
        stop()
        await store.append(table(), 3, ["three"])
    assert recorder.received.empty()
    assert "a commit listener failed on table t1" in caplog.text


@in_loop
async def test_another_store_on_postgres_is_notified_after_the_commit(
    postgres_place: str,
) -> None:
    recorder = CommitRecorder()
    async with open_store(postgres_place) as one, open_store(postgres_place) as two:
        two.on_commit(recorder)
        await one.create_table(table("a table with spaces"), ["zero"])
        assert await recorder.next() == ("a table with spaces", 1)
        jobs = [one.append(table("a table with spaces"), n, [str(n)]) for n in range(1, 40)]
        await asyncio.gather(*jobs)
        while (await recorder.next())[1] < 40:
            pass
        assert len(await two.read("a table with spaces")) == 40


@in_loop
async def test_a_listener_that_lost_its_connection_is_asked_to_resync(postgres_place: str) -> None:
    recorder = CommitRecorder()
    async with open_store(postgres_place) as one, open_store(postgres_place) as two:
        two.on_commit(recorder)
        await one.create_table(table())
        assert await recorder.next() == ("t1", 0)
        await terminate_connections(postgres_place, database_name(postgres_place))
        assert await recorder.next() == ("", -1)
        # It depends on timing which write notices the lost connection; the next one works.
        try:
            await one.append(table(), 0, ["zero"])
        except Unavailable:
            await one.append(table(), 0, ["zero"])
        assert await recorder.next() == ("t1", 1)
        assert await two.read("t1") == ["zero"]


@in_loop
async def test_notifications_on_postgres_carry_the_entries_if_they_fit(postgres_place: str) -> None:
    received: asyncio.Queue[tuple[str, int, list[str]]] = asyncio.Queue()
    async with open_store(postgres_place) as one, open_store(postgres_place) as two:
        two.on_entries(lambda *commit: received.put_nowait((*commit[:2], [*commit[2]])))
        await one.create_table(table(), ["zero"])
        assert await received.get() == ("t1", 1, [])  # it is live nowhere yet
        texts = ['{"é": "\\n"}', "a\nb \u2028", ""]
        await one.append(table(), 1, texts)
        assert await received.get() == ("t1", 4, texts)
        await asyncio.gather(one.append(table(), 4, ["x"]), one.append(table(), 5, ["y", "z"]))
        last = 4
        while last < 7:
            _, last, entries = await received.get()
            assert ["x", "y", "z"][: last - 4][-len(entries) :] == entries
        await one.append(table(), 7, ["é" * 4000])  # 8000 bytes
        assert await received.get() == ("t1", 8, [])
        await one.append(table(), 8, [])
        assert await received.get() == ("t1", 8, [])
