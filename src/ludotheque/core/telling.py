"""What the facts of a game are: a move, something scored, or luck; and the rule each is about.

It stands in the game's ``facts.json``: sorts, in them kinds of facts, and their rules.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SORTS: Final = ("move", "score", "luck")


class Telling(NamedTuple):
    """A sort, and the number of a rule."""

    sort: str
    rule: str


def load(folder: Traversable) -> dict[str, Telling]:
    """What ``folder/facts.json`` says of each kind of fact."""
    text = (folder / "facts.json").read_text(encoding="utf-8")
    return {
        kind: Telling(sort, rule)
        for sort, kinds in json.loads(text).items()
        for kind, rule in kinds.items()
    }
