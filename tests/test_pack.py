"""Packed states: they survive the way into another process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import INSTALLED, playthrough, sample, variant

from ludotheque.core.errors import BadRecord
from ludotheque.core.pack import pack, unpack
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
def test_a_bad_packed_state_is_refused(game: Game) -> None:
    with pytest.raises(BadRecord):
        unpack(game, game.resolve_options({}), {"phase": 1})
