"""Tools for the tests of games: random games, sample positions, invariants, conformance lines."""

from __future__ import annotations

from ludotheque.testing.conformance import check_line, legal_texts
from ludotheque.testing.invariants import check_imagined, play_checked
from ludotheque.testing.random_games import play_random, sample_positions

__all__ = [
    "check_imagined",
    "check_line",
    "legal_texts",
    "play_checked",
    "play_random",
    "sample_positions",
]
