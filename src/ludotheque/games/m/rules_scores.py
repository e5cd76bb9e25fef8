"""M: what taken cards count at the end (M-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.core.fast import i64, vec
from ludotheque.games.m.data import COLOUR, COLOUR_COUNT, POINTS

POINTS_PER_CHIP: Final = 10
SCORING_COLOURS: Final = 2  # the best two count for the player, the others against


def colour_score(points: vec[i64]) -> i64:
    """(M-19) Points by colour as a score: the two best for, the others against."""
    best: i64 = 0
    second: i64 = 0
    total: i64 = 0
    for colour in range(COLOUR_COUNT):
        value = points[colour]
        total += value
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
    return 2 * (best + second) - total


def score_gain(points: vec[i64], kind: i64) -> i64:
    """(M-19) What one more card adds to the score of points by colour."""
    before = colour_score(points)
    points[COLOUR[kind]] += POINTS[kind]
    after = colour_score(points)
    points[COLOUR[kind]] -= POINTS[kind]
    return after - before


def ranked_colours(kinds: Sequence[int]) -> list[tuple[int, int]]:
    """(points, colour) for each colour of taken cards, the best first."""
    points = [0] * COLOUR_COUNT
    for kind in kinds:
        points[COLOUR[kind]] += POINTS[kind]
    return sorted([(total, colour) for colour, total in enumerate(points)], reverse=True)
