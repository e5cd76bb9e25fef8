"""The scenes of M: where cards come from, what cells bring, and what is asked about."""

from __future__ import annotations

import pytest
from playthroughs import playthrough

from ludotheque.core.part_cache import PartCache
from ludotheque.core.state import Fact
from ludotheque.games.m import GAME, moves
from ludotheque.games.m.scene_board import cell_id, laid_card_id

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


def test_m_9_a_cell_shows_the_chips_that_a_card_there_brings() -> None:
    """Also where the others can't pay as many as there are neighbours."""
    options, limited = GAME.resolve_options({"players": 2}), 0
    for seed in range(12):
        for step in playthrough(GAME, options, seed)[:-1]:
            move = moves.decode(step.move)
            if not isinstance(move, moves.Lay):
                continue
            scene = GAME.scene(step.state, step.seat, GAME.words("en"), NAMES[:2])
            where = cell_id(*step.state.coordinates(move.cell))
            art = next(piece.art for piece in scene.pieces if piece.id == where)
            facts: list[Fact] = []
            step.state.clone().apply(step.seat, step.move, facts)
            won = sum(fact.about[1] for fact in facts if fact.kind == "chips")
            assert art == (f"cell-{won}" if won else "cell")
            limited += int(step.state.chips[1 - step.seat]) == won > 0
    assert limited


def test_a_pass_is_asked_about_unless_it_is_the_only_move() -> None:
    asked = set()
    for seed in range(12):
        options = GAME.resolve_options({"players": 2, "voluntary_pass": seed % 2 == 0})
        for step in playthrough(GAME, options, seed)[:-1]:
            if step.seat >= 0:
                scene = GAME.scene(step.state, step.seat, GAME.words("en"), NAMES[:2])
                found = [choice for choice in scene.choices if choice.text == "pass"]
                asked |= {(len(scene.choices) == 1, choice.confirm) for choice in found}
    assert asked == {(True, False), (False, True)}
