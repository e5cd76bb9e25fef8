"""The games that are installed, found by their entry points: no list of them is in the code."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from ludotheque.core.errors import UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.game_checks import find_faults

log = logging.getLogger(__name__)
GROUP: Final = "ludotheque.games"
_faults: Final[dict[str, str]] = {}  # of games that were left out, by slug


@cache
def installed() -> dict[str, Game]:
    """All games by slug, in alphabetical order.

    One that can't be imported or lacks something is left out, and a line of the log says why; so is
    one that has the name of another.
    """
    games: dict[str, Game] = {}
    for point in sorted(entry_points(group=GROUP), key=_is_of_others):
        game = _load(point, games)
        if game is not None:
            games[point.name] = game
    return dict(sorted(games.items()))


def _is_of_others(point: EntryPoint) -> bool:
    """Whether another package registers it: ours come first, so that none can take their names."""
    return not point.value.startswith("ludotheque.")


def _load(point: EntryPoint, games: Mapping[str, Game]) -> Game | None:
    """The game of an entry point; None, with a line in the log, if it can't be used."""
    try:
        game: object = point.load()
    except (Exception, SystemExit) as error:  # a package may do anything when it is imported
        faults = [f"it can't be imported: {type(error).__name__}: {error}"]
    else:
        faults = find_faults(game, point.name)
        if point.name in games:
            faults = ["there is another game of that name"]
        if not faults and isinstance(game, Game):
            return game
    reasons = " ".join("; ".join(faults).split())
    if point.name not in games:
        _faults[point.name] = reasons
    log.error("the game %s (%s) is skipped: %s", point.name, point.value, reasons)
    return None


def why_skipped(slug: str) -> str:
    """What is wrong with a game that was found and left out; "" if there is no such game."""
    installed()
    return _faults.get(slug, "")


def find(slug: str) -> Game:
    """The game with that slug; `UnknownGame` if it is not installed."""
    games = installed()
    if slug not in games:
        raise UnknownGame(f"no game {slug!r}; choose from {', '.join(games) or 'none'}")
    return games[slug]


def find_all(slugs: str) -> dict[str, Game]:
    """The games of a list separated by commas, in that order; all installed ones for "".

    Raises `UnknownGame` if one of them is not installed.
    """
    named = [slug.strip() for slug in slugs.split(",") if slug.strip()]
    return {slug: find(slug) for slug in named} or installed()
