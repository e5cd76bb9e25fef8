"""Lessons over HTTP: every step has its scene, so that a page needs no rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.api.games import game_of
from ludotheque.house.api.http import endpoint, gzip_json_response, language_of
from ludotheque.house.refusals import Refused
from ludotheque.house.views.sentences import is_audio, without_sound
from ludotheque.presentation.lessons import NAMES, Chapter, StepView, load, play, scene_of
from ludotheque.presentation.narration import narrate, words_for
from ludotheque.presentation.scene import Scene, Told, find_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request

    from ludotheque.core.game import Game
    from ludotheque.core.words import Words
    from ludotheque.house.server import House


class LessonStep(msgspec.Struct, frozen=True):
    """A step: what happened since the last one, the table, the explanation, a move to try."""

    scene: Scene
    say: str
    rule: str
    attempt: str = msgspec.field(name="try")  # a move in notation; "" where there is none to try
    path: tuple[str, ...]  # the pieces to click for it
    wrong: str  # what is said after another move; "" for a general text
    point: tuple[str, ...]
    quiz: bool  # the pieces to click are not pointed at
    lines: tuple[Told, ...]
    sound: str  # the URL of what is heard; "" for nothing


class LessonChapter(msgspec.Struct, frozen=True):
    """A chapter of a lesson: steps at one table."""

    title: str
    steps: tuple[LessonStep, ...]


class Lessons(msgspec.Struct, frozen=True):
    """The lesson of a game; without chapters if it has none."""

    chapters: tuple[LessonChapter, ...]


def lessons(game: Game, language: str, name: str) -> Lessons:
    """The lesson of a game in a language; ``name`` is the learner's, or ""."""
    lesson = load(game)
    chapters = enumerate(lesson.chapters if lesson else ())
    words = game.words(language)
    return Lessons(tuple(_chapter(game, chapter, words, name, i) for i, chapter in chapters))


def _chapter(game: Game, chapter: Chapter, words: Words, name: str, index: int) -> LessonChapter:
    names = _names(chapter.seat, name)
    steps = tuple(
        _step(game, view, chapter, words, names, _sound_url(game, index, step_index))
        for step_index, view in enumerate(play(game, chapter))
    )
    return LessonChapter(words.say(chapter.title), steps)


def _names(seat: int, name: str) -> list[str]:
    """The names at the table: the learner's, if it is known, and invented ones."""
    return [name or given if index == seat else given for index, given in enumerate(NAMES)]


def _step(
    game: Game,
    view: StepView,
    chapter: Chapter,
    words: Words,
    names: Sequence[str],
    sound_url: str,
) -> LessonStep:
    step = view.step
    scene = scene_of(game, view.table, chapter.seat, words, names)
    choice = find_path(scene, step.attempt) if step.attempt else None
    return LessonStep(
        scene=scene,
        say=words.say(step.say),
        rule=step.rule,
        attempt=step.attempt,
        path=choice.path if choice else (),
        wrong=words.say(step.wrong) if step.wrong else "",
        point=step.point,
        quiz=step.quiz,
        lines=_lines(game, view, chapter.seat, words, names),
        sound=sound_url if _sounds(game, view) else "",
    )


def _lines(
    game: Game, view: StepView, seat: int, words: Words, names: Sequence[str]
) -> tuple[Told, ...]:
    """What happened in words, without what people must hear and may not read."""
    lines = []
    for fact in view.facts:
        shown = without_sound(fact) if is_audio(game, fact) else fact
        told = narrate(game, shown, words_for(game, shown, seat, words), names)
        if told.text:
            about, spoken = game.targets(shown) or UNSET, told.spoken or UNSET
            lines.append(Told(fact.kind, fact.seat, told.text, about, spoken))
    return tuple(lines)


# sounds


def _sounds(game: Game, view: StepView) -> list[int]:
    """The counts that the learner hears in a step."""
    counts = [game.audio.value(fact) for fact in view.facts] if game.audio else []
    return [count for count in counts if count is not None]


def _sound_url(game: Game, chapter: int, step: int) -> str:
    return f"/api/games/{game.slug}/lessons/{chapter}/{step}/sound"


def sounds_of_step(game: Game, chapter: int, step: int) -> tuple[int, ...]:
    """The counts that the learner hears in a step; refuses a step without sound."""
    lesson = load(game)
    chapters = lesson.chapters if lesson else ()
    views = list(play(game, chapters[chapter])) if chapter < len(chapters) else []
    counts = _sounds(game, views[step]) if step < len(views) else []
    if not counts:
        raise Refused("no-such-file", "this step has no sound")
    return tuple(counts)


# handlers


async def lesson(house: House, request: Request) -> Response:
    """The lesson of a game, every step with its scene."""
    game, language = game_of(request), language_of(request)
    person = await house.person_of(request)
    name = (person.name or "") if person is not None else ""
    return await house.heavy_requests.run(
        house.address(request),
        lambda: gzip_json_response(request, lessons(game, language, name)),
    )


async def lesson_sound(house: House, request: Request) -> Response:
    """What is heard in a step of a lesson, as a WAV file."""
    chapter, step = request.path_params["chapter"], request.path_params["step"]
    game, address = game_of(request), house.address(request)
    counts = await house.heavy_requests.run(address, lambda: sounds_of_step(game, chapter, step))
    seed = 1000 * chapter + step  # any number that differs between steps
    data = await house.sounds.wav(counts, seed)
    return Response(data, media_type="audio/wav")


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/games/{game}/lessons", endpoint(lesson)),
        Route("/api/games/{game}/lessons/{chapter:int}/{step:int}/sound", endpoint(lesson_sound)),
    ]
