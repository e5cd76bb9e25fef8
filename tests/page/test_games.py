"""Whole games in the browser, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.playing import KeyPlayer, Player
from page.screens import begin
from playwright.sync_api import Browser

PLAYERS = 3  # greedy bots and short options: games of searching bots take minutes
SIZES = {"appenzell": DESK, "m": PHONE, "zankapfel": DESK, "zapp_zerapp": PHONE, "zwickern": DESK}


def check_ending(somebody: Watched, says_why: bool = True) -> None:
    """The ending is shown, and nothing is wider than the screen."""
    page = somebody.page
    assert page.locator(".final-scores .name").count() >= 3
    assert page.locator(".final-scores tr.winner").count() >= 1
    assert not says_why or page.locator(".end-reason").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("game", list(SIZES))
def test_the_shelf_leads_to_a_game_with_bots(browser: Browser, here: House, game: str) -> None:
    somebody = Watched(browser, here.address, SIZES[game])
    somebody.go("/")
    somebody.page.click(f'.shelf a[href="/game/{game}"]')
    somebody.page.click(".game-actions .main")
    somebody.page.wait_for_selector(".scene .spot")
    assert Player(somebody, game).step() == "mine"
    somebody.close()


@pytest.mark.parametrize("game", list(SIZES))
def test_a_whole_game_by_mouse(browser: Browser, here: House, game: str) -> None:
    somebody = Watched(browser, here.address, SIZES[game])
    begin(somebody, game, players=PLAYERS)
    player = Player(somebody, game)
    assert player.play()
    assert len(player.pressed) > 5
    check_ending(somebody)
    somebody.close()


@pytest.mark.parametrize("game", ["m", "appenzell"])
def test_a_whole_game_by_keyboard(browser: Browser, here: House, game: str) -> None:
    somebody = Watched(browser, here.address)
    begin(somebody, game, players=PLAYERS)
    player = KeyPlayer(somebody, game)
    assert player.play()
    assert len(player.pressed) > 5
    check_ending(somebody)
    somebody.close()
