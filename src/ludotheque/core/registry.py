"""The games that are installed, found by their entry points: no list of them is in the code."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Final

from ludotheque.core.errors import UnknownGame
from ludotheque.core.game import Game

GROUP: Final = "ludotheque.games"


@cache
def installed() -> dict[str, Game]:
    """All games by slug, in alphabetical order.

    Raises TypeError for an entry point that is not a `Game` or not named by its slug.
    """
    found = {point.name: point.load() for point in entry_points(group=GROUP)}
    for name, game in found.items():
        if not isinstance(game, Game) or game.slug != name:
            raise TypeError(f"the entry point {name} of {GROUP} is not a game of that name")
    return dict(sorted(found.items()))


def find(slug: str) -> Game:
    """The game with that slug; `UnknownGame` if it is not installed."""
    games = installed()
    if slug not in games:
        raise UnknownGame(f"no game {slug!r}; choose from {', '.join(games) or 'none'}")
    return games[slug]
