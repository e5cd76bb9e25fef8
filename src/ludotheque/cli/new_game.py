"""``ludotheque new-game``: make a package with a small whole game of one's own."""

from __future__ import annotations

import argparse
import re
import sys
from importlib.resources import files
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludotheque.core.errors import BadOption
from ludotheque.core.game_checks import SLUG
from ludotheque.core.registry import installed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from ludotheque.cli.arguments import Commands

TEMPLATE: Final = files("ludotheque") / "template"
EXTENSION: Final = ".txt"  # of all files of the template, so that no tool takes them for ours
PLACEHOLDER: Final = re.compile(r"@@(\w+)@@")


def add_to(commands: Commands) -> None:
    """Add the command."""
    new = commands.add_parser("new-game", help="make a package with a small game of your own")
    new.add_argument("slug", help="its name in code: small letters, digits and _")
    new.add_argument("--name", help="its name for people (default: made from the slug)")
    new.add_argument("--folder", type=Path, help="where to write it (default: ./SLUG)")
    new.set_defaults(run=_new_game)


def _new_game(arguments: argparse.Namespace) -> int:
    folder = arguments.folder or Path(arguments.slug)
    write_package(arguments.slug, arguments.name or "", folder)
    print(f"{folder} has a whole game. To try it:")
    print(f"  cd {folder} && pip install -e '.[dev]' && pytest")
    print(f"  ludotheque play {arguments.slug}")
    return 0


def write_package(slug: str, name: str, folder: Path) -> None:
    """Write the package of a new game into a folder, which must not exist or be empty.

    Raises `BadOption` for a slug that can't be the name of a package, and OSError.
    """
    if not SLUG.fullmatch(slug):
        raise BadOption(f"a game is named by small letters, digits and _, not {slug!r}")
    if iskeyword(slug) or slug in sys.stdlib_module_names or slug in installed():
        raise BadOption(f"{slug!r} is taken: choose a name that no module and no game has")
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    values = {
        "slug": slug,
        "dist": slug.replace("_", "-"),
        "name": name or slug.replace("_", " ").title(),
        "prefix": "".join(filter(str.isalpha, slug)).upper()[:2],
    }
    for parts, file in _files(TEMPLATE, ()):
        path = folder.joinpath(*_place(parts, slug))
        path.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8")
        path.write_text(PLACEHOLDER.sub(lambda found: values[found[1]], text), encoding="utf-8")


def _files(
    folder: Traversable, parts: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Traversable]]:
    """The files of a template, each with its path."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, (*parts, entry.name))
        elif entry.name.endswith(EXTENSION):
            yield (*parts, entry.name.removesuffix(EXTENSION)), entry


def _place(parts: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Where a file of the template goes in the new folder."""
    if parts == ("test_game.py",):
        return "tests", f"test_{slug}.py"
    return ("src", slug, *parts[1:]) if parts[0] == "package" else parts
