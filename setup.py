"""Compiles the hot modules on install if there is a C compiler; otherwise they stay Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src", "ludotheque")
HOT_CORE = ("fast", "rng", "state", "knowledge", "net", "value", "playout")
# Compiled in one group, so that calls between them are native.
HOT = [
    *(PACKAGE / "core" / f"{name}.py" for name in HOT_CORE),
    PACKAGE / "bots" / "search.py",
    *sorted(PACKAGE.glob("games/*/data.py")),
    *sorted(PACKAGE.glob("games/*/moves.py")),
    *sorted(PACKAGE.glob("games/*/rules*.py")),
    *sorted(PACKAGE.glob("games/*/knowledge*.py")),
    PACKAGE / "house" / "workers" / "rattle" / "physics.py",
]
# Let the compiler inline across functions; no debug information.
FLAGS = ["-fno-semantic-interposition", "-g0"]
WITHOUT_CODE = {"dist_info", "egg_info", "sdist"}  # commands for which nothing is compiled


def compiled() -> list[Extension]:
    """The hot modules as extensions; all are optional, so that an install never fails on them."""
    if os.environ.get("LUDOTHEQUE_PURE") == "1" or not WITHOUT_CODE.isdisjoint(sys.argv):
        return []
    from mypyc.build import mypycify

    extensions: list[Extension] = mypycify(
        ["--config-file=pyproject.toml", *map(str, HOT)], opt_level="3", group_name="ludotheque"
    )
    for extension in extensions:
        extension.optional = True
        if os.name == "posix":  # mypyc gives all of them the same list
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return extensions


setup(ext_modules=compiled())
