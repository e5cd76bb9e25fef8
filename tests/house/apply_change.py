"""Apply changes to views as a client does, on plain JSON."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
LISTS = ("areas", "pieces", "choices")


def apply_change(before: Json, change: Json) -> Json:
    """The next view, from the one before and a change."""
    view = {**before, **change["now"], "number": change["number"], "lines": change["lines"]}
    scene = change["scene"]
    if scene is None:
        assert before["scene"] is None, "a change takes no scene away"
        return view
    lists = {name: apply_spans(before["scene"][name], scene[name]) for name in LISTS}
    return {**view, "scene": {**before["scene"], **scene, **lists}}


def apply_spans(before: list[Json], change: list[Any]) -> list[Json]:
    """The next list, from spans of the one before and new items."""
    found: list[Json] = []
    for one in change:
        if isinstance(one, list):
            start, count = one
            assert 0 <= start < start + count <= len(before), "there is nothing to keep"
            found += before[start : start + count]
        else:
            found.append(one)
    return found
