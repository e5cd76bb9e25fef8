"""The conformance files of an independent referee: every line gives the expected verdict."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playthroughs import INSTALLED

from ludotheque.core.record import read_json
from ludotheque.testing.conformance import check_line

if TYPE_CHECKING:
    from ludotheque.core.game import Game

NAMES = ("conformance.jsonl.gz", "conformance.rare.jsonl.gz")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_every_line_gives_its_verdict(game: Game, name: str) -> None:
    path = Path(str(game.folder()), "tests", name)
    text = gzip.decompress(path.read_bytes()).decode()
    lines = list(read_json(text))
    assert len(lines) > 100
    faults = [(number, fault) for number, data in lines if (fault := check_line(data))]
    assert faults == []
