"""The games of this repository, and random games of them, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everything_game import FAIR

from ludotheque.core.registry import installed
from ludotheque.testing.playthroughs import (
    Step,
    playthrough,
    random_move,
    sample,
    variant,
    viewers,
)

if TYPE_CHECKING:
    from ludotheque.core.game import Game

__all__ = [
    "GAMES",
    "INSTALLED",
    "Step",
    "playthrough",
    "random_move",
    "sample",
    "variant",
    "viewers",
]

# Games of other packages may be installed as well; they are tested where they come from.
INSTALLED: list[Game] = [
    game for game in installed().values() if type(game).__module__.startswith("ludotheque.games.")
]
GAMES: list[Game] = [*INSTALLED, FAIR]
