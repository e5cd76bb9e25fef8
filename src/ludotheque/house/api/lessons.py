"""Lessons as data: every step has its scene, so that a page needs no rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ludotheque.house.refusals import Refused
from ludotheque.house.views.sentences import is_audio, without_sound
from ludotheque.presentation.lessons import NAMES, Chapter, StepView, load, play, scene_of
from ludotheque.presentation.scene import Scene, Told, find_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.words import Words


class LessonStep(msgspec.Struct, frozen=True):
    """One thing to learn: what happened since, the table, what is said, and what to try."""

    scene: Scene
    say: str
    rule: str
    attempt: str = msgspec.field(name="try")  # in notation; "" where the learner just goes on
    path: tuple[str, ...]  # the pieces to press for it
    wrong: str  # said of another move; "" for a general answer
    point: tuple[str, ...]
    lines: tuple[Told, ...]
    sound: str  # the URL of what is heard, if anything


class LessonChapter(msgspec.Struct, frozen=True):
    """Steps at one table."""

    title: str
    steps: tuple[LessonStep, ...]


class Lessons(msgspec.Struct, frozen=True):
    """The lesson of a game; without chapters where there is none yet."""

    chapters: tuple[LessonChapter, ...]


def lessons(game: Game, language: str, name: str) -> Lessons:
    """The lesson of a game in a language; ``name`` is the learner's, if they have one."""
    lesson = load(game)
    chapters = enumerate(lesson.chapters if lesson else ())
    words = game.words(language)
    return Lessons(tuple(_chapter(game, one, words, name, number) for number, one in chapters))


def _chapter(game: Game, chapter: Chapter, words: Words, name: str, number: int) -> LessonChapter:
    names = _names(chapter.seat, name)
    steps = tuple(
        _step(game, view, chapter, words, names, (number, index))
        for index, view in enumerate(play(game, chapter))
    )
    return LessonChapter(words.say(chapter.title), steps)


def _names(seat: int, name: str) -> list[str]:
    return [name or given if index == seat else given for index, given in enumerate(NAMES)]


def _step(
    game: Game,
    view: StepView,
    chapter: Chapter,
    words: Words,
    names: Sequence[str],
    place: tuple[int, int],
) -> LessonStep:
    step = view.step
    scene = scene_of(game, view, chapter.seat, words, names)
    choice = find_path(scene, step.attempt) if step.attempt else None
    number, index = place
    return LessonStep(
        scene=scene,
        say=words.say(step.say),
        rule=step.rule,
        attempt=step.attempt,
        path=choice.path if choice else (),
        wrong=words.say(step.wrong) if step.wrong else "",
        point=step.point,
        lines=_lines(game, view, words, names),
        sound=_sound_url(game, number, index) if _sounds(game, view) else "",
    )


def _lines(game: Game, view: StepView, words: Words, names: Sequence[str]) -> tuple[Told, ...]:
    """What happened in words, without what people must hear and never read."""
    lines = []
    for fact in view.facts:
        shown = without_sound(fact) if is_audio(game, fact) else fact
        text = game.phrase(shown, words, names)
        if text:
            lines.append(Told(fact.kind, fact.seat, text))
    return tuple(lines)


# sounds


def _sounds(game: Game, view: StepView) -> list[int]:
    numbers = [game.audio.value(fact) for fact in view.facts] if game.audio else []
    return [number for number in numbers if number is not None]


def _sound_url(game: Game, number: int, index: int) -> str:
    return f"/api/games/{game.slug}/lessons/{number}/{index}/sound"


def sounds_of_step(game: Game, number: int, index: int) -> tuple[int, ...]:
    """The numbers that the learner hears in a step; refuses a step without sound."""
    lesson = load(game)
    chapters = lesson.chapters if lesson else ()
    views = list(play(game, chapters[number])) if number < len(chapters) else []
    numbers = _sounds(game, views[index]) if index < len(views) else []
    if not numbers:
        raise Refused("no-such-file", "nothing is heard here")
    return tuple(numbers)
