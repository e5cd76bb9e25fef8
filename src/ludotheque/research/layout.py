"""The arrays and numbers of every game as a page: ``python -m ludotheque.research.layout``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludotheque.core.registry import installed

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.presentation.arrays import Arrays, Field

TOP = """# Layouts

What programs that learn see and do in each game, with its usual options; `research.md` tells how to
use it. This page is written by `python -m ludotheque.research.layout`.

Seats are counted from the viewer's own: 0 is the viewer, 1 the left neighbour. Where a shape begins
with the number of players, it changes with them. *From* is where an array begins in the flat one.
"""


def page() -> str:
    """All games."""
    return "\n".join([TOP, *(line for game in installed().values() for line in _game(game))])


def _game(game: Game) -> Iterator[str]:
    options = game.resolve_options({})
    arrays = game.arrays(options)
    told = ", ".join(f"{name} {value}" for name, value in options.items())
    yield f"## {game.name}\n"
    count = f"{arrays.size} numbers to see, {arrays.actions} to choose from"
    yield f"`{game.slug}` with {told}: {count}.\n"
    yield "| seen | shape | type | numbers | from | what it is |"
    yield "|---|---|---|---|--:|---|"
    yield from _fields(arrays)
    yield "\n| from | action | and then |"
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
    print(page(), end="")  # noqa: T201 (it is asked to)
