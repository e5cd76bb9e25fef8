"""The command ``ludotheque``: what it is asked, and one line for what can't be done."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from ludotheque import __version__
from ludotheque.bots import bots_of
from ludotheque.cli import admin, arena, bench, fuzz, keep, play, record, serve
from ludotheque.core.errors import GameError
from ludotheque.core.fast import COMPILED
from ludotheque.core.registry import installed
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(
        prog="ludotheque", description="A library of board games, open day and night."
    )
    mode = "compiled" if COMPILED else "pure"
    top.add_argument("--version", action="version", version=f"ludotheque {__version__} {mode}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for module in (serve, keep, admin, play, record, arena, fuzz, bench):
        module.add_to(commands)
    games = commands.add_parser("games", help="list the games, their options and bots")
    games.set_defaults(run=_games)
    return top


def _games(arguments: argparse.Namespace) -> int:
    del arguments
    for game in installed().values():
        print(f"{game.slug}: {game.name}")
        for option in game.options:
            values = ", ".join(str(value) for value in option.values)
            print(f"  {option.name}: {values} (usually {option.default})")
        print(f"  bots: {', '.join(bots_of(game))}")
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 2 for what can't be understood or done."""
    arguments = parser().parse_args(words)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (GameError, OSError, Refused, StoreError) as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status
