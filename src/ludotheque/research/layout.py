"""The page of all array layouts and actions: ``python -m ludotheque.research.layout``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludotheque.core.registry import installed

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.presentation.arrays import Arrays, Field

TOP = """# Layouts

The observation arrays and the actions of each game, with its default options; see `research.md` for
their use. This page is written by `python -m ludotheque.research.layout`.

Seats are relative to the viewer: 0 is the viewer, 1 the left neighbour. Where a shape begins with
the number of players, it changes with them. *From* is the offset of an array in the flat vector.
"""


def page() -> str:
    """The page for all installed games."""
    return "\n".join([TOP, *(line for game in installed().values() for line in _game(game))])


def _game(game: Game) -> Iterator[str]:
    options = game.resolve_options({})
    arrays = game.arrays(options)
    values = ", ".join(f"{name} {value}" for name, value in options.items())
    yield f"## {game.name}\n"
    count = f"{arrays.size} numbers observed, {arrays.actions} actions"
    yield f"`{game.slug}` with {values}: {count}.\n"
    yield "| array | shape | type | values | from | meaning |"
    yield "|---|---|---|---|--:|---|"
    yield from _fields(arrays)
    yield "\n| from | action | arguments |"
    yield "|--:|---|---|"
    yield from (f"| {first} | {word} | {rest} |" for first, word, rest in arrays.numbering)
    yield ""


def _fields(arrays: Arrays) -> Iterator[str]:
    start = 0
    for field in arrays.fields:
        kind = f"{_shape(field)} | {field.dtype} | {field.low} to {field.high}"
        yield f"| `{field.name}` | {kind} | {start} | {field.meaning} |"
        start += field.size


def _shape(field: Field) -> str:
    return " × ".join(map(str, field.shape))


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 (its purpose)
