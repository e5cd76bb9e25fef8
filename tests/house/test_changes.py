"""A client with changes sees the same as one with views: every scene, and every line once."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from house.apply_change import Json, apply_change, apply_spans
from house.running import guest, has_question, house, in_loop, seeded_random
from house.worlds import moments, name_of, played, viewers
from hypothesis import given, settings
from hypothesis import strategies as st
from ludotheque.house.table.scenes import SceneCache
from ludotheque.house.views.views import Recipient, view_of

from ludotheque.core.registry import installed
from ludotheque.core.state import SPECTATOR
from ludotheque.house.table.entries import encode_entry
from ludotheque.house.table.live import LiveTable, Watcher
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views.changes import change_of, delta
from ludotheque.house.views.messages import View
from ludotheque.presentation.scene import Choice

FEW_EXAMPLES = settings(max_examples=settings().max_examples // 5)  # slow: whole games
MIN_RATIO = 1.5  # a change is on average this many times smaller than a view


def viewed(room: Room, viewer: int, language: str = "en") -> View:
    return view_of(room, Recipient(name_of(viewer), language), 9)


def as_json(message: object) -> Json:
    data: Json = json.loads(encode_entry(message))  # type: ignore[arg-type]
    return data


@pytest.mark.parametrize("slug", sorted(installed()))
@FEW_EXAMPLES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_a_change_gives_the_next_view(slug: str, variant: int, seed: int) -> None:
    """Even from any moment of a game to any other, and into another language."""
    rooms = moments(played(slug, variant, seed), seed)
    for before, after in zip(rooms, reversed(rooms), strict=True):
        for viewer in viewers(after):
            first, then = viewed(before, viewer), viewed(after, viewer, ("en", "fr")[seed % 2])
            change = change_of(first, then)
            assert change is not None
            assert apply_change(as_json(first), as_json(change)) == as_json(then)


@given(st.lists(st.integers(0, 9), unique=True), st.lists(st.integers(0, 19), unique=True))
def test_a_delta_gives_the_new_list_in_any_order(before: list[int], after: list[int]) -> None:
    """Numbers from 10 on stand for those ten lower with another label."""
    first, then = (
        [Choice((), str(number % 10), str(number)) for number in numbers]
        for numbers in (before, dict.fromkeys(after))
    )
    change = [
        list(one) if isinstance(one, tuple) else {"of": one.label}
        for one in delta(first, then, lambda choice: choice.text)
    ]
    expected = [{"of": choice.label} for choice in then]
    assert apply_spans([{"of": choice.label} for choice in first], change) == expected


def test_unchanged_items_are_not_sent() -> None:
    parts = [Choice((), name, name) for name in "abcdef"]
    moved = [*parts[3:], Choice((), "b", "B"), parts[0]]
    assert delta(parts, parts, lambda choice: choice.text) == [(0, 6)]
    assert delta(parts, moved, lambda choice: choice.text) == [(3, 3), moved[3], (0, 1)]
    assert delta((), (), lambda choice: choice.text) == []


def test_a_scene_is_made_once_for_viewers_who_see_the_same() -> None:
    room, scenes = restore(played("m", 0, 1)[:30]), SceneCache()
    first = scenes.scene(room, SPECTATOR, "en")
    assert scenes.scene(room, SPECTATOR, "en") is first
    assert scenes.scene(room, SPECTATOR, "fr") != first
    assert scenes.scene(room, 0, "en") != first
    later = restore(played("m", 0, 1)[:40])
    assert scenes.scene(later, SPECTATOR, "en") == viewed(later, SPECTATOR).scene != first


def test_a_scene_is_made_again_when_a_room_has_changed() -> None:
    log, scenes = played("m", 0, 1), SceneCache()
    room = restore(log[:30])
    first = scenes.scene(room, SPECTATOR, "en")
    for entry in log[30:40]:
        room.fold(entry)
    assert scenes.scene(room, SPECTATOR, "en") == viewed(room, SPECTATOR).scene != first


@in_loop
async def test_watchers_who_must_decide_are_notified_first() -> None:
    room = restore(played("m", 0, 1)[:30])
    deciding = [seat for seat, chair in enumerate(room.chairs) if chair.decision >= 0]
    assert deciding
    assert len(deciding) < len(room.chairs)
    table, received = LiveTable(room, bytes(32)), list[int]()
    for seat in sorted(range(len(room.chairs)), key=lambda seat: seat in deciding):
        table.subscribe(partial(received.append, seat), Watcher(name_of(seat), name_of(seat)))
    table.notify()
    assert received[: len(deciding)] == deciding
    assert sorted(received) == [*range(len(room.chairs))]


@pytest.mark.parametrize("slug", sorted(installed()))
@in_loop
async def test_views_and_changes_show_the_same(slug: str, tmp_path: Path) -> None:
    """Two sockets of one person: views with the same number are equal, and no line is lost."""
    with house(str(tmp_path / "house.db"), tmp_path) as here:
        anna = await guest(here)
        table = await anna.new_table(slug, ["", "greedy", "greedy"], players=3)
        async with anna.at(table, changes="1") as follower, anna.at(table, changes="0") as other:
            await follower.must("sit", seat=0)
            await follower.must("start")
            await follower.play_on(seeded_random(slug), 25)
            newest = max(follower.view.number, other.view.number)
            for seat in (follower, other):
                await seat.see(
                    lambda view: view.number >= newest and (has_question(view) or is_over(view))
                )
        whole_views = {view.number: view for view in other.views}
        shared = [view for view in follower.views if view.number in whole_views]
        assert len(shared) > len(follower.views) // 3
        for view in shared:
            assert view.scene == whole_views[view.number].scene
            assert view.seats == whole_views[view.number].seats
        received = [
            [line for view in seat.views for line in view.lines] for seat in (follower, other)
        ]
        common = min(map(len, received))
        assert received[0][:common] == received[1][:common]
        events = [line.event for line in received[0]]
        assert events == sorted(events)
        assert average_size(follower.texts) * MIN_RATIO < average_size(other.texts)


def is_over(view: View) -> bool:
    return view.status == "over"


def average_size(texts: list[str]) -> float:
    sizes = [len(text) for text in texts if '"type":"done"' not in text[:20]]
    return sum(sizes) / len(sizes)
