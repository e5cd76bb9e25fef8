"""The example for researchers learns something, and shows it."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "train.py"


def test_the_example_learns() -> None:
    """On average of some trainings: a single one may be unlucky."""
    program = runpy.run_path(str(SCRIPT))
    train: Callable[..., Any] = program["train"]
    trainings = [train("zankapfel", 400, seed, {"players": 3}) for seed in range(1, 5)]
    assert trainings[0].shape == (20, 20)
    late = [float(rewards[-8:].mean()) for rewards in trainings]
    assert sum(late) / len(late) > 0.45  # a third is the share of a random player


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
