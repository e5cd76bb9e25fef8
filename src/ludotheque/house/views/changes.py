"""What is new in a view for who has the one before: lists as what stays of them, and what is new.

Both views were made for the same viewer, so that their difference tells no more than they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Final, TypeVar

from ludotheque.house.views.messages import Change, Kept, SceneChange, View
from ludotheque.presentation.scene import Scene

Part = TypeVar("Part")
FIELDS: Final = tuple(
    name for name in View.__struct_fields__ if name not in {"number", "lines", "scene"}
)
_fields: Callable[[View], tuple[object, ...]] = attrgetter(*FIELDS)
_id: Callable[[object], str] = attrgetter("id")
_text: Callable[[object], str] = attrgetter("text")


def change_of(before: View, after: View) -> Change | None:
    """What leads from one view of a socket to its next; nothing where only a whole view does."""
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
        areas=kept(before.areas, after.areas, _id),
        pieces=kept(before.pieces, after.pieces, _id),
        choices=kept(before.choices, after.choices, _text),
        told=after.told,
    )


def kept(
    before: Sequence[Part], after: Sequence[Part], name: Callable[[Part], str]
) -> list[Kept | Part]:
    """A list by what it has of the one before, from where on and how many, and what is new."""
    shorter = min(len(before), len(after))
    same = _alike(before, after)  # at the beginning; most of what changes is together
    if same == len(before) == len(after):
        return [(0, same)] if same else []
    rest = min(_alike(reversed(before), reversed(after)), shorter - same)  # at the end
    end = len(before) - rest
    places = {name(before[place]): place for place in range(same, end)}
    found: list[Kept | Part] = []
    start, at = 0, same  # what stays, so far: from one to the other
    for part in after[same : len(after) - rest]:
        if at < end and before[at] == part:
            at += 1
            continue
        if at > start:
            found.append((start, at - start))
        place = places.get(name(part))
        if place is not None and before[place] == part:
            start, at = place, place + 1
        else:
            found.append(part)
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


def _alike(before: Iterable[Part], after: Iterable[Part]) -> int:
    """How many parts are the same at the beginning; most are the very same, and need no look."""
    same = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:
            break
        same += 1
    return same
