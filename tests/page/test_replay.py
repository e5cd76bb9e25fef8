"""After a game in the browser: the ending, the replay, the check of the luck, and a rematch."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.playing import Player
from playwright.sync_api import Browser, Page, Route, expect


@pytest.fixture(scope="module")
def finished(browser: Browser, here: House) -> tuple[Watched, str]:
    """A player whose game is over, and its table."""
    somebody = Watched(browser, here.address)
    somebody.go("/")
    table = somebody.set_up("m", ["", "random"], players=2)
    assert Player(somebody, "replay").play()
    return somebody, table


def open_replay(browser: Browser, here: House, path: str, size: tuple[int, int] = DESK) -> Watched:
    """Another visitor, who opens the replay."""
    other = Watched(browser, here.address, size)
    other.go(path)
    other.page.wait_for_selector(".replay .scene .spot")
    return other


def check_final_scores(page: Page, story: dict[str, Any]) -> None:
    """The last line of the log, and a row of texts for each side."""
    expect(page.locator(".end-reason")).to_have_text(story["lines"][-1]["text"])
    rows = page.locator(".final-scores tbody tr")
    for i, row in enumerate(story["score_table"]["rows"]):
        expect(rows.nth(i).locator(".name")).to_have_text([story["names"][s] for s in row["seats"]])
        texts = [f"{row['rank']}.", *[cell["text"] for cell in row["cells"]]]
        expect(rows.nth(i).locator("td")).to_have_text(texts)


def open_log(page: Page) -> None:
    page.get_by_role("button", name="Log", exact=True).click()


def position(page: Page) -> int:
    return int(page.locator(".controls input[type=range]").input_value())


def test_a_game_is_replayed_by_keyboard_and_slider(
    browser: Browser, here: House, finished: tuple[Watched, str]
) -> None:
    other = open_replay(browser, here, f"/table/{finished[1]}/replay")
    page = other.page
    events = len(other.ask("GET", f"/api/tables/{finished[1]}/record")["events"])
    assert position(page) == 0
    expect(page.locator(".count")).to_have_text(f"0 / {events}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert position(page) == 1
    page.keyboard.press("End")
    assert position(page) == events
    open_log(page)
    expect(page.locator(".lines [aria-current]")).to_have_count(1)
    page.locator(".controls input[type=range]").fill(str(events // 2))
    expect(page.locator(".count")).to_have_text(f"{events // 2} / {events}")
    page.wait_for_url(re.compile(f"#e={events // 2}$"))
    page.keyboard.press("Home")
    page.keyboard.press("Space")  # also while the slider has the focus
    expect(page.locator(".count")).not_to_have_text(f"0 / {events}")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()
    assert other.problems == []


def test_a_replay_shows_the_view_of_every_seat_and_all_hands(
    browser: Browser, here: House, finished: tuple[Watched, str]
) -> None:
    other = open_replay(browser, here, f"/table/{finished[1]}/replay#e=60&seat=all", PHONE)
    page = other.page
    table = finished[1]
    for viewer in ("all", "1", "-1"):
        page.locator(".viewer-select select").select_option(viewer)
        expected = other.ask("GET", f"/api/tables/{table}/replay/60?seat={viewer}&language=en")
        ids = sorted(piece["id"] for piece in expected["scene"]["pieces"])
        page.wait_for_function(
            """ids => JSON.stringify([...document.querySelectorAll('.scene .spot[data-id]')]
                .map(one => one.dataset.id).sort()) === JSON.stringify(ids)""",
            arg=ids,
        )
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert other.problems == []


def test_a_line_of_the_log_and_a_point_of_the_chart_jump_to_their_event(
    browser: Browser, here: House, finished: tuple[Watched, str]
) -> None:
    other = open_replay(browser, here, f"/table/{finished[1]}/replay")
    page = other.page
    story = other.ask("GET", f"/api/tables/{finished[1]}/story?language=en")
    line = story["lines"][len(story["lines"]) // 2]
    open_log(page)
    page.locator(".lines button").nth(len(story["lines"]) // 2).click()
    assert position(page) == line["event"] + 1
    page.get_by_role("button", name="Scores", exact=True).click()
    expected = [str(score) for score in story["standings"][line["event"] + 1]]
    expect(page.locator(".score-chart figcaption strong")).to_have_text(expected)
    box = page.locator(".score-chart > svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert position(page) == story["events"]
    page.locator(".score-table summary").click()
    last = page.locator(".score-table tbody tr").last.locator("td")
    expect(last).to_have_text([str(score) for score in story["scores"]])
    check_final_scores(page, story)
    assert other.problems == []


def test_a_player_can_verify_the_luck(finished: tuple[Watched, str]) -> None:
    somebody, table = finished
    page = somebody.page
    somebody.go(f"/table/{table}")
    page.get_by_text("Check that the luck was fair").click()
    page.locator(".luck button").click()
    expect(page.locator(".luck .verdict")).to_have_attribute("data-verdict", "passed")
    expect(page.locator(".luck .finding.passed")).to_have_count(4)
    # Only the rules can check the last one.
    expect(page.locator(".luck .finding.unchecked")).to_have_count(1)
    assert somebody.problems == []


def test_a_visitor_sees_what_can_not_be_verified_afterwards(
    browser: Browser, here: House, finished: tuple[Watched, str]
) -> None:
    other = open_replay(browser, here, f"/table/{finished[1]}/replay")
    other.page.get_by_role("button", name="Luck").click()
    other.page.locator(".luck button").click()
    expect(other.page.locator(".luck .finding.passed")).to_have_count(2)  # the seed and the draws
    expect(other.page.locator(".luck .finding.unchecked")).to_have_count(3)
    assert other.problems == []


def test_a_tampered_seed_is_detected(finished: tuple[Watched, str]) -> None:
    somebody, table = finished
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
    expect(page.locator(".luck .finding.failed")).to_have_count(2)  # the seed and the draws
    page.unroute("**/record")
    assert somebody.problems == []


def test_the_ending_can_be_hidden_and_a_running_game_has_no_replay(
    browser: Browser, here: House, finished: tuple[Watched, str]
) -> None:
    somebody = Watched(browser, here.address, PHONE)
    somebody.go(f"/table/{finished[1]}")
    page = somebody.page
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".final-scores")).to_be_hidden()
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".final-scores tbody tr")).to_have_count(2)
    assert somebody.problems == []
    table = somebody.set_up("m", ["", "random"], players=2)
    somebody.go(f"/table/{table}/replay")
    expect(page.get_by_text("not over yet")).to_be_visible()
    assert [one for one in somebody.problems if "409" not in one] == []


def test_a_rematch_of_two_people(browser: Browser, here: House) -> None:
    """One press each begins the next game; both browsers contribute a nonce to its luck."""
    ada, bob = Watched(browser, here.address), Watched(browser, here.address, PHONE)
    for one in (ada, bob):
        one.go("/")
        one.ask("POST", "/api/guest?language=en")
    created = ada.ask(
        "POST", "/api/tables", {"game": "m", "bots": ["", ""], "options": {"players": 2}}
    )
    for one in (ada, bob):
        one.go(f"/table/{created['table']}")
        one.page.get_by_role("button", name="Sit down").first.click()
    ada.page.get_by_role("button", name="Begin").click()
    play_in_turn(ada, bob)
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_selector('.table[data-status="waiting"]')
    bob.page.get_by_role("button", name="To the next game").click()
    for one in (ada, bob):
        one.page.wait_for_selector('.table[data-status="playing"]')
        commitments = json.loads(one.page.evaluate("localStorage['ludotheque.promises']"))
        new = one.page.url.rpartition("/")[2]
        assert new != created["table"]
        assert commitments[new]["early"]
        assert len(commitments[new]["nonces"]) == 1
        assert one.problems == []


def play_in_turn(*people: Watched) -> None:
    """All play to the end of their game, each when something can be pressed."""
    players = [Player(one, f"in turn {seat}") for seat, one in enumerate(people)]
    for _ in range(2000):
        if {player.step(100) for player in players} == {"over"}:
            return
    raise AssertionError("the game does not end")
