"""An import hook for the modules that ``compile.py`` compiled in a clone.

They lie in a folder of their own, so that a process that runs as plain Python does not meet some of
them. ``current.json`` names that folder, and what every source was when it was compiled; unless all
sources are still the same, none of the modules is taken.
"""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SUFFIX: Final = EXTENSION_SUFFIXES[0]  # of this Python on this platform
ROOT: Final = Path(__file__).parents[2]  # of a clone
POINTER: Final = ROOT / "build" / "compiled" / "current.json"


def fingerprint(sources: Mapping[str, bytes]) -> dict[str, str]:
    """A hash of each source."""
    return {name: sha256(source).hexdigest() for name, source in sorted(sources.items())}


def current_modules(pointer: Path = POINTER) -> dict[str, Path]:
    """The compiled modules by name; none unless all were compiled from the present sources."""
    try:
        build = json.loads(pointer.read_bytes())
        root = pointer.parents[2]
        sources = {name: (root / name).read_bytes() for name in build["sources"]}
    except FileNotFoundError:  # nothing is compiled, or a source is gone
        return {}
    if build["suffix"] != SUFFIX or build["sources"] != fingerprint(sources):
        return {}
    folder = pointer.parent / build["folder"]
    return {name: folder / f"{name.replace('.', '/')}{SUFFIX}" for name in build["modules"]}


class CompiledModules:
    """Finds compiled modules by their name."""

    def __init__(self, modules: Mapping[str, Path]) -> None:
        self.modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        """The module of a name, if it is compiled."""
        del path, target
        found = self.modules.get(fullname)
        if found is None:
            return None
        loader = ExtensionFileLoader(fullname, str(found))
        return spec_from_file_location(fullname, found, loader=loader)
