"""Friends, a circle and the wait for others in the page: axe finds nothing, nothing overflows."""

from __future__ import annotations

from house.running import House
from page.browsing import Watched
from page.test_accessibility import NARROW, OVERFLOWING, check_with_axe
from playwright.sync_api import Browser, expect


def check(somebody: Watched) -> None:
    check_with_axe(somebody)
    assert somebody.page.evaluate(OVERFLOWING) == []


def test_friends_a_circle_and_its_evening(browser: Browser, here: House) -> None:
    ada, bob = Watched(browser, here.address, NARROW), Watched(browser, here.address)
    for somebody in (ada, bob):
        somebody.go("/friends")
        somebody.page.get_by_role("button", name="Make my link").wait_for()
    check(ada)

    # A friend by link.
    ada.page.get_by_role("button", name="Make my link").click()
    link = ada.page.locator(".invitation input").input_value()
    check(ada)
    token = link.partition("#")[2]
    assert "code" not in bob.ask("POST", "/api/invitation/accept", {"token": token})
    name = bob.ask("GET", "/api/me")["name"]
    ada.go("/friends")
    expect(ada.page.locator(".person-list .name", has_text=name)).to_have_count(1)
    check(ada)

    # A circle with an evening.
    page = ada.page
    page.get_by_label("New circle").fill("Thursdays")
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/circle/*")
    page.get_by_label("Day").select_option("3")
    page.get_by_label("Time").fill("20:00")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".evening")).to_contain_text("Thursday")
    check(ada)
    ada.close()
    bob.close()


def test_the_wait_for_others(browser: Browser, here: House) -> None:
    ada = Watched(browser, here.address, NARROW)
    ada.go("/game/m")
    ada.page.evaluate("localStorage['ludotheque.wishes.m'] = JSON.stringify({wait: 300})")
    ada.page.get_by_role("link", name="Play with somebody").click()
    expect(ada.page.locator(".comers li.free").first).to_be_visible()
    ada.page.click(".match summary")
    check(ada)
    ada.page.get_by_role("link", name="Stop waiting").click()
    ada.page.wait_for_selector(".game-tables h2")
    ada.close()
