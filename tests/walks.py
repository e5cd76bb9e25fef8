"""Former name of `playthroughs`, for tests that still import it."""

from __future__ import annotations

from playthroughs import GAMES, INSTALLED, Step, variant, viewers
from playthroughs import playthrough as walk
from playthroughs import random_move as pick
from playthroughs import sample as some

__all__ = ["GAMES", "INSTALLED", "Step", "pick", "some", "variant", "viewers", "walk"]
