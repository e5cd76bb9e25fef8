"""The waiting room in the browser: friends join by the link."""

from __future__ import annotations

from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.screens import visitor
from playwright.sync_api import Browser, expect


def test_two_people_join_by_the_link_and_begin(browser: Browser, here: House) -> None:
    host = Watched(browser, here.address, DESK)
    host.go("/")
    host.ask("POST", "/api/guest?language=en")
    created = host.ask("POST", "/api/tables", {"game": "m", "options": {"players": 2}})
    host.go(f"/table/{created['table']}")
    sit = ".waiting-room li .main"
    host.page.locator(sit).first.click()
    host.page.wait_for_selector(".waiting-room .you")
    assert host.page.locator(".start-game .main").is_disabled()
    assert host.page.locator(".qr path").get_attribute("d")
    assert "--host 0.0.0.0" in host.page.inner_text(".invitation .loopback")  # it is 127.0.0.1
    link = host.page.locator(".invitation input").input_value()

    friend = Watched(browser, here.address, PHONE)
    friend.go(link.removeprefix(friend.address))
    friend.page.locator(sit).click()
    friend.page.wait_for_selector(".waiting-room .you")
    assert friend.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert friend.page.locator(".start-game").count() == 0

    host.page.wait_for_selector(".invitation", state="detached")
    host.page.click(".start-game .main")
    for somebody in (host, friend):
        somebody.page.wait_for_selector('.table[data-status="playing"] .scene .spot')
        somebody.close()


def test_who_invites_friends_sits_at_the_table(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, PHONE) as host:
        host.go("/game/m")
        host.page.get_by_role("button", name="Invite friends").click()
        expect(host.page.locator(".waiting-room li").first.locator(".you")).to_be_visible()
        host.page.get_by_role("button", name="Stand up").click()
        host.page.wait_for_selector(".waiting-room .you", state="detached")
        host.page.reload()
        expect(host.page.get_by_role("button", name="Sit down").first).to_be_visible()
        assert host.page.locator(".waiting-room .you").count() == 0


def test_standing_up_frees_the_seat(browser: Browser, here: House) -> None:
    host = Watched(browser, here.address, PHONE)
    host.go("/")
    host.ask("POST", "/api/guest?language=en")
    created = host.ask("POST", "/api/tables", {"game": "zankapfel", "bots": ["", "random"]})
    host.go(f"/table/{created['table']}")
    host.page.locator(".waiting-room li .main").first.click()
    host.page.get_by_role("button", name="Stand up").click()
    host.page.wait_for_selector(".waiting-room .you", state="detached")
    assert host.page.locator(".waiting-room .bot").count() == 1
    host.close()


def test_the_host_fills_free_seats_with_bots(browser: Browser, here: House) -> None:
    host = Watched(browser, here.address, PHONE)
    host.go("/")
    host.ask("POST", "/api/guest?language=en")
    created = host.ask("POST", "/api/tables", {"game": "m", "options": {"players": 4}})
    host.go(f"/table/{created['table']}")
    host.page.locator(".waiting-room li .main").first.click()
    host.page.wait_for_selector(".waiting-room .you")
    host.page.locator(".bots select").select_option("random")
    host.page.get_by_role("button", name="Fill 3 seats with bots").click()
    host.page.wait_for_selector(".bots", state="detached")
    assert host.page.locator(".waiting-room .bot").count() == 3
    host.page.get_by_role("button", name="Send away").first.click()
    host.page.get_by_role("button", name="Fill 1 seat with a bot").click()
    assert host.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    host.page.click(".start-game .main:enabled")
    host.page.wait_for_selector('.table[data-status="playing"] .scene .spot')
    host.close()
