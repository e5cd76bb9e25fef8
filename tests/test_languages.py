"""Which languages there are is told by files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque.core import words
from ludotheque.core.words import (
    LANGUAGES,
    Words,
    available_languages,
    best_language,
    installed_languages,
    matching_language,
)


@pytest.fixture
def five(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A package whose page was built in five languages."""
    page = tmp_path / "house" / "page"
    page.mkdir(parents=True)
    for name in ("words.fr.json", "words.pt-BR.json", "words.eo.json", "app.js", "languages.json"):
        (page / name).touch()
    monkeypatch.setattr(words, "files", lambda package: tmp_path)
    monkeypatch.setattr(words, "installed_languages", installed_languages.__wrapped__)


def test_all_our_languages_are_installed() -> None:
    assert installed_languages()[:3] == LANGUAGES


def test_a_language_is_installed_if_the_page_has_its_words(five: None) -> None:
    assert words.installed_languages() == ("fr", "en", "de", "eo", "pt-BR")


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("eo", "eo"),
        ("de_CH", "de"),
        ("pt_BR", "pt-BR"),
        ("PT-br", "pt-BR"),
        ("C", None),
        ("", None),
    ],
)
def test_a_tag_finds_its_language(five: None, tag: str, language: str | None) -> None:
    assert matching_language(tag) == language


def test_a_folder_has_the_languages_of_its_files(tmp_path: Path) -> None:
    for name in ("de.json", "eo.json", "en.json", "pt-BR.json", "notes.json", "fr.md"):
        (tmp_path / name).touch()
    assert available_languages(tmp_path, "json") == ["en", "de", "eo", "pt-BR"]
    assert best_language(tmp_path, "eo", "json") == "eo"
    assert best_language(tmp_path, "it", "json") == "en"
    assert available_languages(tmp_path / "none", "json") == []


@pytest.mark.parametrize(
    ("language", "zero"), [("fr", "one"), ("pt-BR", "one"), ("en", "many"), ("eo", "many")]
)
def test_zero_is_singular_in_some_languages(tmp_path: Path, language: str, zero: str) -> None:
    (tmp_path / f"{language}.json").write_text(json.dumps({"a": "many", "a.one": "one"}))
    own = Words.load(tmp_path, language)
    assert [own.say("a", count=count) for count in (0, 1, 2)] == [zero, "one", "many"]
