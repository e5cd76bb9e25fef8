"""A table in the browser: keyboard, tooltips, shaking, the log, and sound."""

from __future__ import annotations

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from playwright.sync_api import Browser

# Records the audio contexts a page creates.
RECORD_AUDIO = """
    window.contexts = [];
    window.AudioContext = class extends AudioContext {
        constructor() { super(); contexts.push(this); }
    };
"""


def test_a_piece_is_selected_by_enter_and_deselected_by_escape(
    browser: Browser, here: House
) -> None:
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
    assert somebody.problems == []


def test_touching_a_counter_shows_its_tooltip(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    somebody.go("/")
    somebody.set_up("appenzell", ["", "random"], players=2)
    page = somebody.page
    page.wait_for_selector(".prompt.mine")
    counter = page.locator('.counter[data-key="turn"]')
    for event in ("pointerdown", "pointerup"):
        counter.dispatch_event(event, {"pointerType": "touch"})
    tooltip = page.locator(".tooltip:visible")
    tooltip.wait_for()  # also after the finger is lifted
    name, meaning = tooltip.inner_text().split("\n", 1)
    assert (counter.get_attribute("aria-label") or "").startswith(f"{name}:")
    assert meaning
    page.locator(".prompt").dispatch_event("pointerdown", {"pointerType": "touch"})
    tooltip.wait_for(state="detached")
    assert somebody.problems == []


def test_the_own_areas_of_a_player_are_labelled_you(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    somebody.go("/")
    somebody.set_up("zwickern", ["", "random", "random"], players=3)
    page = somebody.page
    page.wait_for_selector(".prompt.mine")
    captions = page.locator('[data-area^="heap"] > .caption').all_inner_texts()
    assert [caption == "You" for caption in captions] == [True, False, False]
    assert somebody.problems == []


def test_shaking_by_drag_and_by_key_draws_a_ring_of_dust(browser: Browser, here: House) -> None:
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
    page.wait_for_selector(".dust", state="detached")  # also where animation is off
    box = held.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for turn in (40, -40, 40, -40, 40):
        page.mouse.move(x + turn, y, steps=3)
    page.mouse.up()
    page.wait_for_selector(".spot .dust path[d*=L]")
    assert somebody.problems == []


def test_the_log_can_be_filtered_and_links_to_the_rules(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    somebody.go("/")
    table = somebody.set_up("m", ["", "random"], players=2)
    page = somebody.page
    page.wait_for_selector(".prompt.mine")
    total = page.locator(".log li").count()
    page.get_by_label("Whose").select_option("0")  # without the lines of the setup
    page.wait_for_function("all => document.querySelectorAll('.log li').length < all", arg=total)
    page.get_by_label("What", exact=True).select_option("luck")
    page.wait_for_selector('.log li[data-kind="dealt"]')
    kinds = page.locator(".log li").evaluate_all("lines => lines.map(line => line.dataset.kind)")
    assert set(kinds) <= {"dealt", "first", "drew"}
    link = page.locator(".log li .rule-number").last
    rule = link.inner_text()
    link.click()  # the rules open over the table
    page.wait_for_selector(f'.rules-dialog .rule[id="{rule}"]')
    assert f"/table/{table}" in page.url
    page.keyboard.press("Escape")
    page.wait_for_selector(".rules-dialog", state="detached")
    with page.context.expect_page() as opened:
        link.click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_selector(f'.rule[id="{rule}"]')
    assert opened.value.url.endswith(f"/game/m/rules#{rule}")
    somebody.close()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["mouse", "touch"])
def test_the_first_press_unlocks_the_sound(
    browser: Browser, here: House, size: tuple[int, int]
) -> None:
    somebody = Watched(browser, here.address, size, muted=False)
    page = somebody.page
    page.add_init_script(RECORD_AUDIO)
    somebody.go("/settings")
    page.wait_for_selector(".settings input")
    assert page.evaluate("contexts.length") == 0
    press = page.tap if size == PHONE else page.click
    press("#main h1")
    page.wait_for_function("contexts.length === 1 && contexts[0].state === 'running'")
    somebody.close()
