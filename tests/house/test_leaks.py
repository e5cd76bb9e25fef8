"""What is sent to a viewer depends on what they may know, byte for byte, and on nothing else."""

from __future__ import annotations

import pytest
from house.worlds import PROGRAM, moments, name_of, other_world, played, viewers
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.registry import installed
from ludotheque.house.table.entries import AnyEntry, Happened
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views.messages import encode_message
from ludotheque.house.views.views import Recipient, view_of

GAMES = settings(max_examples=settings().max_examples // 5)  # whole games, in plain Python too


def sent(room: Room, viewer: int, language: str) -> str:
    return encode_message(view_of(room, Recipient(name_of(viewer), language), 9))


@pytest.mark.parametrize("slug", sorted(installed()))
@GAMES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_nobody_is_sent_what_they_may_not_know(slug: str, variant: int, seed: int) -> None:
    for room in moments(played(slug, variant, seed), seed):
        language = ("fr", "en", "de")[seed % 3]
        for viewer in viewers(room):
            twin = other_world(room, viewer, seed + 1)
            assert sent(twin, viewer, language) == sent(room, viewer, language)


def test_the_worlds_do_differ() -> None:
    """With cards in hands the other world is another one: equal bytes say something."""
    room = restore(played("m", 0, 1)[:40])
    for viewer in viewers(room):
        assert (
            other_world(room, viewer, 2).started_table().state.key()
            != room.started_table().state.key()
        )


# Zapp Zerapp: what is for the ear


def sounding_otherwise(log: list[AnyEntry]) -> list[AnyEntry]:
    """The same game, where every shake sounded like one stone more, or fewer."""
    return [louder(entry) if isinstance(entry, Happened) else entry for entry in log]


def louder(entry: Happened) -> Happened:
    kind, *rest = entry.text.split()
    if kind != "heard":
        return entry
    seat, barrel, count = rest
    other = int(count) + (1 if int(count) < 10 else -1)
    return Happened(at=entry.at, who=entry.who, text=f"heard {seat} {barrel} {other}")


@GAMES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_people_hear_and_never_read_a_sound(variant: int, seed: int) -> None:
    log = played("zapp_zerapp", variant, seed)
    pairs = zip(moments(log, seed), moments(sounding_otherwise(log), seed), strict=True)
    for room, otherwise in pairs:
        for viewer in viewers(room):
            assert sent(room, viewer, "en") == sent(otherwise, viewer, "en")


def test_a_program_reads_the_number() -> None:
    log = played("zapp_zerapp", 0, 1, program=True)
    shaken = [e for e in log if isinstance(e, Happened) and e.text.startswith(f"heard {PROGRAM} ")]
    assert shaken
    room, otherwise = restore(log), restore(sounding_otherwise(log))
    assert sent(room, PROGRAM, "en") != sent(otherwise, PROGRAM, "en")
    for viewer in viewers(room):
        if viewer != PROGRAM:
            assert sent(room, viewer, "en") == sent(otherwise, viewer, "en")
