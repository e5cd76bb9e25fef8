"""PettingZoo and Gymnasium: their own checks, over the games and their options."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from conftest import WANTED
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from playthroughs import INSTALLED

from ludotheque.core.errors import BadOption, GameOver, IllegalMove
from ludotheque.research.gymnasium import Learner
from ludotheque.research.pettingzoo import Table, env

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Value

# PettingZoo takes named arrays for a mistake, and a mask without ones for another
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
LONG = "soak" in WANTED


def sampled(game: Game) -> list[dict[str, Value]]:
    """All combinations of options; in short, one for each number of players, the others mixed."""
    variants = game.variants()
    if LONG:
        return variants
    players = next(option for option in game.options if option.name == "players").values
    chosen = []
    for turn, count in enumerate(players):
        same = [options for options in variants if options["players"] == count]
        chosen.append(same[(turn * 7 + 3) % len(same)])
    return chosen


def cases() -> list[Any]:
    """Games with options, named for a test."""
    return [
        pytest.param(game.slug, options, id=f"{game.slug}-{'-'.join(map(str, options.values()))}")
        for game in INSTALLED
        for options in sampled(game)
    ]


@pytest.mark.parametrize(("slug", "options"), cases())
def test_pettingzoo(slug: str, options: dict[str, Any]) -> None:
    api_test(env(slug, render_mode="ansi", **options), num_cycles=100 if LONG else 30)
    seed_test(lambda: env(slug, **options), num_cycles=100 if LONG else 15)


@every_game
def test_pettingzoo_plays_to_the_end(game: Game) -> None:
    table = env(game.slug, reward="scores", flat=True)
    table.reset(seed=5)
    rewards = {}
    for steps, agent in enumerate(table.agent_iter()):
        observation, reward, over, cut, _ = table.last()
        assert not cut
        assert (
            observation["observation"].shape == table.observation_space(agent)["observation"].shape
        )
        rewards[agent] = reward
        mask = observation["action_mask"]
        table.step(None if over else int(np.flatnonzero(mask)[steps * 7 % mask.sum()]))
    assert sum(rewards.values()) == pytest.approx(0)
    assert any(rewards.values())


def test_pettingzoo_refuses_what_is_not_open() -> None:
    table = Table("m", players=2)
    table.reset(seed=1)
    illegal_action = int(np.flatnonzero(table.observe("seat_0")["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove):
        table.step(illegal_action)


def test_nobody_sees_the_hands_of_others() -> None:
    table = Table("m", players=2)
    table.reset(seed=1)
    for seat, agent in enumerate(table.agents):
        hand = table.observe(agent)["observation"]["hand"]
        assert sorted(np.repeat(np.arange(105), hand)) == list(table.play.state.private(seat).hand)


@pytest.mark.filterwarnings("ignore:.*Box observation space")
@pytest.mark.parametrize("flat", [False, True], ids=["named", "flat"])
@every_game
def test_gymnasium(game: Game, flat: bool) -> None:
    check_env(gymnasium.make(f"ludotheque/{game.slug}-v{game.rules_version}", flat=flat).unwrapped)


@every_game
def test_a_learner_plays_whole_games_against_bots(game: Game) -> None:
    table = Learner(game.slug, bots="greedy", seat=1, reward="wins", render_mode="ansi")
    _, info = table.reset(seed=2)
    over, steps, reward = False, 0, 0.0
    while not over:
        mask = info["action_mask"]
        assert mask.any()
        assert np.array_equal(mask.astype(bool), table.action_masks())
        steps += 1
        observation, reward, over, cut, info = table.step(
            np.flatnonzero(mask)[steps * 7 % mask.sum()]
        )
        assert observation in table.observation_space
        assert not cut
    assert 0 <= reward <= 1
    assert "seat 1" in str(table.render())
    assert not info["action_mask"].any()
    table.illegal = None
    with pytest.raises(GameOver):
        table.step(0)


def test_an_illegal_action_loses_or_is_refused() -> None:
    for illegal in (-3.0, None):
        table = Learner("m", players=2, illegal=illegal)
        _, info = table.reset(seed=1)
        illegal_action = int(np.flatnonzero(info["action_mask"] == 0)[0])
        if illegal is None:
            with pytest.raises(IllegalMove):
                table.step(illegal_action)
        else:
            _, reward, over, _, info = table.step(illegal_action)
            assert (reward, over, info["illegal"]) == (-3.0, True, True)


def test_a_seat_is_drawn_for_each_game() -> None:
    table = Learner("m", players=3)
    seats = set()
    for seed in range(20):
        table.reset(seed=seed)
        seats.add(table.seat)
    assert seats == {0, 1, 2}


def test_a_learner_refuses_bad_arguments() -> None:
    with pytest.raises(BadOption, match="no seat 2"):
        Learner("m", players=2, seat=2)
    with pytest.raises(BadOption, match="2 bots are needed"):
        Learner("m", players=3, bots=["random"])
    with pytest.raises(BadOption, match="no bot"):
        Learner("m", bots="genius")


@pytest.mark.parametrize(
    ("library", "module", "extra"),
    [
        ("gymnasium", "gymnasium", "research"),
        ("pettingzoo", "pettingzoo", "research"),
        ("pyspiel", "openspiel", "openspiel"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_extra(
    library: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"ludotheque.research.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"ludotheque\[{extra}\]"):
        importlib.import_module(f"ludotheque.research.{module}")
