"""Settings of a house, by flags or by environment variables."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from typing import Final

MAX_BOT_PAUSE_S: Final = 60


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
            type_ = pause_seconds if isinstance(default, float) else type(default)
            command.add_argument(flag, type=type_, default=value or default, help=help_text)


def pause_seconds(text: str) -> float:
    """A pause in seconds, within bounds."""
    value = float(text)
    if not 0 <= value <= MAX_BOT_PAUSE_S:
        raise argparse.ArgumentTypeError(f"{text} is not 0 to {MAX_BOT_PAUSE_S} seconds")
    return value


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings on a command line."""
    return Settings(**{name: getattr(arguments, name) for name in HELP})
