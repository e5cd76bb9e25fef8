"""Appenzell: the trail, the names by which a viewer can follow tiles and mice between scenes.

No rule depends on it. `Appenzell.apply` updates it only if it is asked for facts; searches never
ask. A trail is never changed: each function here returns another one, and all copies of a state
share theirs. It is a flat list, so that it is packed and written like the other fields.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, i64, lowest_bit
from ludotheque.games.appenzell.data import (
    FACES,
    MAX_PLAYERS,
    OUTLET,
    SIDE,
    SQUARES,
    UNSEEN,
    square_before,
)

# Where each part begins
NAMES_GIVEN: Final = 0  # to tiles so far
ENTERED: Final = 1  # by seat: how often its mice came in
MOUSE_NAMES: Final = ENTERED + MAX_PLAYERS  # by square: a number among the mice of its seat
SPARE_NAMES: Final = MOUSE_NAMES + SQUARES  # by face: of the next spare that shows it
TILE_NAMES: Final = SPARE_NAMES + FACES  # by square: 0 for a tile that is not in sight
LENGTH: Final = TILE_NAMES + SQUARES


def new_trail() -> list[int]:
    """The trail of a new game."""
    trail = [0] * LENGTH
    trail[NAMES_GIVEN] = FACES
    for face in range(FACES):
        trail[SPARE_NAMES + face] = face + 1
    return trail


def with_new_mouse(old: list[int], seat: i64, square: i64) -> list[int]:
    """A mouse comes in from the supply."""
    trail = old[:]
    trail[MOUSE_NAMES + square] = trail[ENTERED + seat]
    trail[ENTERED + seat] += 1
    return trail


def with_moved_mouse(old: list[int], start: i64, landing: i64) -> list[int]:
    """A mouse goes from one square to another."""
    trail = old[:]
    trail[MOUSE_NAMES + landing] = trail[MOUSE_NAMES + start]
    return trail


def with_pushed_line(old: list[int], end: i64, face: i64, out: i64) -> list[int]:
    """Names move with their tiles, from the spares into the castle and out of it."""
    trail = old[:]
    square = lowest_bit(OUTLET[end])
    last = trail[TILE_NAMES + square]
    for _ in range(SIDE - 1):
        before = square_before(square, end)
        trail[TILE_NAMES + square] = trail[TILE_NAMES + before]
        square = before
    trail[TILE_NAMES + square] = trail[SPARE_NAMES + face]
    trail[NAMES_GIVEN] += 1
    trail[SPARE_NAMES + face] = trail[NAMES_GIVEN]
    if out != UNSEEN and last != 0:
        trail[SPARE_NAMES + out] = last
    return trail


def with_tiles_in_sight(old: list[int], squares: i64) -> list[int]:
    """Name the tiles of some squares that have no name; all others lose theirs.

    A tile that comes to light again has a new name, so that nobody's memory is helped (CA-20).
    """
    trail = old[:]
    for square in range(SQUARES):
        if squares & BIT[square] == 0:
            trail[TILE_NAMES + square] = 0
        elif trail[TILE_NAMES + square] == 0:
            trail[NAMES_GIVEN] += 1
            trail[TILE_NAMES + square] = trail[NAMES_GIVEN]
    return trail
