"""Analyses of finished games: made once in the background, kept, and seen by whoever may see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from house.finished_games import finished
from house.running import House, Visitor, guest, house
from house.stores import in_loop
from house.test_opened_records import record

from ludotheque.analysis import analyse
from ludotheque.analysis.puzzles import load_puzzles
from ludotheque.core.record import Record, from_json
from ludotheque.core.registry import installed
from ludotheque.house import limits
from ludotheque.house.analysis import analyst as analyst_module
from ludotheque.house.analysis.analyst import Analyst, Subject, version_of
from ludotheque.house.api.puzzles import of_day
from ludotheque.house.refusals import Refused
from ludotheque.house.shares import Client
from ludotheque.house.store import Store, open_store

pytest_plugins = ("house.postgres",)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("analyses")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


@asynccontextmanager
async def analyst(place: str) -> AsyncIterator[tuple[Store, Analyst]]:
    async with open_store(place) as store:
        made = Analyst(store, niceness=0)
        try:
            yield store, made
        finally:
            await made.close()


def subject(key: str = "t-1", events: int = 30) -> Subject:
    """The beginning of a game, so that its analysis takes a short time."""
    room, _, _ = finished("m", [], at=1_000)
    whole = Record.from_table(room.started_table())
    return Subject(key, replace(whole, events=whole.events[:events], scores=None, ranks=None))


async def result(made: Analyst, one: Subject) -> Any:
    """The analysis, once it is done."""
    async with asyncio.timeout(120):
        while True:
            progress = await made.progress(one)
            assert progress is not None
            assert not progress.failed
            if progress.result is not None:
                return progress.result
            await asyncio.sleep(0.05)


@in_loop
async def test_it_is_made_once_and_kept(place: str) -> None:
    one = subject()
    async with analyst(place) as (_, made):
        assert await made.progress(one) is None
        made.begin(one, Client())
        made.begin(one, Client())  # it is under way
        progress = await made.progress(one)
        assert progress is not None
        assert progress.result is None
        found = await result(made, one)
        assert found == analyse(one.record)
    async with analyst(place) as (_, made):  # after a restart
        assert (await result(made, one)) == found


@in_loop
async def test_two_processes_share_the_work(place: str) -> None:
    one = subject()
    async with analyst(place) as (_, first), analyst(place) as (_, second):
        first.begin(one, Client())
        second.begin(one, Client())
        assert await result(first, one) == await result(second, one)
        # One of them has claimed it: the other has not made it.
        assert await second.store.claim(one.key, version_of(one.record.game), 0, 1, 2) is False


@in_loop
async def test_a_process_that_died_is_succeeded(place: str) -> None:
    one = subject()
    version = version_of(one.record.game)
    async with analyst(place) as (_, made):
        at = 1_000_000
        assert await made.store.claim(one.key, version, at, at + 10, 2**52)
        assert not await made.store.claim(one.key, version, at + 5, at + 99, 2**52)
        await made.store.advance(one.key, version, 400, at + 20)
        assert not await made.store.claim(one.key, version, at + 15, at + 99, 2**52)
        assert await made.store.claim(one.key, version, at + 21, at + 99, 2**52)
        assert await made.progress(one) is None  # its lease has run out, too: it can be begun
        made.begin(one, Client())
        await result(made, one)


@in_loop
async def test_another_version_is_made_again(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = subject(events=25)
    async with analyst(place) as (_, made):
        made.begin(one, Client())
        await result(made, one)
        monkeypatch.setattr(analyst_module, "VERSION", "another")
        assert await made.progress(one) is None


@in_loop
async def test_a_game_that_fails_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = subject("bad", events=20)
    events = (*start.record.events, (0, "no move"))
    bad = start._replace(record=replace(start.record, events=events))
    async with analyst(str(tmp_path / "house.sqlite")) as (_, made):
        made.begin(bad, Client())
        made.begin(subject("good"), Client())
        await result(made, subject("good"))
        async with asyncio.timeout(60):
            while not ((progress := await made.progress(bad)) and progress.failed):
                await asyncio.sleep(0.05)


@in_loop
async def test_long_and_many_games_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with analyst(str(tmp_path / "house.sqlite")) as (_, made):
        monkeypatch.setattr(limits, "MAX_ANALYSED_EVENTS", 25)
        with pytest.raises(Refused, match="up to 25 events"):
            made.begin(subject(events=26), Client())
        monkeypatch.setattr(limits, "MAX_WAITING_ANALYSES", 1)
        made.begin(subject("one", 25), Client())
        with pytest.raises(Refused, match="many games wait"):
            made.begin(subject("two", 25), Client())


@in_loop
async def test_one_address_leaves_others_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_WAITING_ANALYSES_PER_ADDRESS", 2)
    async with analyst(str(tmp_path / "house.sqlite")) as (_, made):
        for number in range(2):
            made.begin(subject(f"t-{number}"), Client("1", f"eve {number}"))
        made.begin(subject("t-0"), Client("1", "eve 2"))  # waits already
        with pytest.raises(Refused, match="your network"):
            made.begin(subject("t-2"), Client("1", "eve 3"))
        made.begin(subject("t-2"), Client("2", "ada"))


@in_loop
async def test_expired_analyses_are_deleted(tmp_path: Path) -> None:
    async with analyst(str(tmp_path / "house.sqlite")) as (_, made):
        await made.store.claim("record 1", "v", 0, 1, 100)
        await made.store.claim("table", "v", 0, 1, 2**53 - 1)
        assert await made.store.analysis("record 1", 100) is None  # not shown any more
        await made.store.delete_expired(100)
        assert await made.store.analysis("record 1", 0) is None
        assert await made.store.analysis("table", 100) is not None


# over HTTP


async def analysed(visitor: Visitor, path: str) -> dict[str, Any]:
    async with asyncio.timeout(110):
        while True:
            view: dict[str, Any] = (
                await visitor.fetch("GET", f"{path}/analysis?language=en")
            ).data()
            assert view["status"] in {"running", "done"}, view
            if view["status"] == "done":
                return view
            assert view["chances"] == []
            await asyncio.sleep(0.2)


@in_loop
async def test_an_opened_record_is_analysed_and_played_on(here: House) -> None:
    ada = await guest(here)
    text = record(moves=14)
    opened = (await ada.fetch("POST", "/api/records", text.encode())).data()
    path = f"/api/records/{opened['record']}"
    view = await analysed(ada, path)
    assert len(view["chances"]) == opened["events"] + 1
    assert all(abs(sum(chances) - 1) < 0.01 for chances in view["chances"])
    assert view["decisions"]
    for one in view["decisions"]:
        assert one["played_label"]
        assert one["best_label"]
        assert (one["grade"] == "best") == (one["played"] == one["best"])
    assert all(0 <= index < len(view["decisions"]) for index in view["moments"])
    decision = next(one for one in view["decisions"] if one["played"] != one["best"])
    event, seat = decision["event"], decision["seat"]
    better = await ada.fetch("GET", f"{path}/analysis/{event}?language=en&seat=all")
    played = await ada.fetch("GET", f"{path}/replay/{event + 1}?language=en&seat=all")
    assert better.data()["event"] == event
    assert better.data()["scene"]["pieces"] != played.data()["scene"]["pieces"]
    luck = next(
        i for i, (who, _) in enumerate(from_json(msgspec.json.decode(text)).events) if who < 0
    )
    missing = await ada.fetch("GET", f"{path}/analysis/{luck}?language=en")
    assert (missing.status, missing.data()["code"]) == (404, "no-such-event")
    # Playing on is for people with a token only.
    nobody = Visitor(here, "")
    wish = {"event": event, "seat": seat, "world": "imagined", "bot": "novice"}
    answer = await nobody.fetch("POST", f"{path}/play-on", msgspec.json.encode(wish))
    assert answer.status == 401
    answer = await ada.fetch("POST", f"{path}/play-on", msgspec.json.encode(wish))
    assert answer.status == 201, answer
    table = answer.data()["table"]
    mine = (await ada.fetch("GET", "/api/tables?mine=1&status=playing")).data()["tables"]
    assert [(one["table"], one["you"]) for one in mine] == [(table, seat)]
    for change, code in (
        ({"event": opened["events"] + 1}, "no-such-event"),
        ({"seat": 7}, "no-such-seat"),
        ({"bot": "nobody"}, "unknown-bot"),
        ({"world": "another"}, "bad-message"),
    ):
        refused = await ada.fetch(
            "POST", f"{path}/play-on", msgspec.json.encode({**wish, **change})
        )
        assert refused.data()["code"] == code
    # What begins at a position is over without a record, and so not analysed.
    running = await ada.fetch("GET", f"/api/tables/{table}/analysis?language=en")
    assert running.data()["code"] == "not-over"


@in_loop
async def test_puzzles_are_listed_shown_and_solved(here: House) -> None:
    ada = await guest(here)
    listed = (await ada.fetch("GET", "/api/puzzles?game=m")).data()
    assert {one["difficulty"] for one in listed["puzzles"]} <= {1, 2, 3}
    (of_the_day,) = listed["daily"]
    assert of_the_day in listed["puzzles"]
    path = f"/api/puzzles/{of_the_day['puzzle']}"
    view = (await ada.fetch("GET", f"{path}?language=en")).data()
    choices = view["scene"]["choices"]
    assert view["scene"]["viewer"] == view["seat"]
    assert len(choices) > 1
    rights = []
    for choice in choices[:40]:
        body = msgspec.json.encode({"text": choice["text"]})
        solution = (await ada.fetch("POST", f"{path}?language=en", body)).data()
        rights.append(solution["right"])
        assert solution["best_label"]
        assert solution["scene"]["choices"] == []
        if choice["text"] == solution["best"]:
            assert solution["right"]
    assert not all(rights)
    bad = await ada.fetch("POST", f"{path}?language=en", msgspec.json.encode({"text": "no move"}))
    assert bad.status == 400
    assert (await ada.fetch("GET", "/api/puzzles/nothing")).data()["code"] == "no-such-puzzle"
    assert (await ada.fetch("GET", "/api/puzzles?game=chess")).data()["code"] == "unknown-game"


def test_puzzles_of_the_day_are_all_different_and_of_changing_difficulty() -> None:
    for game in installed().values():
        found = load_puzzles(game)
        days = [of_day(found, 20_000 + day) for day in range(len(found))]
        assert {one.id for one in days if one} == {one.id for one in found}
        fortnights = [days[start : start + 14] for start in range(0, len(days) - 13, 14)]
        mixed = [
            fortnight
            for fortnight in fortnights
            if len({x and x.difficulty for x in fortnight}) > 1
        ]
        assert len(mixed) > 0.8 * len(fortnights)
    assert of_day([], 1) is None
