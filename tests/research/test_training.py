"""The example for researchers learns something, and shows it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "train.py"


def test_the_example_learns() -> None:
    program = runpy.run_path(str(SCRIPT))
    rewards: Any = program["train"]("zankapfel", 400, 1, {"players": 3})
    assert rewards.shape == (20, 20)
    assert rewards[-8:].mean() > 0.45  # a third is the share of a random player


def test_the_example_prints_a_curve(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["train.py", "m", "--players", "2", "--games", "60"])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    out = capsys.readouterr().out
    assert "share of games won, of 60" in out
    assert out.count("%") == 3
    assert "█" in out
