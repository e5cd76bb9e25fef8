"""What is known of people and games: pages of statistics, past games, and files that are opened."""

from __future__ import annotations

import json

from house.running import House
from page.browsing import Watched
from page.inhabited import try_deal_of_the_day
from page.screens import begin, give_up, visitor
from page.test_accessibility import NARROW, OVERFLOWING, check_with_axe
from playwright.sync_api import Browser

DROP = """text => {
    const files = new DataTransfer();
    files.items.add(new File([text], "game.json"));
    for (const type of ["dragover", "drop"]) {
        const event = new DragEvent(type, {dataTransfer: files, bubbles: true, cancelable: true});
        document.body.dispatchEvent(event);
    }
}"""


def check(somebody: Watched) -> None:
    check_with_axe(somebody)
    assert somebody.page.evaluate(OVERFLOWING) == []


def test_a_finished_game_is_known(browser: Browser, here: House) -> None:
    with visitor(browser, here.address, size=NARROW) as somebody:
        page = somebody.page
        table = begin(somebody, "m", players=3)
        give_up(somebody)
        record = json.dumps(somebody.ask("GET", f"/api/tables/{table}/record"))
        name = somebody.ask("GET", "/api/me")["name"]

        somebody.go(f"/person/{name}")
        page.wait_for_selector(".person-game .recent-dots a")
        check(somebody)
        somebody.go("/game/m/statistics")
        page.wait_for_selector(".rating-scale .bot")
        page.wait_for_selector(".histogram rect")
        check(somebody)
        try_deal_of_the_day(here, ("Ada", "Bob"))
        somebody.go("/daily")
        page.wait_for_selector(".daily-page .button.main")
        assert page.locator(".ladder li").count() == 2
        check(somebody)

        somebody.go("/past")
        page.wait_for_selector(f'.tables a[href="/table/{table}/replay"]')
        page.get_by_label("Result").select_option("won")
        page.wait_for_selector(".past-page .empty, .past-page .tables a")
        check(somebody)

        # A record file, chosen or dropped, is replayed.
        page.set_input_files(
            ".open-record input",
            {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()},
        )
        page.wait_for_url("**/record/*")
        page.wait_for_selector(".replay .controls")
        check(somebody)
        first = page.url
        page.evaluate(DROP, record)
        page.wait_for_url(lambda url: "/record/" in url and url.partition("#")[0] != first)
        page.wait_for_selector(".replay .controls")

        # One that is no record is refused in words.
        page.evaluate(DROP, '{"format": "another"}')
        page.wait_for_selector(".record-error")
        assert "format must be" in page.inner_text(".record-error")
        refused = [problem for problem in somebody.problems if "400" in problem]
        assert len(refused) == 2  # the response, and the browser's own line about it
        somebody.problems.clear()
