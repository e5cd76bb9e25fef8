"""Lessons: short scripted games in which the learner plays the moves that matter.

A lesson is ``lessons.json`` in a game's folder. Each chapter sets a table up by events (``- open
B40c`` is an outcome of luck, ``0 lay B40c 1 1`` a move of seat 0), and each step says something and
may ask for a move. Everything is played under the rules, so `check_lesson` finds illegal moves.
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
NAMES = ("Mila", "Nino", "Olga", "Paul", "Rosa", "Sami")  # of the players in lessons, by seat


class BadLesson(ValueError):
    """A lesson that is not valid; the message has the chapter, the step and the reason."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence, shown after some events; the learner is asked for a move, or just goes on."""

    say: str  # key of the sentence
    rule: str  # number of the rule that it explains
    events: tuple[str, ...] = ()  # played before it is shown
    attempt: str = msgspec.field(default="", name="try")  # the move to make; "" for none
    wrong: str = ""  # key of the sentence for any other move
    point: tuple[str, ...] = ()  # ids of the pieces and areas to point at
    quiz: bool = False  # the learner finds the move: it is not pointed at


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps at one table, seen from one seat."""

    title: str  # key of the title
    steps: tuple[Step, ...]
    options: dict[str, bool | int | str] = {}
    seat: int = 0  # the learner's
    start: tuple[str, ...] = ()  # events before the first step


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson of a game, some minutes long."""

    chapters: tuple[Chapter, ...]


class StepView(msgspec.Struct, frozen=True):
    """A step with the table as it is then, and the facts since the step before."""

    step: Step
    table: Table
    facts: tuple[Fact, ...]


def load(game: Game) -> Lesson | None:
    """The lesson of a game; None if it has none. Raises `BadLesson` for an invalid file."""
    file = game.folder() / FILE
    if not file.is_file():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Lesson)
    except msgspec.MsgspecError as error:
        raise BadLesson(f"{game.slug}: {error}") from None


def play(game: Game, chapter: Chapter) -> Iterator[StepView]:
    """The steps of a chapter in order; `BadLesson` where an event or a move is not legal."""
    try:
        table = Table(game, chapter.options)
        enter(table, chapter.start)
    except GameError as error:
        raise BadLesson(f"the start: {error}") from None
    if not 0 <= chapter.seat < table.state.seats():
        raise BadLesson(f"the start: there is no seat {chapter.seat}")
    seen = len(table.events)
    for number, step in enumerate(chapter.steps, 1):
        try:
            enter(table, step.events)
            facts = table.told_to(chapter.seat, table.events[seen:])
            yield StepView(step, table.fork(), tuple(facts))
            seen = len(table.events)
            if step.attempt:
                table.submit(chapter.seat, step.attempt)
        except GameError as error:
            rule = f" ({error.rule})" if error.rule else ""
            raise BadLesson(f"step {number}: {error}{rule}") from None


def enter(table: Table, events: Sequence[str]) -> None:
    """Play events such as ``- open B40c`` (luck) or ``0 lay B40c 1 1`` (a seat's move)."""
    for event in events:
        who, _, text = event.partition(" ")
        if who != "-" and not who.isdecimal():
            raise BadNotation(f"{event!r} must start with a seat, or with - for luck")
        table.submit(LUCK if who == "-" else int(who), text)


def scene_of(game: Game, table: Table, seat: Seat, words: Words, names: Sequence[str]) -> Scene:
    """The scene of a table as a seat, or a spectator, sees it."""
    world = table.state.imagine(seat, SeededRng(0))
    return game.scene(world, seat, words, names[: world.seats()])


# checking


def check_lesson(game: Game, lesson: Lesson, words: Words, rules: Sequence[str]) -> None:
    """Raise `BadLesson` for the first fault of a lesson.

    Faults are missing sentences, unknown rules, pieces or areas to point at that do not exist,
    illegal events, and moves to try that are illegal or can't be clicked in the scene.
    """
    for number, chapter in enumerate(lesson.chapters, 1):
        try:
            _check_words(chapter.title, words)
            for step, view in enumerate(play(game, chapter), 1):
                try:
                    _check_step(game, view, chapter.seat, words, rules)
                except BadLesson as error:
                    raise BadLesson(f"step {step}: {error}") from None
        except BadLesson as error:
            raise BadLesson(f"{game.slug}, chapter {number}, {error}") from None


def _check_step(game: Game, view: StepView, seat: Seat, words: Words, rules: Sequence[str]) -> None:
    step = view.step
    for key in (step.say, *([step.wrong] if step.wrong else [])):
        _check_words(key, words)
    if step.rule not in rules:
        raise BadLesson(f"there is no rule {step.rule!r}")
    scene = scene_of(game, view.table, seat, words, NAMES)
    known = {area.id for area in scene.areas} | {piece.id for piece in scene.pieces}
    for target in step.point:
        if target not in known:
            raise BadLesson(
                f"nothing has the id {target!r}; choose from {', '.join(sorted(known))}"
            )
    if step.attempt:
        _check_attempt(view, seat, scene)


def _check_attempt(view: StepView, seat: Seat, scene: Scene) -> None:
    step = view.step
    refusal = view.table.explain(seat, step.attempt)
    if refusal is not None:
        raise BadLesson(f"{refusal} ({refusal.rule or refusal.code})")
    if find_path(scene, step.attempt) is None:
        texts = ", ".join(sorted(choice.text for choice in scene.choices))
        raise BadLesson(f"no choice of the scene gives {step.attempt!r}; choose from {texts}")


def _check_words(key: str, words: Words) -> None:
    if not key.startswith("lesson.") or key not in words:
        raise BadLesson(f"there is no sentence {key!r} in {words.language}")
