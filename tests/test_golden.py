"""Golden playthroughs: no change of play goes unnoticed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from golden import golden, goldens
from playthroughs import INSTALLED

if TYPE_CHECKING:
    from ludotheque.core.game import Game

MAX_LINES = 150  # short enough to read


@pytest.mark.parametrize("path", goldens(), ids=lambda path: f"{path.parents[2].name}-{path.stem}")
def test_a_golden_playthrough_is_unchanged(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert golden(text) == text
    assert len(text.splitlines()) <= MAX_LINES


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_every_game_has_three_or_more(game: Game) -> None:
    assert len(list(Path(str(game.folder()), "tests", "golden").glob("*.txt"))) >= 3
