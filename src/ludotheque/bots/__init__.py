"""Bots for every game: random play, and search with the knowledge of a game."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from ludotheque.bots.characters import CharacterBot, characters_of
from ludotheque.bots.random_bot import RandomBot
from ludotheque.bots.search_bot import Clock, SearchBot
from ludotheque.core.bot import Level, current_bot_name
from ludotheque.core.errors import BadOption

if TYPE_CHECKING:
    from ludotheque.core.bot import Bot
    from ludotheque.core.game import Game


def bots_of(game: Game, clock: Clock = monotonic) -> dict[str, Bot]:
    """All bots of a game by name: random, the game's own, characters, levels, weakest first.

    ``clock`` measures the thinking time of the levels.
    """
    levels = {name: SearchBot(game, level, clock) for name, level in game.levels.items()}
    characters = {
        name: CharacterBot(game, character, clock)
        for name, character in characters_of(game).items()
    }
    return {"random": RandomBot(), **game.bots, **characters, **levels}


def levels_of(game: Game) -> list[str]:
    """The names of the bots that people choose from, weakest first."""
    return ["random", *game.levels]


def find_bot(game: Game, name: str, clock: Clock = monotonic) -> Bot:
    """The bot of that name; `BadOption` for an unknown name.

    ``search:500`` searches with 500 simulations and no time limit, ``champion:500`` as that level
    does otherwise.

    >>> import ludotheque
    >>> game = ludotheque.find("m")
    >>> table = ludotheque.Table(game, {"players": 2}, ludotheque.SeededRng(1))
    >>> bot, seat = find_bot(game, "search:20"), table.state.actors()[0]
    >>> table.ask(bot, seat, ludotheque.SeededRng(2)) in table.legal(seat)
    True
    """
    kind, _, simulations = name.partition(":")
    if kind == "search" and simulations.isdecimal() and int(simulations) > 0:
        return SearchBot(game, Level(simulations=int(simulations), time_limit_s=inf), clock)
    if kind in game.levels and simulations.isdecimal() and int(simulations) > 0:
        level = replace(game.levels[kind], simulations=int(simulations), time_limit_s=inf)
        return SearchBot(game, level, clock)
    bots = bots_of(game, clock)
    name = current_bot_name(name)
    if name not in bots:
        raise BadOption(f"no bot {name!r} for {game.slug}; choose from {', '.join(bots)}")
    return bots[name]
