"""Logs with takebacks: every event is played once, and the room is the same as by whole replays."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from everything_game import FAIR, Fair
from house.histories import history
from house.worlds import AT
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import random_move

from ludotheque.core.checkpoints import INTERVAL_EVENTS
from ludotheque.core.registry import installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table
from ludotheque.house.table import room as room_module
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import (
    AnyEntry,
    Created,
    Happened,
    Proposed,
    Sat,
    SeatPlan,
    Started,
    Voted,
)
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.table.summary import row_of

MAX_THINKING_MS = 20_000


def whole_replay(table: Table, events: int) -> Table:
    """How tables were rewound before there were checkpoints."""
    past = Table(table.game, table.options, None, table.rules_version)
    for event in table.events[:events]:
        past.submit(event.who, event.text)
    return past


def timed(log: list[AnyEntry], seed: int) -> list[AnyEntry]:
    """The log with times that pass."""
    rng, at, found = SeededRng(seed), AT, list[AnyEntry]()
    for entry in log:
        at += rng.below(MAX_THINKING_MS)
        found.append(msgspec.structs.replace(entry, at=at))
    return found


def everything(room: Room) -> dict[str, Any]:
    """All that a room holds, to be compared."""
    table = room.started_table()
    fields = {name: value for name, value in vars(room).items() if name not in {"table", "game"}}
    game = {"events": table.events, "key": table.state.key(), "actors": table.state.actors()}
    return {**fields, **game, "row": row_of(room)}


@pytest.mark.parametrize("slug", sorted(installed()))
@given(seed=st.integers(0, 2**20))
def test_a_log_with_takebacks_means_what_it_did(slug: str, seed: int) -> None:
    log = timed(history(slug, seed, seed), seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "rewound", whole_replay)
        expected = everything(restore(log))
    assert everything(restore(log)) == expected


class Applied:
    """Counts how often events of Fair are applied."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.counts: Counter[str] = Counter()
        apply = Fair.apply

        def counted(state: Fair, *arguments: Any) -> None:
            self.counts["apply"] += 1
            apply(state, *arguments)

        patch.setattr(Fair, "apply", counted)
        patch.setattr(room_module, "find", lambda slug: FAIR)


def fair_log(takebacks: int) -> list[AnyEntry]:
    """A game of Fair at whose end one person takes the last move back again and again."""
    created = Created(
        at=AT,
        table="fair",
        game="fair",
        options=FAIR.resolve_options({"players": 2}),
        seats=[SeatPlan(), SeatPlan()],
        public=True,
        host="ada",
        time_control=TimeControl(),
        commitment="c",
    )
    people = [Sat(seat=seat, person=name, name=name) for seat, name in enumerate(("ada", "bob"))]
    log: list[AnyEntry] = [created, *people, Started(at=AT)]
    room, rng = restore(log), SeededRng(5)
    table = room.started_table()
    while len(table.events) < 2 * INTERVAL_EVENTS or table.state.next_actor() == LUCK:
        seat = table.state.next_actor()
        text = FAIR.text(table.state, random_move(table.state, seat, rng))
        log.append(Happened(at=AT, who=seat, text=text))
        room.fold(log[-1])
    last = max(index for index, event in enumerate(table.events) if event.who >= 0)
    again: list[AnyEntry] = [
        Happened(at=AT, who=event.who, text=event.text) for event in table.events[last:]
    ]
    for _ in range(takebacks):
        log += [
            Proposed(at=AT, seat=0, what="takeback", events=last),
            Voted(at=AT, seat=1, yes=True),
            *again,
        ]
    return log


def test_reading_a_log_takes_each_event_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many takebacks there are: it was the whole game again for each of them."""
    applied = Applied(monkeypatch)
    takebacks = 40
    log = fair_log(takebacks)
    events = sum(isinstance(entry, Happened) for entry in log)
    applied.counts.clear()
    restore(log)
    assert applied.counts["apply"] <= events + takebacks * INTERVAL_EVENTS
