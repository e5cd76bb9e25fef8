"""A fingerprint of rules and bots, so that results of different code never mix."""

from __future__ import annotations

import ast
import hashlib
import inspect
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludotheque import core
from ludotheque.core.fast import COMPILED
from ludotheque.core.value import VALUES_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludotheque.core.game import Game

# Modules of core that a bot's move may depend on, levels included.
CORE_MODULES: Final = (
    "bot",
    "fast",
    "game",
    "greedy_bot",
    "knowledge",
    "net",
    "parts",
    "rng",
    "state",
    "table",
    "value",
)
IGNORED_MODULES: Final = ("scene", "picture", "reasons", "arrays")  # of a game: no bot uses them


@cache
def fingerprint_of(game: Game) -> str:
    """A short hash of rules, knowledge, values and search, compiled or plain, without comments."""
    digest = hashlib.sha256(b"compiled" if COMPILED else b"plain")
    for path in _sources(game):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        digest.update(path.name.encode() + ast.dump(tree).encode())
    values = Path(inspect.getfile(type(game))).parent / VALUES_FILE
    if values.exists():
        digest.update(values.read_bytes())
    return digest.hexdigest()[:8]


def _sources(game: Game) -> Iterator[Path]:
    """Every module that a move of a bot may depend on, in a fixed order."""
    core_folder = Path(inspect.getfile(core)).parent
    yield from (core_folder / f"{name}.py" for name in CORE_MODULES)
    here = Path(__file__)
    yield from (path for path in sorted(here.parent.glob("*.py")) if path.name != here.name)
    for path in sorted(Path(inspect.getfile(type(game))).parent.glob("*.py")):
        if not path.name.startswith(IGNORED_MODULES):
            yield path
