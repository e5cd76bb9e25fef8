"""A family passes one phone around: nobody sees what another one may see."""

from __future__ import annotations

import os

import pytest
from house.running import House
from page.browsing import PHONE
from page.family import NAMES, Family
from page.screens import MOST
from page.test_accessibility import check_with_axe
from playwright.sync_api import Browser

IS_SOAK = "soak" in os.environ.get("LUDOTHEQUE_TESTS", "").split(",")
MAX_STEPS = 200  # until everybody has had the phone
OPEN_STEPS = 12  # where nothing is secret
WHOLE_GAME = "m"  # that is played to its end in `make test`
GAMES = ("appenzell", "m", "zankapfel", "zapp_zerapp", "zwickern")


@pytest.mark.parametrize("game", GAMES)
def test_the_phone_is_passed_around(browser: Browser, here: House, game: str) -> None:
    """In `make soak` whole games, else one of them, the others until the phone has gone round."""
    family = Family(browser, here.address, PHONE)
    family.begin(game)
    if IS_SOAK or game == WHOLE_GAME:
        assert family.play()
        assert family.page.locator(".final-scores .name").count() >= 2
        family.play_again()
    elif family.is_secret():
        assert family.play_until(lambda: len(set(family.uncovered)) == 4, MAX_STEPS)
    else:
        family.play(OPEN_STEPS)
        assert family.uncovered == []
    read = family.close()
    assert read["reads"] > 50
    if IS_SOAK:
        assert bool(read["clips"]) == (game == "zapp_zerapp")


@pytest.mark.parametrize("people", [1, 2])
def test_any_number_may_share_it(browser: Browser, here: House, people: int) -> None:
    """Bots take the other seats; they move in between, and all see it."""
    family = Family(browser, here.address, PHONE)
    family.begin("zankapfel", NAMES[:people])
    assert family.play_until(lambda: len(family.uncovered) > 2 * people, MAX_STEPS)
    family.close()


def test_as_many_as_the_game_allows(browser: Browser, here: House) -> None:
    family = Family(browser, here.address, PHONE)
    names = (*NAMES, "Mama", "Oma", "Opa")[: MOST["zankapfel"]]
    family.begin("zankapfel", names)
    assert family.play_until(lambda: len(set(family.uncovered)) == len(names), MAX_STEPS)
    family.close()


def _cover(family: Family) -> None:
    family.page.locator(".holder button").dispatch_event("click")


def _reload(family: Family) -> None:
    family.page.reload()


def _leave_and_come_back(family: Family) -> None:
    family.somebody.go("/")
    family.page.go_back()


def _open_the_table(family: Family) -> None:
    """By the address without a curtain."""
    family.page.goto(family.page.url.removesuffix("/pass"))


def test_nothing_is_left_behind(browser: Browser, here: House) -> None:
    """Whatever is open when the page is covered, hidden, loaded anew or left: it is gone."""
    family = Family(browser, here.address, PHONE)
    page = family.page
    family.begin("zwickern")
    check_with_axe(family.somebody)
    family.take()
    check_with_axe(family.somebody)
    for leave in (_cover, Family.hide, _reload, _leave_and_come_back, _open_the_table):
        page.click(".hint-button")
        page.wait_for_selector(".hints")
        page.mouse.move(180, 560)  # over the hand, for a tooltip
        page.mouse.move(190, 570)
        page.click(".log-button")
        leave(family)
        page.wait_for_selector(".curtain")
        family.check_curtain()
        family.take()
    # Somebody else looks, and sees their own table alone, until they cover it.
    page.click(".holder button")
    called = page.locator(".curtain h1").inner_text()
    page.click(".others .button:nth-child(2)")
    assert page.locator(".curtain h1").inner_text() != called
    family.take()
    page.click(".holder button")
    page.wait_for_selector(".curtain")
    assert page.locator(".curtain h1").inner_text() == called
    # All look at the board, then the game goes on; the keyboard suffices.
    page.click(".others .button:nth-child(1)")
    page.wait_for_selector(".go-on")
    page.click(".go-on")
    page.wait_for_selector(".curtain .uncover:not([disabled])")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hot-seat .prompt.mine")
    # The house knows the game: the way back is on the home page.
    family.somebody.go("/")
    page.click(".home-tables a")
    page.wait_for_selector(".curtain")
    family.close()


def test_a_tooltip_falls_with_the_curtain(browser: Browser, here: House) -> None:
    """Not a frame later: it is in the document beside the table."""
    family = Family(browser, here.address, PHONE)
    page = family.page
    family.begin("zwickern")
    family.take()
    box = page.locator(".plot[data-place=bottom] .spot").first.bounding_box()
    assert box is not None
    for step in (0.4, 0.5):
        page.mouse.move(box["x"] + step * box["width"], box["y"] + step * box["height"])
    page.wait_for_selector(".tooltip:not([hidden])")
    assert "⟦" in page.locator(".tooltip:not([hidden])").inner_text()
    _cover(family)
    page.wait_for_selector(".curtain")
    family.close()


def test_a_second_press_uncovers_nothing(browser: Browser, here: House) -> None:
    family = Family(browser, here.address, PHONE, is_hurried=False)
    family.begin("m")
    page = family.page
    button = page.locator(".curtain .uncover")
    box = button.bounding_box()
    assert box is not None
    page.reload()
    page.wait_for_selector(".curtain")
    for _ in range(5):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.press("Enter")
    assert page.locator(".curtain").count() == 1
    family.close()


def test_the_reader_finds_a_leak(browser: Browser, here: House) -> None:
    family = Family(browser, here.address, PHONE)
    family.begin("m")
    family.take()
    read = "new Promise(done => setTimeout(() => done(reader.leaks.length), 200))"
    assert family.page.evaluate(read) == 0
    mine, other = family.page.evaluate("[reader.holder, reader.holder % 4 + 1]")
    family.page.evaluate("text => document.body.append(text)", f"⟦{mine}⟧")
    assert family.page.evaluate(read) == 0
    family.page.evaluate("text => document.body.append(text)", f"⟦{other}⟧")
    assert family.page.evaluate(read) > 0
    family.somebody.close()
