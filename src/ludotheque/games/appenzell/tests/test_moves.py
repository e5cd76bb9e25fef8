"""Moves as numbers and decoded; and the names of pieces, which no search keeps up to date."""

from __future__ import annotations

import pytest

from ludotheque.core.state import Fact
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.data import FACES, ORDINARY_FACES, SIDE
from ludotheque.games.appenzell.moves import OUT, Push, Tile, decode, encode
from ludotheque.games.appenzell.tests.positions import begin


def test_every_number_is_decoded_and_encoded() -> None:
    decoded = [decode(number) for number in range(OUT + ORDINARY_FACES)]
    assert [encode(move) for move in decoded] == list(range(len(decoded)))


@pytest.mark.parametrize("move", [Push(FACES - 1, 11), Tile(SIDE * SIDE - 1, 0)])
def test_a_decoded_move_keeps_its_kind(move: Push | Tile) -> None:
    assert type(decode(encode(move))) is type(move)


def test_names_are_shared_by_copies_and_updated_only_with_facts() -> None:
    state = begin().state
    push = GAME.parse(state, "push top 1")
    searched, played = state.clone(), state.clone()
    assert searched.trail is state.trail
    searched.apply(0, push)
    assert searched.trail is state.trail
    before, facts = list(state.trail), list[Fact]()
    played.apply(0, push, facts)
    assert played.trail != before
    assert state.trail == before
