"""Schemas of facts: the category of each kind of fact, the rule it is about, names for its values.

Each game has them in its ``facts.json``, an object of categories; each category is an object of
schemas by kind of fact. ``about`` and ``secret`` name the values of `Fact.about` and `Fact.secret`;
a last name that ends in ``...`` stands for all remaining values. ``seats`` are those of the names
in ``about`` whose values are seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ludotheque.core.state import Fact

# What a seat did, points it got, an outcome of luck, and that the game is over and why
CATEGORIES: Final = ("move", "score", "luck", "end")
REST: Final = "..."  # ends the name that stands for all remaining values


class FactSchema(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of one kind of fact."""

    rule: str
    about: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    category: str = ""

    def mentioned_seats(self, fact: Fact) -> tuple[int, ...]:
        """The seats that a fact is about, besides the one it is of."""
        found: list[int] = []
        if self.seats:
            for name, value in _named(self.about, fact.about).items():
                if name in self.seats:
                    found += value if isinstance(value, list) else [value]
        return tuple(found)

    def named(self, fact: Fact) -> dict[str, int | list[int]]:
        """The values of a fact by name; names of `secret` are left out if the fact has no secret.

        Raises ValueError if the fact has more or fewer values than the schema has names.
        """
        values = _named(self.about, fact.about)
        return values | (_named(self.secret, fact.secret) if fact.secret else {})


def _named(names: tuple[str, ...], values: tuple[int, ...]) -> dict[str, int | list[int]]:
    is_open = bool(names) and names[-1].endswith(REST)
    fixed = len(names) - 1 if is_open else len(names)
    if len(values) < fixed or (len(values) > fixed and not is_open):
        raise ValueError(f"{len(values)} values for the names {', '.join(names) or 'none'}")
    found: dict[str, int | list[int]] = dict(zip(names, values[:fixed], strict=False))
    if is_open:
        found[names[-1].removesuffix(REST)] = list(values[fixed:])
    return found


def load_fact_schemas(folder: Traversable) -> dict[str, FactSchema]:
    """The schema of each kind of fact in ``folder/facts.json``."""
    data = (folder / "facts.json").read_bytes()
    categories = msgspec.json.decode(data, type=dict[str, dict[str, FactSchema]])
    for category in categories:
        if category not in CATEGORIES:
            raise ValueError(f"facts.json has a category {category!r}; choose from {CATEGORIES}")
    return {
        kind: msgspec.structs.replace(schema, category=category)
        for category, kinds in categories.items()
        for kind, schema in kinds.items()
    }
