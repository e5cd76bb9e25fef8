"""The art of every game: complete, safe and small, and readable in both themes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import art_checks
import pytest
from playthroughs import INSTALLED

from ludotheque.core.game import Game
from ludotheque.presentation.look import Effect, Place, Sound

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


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


@pytest.mark.parametrize(
    ("name", "known"), [("AreaPlace", Place), ("SoundName", Sound), ("EffectName", Effect)]
)
def test_the_page_knows_what_a_look_may_name(name: str, known: object) -> None:
    source = Path(__file__).parents[1] / "client" / "src" / "scene" / "look.ts"
    union = re.search(rf"type {name} =(.*?);", source.read_text("utf-8"), re.DOTALL)
    assert union
    assert set(re.findall(r'"(\w+)"', union[1])) == set(get_args(known))
