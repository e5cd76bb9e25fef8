"""Pauses in the page: chosen when a table is set up, proposed at it, and one's own holiday."""

from __future__ import annotations

from datetime import date, timedelta

from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.test_accessibility import OVERFLOWING, check_with_axe
from playwright.sync_api import Browser, expect

DAYS = "by correspondence, 2 days a move"


def set_up(host: Watched) -> str:
    """A table for two with days for a move, nights and two weeks of holiday; returns its id."""
    page = host.page
    host.go("/game/m")
    page.click(".set-up summary")
    page.get_by_label("Players").select_option("0")
    page.get_by_label("Seat 2").select_option("")
    page.select_option("select:has(option[value=days-2])", "days-2")
    page.get_by_label("At night").check()
    page.get_by_label("Night ends").select_option("540")
    page.get_by_label("Holiday for each player").select_option("14")
    assert page.evaluate(OVERFLOWING) == []
    check_with_axe(host)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".waiting-room .you")  # who sets up a table sits at it
    words = page.locator(".table-options").inner_text()
    assert f"{DAYS} · not from 22:00 to 9:00 · 14 days of holiday each" in words
    return page.url.rpartition("/")[2]


def open_dialog(somebody: Watched) -> None:
    somebody.page.click(".menu > button")
    somebody.page.get_by_role("button", name="Pauses and holiday…").click()
    somebody.page.wait_for_selector(".pauses-dialog[open]")


def test_pauses_from_the_set_up_to_a_holiday(browser: Browser, here: House) -> None:
    host, friend = Watched(browser, here.address, PHONE), Watched(browser, here.address, DESK)
    table = set_up(host)
    friend.go(f"/table/{table}")
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.wait_for_selector(".waiting-room .you")
    host.page.get_by_role("button", name="Begin").click()
    for somebody in (host, friend):
        somebody.page.wait_for_selector(".scene .spot")

    # One proposes weekends, the other agrees.
    open_dialog(host)
    check_with_axe(host)
    assert host.page.evaluate(OVERFLOWING) == []
    host.page.get_by_label("On Saturdays and Sundays").check()
    host.page.get_by_role("button", name="Propose to the others").click()
    assert "no weekends" in friend.page.locator(".pending-request p").inner_text()
    friend.page.click(".pending-request .main")
    expect(friend.page.locator(".pending-request")).to_have_count(0)

    # Days at this table, from its menu: the tag tells everybody.
    open_dialog(friend)
    today = date.today()  # noqa: DTZ011 - the browser's
    last = today + timedelta(6)
    own = friend.page.locator(".pauses-dialog section")
    own.get_by_label("First day").fill(f"{today}")
    own.get_by_label("Last day").fill(f"{last}")
    own.get_by_role("button", name="Take these days").click()
    taken = sum((today + timedelta(day)).weekday() < 5 for day in range(7))
    expect(own.get_by_text(f"{14 - taken} days left")).to_be_visible()
    if today.weekday() < 5:
        expect(host.page.locator(".tag", has_text="on holiday")).to_have_count(1)

    # At all tables, from the settings.
    friend.go("/settings")
    page = friend.page
    page.get_by_text(f"{14 - taken} days left").wait_for()
    check_with_axe(friend)
    page.get_by_role("button", name="I’m back").click()
    page.get_by_text("Done.").wait_for()
    later = today + timedelta(14 - today.weekday())  # a Monday
    leave = page.locator(".own-leave")
    for days, left in ((4, 10), (30, 10)):  # five working days, and too many
        used = 1 if today.weekday() < 5 else 0  # today has begun
        leave.get_by_label("First day").fill(f"{later}")
        leave.get_by_label("Last day").fill(f"{later + timedelta(days)}")
        leave.get_by_role("button", name="Take these days").click()
        expect(leave.get_by_text(f"{left - 1 - used} days left")).to_be_visible()
    expect(leave.get_by_text("Not enough days left: M")).to_be_visible()
    host.close()
    friend.close()
