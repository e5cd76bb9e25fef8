"""What players must remember is sent once: no view repeats it during the game (CA-20)."""

from __future__ import annotations

import pytest
from house.worlds import name_of, played
from ludotheque.house.views.views import Recipient, view_of

from ludotheque.core.registry import find
from ludotheque.house.table.entries import Happened
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views.messages import Line

APPENZELL = find("appenzell")


def variant(memory: str) -> int:
    """The first variant of Appenzell with this memory option."""
    return [options["memory"] for options in APPENZELL.variants()].index(memory)


def lines_of(room: Room, events: int) -> list[Line]:
    return view_of(room, Recipient(name_of(0), "en", events), 9).lines


def events_with_tiles(room: Room) -> list[int]:
    """The events in which the face of a square was seen."""
    events = room.started_table().events
    return [n for n, event in enumerate(events) if any(fact.kind == "tile" for fact in event.facts)]


@pytest.mark.parametrize("memory", ["strict", "notes"])
def test_a_tile_is_sent_when_it_is_seen_and_never_again(memory: str) -> None:
    log = played("appenzell", variant(memory), 3)
    moves = [place for place, entry in enumerate(log) if isinstance(entry, Happened)]
    room = restore(log[: moves[len(moves) // 2]])
    event = events_with_tiles(room)[-1]
    [sent] = [line for line in lines_of(room, event) if line.kind == "tile" and line.event == event]
    assert sent.fades == (memory == "strict")
    again = {line.event for line in lines_of(room, 0) if line.kind == "tile"}
    assert again == (set() if memory == "strict" else set(events_with_tiles(room)))


def test_after_the_game_everything_is_sent() -> None:
    room = restore(played("appenzell", variant("strict"), 3))
    assert {line.event for line in lines_of(room, 0) if line.kind == "tile"} == {
        *events_with_tiles(room)
    }
    assert not any(line.fades for line in lines_of(room, 0))
