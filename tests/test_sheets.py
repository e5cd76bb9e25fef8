"""Rule sheets: three languages, with the rule numbers of the specification and of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playthroughs import INSTALLED

from ludotheque.core.facts import load_fact_schemas
from ludotheque.core.words import LANGUAGES
from ludotheque.presentation.sheets import Sheet

if TYPE_CHECKING:
    from ludotheque.core.game import Game

ROOT = Path(__file__).parents[1]
RULE_NUMBER = re.compile(r"^- ([A-Z]+-\d+) |(?:^- |\. )([A-Z]+-E\d+) ", re.MULTILINE)
every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


def rule_numbers(game: Game) -> list[str]:
    """The numbers of the rules and examples in the game's specification, in order."""
    text = (ROOT / "docs" / "rules" / f"{game.slug}.md").read_text(encoding="utf-8")
    return [rule or example for rule, example in RULE_NUMBER.findall(text)]


def sheet(game: Game, language: str) -> Sheet:
    return Sheet.load(game.folder() / "sheets", language)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_has_every_number_of_the_specification(game: Game, language: str) -> None:
    assert rule_numbers(game)
    assert list(sheet(game, language).paragraphs) == rule_numbers(game)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_names_no_option_as_records_do(game: Game, language: str) -> None:
    text = sheet(game, language).text
    assert not [option.name for option in game.options if f"`{option.name}`" in text]


@every_game
def test_every_rule_cited_in_code_exists(game: Game) -> None:
    known = set(rule_numbers(game))
    prefix = rule_numbers(game)[0].partition("-")[0]
    cited = set()
    for path in Path(str(game.folder())).rglob("*.py"):
        cited |= set(re.findall(rf"\b{prefix}-E?\d+\b", path.read_text(encoding="utf-8")))
    assert cited
    assert cited <= known


def test_an_unknown_category_of_facts_is_refused(tmp_path: Path) -> None:
    (tmp_path / "facts.json").write_text('{"weather": {"rained": {"rule": "X-1"}}}')
    with pytest.raises(ValueError, match="category 'weather'"):
        load_fact_schemas(tmp_path)


@every_game
def test_every_worked_example_is_a_test(game: Game) -> None:
    tests = Path(str(game.folder()), "tests", "test_examples.py").read_text(encoding="utf-8")
    for number in rule_numbers(game):
        if "-E" in number:
            name = "test_" + number.lower().replace("-", "_")
            assert re.search(rf"def {name}\b|def {name}_", tests), name


def test_search_finds_by_number_and_by_word() -> None:
    text = "# X\n\n**X-1** A card.\n\n**X-2** A chip.\n"
    found = Sheet(text, {"X-1": "A card.", "X-2": "A chip."})
    assert found.search("x-2") == ["X-2"]
    assert found.search("CARD") == ["X-1"]
    assert found.search("horse") == []
