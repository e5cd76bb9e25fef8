"""The page is for everybody: axe finds nothing, a reading makes sense, and nothing is too wide."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from house.running import House
from page.browsing import DESK, Watched
from page.screens import SCREENS, SLUGS, begin, give_up, show, visitor
from playwright.sync_api import Browser

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
ZOOMED, NARROW = (720, 450), (360, 740)  # a desk at 200 %, and a small phone
RUN = """async only => {
    const options = only ? {runOnly: {type: 'rule', values: only}} : {};
    const {violations} = await axe.run(document, options);
    return violations.flatMap(({id, nodes}) => nodes.map(node =>
        `${id}: ${node.html.slice(0, 160)} (${node.any.map(one => one.message).join(' ')})`));
}"""
WIDER = """() => [...document.querySelectorAll('body *')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && !one.ownerSVGElement && (box.right > innerWidth + 1 || box.left < -1)
        && one.checkVisibility({opacityProperty: true, visibilityProperty: true});
}).map(one => one.outerHTML.slice(0, 100)).slice(0, 5)"""
# What fades in is read when it is there.
STILL = """() => document.getAnimations().forEach(one =>
    one.effect.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish())"""
CAN = "[...document.querySelectorAll('.spot.can-press')].map(one => one.dataset.id)"
FOCUSED = "document.activeElement.dataset.id"
LISTED = list(SCREENS)


def axe(somebody: Watched) -> None:
    """Nothing is wrong in light; in dark the contrast is as good."""
    page = somebody.page
    page.evaluate(AXE)
    page.evaluate(STILL)
    assert page.evaluate(RUN) == []
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.evaluate(STILL)
    assert page.evaluate(RUN, ["color-contrast"]) == []
    page.evaluate("document.documentElement.dataset.theme = 'light'")


@pytest.mark.parametrize("name", LISTED)
def test_axe_finds_nothing(browser: Browser, here: House, name: str) -> None:
    with visitor(browser, here.address) as somebody:
        show(somebody, name)
        axe(somebody)


@pytest.mark.parametrize("game", SLUGS)
def test_axe_finds_nothing_at_a_table(browser: Browser, here: House, game: str) -> None:
    with visitor(browser, here.address) as somebody, visitor(browser, here.address) as onlooker:
        table = begin(somebody, game)
        axe(somebody)
        somebody.page.click(".menu > button")
        axe(somebody)
        somebody.page.keyboard.press("Escape")
        onlooker.go(f"/table/{table}")
        onlooker.page.wait_for_selector(".prompt-text")
        axe(onlooker)
        give_up(somebody)
        axe(somebody)
        somebody.go(f"/table/{table}/replay")
        somebody.page.wait_for_selector("main h1")
        somebody.page.wait_for_load_state("networkidle")
        axe(somebody)


def test_axe_finds_nothing_in_the_waiting_room(browser: Browser, here: House) -> None:
    with visitor(browser, here.address) as somebody:
        somebody.go("/")
        somebody.ask("POST", "/api/guest?language=en")
        made = somebody.ask("POST", "/api/tables", {"game": "m", "bots": [], "options": {}})
        somebody.go(f"/table/{made['table']}")
        somebody.page.wait_for_selector(".invitation")
        axe(somebody)


def test_axe_finds_nothing_where_there_is_no_table(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    somebody.go("/table/none")
    somebody.page.wait_for_selector(".opening [role=alert] >> text=This table does not exist")
    axe(somebody)
    # The browser itself complains of what is refused; of nothing else.
    refused = ("WebSocket connection", "404")
    somebody.wrongs = [one for one in somebody.wrongs if not any(word in one for word in refused)]
    somebody.close()


# Readings


@pytest.mark.parametrize("game", SLUGS)
def test_a_table_can_be_read_aloud(browser: Browser, here: House, game: str) -> None:
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
            assert not re.search(r"\w:\w|_|\{|\}", label), label  # an id, or words left out
        assert len(set(view["areas"])) == len(view["areas"])
        assert [label for label in view["areas"] if f'"{label}"' not in reading] == [], reading
        assert all(re.fullmatch(r".+: -?\d+", label) for label in view["counters"])


@pytest.mark.parametrize("game", SLUGS)
def test_arrows_reach_all_that_can_be_pressed(browser: Browser, here: House, game: str) -> None:
    with visitor(browser, here.address) as somebody:
        begin(somebody, game)
        can: list[str] = somebody.page.evaluate(CAN)
        if can:
            assert reached_by_arrows(somebody) == set(can)


def reached_by_arrows(somebody: Watched) -> set[str]:
    """The pieces one comes to from the one that Tab leads to."""
    page = somebody.page
    page.focus('.spot[tabindex="0"]')
    start: str = page.evaluate(FOCUSED)
    reached, todo = {start}, [start]
    while todo:
        from_here = todo.pop()
        for arrow in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            page.evaluate("id => document.querySelector(`[data-id='${id}']`).focus()", from_here)
            page.keyboard.press(arrow)
            found: str = page.evaluate(FOCUSED)
            if found not in reached:
                reached.add(found)
                todo.append(found)
    return reached


# Widths


@pytest.mark.parametrize("size", [DESK, ZOOMED, NARROW], ids=["desk", "200 %", "360 pixels"])
def test_nothing_is_too_wide(browser: Browser, here: House, size: tuple[int, int]) -> None:
    with visitor(browser, here.address, size) as somebody:
        for name in LISTED:
            show(somebody, name)
            assert too_wide(somebody) == [], name
        for game in SLUGS:
            table = begin(somebody, game)
            assert too_wide(somebody) == [], game
            give_up(somebody)
            assert too_wide(somebody) == [], game
            somebody.go(f"/table/{table}/replay")
            somebody.page.wait_for_selector("main h1")
            somebody.page.wait_for_load_state("networkidle")
            assert too_wide(somebody) == [], game


def too_wide(somebody: Watched) -> list[str]:
    """What reaches over the sides of the screen."""
    wide = somebody.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    found: list[str] = somebody.page.evaluate(WIDER)
    return found or (["the page"] if wide else [])
