"""Lessons: short scripted games in which the learner plays the moves that matter.

A lesson is ``lessons.json`` in a game's folder. Each chapter sets a table up by events (``- open
B40c`` is luck, ``0 lay B40c 1 1`` a seat), and each step says something and may ask for a move. It
is played by the rules, so that a lesson that teaches something wrong is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ludotheque.core.errors import BadNotation, GameError
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, Fact, Seat
from ludotheque.core.table import Table
from ludotheque.presentation.scene import find_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.words import Words
    from ludotheque.presentation.scene import Scene

FILE = "lessons.json"
NAMES = ("Mila", "Nino", "Olga", "Paul", "Rosa", "Sami")  # of those who play in lessons


class BadLesson(ValueError):
    """A lesson that can't be given: the chapter, the step, and why not."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something said, after what others did; with a move to try, or just to go on from."""

    say: str
    rule: str
    events: tuple[str, ...] = ()
    attempt: str = msgspec.field(default="", name="try")
    wrong: str = ""  # said of any other move
    point: tuple[str, ...] = ()  # pieces and areas that are meant


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps at one table, seen from one seat."""

    title: str
    steps: tuple[Step, ...]
    options: dict[str, bool | int | str] = {}
    seat: int = 0
    start: tuple[str, ...] = ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a game teaches in a few minutes."""

    chapters: tuple[Chapter, ...]


class Moment(msgspec.Struct, frozen=True):
    """A step as the learner meets it: what was told since the one before, and the table now."""

    step: Step
    table: Table
    facts: tuple[Fact, ...]


def load(game: Game) -> Lesson | None:
    """The lesson of a game, if it has one."""
    file = game.folder() / FILE
    if not file.is_file():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Lesson)
    except msgspec.MsgspecError as error:
        raise BadLesson(f"{game.slug}: {error}") from None


def play(game: Game, chapter: Chapter) -> Iterator[Moment]:
    """The steps of a chapter one after the other, each with the table as it then stands."""
    try:
        table = Table(game, chapter.options)
        _enter(table, chapter.start)
    except GameError as error:
        raise BadLesson(f"the start: {error}") from None
    if not 0 <= chapter.seat < table.state.seats():
        raise BadLesson(f"the start: there is no seat {chapter.seat}")
    seen = len(table.events)
    for number, step in enumerate(chapter.steps, 1):
        try:
            _enter(table, step.events)
            facts = table.told_to(chapter.seat, table.events[seen:])
            yield Moment(step, table.fork(), tuple(facts))
            seen = len(table.events)
            if step.attempt:
                table.submit(chapter.seat, step.attempt)
        except GameError as error:
            rule = f" ({error.rule})" if error.rule else ""
            raise BadLesson(f"step {number}: {error}{rule}") from None


def _enter(table: Table, events: Sequence[str]) -> None:
    for event in events:
        who, _, text = event.partition(" ")
        if who != "-" and not who.isdecimal():
            raise BadNotation(f"{event!r} starts neither with a seat nor with - for luck")
        table.submit(LUCK if who == "-" else int(who), text)


def scene_of(game: Game, moment: Moment, seat: Seat, words: Words, names: Sequence[str]) -> Scene:
    """The table of a moment as the learner sees it."""
    world = moment.table.state.imagine(seat, SeededRng(0))
    return game.scene(world, seat, words, names[: world.seats()])


# checking


def check(game: Game, lesson: Lesson, words: Words, rules: Sequence[str]) -> None:
    """Refuse a lesson that could not be given, or teaches what is not so."""
    for number, chapter in enumerate(lesson.chapters, 1):
        try:
            _check_words(chapter.title, words)
            for step, moment in enumerate(play(game, chapter), 1):
                try:
                    _check_moment(game, moment, chapter.seat, words, rules)
                except BadLesson as error:
                    raise BadLesson(f"step {step}: {error}") from None
        except BadLesson as error:
            raise BadLesson(f"{game.slug}, chapter {number}, {error}") from None


def _check_moment(
    game: Game, moment: Moment, seat: Seat, words: Words, rules: Sequence[str]
) -> None:
    step = moment.step
    for key in (step.say, *([step.wrong] if step.wrong else [])):
        _check_words(key, words)
    if step.rule not in rules:
        raise BadLesson(f"there is no rule {step.rule!r}")
    scene = scene_of(game, moment, seat, words, NAMES)
    known = {area.id for area in scene.areas} | {piece.id for piece in scene.pieces}
    for target in step.point:
        if target not in known:
            raise BadLesson(f"nothing is called {target!r} here, only {', '.join(sorted(known))}")
    if step.attempt:
        _check_attempt(moment, seat, scene)


def _check_attempt(moment: Moment, seat: Seat, scene: Scene) -> None:
    step = moment.step
    refusal = moment.table.explain(seat, step.attempt)
    if refusal is not None:
        raise BadLesson(f"{refusal} ({refusal.rule or refusal.code})")
    if find_path(scene, step.attempt) is None:
        texts = ", ".join(sorted(choice.text for choice in scene.choices))
        raise BadLesson(f"no choice of the scene leads to {step.attempt!r}; there is {texts}")


def _check_words(key: str, words: Words) -> None:
    if not key.startswith("lesson.") or key not in words:
        raise BadLesson(f"there are no words {key!r} in {words.language}")
