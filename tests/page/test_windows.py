"""The board is large in every window, nothing is cut or covered, small pieces can be pressed."""

from __future__ import annotations

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.screens import FEWEST, MOST, SLUGS, begin, visitor
from page.windows import (
    WINDOWS,
    Box,
    Seen,
    documented,
    in_all_windows,
    open_lesson,
    open_replay,
    play,
    see,
)
from playwright.sync_api import Browser

MIN_BOARD_SHARE = 0.6  # of the shorter side of the window, for the longer side of the board
LOWEST = (568, 320)  # here a lesson or a replay has little space beside its text
DOCUMENTED_WITHIN = 0.05  # of the shorter side of the window
GROWING_BOARDS = {"zwickern"}  # they have the size of the cards on them
LESSON_STEPS = (1, 5, 9)
TARGET_PX = 40  # of what can be pressed, seen or not
REACH_PX = 20  # from the centre of a smaller piece, where a press still counts for it
LESSON_WINDOWS = ((390, 664), (667, 375))
LESSON_CHANGES_PX = {("zankapfel", (390, 664)): 24}  # the quarrel needs a row that others don't


def check(seen: Seen, row: str) -> None:
    """Check what is seen in a window, and that the document states it in a row."""
    assert seen.board_share >= MIN_BOARD_SHARE, seen.window
    if row.partition(",")[0] not in GROWING_BOARDS:
        stated = documented()[row][seen.window]
        assert seen.board_share == pytest.approx(stated, abs=DOCUMENTED_WITHIN), seen.window
    assert seen.outside() == [], seen.window
    assert seen.overlapping() == [], seen.window
    assert seen.covered() == [], seen.window
    cut = seen.cut
    is_beside_text = "replay" in row or "lesson" in row
    if is_beside_text and seen.window == LOWEST:  # names may end in an ellipsis there
        cut = [text for text in cut if not text.startswith("name: ")]
    assert cut == [], seen.window


def test_the_table_of_windows_has_large_boards_for_each_game_and_count_of_players() -> None:
    plays = [f"{slug}, {n} players" for slug in SLUGS for n in range(FEWEST[slug], MOST[slug] + 1)]
    replays = [f"{slug}, replay, {MOST[slug]} players" for slug in SLUGS]
    rows = documented()
    assert rows.keys() == {*plays, *replays, *(f"{slug}, lesson" for slug in SLUGS)}
    for row, shares in rows.items():
        assert tuple(shares) == WINDOWS
        assert min(shares.values()) >= MIN_BOARD_SHARE, row


@pytest.mark.parametrize("slug", SLUGS)
def test_play_and_replay_with_most_players(browser: Browser, here: House, slug: str) -> None:
    with visitor(browser, here.address) as somebody:
        table = play(somebody, slug, MOST[slug])
        for seen in in_all_windows(somebody):
            check(seen, f"{slug}, {MOST[slug]} players")
        somebody.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        open_replay(somebody, table)
        for seen in in_all_windows(somebody):
            check(seen, f"{slug}, replay, {MOST[slug]} players")


@pytest.mark.parametrize("slug", SLUGS)
def test_lesson(browser: Browser, here: House, slug: str) -> None:
    with visitor(browser, here.address, language="fr") as somebody:
        somebody.go("/")
        open_lesson(somebody, slug)
        boards = {}
        for seen in in_all_windows(somebody):
            check(seen, f"{slug}, lesson")
            boards[seen.window] = seen.board
        for step in LESSON_STEPS:
            open_lesson(somebody, slug, step)
            for window in LESSON_WINDOWS:
                board = see(somebody, *window).board
                change = LESSON_CHANGES_PX.get((slug, window), 1)
                assert board.width == pytest.approx(boards[window].width, abs=change), (
                    window,
                    step,
                )


def test_a_hint_moves_the_hand_up_instead_of_covering_it(browser: Browser, here: House) -> None:
    with visitor(browser, here.address) as somebody:
        begin(somebody, "m", players=MOST["m"])
        before = see(somebody, 390, 664)
        somebody.page.get_by_role("button", name="A hint").click()
        somebody.page.wait_for_selector(".hints")
        after = see(somebody, 390, 664)
        assert after.covered() == []
        assert after.overlapping() == []
        assert after.board.width == pytest.approx(before.board.width, abs=1)


def test_two_fingers_zoom_the_board_and_a_button_shows_all_of_it(
    browser: Browser, here: House
) -> None:
    with visitor(browser, here.address, PHONE) as somebody:
        begin(somebody, "m")
        before = see(somebody, *PHONE)
        piece = somebody.page.locator(".scene .can-press").first.get_attribute("data-id")
        pinch(somebody, 200, 350, 40, 120)
        width = see(somebody, *PHONE).board.width
        assert width > before.board.width * 1.2 or width == PHONE[0]
        assert scale(somebody) == pytest.approx(3, abs=0.1)
        assert somebody.page.locator(".spot.picked").count() == 0  # it was no press
        somebody.page.locator(".zoom-reset").click()
        assert scale(somebody) == 1
        somebody.page.locator(f'.spot[data-id="{piece}"]').tap()
        assert somebody.page.locator(".spot.picked").count() == 1


def test_keys_and_the_wheel_zoom_as_well(browser: Browser, here: House) -> None:
    with visitor(browser, here.address) as somebody:
        begin(somebody, "zwickern")
        somebody.page.locator('.spot[tabindex="0"]').first.focus()
        somebody.page.keyboard.press("+")
        assert scale(somebody) == pytest.approx(1.25)
        somebody.page.keyboard.press("0")
        assert scale(somebody) == 1
        somebody.page.mouse.move(500, 400)
        somebody.page.keyboard.down("Control")
        somebody.page.mouse.wheel(0, -200)
        somebody.page.keyboard.up("Control")
        somebody.page.wait_for_function(
            "() => document.querySelector('.layer').style.transform.includes('scale')"
        )
        assert scale(somebody) > 1.2


@pytest.mark.parametrize("slug", SLUGS)
def test_a_press_beside_a_small_piece_is_meant_for_it(
    browser: Browser, here: House, slug: str
) -> None:
    """Each piece to press is as large as a finger, or a press beside it counts for it."""
    with visitor(browser, here.address, WINDOWS[0]) as somebody:
        play(somebody, slug, MOST[slug])
        pieces = list(see(somebody, *WINDOWS[0]).pieces.values())
        if not (small := [box for box in pieces if min(box.width, box.height) < TARGET_PX]):
            return
        index, point = next(
            (pieces.index(box), point)
            for box in sorted(small, key=lambda box: box.area)
            for point in beside(box, [other for other in pieces if other is not box])
        )
        before = pressable(somebody)
        assert not before[index].startswith("picked")
        somebody.page.mouse.click(*point)
        somebody.page.wait_for_function(
            f"before => ({PRESSABLE})().join() !== before", arg=",".join(before)
        )
        picked = [one for one in pressable(somebody) if one.startswith("picked")]
        assert picked in ([], [f"picked {before[index]}"])  # none once a move has been made


def test_nothing_is_outside_while_another_table_waits(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, PHONE) as somebody:
        begin(somebody, "zwickern")
        begin(somebody, "m")
        somebody.page.wait_for_selector(".top-bar .next-table")
        for window in WINDOWS[:4]:
            assert see(somebody, *window).outside() == []


PRESSABLE = """() => [...document.querySelectorAll('.scene .spot.can-press')]
    .map(one => (one.matches('.picked') ? 'picked ' : '') + one.dataset.id)"""


def pressable(somebody: Watched) -> list[str]:
    """The pieces that can be pressed, by id, and whether they are picked."""
    return list(somebody.page.evaluate(PRESSABLE))


def beside(box: Box, others: list[Box]) -> list[tuple[float, float]]:
    """Points outside a small piece within a finger's reach, nearer to it than to any other."""
    x, y = box.x + box.width / 2, box.y + box.height / 2
    around = [(x - REACH_PX, y), (x + REACH_PX, y), (x, y - REACH_PX), (x, y + REACH_PX)]
    return [
        point
        for point in around
        if (own := box.distance(*point)) > 0
        and all(other.distance(*point) > own + 1 for other in others)
    ]


def scale(somebody: Watched) -> float:
    """By how much the scene is enlarged."""
    return float(
        somebody.page.evaluate(
            "() => new DOMMatrix(getComputedStyle(document.querySelector('.layer')).transform).a"
        )
    )


def pinch(somebody: Watched, x: float, y: float, start: float, end: float) -> None:
    """Move two fingers apart, from a distance to another."""
    line = somebody.context.new_cdp_session(somebody.page)

    def touch(kind: str, distance: float) -> None:
        points = [
            {"x": x - distance / 2, "y": y, "id": 0},
            {"x": x + distance / 2, "y": y, "id": 1},
        ]
        fingers = [] if kind == "touchEnd" else points
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", start)
    for part in range(1, 5):
        touch("touchMove", start + (end - start) * part / 4)
    touch("touchEnd", end)
