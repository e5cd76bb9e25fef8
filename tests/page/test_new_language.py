"""A language that is made of files alone: exported, translated, imported, built, and played in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house.running import House, house
from page.browsing import Watched
from playwright.sync_api import Browser

from ludotheque.core.registry import installed
from ludotheque.translation import po

ROOT = Path(__file__).parents[2]
DENO = Path(sysconfig.get_path("scripts")) / "deno"
LANGUAGE = "qps"  # a code for pseudo-languages, in which every text is the English one in brackets
GAMES = sorted(installed())
UNTRANSLATED = GAMES[0]  # the game that the translator has left out
NAME = "⟦English⟧"


def run(folder: Path, *command: str | Path) -> str:
    """The output of a command in the copy, which must succeed."""
    done = subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def environment(folder: Path) -> dict[str, str]:
    deno = {"DENO_TLS_CA_STORE": "system,mozilla", "NO_COLOR": "1"}
    return {**deno, **os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONUTF8": "1"}


def translate(file: Path) -> None:
    """Do a translator's work, for all games except one."""
    header, entries = po.read(file.read_text(encoding="utf-8"))
    for entry in entries:
        if not entry.context.startswith(f"games/{UNTRANSLATED}: "):
            entry.translation = f"⟦{entry.source}⟧"
    file.write_text(po.write(header, entries), encoding="utf-8")


def write_sheets(package: Path) -> None:
    for game in set(GAMES) - {UNTRANSLATED}:
        sheets = package / "games" / game / "sheets"
        english = (sheets / "en.md").read_text(encoding="utf-8")
        title, _, rest = english.partition("\n")
        text = f"{title} ⟦translated⟧\n{rest}"
        (sheets / f"{LANGUAGE}.md").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with one more language."""
    folder = tmp_path_factory.mktemp("language")
    ignored = shutil.ignore_patterns("__pycache__", "tests")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    shutil.copytree(ROOT / "client", folder / "client", ignore=ignored)
    words = (sys.executable, "-m", "ludotheque", "words")
    run(folder, *words, "export", LANGUAGE, "words.po")
    translate(folder / "words.po")
    told = run(folder, *words, "import", "words.po")
    assert f"games/{UNTRANSLATED}/sheets/{LANGUAGE}.md" in told
    write_sheets(folder / "src" / "ludotheque")
    missing = run(folder, *words, "status", LANGUAGE).splitlines()
    assert missing
    assert all(line.startswith(f"games/{UNTRANSLATED}") for line in missing)
    run(folder / "client", DENO, "run", "--allow-all", "build.ts")
    return folder


@pytest.fixture(scope="module")
def here(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that runs from the copy."""
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment(copy)["PYTHONPATH"])
        with house(str(folder / "house.db"), folder) as running:
            yield running


@pytest.fixture
def somebody(browser: Browser, here: House) -> Iterator[Watched]:
    visitor = Watched(browser, here.address)
    visitor.go("/")
    yield visitor
    visitor.close()


def in_language(somebody: Watched, path: str) -> Any:
    return somebody.ask("GET", f"/api/games{path}?language={LANGUAGE}")


def test_the_house_speaks_it(somebody: Watched) -> None:
    """A game that lacks the language is there in another one."""
    lines = {game["game"]: game["line"] for game in in_language(somebody, "")}
    english = {slug: game.words("en").say("about.line") for slug, game in installed().items()}
    expected = {slug: f"⟦{line}⟧" for slug, line in english.items()}
    assert lines == expected | {UNTRANSLATED: english[UNTRANSLATED]}


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_lessons_are_in_it(somebody: Watched, game: str) -> None:
    is_translated = game != UNTRANSLATED
    assert ("⟦translated⟧" in str(in_language(somebody, f"/{game}/sheet"))) == is_translated
    assert ("⟦" in str(in_language(somebody, f"/{game}/lessons"))) == is_translated


def test_people_choose_it_and_play_in_it(somebody: Watched) -> None:
    page = somebody.page
    page.get_by_role("button", name=NAME, exact=True).click()
    page.wait_for_selector(f"html[lang={LANGUAGE}]")
    assert page.locator("nav a span").first.inner_text().startswith("⟦")
    assert page.title() == "⟦Ludothèque⟧"
    somebody.go("/settings")
    page.wait_for_selector("input[type=radio]")
    assert page.get_by_role("radio", name=NAME, exact=True).is_checked()
    for game in GAMES:
        players = min(int(count) for count in installed()[game].options[0].values)
        somebody.set_up(game, ["", *["random"] * (players - 1)], players=players)
        page.wait_for_selector(".prompt")
        prompt = page.locator(".prompt").first.inner_text()
        assert prompt.startswith("⟦") == (game != UNTRANSLATED), game
        somebody.go("/")


def test_the_plain_page_offers_it(somebody: Watched) -> None:
    somebody.page.goto(f"{somebody.address}/plain")
    somebody.page.wait_for_selector("#games li")
    somebody.page.wait_for_load_state("networkidle")
    names = somebody.page.locator("#language option").all_inner_texts()
    assert names == ["Français", "Deutsch", "English", NAME]
