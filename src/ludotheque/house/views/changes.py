"""Changes: the difference between two views. Lists are spans of the old list and new items.

Both views were made for the same viewer, so that their difference reveals no more than they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Final, TypeVar

from ludotheque.house.views.messages import Change, SceneChange, Span, View
from ludotheque.presentation.scene import Scene

Item = TypeVar("Item")
COMPARED_FIELDS: Final = tuple(
    name for name in View.__struct_fields__ if name not in {"number", "lines", "scene"}
)
_compared: Callable[[View], tuple[object, ...]] = attrgetter(*COMPARED_FIELDS)
_id: Callable[[object], str] = attrgetter("id")
_text: Callable[[object], str] = attrgetter("text")


def change_of(before: View, after: View) -> Change | None:
    """The difference between two views; none if a whole view must be sent."""
    scene = None
    if before.scene is not None and after.scene is not None:
        scene = _scene_change(before.scene, after.scene)
    if scene is None and before.scene is not after.scene:
        return None  # a scene began or ended, or it is of another viewer
    fields = zip(COMPARED_FIELDS, _compared(before), _compared(after), strict=True)
    changed = {name: new for name, old, new in fields if new is not old and new != old}
    return Change(after.number, changed, scene, after.lines)


def _scene_change(before: Scene, after: Scene) -> SceneChange | None:
    if (before.game, before.viewer) != (after.game, after.viewer):
        return None
    return SceneChange(
        prompt=after.prompt,
        areas=delta(before.areas, after.areas, _id),
        pieces=delta(before.pieces, after.pieces, _id),
        choices=delta(before.choices, after.choices, _text),
        told=after.told,
    )


def delta(
    before: Sequence[Item], after: Sequence[Item], key: Callable[[Item], str]
) -> list[Span | Item]:
    """A list as spans of the one before, each a first index and a length, and new items.

    Most changes are close together: only what is between a common prefix and a common suffix is
    compared by key.
    """
    prefix = _common_prefix(before, after)
    if prefix == len(before) == len(after):
        return [(0, prefix)] if prefix else []
    shorter = min(len(before), len(after))
    suffix = min(_common_prefix(reversed(before), reversed(after)), shorter - prefix)
    suffix_start = len(before) - suffix
    index_of = {key(before[index]): index for index in range(prefix, suffix_start)}
    parts: list[Span | Item] = []
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
            parts.append(item)
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


def _common_prefix(before: Iterable[Item], after: Iterable[Item]) -> int:
    """How many items at the beginning are equal; most are identical, which is checked first."""
    length = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:
            break
        length += 1
    return length
