"""What a client does with changes, on plain JSON: the next view from the one before."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
LISTS = ("areas", "pieces", "choices")


def apply_change(before: Json, change: Json) -> Json:
    """The view that a change leads to."""
    view = {**before, **change["now"], "number": change["number"], "lines": change["lines"]}
    scene = change["scene"]
    if scene is None:
        assert before["scene"] is None, "a change takes no scene away"
        return view
    lists = {name: whole(before["scene"][name], scene[name]) for name in LISTS}
    return {**view, "scene": {**before["scene"], **scene, **lists}}


def whole(before: list[Json], change: list[Any]) -> list[Json]:
    """A list from what it has of the one before, and what is new."""
    found: list[Json] = []
    for one in change:
        if isinstance(one, list):
            start, count = one
            assert 0 <= start < start + count <= len(before), "there is nothing to keep"
            found += before[start : start + count]
        else:
            found.append(one)
    return found
