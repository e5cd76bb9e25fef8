"""Tests of games for their authors: checks of the contract, random games, conformance lines.

`check_game` runs all checks. With pytest, the plug-in `ludotheque.pytest_plugin` makes a test of
each. docs/write-a-game.md tells how.
"""

from __future__ import annotations

from ludotheque.testing.conformance import check_line, legal_texts
from ludotheque.testing.contract import CHECKS, PRESENTATION, RULES, Check, check_game
from ludotheque.testing.invariants import check_imagined, play_checked
from ludotheque.testing.playthroughs import playthrough
from ludotheque.testing.random_games import play_random, sample_positions

__all__ = [
    "CHECKS",
    "PRESENTATION",
    "RULES",
    "Check",
    "check_game",
    "check_imagined",
    "check_line",
    "legal_texts",
    "play_checked",
    "play_random",
    "playthrough",
    "sample_positions",
]
