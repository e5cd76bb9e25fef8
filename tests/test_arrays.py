"""Arrays of every game: they fit their layout and hold no secret; moves and steps convert."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from everything_game import FAIR
from hypothesis import given, settings
from hypothesis import strategies as st
from playthroughs import INSTALLED, playthrough, sample, variant, viewers

from ludotheque.core.errors import NoArrays
from ludotheque.core.rng import Rng, SeededRng, weighted_choice
from ludotheque.core.state import LUCK
from ludotheque.presentation.arrays import Arrays, flatten

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.state import State

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
seeds = st.integers(0, 2**32 - 1)
MAX_MOVES_TRIED = 60
fewer = settings(max_examples=settings().max_examples // 2)


def step_by_step(arrays: Arrays, state: State, seat: int, rng: Rng) -> tuple[list[int], int]:
    """A random move made of legal steps."""
    steps: list[int] = []
    while (move := arrays.decode_move(state, seat, steps)) is None:
        found = arrays.legal_steps(state, seat, steps)
        assert found == sorted(set(found))
        assert 0 <= found[0] <= found[-1] < arrays.actions
        steps.append(found[rng.below(len(found))])
    return steps, move


@every_game
@fewer
@given(seed=seeds)
def test_arrays_fit_their_layout(game: Game, seed: int) -> None:
    options = variant(game, seed)
    arrays = game.arrays(options)
    for step in sample(playthrough(game, options, seed), SeededRng(seed), 12):
        for viewer in viewers(step.state):
            observation = arrays.encode(step.state.observe(viewer), viewer)
            assert list(observation) == [field.name for field in arrays.fields]
            for field in arrays.fields:
                array = observation[field.name]
                assert (array.shape, array.dtype) == (field.shape, field.dtype), field.name
                assert field.low <= array.min() <= array.max() <= field.high, field.name
            assert flatten(observation).shape == (arrays.size,)


@every_game
@fewer
@given(seed=seeds)
def test_arrays_hold_no_secret(game: Game, seed: int) -> None:
    """Arrays and legal steps are the same in every world imagined for the viewer."""
    rng, options = SeededRng(seed), variant(game, seed)
    arrays = game.arrays(options)
    for step in sample(playthrough(game, options, seed), rng, 8):
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            mine = arrays.encode(step.state.observe(viewer), viewer)
            theirs = arrays.encode(world.observe(viewer), viewer)
            assert flatten(mine).tobytes() == flatten(theirs).tobytes()
            legal = arrays.legal_steps(step.state, viewer)
            assert legal == arrays.legal_steps(world, viewer)


@every_game
@fewer
@given(seed=seeds)
def test_moves_and_steps_round_trip(game: Game, seed: int) -> None:
    rng, options = SeededRng(seed), variant(game, seed)
    arrays = game.arrays(options)
    for step in sample(playthrough(game, options, seed), rng, 8):
        for seat in range(step.state.seats()):
            moves = step.state.legal_moves(seat)
            assert bool(arrays.legal_steps(step.state, seat)) == bool(moves)
            for move in moves[:: 1 + len(moves) // MAX_MOVES_TRIED]:
                steps = arrays.encode_move(step.state, seat, move)
                assert arrays.decode_move(step.state, seat, steps) == move
                for count, chosen in enumerate(steps):
                    assert arrays.decode_move(step.state, seat, steps[:count]) is None
                    assert chosen in arrays.legal_steps(step.state, seat, steps[:count])


@every_game
@fewer
@given(seed=seeds)
def test_legal_steps_lead_to_legal_moves(game: Game, seed: int) -> None:
    """Random steps to the end of a game: all moves are legal, and no game is too long."""
    rng, options = SeededRng(seed), variant(game, seed)
    arrays, state, count = game.arrays(options), game.new(options), 0
    while actors := state.actors():
        seat = actors[rng.below(len(actors))]
        if seat == LUCK:
            steps = list[int]()
            while (move := arrays.decode_luck(state, steps)) is None:
                listed = arrays.luck(state, steps)
                assert max(number for number, _ in listed) < arrays.outcomes
                steps.append(weighted_choice(rng, listed))
        else:
            steps, move = step_by_step(arrays, state, seat, rng)
            observation = arrays.encode(state.observe(seat), seat, steps)
            assert not steps[1:] or observation["chosen"].any()
        assert state.is_legal(seat, move)
        state.apply(seat, move)
        count += len(steps)
    assert count <= arrays.max_steps_per_game


@every_game
def test_every_step_has_a_distinct_label(game: Game) -> None:
    arrays = game.arrays(game.resolve_options({}))
    starts = [first for first, _, _ in arrays.numbering]
    assert starts == sorted(set(starts))
    assert starts[0] == 0
    assert starts[-1] < arrays.actions
    assert len({arrays.label(step) for step in range(arrays.actions)}) == arrays.actions


@every_game
def test_every_field_has_a_meaning_and_bounds(game: Game) -> None:
    for options in game.variants():
        fields = game.arrays(options).fields
        assert len({field.name for field in fields}) == len(fields)
        for field in fields:
            assert field.meaning
            assert field.low < field.high
            assert np.iinfo(field.dtype).min <= field.low
            assert np.iinfo(field.dtype).max >= field.high


def test_a_game_without_arrays_says_so() -> None:
    with pytest.raises(NoArrays, match="has no arrays"):
        FAIR.arrays(FAIR.resolve_options({}))
