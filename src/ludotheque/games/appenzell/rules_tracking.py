"""Appenzell: tracking ids, by which a viewer can follow tiles and mice between scenes (compiled).

No rule depends on them. `Appenzell.apply` updates them only if it is asked for facts; searches
never ask. A list of ids is never changed: each function here returns another one, and all copies
of a state share theirs. The list is flat, so that `core.pack` handles it like other fields.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, i64, lowest_bit
from ludotheque.games.appenzell.data import (
    FACES,
    MAX_SEATS,
    OUTLET,
    SIZE,
    SQUARES,
    UNSEEN,
    pushed_from,
)

# Where each part begins
IDS_GIVEN: Final = 0  # to tiles so far
MICE_ENTERED: Final = 1  # by seat: how often its mice came in, the id of the next one
MOUSE_IDS: Final = MICE_ENTERED + MAX_SEATS  # by square: unique among the mice of a seat
SPARE_IDS: Final = MOUSE_IDS + SQUARES  # by face: the id of the next spare that shows it
TILE_IDS: Final = SPARE_IDS + FACES  # by square: 0 for a tile that is not in sight
LENGTH: Final = TILE_IDS + SQUARES


def new_tracking_ids() -> list[int]:
    """The ids of a new game."""
    ids = [0] * LENGTH
    ids[IDS_GIVEN] = FACES
    for face in range(FACES):
        ids[SPARE_IDS + face] = face + 1
    return ids


def with_new_mouse(old: list[int], seat: i64, square: i64) -> list[int]:
    """A mouse comes in from the supply."""
    ids = old[:]
    ids[MOUSE_IDS + square] = ids[MICE_ENTERED + seat]
    ids[MICE_ENTERED + seat] += 1
    return ids


def with_moved_mouse(old: list[int], start: i64, landing: i64) -> list[int]:
    """A mouse goes from one square to another."""
    ids = old[:]
    ids[MOUSE_IDS + landing] = ids[MOUSE_IDS + start]
    return ids


def with_pushed_line(old: list[int], end: i64, face: i64, out: i64) -> list[int]:
    """Ids move with their tiles, from the spares into the castle and out of it."""
    ids = old[:]
    square = lowest_bit(OUTLET[end])
    pushed_out = ids[TILE_IDS + square]
    for _ in range(SIZE - 1):
        source = pushed_from(square, end)
        ids[TILE_IDS + square] = ids[TILE_IDS + source]
        square = source
    ids[TILE_IDS + square] = ids[SPARE_IDS + face]
    ids[IDS_GIVEN] += 1
    ids[SPARE_IDS + face] = ids[IDS_GIVEN]
    if out != UNSEEN and pushed_out != 0:
        ids[SPARE_IDS + out] = pushed_out
    return ids


def with_tiles_in_sight(old: list[int], squares: i64) -> list[int]:
    """Give ids to the tiles on ``squares`` that have none; all others lose theirs.

    A tile that comes to light again has a new id, so that nobody's memory is helped (CA-20).
    """
    ids = old[:]
    for square in range(SQUARES):
        if squares & BIT[square] == 0:
            ids[TILE_IDS + square] = 0
        elif ids[TILE_IDS + square] == 0:
            ids[IDS_GIVEN] += 1
            ids[TILE_IDS + square] = ids[IDS_GIVEN]
    return ids
