"""The pictures of Appenzell: one for everything a scene can show."""

from __future__ import annotations

import art_checks

from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.data import CHEESES, SIZE
from ludotheque.games.appenzell.notation import FACE_NAMES
from ludotheque.games.appenzell.scene_castle import place_id

TIME_TO_REMEMBER_MS = 2500


def test_everything_in_a_scene_has_a_picture() -> None:
    art_checks.check_pictures(GAME, art_checks.names_in_scenes(GAME, games=24, stride=9))


def test_each_face_and_each_cheese_has_a_picture() -> None:
    wanted = {f"tile-{face}" for face in FACE_NAMES}
    wanted |= {f"cheese-{face}" for face in FACE_NAMES[:CHEESES]}
    assert wanted <= art_checks.symbols(GAME)


def test_tiles_are_seen_long_enough_to_be_remembered() -> None:
    """On the board itself: nothing is shown above it."""
    tile = art_checks.layout_hints(GAME)["moments"]["tile"]
    assert (tile["stage"], tile["joined"]) == ([], True)
    assert tile["ms"] >= TIME_TO_REMEMBER_MS


def test_every_row_and_every_column_is_a_track() -> None:
    rows = [[place_id(SIZE * row + column) for column in range(SIZE)] for row in range(SIZE)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    assert art_checks.layout_hints(GAME)["tracks"] == rows + columns
