"""Zankapfel: what people read says the same thing by the same word, and numbers off the board."""

from __future__ import annotations

import re

import pytest
from scripted_games import scripted_table

from ludotheque.core.errors import IllegalMove
from ludotheque.core.state import LUCK
from ludotheque.core.words import LANGUAGES
from ludotheque.games.zankapfel import GAME
from ludotheque.presentation.sheets import Sheet

every_language = pytest.mark.parametrize("language", LANGUAGES)
AIM = {"fr": "But du jeu.", "en": "Aim of the game.", "de": "Ziel des Spiels."}
IN_THE_BOX = ("1", "6", "1", "1", "50", "60", "25", "6")  # as the box has them, in this order

# Other words for what has one: quarrel, worth, path, card for sale, to roll, to reveal
STRANGERS = {
    "fr": r"disput|\bcours\b|pot-de-vin|à vendre|pressez|dévoil|siège|\bpiste\b",
    "en": r"\btrack\b|on show|\bthrow|\bhim\b|\bhimself\b|feeds|quarrels? about",
    "de": r"mehreren Streits|kaufst oder legst du|Spielfigur|\bKurs\b|\bwürfle",
}


def sheet(language: str) -> Sheet:
    return Sheet.load(GAME.folder() / "sheets", language)


# the sheets


@every_language
def test_a_sheet_begins_with_the_aim_and_the_box(language: str) -> None:
    title, components, *_ = sheet(language).sections()
    assert title.title == "Zankapfel"
    aim = "".join(span.text for span in title.blocks[0].texts[0])
    assert aim.startswith(AIM[language])
    assert 2 <= len(re.findall(r"\.(?= |$)", aim.removeprefix(AIM[language]))) <= 3
    contents, board, *_ = components.blocks
    things = ["".join(span.text for span in text) for text in contents.texts]
    assert tuple(thing.split(" ")[0] for thing in things) == IN_THE_BOX
    assert board.rule == "ZK-1"


@every_language
def test_options_are_called_as_on_the_screen(language: str) -> None:
    text, words = sheet(language).text, GAME.words(language)
    assert "`" not in text.replace("```", "")  # nothing is written as code
    for option in GAME.options:
        assert f"- **{words.say(f'option.{option.name}')}**" in text
        for value in option.values:
            key = f"option.{option.name}.{str(value).lower()}"
            assert (words.say(key) if key in words else str(value)) in text


@every_language
def test_one_word_for_one_thing(language: str) -> None:
    said = [*GAME.words(language).entries.values(), *sheet(language).text.splitlines()]
    plain = [re.sub(r"\{\w+\}", "", line) for line in said]
    assert [line for line in plain if re.search(STRANGERS[language], line)] == []


@every_language
def test_the_glossary_has_the_words_of_the_game(language: str) -> None:
    glossary = sheet(language).sections()[-2].blocks[0]
    assert len({text[0].text for text in glossary.texts}) == len(glossary.texts) == 15
    assert all(text[0].kind == "bold" for text in glossary.texts)


# numbers off the board (one policy for all games: `core/notation.py`)

OFF_THE_BOARD = [
    *((f"{move} {cell}", "ZK-1") for move in ("mayor", "clear", "move") for cell in ("0 3", "3 6")),
    *((f"{move} -1 99", "ZK-1") for move in ("mayor", "clear", "move")),
    ("offer 6 1 1", "ZK-1"),
    ("offer 1 0 2", "ZK-1"),
    ("offer 1 1 0", "ZK-12"),
    ("offer 1 1 3", "ZK-12"),
    ("offer 1 1 -2", "ZK-12"),
    ("accept 4", "ZK-12"),
    ("accept -1", "ZK-12"),
    ("quarrel 0", "ZK-2"),
    ("quarrel 11", "ZK-2"),
    ("quarrel -3", "ZK-2"),
    ("dice 0", "ZK-19"),
    ("dice 4", "ZK-19"),
    ("dice -1", "ZK-19"),
    ("deal 9 r", "ZK-6"),
    ("deal -1 r", "ZK-6"),
    ("roll 0 0", "ZK-2"),
    ("roll 0 7", "ZK-2"),
    ("roll 0 -6", "ZK-2"),
    ("roll 9 6", "ZK-20"),
    ("roll -1 6", "ZK-20"),
]


@pytest.mark.parametrize(("text", "rule"), OFF_THE_BOARD)
def test_a_number_that_does_not_exist_is_refused_by_the_rule_that_says_what_there_is(
    text: str, rule: str
) -> None:
    table = scripted_table(GAME, "0 mayor 3 3", players=4)
    with pytest.raises(IllegalMove) as refusal:
        GAME.parse(table.state, text)
    assert refusal.value.rule == rule
    seat = LUCK if text.split(maxsplit=1)[0] in {"deal", "roll"} else 0
    explained = table.explain(seat, text)
    assert explained is not None
    assert explained.rule == rule
