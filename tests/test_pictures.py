"""Pictures of the rules: every position is played by the rules, everything framed is drawn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from playthroughs import INSTALLED

from ludotheque.core.words import LANGUAGES
from ludotheque.games.m import GAME
from ludotheque.presentation.pictures import (
    NO_PICTURES,
    BadPicture,
    Picture,
    Pictures,
    check_pictures,
    draw,
    load,
)
from ludotheque.presentation.sheets import Sheet

if TYPE_CHECKING:
    from ludotheque.core.game import Game

ESSENTIALS = 5
MAX_SENTENCES = 2
MAX_CHARACTERS = 200  # so that picture and text fit on a phone together
every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def rules(game: Game, language: str) -> list[str]:
    return list(Sheet.load(game.folder() / "sheets", language).paragraphs)


@every_game
@every_language
def test_all_pictures_are_valid(game: Game, language: str) -> None:
    check_pictures(game, load(game), game.words(language), rules(game, language))


@every_game
@every_language
def test_the_essentials_are_five_pictures_with_short_texts(game: Game, language: str) -> None:
    essentials, words = load(game).essentials, game.words(language)
    assert len(essentials) == len({essential.say for essential in essentials}) == ESSENTIALS
    for essential in essentials:
        text = words.say(essential.say)
        assert len(text) <= MAX_CHARACTERS, text
        assert 1 <= len(re.findall(r"[.!?](?=\s|$)", text)) <= MAX_SENTENCES, text


@every_game
def test_no_words_of_essentials_are_unused(game: Game) -> None:
    written = {key for key in game.words("fr").entries if key.startswith("essential.")}
    assert written == {essential.say for essential in load(game).essentials}


@every_game
def test_every_setting_is_used(game: Game) -> None:
    pictures = load(game)
    figures = [picture for each in pictures.figures.values() for picture in each]
    assert set(pictures.settings) == {one.setting for one in (*pictures.essentials, *figures)}


@every_game
def test_every_worked_example_has_a_picture_or_a_reason_why_not(game: Game) -> None:
    pictures = load(game)
    examples = {number for number in rules(game, "en") if "-E" in number}
    drawn = {number for number in pictures.figures if "-E" in number}
    assert examples
    assert drawn | set(pictures.undrawn) == examples
    assert not drawn & set(pictures.undrawn)
    assert all(pictures.figures.values())
    assert all(pictures.undrawn.values())


@every_game
def test_a_picture_has_pieces_and_nothing_to_choose(game: Game) -> None:
    pictures = load(game)
    for essential in pictures.essentials:
        scene = draw(game, pictures, essential, game.words("en"))
        assert {area.id for area in scene.areas} == set(essential.show)
        assert {piece.area for piece in scene.pieces} <= set(essential.show)
        assert scene.pieces
        assert (scene.choices, scene.prompt) == ((), "")


# A place that is counted from 0, or is negative, in any language.
NOT_FROM_ONE = re.compile(
    r"\b(row|column|square|rangée|colonne|ligne|case|Zeile|Spalte|Feld)s? ([-−]|0\b)", re.IGNORECASE
)


@every_game
@every_language
def test_people_count_places_from_one(game: Game, language: str) -> None:
    pictures, words = load(game), game.words(language)
    figures = [picture for each in pictures.figures.values() for picture in each]
    read = [Sheet.load(game.folder() / "sheets", language).text, *map(str, words.entries.values())]
    for picture in (*pictures.essentials, *figures):
        read += [piece.label for piece in draw(game, pictures, picture, words).pieces]
    assert [text for text in read if NOT_FROM_ONE.search(text)] == []


# what is refused

PICTURES = load(GAME)


def refusal(**values: object) -> str:
    """Why a changed first essential of M is refused."""
    first = msgspec.structs.replace(PICTURES.essentials[0], **values)
    changed = msgspec.structs.replace(PICTURES, essentials=(first,))
    with pytest.raises(BadPicture) as refused:
        check_pictures(GAME, changed, GAME.words("en"), rules(GAME, "en"))
    return str(refused.value)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"say": "essential.nothing"}, "no sentence 'essential.nothing' in en"),
        ({"say": "lesson.lay"}, "no sentence 'lesson.lay' in en"),
        ({"rule": "M-99"}, "there is no rule M-99"),
        ({"setting": "nowhere"}, "there is no setting 'nowhere'"),
        ({"seat": 2}, "there is no seat 2"),
        ({"show": ()}, "choose from board, "),
        ({"show": ("board", "sea")}, "no area is called 'sea'"),
        ({"point": ("pile",)}, "no 'pile' is drawn"),  # it exists, but is not shown
        ({"events": ("0 lay R40m 1 1",)}, "(M-7)"),
        ({"events": ("one pass",)}, "must start with a seat"),
    ],
)
def test_a_wrong_picture_is_refused_with_the_reason(values: dict[str, object], reason: str) -> None:
    assert reason in refusal(**values)


def test_a_wrong_figure_is_refused_with_its_rule() -> None:
    figure = Picture(setting="opening", show=("board",), point=("moon",))
    changed = msgspec.structs.replace(PICTURES, figures={"M-5": (figure,)})
    with pytest.raises(BadPicture, match=r"^m, M-5: no 'moon' is drawn"):
        check_pictures(GAME, changed, GAME.words("en"), rules(GAME, "en"))


@pytest.mark.parametrize("text", ["{}", "[", '{"settings": {}, "essentials": [], "x": 1}'])
def test_a_file_of_another_kind_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "pictures.json").write_text(text, "utf-8")
    monkeypatch.setattr(type(GAME), "folder", lambda self: tmp_path)
    with pytest.raises(BadPicture, match=r"^m: "):
        load(GAME)


def test_a_game_may_have_no_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "folder", lambda self: tmp_path)
    assert load(GAME) == NO_PICTURES == Pictures({}, (), {})
