"""French punctuation with a space before it never begins a line: the space does not break."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path
    for part in ("src", "client/words")
    for pattern in ("**/fr.json", "**/sheets/fr.md")
    for path in ROOT.joinpath(part).glob(pattern)
)
BREAKABLE = re.compile(r" [;:!?»]|« ")  # with an ordinary space


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_line_begins_with_punctuation(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if BREAKABLE.search(line)] == []


def test_there_are_french_files() -> None:
    assert len(FILES) > 15
