"""Tables begun under other rules or options than the present ones: played on, or refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest
from house.running import House, guest, house, in_loop, seeded_random
from house.table_state import seen
from house.versions import OPTIONS, UNKNOWN_RULES, created, log_of, store_table_of_unknown_rules

from ludotheque.core.options import Option, Value
from ludotheque.core.record import Record, from_json, read_json
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import SealedRng, game_key, verify
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table
from ludotheque.games.m import GAME, MGame
from ludotheque.games.m.rules import M
from ludotheque.house.api.sockets import CLOSE_BROKEN_TABLE
from ludotheque.house.refusals import Refused
from ludotheque.house.table.creation import rematch_log
from ludotheque.house.table.entries import AnyEntry, Created, Ended, Happened, Sat, Started
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.moves import LegalMove, apply_step, validate_move
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room

NONCES = ("ada's", "")
MAX_GAMES = 2000


def begun(first: Created) -> list[AnyEntry]:
    """Two people sit down and begin."""
    people = (("ada", "Ada"), ("bob", "Bob"))
    sat = [
        Sat(seat=seat, person=person, name=name, nonce=NONCES[seat])
        for seat, (person, name) in enumerate(people)
    ]
    return [first, *sat, Started(at=2)]


def played(rules: int, options: dict[str, Value], seed: bytes) -> Table:
    """A random game with sealed luck, as a house plays it."""
    key = game_key(seed, GAME, rules, options, NONCES)
    table = Table(GAME, GAME.recorded_options(options), SealedRng(key), rules)
    rng = SeededRng(seed[0])
    while not table.over:
        seat = table.state.next_actor()
        table.submit(seat, GAME.text(table.state, table.state.random_move(seat, rng)))
    return table


@cache
def tied() -> tuple[bytes, Table]:
    """A game under the first rules that ended with equal totals and different chips."""
    for number in range(MAX_GAMES):
        seed = number.to_bytes(32, "little")
        table = played(1, OPTIONS, seed)
        assert isinstance(table.state, M)
        if len(set(table.state.scores())) == 1 and len(set(table.state.chips)) > 1:
            return seed, table
    raise AssertionError(f"no such game in {MAX_GAMES}")


def exported(room: Room, seed: bytes) -> Record:
    """The record of a finished game, exported and read again."""
    text = LiveTable(room, seed).sealed_record().to_json()
    ((_, data),) = read_json(text)
    assert not isinstance(data, Exception)
    return from_json(data)


def test_an_old_table_is_finished_under_its_own_rules() -> None:
    seed, whole = tied()
    half = len(whole.events) // 2
    while whole.events[half].who == LUCK:
        half += 1
    early = [Happened(at=3, who=event.who, text=event.text) for event in whole.events[:half]]
    table = LiveTable(restore([*begun(created(1, OPTIONS, seed)), *early]), seed)
    for event in whole.events[half:]:
        if event.who != LUCK:
            move = validate_move(table.room, event.who, event.text)
            apply_step(table.room, LegalMove(4, event.who, move), table.rng())
    room = table.room
    room.fold(Ended(at=5, seed=seed.hex()))
    assert sorted(room.started_table().state.ranks()) == [1, 2]
    assert sorted(seen(room, "ada").ranks) == [1, 2]
    record = exported(room, seed)
    assert record.rules_version == 1
    assert isinstance(verify(record), list)


def test_a_rematch_is_played_under_the_present_rules() -> None:
    seed, whole = tied()
    events = [Happened(at=3, who=event.who, text=event.text) for event in whole.events]
    room = restore([*begun(created(1, OPTIONS, seed)), *events, Ended(at=4, seed=seed.hex())])
    again = rematch_log(room, "ada", seed)[0]
    assert isinstance(again, Created)
    assert (again.rules, again.options) == (GAME.rules_version, OPTIONS)


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        restore(begun(created(UNKNOWN_RULES, OPTIONS)))
    assert refused.value.code == "unknown-rules"
    assert str(UNKNOWN_RULES) in str(refused.value)


# options added after a table was set up


def with_added_option(unrecorded: Value | None) -> tuple[Option, ...]:
    """The options of the game and one that was added later."""
    return (*MGame.options, Option("added", (False, True), True, unrecorded))


def test_an_option_added_later_has_its_old_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seal covers the options as they were written."""
    seed = bytes(range(32))
    before = played(2, OPTIONS, seed)
    monkeypatch.setattr(MGame, "options", with_added_option(unrecorded=False))
    log = begun(created(2, OPTIONS, seed))
    log += [Happened(at=3, who=event.who, text=event.text) for event in before.events]
    table = LiveTable(restore([*log, Ended(at=4, seed=seed.hex())]), seed)
    room = table.room
    assert room.options == {**OPTIONS, "added": False}  # the old meaning, not the present default
    assert room.started_table().options["added"] is False
    assert seen(room, "ada").options["added"] is False
    record = exported(room, seed)
    assert "added" not in record.options
    assert isinstance(verify(record), list)
    complete = msgspec.structs.replace(created(2, OPTIONS, seed), options=dict(room.options))
    other = LiveTable(Room(complete), seed).rng()
    assert [other.below(90) for _ in range(9)] != [table.rng().below(90) for _ in range(9)]


def test_an_option_without_an_old_meaning_must_be_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MGame, "options", with_added_option(unrecorded=None))
    with pytest.raises(Refused) as refused:
        restore(begun(created(2, OPTIONS)))
    assert refused.value.code == "broken-log"


# a house with such a table


@in_loop
async def visit(here: House) -> None:
    """Open the table, which is refused as `unknown-rules`, and play at another."""
    ada = await guest(here)
    listed = (await ada.fetch("GET", "/api/tables?status=playing")).data()
    assert [one["table"] for one in listed["tables"]] == ["old"]
    for part in ("record", "story", "luck"):
        answer = await ada.fetch("GET", f"/api/tables/old/{part}")
        assert (answer.status, answer.data()["code"]) == (409, "unknown-rules")
    async with ada.at("old") as seat:
        assert await seat.end() == CLOSE_BROKEN_TABLE
        assert seat.socket.close_reason == "unknown-rules"
    table = await ada.new_table("m", ["", "greedy"], players=2)
    async with ada.at(table) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        await seat.play_on(seeded_random("versions"), moves=4)


def test_a_house_serves_other_tables_and_loses_nothing(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    log = store_table_of_unknown_rules(database)
    with house(database, tmp_path) as here:
        visit(here)
        assert any("old" in line and str(UNKNOWN_RULES) in line for line in here.errors())
        here.stop()
        assert log_of(database, "old") == log
        here.start()  # now with another game running
        visit(here)
        here.stop()
    assert log_of(database, "old") == log
