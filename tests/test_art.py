"""The art of every game: complete, safe and small, and readable in both themes."""

from __future__ import annotations

import art_checks
import pytest
from playthroughs import INSTALLED

from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


@every_game
def test_sounds_and_effects_are_for_facts(game: Game) -> None:
    art_checks.check_facts(game)


@every_game
def test_the_pictures_hold_nothing_external(game: Game) -> None:
    art_checks.check_purity(game)


@every_game
def test_the_pictures_are_small(game: Game) -> None:
    art_checks.check_size(game)


@every_game
def test_both_themes_have_all_colours_and_can_be_read(game: Game) -> None:
    art_checks.check_colours(game)
    art_checks.check_contrast(game)
