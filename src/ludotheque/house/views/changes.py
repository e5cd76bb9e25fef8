"""The difference between two views of one recipient: lists as spans of the old list and new items.

Both views were made for the same viewer, so that their difference reveals no more than they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Final, TypeVar

from ludotheque.house.views.messages import Change, SceneChange, Span, View
from ludotheque.presentation.scene import Scene

Item = TypeVar("Item")
FIELDS: Final = tuple(
    name for name in View.__struct_fields__ if name not in {"number", "lines", "scene"}
)
_fields: Callable[[View], tuple[object, ...]] = attrgetter(*FIELDS)
_id: Callable[[object], str] = attrgetter("id")
_text: Callable[[object], str] = attrgetter("text")


def change_of(before: View, after: View) -> Change | None:
    """The difference between two views of a socket; none where only a whole view will do."""
    scene = None
    if before.scene is not None and after.scene is not None:
        scene = _scene_change(before.scene, after.scene)
    if scene is None and before.scene is not after.scene:
        return None
    fields = zip(FIELDS, _fields(before), _fields(after), strict=True)
    now = {name: new for name, old, new in fields if new is not old and new != old}
    return Change(after.number, now, scene, after.lines)


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
    before: Sequence[Item], after: Sequence[Item], name: Callable[[Item], str]
) -> list[Span | Item]:
    """A list as spans of the one before, each a first index and a length, and new items."""
    shorter = min(len(before), len(after))
    same = _common(before, after)  # at the beginning; most changes are close together
    if same == len(before) == len(after):
        return [(0, same)] if same else []
    rest = min(_common(reversed(before), reversed(after)), shorter - same)  # at the end
    end = len(before) - rest
    places = {name(before[place]): place for place in range(same, end)}
    found: list[Span | Item] = []
    start, at = 0, same  # the present span: its first index, and the one after its last
    for item in after[same : len(after) - rest]:
        if at < end and before[at] == item:
            at += 1
            continue
        if at > start:
            found.append((start, at - start))
        place = places.get(name(item))
        if place is not None and before[place] == item:
            start, at = place, place + 1
        else:
            found.append(item)
            start = at = at if place is None else place + 1
    if at == end:
        at = len(before)
    elif rest:
        if at > start:
            found.append((start, at - start))
        start, at = end, len(before)
    if at > start:
        found.append((start, at - start))
    return found


def _common(before: Iterable[Item], after: Iterable[Item]) -> int:
    """How many items are equal at the beginning; most are identical, which is checked first."""
    same = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:
            break
        same += 1
    return same
