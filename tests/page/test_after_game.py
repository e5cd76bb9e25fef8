"""What decided a game, in the browser: the curve, moments, playing on, and puzzles."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.screens import begin, give_up, visitor
from page.test_accessibility import check_widths, check_with_axe
from playwright.sync_api import Browser, Page, expect

ANALYSED_MS = 240_000  # other tests use the machine as well
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
LANGUAGES = ["fr", "en", "de"]
VISITS = pytest.mark.parametrize(
    ("size", "language"),
    [(size, language) for size in (PHONE, DESK) for language in LANGUAGES],
    ids=[f"{size}-{language}" for size in ("phone", "desk") for language in LANGUAGES],
)
SCENE_IDS = """[...document.querySelectorAll('.replay .scene .spot[data-id]')]
    .map(one => one.dataset.id).sort()"""


@pytest.fixture(scope="module")
def table(browser: Browser, here: House) -> str:
    """A table whose game is over and has been analysed."""
    somebody = Watched(browser, here.address)
    found = begin(somebody, "m", "random")
    give_up(somebody)
    expect(somebody.page.locator(".what-decided :is(.making, .curve)")).to_be_visible()
    expect(somebody.page.locator(".what-decided .curve")).to_be_visible(timeout=ANALYSED_MS)
    somebody.close()
    return found


def say(language: str, key: str) -> str:
    """A text of the page."""
    path = files("ludotheque.house").joinpath("page", f"words.{language}.json")
    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return words[key]


def analysis_of(somebody: Watched, table: str, language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = somebody.ask("GET", f"/api/tables/{table}/analysis?language={language}")
    assert found["status"] == "done"
    return found


def open_analysis(somebody: Watched, table: str) -> dict[str, Any]:
    """Open the replay with its analysis; returns the analysis."""
    somebody.go(f"/table/{table}/replay#e=0&tab=analysis")
    somebody.page.wait_for_selector(".replay .scene .spot")
    somebody.page.wait_for_selector(".analysis .curve")
    return analysis_of(somebody, table)


def position(page: Page) -> int:
    return int(page.locator(".controls input[type=range]").input_value())


def in_list(page: Page, found: dict[str, Any], decision: dict[str, Any]) -> None:
    """Press a decision in the list of all."""
    page.locator(".decisions > ol button").nth(found["decisions"].index(decision)).click()


@VISITS
def test_the_end_of_a_game_leads_to_what_decided_it(
    browser: Browser, here: House, table: str, size: tuple[int, int], language: str
) -> None:
    with visitor(browser, here.address, size, language=language) as somebody:
        page = somebody.page
        somebody.go(f"/table/{table}")
        page.get_by_role("link", name=say(language, "ending.analysis")).click()
        page.wait_for_selector(".analysis .curve")
        found = analysis_of(somebody, table, language)
        expect(page.locator(".moment-card")).to_have_count(len(found["moments"]))
        first = min((found["decisions"][i] for i in found["moments"]), key=lambda one: one["event"])
        assert position(page) == first["event"] + 1
        card = page.locator(".moment-card").first
        expect(card).to_contain_text(first["played_label"])
        expect(card).to_contain_text(first["reason"])
        expect(page.locator(".curve .mark")).to_have_count(len(found["moments"]))
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@SIZES
def test_the_curve_and_the_replay_follow_each_other(
    browser: Browser, here: House, table: str, size: tuple[int, int]
) -> None:
    with visitor(browser, here.address, size) as somebody:
        page = somebody.page
        chances = open_analysis(somebody, table)["chances"]
        curve = page.get_by_role("slider", name="Chances of winning")
        expect(curve).to_have_attribute("aria-valuemax", str(len(chances) - 1))
        box = curve.locator("svg").bounding_box()
        assert box is not None
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 10, y)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 1, y, steps=4)
        page.mouse.up()
        assert position(page) == len(chances) - 1
        curve.focus()
        page.keyboard.press("ArrowLeft")
        assert position(page) == len(chances) - 2
        page.locator(".controls input[type=range]").fill("40")
        shown = [f"{round(100 * chance)}%" for chance in chances[40]]
        expect(page.locator(".chance-list strong")).to_have_text(shown)
        for text in shown:
            expect(curve).to_have_attribute("aria-valuetext", re.compile(re.escape(text)))
        page.locator(".chances summary").click()
        last = page.locator(".chances tbody tr").last
        expect(last.locator("th")).to_have_text(str(len(chances) - 1))
        expect(last.locator("td")).to_have_text([f"{round(100 * one)}%" for one in chances[-1]])


@SIZES
def test_a_decision_is_seen_before_as_played_and_better(
    browser: Browser, here: House, table: str, size: tuple[int, int]
) -> None:
    with visitor(browser, here.address, size) as somebody:
        page = somebody.page
        found = open_analysis(somebody, table)
        decision = next(one for one in found["decisions"] if one["played"] != one["best"])
        event, seat = decision["event"], decision["seat"]
        in_list(page, found, decision)
        bar = page.locator(".comparison")
        expect(bar).to_contain_text(decision["played_label"])
        assert position(page) == event + 1
        expect(page.locator(".viewer-select select")).to_have_value(str(seat))
        bar.get_by_role("button", name="Better").click()
        expect(bar).to_contain_text("Better, but not played")
        expect(bar).to_contain_text(decision["best_label"])
        assert position(page) == event
        path = f"/api/tables/{table}/analysis/{event}?seat={seat}&language=en"
        pieces = somebody.ask("GET", path)["scene"]["pieces"]
        page.wait_for_function(
            f"ids => JSON.stringify({SCENE_IDS}) === JSON.stringify(ids)",
            arg=sorted(piece["id"] for piece in pieces),
        )
        bar.get_by_role("button", name="Before").click()
        expect(page.locator('.replay > .middle[data-shown="before"]')).to_be_visible()
        before = somebody.ask("GET", f"/api/tables/{table}/replay/{event}?seat={seat}&language=en")
        page.wait_for_function(
            f"ids => JSON.stringify({SCENE_IDS}) === JSON.stringify(ids)",
            arg=sorted(piece["id"] for piece in before["scene"]["pieces"]),
        )
        page.locator(".controls input[type=range]").fill(str(event + 3))
        expect(bar).to_have_count(0)  # the replay goes its own way again


@VISITS
def test_a_moment_is_shown_from_its_card(
    browser: Browser, here: House, table: str, size: tuple[int, int], language: str
) -> None:
    with visitor(browser, here.address, size, language=language) as somebody:
        page = somebody.page
        found = open_analysis(somebody, table)
        moments = sorted(found["decisions"][i]["event"] for i in found["moments"])
        for number, event in enumerate(moments):
            if size == PHONE and number:  # the panel has made way for the board
                page.locator('.replay-tabs[data-open="false"] .tabs button').first.click()
            page.locator(".moment-card").nth(number).get_by_role(
                "button", name=say(language, "analysis.show"), exact=True
            ).click()
            assert position(page) == event + 1
            expect(page.locator(".curve .mark").nth(number)).to_have_attribute(
                "aria-pressed", "true"
            )
        check_with_axe(somebody)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if size == DESK:
            check_widths(somebody, "a moment")
        page.get_by_role("button", name=say(language, "analysis.compare.close")).click()
        expect(page.locator(".comparison")).to_have_count(0)
        check_with_axe(somebody)
        if size == DESK:
            check_widths(somebody, "the analysis")


def test_the_decisions_of_a_seat_are_listed_with_their_grades(
    browser: Browser, here: House, table: str
) -> None:
    with visitor(browser, here.address) as somebody:
        page = somebody.page
        decisions = open_analysis(somebody, table)["decisions"]
        listed = page.locator(".decisions > ol li")
        expect(listed).to_have_count(len(decisions))
        whose, which = page.locator(".decisions select").all()
        whose.select_option("1")
        which.select_option("true")
        mistakes = [
            one for one in decisions if one["seat"] == 1 and one["grade"] in {"slip", "blunder"}
        ]
        expect(listed).to_have_count(len(mistakes))
        for one in mistakes:
            row = listed.nth(mistakes.index(one))
            expect(row).to_contain_text(one["played_label"])
            expect(row).to_contain_text(f"{one['grade']}−{round(100 * one['cost'])}%")


@pytest.mark.parametrize(
    ("size", "language", "world"),
    [
        (PHONE, "fr", "true"),
        (PHONE, "en", "imagined"),
        (PHONE, "de", "true"),
        (DESK, "fr", "imagined"),
        (DESK, "en", "true"),
        (DESK, "de", "imagined"),
    ],
)
def test_one_plays_on_from_a_moment(
    browser: Browser, here: House, table: str, size: tuple[int, int], language: str, world: str
) -> None:
    with visitor(browser, here.address, size, language=language) as somebody:
        page = somebody.page
        found = open_analysis(somebody, table)
        page.locator(".controls input[type=range]").evaluate(
            "slider => { slider.value = 30; slider.dispatchEvent(new Event('input')); }"
        )
        assert position(page) == 30
        page.get_by_role("button", name=say(language, "play-on.title")).click()
        dialog = page.get_by_role("dialog")
        if (size, world) == (DESK, "true"):
            check_with_axe(somebody)
        dialog.get_by_label(say(language, "play-on.seat")).select_option("1")
        levels = dialog.get_by_label(say(language, "play-on.bot")).locator("option")
        values = levels.evaluate_all("all => all.map(one => one.value)")
        assert values
        assert set(values) <= set(found["bots"])
        dialog.get_by_label(say(language, "play-on.bot")).select_option(values[0])
        dialog.get_by_role("radio").nth(0 if world == "true" else 1).check()
        dialog.get_by_role("button", name=say(language, "play-on.begin")).click()
        page.wait_for_selector('.table[data-status="playing"] .prompt.mine')
        new = page.url.rpartition("/")[2]
        assert new != table
        # It counts for nothing, and there is nothing to be shared at its end.
        give_up(somebody)
        expect(page.get_by_role("link", name=say(language, "ending.replay"))).to_be_visible()
        expect(page.locator(".ending details")).to_have_count(0)
        expect(page.locator(".what-decided")).to_have_count(0)


def test_an_opened_record_is_analysed(browser: Browser, here: House, table: str) -> None:
    with visitor(browser, here.address) as somebody:
        page = somebody.page
        somebody.go(f"/table/{table}/replay")
        page.wait_for_selector(".replay .scene .spot")
        record = page.evaluate(
            """async table => {
                const file = await (await fetch(`/api/tables/${table}/record`)).blob();
                await fetch('/api/guest', {method: 'POST', body: '{}'});
                return (await fetch('/api/records', {method: 'POST', body: file})).json();
            }""",
            table,
        )["record"]
        somebody.go(f"/record/{record}")
        expect(page.locator(".analysis :is(.making progress, .curve)").first).to_be_visible()
        expect(page.locator(".analysis .curve")).to_be_visible(timeout=ANALYSED_MS)
        again = somebody.ask("GET", f"/api/records/{record}/analysis?language=en")
        assert again["chances"] == analysis_of(somebody, table)["chances"]


# Puzzles


def answer(page: Page, text: str) -> None:
    """Play a move of a puzzle by its name in the list of all choices, with its picks."""
    choice = page.locator(f'[data-text="{text}"]').first
    choice.evaluate("button => button.click()")
    solved, confirm = page.locator(".solved"), page.locator(".answers .confirm:enabled")
    solved.or_(confirm).first.wait_for()
    if not solved.count():
        confirm.click()
    solved.wait_for()


def puzzle_with(somebody: Watched, game: str, language: str) -> tuple[dict[str, Any], str, str]:
    """A puzzle with a right and a wrong choice that need no picks, and these two."""
    listed = somebody.ask("GET", f"/api/puzzles?game={game}")["puzzles"]
    for one in listed:
        path = f"/api/puzzles/{one['puzzle']}?language={language}"
        choices = somebody.ask("GET", path)["scene"]["choices"]
        texts = [choice["text"] for choice in choices if not choice["picks"]]
        tried = {text: somebody.ask("POST", path, {"text": text})["right"] for text in texts[:12]}
        if {True, False} <= set(tried.values()):
            found = {right: text for text, right in tried.items()}
            return one, found[True], found[False]
    raise AssertionError(f"no puzzle of {game} can be used here")


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        ("m", DESK, "fr"),
        ("appenzell", PHONE, "en"),
        ("zankapfel", DESK, "de"),
        ("zwickern", PHONE, "fr"),
        ("zapp_zerapp", PHONE, "de"),
        ("m", DESK, "en"),
    ],
)
def test_a_puzzle_is_solved_on_the_table(
    browser: Browser, here: House, game: str, size: tuple[int, int], language: str
) -> None:
    with visitor(browser, here.address, size, language=language) as somebody:
        page = somebody.page
        somebody.go("/puzzles")
        page.wait_for_selector(".puzzle-games")
        puzzle, right, wrong = puzzle_with(somebody, game, language)
        name = puzzle["puzzle"]
        somebody.go(f"/puzzle/{name}")
        page.wait_for_selector(".scene .spot")
        answer(page, wrong)
        expect(page.locator(".puzzle .verdict")).to_contain_text(say(language, "puzzle.wrong"))
        page.locator(".solved button").click()
        page.wait_for_selector(".prompt.mine")
        assert page.evaluate("localStorage['ludotheque.puzzles'] ?? ''") == ""
        answer(page, right)
        expect(page.locator(".puzzle .verdict")).to_contain_text(say(language, "puzzle.right"))
        path = f"/api/puzzles/{name}?language={language}"
        solution = somebody.ask("POST", path, {"text": right})
        expect(page.locator(".puzzle .instruction")).to_contain_text(solution["best_label"])
        expect(page.locator(".puzzle .instruction")).to_contain_text(solution["reason"])
        check_with_axe(somebody)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.locator(".solved a.main").click()
        page.wait_for_function("name => !location.pathname.endsWith(name)", arg=name)
        page.wait_for_selector(".prompt.mine")
        check_with_axe(somebody)
        somebody.go("/puzzles")  # what was solved is remembered
        card = page.locator(f"#{game}")
        expect(card.locator(".count").nth(puzzle["difficulty"] - 1)).to_contain_text("1 ")


def test_children_are_told_no_percentages(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, PHONE) as somebody:
        page = somebody.page
        somebody.go("/puzzles")
        page.wait_for_selector(".puzzle-games")
        puzzle, right, _ = puzzle_with(somebody, "appenzell", "en")
        somebody.go(f"/puzzle/{puzzle['puzzle']}")
        page.wait_for_selector(".scene .spot")
        answer(page, right)
        told = page.locator(".puzzle .instruction .tip").inner_text()
        assert told
        assert not re.search(r"\d", told)


def test_home_and_the_page_of_a_game_lead_to_puzzles(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, PHONE) as somebody:
        page = somebody.page
        somebody.go("/")
        page.get_by_role("link", name="To the puzzles").click()
        page.wait_for_selector(".puzzle-games")
        somebody.go("/game/zwickern")
        page.get_by_role("link", name="Puzzles").click()
        page.wait_for_selector("#zwickern")
        page.locator("#zwickern .daily a").click()
        page.wait_for_selector(".puzzle .prompt.mine")
        expect(page.locator(".puzzle .instruction")).to_contain_text("Puzzle of the day")
