"""What is sent to a viewer depends, byte for byte, only on what they may know."""

from __future__ import annotations

import pytest
from house.worlds import PROGRAM, moments, name_of, other_world, played, viewers
from hypothesis import given, settings
from hypothesis import strategies as st
from ludotheque.house.views.views import Recipient, view_of

from ludotheque.core.registry import installed
from ludotheque.house.table.entries import AnyEntry, Happened
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views.messages import encode_message

FEW_EXAMPLES = settings(max_examples=settings().max_examples // 5)  # slow: whole games


def sent(room: Room, viewer: int, language: str) -> str:
    return encode_message(view_of(room, Recipient(name_of(viewer), language), 9))


@pytest.mark.parametrize("slug", sorted(installed()))
@FEW_EXAMPLES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_nobody_is_sent_what_they_may_not_know(slug: str, variant: int, seed: int) -> None:
    for room in moments(played(slug, variant, seed), seed):
        language = ("fr", "en", "de")[seed % 3]
        for viewer in viewers(room):
            twin = other_world(room, viewer, seed + 1)
            assert sent(twin, viewer, language) == sent(room, viewer, language)


def test_the_other_world_differs() -> None:
    """The hidden cards differ in the other world, so that equal bytes mean something."""
    room = restore(played("m", 0, 1)[:40])
    for viewer in viewers(room):
        assert (
            other_world(room, viewer, 2).started_table().state.key()
            != room.started_table().state.key()
        )


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
