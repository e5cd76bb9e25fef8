"""Whole games on the real page, by mouse and by keys."""

from __future__ import annotations

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.playing import KeyPlayer, Player
from playwright.sync_api import Browser

SIZES = {"appenzell": DESK, "m": PHONE, "zankapfel": DESK, "zapp_zerapp": PHONE, "zwickern": DESK}


def begin(somebody: Watched, game: str) -> None:
    """From the shelf to a game against bots, as anybody would."""
    somebody.go("/")
    somebody.page.click(f'.shelf a[href="/game/{game}"]')
    somebody.page.click(".game-actions .main")
    somebody.page.wait_for_selector(".scene .spot")


def check_the_end(somebody: Watched) -> None:
    """The end is told, and nothing is wider than the screen."""
    page = somebody.page
    assert page.locator(".ending .ranks li").count() >= 3
    assert page.locator(".ending .ranks li.winner").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("game", list(SIZES))
def test_a_game_by_clicking(browser: Browser, here: House, game: str) -> None:
    somebody = Watched(browser, here.address, SIZES[game])
    begin(somebody, game)
    player = Player(somebody, game)
    assert player.play()
    assert len(player.pressed) > 5
    check_the_end(somebody)
    somebody.close()


@pytest.mark.parametrize("game", ["m", "appenzell"])
def test_a_game_by_keys_alone(browser: Browser, here: House, game: str) -> None:
    somebody = Watched(browser, here.address)
    begin(somebody, game)
    player = KeyPlayer(somebody, game)
    assert player.play()
    assert len(player.pressed) > 5
    check_the_end(somebody)
    somebody.close()
