"""Chat, requests and hints at a table in the browser."""

from __future__ import annotations

from house.running import House
from page.browsing import DESK, PHONE, Watched
from playwright.sync_api import Browser, expect


def two_at_a_table(browser: Browser, here: House) -> tuple[Watched, Watched]:
    """Two people in a running game: one on a desktop, one on a phone and in German."""
    host = Watched(browser, here.address, DESK)
    friend = Watched(browser, here.address, PHONE, language="de")
    host.go("/")
    host.page.wait_for_load_state("networkidle")  # leaving earlier would fail some requests
    host.ask("POST", "/api/guest?language=en")
    created = host.ask("POST", "/api/tables", {"game": "m", "options": {"players": 2}})
    for somebody in (host, friend):
        somebody.go(f"/table/{created['table']}")
        somebody.page.locator(".waiting-room li .main").first.click()
        somebody.page.wait_for_selector(".waiting-room .you")
    host.page.click(".start-game .main:enabled")
    for somebody in (host, friend):
        somebody.page.wait_for_selector('.table[data-status="playing"] .scene .spot')
    return host, friend


def test_a_phrase_is_translated_marked_unread_and_can_be_muted(
    browser: Browser, here: House
) -> None:
    host, friend = two_at_a_table(browser, here)
    phrases = {
        language: friend.ask("GET", f"/api/phrases?language={language}")["good-luck"]
        for language in ("en", "de")
    }
    host.page.locator(".phrases").select_option("good-luck")
    host.page.locator(".chat li", has_text=phrases["en"]).wait_for()
    friend.page.wait_for_selector('.log-button[data-unread="1"]')
    friend.page.click(".log-button")
    friend.page.locator(".chat li", has_text=phrases["de"]).wait_for()
    friend.page.wait_for_selector(".log-button:not([data-unread])")
    friend.page.click(".chat .mute")
    friend.page.locator(".chat li", has_text=phrases["de"]).wait_for(state="detached")
    friend.page.click(".chat .link")
    friend.page.locator(".chat li", has_text=phrases["de"]).wait_for()
    host.close()
    friend.close()


def test_a_time_control_is_proposed_and_accepted(browser: Browser, here: House) -> None:
    host, friend = two_at_a_table(browser, here)
    host.page.click(".menu > button")
    host.page.get_by_label("Propose a clock").select_option("move-180")
    host.page.wait_for_selector('.pending-request[role="status"]')
    friend.page.click(".pending-request .main")
    for somebody in (host, friend):
        somebody.page.wait_for_selector(".pending-request", state="detached")
        somebody.page.wait_for_selector(".clock:not([hidden])")
    host.close()
    friend.close()


def test_a_hint_frames_the_move_and_plays_it_only_on_request(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address, PHONE)
    somebody.go("/")
    somebody.set_up("m", ["", "random"], players=2)
    page = somebody.page
    page.wait_for_selector(".prompt.mine")
    page.get_by_label("A hint").click()
    page.wait_for_selector(".scene .frame")
    pointed_at = "[...document.querySelectorAll('.scene .frame')].map(one => one.style.cssText)"
    first = page.evaluate(pointed_at)
    before = page.locator(".log li").count()
    page.get_by_role("button", name="Another idea (1 of").click()
    page.get_by_role("button", name="Another idea (2 of").wait_for()
    page.wait_for_selector(".scene .frame")
    assert page.evaluate(pointed_at) != first
    assert page.locator(".log li").count() == before
    page.get_by_role("button", name="Play it").click()
    page.wait_for_function(
        "count => document.querySelectorAll('.log li').length > count", arg=before
    )
    somebody.close()


def test_a_character_is_chosen_greets_and_can_be_muted(browser: Browser, here: House) -> None:
    """In Zapp Zerapp all act at once: the bot need not wait for the person."""
    for screen, language, greeting in (
        (DESK, "en", "Hush, please. I have to listen."),
        (PHONE, "de", "Ruhe bitte. Ich muss lauschen."),
        (PHONE, "fr", "Chut, s'il vous plaît. Je dois écouter."),
    ):
        host = Watched(browser, here.address, screen, language=language)
        page = host.page
        host.go("/game/zapp_zerapp")
        page.click(".set-up summary")
        page.locator(".set-up fieldset select").first.select_option("otto")
        page.click(".set-up [type=submit]")
        page.wait_for_selector('.table[data-status="playing"] .scene .spot')
        if screen is PHONE:
            page.click(".log-button[data-unread]")
        said = page.locator(".chat li", has_text=greeting)
        said.wait_for()
        expect(said).to_contain_text("Otto")
        expect(said.locator(".line-actions")).to_have_count(0)  # nobody to report or to block
        said.locator(".mute").click()
        said.wait_for(state="detached")
        host.close()
