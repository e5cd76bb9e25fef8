"""Settings of a house, by flags or by environment variables."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MAX_BOT_PAUSE_S: Final = 60
MAX_DAYS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a house."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "ludotheque.sqlite"
    processes: int = 1  # that serve tables at one port; more than one need PostgreSQL
    bots: int = 1  # worker processes for bots, of each process
    bot_pause: float = 0.6  # seconds before a bot's move while a person watches
    secure: bool = False  # behind https: cookies are sent over it only
    proxy: bool = False  # trust the client address that a reverse proxy sends
    origin: str = ""  # of the house as browsers see it; "" takes it from each request
    waiting_expiry_days: int = 7  # without a change, for tables that wait for players; 0: never
    idle_expiry_days: int = 60  # without a change, for games without a clock; 0: never
    compact_after_days: int = 30  # since a finished table was last changed; 0: never
    log: str = "info"


HELP: Final = {
    "host": "the address to listen at",
    "port": "the port to listen at; 0 takes any free one",
    "database": "a file for SQLite, or postgresql://... for several processes",
    "processes": "the number of processes that serve tables; more than one need PostgreSQL",
    "bots": "the number of worker processes for bots, of each process",
    "bot_pause": "seconds a bot waits before a move while a person watches; 0 for none",
    "secure": "the house is reached by https: send cookies over it only",
    "proxy": "trust the client address that a reverse proxy sends",
    "origin": "the URL browsers use, such as https://games.example.org, for passkeys",
    "waiting_expiry_days": "days without a change after which a table that waits for players is "
    "closed; 0 for never",
    "idle_expiry_days": "days without a change after which a game without a clock is closed; "
    "0 for never",
    "compact_after_days": "days after which the log of a finished table is compressed; 0 for never",
    "log": "the log level: debug, info, warning or error",
}


def add_settings(command: argparse.ArgumentParser) -> None:
    """Add a flag for each setting; the environment variable LUDOTHEQUE_NAME is its default."""
    for name, text in HELP.items():
        default = getattr(Settings(), name)
        flag, variable = f"--{name.replace('_', '-')}", f"LUDOTHEQUE_{name.upper()}"
        value = os.environ.get(variable)
        shown = "none" if default == "" else default
        help_text = f"{text} (default: {shown}; env: {variable})"
        if isinstance(default, bool):
            on = value in {"1", "true", "yes"} if value is not None else default
            command.add_argument(flag, action="store_true", default=on, help=help_text)
        else:
            type_ = type_of(name, default)
            command.add_argument(flag, type=type_, default=value or default, help=help_text)


def type_of(name: str, default: object) -> Callable[[str], object]:
    """What reads the value of a setting."""
    if name.endswith("_days"):
        return day_count
    return pause_seconds if isinstance(default, float) else type(default)


def day_count(text: str) -> int:
    """A number of days, within bounds."""
    value = int(text)
    if not 0 <= value <= MAX_DAYS:
        raise argparse.ArgumentTypeError(f"{text} is not 0 to {MAX_DAYS} days")
    return value


def pause_seconds(text: str) -> float:
    """A pause in seconds, within bounds."""
    value = float(text)
    if not 0 <= value <= MAX_BOT_PAUSE_S:
        raise argparse.ArgumentTypeError(f"{text} is not 0 to {MAX_BOT_PAUSE_S} seconds")
    return value


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings on a command line."""
    return Settings(**{name: getattr(arguments, name) for name in HELP})
