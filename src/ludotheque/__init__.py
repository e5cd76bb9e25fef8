"""Ludothèque: a library of board games, as rules, bots and a house to play in.

The hot modules may be compiled. With ``LUDOTHEQUE_PURE=1`` in the environment the compiled ones
are passed over and the very same sources run as plain Python.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__version__ = "0.1.0"


class _SourcesOnly(PathFinder):
    """Finds our modules by their ``.py`` file even where a compiled one lies beside it."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        del target
        if not fullname.startswith(__name__ + ".") or ".tests." in fullname:
            return None  # not ours, or a test, which its runner loads in its own way
        for folder in path or ():
            source = Path(folder, fullname.rpartition(".")[2] + ".py")
            if source.is_file():
                loader = SourceFileLoader(fullname, str(source))
                return spec_from_file_location(fullname, source, loader=loader)
        return None


if os.environ.get("LUDOTHEQUE_PURE") == "1":
    sys.meta_path.insert(0, _SourcesOnly)
