"""Moves for interpreted callers: as a list, and a random one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import INSTALLED, playthrough, sample, variant
from toy_games import Noughts

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, NOBODY

if TYPE_CHECKING:
    from ludotheque.core.fast import i64
    from ludotheque.core.game import Game

every_installed_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


@every_installed_game
@given(seed=st.integers(0, 2**32 - 1))
def test_a_random_move_is_one_of_the_choices(game: Game, seed: int) -> None:
    """The one that the same RNG would choose from the list."""
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 10):
        drawn = step.state.random_move(step.seat, SeededRng(seed))
        rng = SeededRng(seed)
        if step.seat == LUCK:
            assert drawn == step.state.sample_luck(rng)
        else:
            choices = step.state.choices(step.seat)
            assert drawn == choices[rng.below(len(choices))]


@every_installed_game
def test_a_game_can_be_played_by_random_moves(game: Game) -> None:
    options = game.resolve_options({})
    state, rng = game.new(options), SeededRng(1)
    for _ in range(game.max_events(options) + 1):
        seat = state.next_actor()
        if seat == NOBODY:
            return
        state.apply(seat, state.random_move(seat, rng))
    raise AssertionError("it did not end")


class Reentrant(Noughts):
    """Asks for choices of other states while it lists its moves; or fails."""

    broken = False

    def legal_moves(self, seat: i64) -> list[int]:
        if self.broken:
            raise RuntimeError("it broke")
        other = Noughts((0b111_000_000, 0b000_111_000), seat)
        assert other.choices(seat) == []
        assert Noughts().choices(0) == list(range(9))
        return super().legal_moves(seat)


def test_choices_within_choices_and_after_a_failure() -> None:
    """The shared buffer is used by one call at a time, and released whatever happens."""
    state = Reentrant((0b1, 0b10))
    assert state.choices(0) == [2, 3, 4, 5, 6, 7, 8]
    assert state.random_move(0, SeededRng(1)) in state.choices(0)
    state.broken = True
    for _ in range(2):
        with pytest.raises(RuntimeError, match="it broke"):
            state.choices(0)
        with pytest.raises(RuntimeError, match="it broke"):
            state.random_move(0, SeededRng(1))
    assert Noughts((0b1, 0b10)).choices(0) == [2, 3, 4, 5, 6, 7, 8]
