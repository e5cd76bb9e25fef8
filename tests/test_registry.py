"""Installed games are checked when they are found: a bad one is skipped, and the log says why."""

from __future__ import annotations

import itertools
import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from packages import new_package
from playthroughs import INSTALLED

from ludotheque.core import registry
from ludotheque.core.errors import UnknownGame
from ludotheque.core.registry import find_all
from ludotheque.core.words import Words

numbers = itertools.count()
OURS = [game.slug for game in INSTALLED]


class Package:
    """The package of a game that is about to be broken; each has a name of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.slug = f"guest{next(numbers)}"
        self.folder = new_package(self.slug, folder / self.slug) / self.slug
        monkeypatch.syspath_prepend(str(self.folder.parent))

    def replace(self, file: str, old: str, new: str) -> None:
        """Change a file."""
        path = self.folder / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def write(self, file: str, content: bytes) -> None:
        """Write a file anew."""
        (self.folder / file).write_bytes(content)

    def remove_key(self, key: str) -> None:
        """Remove a sentence in all languages."""
        for path in (self.folder / "words").iterdir():
            entries = json.loads(path.read_text("utf-8"))
            del entries[key]
            path.write_text(json.dumps(entries), "utf-8")

    def remove(self, pattern: str) -> None:
        """Remove files."""
        for path in self.folder.glob(pattern):
            path.unlink()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    return Package(tmp_path, monkeypatch)


def found(caplog: pytest.LogCaptureFixture) -> tuple[list[str], list[str]]:
    """The games that are found now, and the lines of the log."""
    with caplog.at_level(logging.WARNING):
        games = registry.installed.__wrapped__()
    lines = [record.getMessage() for record in caplog.records]
    return [slug for slug in games if slug not in OURS], lines


def test_a_good_game_is_found(package: Package, caplog: pytest.LogCaptureFixture) -> None:
    assert found(caplog) == ([package.slug], [])


FAULTS: dict[str, tuple[Callable[[Package], None], str]] = {
    "an import that fails": (
        lambda package: package.replace("rules.py", "CARDS: Final = 20", "import nowhere"),
        "it can't be imported: ModuleNotFoundError: No module named 'nowhere'",
    ),
    "an import that exits": (
        lambda package: package.replace("rules.py", "CARDS: Final = 20", "raise SystemExit(1)"),
        "it can't be imported: SystemExit: 1",
    ),
    "not a game": (
        lambda package: package.replace("__init__.py", "GAME = TricksGame()", "GAME = TricksGame"),
        "its entry point is ABCMeta, not an instance of Game",
    ),
    "another slug": (
        lambda package: package.replace(
            "__init__.py", f'slug = "{package.slug}"', 'slug = "chess"'
        ),
        "slug must be the name of the entry point",
    ),
    "no age": (
        lambda package: package.replace("__init__.py", "    age = 8\n", ""),
        "age is missing",
    ),
    "bad minutes": (
        lambda package: package.replace("__init__.py", "minutes = (5, 10)", "minutes = 10"),
        "minutes must not be 10",
    ),
    "no players": (
        lambda package: package.replace("__init__.py", 'Option("players"', 'Option("seats"'),
        "options lack players, the number of seats",
    ),
    "players in words": (
        lambda package: package.replace("__init__.py", "(2, 3, 4), 3", '("two", "three"), "two"'),
        "option players must take numbers of seats",
    ),
    "more players than colours": (
        lambda package: package.replace("__init__.py", "(2, 3, 4), 3", "(2, 3, 7), 3"),
        "option players must take numbers of seats up to 6, not (2, 3, 7)",
    ),
    "other seats": (
        lambda package: package.replace("rules.py", "return self.players\n", "return 2\n"),
        "a game for 3 players has 2 seats",
    ),
    "a default that is no value": (
        lambda package: package.replace("__init__.py", "(2, 3, 4), 3", "(2, 3, 4), 9"),
        "option players does not take its default 9",
    ),
    "no line about it": (
        lambda package: package.remove_key("about.line"),
        "words lack about.line",
    ),
    "an option without words": (
        lambda package: package.remove_key("option.players"),
        "words lack option.players",
    ),
    "a level without words": (
        lambda package: package.replace(
            "__init__.py", "    bots:", "    levels = {'genius': None}\n    bots:"
        ),
        "words lack bot.genius",
    ),
    "words that can't be filled": (
        lambda package: package.replace("words/fr.json", "Cinq cartes", "{Cinq} cartes"),
        "texts: KeyError: 'Cinq'",
    ),
    "words that are not JSON": (
        lambda package: package.replace("words/de.json", "{", "["),
        "texts: JSONDecodeError",
    ),
    "no words": (
        lambda package: package.remove("words/*.json"),
        "words/LANGUAGE.json is missing, such as words/en.json",
    ),
    "no rule sheet": (
        lambda package: package.remove("sheets/*.md"),
        "sheets/LANGUAGE.md is missing, such as sheets/en.md",
    ),
    "a lesson that is not JSON": (
        lambda package: package.write("lessons.json", b"{"),
        "lessons.json is not JSON: ",
    ),
    "a look that is not JSON": (
        lambda package: package.replace("art/look.json", "{", "["),
        "art/look.json is not JSON: ",
    ),
    "a sheet that is not text": (
        lambda package: package.write("sheets/de.md", b"\xff"),
        "sheets/de.md is not text: ",
    ),
    "no facts": (lambda package: package.remove("facts.json"), "facts: FileNotFoundError"),
    "states that can't be sent": (
        lambda package: package.replace(
            "rules.py",
            "self.starter = 0 ",
            "self.rank = lambda card: card\n        self.starter = 0 ",
        ),
        "states: ",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_game_is_skipped_with_one_line(
    fault: str, package: Package, caplog: pytest.LogCaptureFixture
) -> None:
    """All others are found as before."""
    spoil, reason = FAULTS[fault]
    spoil(package)
    games, lines = found(caplog)
    assert games == []
    assert len(lines) == 1
    assert lines[0].startswith(f"the game {package.slug} ({package.slug}:GAME) is skipped: ")
    assert reason in lines[0]
    assert "\n" not in lines[0]
    assert list(registry.installed.__wrapped__()) == OURS
    sys.modules.pop(package.slug, None)


def test_a_game_cannot_take_the_name_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.syspath_prepend(str(new_package("guest_m", tmp_path / "guest")))
    (points,) = (tmp_path / "guest" / "src").glob("*.dist-info/entry_points.txt")
    points.write_text("[ludotheque.games]\nm = guest_m:GAME\n")
    games, lines = found(caplog)
    assert games == []
    assert lines == ["the game m (guest_m:GAME) is skipped: there is another game of that name"]
    assert type(registry.installed.__wrapped__()["m"]) is type(registry.find("m"))


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_one_language_suffices(
    language: str, package: Package, caplog: pytest.LogCaptureFixture
) -> None:
    for other in {"fr", "en", "de"} - {language}:
        package.remove(f"words/{other}.json")
        package.remove(f"sheets/{other}.md")
    assert found(caplog) == ([package.slug], [])
    game = registry.installed.__wrapped__()[package.slug]
    lines = {game.words(one).say("about.line") for one in ("fr", "en", "de")}
    assert len(lines) == 1
    assert game.words("fr").language == language  # by whose rules words take the plural


def test_a_missing_sentence_is_that_of_another_language(tmp_path: Path) -> None:
    """A variant is not mixed with a sentence of another language."""
    (tmp_path / "fr.json").write_text('{"a": "A"}')
    (tmp_path / "de.json").write_text('{"a": "x", "a.you": "du", "b": "B", "b.one": "eins"}')
    words = Words.load(tmp_path, "fr")
    assert words.entries == {"a": "A", "b": "B", "b.one": "eins"}
    assert words.language == "fr"


def test_a_host_chooses_the_shelf() -> None:
    assert list(find_all("zwickern, m")) == ["zwickern", "m"]
    assert list(find_all("")) == list(registry.installed())
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        find_all("m,chess")
