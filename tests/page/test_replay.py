"""After the game on the real page: the ending, the replay, the luck, and another game."""

from __future__ import annotations

import json
import re

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.playing import Player
from playwright.sync_api import Browser, Page, Route, expect


@pytest.fixture(scope="module")
def winner(browser: Browser, here: House) -> tuple[Watched, str]:
    """Somebody whose game is over, and its table."""
    somebody = Watched(browser, here.address)
    somebody.go("/")
    table = somebody.set_up("m", ["", "random"], players=2)
    assert Player(somebody, "replay").play()
    return somebody, table


def again(browser: Browser, here: House, path: str, size: tuple[int, int] = DESK) -> Watched:
    """Somebody else who looks at the game."""
    other = Watched(browser, here.address, size)
    other.go(path)
    other.page.wait_for_selector(".replay .scene .spot")
    return other


def at(page: Page) -> int:
    return int(page.locator(".controls input[type=range]").input_value())


def test_a_game_is_replayed_by_keys_and_slider(
    browser: Browser, here: House, winner: tuple[Watched, str]
) -> None:
    other = again(browser, here, f"/table/{winner[1]}/replay")
    page = other.page
    events = len(other.ask("GET", f"/api/tables/{winner[1]}/record")["events"])
    assert at(page) == 0
    expect(page.locator(".count")).to_have_text(f"0 / {events}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert at(page) == 1
    page.keyboard.press("End")
    assert at(page) == events
    expect(page.locator(".lines [aria-current]")).to_have_count(1)
    page.locator(".controls input[type=range]").fill(str(events // 2))
    expect(page.locator(".count")).to_have_text(f"{events // 2} / {events}")
    page.wait_for_url(re.compile(f"#e={events // 2}$"))
    page.keyboard.press("Home")
    page.keyboard.press("Space")  # the slider has the focus, and lets it play
    expect(page.locator(".count")).not_to_have_text(f"0 / {events}")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()
    assert other.wrongs == []


def test_every_seat_and_all_hands(
    browser: Browser, here: House, winner: tuple[Watched, str]
) -> None:
    other = again(browser, here, f"/table/{winner[1]}/replay#e=60&seat=all", PHONE)
    page = other.page
    table = winner[1]
    for eyes in ("all", "1", "-1"):
        page.locator(".viewer-select select").select_option(eyes)
        told = other.ask("GET", f"/api/tables/{table}/replay/60?seat={eyes}&language=en")
        ids = sorted(piece["id"] for piece in told["scene"]["pieces"])
        page.wait_for_function(
            """ids => JSON.stringify([...document.querySelectorAll('.scene .spot[data-id]')]
                .map(one => one.dataset.id).sort()) === JSON.stringify(ids)""",
            arg=ids,
        )
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert other.wrongs == []


def test_a_line_of_the_log_and_the_curve_lead_to_their_moment(
    browser: Browser, here: House, winner: tuple[Watched, str]
) -> None:
    other = again(browser, here, f"/table/{winner[1]}/replay")
    page = other.page
    story = other.ask("GET", f"/api/tables/{winner[1]}/story?language=en")
    line = story["lines"][len(story["lines"]) // 2]
    page.locator(".lines button").nth(len(story["lines"]) // 2).click()
    assert at(page) == line["event"] + 1
    page.get_by_role("button", name="Scores").click()
    told = [str(score) for score in story["standings"][line["event"] + 1]]
    expect(page.locator(".score-chart figcaption strong")).to_have_text(told)
    box = page.locator(".score-chart > svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert at(page) == story["events"]
    page.locator(".score-table summary").click()
    last = page.locator(".score-table tbody tr").last.locator("td")
    expect(last).to_have_text([str(score) for score in story["scores"]])
    expect(page.locator(".final-scoring li")).to_have_text(story["reckoning"])
    assert other.wrongs == []


def test_the_luck_is_verified_by_who_was_there(winner: tuple[Watched, str]) -> None:
    somebody, table = winner
    page = somebody.page
    somebody.go(f"/table/{table}")
    page.get_by_text("Check the luck").click()
    page.locator(".luck button").click()
    expect(page.locator(".luck .verdict")).to_have_attribute("data-verdict", "passed")
    expect(page.locator(".luck .finding.passed")).to_have_count(4)
    expect(page.locator(".luck .finding.unchecked")).to_have_count(1)  # what only the rules can say
    assert somebody.wrongs == []


def test_who_was_not_there_is_told_what_is_not_known(
    browser: Browser, here: House, winner: tuple[Watched, str]
) -> None:
    other = again(browser, here, f"/table/{winner[1]}/replay")
    other.page.get_by_role("button", name="Luck").click()
    other.page.locator(".luck button").click()
    expect(other.page.locator(".luck .finding.passed")).to_have_count(2)  # the seed, the draws
    expect(other.page.locator(".luck .finding.unchecked")).to_have_count(3)
    assert other.wrongs == []


def test_another_seed_is_found(winner: tuple[Watched, str]) -> None:
    somebody, table = winner
    page = somebody.page

    def tampered(route: Route) -> None:
        record = json.loads(route.fetch().text())
        seed = record["seal"]["seed"]
        record["seal"]["seed"] = ("1" if seed[0] == "0" else "0") + seed[1:]
        route.fulfill(json=record)

    page.route("**/record", tampered)
    somebody.go(f"/table/{table}/replay")
    page.get_by_role("button", name="Luck").click()
    page.locator(".luck button").click()
    expect(page.locator(".luck .verdict")).to_have_attribute("data-verdict", "failed")
    expect(page.locator(".luck .finding.failed")).to_have_count(2)  # the seed, the draws
    page.unroute("**/record")
    assert somebody.wrongs == []


def test_the_ending_folds_away_and_a_game_that_is_not_over_has_no_replay(
    browser: Browser, here: House, winner: tuple[Watched, str]
) -> None:
    somebody = Watched(browser, here.address, PHONE)
    somebody.go(f"/table/{winner[1]}")
    page = somebody.page
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".ranks")).to_be_hidden()
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".ranks li")).to_have_count(2)
    assert somebody.wrongs == []
    table = somebody.set_up("m", ["", "random"], players=2)
    somebody.go(f"/table/{table}/replay")
    expect(page.get_by_text("not over yet")).to_be_visible()
    assert [wrong for wrong in somebody.wrongs if "409" not in wrong] == []


def test_two_want_to_play_again(browser: Browser, here: House) -> None:
    """One press each, and the next game has begun, with what both browsers added to its luck."""
    ada, bob = Watched(browser, here.address), Watched(browser, here.address, PHONE)
    for one in (ada, bob):
        one.go("/")
        one.ask("POST", "/api/guest?language=en")
    made = ada.ask(
        "POST", "/api/tables", {"game": "m", "bots": ["", ""], "options": {"players": 2}}
    )
    for one in (ada, bob):
        one.go(f"/table/{made['table']}")
        one.page.get_by_role("button", name="Sit down").first.click()
    ada.page.get_by_role("button", name="Begin").click()
    play_in_turn(ada, bob)
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_selector('.table[data-status="waiting"]')
    bob.page.get_by_role("button", name="To the next game").click()
    for one in (ada, bob):
        one.page.wait_for_selector('.table[data-status="playing"]')
        promises = json.loads(one.page.evaluate("localStorage['ludotheque.promises']"))
        new = one.page.url.rpartition("/")[2]
        assert new != made["table"]
        assert promises[new]["early"]
        assert len(promises[new]["nonces"]) == 1
        assert one.wrongs == []


def play_in_turn(*people: Watched) -> None:
    """All play to the end of their game, each when there is something to press."""
    players = [Player(one, f"in turn {seat}") for seat, one in enumerate(people)]
    for _ in range(2000):
        if {player.step(100) for player in players} == {"over"}:
            return
    raise AssertionError("the game does not end")
