"""The command ``ludotheque``: its parser, and one line on standard error for every failure."""

from __future__ import annotations

import argparse
import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final

from ludotheque import __version__
from ludotheque._extras import MissingExtra
from ludotheque.bots import bots_of
from ludotheque.core.errors import GameError
from ludotheque.core.fast import COMPILED
from ludotheque.core.registry import installed

if TYPE_CHECKING:
    from collections.abc import Sequence

# Commands by module, in the order of the help. Only the module of the command given is imported.
COMMANDS: Final = {
    "serve": ("serve",),
    "database": ("backup", "export", "import"),
    "admin": ("admin",),
    "play": ("play",),
    "record": ("record",),
    "analyse": ("analyse",),
    "puzzles": ("puzzles",),
    "arena": ("arena",),
    "new_game": ("new-game",),
    "translations": ("words",),
    "fuzz": ("fuzz",),
    "bench": ("bench",),
}
OF_THE_HOUSE: Final = ("serve", "database", "admin")


def parser(command: str = "") -> argparse.ArgumentParser:
    """The parser of one command, or of all commands."""
    top = argparse.ArgumentParser(
        prog="ludotheque", description="A library of board games, open day and night."
    )
    mode = "compiled" if COMPILED else "pure"
    top.add_argument("--version", action="version", version=f"ludotheque {__version__} {mode}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    wanted = [module for module, names in COMMANDS.items() if command in names]
    for module in wanted or COMMANDS:
        try:
            if module in OF_THE_HOUSE:
                import_module("ludotheque.house")  # it says so first if it is not installed
            import_module(f"ludotheque.cli.{module}").add_to(commands)
        except MissingExtra as missing:
            if wanted:
                raise
            for name in COMMANDS[module]:
                commands.add_parser(name, help=str(missing).partition(": ")[2])
    games = commands.add_parser("games", help="list the games, their options and bots")
    games.set_defaults(run=_games)
    return top


def _games(arguments: argparse.Namespace) -> int:
    del arguments
    for game in installed().values():
        print(f"{game.slug}: {game.name}")
        for option in game.options:
            values = ", ".join(str(value) for value in option.values)
            print(f"  {option.name}: {values} (default {option.default})")
        print(f"  bots: {', '.join(bots_of(game))}")
    return 0


def _failures() -> tuple[type[Exception], ...]:
    """What a command may fail with: those of the house only if it was loaded."""
    failures: tuple[type[Exception], ...] = (GameError, OSError, MissingExtra)
    if "ludotheque.house" not in sys.modules:
        return failures
    from ludotheque.house.refusals import Refused  # noqa: PLC0415 - it may not be installed
    from ludotheque.house.store import StoreError  # noqa: PLC0415

    return (*failures, Refused, StoreError)


def _reason(error: Exception) -> str:
    """What went wrong, in a line; of the system without its number."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def main(words: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 2 for bad arguments and for failures."""
    given = sys.argv[1:] if words is None else words
    if isinstance(sys.stdout, io.TextIOWrapper):  # a pipe on Windows can't take every character
        sys.stdout.reconfigure(errors="replace")
    try:
        arguments = parser(given[0] if given else "").parse_args(given)
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except _failures() as error:
        print(f"ludotheque: {_reason(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status
