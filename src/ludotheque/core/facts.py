"""What each kind of fact means: its category, the rule it is about, and the names of its numbers.

It stands in the game's ``facts.json``: categories, in them kinds of facts. A name that ends in
``...`` stands for any number of values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ludotheque.core.state import Fact

CATEGORIES: Final = ("move", "score", "luck")
REST: Final = "..."  # ends the name that stands for all remaining values


class FactInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of one kind of fact."""

    rule: str
    about: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    category: str = ""

    def named(self, fact: Fact) -> dict[str, int | list[int]]:
        """The values of a fact by name; of its secret only what it was told with."""
        values = _named(self.about, fact.about)
        return values | (_named(self.secret, fact.secret) if fact.secret else {})


def _named(names: tuple[str, ...], values: tuple[int, ...]) -> dict[str, int | list[int]]:
    found: dict[str, int | list[int]] = {}
    for place, name in enumerate(names):
        if name.endswith(REST):
            found[name.removesuffix(REST)] = list(values[place:])
            return found
        found[name] = values[place]
    if len(names) != len(values):
        raise ValueError(f"{len(values)} values for the names {', '.join(names) or 'none'}")
    return found


def load_fact_infos(folder: Traversable) -> dict[str, FactInfo]:
    """The schema of each kind of fact in ``folder/facts.json``."""
    data = (folder / "facts.json").read_bytes()
    categories = msgspec.json.decode(data, type=dict[str, dict[str, FactInfo]])
    return {
        kind: msgspec.structs.replace(info, category=category)
        for category, kinds in categories.items()
        for kind, info in kinds.items()
    }
