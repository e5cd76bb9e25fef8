"""OpenSpiel: its own random simulations, one of its searches, one of its solvers."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest
from conftest import WANTED
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation
from playthroughs import INSTALLED

from ludotheque.core.registry import find
from ludotheque.core.state import SPECTATOR
from ludotheque.presentation.arrays import flatten
from ludotheque.research import openspiel

if TYPE_CHECKING:
    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
IS_SOAK = "soak" in WANTED


def load(game: Game, **options: Any) -> Any:
    """The game as OpenSpiel knows it, for as few players as it can be."""
    players = next(option.values for option in game.options if option.name == "players")
    return pyspiel.load_game(f"ludotheque_{game.slug}", {"players": min(players)} | options)


def played(game: Any, seed: int, steps: int) -> Any:
    """A state some random steps after the beginning, at which a player is asked."""
    state, chance = game.new_initial_state(), np.random.RandomState(seed)
    while steps > 0 or state.is_chance_node():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choice(outcomes, p=shares))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            steps -= 1
    return state


def small(game: Game) -> list[dict[str, Any]]:
    """Options to simulate: all of them in a soak; else those that make for the shortest game."""
    if IS_SOAK:
        return [dict(options) for options in game.variants()]
    players = next(option.values for option in game.options if option.name == "players")
    least = {"players": min(players)}
    return [least | {"pieces": 1} if any(o.name == "pieces" for o in game.options) else least]


@every_game
def test_random_simulations(game: Game) -> None:
    for options in small(game):
        loaded = pyspiel.load_game(f"ludotheque_{game.slug}", options)
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@every_game
def test_the_search_of_openspiel_plays(game: Game) -> None:
    loaded, chance = load(game), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(
        game=loaded, uct_c=1.0, max_simulations=3, evaluator=evaluator, random_state=chance
    )
    state = played(loaded, 2, 2)
    action = bot.step(state)
    assert action in state.legal_actions()


def test_a_solver_of_openspiel_runs() -> None:
    loaded = pyspiel.load_game("ludotheque_m(players=2)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded)
    for _ in range(2):
        solver.iteration()
    average = solver.average_policy()
    state = played(loaded, 1, 0)
    shares = average.action_probabilities(state)
    assert set(shares) <= set(state.legal_actions())
    assert sum(shares.values()) == pytest.approx(1)


@every_game
def test_tensors_are_the_arrays_of_the_seat(game: Game) -> None:
    loaded = load(game)
    state = played(loaded, 3, 5)
    node, player = state.node, state.current_player()
    observation = node.arrays.encode(node.state.observe(player), player, node.steps)
    assert np.array_equal(state.observation_tensor(player), flatten(observation))
    observer = make_observation(loaded)
    observer.set_from(state, player)
    assert list(observer.dict) == [field.name for field in node.arrays.fields]
    public = make_observation(
        loaded,
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert str(node.state.observe(SPECTATOR)) in public.string_from(state, 0)


@every_game
def test_an_information_state_is_the_same_in_every_imagined_world(game: Game) -> None:
    loaded, chance = load(game), np.random.RandomState(5)
    for seed in range(4):
        state = played(loaded, seed, 12)
        player = state.current_player()
        world = state.resample_from_infostate(player, chance.random_sample)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
        assert world.observation_tensor(player) == state.observation_tensor(player)


def test_an_information_state_holds_the_history_too() -> None:
    """The history is part of it, as a digest before the observation."""
    loaded = pyspiel.load_game("ludotheque_zapp_zerapp(players=2)")
    state = played(loaded, 1, 0)
    before = state.observation_string(0), state.information_state_string(0)
    assert before[0] in before[1]
    for word in ("take 1", "take 2", "back 1", "back 2"):
        state.apply_action(state.string_to_action(word))
    assert state.information_state_string(0) != before[1]
    assert state.information_state_string(0).split()[0] != before[1].split()[0]


def test_states_can_be_serialized_but_imagined_ones_cannot() -> None:
    loaded = pyspiel.load_game("ludotheque_zwickern(players=3)")
    state = played(loaded, 1, 9)
    restored = loaded.deserialize_state(state.serialize())
    assert str(restored) == str(state)
    assert restored.information_state_string(0) == state.information_state_string(0)
    world = state.resample_from_infostate(state.current_player(), lambda: 0.5)
    with pytest.raises(TypeError, match="imagined"):
        pickle.dumps(world.node)


def test_unsupported_observation_types_are_refused() -> None:
    loaded = find("m")
    arrays = loaded.arrays(loaded.resolve_options({}))
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="public"):
        openspiel.Observer(arrays, kind)
    recall = openspiel.Observer(arrays, pyspiel.IIGObservationType(perfect_recall=True))
    with pytest.raises(ValueError, match="string"):
        recall.set_from(played(load(loaded), 1, 0), 0)


def test_a_program_that_used_it_exits_cleanly() -> None:
    words = "import pyspiel, ludotheque.research.openspiel; pyspiel.load_game('ludotheque_m')"
    subprocess.run([sys.executable, "-c", words], check=True, timeout=120)
