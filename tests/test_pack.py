"""Packed states: they survive the way into another process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import INSTALLED, playthrough, sample, variant

from ludotheque.core.pack import Packed, pack, unpack
from ludotheque.core.rng import SeededRng

if TYPE_CHECKING:
    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


@every_game
@given(seed=st.integers(0, 2**32 - 1))
def test_a_state_survives_as_json(game: Game, seed: int) -> None:
    options = variant(game, seed)
    for step in sample(playthrough(game, options, seed), SeededRng(seed), 6):
        unpacked = unpack(game, options, json.loads(json.dumps(pack(step.state))))
        assert unpacked.key() == step.state.key()
        assert pack(unpacked) == pack(step.state)
        for viewer in range(unpacked.seats()):
            assert unpacked.observe(viewer) == step.state.observe(viewer)
        unpacked.apply(step.seat, step.move)


@every_game
@given(seed=st.integers(0, 2**32 - 1))
def test_arrays_keep_their_length(game: Game, seed: int) -> None:
    """Compiled or not: so `unpack` can check it."""
    options = variant(game, seed)
    start = pack(game.new(options))
    for step in sample(playthrough(game, options, seed), SeededRng(seed), 6):
        for name, value in pack(step.state).items():
            assert not isinstance(value, list) or len(value) == len(arrays(start)[name]), name


def arrays(packed: Packed) -> dict[str, list[object]]:
    """The fields that are arrays."""
    return {name: value for name, value in packed.items() if isinstance(value, list)}


@every_game
def test_a_bad_packed_state_is_refused(game: Game) -> None:
    """Fields that are missing or unknown, another type, an array that is too short or too long."""
    options = game.resolve_options({})
    good = pack(game.new(options))
    bad: list[Packed] = [{"phase": 1}, {**good, "nothing": 0}]
    bad += [{name: value for name, value in good.items() if name != "phase"}]
    bad += [{**good, "phase": value} for value in ("1", True, [1])]
    for name, numbers in arrays(good).items():
        bad += [{**good, name: value} for value in (numbers[:-1], [*numbers, 0], 0, ["1"])]
        bad += [{**good, name: [*numbers[:-1], value]} for value in ("0", None)]
    for packed in bad:
        with pytest.raises(ValueError, match=r"field|its fields are"):
            unpack(game, options, packed)
    assert pack(unpack(game, options, good)) == good
