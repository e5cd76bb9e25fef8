"""Ludothèque: a library of board games, as rules, bots and a house to play in.

    >>> import ludotheque
    >>> table = ludotheque.Table(ludotheque.find("m"), {"players": 2}, ludotheque.SeededRng(1))
    >>> table.legal(table.state.actors()[0])[0]
    'lay B00 -1 1'

The hot modules may be compiled. With ``LUDOTHEQUE_PURE=1`` in the environment the compiled ones
are passed over and the very same sources run as plain Python.
"""

from __future__ import annotations

import os as _os
import sys as _sys
from importlib import import_module as _import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.bots import find_bot as find_bot
    from ludotheque.core.errors import GameError as GameError
    from ludotheque.core.game import Game as Game
    from ludotheque.core.record import Record as Record
    from ludotheque.core.record import referee as referee
    from ludotheque.core.record import replay as replay
    from ludotheque.core.registry import find as find
    from ludotheque.core.registry import installed as installed
    from ludotheque.core.rng import SeededRng as SeededRng
    from ludotheque.core.state import LUCK as LUCK
    from ludotheque.core.state import SPECTATOR as SPECTATOR
    from ludotheque.core.state import State as State
    from ludotheque.core.table import Table as Table

__version__ = "0.1.0"

_HOME = {
    "Game": "core.game",
    "GameError": "core.errors",
    "LUCK": "core.state",
    "Record": "core.record",
    "SPECTATOR": "core.state",
    "SeededRng": "core.rng",
    "State": "core.state",
    "Table": "core.table",
    "find": "core.registry",
    "find_bot": "bots",
    "installed": "core.registry",
    "referee": "core.record",
    "replay": "core.record",
}
__all__ = [*_HOME]  # noqa: PLE0604 (all are names)


def __getattr__(name: str) -> object:
    """Load a public name when it is first used: the command line loads only what it needs."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(_import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_HOME, "__version__"])


if _os.environ.get("LUDOTHEQUE_PURE") == "1":
    from ludotheque._pure import SourcesOnly as _SourcesOnly

    _sys.meta_path.insert(0, _SourcesOnly)
else:
    from ludotheque._compiled import CompiledModules as _CompiledModules
    from ludotheque._compiled import current_modules as _current_modules

    if _modules := _current_modules():
        _sys.meta_path.insert(0, _CompiledModules(_modules))
