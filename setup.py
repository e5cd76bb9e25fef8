"""Compiles the hot modules on install if there is a C compiler; otherwise they stay Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src", "ludotheque")
CORE_RULES = ("fast", "rng", "state", "knowledge", "net", "value", "playout")
# Each group is compiled in one piece, so that calls inside it are native.
RULES = [
    *(PACKAGE / "core" / f"{name}.py" for name in CORE_RULES),
    PACKAGE / "bots" / "search.py",
    *sorted(PACKAGE.glob("games/*/data.py")),
    *sorted(PACKAGE.glob("games/*/moves.py")),
    *sorted(PACKAGE.glob("games/*/rules*.py")),
    *sorted(PACKAGE.glob("games/*/knowledge*.py")),
    PACKAGE / "house" / "workers" / "rattle" / "physics.py",
]
# Games whose pictures and words were compared with those of plain Python over many random games.
COMPARED = ("appenzell", "m", "zwickern")
SHOWN = ("scene*.py", "sentences.py", "notation.py", "targets.py")
# What the house makes of every move.
PICTURES = [
    *(PACKAGE / "core" / f"{name}.py" for name in ("part_cache", "words")),
    PACKAGE / "presentation" / "narration.py",
    *(
        PACKAGE / "house" / "views" / f"{name}.py"
        for name in ("changes", "lines", "sentences", "table_view")
    ),
    *(
        path
        for game in COMPARED
        for pattern in SHOWN
        for path in sorted(PACKAGE.glob(f"games/{game}/{pattern}"))
    ),
    *(PACKAGE / "games" / "zwickern" / f"{name}.py" for name in ("naming", "risks", "sums")),
]
GROUPS = {"ludotheque": (RULES, "3"), "ludotheque_pictures": (PICTURES, "2")}  # optimization level
# Let the compiler inline across functions; no debug information.
FLAGS = ["-fno-semantic-interposition", "-g0"]
WITHOUT_CODE = {"dist_info", "egg_info", "sdist"}  # commands for which nothing is compiled


def compiled() -> list[Extension]:
    """The hot modules as extensions; all are optional, so that an install never fails on them."""
    if os.environ.get("LUDOTHEQUE_PURE") == "1" or not WITHOUT_CODE.isdisjoint(sys.argv):
        return []
    from mypyc.build import mypycify

    extensions: list[Extension] = []
    for group, (modules, level) in GROUPS.items():
        paths = ["--config-file=pyproject.toml", *map(str, modules)]
        extensions += mypycify(paths, opt_level=level, group_name=group)
    for extension in extensions:
        extension.optional = True
        if os.name == "posix":  # mypyc gives all of them the same list
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return extensions


setup(ext_modules=compiled())
