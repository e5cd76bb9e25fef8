"""Record files that are opened in the page: replayed if they are true, else refused in words."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house.running import House, Visitor, guest, house, in_loop

from ludotheque.bots import find_bot
from ludotheque.core.record import Record
from ludotheque.core.registry import installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.house import limits
from ludotheque.house.api.records import refereed
from ludotheque.house.refusals import Refused


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("records")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


def record(slug: str = "m", moves: int = 10**6) -> str:
    game = installed()[slug]
    rng = SeededRng(3)
    table, bot = Table(game, {"players": 3}, rng), find_bot(game, "greedy")
    while not table.over and moves > 0:
        seat = table.state.next_actor()
        table.submit(seat, table.ask(bot, seat, rng))
        moves -= 1
    return Record.from_table(table).to_json()


@in_loop
async def test_a_record_is_opened_and_replayed(here: House) -> None:
    ada, text = await guest(here), record()
    opened: dict[str, Any] = {}
    story: dict[str, Any] = {}
    for body in (text.encode(), gzip.compress(text.encode()), f"{text}\n{text}\n".encode()):
        answer = await ada.fetch("POST", "/api/records", body)
        assert answer.status == 201, answer
        opened = answer.data()
        assert opened["game"] == "m"
        assert opened["others"] == (1 if b"\n" in body and body[:1] == b"{" else 0)
    path = f"/api/records/{opened['record']}"
    for language, name in (("en", "Player 1"), ("fr", "Joueur 1"), ("de", "Spieler 1")):
        story = (await ada.fetch("GET", f"{path}/story?language={language}")).data()
        assert story["events"] == len(json.loads(text)["events"])
        assert story["names"][0] == name
        assert story["score_table"]["rows"]
    for seat in ("-1", "0", "all"):
        frame = await ada.fetch("GET", f"{path}/replay/{story['events']}?seat={seat}&language=en")
        assert frame.status == 200
        assert frame.data()["scene"]["pieces"]
    assert (await ada.fetch("GET", f"{path}/record")).data() == json.loads(text)
    assert (await ada.fetch("GET", f"{path}/luck")).data()["code"] == "bad-record"  # no seal
    # A link to it works for somebody else; a guessed one does not.
    eve = await guest(here)
    assert (await eve.fetch("GET", f"{path}/story?language=en")).status == 200
    missing = await eve.fetch("GET", "/api/records/nothing/story?language=en")
    assert (missing.status, missing.data()["code"]) == (404, "no-such-record")


@in_loop
async def test_an_unfinished_game_is_replayed_without_scores(here: House) -> None:
    ada = await guest(here)
    opened = (await ada.fetch("POST", "/api/records", record(moves=3).encode())).data()
    path = f"/api/records/{opened['record']}/story?language=en"
    story = (await ada.fetch("GET", path)).data()
    assert story["ranks"] == []
    assert story["score_table"]["rows"] == []


@in_loop
async def test_own_records_are_one_file(here: House) -> None:
    ada: Visitor = await guest(here)
    assert (await ada.fetch("GET", "/api/me/records")).body == b""


def changed(**fields: object) -> bytes:
    return json.dumps({**json.loads(record()), **fields}).encode()


HOSTILE = {
    "nothing": b"",
    "no text": b"\xff\xfe\x00",
    "no JSON": b"{",
    "no record": b'{"a":1}',
    "a list": b"[" * 50_000,
    "another game": changed(game="chess"),
    "huge numbers": changed(events=[[10**30, "pass"]]),
    "a missing seat": changed(events=[[5, "pass"]]),
    "an illegal move": changed(events=[[-1, "open B10c"], [0, "pass"]]),
    "false scores": changed(scores=[1, 2, 3]),
    "no options": changed(options={}),
    "a bad option": changed(options={"players": 99}),
    "another version": changed(rules=10**9),
    "broken gzip": gzip.compress(b"x" * 1000)[:40],
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_files_are_refused_in_words(body: bytes) -> None:
    with pytest.raises(Refused) as refused:
        refereed(body)
    assert refused.value.code in {"bad-record", "too-long"}
    assert str(refused.value)


def test_a_file_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        refereed(gzip.compress(b" " * (limits.MAX_RECORD_BYTES + 1)))
    assert refused.value.code == "too-long"


def test_a_record_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_RECORD_WORK_S", -1.0)
    with pytest.raises(Refused) as refused:
        refereed(record().encode())
    assert refused.value.code == "too-long"
