"""Zwickern: one word for one thing, in the sheets people read and on the page."""

from __future__ import annotations

import re

import pytest

from ludotheque.core.words import LANGUAGES
from ludotheque.games.zwickern import GAME
from ludotheque.presentation.sheets import Sheet

# Words that were once used in addition to those of the glossaries
RETIRED = {
    "fr": r"\b((?<!centre de )la table|plage|(votre|le|du|un) tas|isolée?s?|cartes? doubles?)\b",
    "en": r"\b(beach|sweeps?|on show|lay {card})\b",
    "de": r"\b(Tisch|Strand|Beute|Fang|anlegen|angelegt|Doppelkarten?|Paare?|genommen)\b",
}


def sheet(language: str) -> str:
    return Sheet.load(GAME.folder() / "sheets", language).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_names_options_as_the_screen_does(language: str) -> None:
    words, text = GAME.words(language), sheet(language)
    assert "`" not in text
    for option in GAME.options:
        start = f"- **{words.say(f'option.{option.name}')}**"
        line = next(line for line in text.splitlines() if line.startswith(start))
        for value in option.values:
            name = str(value).lower() if isinstance(value, bool) else str(value)
            assert words.say(f"option.{option.name}.{name}") in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    texts = [sheet(language), *GAME.words(language).entries.values()]
    assert [found for text in texts if (found := re.findall(RETIRED[language], text))] == []
