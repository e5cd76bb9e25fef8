"""Command-line arguments that several commands share."""

from __future__ import annotations

import argparse
import secrets
from typing import TYPE_CHECKING, TypeAlias

from ludotheque.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.options import Value

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - argparse has no public name for it


def add_options(command: argparse.ArgumentParser) -> None:
    """``--option KEY=VALUE``, any number of times."""
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, such as players=3 (see 'ludotheque games')",
    )


def add_seed(command: argparse.ArgumentParser) -> None:
    """``--seed N``."""
    command.add_argument("--seed", type=int, help="seed of the random number generator")


def seed_of(arguments: argparse.Namespace) -> int:
    """The seed given, or a random one."""
    return secrets.randbits(63) if arguments.seed is None else int(arguments.seed)


def positive_int(text: str) -> int:
    """A positive integer, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above zero")
    return int(text)


def read_options(game: Game, pairs: Sequence[str]) -> dict[str, Value]:
    """All options of a game, validated, from ``KEY=VALUE`` arguments."""
    known = {option.name: option for option in game.options}
    chosen: dict[str, Value] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BadOption(f"an option is KEY=VALUE, not {pair!r}")
        chosen[name] = known[name].read(text) if name in known else text
    return game.resolve_options(chosen)
