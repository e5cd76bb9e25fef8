"""Lessons: every step is legal, can be clicked, and has words in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playthroughs import INSTALLED

from ludotheque.core.game import Game
from ludotheque.games.m import GAME
from ludotheque.presentation.lessons import (
    BadLesson,
    Chapter,
    Lesson,
    Step,
    check_lesson,
    load,
    play,
)

GAMES_WITH_LESSONS = [game for game in INSTALLED if load(game) is not None]
every_game_with_a_lesson = pytest.mark.parametrize(
    "game", GAMES_WITH_LESSONS, ids=lambda game: game.slug
)


def lesson_of(game: Game) -> Lesson:
    lesson = load(game)
    assert lesson is not None
    return lesson


@every_game_with_a_lesson
def test_a_lesson_takes_a_few_minutes_and_is_mostly_play(game: Game) -> None:
    chapters = lesson_of(game).chapters
    steps = [step for chapter in chapters for step in chapter.steps]
    assert 2 <= len(chapters) <= 4
    assert 8 <= len(steps) <= 16
    assert 2 * sum(bool(step.attempt) for step in steps) >= len(steps)


@every_game_with_a_lesson
def test_no_words_of_a_lesson_are_unused(game: Game) -> None:
    said = set()
    for chapter in lesson_of(game).chapters:
        said |= {chapter.title}
        said |= {key for step in chapter.steps for key in (step.say, step.wrong) if key}
    assert {key for key in game.words("fr").entries if key.startswith("lesson.")} == said


def test_there_is_a_lesson() -> None:
    assert GAMES_WITH_LESSONS


# what is refused

CHAPTER = lesson_of(GAME).chapters[0]
FIRST, SECOND = CHAPTER.steps[:2]


def refusal(*steps: Step, start: tuple[str, ...] = CHAPTER.start, seat: int = 0) -> str:
    chapter = Chapter(CHAPTER.title, steps, CHAPTER.options, seat, start)
    with pytest.raises(BadLesson) as refused:
        check_lesson(GAME, Lesson((chapter,)), GAME.words("en"), ["M-5", "M-7"])
    return str(refused.value)


def changed(step: Step, **values: object) -> Step:
    known = {name: getattr(step, name) for name in step.__struct_fields__}
    return Step(**{**known, **values})


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"attempt": "lay R40m 1 1"}, "'lay R40m 1 1' is not allowed for seat 0 here (M-7)"),
        ({"attempt": "fly"}, "'fly'"),
        ({"rule": "M-99"}, "there is no rule 'M-99'"),
        ({"say": "lesson.nothing"}, "there is no sentence 'lesson.nothing' in en"),
        ({"say": "hand"}, "there is no sentence 'hand' in en"),
        ({"wrong": "lesson.nothing"}, "there is no sentence 'lesson.nothing' in en"),
        ({"point": ("cell:9:9",)}, "nothing has the id 'cell:9:9'"),
        ({"events": ("1 pass",)}, "seat 1 has nothing to decide now"),
        ({"events": ("one pass",)}, "must start with a seat"),
    ],
)
def test_a_wrong_step_is_refused_with_its_place(values: dict[str, object], reason: str) -> None:
    text = refusal(FIRST, changed(SECOND, **values))
    assert text.startswith("m, chapter 1, step 2: ")
    assert reason in text


def test_a_wrong_start_is_refused() -> None:
    assert refusal(FIRST, start=("- open X",)).startswith("m, chapter 1, the start: ")
    assert refusal(FIRST, seat=5) == "m, chapter 1, the start: there is no seat 5"
    assert "there is no sentence" in str(refusal(changed(FIRST, say="lesson.x")))


def test_a_move_that_no_choice_offers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Legal, but no choice of the scene gives it."""
    monkeypatch.setattr("ludotheque.presentation.lessons.find_path", lambda scene, text: None)
    assert "no choice of the scene gives 'lay R40m 2 2'" in refusal(FIRST, SECOND)


@pytest.mark.parametrize("text", ["{}", '{"chapters": [], "x": 1}', '{"chapters": [{}]}', "["])
def test_a_file_of_another_kind_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "lessons.json").write_text(text, "utf-8")
    monkeypatch.setattr(type(GAME), "folder", lambda self: tmp_path)
    with pytest.raises(BadLesson, match=r"^m: "):
        load(GAME)


def test_a_step_has_the_facts_since_the_last_one() -> None:
    moments = list(play(GAME, CHAPTER))
    assert [fact.kind for fact in moments[0].facts] == []
    kinds = [fact.kind for fact in moments[2].facts]
    assert kinds == ["laid", "drew", "laid", "drew"]
    assert len(moments[1].table.events) == len(CHAPTER.start)
