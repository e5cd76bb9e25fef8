"""A fingerprint of rules and bots, so that results of different code never mix.

Characters are part of it only in a contest in which one of them plays: they change nothing about
the levels.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludotheque import core
from ludotheque.bots.characters import CHARACTERS_FILE, characters_of
from ludotheque.core.fast import COMPILED
from ludotheque.core.value import VALUES_FILE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

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
CHARACTERS_MODULE: Final = "characters.py"
IGNORED_MODULES: Final = ("scene", "picture", "reasons", "arrays")  # of a game: no bot uses them


def fingerprint_of(game: Game, bots: Collection[str] = ()) -> str:
    """A short hash of rules, knowledge, values and search, compiled or plain, without comments.

    ``bots`` are those that play: of the levels if none are named.
    """
    return _fingerprint(game, not characters_of(game).keys().isdisjoint(bots))


@cache
def _fingerprint(game: Game, with_characters: bool) -> str:
    digest = hashlib.sha256(b"compiled" if COMPILED else b"plain")
    for path in _sources(game, with_characters):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        digest.update(path.name.encode() + ast.dump(tree).encode())
    for name in (VALUES_FILE, CHARACTERS_FILE) if with_characters else (VALUES_FILE,):
        data = Path(inspect.getfile(type(game))).parent / name
        if data.exists():
            digest.update(data.read_bytes())
    return digest.hexdigest()[:8]


def _sources(game: Game, with_characters: bool) -> Iterator[Path]:
    """Every module that a move of a bot may depend on, in a fixed order."""
    core_folder = Path(inspect.getfile(core)).parent
    yield from (core_folder / f"{name}.py" for name in CORE_MODULES)
    here = Path(__file__)
    left_out = {here.name} if with_characters else {here.name, CHARACTERS_MODULE}
    yield from (path for path in sorted(here.parent.glob("*.py")) if path.name not in left_out)
    for path in sorted(Path(inspect.getfile(type(game))).parent.glob("*.py")):
        if not path.name.startswith(IGNORED_MODULES):
            yield path
