"""A board on a large screen, and phones that are the hands."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from house.running import House
from page.browsing import PHONE, Watched
from page.family import READER
from page.playing import Player, Thing
from page.screens import SHORTEST
from page.test_accessibility import check_with_axe
from playwright.sync_api import Browser, Page, ViewportSize

IS_SOAK = "soak" in os.environ.get("LUDOTHEQUE_TESTS", "").split(",")
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
PHONES = 3
MAX_ROUNDS = 3000 if IS_SOAK else 4
# One of memory, one of cards and one of sound; in `make soak` all.
GAMES = (
    ("appenzell", "m", "zankapfel", "zapp_zerapp", "zwickern")
    if IS_SOAK
    else ("appenzell", "zankapfel", "zapp_zerapp")
)
STORED = json.dumps({"speed": 0, "muted": True})


class Room:
    """Three phones, and a television that was opened by the browser of one of them."""

    def __init__(self, browser: Browser, address: str, game: str) -> None:
        self.phones = [Watched(browser, address, PHONE) for _ in range(PHONES)]
        host = self.phones[0]
        host.go("/")
        host.ask("POST", "/api/guest?language=en")
        options = {**SHORTEST.get(game, {}), "players": PHONES}
        settings = {"game": game, "bots": [""] * PHONES, "options": options}
        self.table = str(host.ask("POST", "/api/tables", settings)["table"])
        self.screen: Page = host.context.new_page()
        self.screen.set_viewport_size(TELEVISION)
        self.screen.add_init_script(f"localStorage['ludotheque.settings'] ??= {STORED!r}")
        self.screen.add_init_script(READER)
        self.screen.goto(f"{host.address}/table/{self.table}/board")
        self.screen.wait_for_selector(".board-seats .qr path")
        self.players = [
            Player(phone, f"{game} {i}", _prefer) for i, phone in enumerate(self.phones)
        ]

    def sit_down(self) -> None:
        """Everybody opens the link of the code and sits down."""
        for phone in self.phones:
            phone.go(f"/table/{self.table}?hand=1")
            phone.page.get_by_role("button", name="Sit down").first.click()
            phone.page.wait_for_selector(".waiting-room .you")
        self.screen.wait_for_selector(".board-seats .qr", state="detached")
        self.phones[0].page.get_by_role("button", name="Begin").click()
        for phone in self.phones:
            phone.page.wait_for_selector(".scene .spot")
        self.screen.wait_for_selector(".scene .spot")

    def play(self, max_rounds: int) -> bool:
        """Play by turns; returns whether the game is over."""
        for _ in range(max_rounds):
            moments = [player.step(60) for player in self.players]
            if all(moment == "over" for moment in moments):
                return True
        return False

    def close(self) -> None:
        """The television never showed anything of a seat's own, nor anything to press."""
        read: dict[str, Any] = self.screen.evaluate("window.reader")
        assert read["reads"] > 20
        assert (read["leaks"], read["seen"], read["seats"]) == ([], {}, {"-1": 0})
        for phone in self.phones:
            phone.close()


def _prefer(found: list[Thing]) -> list[Thing]:
    """Place a barrel rather than put it back."""
    return [one for one in found if "put the barrel back" not in one.label] or found


@pytest.mark.parametrize("game", GAMES)
def test_three_phones_and_a_television(browser: Browser, here: House, game: str) -> None:
    """In `make soak` whole games, else their first rounds."""
    room = Room(browser, here.address, game)
    room.sit_down()
    is_over = room.play(MAX_ROUNDS)
    assert is_over or not IS_SOAK
    if is_over:
        room.screen.wait_for_selector(".board-result .final-scores")
    else:
        assert room.screen.locator(".whose-turn").inner_text()
        assert room.screen.locator(".spot.can-press, .choice, .top-bar").count() == 0
    overflow = "document.documentElement.scrollWidth - innerWidth"
    assert room.screen.evaluate(overflow) <= 0
    room.close()


def test_the_hand_comes_first_and_the_board_on_demand(browser: Browser, here: House) -> None:
    room = Room(browser, here.address, "m")
    screen = Watched(browser, here.address)
    screen.go(f"/table/{room.table}/board")
    screen.page.wait_for_selector(".board-seats .qr path")
    check_with_axe(screen)
    room.sit_down()
    screen.page.wait_for_selector(".scene .spot")
    check_with_axe(screen)
    boards = [phone.page.locator(".plot[data-kind=board]").count() for phone in room.phones]
    assert boards == [0] * PHONES, "only hands"
    player = next(one for one in room.players if one.look(2000)[0] == "mine")
    page = player.page
    check_with_axe(player.somebody)
    page.locator(".spot.can-press").first.click()  # a card, which goes to the board
    page.wait_for_selector(".spot.next")
    assert page.locator(".plot[data-kind=board]").count() == 1
    page.click(".answers .back")
    page.wait_for_selector(".plot[data-kind=board]", state="detached")
    page.get_by_role("button", name="The board").click()
    page.wait_for_selector(".plot[data-kind=board]")
    screen.close()
    room.close()
