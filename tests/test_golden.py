"""Golden playthroughs: nothing in them may change unnoticed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from golden import golden, goldens
from playthroughs import INSTALLED

if TYPE_CHECKING:
    from ludotheque.core.game import Game

LINES = 150  # what somebody reads


@pytest.mark.parametrize("path", goldens(), ids=lambda path: f"{path.parents[2].name}-{path.stem}")
def test_a_golden_playthrough_is_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert golden(text) == text
    assert len(text.splitlines()) <= LINES


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_every_game_has_three(game: Game) -> None:
    assert len(list(Path(str(game.folder()), "tests", "golden").glob("*.txt"))) >= 3
