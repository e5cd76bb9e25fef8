"""What is sent to a viewer depends, byte for byte, only on what they may know."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import pytest
from house.followers import Follower, publish_move
from house.running import seeded_random
from house.two_world_scripts import stopped_game, worlds_of
from house.worlds import (
    AT,
    PROGRAM,
    PlannedMove,
    Worlds,
    moments,
    name_of,
    other_world,
    played,
    viewers,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from ludotheque.core.registry import installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR, State
from ludotheque.core.words import LANGUAGES
from ludotheque.house.table.entries import AnyEntry, Happened
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views import stream
from ludotheque.house.views.feed import NO_SEAT, feed_of
from ludotheque.house.views.lines import Narrator
from ludotheque.house.views.messages import OwnView
from ludotheque.house.views.stream import Stream
from ludotheque.house.views.table_view import you

FEW_EXAMPLES = settings(max_examples=settings().max_examples // 5)  # slow: whole games
GAMES = sorted(installed())
TRIES = settings().max_examples  # positions of each game
MAX_MOVES = 8  # in two worlds


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "now_ms", lambda: AT)


# whole views


def sent(room: Room, viewer: int, language: str) -> bytes:
    """The first message to a viewer."""
    seat, who = room.seat_of(name_of(viewer)), you(room, name_of(viewer))
    place = NO_SEAT if seat is None else seat
    return Stream(room, language).view_message(room, place, who, 0)


@pytest.mark.parametrize("slug", GAMES)
@FEW_EXAMPLES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_nobody_is_sent_what_they_may_not_know(slug: str, variant: int, seed: int) -> None:
    for room in moments(played(slug, variant, seed), seed):
        language = ("fr", "en", "de")[seed % 3]
        for viewer in viewers(room):
            twin = other_world(room, viewer, seed + 1)
            assert sent(twin, viewer, language) == sent(room, viewer, language)
            assert sent(twin, SPECTATOR, language) == sent(room, SPECTATOR, language)


def test_the_other_world_differs() -> None:
    """The hidden cards differ in the other world, so that equal bytes mean something."""
    room = restore(played("m", 0, 1)[:40])
    for viewer in viewers(room):
        assert (
            other_world(room, viewer, 2).started_table().state.key()
            != room.started_table().state.key()
        )


# changes


class TwoWorlds:
    """A table in two worlds that look the same to one viewer, and the clients of both.

    In each world the viewer and somebody without a token follow the table.
    """

    def __init__(self, worlds: Worlds, language: str) -> None:
        self.worlds, self.language = worlds, language
        self.tables = [
            LiveTable(room.fork(), bytes(32)) for room in (worlds.true.room, worlds.other.room)
        ]
        self.feeds = [feed_of(table) for table in self.tables]
        self.followers = [
            [Follower(feed, name_of(viewer), language) for feed in self.feeds]
            for viewer in (worlds.viewer, SPECTATOR)
        ]
        self.numbers: list[int] = []
        self.read()

    def read(self) -> None:
        """Everybody reads; what they get must be the same in both worlds."""
        self.numbers.append(self.tables[0].room.public_number())
        for pair in self.followers:
            for follower in pair:
                follower.read()
            assert_same(*(follower.raw[-1] for follower in pair))

    def play(self, moves: tuple[PlannedMove, PlannedMove]) -> None:
        """Make the move of each world."""
        for table, move in zip(self.tables, moves, strict=True):
            table.seed = move.seed
            publish_move(table, move.seat, move.text, AT)

    def resume(self) -> None:
        """Connections lost at any number go on; what they get is the same in both worlds."""
        for viewer in (self.worlds.viewer, SPECTATOR):
            for number in self.numbers:
                received = []
                for feed in self.feeds:
                    follower = Follower(feed, name_of(viewer), self.language)
                    follower.cursor.resume(number)
                    received.append(follower.cursor.next_message())
                    follower.leave()
                assert received[0][0]
                assert_same(received[0][0], received[1][0])


def assert_same(one: bytes, two: bytes) -> None:
    """Fail at the first difference."""
    if one != two:
        place = next(at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b)
        begin = max(0, place - 100)
        pytest.fail(f"{one[begin : place + 100]!r} is not {two[begin : place + 100]!r}")


def follow_two_worlds(slug: str, number: int) -> int:
    """Play in two worlds from some moment of a game; returns how many moves were made."""
    room = stopped_game(played(slug, 7919 * number, number), seeded_random(number))
    rng, people = SeededRng(number), viewers(room)
    worlds = worlds_of(room, people[number % len(people)], number)
    tables, moved = TwoWorlds(worlds, LANGUAGES[number % len(LANGUAGES)]), 0
    for _ in range(MAX_MOVES):
        for seat in worlds.true.room.started_table().state.actors():
            moves = worlds.move(seat, rng) if seat >= 0 else None
            if moves is not None:
                tables.play(moves)
                tables.read()
                tables.resume()
                moved += 1
                break
    return moved


def follow_all(slug: str, count: int) -> int:
    """Play in two worlds from several moments of games; returns how many moves were made."""
    return sum(follow_two_worlds(slug, number) for number in range(1, 1 + count))


@pytest.mark.parametrize("slug", GAMES)
def test_changes_are_the_same_in_both_worlds(slug: str) -> None:
    assert follow_all(slug, TRIES) >= TRIES


# deliberate leaks


def secret(state: State) -> int:
    """A value that nobody may know."""
    # Not hash(): that of a text differs from process to process.
    return zlib.crc32(repr(state.key()).encode()) % 89 + 10


def in_an_own_prompt(patch: pytest.MonkeyPatch) -> None:
    """A seat's own layer is made from the true state instead of an imagined world."""
    original = stream._own_layer

    def careless(room: Room, known: stream.SeatKnowledge, *more: Any) -> OwnView:
        own = original(room, known, *more)
        return changed(own, prompt=f"{own.prompt} {secret(known.state)}")

    patch.setattr(stream, "_own_layer", careless)


def in_a_public_step(patch: pytest.MonkeyPatch) -> None:
    """A step for everybody counts what is hidden."""
    original = Stream._public_step

    def careless(self: Stream, now: stream.Snapshot, lines: Any) -> bytes:
        step = original(self, now, lines)
        assert now.state is not None
        return step[:-1] + b',"rewound":%d}' % (1000 + secret(now.state))

    patch.setattr(Stream, "_public_step", careless)


def in_a_line(patch: pytest.MonkeyPatch) -> None:
    """Everybody reads what one seat is told."""
    original = Narrator.public_lines

    def careless(self: Narrator, facts: Any) -> Any:
        told = [one.fact.secret for one in facts]
        lines = original(self, facts)
        return [changed(line, text=f"{line.text} {told}") for line in lines]

    patch.setattr(Narrator, "public_lines", careless)


def in_the_size_of_a_resumed_change(patch: pytest.MonkeyPatch) -> None:
    """A whole view is sent instead of steps, depending on a secret."""
    original = Stream.change_message
    state_of = stream._state

    def careless(self: Stream, seat: int, since: int) -> bytes | None:
        return None if self.secret % 2 else original(self, seat, since)  # type: ignore[attr-defined]

    advance = Stream.advance

    def noting(self: Stream, room: Room, *more: Any) -> None:
        state = state_of(room)
        assert state is not None
        self.secret = secret(state)  # type: ignore[attr-defined]
        advance(self, room, *more)

    patch.setattr(Stream, "advance", noting)
    patch.setattr(Stream, "change_message", careless)
    patch.setattr(Stream, "secret", 0, raising=False)


LEAKS = (in_an_own_prompt, in_a_public_step, in_a_line, in_the_size_of_a_resumed_change)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_deliberate_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(pytest.fail.Exception, match="is not"):
        follow_all("m", 9)


# Zapp Zerapp: sounds


def with_other_sounds(log: list[AnyEntry]) -> list[AnyEntry]:
    """The same game in which every shake sounded like one stone more, or fewer."""
    return [with_another_count(entry) if isinstance(entry, Happened) else entry for entry in log]


def with_another_count(entry: Happened) -> Happened:
    kind, *rest = entry.text.split()
    if kind != "heard":
        return entry
    seat, barrel, count = rest
    other = int(count) + (1 if int(count) < 10 else -1)
    return Happened(at=entry.at, who=entry.who, text=f"heard {seat} {barrel} {other}")


@FEW_EXAMPLES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_people_are_never_sent_a_sound_in_words(variant: int, seed: int) -> None:
    log = played("zapp_zerapp", variant, seed)
    pairs = zip(moments(log, seed), moments(with_other_sounds(log), seed), strict=True)
    for room, other in pairs:
        for viewer in viewers(room):
            assert sent(room, viewer, "en") == sent(other, viewer, "en")


def test_a_program_is_sent_the_number() -> None:
    log = played("zapp_zerapp", 0, 1, program=True)
    shaken = [e for e in log if isinstance(e, Happened) and e.text.startswith(f"heard {PROGRAM} ")]
    assert shaken
    room, other = restore(log), restore(with_other_sounds(log))
    assert sent(room, PROGRAM, "en") != sent(other, PROGRAM, "en")
    for viewer in viewers(room):
        if viewer != PROGRAM:
            assert sent(room, viewer, "en") == sent(other, viewer, "en")
