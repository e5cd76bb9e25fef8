"""Settings of a house, by flags or by environment variables."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass

MAX_BOT_PAUSE_S = 60


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a house."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "ludotheque.sqlite"
    bots: int = 1  # processes in which bots think
    bot_pause: float = 0.6  # seconds before a bot's move while a person watches
    secure: bool = False  # behind https: cookies are sent over it only
    proxy: bool = False  # trust the address that a proxy in front of us sends
    origin: str = ""  # where browsers find the house; by default as they say
    log: str = "info"


HELP = {
    "host": "the address to listen at",
    "port": "the port to listen at; 0 takes any that is free",
    "database": "a file for SQLite, or postgresql://... for several processes",
    "bots": "how many processes bots think in",
    "bot_pause": "seconds a bot waits before a move while a person watches; 0 for none",
    "secure": "the house is reached by https: send cookies over it only",
    "proxy": "trust the address of visitors that a proxy in front of us sends",
    "origin": "where browsers find the house, such as https://games.example.org, for passkeys",
    "log": "how much to log: debug, info, warning",
}


def add_settings(command: argparse.ArgumentParser) -> None:
    """A flag for each setting; its default may come from LUDOTHEQUE_NAME."""
    for name, text in HELP.items():
        default = getattr(Settings(), name)
        flag, variable = f"--{name.replace('_', '-')}", f"LUDOTHEQUE_{name.upper()}"
        value = os.environ.get(variable)
        usual = "none" if default == "" else default
        where = f"{text} (usually {usual}; or {variable})"
        if isinstance(default, bool):
            on = value in {"1", "true", "yes"} if value is not None else default
            command.add_argument(flag, action="store_true", default=on, help=where)
        else:
            kind = pause_seconds if isinstance(default, float) else type(default)
            command.add_argument(flag, type=kind, default=value or default, help=where)


def pause_seconds(text: str) -> float:
    """A pause in seconds, within bounds."""
    value = float(text)
    if not 0 <= value <= MAX_BOT_PAUSE_S:
        raise argparse.ArgumentTypeError(f"{text} is not 0 to {MAX_BOT_PAUSE_S} seconds")
    return value


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings on a command line."""
    return Settings(**{name: getattr(arguments, name) for name in HELP})
