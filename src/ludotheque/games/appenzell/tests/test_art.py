"""The pictures of Appenzell: one for everything a scene can show."""

from __future__ import annotations

import art_checks

from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.data import CHEESES
from ludotheque.games.appenzell.notation import FACE_NAMES


def test_everything_in_a_scene_has_a_picture() -> None:
    art_checks.check_pictures(GAME, art_checks.names_in_scenes(GAME, games=24, stride=9))


def test_each_face_and_each_cheese_has_a_picture() -> None:
    wanted = {f"tile-{face}" for face in FACE_NAMES}
    wanted |= {f"cheese-{face}" for face in FACE_NAMES[:CHEESES]}
    assert wanted <= art_checks.symbols(GAME)
