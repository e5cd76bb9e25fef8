"""The difference between two scenes: applied to the first it gives the second, and is small."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from house.table_state import Json, apply_lists, apply_own
from house.worlds import moments, name_of, played, viewers
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from ludotheque.core.registry import installed
from ludotheque.house.table.room import Room
from ludotheque.house.views.changes import (
    areas_change,
    choices_change,
    own_change,
    pieces_change,
    scene_change,
)
from ludotheque.house.views.messages import OwnView
from ludotheque.house.views.stream import Stream
from ludotheque.presentation.scene import Area, Choice, Counter, Piece, TableLayer

FEW_EXAMPLES = settings(max_examples=settings().max_examples // 5)  # slow: whole games
LISTS = ("areas", "pieces")
NUMBERS = st.lists(st.integers(0, 29), unique=True)
NO_SCENE = TableLayer("", (), ())


def as_json(message: object) -> Json:
    data: Json = json.loads(msgspec.json.encode(message))
    return data


# any lists


def piece(number: int) -> Piece:
    """Numbers from 10 on stand for the piece ten or twenty lower, changed."""
    return Piece(f"p{number % 10}", "art", "area", str(number), (number, 0.0))


def area(number: int) -> Area:
    """Numbers from 10 on have another counter, those from 20 on others than before."""
    value = Counter(f"key {number // 20}", "label", number)
    return Area(f"a{number % 10}", "row", "label", counters=(Counter("chips", "", 1), value))


def choice(number: int) -> Choice:
    return Choice((), f"c{number % 10}", str(number))


KINDS: tuple[tuple[Callable[[Any, Any], Any], Callable[[int], Any]], ...] = (
    (pieces_change, piece),
    (areas_change, area),
    (choices_change, choice),
)


def with_unique_ids(numbers: list[int]) -> list[int]:
    return [*{number % 10: number for number in numbers}.values()]


@given(NUMBERS, NUMBERS)
def test_any_list_can_become_any_other(before: list[int], after: list[int]) -> None:
    first, then = with_unique_ids(before), with_unique_ids(after)
    for change_of, item in KINDS:
        old, new = ([item(number) for number in numbers] for numbers in (first, then))
        change = change_of(old, new)
        if change is UNSET:
            assert old == new
            continue
        known = {"items": [as_json(each) for each in old]}
        applied = apply_lists(known, {"items": json.loads(msgspec.json.encode(change))}, ("items",))
        assert applied["items"] == [as_json(each) for each in new]


def test_unchanged_items_are_not_sent() -> None:
    parts = [choice(number) for number in range(6)]
    moved = [*parts[3:], choice(11), parts[0]]
    assert choices_change(parts, [*parts]) is UNSET
    assert choices_change(parts, moved) == [(3, 3), moved[3], (0, 1)]
    assert choices_change((), ()) is UNSET
    assert choices_change(parts, ()) == []
    assert choices_change(parts, parts[:2]) == [(0, 2)]
    assert choices_change(parts[:2], parts) == [(0, 2), *parts[2:]]


def test_a_changed_item_is_sent_without_what_it_had_before() -> None:
    pieces = [piece(number) for number in range(4)]
    turned = [*pieces[:2], replace(pieces[2], value="7", marks=("last",)), pieces[3]]
    assert pieces_change(pieces, turned) == [
        (0, 2),
        {"id": "p2", "value": "7", "marks": ("last",)},
        (3, 1),
    ]
    assert pieces_change(pieces, [turned[2], *pieces[:2]]) == [
        {"id": "p2", "value": "7", "marks": ("last",)},
        (0, 2),
    ]


def test_counters_are_sent_as_changed_fields() -> None:
    chips, points = Counter("chips", "Chips", 3), Counter("points", "Points", 10)
    before = Area("seat:0", "panel", "Ada", counters=(chips, points))
    after = replace(before, counters=(chips, replace(points, value=12)))
    assert areas_change([before], [after]) == [
        {"id": "seat:0", "counters": {"points": {"value": 12}}}
    ]
    fewer = replace(before, counters=(points,))
    assert areas_change([before], [fewer]) == [{"id": "seat:0", "counters": (points,)}]


def test_counters_with_the_same_key_are_sent_anew() -> None:
    """The key is the name of a picture, which two counters may share."""
    twice = (Counter("card", "Hand", 3), Counter("card", "Pile", 9))
    before = Area("seat:0", "panel", "Ada", counters=twice)
    after = replace(before, counters=(twice[0], replace(twice[1], value=8)))
    assert areas_change([before], [after]) == [{"id": "seat:0", "counters": after.counters}]


# real scenes


def layers(room: Room, viewer: int, language: str) -> tuple[TableLayer, OwnView]:
    """What everybody sees, and what a viewer sees alone."""
    stream, seat = Stream(room, language), room.seat_of(name_of(viewer))
    return stream.scene or NO_SCENE, OwnView() if seat is None else stream.own_view(room, seat)


@pytest.mark.parametrize("slug", sorted(installed()))
@FEW_EXAMPLES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_any_scene_of_a_game_can_become_any_other(slug: str, variant: int, seed: int) -> None:
    """Even from any moment of a game to any other, and into another language."""
    rooms = moments(played(slug, variant, seed), seed)
    for before, after in zip(rooms, reversed(rooms), strict=True):
        for viewer in viewers(after):
            scene, own = layers(before, viewer, "en")
            new_scene, new_own = layers(after, viewer, ("en", "fr")[seed % 2])
            change, own_step = scene_change(scene, new_scene), own_change(own, new_own)
            applied = as_json(scene)
            if change is not UNSET:
                applied = apply_lists(applied, as_json(change), LISTS)
            assert applied == as_json(new_scene)
            applied_own = as_json(own)
            if own_step is not UNSET:
                applied_own = apply_own(applied_own, as_json(own_step))
            assert applied_own == as_json(new_own)
