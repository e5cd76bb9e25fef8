"""People in the store; dumps, backups and migrations."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from house.stores import (
    CommitRecorder,
    database_name,
    dialect,
    execute,
    in_loop,
    passkey,
    person,
    session,
    table,
)

from ludotheque.house.store import (
    BadDump,
    Conflict,
    DueTable,
    NameTaken,
    NewerDatabase,
    NotFound,
    Person,
    SqliteStore,
    Store,
    Unavailable,
    open_store,
)
from ludotheque.house.store.migrate import scripts
from ludotheque.house.store.postgres import PostgresStore
from ludotheque.house.store.sqlite import CHANGE_CHECK_INTERVAL_S, split_script

if TYPE_CHECKING:
    from house.postgres import Server

pytest_plugins = ("house.postgres",)


# People and sessions


@in_loop
async def test_people_are_created_renamed_and_get_an_account(place: str) -> None:
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
        with pytest.raises(NotFound):  # has an account already
            await store.make_account("p-Ada", "Cy", "cy", "hash3")
        await store.set_password("p-Ada", "hash4")
        found = await store.person_named("éa")
        assert found is not None
        assert (found.id, found.name, found.password_hash, found.guest) == (
            "p-Ada",
            "ÉA",
            "hash4",
            False,
        )
        for job in (store.rename_person("x", "X", "x"), store.set_password("x", "hash")):
            with pytest.raises(NotFound, match="no such person: x"):
                await job


@in_loop
async def test_deletion_erases_the_person_and_keeps_the_tables(place: str) -> None:
    async with open_store(place) as store:
        await store.create_person(person("Ada", "hash"))
        await store.create_session(session("h1", "Ada"))
        await store.create_table(table(people=("p-Ada",)), ["zero"])
        await store.delete_person("p-Ada")
        gone = Person(id="p-Ada", name=None, key=None, password_hash=None, created=5)
        assert await store.person("p-Ada") == gone
        assert await store.session("h1") is None
        assert await store.tables(person="p-Ada") == [table(people=("p-Ada",))]
        await store.create_person(
            Person(id="new", name="Ada", key="ada", password_hash=None, created=8)
        )
        for job in (
            store.create_session(session("h2", "Ada")),
            store.rename_person("p-Ada", "Eve", "eve"),
            store.make_account("p-Ada", "Eve", "eve", "hash"),
            store.delete_person("nobody"),
        ):
            with pytest.raises(NotFound):
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
        assert [s.token_hash for s in await store.sessions("p-Ada")] == ["h2", "h1", "h3"]
        with pytest.raises(NotFound):
            await store.revoke_session("p-Bob", "h1")
        await store.revoke_session("p-Ada", "h1")
        assert await store.session("h1") is None
        await store.revoke_sessions("p-Ada", except_hash="h3")
        assert [s.token_hash for s in await store.sessions("p-Ada")] == ["h3"]
        await store.revoke_sessions("p-Ada")
        assert await store.sessions("p-Ada") == []
        assert await store.session("h4") == session("h4", "Bob")


@in_loop
async def test_a_ban_ends_all_sessions_at_once(place: str) -> None:
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
async def test_the_names_of_guests_without_sessions_are_deleted(place: str) -> None:
    """All came at 5. Ada was seen at 7, Bob at 20, Cy has an account, Di has no session."""
    async with open_store(place) as store:
        for name, password in (("Ada", None), ("Bob", None), ("Cy", "hash"), ("Di", None)):
            await store.create_person(person(name, password))
        for token_hash, name, seen in (("h1", "Ada", 7), ("h2", "Bob", 20), ("h3", "Cy", 7)):
            await store.create_session(session(token_hash, name, seen))
        await store.delete_expired(5, 0, 0, day=1, days=1)
        assert await store.person_named("di") == person("Di")
        await store.delete_expired(8, 0, 0, day=1, days=1)
        found = {key: await store.person_named(key) for key in ("ada", "bob", "cy", "di")}
        assert found == {"ada": None, "bob": person("Bob"), "cy": person("Cy", "hash"), "di": None}
        assert [await store.session(h) is not None for h in ("h1", "h2", "h3")] == [
            False,
            True,
            False,
        ]


@in_loop
async def test_guests_who_never_sat_down_are_deleted_sooner(place: str) -> None:
    """All came at 5. Ada was seen at 7, Bob at 20, Cy has an account, Di sits at a table."""
    async with open_store(place) as store:
        for name, password in (("Ada", None), ("Bob", None), ("Cy", "hash"), ("Di", None)):
            await store.create_person(person(name, password))
            await store.create_session(session(f"h-{name}", name, 20 if name == "Bob" else 7))
        await store.create_table(table(people=("p-Di",)))
        await store.delete_expired(0, 6, 0, day=1, days=1)
        assert await store.person("p-Ada") is not None
        await store.delete_expired(0, 8, 0, day=1, days=1)
        kept = [name for name in ("Ada", "Bob", "Cy", "Di") if await store.person(f"p-{name}")]
        assert kept == ["Bob", "Cy", "Di"]
        assert await store.session("h-Ada") is None
        assert await store.session("h-Cy") is not None


@in_loop
async def test_listeners_are_notified_of_revoked_sessions(place: str) -> None:
    """In another process too, but SQLite can't say whose sessions."""
    revoked: asyncio.Queue[str] = asyncio.Queue()
    async with open_store(place) as store, open_store(place) as other:
        stop = other.on_revoked(revoked.put_nowait)
        await store.create_person(person("Ada"))
        deeds: list[Callable[[], Awaitable[None]]] = [
            lambda: store.revoke_session("p-Ada", "h1"),
            lambda: store.revoke_sessions("p-Ada"),
            lambda: store.ban("ada"),
            lambda: store.delete_person("p-Ada"),
        ]
        for deed in deeds:
            await store.create_session(session("h1", "Ada"))
            await deed()
            async with asyncio.timeout(20):
                assert await revoked.get() == ("p-Ada" if dialect(place) == "postgres" else "")
        stop()


@in_loop
async def test_a_store_is_notified_of_its_own_revocations_once(sqlite_place: str) -> None:
    revoked: list[str] = []
    async with open_store(sqlite_place) as store:
        store.on_revoked(revoked.append)
        await store.create_person(person("Ada"))
        await store.ban("ada")
        await asyncio.sleep(
            1.5 * CHANGE_CHECK_INTERVAL_S
        )  # its own write does not count as another's
        assert revoked == ["p-Ada"]


@in_loop
async def test_writes_of_another_process_to_a_file_are_noticed(sqlite_place: str) -> None:
    ear = CommitRecorder()
    async with open_store(sqlite_place) as store, open_store(sqlite_place) as other:
        await store.create_table(table())
        store.on_commit(ear)
        await other.append(table(), 0, ["one"])
        assert await ear.next() == ("", -1)
        assert await store.read("t1") == ["one"]


@in_loop
async def test_an_unreadable_file_is_a_store_error(sqlite_place: str) -> None:
    async with open_store(sqlite_place) as store:
        await execute(sqlite_place, "DROP TABLE passkeys")
        with pytest.raises(Unavailable, match="can't be read"):
            await store.passkeys("p-Ada")
        with pytest.raises(Unavailable, match="can't be read"):
            async for _ in store.dump():
                pass


# Passkeys


@in_loop
async def test_a_passkey_turns_a_guest_into_an_account(place: str) -> None:
    async with open_store(place) as store:
        for name in ("Ada", "Bob"):
            await store.create_person(person(name))
        await store.add_passkey(passkey("k1", "Ada"))
        found = await store.person("p-Ada")
        assert found is not None
        assert not found.guest
        assert found.password_hash is None
        assert await store.passkey("k1") == passkey("k1", "Ada")
        with pytest.raises(Conflict):
            await store.add_passkey(passkey("k1", "Bob"))
        bob = await store.person("p-Bob")
        assert bob is not None
        assert bob.guest
        with pytest.raises(NotFound):
            await store.add_passkey(passkey("k2", "Nobody"))


@in_loop
async def test_the_counter_of_a_passkey_only_grows(place: str) -> None:
    async with open_store(place) as store:
        await store.create_person(person("Ada"))
        await store.add_passkey(passkey("k1", "Ada"))
        await store.use_passkey("k1", 0, 30)
        await store.use_passkey("k1", 4, 31)
        for uses in (4, 3, 0):
            with pytest.raises(NotFound):
                await store.use_passkey("k1", uses, 32)
        assert await store.passkeys("p-Ada") == [passkey("k1", "Ada", uses=4, seen=31)]


@in_loop
async def test_the_last_way_to_sign_in_can_not_be_removed(place: str) -> None:
    async with open_store(place) as store:
        await store.create_person(person("Ada"))
        await store.create_person(person("Bob", "hash"))
        for key, name in (("k1", "Ada"), ("k2", "Ada"), ("k3", "Bob")):
            await store.add_passkey(passkey(key, name))
        with pytest.raises(NotFound):
            await store.remove_passkey("p-Ada", "k3")
        await store.remove_passkey("p-Ada", "k1")
        with pytest.raises(NotFound):
            await store.remove_passkey("p-Ada", "k2")
        await store.remove_passkey("p-Bob", "k3")
        await store.set_password("p-Ada", "hash")
        await store.remove_passkey("p-Ada", "k2")
        assert await store.passkeys("p-Ada") == await store.passkeys("p-Bob") == []


@in_loop
async def test_a_challenge_is_used_once_in_time_and_by_its_person(place: str) -> None:
    async with open_store(place) as store, open_store(place) as other:
        for name, expires in (("c1", 10), ("c2", 10), ("c3", 10)):
            await store.add_challenge(name, "p-Ada", expires)
        for name, who, at in (("c1", "", 9), ("c1", "p-Bob", 9), ("c1", "p-Ada", 10)):
            with pytest.raises(NotFound):
                await other.take_challenge(name, who, at)
        takers = [s.take_challenge("c2", "p-Ada", 9) for s in (store, other, store, other)]
        outcomes = await asyncio.gather(*takers, return_exceptions=True)
        assert sorted(map(repr, outcomes)) == ["None", *["NotFound('no such challenge')"] * 3]
        await store.delete_expired(0, 0, 10, day=1, days=1)
        with pytest.raises(NotFound):
            await store.take_challenge("c3", "p-Ada", 9)


# Dumps and backups


async def populate(store: Store) -> None:
    await store.create_person(person("Ada", "hash"))
    await store.create_person(person("Bob"))
    await store.create_session(session("h1", "Ada"))
    await store.add_passkey(passkey("k1", "Ada"))
    await store.ban("eve")
    await store.create_table(table(people=("p-Ada", "p-Bob")), ['{"é": "\\n"}', "one"], b"\x00\xff")
    await store.create_table(table("t2", public=False, due=9))
    await store.create_person(person("Cy"))
    await store.delete_person("p-Cy")


@pytest.mark.parametrize("way", [("sqlite", "postgres"), ("postgres", "sqlite")])
@in_loop
async def test_a_dump_moves_everything_to_the_other_store(
    way: tuple[str, str], sqlite_place: str, postgres_place: str
) -> None:
    places = {"sqlite": sqlite_place, "postgres": postgres_place}
    async with open_store(places[way[0]]) as old, open_store(places[way[1]]) as new:
        await populate(old)
        lines = [line async for line in old.dump()]
        await new.load(lines)
        assert [line async for line in new.dump()] == lines
        assert await new.tables() == await old.tables()
        assert (await new.head("t1")).seed == b"\x00\xff"
        await new.append(table(), 2, ["goes on"])
        with pytest.raises(Conflict):
            await new.append(table(), 2, ["twice"])
        with pytest.raises(BadDump, match="the store is not empty"):
            await new.load(lines)


@in_loop
async def test_a_dump_is_a_snapshot(place: str) -> None:
    async with open_store(place) as store:
        for n in range(3):
            await store.create_table(table(f"t{n}"), ["zero"])
        lines: list[dict[str, dict[str, Any]]] = []
        async for line in store.dump():
            lines.append(json.loads(line))
            number = len(lines)
            await asyncio.gather(
                *(store.append(table(f"t{n}"), number, ["more"]) for n in range(3))
            )
        counts = Counter(line["entries"]["table_id"] for line in lines if "entries" in line)
        rows = [line["tables"] for line in lines if "tables" in line]
        assert counts == {row["id"]: row["next"] for row in rows}
        assert len(rows) == 3


@in_loop
async def test_a_bad_dump_is_refused_completely(place: str) -> None:
    async with open_store(place) as store:
        head = await anext(store.dump())
        good = json.dumps({"banned": {"key": "eve", "expires": 0}})
        for lines, message in (
            ([], "line 1 is not"),
            ([good], "line 1 is not"),
            ([head, good, "{"], "line 3 is not a row of a store"),
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
async def test_a_backup_has_everything(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house.db") as store:
        await populate(store)
        jobs = [store.append(table("t2"), n, [str(n)]) for n in range(200)]
        writing = asyncio.gather(*jobs)
        await store.backup(tmp_path / "copy.db")
        await writing
        lines = [line async for line in store.dump() if '"t2"' not in line]
    async with SqliteStore(tmp_path / "copy.db") as copy:
        assert [line async for line in copy.dump() if '"t2"' not in line] == lines
        kept = await copy.read("t2")
        assert kept == [str(n) for n in range(len(kept))]
        await copy.append(table("t2"), len(kept), ["goes on"])
    assert not (tmp_path / "copy.db.part").exists()


# Migrations


def test_both_databases_have_the_same_migrations() -> None:
    assert len(scripts("sqlite")) == len(scripts("postgres")) >= 2
    assert "".join(split_script(scripts("sqlite")[0])) == scripts("sqlite")[0]


@in_loop
async def test_a_database_of_version_1_is_migrated(place: str) -> None:
    await execute(
        place,
        "CREATE TABLE version (number INTEGER NOT NULL); INSERT INTO version VALUES (1);",
        scripts(dialect(place))[0],
        "INSERT INTO tables VALUES ('t1', 'm', 'playing', 1, 1, 1, '{}', '00ff', 1);"
        "INSERT INTO entries VALUES ('t1', 0, 'zero');",
    )
    async with open_store(place) as store:
        assert await store.read("t1") == ["zero"]
        assert await store.tables_due(2, 9) == [DueTable("t1", 1, "")]  # not finished
        await store.append(table(), 1, ["one"])
        await store.create_person(person("Ada"))
    async with open_store(place) as store:
        assert await store.read("t1") == ["zero", "one"]
        assert await store.person_named("ada") == person("Ada")


@in_loop
async def test_a_database_of_a_newer_version_is_refused(place: str) -> None:
    async with open_store(place) as store:
        await store.create_table(table(), ["zero"])
    await execute(place, "UPDATE version SET number = 99")
    with pytest.raises(NewerDatabase, match="the database is at version 99, this house knows 10"):
        await open_store(place).open()
    await execute(place, "UPDATE version SET number = 10")
    async with open_store(place) as store:
        assert await store.read("t1") == ["zero"]


@in_loop
async def test_an_error_on_opening_names_the_database(tmp_path: Path, postgres: Server) -> None:
    (tmp_path / "letter").write_text("This is not a database. " * 9, encoding="utf-8")
    url = postgres.database()
    for place, message in (
        (str(tmp_path / "no" / "house.db"), r"no/house.db can't be opened: unable to open"),
        (str(tmp_path / "letter"), r"letter can't be opened: file is not a database"),
        (
            url.replace(database_name(url), "nowhere"),
            r'can\'t be opened: database "nowhere" does not exist',
        ),
        (f"postgresql:///x?host={tmp_path}", r"the database can't be opened: .*No such file"),
    ):
        with pytest.raises(Unavailable, match=message):
            await open_store(place).open()


@in_loop
async def test_an_empty_database_can_be_opened_concurrently(place: str) -> None:
    stores = [open_store(place) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create_table(table(), ["zero"])
    assert [await store.read("t1") for store in stores] == [["zero"]] * 4
    await asyncio.gather(*(store.close() for store in stores))


def test_the_url_decides_the_kind_of_store(place: str) -> None:
    assert type(open_store(place)) is (SqliteStore if dialect(place) == "sqlite" else PostgresStore)
