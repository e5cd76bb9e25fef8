"""The pictures of Zapp Zerapp: one for everything a scene can show."""

from __future__ import annotations

import re

import art_checks

from ludotheque.games.zapp_zerapp import GAME
from ludotheque.games.zapp_zerapp.data import COLOUR_NAMES, DIE_FACES

GAMES = 4  # the plain game for two, and three with everything for four


def test_everything_in_a_scene_has_a_picture() -> None:
    found = art_checks.names_in_scenes(GAME, GAMES)
    art_checks.check_pictures(GAME, found)
    drawn = set(re.findall(r"\.mark-([a-z]+)", art_checks.text_of(GAME, "look.css")))
    assert drawn <= found.marks


def test_each_guild_and_each_face_of_a_die_has_its_pictures() -> None:
    kinds = ("cell", "start", "cell-town", "apprentice", "guild")
    wanted = {f"{kind}-{colour}" for kind in kinds for colour in COLOUR_NAMES}
    wanted |= {f"die-{face}" for face in range(1, DIE_FACES + 1)}
    assert wanted <= art_checks.symbols(GAME)


def test_signs_of_marks_are_in_the_pictures() -> None:
    """A mark sets a property that a picture inherits; both spell it the same."""
    css, sprite = art_checks.text_of(GAME, "look.css"), art_checks.text_of(GAME, "art.svg")
    used = set(re.findall(r"var\((--zz-[a-z]+)", sprite))
    assert used == set(re.findall(r"(--zz-[a-z]+):", css))
