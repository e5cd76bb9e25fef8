"""Compiles the hot modules on install if there is a C compiler; otherwise they stay Python."""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src", "ludotheque")
# Compiled in one group, so that calls between them are native.
HOT = [
    *(PACKAGE / "core" / f"{name}.py" for name in ("fast", "rng", "state", "knowledge", "playout")),
    PACKAGE / "bots" / "search.py",
    *sorted(PACKAGE.glob("games/*/data.py")),
    *sorted(PACKAGE.glob("games/*/moves.py")),
    *sorted(PACKAGE.glob("games/*/rules*.py")),
    *sorted(PACKAGE.glob("games/*/knowledge*.py")),
    PACKAGE / "house" / "workers" / "rattle" / "physics.py",
]


def compiled() -> list[Extension]:
    """The hot modules as extensions; all are optional, so that an install never fails on them."""
    if os.environ.get("LUDOTHEQUE_PURE") == "1":
        return []
    from mypyc.build import mypycify

    extensions: list[Extension] = mypycify(
        ["--config-file=pyproject.toml", *map(str, HOT)], opt_level="3", group_name="ludotheque"
    )
    for extension in extensions:
        extension.optional = True
        if os.name == "posix":  # lets the compiler inline across functions
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return extensions


setup(ext_modules=compiled())
