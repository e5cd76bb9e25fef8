"""Moves as numbers, decoded and as text; and tracking ids, which a search does not update."""

from __future__ import annotations

from ludotheque.core.state import Fact
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.data import ENDS, FACES, ORDINARY_FACES, SQUARES
from ludotheque.games.appenzell.moves import (
    OUT,
    Push,
    Run,
    Tile,
    decode,
    push_number,
    run_number,
    tile_number,
)
from ludotheque.games.appenzell.tests.positions import begin


def test_every_number_has_a_text_of_its_own() -> None:
    state = begin(4, mad_mice=True).state
    numbers = list(range(OUT + ORDINARY_FACES))
    assert [GAME.parse(state, GAME.text(state, number)) for number in numbers] == numbers


def test_moves_with_two_arguments_are_decoded_as_they_were_numbered() -> None:
    assert decode(run_number(SQUARES - 1, 0)) == Run(SQUARES - 1, 0)
    assert decode(push_number(FACES - 1, ENDS - 1)) == Push(FACES - 1, ENDS - 1)
    assert decode(tile_number(SQUARES - 1, 0)) == Tile(SQUARES - 1, 0)


def test_tracking_ids_are_shared_by_copies_and_updated_only_with_facts() -> None:
    state = begin().state
    push = GAME.parse(state, "push top 1")
    searched, played = state.clone(), state.clone()
    assert searched.tracking_ids is state.tracking_ids
    searched.apply(0, push)
    assert searched.tracking_ids is state.tracking_ids
    before, facts = list(state.tracking_ids), list[Fact]()
    played.apply(0, push, facts)
    assert played.tracking_ids != before
    assert state.tracking_ids == before
