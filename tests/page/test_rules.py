"""The rules over a table and on their page: the essentials in pictures, then the numbered rules."""

from __future__ import annotations

from typing import Any

import pytest
from house.running import House
from page.browsing import DESK, Watched
from playwright.sync_api import Browser, Locator

from ludotheque.core.registry import installed
from ludotheque.presentation.pictures import load

GAMES = sorted(slug for slug, game in installed().items() if load(game).essentials)
SMALL_PHONE = (390, 664)
both_sizes = pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["phone", "desk"])

# What a picture shows: its own box, its frames, and the boxes of its pieces.
MEASURE = """picture => {
    const box = (element) => {
        const {left, top, right, bottom} = element.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    return {
        box: box(picture),
        spots: [...picture.querySelectorAll(".spot")].map(box),
        frames: picture.querySelectorAll(".frame").length,
    };
}"""
IS_DRAWN = """picture => {
    const images = [...picture.querySelectorAll("img")];
    return images.length > 0 && images.every((image) => image.naturalWidth > 0);
}"""


def open_rules(browser: Browser, here: House, game: str, size: tuple[int, int]) -> Watched:
    """A table with the rules over it."""
    somebody = Watched(browser, here.address, size)
    somebody.go("/")
    players = min(int(n) for n in installed()[game].options[0].values)
    somebody.set_up(game, ["", *["random"] * (players - 1)], players=players)
    somebody.page.locator('.top-bar a[href$="/rules"]').click()
    somebody.page.wait_for_selector(".rules-dialog .essentials")
    return somebody


def measured(picture: Locator) -> dict[str, Any]:
    """What a picture shows once it is drawn; it is drawn when it is scrolled to."""
    picture.scroll_into_view_if_needed()
    picture.locator(".spot").first.wait_for(state="attached")
    picture.page.wait_for_function(IS_DRAWN, arg=picture.element_handle())
    found: dict[str, Any] = picture.evaluate(MEASURE)
    return found


def is_inside(inner: list[float], outer: list[float]) -> bool:
    tolerance = 1  # borders
    return (
        inner[0] >= outer[0] - tolerance
        and inner[1] >= outer[1] - tolerance
        and inner[2] <= outer[2] + tolerance
        and inner[3] <= outer[3] + tolerance
    )


@both_sizes
@pytest.mark.parametrize("game", GAMES)
def test_the_essentials_are_the_first_thing_and_all_are_drawn(
    browser: Browser, here: House, game: str, size: tuple[int, int]
) -> None:
    somebody = open_rules(browser, here, game, size)
    page = somebody.page
    dialog = page.locator(".rules-dialog").bounding_box()
    assert dialog is not None
    first = page.locator(".essentials .rule-picture").first.bounding_box()
    assert first is not None
    assert first["y"] + first["height"] <= dialog["y"] + dialog["height"]  # seen without scrolling
    essentials = load(installed()[game]).essentials
    pictures = page.locator(".essentials .rule-picture").all()
    assert len(pictures) == len(essentials) == 5
    for picture, essential in zip(pictures, essentials, strict=True):
        shown = measured(picture)
        left, top, right, bottom = shown["box"]
        assert dialog["x"] <= left < right <= dialog["x"] + dialog["width"]
        assert right - left > 200
        assert bottom - top > 150
        assert shown["frames"] == len(essential.point)
        spots = [box for box in shown["spots"] if box[2] - box[0] > 8 and box[3] - box[1] > 8]
        assert len(spots) >= 3
        assert [box for box in spots if not is_inside(box, shown["box"])] == []
        assert str(picture.get_attribute("aria-label")).startswith("Picture: ")
    somebody.close()


def test_an_essential_leads_to_its_rule(browser: Browser, here: House) -> None:
    somebody = open_rules(browser, here, "m", SMALL_PHONE)
    page = somebody.page
    link = page.locator(".essentials .rule-number").first
    rule = link.inner_text()
    link.click()
    page.wait_for_selector(f'.rules-dialog .rule.linked[id="{rule}"]')
    assert page.locator(".rules-dialog .essentials").count() == 0
    page.get_by_role("button", name="The essentials").click()
    page.wait_for_selector(".rules-dialog .essentials .rule-picture")
    somebody.close()


@both_sizes
def test_worked_examples_are_drawn_and_found_words_marked(
    browser: Browser, here: House, size: tuple[int, int]
) -> None:
    somebody = Watched(browser, here.address, size)
    somebody.go("/game/zankapfel/rules#ZK-E1")  # a linked rule opens the sheet at once
    page = somebody.page
    page.wait_for_selector('.rule.linked[id="ZK-E1"]')
    figures = page.locator(".rule-figure .rule-picture").all()
    assert figures
    for figure in figures:
        shown = measured(figure)
        assert shown["box"][2] <= size[0]
        assert [box for box in shown["spots"] if not is_inside(box, shown["box"])] == []
    page.get_by_role("searchbox").fill("JOKER ZK-E2")
    page.wait_for_function("document.querySelectorAll('.rule-sheet .rule').length === 1")
    marked = {text.lower() for text in page.locator(".rule-sheet mark").all_inner_texts()}
    assert marked == {"joker", "zk-e2"}
    somebody.close()
