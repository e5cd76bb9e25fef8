"""Games on the real page, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, house
from page.browsing import DESK, PHONE, Watched, chromium
from playwright.sync_api import Browser

# What somebody would press next: the answer to a question, the next piece, a button, a first piece.
NEXT = (
    ".answers .confirm:enabled",
    ".spot.next",
    '.pick .chip[aria-pressed="false"]',
    ".answers .choice",
    ".spot.can-press",
)
PRESS = """next => {
    if (document.querySelector('.ending')) return 'over';
    for (const one of next) {
        const found = document.querySelector(one);
        if (found) { found.click(); return one; }
    }
    return '';
}"""
MOST = 4000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("page")
    with house(str(folder / "house.db"), folder) as running:
        yield running


def play_to_the_end(somebody: Watched) -> int:
    """Press what can be pressed until the game is over; how many presses it took."""
    presses = 0
    for _ in range(MOST):
        pressed = somebody.page.evaluate(PRESS, NEXT)
        if pressed == "over":
            return presses
        presses += bool(pressed)
        somebody.page.wait_for_timeout(20)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_game_by_clicking(browser: Browser, here: House, size: tuple[int, int]) -> None:
    somebody = Watched(browser, here.address, size)
    somebody.go("/")
    somebody.set_up("m", ["", "random"], players=2)
    assert play_to_the_end(somebody) > 5
    assert somebody.page.locator(".ending > ol > li").count() == 2
    width = somebody.page.evaluate("document.documentElement.scrollWidth")
    assert width <= size[0]
    assert somebody.wrongs == []


def test_keys_reach_what_can_be_pressed_and_take_a_step_back(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    somebody.go("/")
    somebody.set_up("m", ["", "random"], players=2)
    page = somebody.page
    page.wait_for_selector('.spot.can-press[tabindex="0"]')
    page.focus('.spot.can-press[tabindex="0"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(".spot.picked")
    page.wait_for_selector(".spot.next")
    page.keyboard.press("Escape")
    page.wait_for_selector(".spot.picked", state="detached")
    assert page.locator(".spot.next").count() == 0
    assert somebody.wrongs == []


def test_a_shake_by_drag_and_by_key_draws_a_ring_of_dust(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    somebody.go("/")
    somebody.set_up("zapp_zerapp", ["", "random", "random"], players=3)
    page = somebody.page
    page.locator(".spot.can-press").first.click()
    held = page.locator(".spot.mark-shakes").first
    held.wait_for()
    held.focus()
    page.keyboard.press("Space")
    page.wait_for_selector(".spot .dust path[d*=L]")
    page.evaluate("document.querySelector('.dust').remove()")
    page.wait_for_timeout(1000)  # one clip at a time
    box = held.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for turn in (40, -40, 40, -40, 40):
        page.mouse.move(x + turn, y, steps=3)
    page.mouse.up()
    page.wait_for_selector(".spot .dust path[d*=L]")
    assert somebody.wrongs == []
