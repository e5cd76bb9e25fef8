"""Budgets: the transfer size of the page, and layout shifts while it loads."""

from __future__ import annotations

import gzip
import re

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from page.screens import SLUGS, begin, visitor
from playwright.sync_api import Browser, Response

KIB = 1024
LAYOUT_SHIFT = """() => new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
    }).observe({type: 'layout-shift', buffered: true});
    setTimeout(() => done(sum), 300);
})"""


class TransferSize:
    """Measures what a page loads, compressed with gzip."""

    def __init__(self, somebody: Watched) -> None:
        self.loaded: list[Response] = []
        somebody.page.on("response", self._record)

    def _record(self, response: Response) -> None:
        self.loaded.append(response)

    def kib(self, *kinds: str) -> float:
        """Kibibytes of everything that was loaded, or of these resource types."""
        counted = [one for one in self.loaded if not kinds or one.request.resource_type in kinds]
        return sum(len(gzip.compress(one.body())) for one in counted) / KIB

    def scripts(self) -> set[str]:
        """The names of the scripts that were loaded, without their versions."""
        urls = [one.url for one in self.loaded if one.request.resource_type == "script"]
        return {re.sub(r"(-[0-9a-f]{16})?\.js.*", "", url.rpartition("/")[2]) for url in urls}


def test_the_home_page_is_small(browser: Browser, here: House) -> None:
    with visitor(browser, here.address) as somebody:
        transfer = TransferSize(somebody)
        somebody.go("/")
        somebody.page.wait_for_selector(".shelf .box img")
        somebody.page.wait_for_load_state("networkidle")
        assert 0 < transfer.kib("script") <= 100
        assert transfer.kib("script") < transfer.kib() <= 200


@pytest.mark.parametrize("game", SLUGS)
def test_a_table_is_small(browser: Browser, here: House, game: str) -> None:
    with visitor(browser, here.address) as somebody:
        table = begin(somebody, game)
    with visitor(browser, here.address) as somebody:
        transfer = TransferSize(somebody)
        somebody.go(f"/table/{table}")
        somebody.page.wait_for_selector(".scene .spot")
        somebody.page.wait_for_load_state("networkidle")
        assert 0 < transfer.kib() <= 400
        assert transfer.scripts() - {"sw"} == {"app", "core"}


def test_a_puzzle_loads_no_other_screens(browser: Browser, here: House) -> None:
    with visitor(browser, here.address) as somebody:
        somebody.go("/puzzles")
        somebody.page.wait_for_selector(".puzzle-games")
        puzzle = somebody.ask("GET", "/api/puzzles?game=m")["daily"][0]["puzzle"]
    with visitor(browser, here.address) as somebody:
        transfer = TransferSize(somebody)
        somebody.go(f"/puzzle/{puzzle}")
        somebody.page.wait_for_selector(".prompt.mine")
        somebody.page.wait_for_load_state("networkidle")
        assert 0 < transfer.kib() <= 400
        assert transfer.scripts() - {"sw"} == {"app", "core", "PuzzlesScreen"}


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("path", ["/", "/game/zankapfel", "/game/m/rules", "/me", "/watch"])
def test_a_page_loads_without_layout_shifts(
    browser: Browser, here: House, path: str, size: tuple[int, int]
) -> None:
    with visitor(browser, here.address, size) as somebody:
        somebody.go(path)
        somebody.page.wait_for_selector("#main h1, #main h2")
        somebody.page.wait_for_load_state("networkidle")
        assert somebody.page.evaluate(LAYOUT_SHIFT) <= 0.01


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_table_loads_without_layout_shifts(
    browser: Browser, here: House, size: tuple[int, int]
) -> None:
    with visitor(browser, here.address, size) as somebody:
        begin(somebody, "zankapfel")
        somebody.page.reload()
        somebody.page.wait_for_selector(".prompt.mine")
        assert somebody.page.evaluate(LAYOUT_SHIFT) <= 0.01
