"""The scenes of M: from whose hand a card comes."""

from __future__ import annotations

import pytest
from playthroughs import playthrough

from ludotheque.core.part_cache import PartCache
from ludotheque.core.state import Fact
from ludotheque.games.m import GAME
from ludotheque.games.m.scene_board import laid_card_id

NAMES = ("Ada", "Blaise", "Clara", "Dirk")


@pytest.mark.parametrize("seed", range(5))
def test_a_card_comes_from_the_panel_of_who_laid_it(seed: int) -> None:
    options = GAME.resolve_options({"players": len(NAMES), "voluntary_pass": True})
    laid = 0
    for step in playthrough(GAME, options, seed)[:-1]:
        facts: list[Fact] = []
        step.state.apply(step.seat, step.move, facts)
        layer = GAME.table(step.state.public(), GAME.words("en"), NAMES, PartCache())
        origins = {piece.id: piece.origin for piece in layer.pieces}
        for fact in facts:
            if fact.kind == "laid":
                kind, row, column = fact.about
                assert origins[laid_card_id(kind, row, column)] == f"seat{step.seat}"
                laid += 1
    assert laid > len(NAMES)
