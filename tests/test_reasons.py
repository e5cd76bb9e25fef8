"""Bots that give reasons: one for every move in every language, and the best move comes first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playthroughs import INSTALLED, Step, playthrough, sample, variant

from ludotheque.core.bot import Bot, ExplainingBot, RankingBot
from ludotheque.core.game import Game
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.words import LANGUAGES

NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Emmy", "Fritz")
MAX_MOVES_TRIED = 60  # of a position
RANK_SOME_MOVES = {"zapp_zerapp", "zwickern"}  # the bots of other games rank every legal move
every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


def explaining_bot(game: Game) -> Bot:
    """The first bot of a game that can rank and explain moves."""
    return next(
        bot
        for bot in game.bots.values()
        if isinstance(bot, ExplainingBot) and isinstance(bot, RankingBot)
    )


def positions(game: Game, seed: int, count: int) -> Iterator[Step]:
    """Some decisions of a random game."""
    steps = sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), count)
    return (step for step in steps if step.seat != LUCK)


@every_game
@pytest.mark.parametrize("seed", range(8))
def test_every_move_has_a_reason_in_every_language(game: Game, seed: int) -> None:
    bot = explaining_bot(game)
    assert isinstance(bot, ExplainingBot)
    catalogues = [game.words(language) for language in LANGUAGES]
    for state, seat in ((step.state, step.seat) for step in positions(game, seed, 12)):
        for move in state.legal_moves(seat)[:MAX_MOVES_TRIED]:
            said = {bot.why(state, seat, move, words, NAMES) for words in catalogues}
            assert len(said) == len(LANGUAGES)
            assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)


@every_game
@pytest.mark.parametrize("seed", range(6))
def test_the_best_move_comes_first_and_is_the_one_it_plays(game: Game, seed: int) -> None:
    bot = explaining_bot(game)
    assert isinstance(bot, RankingBot)
    for state, seat in ((step.state, step.seat) for step in positions(game, seed, 8)):
        ranked = bot.rank(state, seat, SeededRng(seed))
        moves, values = [move for move, _ in ranked], [value for _, value in ranked]
        assert moves[0] == bot.choose(state, seat, SeededRng(seed))
        assert len(set(moves)) == len(moves)
        legal = set(state.legal_moves(seat))
        assert set(moves) <= legal
        assert game.slug in RANK_SOME_MOVES or set(moves) == legal
        assert values == sorted(values, reverse=True)
