"""Players that know the contract of a game and nothing else."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from ludotheque.bots.random_bot import RandomBot
from ludotheque.bots.search_bot import Clock, SearchBot
from ludotheque.core.bot import Level, current_name
from ludotheque.core.errors import BadOption

if TYPE_CHECKING:
    from ludotheque.core.bot import Bot
    from ludotheque.core.game import Game


def bots_of(game: Game, clock: Clock = monotonic) -> dict[str, Bot]:
    """All players of a game by name, the weakest first; ``clock`` is what limits their thinking."""
    searching = {name: SearchBot(game, level, clock) for name, level in game.levels.items()}
    return {"random": RandomBot(), **game.bots, **searching}


def levels_of(game: Game) -> list[str]:
    """The players people choose from, the weakest first."""
    return ["random", *game.levels]


def find_bot(game: Game, name: str, clock: Clock = monotonic) -> Bot:
    """The player of that name, or a refusal with the names there are.

    ``search:500`` is a player that simulates 500 times, however long that takes.
    """
    kind, _, simulations = name.partition(":")
    if kind == "search" and simulations.isdecimal() and int(simulations) > 0:
        return SearchBot(game, Level(int(simulations), inf), clock)
    bots = bots_of(game, clock)
    name = current_name(name)
    if name not in bots:
        raise BadOption(f"no bot {name!r} for {game.slug}; there is {', '.join(bots)}")
    return bots[name]
