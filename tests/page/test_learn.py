"""Lessons in the browser: each can be finished by pressing what is framed."""

from __future__ import annotations

from typing import Any

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from playwright.sync_api import Browser, Page

from ludotheque.core.registry import installed
from ludotheque.presentation.lessons import load

GAMES = sorted(slug for slug, game in installed().items() if load(game))
SEAT_PANELS = ".plot[data-kind=panel]"


def steps_of(somebody: Watched, game: str) -> list[dict[str, Any]]:
    """All steps of a lesson."""
    lesson = somebody.ask("GET", f"/api/games/{game}/lessons?language=en")
    return [step for chapter in lesson["chapters"] for step in chapter["steps"]]


def begin(browser: Browser, here: House, game: str, size: tuple[int, int]) -> Watched:
    somebody = Watched(browser, here.address, size)
    somebody.go(f"/game/{game}/learn")
    somebody.page.wait_for_selector('.lesson[data-step="0"] .scene .spot')
    return somebody


def press(page: Page, piece: str) -> None:
    page.locator(f'.spot[data-id="{piece}"]').evaluate("spot => spot.click()")


# The page is drawn again after a press.
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def do_step(page: Page, step: dict[str, Any], number: int) -> None:
    """Do what a step asks for: continue, or press the pieces and buttons of its move."""
    if not step["try"]:
        page.click(".go-on")
    here = page.locator(f".lesson[data-step='{number}']")
    for piece in step["path"]:
        if not here.count():
            break  # the rest of a capture went along
        if is_direct(step) and here.locator(".instead").count():
            page.locator(".instead").click()
        press(page, piece)
        page.evaluate(NEXT_FRAME)
    for answer in (f'.answers [data-text="{step["try"]}"]', ".answers .confirm:enabled"):
        if here.locator(answer).count():
            page.locator(answer).first.click()
            page.evaluate(NEXT_FRAME)
    page.wait_for_selector(f'.lesson[data-step="{number + 1}"]', timeout=5000)


def is_direct(step: dict[str, Any]) -> bool:
    """Whether the pieces of a step's move are its path, and none of them is picked."""
    return any(choice["text"] == step["try"] for choice in step["scene"]["choices"])


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_by_mouse_or_touch(
    browser: Browser, here: House, game: str, size: tuple[int, int]
) -> None:
    somebody = begin(browser, here, game, size)
    page = somebody.page
    panels = 0
    for number, step in enumerate(steps_of(somebody, game)):
        panels = page.locator(SEAT_PANELS).count()
        assert panels > 1
        assert page.locator(".instruction .text").inner_text() == step["say"]
        framed = {*step["point"], *(() if step["quiz"] else step["path"])}
        assert page.locator(".scene .frame").count() == len(framed)
        do_step(page, step, number)
    page.wait_for_selector(".finished")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.click(".finished .main")
    page.wait_for_selector('.table[data-status="playing"] .scene .spot')
    assert page.locator(SEAT_PANELS).count() == panels  # as many players as in the last chapter
    assert somebody.problems == []


@pytest.mark.parametrize("game", ["m", "zankapfel"])
def test_a_lesson_by_keyboard(browser: Browser, here: House, game: str) -> None:
    somebody = begin(browser, here, game, DESK)
    page = somebody.page
    for number, step in enumerate(steps_of(somebody, game)):
        choice = f'[data-text="{step["try"]}"]'
        if not step["try"]:
            tab_to_and_press(page, ".go-on")
        else:
            if not page.locator(f"{choice}:visible").count():
                tab_to_and_press(page, ".all-choices summary")
            tab_to_and_press(page, choice)
            if page.locator(".answers .confirm").count():
                tab_to_and_press(page, ".answers .confirm")
        page.wait_for_selector(f'.lesson[data-step="{number + 1}"]', timeout=5000)
    page.wait_for_selector(".finished .main:focus")
    assert somebody.problems == []


def tab_to_and_press(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus, then Enter."""
    for _ in range(200):
        if page.evaluate("thing => document.activeElement.matches(thing)", selector):
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_wrong_move_is_explained_and_the_second_offers_the_solution(
    browser: Browser, here: House
) -> None:
    somebody = begin(browser, here, "m", DESK)
    page = somebody.page
    steps = steps_of(somebody, "m")
    number = next(i for i, step in enumerate(steps) if step["try"])
    for i in range(number):
        do_step(page, steps[i], i)
    step = steps[number]
    other = next(one for one in step["scene"]["choices"] if one["text"] != step["try"])
    page.click(".all-choices summary")
    for failures in (1, 2):
        page.locator(f'.all-choices [data-text="{other["text"]}"]').click()
        page.wait_for_selector(".notice")
        assert step["wrong"] in page.locator(".notice").inner_text()
        assert page.locator(".show-me").count() == (failures == 2)
    page.click(".show-me")
    page.wait_for_selector(f'.lesson[data-step="{number + 1}"]')
    assert somebody.problems == []


def test_a_lesson_steps_back_and_resumes_in_another_language(browser: Browser, here: House) -> None:
    somebody = begin(browser, here, "m", PHONE)
    page = somebody.page
    steps = steps_of(somebody, "m")
    for number in (0, 1):
        do_step(page, steps[number], number)
    page.click('.top-bar [aria-label="One step back"]')
    page.wait_for_selector('.lesson[data-step="1"]')
    page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage['ludotheque.settings']);
            localStorage['ludotheque.settings'] = JSON.stringify({...kept, language: 'de'});
        }"""
    )
    page.reload()
    page.wait_for_selector('.lesson[data-step="1"] .scene .spot')
    assert page.locator(".instruction .text").inner_text() != steps[1]["say"]
    page.click(".rule-note summary")
    sheet = somebody.ask("GET", "/api/games/m/sheet?language=de")
    blocks = [block for section in sheet["sections"] for block in section["blocks"]]
    rule = next(block for block in blocks if block["rule"] == steps[1]["rule"])
    text = "".join(span["text"] for spans in rule["texts"] for span in spans)
    page.locator(".rule-note p", has_text=text).wait_for()
    page.click('.top-bar [aria-label="Von vorn"]')
    page.wait_for_selector('.lesson[data-step="0"]')
    assert somebody.problems == []
