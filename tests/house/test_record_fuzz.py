"""Damaged record files: each is opened or refused, and what is opened can be shown from all sides.

A record may come from anybody. What was found once is kept as an example.
"""

from __future__ import annotations

import contextlib
import copy
import gzip
import json
from functools import cache
from typing import Any, Final

import pytest
from conftest import WANTED
from house.finished_games import finished
from house.running import seeded_random

from ludotheque.core.errors import GameError
from ludotheque.core.record import Record
from ludotheque.core.registry import installed
from ludotheque.core.state import SPECTATOR
from ludotheque.house.api.luck import outcomes
from ludotheque.house.api.records import _story, refereed, seat_names
from ludotheque.house.api.replay import ALL_HANDS, Replay, replay_frame
from ludotheque.house.refusals import Refused
from ludotheque.house.table.live import LiveTable

SEEDS: Final = range(2000 if "soak" in WANTED else 40)  # for each game
PLAYERS: Final = {"zankapfel": 3, "zwickern": 3}
CODES: Final = {"bad-record", "too-long"}
STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, False, -1, -2, 0, 1, 2, 99, 10**9, 2**63, -(2**63), 10**30, 1.5, 1e400),
    *("", "x", "é", "\x00", "\ud800", "١", "-1", "m", "pass", "0 0", " ", "a" * 300),
    *([], [[]], {}, {"a": 1}, ["a"], [0, "pass"], [None, None], [[0, "pass"]] * 3),
)


@cache
def whole(slug: str) -> str:
    """The record of a finished game, with its seal."""
    room, _, seed = finished(slug, [], players=PLAYERS.get(slug, 2))
    return LiveTable(room, seed).sealed_record().to_json()


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything within a value."""
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = [*value.items()]
    elif isinstance(value, list):
        items = [*enumerate(value)]
    found = [(*path, key) for key, _ in items]
    return found + [one for key, inner in items for one in places(inner, (*path, key))]


def damaged(slug: str, seed: int) -> bytes:
    """A record with one to four faults, or a piece of its text."""
    rng, data = seeded_random(f"{slug} {seed}"), copy.deepcopy(json.loads(whole(slug)))
    if rng.random() < 0.3:  # short ones reach the code behind the first events
        data["events"] = data["events"][: rng.randrange(40)]
        data.pop("scores"), data.pop("ranks")
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        paths = places({key: value for key, value in data.items() if key != "events"})
        if rng.random() < 0.5 and data.get("events"):
            paths = places(data["events"], ("events",))
        *way, last = rng.choice(paths)
        inner = data
        for key in way:
            inner = inner[key]
        others = [*(inner.values() if isinstance(inner, dict) else inner)]
        inner[last] = rng.choice([*STRANGE, *others[:20]])
        if rng.random() < 0.1 and isinstance(inner, list):
            inner.insert(rng.randrange(len(inner) + 1), rng.choice(STRANGE))
    text = json.dumps(data).encode()
    if rng.random() < 0.2:
        start = rng.randrange(len(text))
        text = text[:start] + rng.randbytes(rng.randrange(4)) + text[start + rng.randrange(9) :]
    return gzip.compress(text) if rng.random() < 0.1 else text


def look_at(record: Record, replay: Replay) -> None:
    """All that the house shows of a record."""
    names = seat_names(replay.table.state.seats(), "en")
    _story(replay, "fr")
    for event in {0, len(replay.events) // 2, len(replay.events)}:
        for viewer in (ALL_HANDS, SPECTATOR, 0):
            replay_frame(replay, event, viewer, replay.game.words("en"), names)
    with contextlib.suppress(GameError):  # the seal is missing or wrong
        outcomes(record)


@pytest.mark.parametrize("slug", installed())
def test_any_record_is_shown_or_refused(slug: str) -> None:
    shown = 0
    for seed in SEEDS:
        try:
            record, _, replay = refereed(damaged(slug, seed))
        except Refused as refused:
            assert refused.code in CODES, refused
            continue
        look_at(record, replay)
        shown += 1
    assert shown
    look_at(*refereed(whole(slug).encode())[::2])
