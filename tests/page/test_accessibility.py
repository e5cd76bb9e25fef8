"""Accessibility: no violations found by axe, accessible names, arrow keys, and no overflow."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from house.running import House
from page.browsing import DESK, Watched
from page.screens import SCREENS, SLUGS, begin, give_up, show, visitor
from playwright.sync_api import Browser

from ludotheque.core.words import LANGUAGES

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
ZOOMED, NARROW = (720, 450), (360, 740)  # a desktop at 200 %, and a small phone
RUN_AXE = """async only => {
    const options = only ? {runOnly: {type: 'rule', values: only}} : {};
    const {violations} = await axe.run(document, options);
    return violations.flatMap(({id, nodes}) => nodes.map(node =>
        `${id}: ${node.html.slice(0, 160)} (${node.any.map(one => one.message).join(' ')})`));
}"""
OVERFLOWING = """() => [...document.querySelectorAll('body *')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && !one.ownerSVGElement && (box.right > innerWidth + 1 || box.left < -1)
        && one.checkVisibility({opacityProperty: true, visibilityProperty: true});
}).map(one => one.outerHTML.slice(0, 100)).slice(0, 5)"""
# Contrast is measured after elements have faded in.
FINISH_ANIMATIONS = """() => document.getAnimations().forEach(one =>
    one.effect.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish())"""
# An image without a source counts as complete.
PICTURES_ARE_SHOWN = """() =>
    [...document.images].every(one => one.complete || one.loading === 'lazy') &&
    [...document.querySelectorAll('.scene img')].every(one => one.naturalWidth)"""
PRESSABLE = "[...document.querySelectorAll('.spot.can-press')].map(one => one.dataset.id)"
FOCUSED_ID = "document.activeElement.dataset.id"
LOOK_INTERVAL_MS = 300  # a bot acts more often
SETTLED_AFTER_LOOKS = 5
SCREEN_NAMES = list(SCREENS)


def check_with_axe(somebody: Watched) -> None:
    """Axe finds no violations in the light theme, and no bad contrast in the dark theme."""
    page = somebody.page
    page.evaluate(AXE)
    page.wait_for_function(PICTURES_ARE_SHOWN)  # axe takes a picture as the ground of its number
    page.evaluate(FINISH_ANIMATIONS)
    assert page.evaluate(RUN_AXE) == []
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.evaluate(FINISH_ANIMATIONS)
    assert page.evaluate(RUN_AXE, ["color-contrast"]) == []
    page.evaluate("document.documentElement.dataset.theme = 'light'")


@pytest.mark.parametrize("name", SCREEN_NAMES)
def test_axe_finds_nothing(browser: Browser, here: House, name: str) -> None:
    with visitor(browser, here.address) as somebody:
        show(somebody, name)
        check_with_axe(somebody)


@pytest.mark.parametrize("game", SLUGS)
def test_a_table_its_ending_and_its_replay(browser: Browser, here: House, game: str) -> None:
    """Axe finds nothing, and nothing is wider than the screen."""
    with visitor(browser, here.address) as somebody, visitor(browser, here.address) as spectator:
        table = begin(somebody, game)
        check_with_axe(somebody)
        check_widths(somebody, game)
        somebody.page.click(".menu > button")
        check_with_axe(somebody)
        somebody.page.keyboard.press("Escape")
        spectator.go(f"/table/{table}")
        spectator.page.wait_for_selector(".prompt-text")
        spectator.page.wait_for_load_state("networkidle")
        check_with_axe(spectator)
        give_up(somebody)
        check_with_axe(somebody)
        check_widths(somebody, game)
        somebody.go(f"/table/{table}/replay")
        somebody.page.wait_for_selector("main h1")
        somebody.page.wait_for_load_state("networkidle")
        check_with_axe(somebody)
        check_widths(somebody, game)


def test_axe_finds_nothing_in_the_waiting_room(browser: Browser, here: House) -> None:
    with visitor(browser, here.address) as somebody:
        somebody.go("/")
        somebody.ask("POST", "/api/guest?language=en")
        created = somebody.ask("POST", "/api/tables", {"game": "m", "bots": [], "options": {}})
        somebody.go(f"/table/{created['table']}")
        somebody.page.wait_for_selector(".invitation")
        check_with_axe(somebody)


def test_axe_finds_nothing_at_an_unknown_table(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    somebody.go("/table/none")
    somebody.page.wait_for_selector(".opening [role=alert] >> text=This table does not exist")
    check_with_axe(somebody)
    # The browser itself logs refused requests; there must be no other errors.
    refused = ("WebSocket connection", "404")
    somebody.problems = [
        one for one in somebody.problems if not any(word in one for word in refused)
    ]
    somebody.close()


# Screen readers


@pytest.mark.parametrize("game", SLUGS)
def test_a_screen_reader_can_read_a_table(browser: Browser, here: House, game: str) -> None:
    with visitor(browser, here.address) as somebody:
        begin(somebody, game)
        page = somebody.page
        reading = page.locator("main").aria_snapshot().replace("''", "'")  # quoted as in YAML
        assert 'region "The table"' in reading
        assert 'region "What you can do"' in reading
        view: Any = somebody.page.evaluate("""() => ({
            pieces: [...document.querySelectorAll('.spot')].map(one => one.ariaLabel),
            areas: [...document.querySelectorAll('.plot')].map(one => one.ariaLabel),
            counters: [...document.querySelectorAll('.counter')].map(one => one.ariaLabel),
            choices: [...document.querySelectorAll('[data-text]')].map(one => one.textContent),
        })""")
        assert page.locator(".prompt-text").inner_text() in reading
        for label in [*view["areas"], *view["pieces"], *view["choices"]]:
            assert label, "something has no name"
            assert not re.search(r"\w:\w|_|\{|\}", label), label  # an id, or a placeholder
        assert len(set(view["areas"])) == len(view["areas"])
        assert [label for label in view["areas"] if f'"{label}"' not in reading] == [], reading
        assert all(re.fullmatch(r".+: -?\d+", label) for label in view["counters"])


@pytest.mark.parametrize("game", SLUGS)
def test_arrow_keys_reach_everything_that_can_be_pressed(
    browser: Browser, here: House, game: str
) -> None:
    with visitor(browser, here.address) as somebody:
        begin(somebody, game, "random")  # bots that put no barrel back meanwhile
        pressable = settled_pressable(somebody)
        if pressable:
            assert reached_by_arrows(somebody) == pressable


def settled_pressable(somebody: Watched) -> set[str]:
    """What can be pressed once others have acted: bots may take barrels at the same time."""
    page, unchanged = somebody.page, 0
    pressable = set(page.evaluate(PRESSABLE))
    while unchanged < SETTLED_AFTER_LOOKS:
        page.wait_for_timeout(LOOK_INTERVAL_MS)
        before, pressable = pressable, set(page.evaluate(PRESSABLE))
        unchanged = unchanged + 1 if pressable == before else 0
    return pressable


def reached_by_arrows(somebody: Watched) -> set[str]:
    """The pieces that arrow keys reach from the one that Tab reaches."""
    page = somebody.page
    page.focus('.spot[tabindex="0"]')
    start: str = page.evaluate(FOCUSED_ID)
    reached, todo = {start}, [start]
    while todo:
        from_here = todo.pop()
        for arrow in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            page.evaluate("id => document.querySelector(`[data-id='${id}']`).focus()", from_here)
            page.keyboard.press(arrow)
            found: str = page.evaluate(FOCUSED_ID)
            if found not in reached:
                reached.add(found)
                todo.append(found)
    return reached


# Widths


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCREEN_NAMES)
def test_nothing_is_wider_than_the_screen(
    browser: Browser, here: House, name: str, language: str
) -> None:
    with visitor(browser, here.address, language=language) as somebody:
        show(somebody, name)
        check_widths(somebody, name)


def check_widths(somebody: Watched, name: str) -> None:
    """Nothing is wider than the screen: a desk, one zoomed to 200 %, and 360 pixels."""
    for width, height in (DESK, ZOOMED, NARROW):
        somebody.page.set_viewport_size({"width": width, "height": height})
        somebody.page.evaluate(
            "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        assert overflowing(somebody) == [], (name, width)
    somebody.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def overflowing(somebody: Watched) -> list[str]:
    """The elements that are wider than the screen."""
    wide = somebody.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    found: list[str] = somebody.page.evaluate(OVERFLOWING)
    return found or (["the page"] if wide else [])
