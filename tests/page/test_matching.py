"""*Play with somebody* in the page: four browsers press it, a fifth comes later."""

from __future__ import annotations

from house.running import House
from page.browsing import DESK, PHONE, Watched
from playwright.sync_api import Browser, expect


def press(visitor: Watched) -> None:
    """Press *Play with somebody* on the page of the game."""
    visitor.page.get_by_role("link", name="Play with somebody").click()


def test_four_who_press_sit_at_one_table_and_a_fifth_takes_over(
    browser: Browser, here: House
) -> None:
    visitors = [Watched(browser, here.address, PHONE if n else DESK) for n in range(5)]
    first, *others, fifth = visitors
    for visitor in visitors:
        visitor.go("/game/zwickern")
    press(first)
    expect(first.page.locator(".comers li")).to_have_count(4)
    expect(first.page.locator(".comers li.free")).to_have_count(3)
    for visitor in others:
        press(visitor)
    for visitor in (first, *others):
        visitor.page.wait_for_url("**/table/*")
    table = first.page.url.rpartition("/")[2]
    assert {visitor.page.url.rpartition("/")[2] for visitor in others} == {table}
    for visitor in (first, *others):
        expect(visitor.page.locator("main[data-status=playing]")).to_be_visible()
    seats = first.ask("GET", "/api/tables?mine=1")["tables"][0]["summary"]
    assert seats["bots"] == ["", "", "", ""]

    # One of them leaves: a bot plays on, and whoever presses next has the seat.
    others[0].page.get_by_role("button", name="Settings and requests").click()
    others[0].page.get_by_role("button", name="Leave the table").click()
    others[0].page.get_by_role("button", name="Really").click()
    expect(others[0].page.locator(".open-seats")).to_have_count(0)
    press(fifth)
    fifth.page.wait_for_url(f"**/table/{table}")
    expect(fifth.page.locator("main[data-status=playing]")).to_be_visible()
    expect(fifth.page.locator(".open-seats")).to_have_count(0)
    tables = fifth.ask("GET", "/api/tables?mine=1")["tables"]
    assert [one["table"] for one in tables] == [table]
    for visitor in visitors:
        visitor.close()
