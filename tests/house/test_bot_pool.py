"""Every level plays legal moves, in the process where bots think."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from playthroughs import INSTALLED, playthrough, sample

from ludotheque.bots import levels_of
from ludotheque.core.pack import pack
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.house.workers.bot_pool import BotPool

if TYPE_CHECKING:
    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


@every_game
def test_every_level_plays(game: Game) -> None:
    options = game.resolve_options({})
    steps = [step for step in playthrough(game, options, 3)[:-1] if step.seat != LUCK]

    async def play() -> None:
        bot_pool = BotPool()
        try:
            for level in levels_of(game):
                for step in sample(steps, SeededRng(1), 1):
                    world = pack(step.state.imagine(step.seat, SeededRng(2)))
                    text = await bot_pool.choose(game.slug, options, world, step.seat, level)
                    move = game.parse(step.state, text)
                    assert step.state.is_legal(step.seat, move), (level, text)
        finally:
            bot_pool.close()

    asyncio.run(play())
