"""A guest is asked once for a first name, in the browser."""

from __future__ import annotations

from house.running import House
from page.browsing import PHONE, Watched
from page.screens import visitor
from playwright.sync_api import Browser, expect


def wait_for_others(somebody: Watched) -> None:
    """Sit down at a table with a free seat."""
    somebody.go("/")
    somebody.ask("POST", "/api/guest?language=en")
    settings = {"game": "m", "bots": [], "options": {"players": 2}}
    somebody.go(f"/table/{somebody.ask('POST', '/api/tables', settings)['table']}")
    somebody.page.get_by_role("button", name="Sit down").first.click()
    somebody.page.wait_for_selector(".waiting-room li .tag")


def test_a_guest_gives_a_first_name(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, PHONE) as somebody:
        wait_for_others(somebody)
        page = somebody.page
        page.get_by_label("What's your first name?").fill("Zoé Tardieu")
        page.keyboard.press("Enter")
        expect(page.locator(".name-offer")).to_have_count(0)
        expect(page.locator(".waiting-room li .name").first).to_have_text("Zoé Tardieu")
        assert somebody.ask("POST", "/api/guest")["name"] == "Zoé Tardieu"


def test_the_question_can_be_closed_for_good(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, PHONE) as somebody:
        wait_for_others(somebody)
        page = somebody.page
        page.locator(".name-offer .close").click()
        expect(page.locator(".name-offer")).to_have_count(0)
        wait_for_others(somebody)
        expect(page.locator(".waiting-room")).to_be_visible()
        expect(page.locator(".name-offer")).to_have_count(0)
