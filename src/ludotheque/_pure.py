"""An import hook for plain Python: sources are loaded even where a compiled module lies beside."""

from __future__ import annotations

from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKAGE: Final = __name__.rpartition(".")[0]


class SourcesOnly(PathFinder):
    """Finds our modules by their ``.py`` file even where a compiled one lies beside it."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        del target
        if not fullname.startswith(PACKAGE + ".") or ".tests." in fullname:
            return None  # not ours, or a test, which its runner loads in its own way
        for folder in path or ():
            source = Path(folder, fullname.rpartition(".")[2] + ".py")
            if source.is_file():
                loader = SourceFileLoader(fullname, str(source))
                return spec_from_file_location(fullname, source, loader=loader)
        return None
