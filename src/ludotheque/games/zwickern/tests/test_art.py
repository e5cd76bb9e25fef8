"""The pictures of Zwickern: one for everything a scene can show."""

from __future__ import annotations

import art_checks

from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.data import CARDS
from ludotheque.games.zwickern.scene_cards import art_of


def test_everything_in_a_scene_has_a_picture() -> None:
    found = art_checks.names_in_scenes(GAME, games=24, stride=7)
    assert {"promise", "zwick"} <= found.arts
    found.areas.add("flags")  # of a crowded table
    art_checks.check_pictures(GAME, found)


def test_each_card_has_a_picture() -> None:
    assert {art_of(card) for card in range(CARDS)} | {"flag"} <= art_checks.symbols(GAME)
