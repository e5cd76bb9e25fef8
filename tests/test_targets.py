"""Our games name the pieces and areas that a fact is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playthroughs import INSTALLED, playthrough, variant

from ludotheque.core.state import SPECTATOR
from ludotheque.testing.playthroughs import after

if TYPE_CHECKING:
    from ludotheque.core.game import Game

MAX_EVENTS = 250


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_facts_are_about_something_on_the_table(game: Game) -> None:
    steps = playthrough(game, variant(game, 1), 1)[:-1][:MAX_EVENTS]
    facts = [fact for step in steps for fact in after(step.state, step.seat, step.move)[1]]
    assert any(game.targets(fact.told_to(SPECTATOR)) for fact in facts)
