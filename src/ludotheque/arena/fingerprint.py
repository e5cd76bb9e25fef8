"""Which bots these are: a mark of the code that plays, lest figures outlive it unnoticed."""

from __future__ import annotations

import ast
import hashlib
import inspect
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludotheque import bots, core
from ludotheque.core.fast import COMPILED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludotheque.core.game import Game

CORE: Final = ("fast", "game", "knowledge", "rng", "state", "table")  # what a move may hang on
NOT_PLAYING: Final = ("scene", "picture", "reasons", "arrays")  # rooms of a game no bot enters


@cache
def fingerprint_of(game: Game) -> str:
    """A short mark of rules, knowledge and search, compiled or plain; comments don't change it."""
    digest = hashlib.sha256(b"compiled" if COMPILED else b"plain")
    for path in _sources(game):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        digest.update(path.name.encode() + ast.dump(tree).encode())
    return digest.hexdigest()[:8]


def _sources(game: Game) -> Iterator[Path]:
    """Every module that a move of a bot may hang on, in a fixed order."""
    rooms = Path(inspect.getfile(core)).parent, Path(inspect.getfile(bots)).parent
    yield from (rooms[0] / f"{name}.py" for name in CORE)
    yield from sorted(rooms[1].glob("*.py"))
    for path in sorted(Path(inspect.getfile(type(game))).parent.glob("*.py")):
        if not path.name.startswith(NOT_PLAYING):
            yield path
