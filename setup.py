"""Compiles the hot modules on install, where there is a C compiler; otherwise they stay Python."""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src", "ludotheque")
# One call for all of them, so that calls between them stay native.
HOT = [
    *(PACKAGE / "core" / f"{name}.py" for name in ("fast", "rng", "state", "knowledge", "playout")),
    PACKAGE / "bots" / "search.py",
    *sorted(PACKAGE.glob("games/*/data.py")),
    *sorted(PACKAGE.glob("games/*/rules*.py")),
    *sorted(PACKAGE.glob("games/*/knowledge*.py")),
    PACKAGE / "house" / "workers" / "rattle" / "bodies.py",
]


def compiled() -> list[Extension]:
    """The hot modules as extensions, each optional: what can't be compiled is left as it is."""
    if os.environ.get("LUDOTHEQUE_PURE") == "1":
        return []
    from mypyc.build import mypycify

    extensions: list[Extension] = mypycify(
        ["--config-file=pyproject.toml", *map(str, HOT)], opt_level="3", group_name="ludotheque"
    )
    for extension in extensions:
        extension.optional = True
        if os.name == "posix":  # lets the compiler inline calls between our functions
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return extensions


setup(ext_modules=compiled())
