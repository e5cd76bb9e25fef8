"""What players must remember is sent once: no view repeats it during the game (CA-20)."""

from __future__ import annotations

import pytest
from house.followers import Follower, publish
from house.table_state import Json, seen
from house.worlds import name_of, played

from ludotheque.core.registry import find
from ludotheque.house.table.entries import AnyEntry, Happened, Said
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views.feed import feed_of

APPENZELL = find("appenzell")


def variant(memory: str) -> int:
    """The first variant of Appenzell with this memory option."""
    return [options["memory"] for options in APPENZELL.variants()].index(memory)


def tiles_seen(room: Room) -> list[tuple[int, int]]:
    """The parts of events in which the face of a square was seen."""
    events = room.started_table().events
    return [
        (number, part)
        for number, event in enumerate(events)
        for part, fact in enumerate(event.facts)
        if fact.kind == "tile"
    ]


def part_of(line: Json) -> tuple[int, int]:
    return line["event"], line["part"]


def tiles_in(follower: Follower) -> list[Json]:
    """All lines about faces of squares that a client was sent, in order."""
    lines = []
    for message in follower.messages:
        if message["type"] == "view":
            lines += [*message["lines"], *(message["own"] or {"lines": []})["lines"]]
        else:
            for step in message["steps"]:
                lines += step["public"].get("lines", []) + step.get("own", {}).get("lines", [])
            lines += message.get("own", {"lines": []})["lines"]
    return [line for line in lines if line["kind"] == "tile"]


def halves(memory: str) -> tuple[list[AnyEntry], list[AnyEntry]]:
    """The log of a game until the middle, and some moves after it."""
    log = played("appenzell", variant(memory), 3)
    moves = [place for place, entry in enumerate(log) if isinstance(entry, Happened)]
    middle = moves[len(moves) // 2]
    return log[:middle], log[middle : middle + len(moves) // 4]


@pytest.mark.parametrize("person", [name_of(0), name_of(1), ""])
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("memory", ["strict", "notes"])
def test_a_tile_is_sent_when_it_is_seen_and_never_again(
    memory: str, whole: bool, person: str
) -> None:
    before, after = halves(memory)
    table = LiveTable(restore(before), bytes(32))
    known, follower = tiles_seen(table.room), Follower(feed_of(table), person, "en", whole)
    follower.read()
    is_strict = memory == "strict"
    assert {*map(part_of, tiles_in(follower))} == (set() if is_strict else {*known})
    for entry in after:
        publish(table, [entry])
        follower.read()
    new = [part for part in tiles_seen(table.room) if part not in known]
    assert new
    tiles = [line for line in tiles_in(follower) if part_of(line) in new]
    assert {line["fades"] for line in tiles} == {is_strict}
    if is_strict or not whole:
        assert [*map(part_of, tiles)] == new  # each of them once
    if is_strict:
        assert len(tiles_in(follower)) == len(new)


@pytest.mark.parametrize("person", [name_of(0), ""])
def test_what_fades_is_not_sent_to_a_client_that_comes_back(person: str) -> None:
    """Not when it connects again, nor when it goes on from a number, nor in another language."""
    before, after = halves("strict")
    table = LiveTable(restore(before), bytes(32))
    feed = feed_of(table)
    stays = Follower(feed, name_of(1))  # keeps the steps
    stays.read()
    follower = Follower(feed, person)
    follower.read()
    lost = follower.state.copy()
    follower.leave()
    for entry in after[:20]:
        publish(table, [entry])
        stays.read()
    assert tiles_in(stays)
    for number in (lost.number, table.room.public_number() - 1, table.room.public_number()):
        again = Follower(feed, person)
        again.cursor.resume(number)
        again.read()
        assert [message["type"] for message in again.messages] == ["view"]
        feed.set_language(again.cursor, "de")
        again.read()
        publish(table, [Said(person="eve", name="Eve", text="hello")])
        again.read()
        assert not tiles_in(again)
        again.leave()


def test_after_the_game_everything_is_sent() -> None:
    lines = seen(restore(played("appenzell", variant("strict"), 3)), name_of(0)).lines
    room = restore(played("appenzell", variant("strict"), 3))
    assert [(line.event, line.part) for line in lines if line.kind == "tile"] == tiles_seen(room)
    assert not any(line.fades for line in lines)
