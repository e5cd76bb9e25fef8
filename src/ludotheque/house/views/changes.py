"""The difference between two states of a table, as `messages.Step` has it.

Lists are spans of the list before, and items. Unchanged parts of a scene are usually the same
objects, which is checked first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Any, Final, TypeVar

from msgspec import UNSET, UnsetType

from ludotheque.house.views.messages import (
    Fields,
    Line,
    OwnStep,
    OwnView,
    SceneChange,
    SeatView,
    Span,
    TableView,
)
from ludotheque.presentation.scene import Area, Choice, Counter, Piece, TableLayer

Item = TypeVar("Item")
TABLE_FIELDS: Final = tuple(name for name in TableView.__struct_fields__ if name != "seats")
AREA_FIELDS: Final = tuple(n for n in Area.__struct_fields__ if n not in {"id", "counters"})
PIECE_FIELDS: Final = tuple(name for name in Piece.__struct_fields__ if name != "id")
COUNTER_FIELDS: Final = tuple(name for name in Counter.__struct_fields__ if name != "key")
_table_values: Callable[[TableView], tuple[object, ...]] = attrgetter(*TABLE_FIELDS)
_area_values: Callable[[Area], tuple[object, ...]] = attrgetter(*AREA_FIELDS)
_piece_values: Callable[[Piece], tuple[object, ...]] = attrgetter(*PIECE_FIELDS)
_counter_values: Callable[[Counter], tuple[object, ...]] = attrgetter(*COUNTER_FIELDS)
_seat_values: Callable[[SeatView], tuple[object, ...]] = attrgetter(*SeatView.__struct_fields__)
_id: Callable[[Area | Piece], str] = attrgetter("id")
_text: Callable[[Choice], str] = attrgetter("text")


# of the table


def table_change(before: TableView, after: TableView) -> Fields | UnsetType:
    """The fields of the table that have changed, but for its seats."""
    if before is after:
        return UNSET
    return _changed(TABLE_FIELDS, _table_values(before), _table_values(after)) or UNSET


def seats_change(before: TableView, after: TableView) -> dict[str, Fields] | UnsetType:
    """The fields of seats that have changed, by the number of the seat."""
    changes = {
        str(seat): _changed(SeatView.__struct_fields__, _seat_values(old), _seat_values(new))
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        if old != new
    }
    return changes or UNSET


def _changed(
    names: Iterable[str], before: Iterable[object], after: Iterable[object]
) -> dict[str, Any]:
    values = zip(names, before, after, strict=True)
    return {name: new for name, old, new in values if new is not old and new != old}


# of scenes


def scene_change(before: TableLayer, after: TableLayer) -> SceneChange | UnsetType:
    """The difference between two public scenes."""
    if before is after:
        return UNSET
    prompt = after.prompt if before.prompt != after.prompt else UNSET
    areas = areas_change(before.areas, after.areas)
    pieces = pieces_change(before.pieces, after.pieces)
    if prompt is UNSET and areas is UNSET and pieces is UNSET:
        return UNSET
    return SceneChange(prompt, areas, pieces)


def own_change(
    before: OwnView, after: OwnView, new_lines: list[Line] | None = None
) -> OwnStep | UnsetType:
    """The difference between two own views."""
    if before is after and not new_lines:
        return UNSET
    step = OwnStep(
        areas=areas_change(before.areas, after.areas),
        pieces=pieces_change(before.pieces, after.pieces),
        choices=choices_change(before.choices, after.choices),
        lines=new_lines or UNSET,
    )
    if before.decision != after.decision:
        step.decision = after.decision
    if before.prompt != after.prompt:
        step.prompt = after.prompt
    if before.hidden_pieces != after.hidden_pieces:
        step.hidden_pieces = after.hidden_pieces
    if before.hidden_areas != after.hidden_areas:
        step.hidden_areas = after.hidden_areas
    if before.secret != after.secret:
        step.secret = after.secret
    return UNSET if step == NO_OWN_CHANGE else step


NO_OWN_CHANGE: Final = OwnStep()


def areas_change(before: Sequence[Area], after: Sequence[Area]) -> list[Span | Fields] | UnsetType:
    """The difference between two lists of areas."""
    return list_change(before, after, _id, _area_fields)


def pieces_change(
    before: Sequence[Piece], after: Sequence[Piece]
) -> list[Span | Fields] | UnsetType:
    """The difference between two lists of pieces."""
    return list_change(before, after, _id, _piece_fields)


def choices_change(
    before: Sequence[Choice], after: Sequence[Choice]
) -> list[Span | Choice] | UnsetType:
    """The difference between two lists of choices; a choice is new or as it was."""
    if not before and after:
        return list(after)
    change: list[Span | Any] | UnsetType = list_change(before, after, _text, _whole_choice)
    return change


def _whole_choice(_before: Choice | None, after: Choice) -> Any:
    return after


def _piece_fields(before: Piece | None, after: Piece) -> Any:
    if before is None:
        return after
    fields = _changed(PIECE_FIELDS, _piece_values(before), _piece_values(after))
    return {"id": after.id, **fields}


def _area_fields(before: Area | None, after: Area) -> Any:
    if before is None:
        return after
    fields = _changed(AREA_FIELDS, _area_values(before), _area_values(after))
    if before.counters != after.counters:
        fields["counters"] = _counters_change(before.counters, after.counters)
    return {"id": after.id, **fields}


def _counters_change(
    before: tuple[Counter, ...], after: tuple[Counter, ...]
) -> tuple[Counter, ...] | Mapping[str, Fields]:
    """All counters, if others than before are shown; or the changed fields by key.

    A key is the name of a picture: if two counters share it, all are given.
    """
    keys = [counter.key for counter in after]
    if [counter.key for counter in before] != keys or len({*keys}) < len(keys):
        return after
    return {
        new.key: _changed(COUNTER_FIELDS, _counter_values(old), _counter_values(new))
        for old, new in zip(before, after, strict=True)
        if old != new
    }


# of lists


def list_change(
    before: Sequence[Item],
    after: Sequence[Item],
    key: Callable[[Item], str],
    fields: Callable[[Item | None, Item], Any],
) -> list[Span | Any] | UnsetType:
    """A list as spans of the one before, each a first index and a length, and items.

    An item is written by ``fields``, given the item with its key in the list before, if any.
    """
    if before is after or (not before and not after):
        return UNSET
    if not before or not after:
        return [fields(None, item) for item in after]
    if len(before) == len(after):
        changed = [index for index in _replaced(before, after) if before[index] != after[index]]
        if not changed:
            return UNSET
        if all(key(before[index]) == key(after[index]) for index in changed):
            return _changed_in_place(before, after, changed, fields)
    return _rearranged(before, after, key, fields)


def _rearranged(
    before: Sequence[Item],
    after: Sequence[Item],
    key: Callable[[Item], str],
    fields: Callable[[Item | None, Item], Any],
) -> list[Span | Any]:
    """The change of a list in which items were added, removed or moved.

    Most changes are close together: only what is between a common prefix and a common suffix is
    compared by key.
    """
    prefix = _common_prefix(before, after)
    shorter = min(len(before), len(after))
    suffix = min(_common_prefix(before[::-1], after[::-1]), shorter - prefix)
    suffix_start = len(before) - suffix
    index_of = {key(before[index]): index for index in range(prefix, suffix_start)}
    parts: list[Span | Any] = []
    start, end = 0, prefix  # the current span of the list before
    for item in after[prefix : len(after) - suffix]:
        if end < suffix_start and before[end] == item:
            end += 1
            continue
        if end > start:
            parts.append((start, end - start))
        index = index_of.get(key(item))
        if index is not None and before[index] == item:
            start, end = index, index + 1
        else:
            parts.append(fields(None if index is None else before[index], item))
            start = end = end if index is None else index + 1
    if end == suffix_start:
        end = len(before)
    elif suffix:
        if end > start:
            parts.append((start, end - start))
        start, end = suffix_start, len(before)
    if end > start:
        parts.append((start, end - start))
    return parts


def _changed_in_place(
    before: Sequence[Item],
    after: Sequence[Item],
    changed: Sequence[int],
    fields: Callable[[Item | None, Item], Any],
) -> list[Span | Any]:
    """The change of a list in which some items have changed, and none has moved."""
    parts: list[Span | Any] = []
    start = 0
    for index in changed:
        if index > start:
            parts.append((start, index - start))
        parts.append(fields(before[index], after[index]))
        start = index + 1
    if start < len(before):
        parts.append((start, len(before) - start))
    return parts


def _common_prefix(before: Sequence[Item], after: Sequence[Item]) -> int:
    """How many items at the beginning are equal."""
    for index in _replaced(before, after):
        if before[index] != after[index]:
            return index
    return min(len(before), len(after))


def _replaced(before: Sequence[Item], after: Sequence[Item]) -> Iterator[int]:
    """The indices at which two lists have other objects, which may be equal; there are few."""
    return compress(count(), map(is_not, before, after))
