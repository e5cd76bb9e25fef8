"""Settings of a house, by flags or by environment variables."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

MAX_BOT_PAUSE_S: Final = 60
MAX_NICENESS: Final = 19
MAX_DAYS: Final = 10_000
ACCESS_KINDS: Final = ("open", "closed")


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
    https: bool = False  # served by https in a home network, by a certificate of its own
    proxy: bool = False  # trust the client address that a reverse proxy sends
    origin: str = ""  # of the house as browsers see it; "" takes it from each request, unchecked
    access: str = "open"  # or "closed": for members only
    waiting_expiry_days: int = 7  # without a change, for tables that wait for players; 0: never
    idle_expiry_days: int = 60  # without a change, for games without a clock; 0: never
    compact_after_days: int = 30  # since a finished table was last changed; 0: never
    games: str = ""  # on the shelf, separated by commas; "" for all that are installed
    smtp: str = ""  # the mail server for notices; "" for no mails
    mail_from: str = ""  # the address that mails come from
    allow_private_webhooks: bool = False  # also to the host's own network, and without https
    notice_delay: float = 15.0  # seconds until somebody who is awaited and not looking is told
    analysis_niceness: int = 15  # of the process that analyses games; bots have 10
    log: str = "info"

    @property
    def is_https(self) -> bool:
        """Whether browsers reach the house by https."""
        return self.secure or self.https


HELP: Final = {
    "host": "the address to listen at",
    "port": "the port to listen at; 0 takes any free one",
    "database": "a file for SQLite, or postgresql://... for several processes",
    "processes": (
        "the number of processes that serve tables; "
        "more than one need PostgreSQL, and Linux or macOS"
    ),
    "bots": "the number of worker processes for bots, of each process",
    "bot_pause": "seconds a bot waits before a move while a person watches; 0 for none",
    "secure": "the house is reached by https: send cookies over it only",
    "https": "serve by https in a home network, with a certificate of the house's own",
    "proxy": "trust the client address that a reverse proxy sends",
    "origin": "the URL browsers use, such as https://games.example.org; requests to any other "
    "host are refused",
    "access": "who gets in: open to anybody, or closed to all but members and their guests",
    "waiting_expiry_days": "days without a change after which a table that waits for players is "
    "closed; 0 for never",
    "idle_expiry_days": "days without a change after which a game without a clock is closed; "
    "0 for never",
    "compact_after_days": "days after which the log of a finished table is compressed; 0 for never",
    "games": "the games that can be chosen, separated by commas; none for all that are installed",
    "smtp": "the mail server for notices, as smtp://USER:PASSWORD@HOST:587 or smtps://...",
    "mail_from": "the address that mails come from",
    "allow_private_webhooks": "let notices be sent to addresses of private networks, and by http",
    "notice_delay": "seconds until somebody who is awaited and not looking is told",
    "analysis_niceness": "how far the process that analyses finished games gives way to others: "
    "0 (as the house itself) to 19; bots have 10",
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
    if name == "analysis_niceness":
        return niceness
    if name == "origin":
        return origin_url
    if name == "access":
        return access_kind
    return pause_seconds if isinstance(default, float) else type(default)


def niceness(text: str) -> int:
    """The niceness of a process, as `nice` has it, but not negative."""
    value = int(text)
    if not 0 <= value <= MAX_NICENESS:
        raise argparse.ArgumentTypeError(f"{text} is not 0 to {MAX_NICENESS}")
    return value


def access_kind(text: str) -> str:
    """Whether a house is open or closed."""
    if text not in ACCESS_KINDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not {' or '.join(ACCESS_KINDS)}")
    return text


def origin_url(text: str) -> str:
    """An origin, such as https://games.example.org; "" for none."""
    origin = text.rstrip("/")
    if origin and not _is_origin(origin):
        raise argparse.ArgumentTypeError(f"{text!r} is not an origin, as https://games.example.org")
    return origin


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        is_web = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        return is_web and not any(parts[2:])
    except ValueError:  # not a host name or not a port
        return False


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
