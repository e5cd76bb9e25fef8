"""Compacted logs are smaller, and everything that can be read is the same byte for byte."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest
from house import compacting
from house.stores import in_loop, table
from house.table_state import seen
from playthroughs import INSTALLED, viewers

from ludotheque.bots import find_bot
from ludotheque.cli import main
from ludotheque.core.game import Game
from ludotheque.core.record import Fault, from_json
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import verify
from ludotheque.core.words import LANGUAGES
from ludotheque.house.api import luck, replay
from ludotheque.house.people.people import People
from ludotheque.house.store import Conflict, Store, open_store
from ludotheque.house.store.packing import PACKED_PREFIX, Savings, pack, unpacked
from ludotheque.house.table import compaction
from ludotheque.house.table.asks import Mute, Say, Sit, StandUp, Start
from ludotheque.house.table.compaction import compact_finished
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import ERASED_NAME, ERASED_TEXT, SeatPlan
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.moves import LegalMove, validate_move
from ludotheque.house.table.room import Room
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
LATER = 10**15
KILLS = 6
EVE = "eve-looks-on"


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[LiveTables]:
    """The live tables of a process."""
    live_tables = LiveTables(store, BotPool())
    try:
        yield live_tables
    finally:
        await live_tables.close()
        live_tables.bot_pool.close()


async def finished_game(live_tables: LiveTables, game: Game) -> LiveTable:
    """A game played to its end by people, who chat, with a rematch."""
    players = game.new(game.resolve_options({})).seats()
    people = [Caller(f"person-{seat}", f"Name {seat}") for seat in range(players)]
    settings = TableSettings(game.slug, {}, [SeatPlan()] * players)
    live = await live_tables.create(settings, people[0].person)
    await live_tables.perform(live, Caller("left-early", "Gone"), Sit(seat=0))
    await live_tables.perform(live, Caller("left-early", "Gone"), StandUp())
    for seat, caller in enumerate(people):
        await live_tables.perform(live, caller, Sit(seat=seat, nonce=f"{seat:032x}"))
    await live_tables.perform(live, people[0], Start())
    await live_tables.perform(live, Caller(EVE, "Eve"), Say(text='a "secret" of Eve'))
    await play_to_the_end(live_tables, live)
    await live_tables.perform(live, people[1], Say(phrase="good-game"))
    await live_tables.perform(live, people[0], Mute(seat=1))
    await live_tables.rematch(live, people[0])
    return live


async def play_to_the_end(live_tables: LiveTables, live: LiveTable) -> None:
    game, rng = live.room.game, SeededRng(7)
    bot = find_bot(game, "greedy")
    while live.room.status == "playing":
        state = live.room.started_table()
        seat = state.state.next_actor()
        text = state.ask(bot, seat, rng)
        move = validate_move(live.room, seat, text)
        await live_tables.writer.commit_plan(live, one_step(LegalMove(now_ms(), seat, move, "")))


def one_step(step: LegalMove) -> Callable[[Room], list[LegalMove]]:
    return lambda _: [step]


async def readings(store: Store, table_id: str) -> dict[str, object]:
    """Everything that can be read of a finished table, by a process that has just started."""
    async with opened(store) as live_tables:
        live = await live_tables.open(table_id)
        room, record = live.room, live.sealed_record()
        told = replay.Replay(room.started_table())
        events = len(told.events)
        everything: dict[str, object] = {
            "log": await store.read(table_id),
            "end of the log": await store.read(table_id, 5),
            "row": await store.table(table_id),
            "record": record.to_json(),
            "verified": verify(from_json(json.loads(record.to_json()))),
            "luck": msgspec.json.encode(luck.outcomes(record)),
            "rematch": room.rematch,
        }
        for language in LANGUAGES:
            everything[f"story {language}"] = msgspec.json.encode(
                replay._story(told, room, language)
            )
            words, names = room.game.words(language), room.names()
            for viewer in [*viewers(room.started_table().state), replay.ALL_HANDS]:
                for event in {0, events // 2, events}:
                    frame = replay.replay_frame(told, event, viewer, words, names)
                    everything[f"frame {language} {viewer} {event}"] = msgspec.json.encode(frame)
            for person in ("person-0", "person-1", EVE, ""):
                view = seen(room, person, language)
                everything[f"view {language} {person}"] = msgspec.json.encode(view)
        return everything


@every_game
@in_loop
async def test_everything_readable_stays_the_same(game: Game, place: str) -> None:
    async with open_store(place) as store:
        async with opened(store) as live_tables:
            live = await finished_game(live_tables, game)
            table_id = live.room.created.table
        before = await readings(store, table_id)
        assert not isinstance(before["verified"], Fault)
        exports = [await store.entries_of_person(who) for who in ("person-0", "left-early", EVE)]
        savings = await compact_finished(store, LATER, batch_pause_s=0)
        assert savings.tables == 1  # the rematch is not over
        assert savings.bytes_after < savings.bytes_before / 3
        assert await readings(store, table_id) == before
        again = [await store.entries_of_person(who) for who in ("person-0", "left-early", EVE)]
        assert again == exports
        assert all(exports)
        assert await compact_finished(store, LATER, batch_pause_s=0) == Savings()
        dump = [line async for line in store.dump()]
        assert sum(PACKED_PREFIX in line for line in dump) == 1


@in_loop
async def test_a_dump_of_compacted_logs_can_be_loaded(place: str, tmp_path_factory: object) -> None:
    assert isinstance(tmp_path_factory, pytest.TempPathFactory)
    other = str(tmp_path_factory.mktemp("other") / "house.sqlite")
    async with open_store(place) as store, open_store(other) as copy:
        await store.create_table(table(status="over"), ["zero", "one", "two"])
        await store.compact("t1")
        await copy.load([line async for line in store.dump()])
        assert await copy.read("t1") == ["zero", "one", "two"]


# people


@in_loop
async def test_people_are_erased_from_compacted_logs(place: str) -> None:
    async with open_store(place) as store:
        people = People(store)
        ada, bob, eve = [
            (await people.register(name, "long enough")).person for name in ("Ada", "Bob", "Eve")
        ]
        async with opened(store) as live_tables:
            live = await live_tables.create(
                TableSettings("m", {"players": 2}, [SeatPlan(), SeatPlan()]), ada.id
            )
            for seat, person in enumerate((ada, bob)):
                await live_tables.perform(live, Caller(person.id, str(person.name)), Sit(seat=seat))
            await live_tables.perform(live, Caller(ada.id), Start())
            await live_tables.perform(live, Caller(ada.id, "Ada"), Say(text="what Ada said"))
            await live_tables.perform(live, Caller(eve.id, "Eve"), Say(text="what Eve said"))
            await play_to_the_end(live_tables, live)
            table_id, record = live.room.created.table, live.sealed_record().to_json()
        assert (await compact_finished(store, LATER, batch_pause_s=0)).tables == 1
        exported = json.loads(await people.export(eve.id))
        assert [entry["entry"]["text"] for entry in exported["entries"]] == ["what Eve said"]
        for person in (ada, eve):
            await people.delete(person.id)
        text = "".join([line async for line in store.dump()])
        text += "".join(await store.read(table_id))
        for gone in ("Ada", "Eve", "what Ada said", "what Eve said"):
            assert gone not in text
        async with opened(store) as live_tables:
            live = await live_tables.open(table_id)
            assert live.room.names() == [ERASED_NAME, "Bob"]
            assert {said.text for said in live.room.chat} == {ERASED_TEXT}
            assert live.sealed_record().to_json() == record


# the store


@in_loop
async def test_a_compacted_log_grows_and_is_compacted_again(place: str) -> None:
    texts = [f"entry {n} é" for n in range(10)]
    texts[3] = texts[7] = '{"person":"ada"}'
    async with open_store(place) as store:
        await store.create_table(table(status="over"), texts[:6])
        assert (await store.compact("t1")).tables == 1
        assert await store.compact("t1") == Savings()
        await store.append(table(status="over"), 6, texts[6:])
        with pytest.raises(Conflict):
            await store.append(table(status="over"), 6, ["no"])
        for start in range(11):
            assert await store.read("t1", start) == texts[start:]
        before = await store.compact("t1", dry_run=True)
        assert [number for number, _ in await store._entry_rows("t1")] == [3, 5, 6, 7, 8, 9]
        assert await store.compact("t1") == before
        assert [number for number, _ in await store._entry_rows("t1")] == [3, 7, 9]
        assert await store.read("t1") == texts


@in_loop
async def test_only_finished_tables_unchanged_for_long_are_compacted(place: str) -> None:
    async with open_store(place) as store:
        for name, status, changed in (
            ("a", "over", 5), ("b", "closed", 5), ("c", "playing", 5), ("d", "waiting", 5),
            ("e", "over", 6),
        ):  # fmt: skip
            row = msgspec.structs.replace(table(name, changed=changed), status=status)
            await store.create_table(row, ["zero", "one"])
        assert await store.compactable_tables(6) == ["a", "b"]
        assert await store.compactable_tables(6, "a") == ["b"]
        assert await store.compactable_tables(6, limit=1) == ["a"]
        assert (await compact_finished(store, 6, batch_pause_s=0)).tables == 2
        assert await store.compactable_tables(LATER) == ["e"]
        assert await store.compact("nothing") == Savings()


@in_loop
async def test_processes_that_compact_at_once_lose_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compaction, "BATCH_TABLES", 3)
    texts = [f"entry {n}" for n in range(40)]
    async with open_store(place) as one, open_store(place) as two:
        for n in range(10):
            await one.create_table(table(f"t{n}", status="over"), texts)
        saved = await asyncio.gather(
            *(compact_finished(store, LATER, batch_pause_s=0) for store in (one, two, one))
        )
        assert sum(savings.tables for savings in saved) == 10
        for n in range(10):
            assert await two.read(f"t{n}") == texts
            assert len(await two._entry_rows(f"t{n}")) == 1


@in_loop
async def test_a_process_killed_while_it_compacts_loses_nothing(place: str) -> None:
    texts = [f"entry {n}" for n in range(30)]
    ids = [f"t{n:03}" for n in range(200)]
    async with open_store(place) as store:
        for table_id in ids:
            await store.create_table(table(table_id, status="over"), texts)
    done: set[str] = set()
    for kill in range(KILLS):
        command = [sys.executable, compacting.__file__, place]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdin
            assert child.stdout
            child.stdin.write("".join(f"{table_id}\n" for table_id in ids if table_id not in done))
            child.stdin.flush()
            for _ in range(3 * kill + 1):
                done.add(child.stdout.readline().strip())
            child.send_signal(signal.SIGKILL)
        async with open_store(place) as store:
            left = {*await store.compactable_tables(LATER, limit=1000)}
            assert not left & done
            for table_id in ids:
                assert await store.read(table_id) == texts
    assert done


def test_packed_entries_are_unpacked_in_order() -> None:
    entries = [(0, "zero"), (2, '"quoted" é 🎲'), (5, "")]
    packed = pack(entries)
    assert packed.startswith(PACKED_PREFIX)
    assert unpacked([(1, "one"), (5, packed), (6, "six")]) == [
        (0, "zero"), (1, "one"), (2, '"quoted" é 🎲'), (5, ""), (6, "six"),
    ]  # fmt: skip


# the command


def test_the_command_shows_what_it_saves(
    sqlite_place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @in_loop
    async def prepare() -> None:
        async with open_store(sqlite_place) as store:
            await store.create_table(table(status="over"), ["x" * 100] * 100)

    prepare()
    command = ["admin", "compact", "--database", sqlite_place]
    assert main([*command, "--dry-run"]) == 0
    would = capsys.readouterr().out
    assert would.startswith("1 tables: entries of 10000 bytes would take ")
    assert main(command) == 0
    assert capsys.readouterr().out == would.replace("would take", "take")
    assert main([*command, "--after-days", "0"]) == 0
    assert capsys.readouterr().out == "0 tables: entries of 0 bytes take 0 bytes, 0 % less\n"
