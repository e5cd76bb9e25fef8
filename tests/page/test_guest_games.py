"""Games of other packages in the browser: a whole one, and broken ones that disturb no other."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, house
from packages import ROOT, environment, new_package, registered
from page.browsing import PHONE, Watched
from page.playing import Player
from page.test_games import check_ending
from playthroughs import INSTALLED
from playwright.sync_api import Browser

OURS = {game.slug for game in INSTALLED}
BROKEN_TABLE = "This table is damaged"


def spoil(path: Path, old: str, new: str) -> None:
    """Replace a text in a file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with Whist, a game just made, one without words, and one whose scene fails."""
    folder = tmp_path_factory.mktemp("guests")
    shutil.copytree(ROOT / "examples" / "whist", folder / "whist")
    whist = registered(folder / "whist")
    slugs = ("fresh", "wordless", "faulty")
    fresh, wordless, faulty = (new_package(slug, folder / slug) for slug in slugs)
    shutil.rmtree(wordless / "wordless" / "words")
    spoil(faulty / "faulty" / "scene.py", "    del names\n", "    1 / (len(public.played) < 3)\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", environment(whist, fresh, wordless, faulty)["PYTHONPATH"])
        with house(str(folder / "house.db"), folder) as running:
            yield running


def test_the_shelf_has_what_can_be_played(browser: Browser, guests: House) -> None:
    """The game without words is skipped with one line of the log, in each process."""
    somebody = Watched(browser, guests.address)
    somebody.go("/")
    somebody.page.wait_for_selector(".shelf a")
    links = somebody.page.locator(".shelf a").evaluate_all("all => all.map(one => one.pathname)")
    assert {link.removeprefix("/game/") for link in links} >= OURS | {"whist", "fresh", "faulty"}
    assert "/game/wordless" not in links
    title = somebody.page.get_by_role("heading", level=1)
    assert title.inner_text() == "Eight games, open day and night"
    lines = [line for line in guests.errors() if "the game wordless" in line]
    assert lines
    assert all("words/en.json" in line and "is missing" in line for line in lines)
    somebody.close()


def test_whist_is_played_to_its_end_with_bots_of_three_levels(
    browser: Browser, guests: House
) -> None:
    somebody = Watched(browser, guests.address)
    somebody.go("/")
    somebody.set_up("whist", ["", "novice", "player", "master"])
    player = Player(somebody, "whist")
    assert player.play()
    assert len(player.pressed) >= 13
    check_ending(somebody, says_why=False)  # Whist has no fact of its end
    somebody.close()


def test_a_game_that_was_just_made_is_played_to_its_end(browser: Browser, guests: House) -> None:
    """What `ludotheque new-game` writes, without a change."""
    somebody = Watched(browser, guests.address, PHONE)
    somebody.go("/")
    somebody.set_up("fresh", ["", "novice", "master"])
    player = Player(somebody, "fresh")
    assert player.play()
    assert len(player.pressed) == 5
    check_ending(somebody, says_why=False)
    somebody.close()


def test_a_game_that_fails_breaks_its_own_tables_only(browser: Browser, guests: House) -> None:
    somebody = Watched(browser, guests.address)
    somebody.go("/")
    somebody.set_up("faulty", ["", "random", "random"])
    player = Player(somebody, "faulty")
    assert player.step() == "mine"
    somebody.page.wait_for_selector(f"text={BROKEN_TABLE}")
    somebody.go("/")
    somebody.set_up("m", ["", "random"], players=2)
    other = Player(somebody, "m")
    assert [other.step() for _ in range(4)] == ["mine"] * 4
    somebody.close()
