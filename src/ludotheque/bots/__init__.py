"""Players that know the contract of a game and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.bots.random_bot import RandomBot
from ludotheque.core.errors import BadOption

if TYPE_CHECKING:
    from ludotheque.core.game import Bot, Game


def bots_of(game: Game) -> dict[str, Bot]:
    """All players one can seat in a game, by name, the weakest first."""
    return {"random": RandomBot(), **game.bots}


def find_bot(game: Game, name: str) -> Bot:
    """The player of that name, or a refusal with the names there are."""
    bots = bots_of(game)
    if name not in bots:
        raise BadOption(f"no bot {name!r} for {game.slug}; there is {', '.join(bots)}")
    return bots[name]
