"""The setting that confirms every move, and hints that close, in the browser."""

from __future__ import annotations

from house.running import House
from page.browsing import PHONE
from page.screens import begin, visitor
from playwright.sync_api import Browser, Page, expect


def choose_first(page: Page) -> None:
    page.locator(".all-choices summary").click()
    page.locator(".all-choices li button").first.click()


def test_every_move_is_confirmed_or_taken_back(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, PHONE, confirmEvery=True) as somebody:
        begin(somebody, "m")
        page = somebody.page
        choose_first(page)
        expect(page.get_by_role("button", name="Confirm")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
        page.get_by_role("button", name="Back").click()
        choose_first(page)
        page.locator(".scene").click(position={"x": 1, "y": 1})  # the focus is on no button
        page.keyboard.press("Enter")
        page.wait_for_selector(".log li:has-text('You lay')", state="attached")


def test_hints_can_be_closed_and_asked_for_again(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, PHONE) as somebody:
        begin(somebody, "m")
        page = somebody.page
        bulb = page.get_by_role("button", name="A hint")
        bulb.click()
        first = page.locator(".hints p").inner_text()
        page.locator(".hints .close").click()
        expect(page.locator(".hints")).to_have_count(0)
        bulb.click()
        expect(page.locator(".hints p")).to_have_text(first.replace("\n", ""))
        bulb.click()
        expect(page.locator(".hints")).to_have_count(0)
