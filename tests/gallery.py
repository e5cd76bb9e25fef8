"""Screenshots of all screens and games, and the sizes of boards: ``make gallery``."""

from __future__ import annotations

import base64
import contextlib
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from chromium import chromium
from films import shoot as shoot_films
from house.running import House, house
from page.browsing import DESK, PHONE, Watched
from page.inhabited import befriend, enter, inhabit, try_deal_of_the_day
from page.playing import Player
from page.screens import FEWEST, MOST, SCREENS, SLUGS, begin, show
from page.windows import WINDOWS, Seen, in_all_windows, open_lesson, open_replay, play
from playwright.sync_api import Browser

FOLDER: Final = Path(__file__).parents[1] / "docs" / "gallery"
SIZES: Final = {"phone": PHONE, "desk": DESK}
THEMES: Final = ("light", "dark")
LANGUAGES: Final = ("fr", "en", "de")
FRIENDS: Final = ("Alexandra", "Zoë")
RIVALS: Final = ("Ada", "Bob", "Eve")
WEBP_QUALITY: Final = 82
CLICKS_TO_MIDGAME: Final = 14
MAX_CLICKS_TO_DECISION: Final = 60  # to a choice in two steps


class Camera:
    """Takes each picture four times: on a phone and on a desk, in light and dark."""

    def __init__(self, somebody: Watched) -> None:
        self.page = somebody.page
        self.line = somebody.context.new_cdp_session(somebody.page)
        self.taken: list[str] = []

    def shoot(self, name: str) -> None:
        """Take the four pictures of the current screen."""
        self.taken.append(name)
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
                self.page.wait_for_timeout(250)  # until colours have changed and covers are drawn
                self._save(f"{name}-{size}-{theme}")
        self.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

    def _save(self, name: str) -> None:
        data = self.line.send("Page.captureScreenshot", {"format": "webp", "quality": WEBP_QUALITY})
        (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(data["data"]))


def screens(browser: Browser, here: House, token: str) -> list[str]:
    """The screens around the tables, in all languages in turn, in a house where people played."""
    taken: list[str] = []
    clara = enter(browser, here.address, token)
    clara.go("/")
    befriend(browser, here.address, clara, FRIENDS)
    clara.context.close()
    for number, name in enumerate([*SCREENS, "waiting-room"]):
        somebody = enter(browser, here.address, token, language=LANGUAGES[number % 3])
        camera = Camera(somebody)
        if name == "waiting-room":
            wait_for_others(somebody)
        elif name == "watch":
            play_in_public(browser, here)
            show(somebody, name)
            somebody.page.wait_for_selector("#main li")
        else:
            show(somebody, name)
        camera.shoot(name)
        taken += camera.taken
        somebody.context.close()
    return taken


def play_in_public(browser: Browser, here: House) -> None:
    """Two public tables, one of them with a free seat."""
    others = Watched(browser, here.address, language="fr")
    others.go("/")
    others.ask("POST", "/api/guest?language=fr")
    for slug, bots in (("zwickern", ["", "player", "novice"]), ("m", ["", "", "player"])):
        wanted = {"game": slug, "bots": bots, "options": {"players": 3}, "public": True}
        table = others.ask("POST", "/api/tables", wanted)["table"]
        others.page.evaluate("table => sessionStorage['ludotheque.begin'] = table", table)
        others.go(f"/table/{table}")
        others.page.wait_for_selector(".scene .spot, .waiting-room")
    others.context.close()


def wait_for_others(somebody: Watched) -> None:
    """A table that waits for players."""
    somebody.go("/")
    wanted = {"game": "appenzell", "bots": ["", "", "greedy"], "options": {"players": 3}}
    table = somebody.ask("POST", "/api/tables", wanted)["table"]
    somebody.go(f"/table/{table}")
    somebody.page.locator(".waiting-room li .button").first.click()
    somebody.page.wait_for_selector(".waiting-room .you")


def game(browser: Browser, here: House, slug: str, language: str) -> list[str]:
    """A game from its box to its replay."""
    somebody = Watched(browser, here.address, language=language)
    camera, page = Camera(somebody), somebody.page
    somebody.go(f"/game/{slug}")
    page.wait_for_selector(".game-tables h2")
    camera.shoot(f"{slug}-1-box")
    table = begin(somebody, slug, "greedy")
    camera.shoot(f"{slug}-2-start")
    (FOLDER / f"{slug}-reading.txt").write_text(
        page.locator("main").aria_snapshot() + "\n", "utf-8"
    )
    player = Player(somebody, slug)
    player.play(CLICKS_TO_MIDGAME)
    player.look()
    camera.shoot(f"{slug}-3-middle")
    for _ in range(MAX_CLICKS_TO_DECISION):
        if player.step() == "over" or page.locator(".answers .back").count():
            break
    camera.shoot(f"{slug}-4-decision")
    page.keyboard.press("Escape")
    player.play()
    page.wait_for_timeout(3000)  # until all lines of the ending are there
    camera.shoot(f"{slug}-5-end")
    somebody.go(f"/table/{table}/replay")
    page.wait_for_selector("main h1")
    page.wait_for_load_state("networkidle")
    slider = page.locator("input[type=range]").first
    slider.fill(str(int(slider.get_attribute("max") or 0) * 2 // 3))
    page.wait_for_load_state("networkidle")
    camera.shoot(f"{slug}-6-replay")
    begin(somebody, slug, "greedy", MOST[slug])
    Player(somebody, slug).play(CLICKS_TO_MIDGAME)
    player.look()
    camera.shoot(f"{slug}-7-full-table")
    somebody.context.close()
    return camera.taken


def windows(browser: Browser, here: House) -> str:
    """The sizes of boards and targets of all games in all windows, as a document."""
    sizes = [f"{width}x{height}" for width, height in WINDOWS]
    lines = ["# Windows", "", "Made by `make gallery`, which plays in a real browser.", ""]
    lines += [
        "The board: its longer side in pixels, and as a part of the window's shorter side. The",
        "target: the shorter side of the smallest piece that can be pressed; a press counts for",
        "the nearest one within 22 pixels of its centre, and 24 of its edge if it hits nothing.",
        "",
        f"| game | {' | '.join(sizes)} |",
        f"|---|{'---|' * len(sizes)}",
    ]
    for slug in SLUGS:
        somebody = Watched(browser, here.address)
        somebody.go("/")
        table, players = "", 0
        for players in range(FEWEST[slug], MOST[slug] + 1):
            somebody.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
            table = play(somebody, slug, players)
            lines.append(window_row(f"{slug}, {players} players", in_all_windows(somebody)))
        somebody.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        open_replay(somebody, table)
        lines.append(window_row(f"{slug}, replay, {MOST[slug]} players", in_all_windows(somebody)))
        open_lesson(somebody, slug)
        lines.append(window_row(f"{slug}, lesson", in_all_windows(somebody)))
        somebody.context.close()
    return "\n".join([*lines, ""])


def window_row(name: str, found: Iterable[Seen]) -> str:
    """A row of the table of windows."""
    cells = []
    for seen in found:
        board = f"{max(seen.board.width, seen.board.height):.0f} ({seen.board_share:.0%})"
        cells.append(f"{board}, {min(seen.targets):.0f}" if seen.targets else board)
    return f"| {name} | {' | '.join(cells)} |"


def index(names: list[str]) -> str:
    """All pictures on one page."""
    made = (
        "Made by `make gallery`, which plays in a real browser. What moves is in [films](films.md)."
    )
    lines = ["# Gallery", "", made, ""]
    heads = [f"{size}, {theme}" for size in SIZES for theme in THEMES]
    lines += [f"| | {' | '.join(heads)} |", "|---|---|---|---|---|"]
    for name in names:
        files = [f"{name}-{size}-{theme}.webp" for size in SIZES for theme in THEMES]
        lines.append(f"| {name} | {' | '.join(f'![{file}]({file})' for file in files)} |")
    return "\n".join([*lines, ""])


def main(wanted: list[str]) -> None:
    """Make all pictures, or some: of games, ``screens``, ``films``, the table of ``windows``."""
    FOLDER.mkdir(exist_ok=True)
    parts = wanted or ["screens", *SLUGS, "films", "windows"]
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        place = str(Path(folder, "house.db"))
        token = inhabit(place)
        here = stack.enter_context(house(place, Path(folder)))
        if "screens" in parts:
            try_deal_of_the_day(here, RIVALS)
        browser = stack.enter_context(chromium())
        taken: list[str] = []
        for number, part in enumerate(parts):
            if part == "screens":
                taken += screens(browser, here, token)
            elif part == "films":
                shoot_films(browser, here.address, FOLDER)
            elif part == "windows":
                text = windows(browser, here)
                (FOLDER / "windows.md").write_text(text, encoding="utf-8")
            else:
                taken += game(browser, here, part, LANGUAGES[number % 3])
    if not wanted:
        (FOLDER / "index.md").write_text(index(taken), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
