"""Games of other packages in the browser: a whole one, and broken ones that disturb no other."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
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
    """A house with Whist, a game just made, and one without words."""
    folder = tmp_path_factory.mktemp("guests")
    fresh, wordless = (new_package(slug, folder / slug) for slug in ("fresh", "wordless"))
    shutil.rmtree(wordless / "wordless" / "words")
    with house_with(folder, copy_of_whist(folder), fresh, wordless) as running:
        yield running


def copy_of_whist(folder: Path) -> Path:
    """A copy of Whist, registered; returns its folder of sources."""
    shutil.copytree(ROOT / "examples" / "whist", folder / "whist")
    return registered(folder / "whist")


@contextmanager
def house_with(folder: Path, *sources: Path) -> Iterator[House]:
    """A house where these packages are installed as well."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patched:  # read by the house when it starts
            patched.setenv("PYTHONPATH", environment(*sources)["PYTHONPATH"])
            running = stack.enter_context(house(str(folder / "house.db"), folder))
        yield running


def shelf_of(somebody: Watched) -> set[str]:
    """The games on the shelf of the home page."""
    somebody.go("/")
    somebody.page.wait_for_selector(".shelf a")
    links = somebody.page.locator(".shelf a").evaluate_all("all => all.map(one => one.pathname)")
    return {link.removeprefix("/game/") for link in links}


def play_some_of_each(somebody: Watched) -> None:
    """A table of each of our games takes moves and is not set aside."""
    for game in INSTALLED:
        players = min(int(count) for count in game.options[0].values)
        somebody.set_up(game.slug, ["", *["random"] * (players - 1)], players=players)
        player = Player(somebody, game.slug)
        assert [player.step() for _ in range(3)] == ["mine"] * 3, game.slug
        assert not somebody.page.get_by_text(BROKEN_TABLE).count()


def test_the_shelf_has_what_can_be_played(browser: Browser, guests: House) -> None:
    """The game without words is skipped with one line of the log, in each process."""
    somebody = Watched(browser, guests.address)
    assert shelf_of(somebody) == OURS | {"whist", "fresh"}
    title = somebody.page.get_by_role("heading", level=1)
    assert title.inner_text() == "Seven games, open day and night"
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


def test_whist_without_words_is_missed_by_no_other_game(browser: Browser, tmp_path: Path) -> None:
    whist = copy_of_whist(tmp_path)
    shutil.rmtree(whist / "whist" / "words")
    with house_with(tmp_path, whist) as running:
        somebody = Watched(browser, running.address)
        assert shelf_of(somebody) == OURS
        play_some_of_each(somebody)
        somebody.close()
        assert all("the game whist" in line for line in running.errors())


def test_whist_breaks_its_own_tables_only_if_its_scene_fails(
    browser: Browser, tmp_path: Path
) -> None:
    whist = copy_of_whist(tmp_path)
    scene = whist / "whist" / "scene.py"
    spoil(scene, "    del part_cache\n", "    1 / (len(public.trick) < 4)\n")
    with house_with(tmp_path, whist) as running:
        somebody = Watched(browser, running.address)
        assert shelf_of(somebody) == OURS | {"whist"}
        somebody.set_up("whist", ["", *["random"] * 3])
        assert Player(somebody, "whist").step() == "mine"
        somebody.page.wait_for_selector(f"text={BROKEN_TABLE}")
        somebody.go("/")
        play_some_of_each(somebody)
        somebody.close()
