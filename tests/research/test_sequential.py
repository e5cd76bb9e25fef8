"""Sequential games, rewards and batches of random games."""

from __future__ import annotations

import numpy as np
import pytest
from playthroughs import INSTALLED

from ludotheque.bots import find_bot
from ludotheque.core.errors import BadOption, GameOver, IllegalMove, UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.research import playouts
from ludotheque.research.rewards import REWARDS, find_reward
from ludotheque.research.sequential import SequentialGame

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


def play(game: Game, seed: int) -> SequentialGame:
    """A whole game of random steps."""
    rng = SeededRng(seed)
    table = SequentialGame(game, {}, rng)
    while not table.over:
        found = table.legal_steps()
        table.step(found[rng.below(len(found))])
    return table


@every_game
def test_an_illegal_step_is_refused_and_changes_nothing(game: Game) -> None:
    table = SequentialGame(game, {}, SeededRng(1))
    before = table.state.key()
    illegal = next(n for n in range(table.arrays.actions) if n not in table.legal_steps())
    for number in (illegal, -1, table.arrays.actions):
        with pytest.raises(IllegalMove, match="not legal"):
            table.step(number)
    assert table.state.key() == before
    assert table.mask(table.seat).nonzero()[0].tolist() == table.legal_steps()
    assert not table.mask((table.seat + 1) % int(table.state.seats())).any()


@every_game
def test_a_game_that_is_over_takes_no_step(game: Game) -> None:
    table = play(game, 3)
    assert table.state.actors() == ()
    assert table.legal_steps() == []
    with pytest.raises(GameOver):
        table.step(0)


@every_game
def test_bots_and_learners_play_together(game: Game) -> None:
    table = SequentialGame(game, {}, SeededRng(4))
    bot = find_bot(game, "greedy")
    for _ in range(30):
        assert table.seat in table.state.awaited()
        assert table.seat != LUCK
        table.ask(bot, SeededRng(5))


def test_simultaneous_moves_are_made_in_seat_order() -> None:
    table = SequentialGame(find("zapp_zerapp"), {"players": 3}, SeededRng(1))
    seats = []
    for _ in range(6):
        seats.append(table.seat)
        table.step(table.legal_steps()[0])
    assert seats == [0, 1, 2, 0, 1, 2]


@every_game
def test_rewards_agree_with_ranks(game: Game) -> None:
    state = play(game, 5).state
    ranks = np.array(state.ranks())
    by_rank, by_win, by_score = (np.array(reward(state)) for reward in REWARDS.values())
    assert sum(by_rank) == pytest.approx(0)
    assert sum(by_score) == pytest.approx(0)
    assert sum(by_win) == pytest.approx(1)
    assert max(abs(by_rank)) <= 1
    assert set(np.flatnonzero(by_win)) == set(np.flatnonzero(ranks == 1))
    for a in range(len(ranks)):
        for b in range(len(ranks)):
            assert (by_rank[a] > by_rank[b]) == (ranks[a] < ranks[b])


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(BadOption, match="choose from ranks, wins, scores"):
        find_reward("glory")


@every_game
def test_playouts_are_the_same_on_any_number_of_cores(game: Game) -> None:
    one = playouts(game.slug, 40, seed=7, cores=1)
    fewer = playouts(game.slug, 12, seed=7, cores=1)
    assert one.scores.shape == one.ranks.shape == (40, game.new(game.resolve_options({})).seats())
    assert np.array_equal(one.scores[:12], fewer.scores)
    assert one.lengths.min() > 0
    assert (one.ranks.min(axis=1) == 1).all()
    assert not np.array_equal(one.scores[:12], playouts(game.slug, 12, seed=8, cores=1).scores)


def test_playouts_over_two_cores() -> None:
    one, two = (playouts("zankapfel", 300, seed=7, cores=cores, players=3) for cores in (1, 2))
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.ranks, two.ranks)
    assert np.array_equal(one.lengths, two.lengths)


def test_playouts_refuse_bad_arguments() -> None:
    with pytest.raises(UnknownGame):
        playouts("chess", 1)
    with pytest.raises(BadOption):
        playouts("m", 0)
    with pytest.raises(BadOption):
        playouts("m", 1, players=7)
