"""Checks of a game's files: words, facts, rule sheet, lesson."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ludotheque.core.facts import load_fact_schemas
from ludotheque.core.game import Game
from ludotheque.core.game_checks import find_faults
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, Fact, State
from ludotheque.core.table import Table
from ludotheque.core.words import SPOKEN, SUBJECT, available_languages, read_entries
from ludotheque.presentation.lessons import check_lesson, load
from ludotheque.presentation.narration import narrate, words_for
from ludotheque.presentation.picture import picture_text
from ludotheque.presentation.sheets import Sheet
from ludotheque.testing.playthroughs import after, playthrough, some_steps, variant, viewers
from ludotheque.testing.scenes import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludotheque.core.words import Words

MAX_EVENTS: Final = 250  # of a game whose facts are looked at


def nothing_that_every_game_needs_is_missing(game: Game, seed: int) -> None:
    """What is checked before an installed game is shown to anybody."""
    del seed
    assert find_faults(game, game.slug) == []


def words_of(game: Game) -> Iterator[Words]:
    """The words of each language that the game has."""
    for language in available_languages(game.folder() / "words", "json"):
        yield game.words(language)


def placeholders(sentence: str) -> set[str]:
    """The names in braces."""
    return {part.split("}")[0].split("!")[0] for part in sentence.split("{")[1:]}


def languages_have_the_same_placeholders(game: Game, seed: int) -> None:
    """A sentence in two languages has the same names in braces."""
    del seed
    folder = game.folder() / "words"
    known: dict[str, set[str]] = {}
    for language in available_languages(folder, "json"):
        for key, sentence in read_entries(folder, language).items():
            expected = known.setdefault(key, placeholders(sentence))
            assert placeholders(sentence) == expected, f"{key} in words/{language}.json: {sentence}"


def variants_of_sentences_are_complete(game: Game, seed: int) -> None:
    """A sentence with places has them in the second person, too."""
    del seed
    for words in words_of(game):
        for key in [key for key in words.entries if key.endswith(SPOKEN)]:
            second = key.removesuffix(SPOKEN) + SUBJECT
            is_complete = second not in words or second + SPOKEN in words
            assert is_complete, f"words/{words.language}.json lacks {second + SPOKEN}"


def every_fact_fits_its_schema(game: Game, seed: int) -> None:
    """Each value of a fact has a name in facts.json."""
    for step in playthrough(game, variant(game, seed), seed)[:-1]:
        for fact in after(step.state, step.seat, step.move)[1]:
            info = game.fact_schema(fact.kind)
            names = [name.removesuffix("...") for name in (*info.about, *info.secret)]
            assert list(info.named(fact)) == names, fact
            assert info.named(fact.told_to(SPECTATOR)).keys() >= set(names) - set(info.secret)


def everything_can_be_said(game: Game, seed: int) -> None:
    """Facts, moves, scores and the terminal's picture have words, in each language and to all."""
    steps = some_steps(game, seed, 12)
    for words in words_of(game):
        for step in steps:
            names = NAMES[: step.state.seats()]
            for fact in after(step.state, step.seat, step.move)[1]:
                _tell(game, fact, words, names)
            for viewer in viewers(step.state):
                assert picture_text(game, step.state.observe(viewer), words, names).plain.strip()
            assert step.seat == LUCK or game.move_phrase(step.state, step.move, words)
            _check_score_table(game, step.state, words)


def _check_score_table(game: Game, state: State, words: Words) -> None:
    """Every seat is in one row, and every row has a cell for each column."""
    table = game.score_table(state.public(), [1] * state.seats(), words)
    assert sorted(seat for row in table.rows for seat in row.seats) == [*range(state.seats())]
    assert {len(row.cells) for row in table.rows} == {len(table.columns)}


def _tell(game: Game, fact: Fact, words: Words, names: tuple[str, ...]) -> None:
    for viewer in (*range(len(names)), SPECTATOR):
        told = fact.told_to(viewer)
        sentence = narrate(game, told, words_for(game, told, viewer, words), names)
        assert "{" not in sentence.text, sentence


def facts_point_at_what_is_there(game: Game, seed: int) -> None:
    """`Game.targets` names pieces and areas that are there before or after the event."""
    rng, table = SeededRng(seed), Table(game, {})
    while not table.over and len(table.events) < MAX_EVENTS:
        before = {viewer: _ids(table, viewer) for viewer in (SPECTATOR, 0)}
        who = table.state.next_actor()
        if who == LUCK:
            table.draw(rng)
        else:
            moves = table.legal(who)
            table.submit(who, moves[rng.below(len(moves))])
        for viewer in (SPECTATOR, 0):
            there = before[viewer] | _ids(table, viewer)
            for fact in table.told_to(viewer, table.events[-1:]):
                targets = game.targets(fact)
                if targets and game.fact_schema(fact.kind).category == "move":
                    assert there & {*targets}, (fact, targets)  # some of them may be gone


def _ids(table: Table, viewer: int) -> set[str]:
    """The ids of all pieces and areas that a viewer sees."""
    words, names = table.game.words("en"), NAMES[: table.state.seats()]
    world = table.state.imagine(viewer, SeededRng(0)) if viewer >= 0 else table.state
    scene = table.game.scene(world, viewer, words, names)
    return {piece.id for piece in scene.pieces} | {area.id for area in scene.areas}


def sheets_of(game: Game) -> Iterator[tuple[str, Sheet]]:
    """The rule sheets of a game, by language."""
    folder = game.folder() / "sheets"
    for language in available_languages(folder, "md"):
        yield language, Sheet.load(folder, language)


def sheets_agree(game: Game, seed: int) -> None:
    """All sheets can be parsed, have the same numbers, and explain each option by its label."""
    del seed
    numbers = {tuple(sheet.paragraphs) for _, sheet in sheets_of(game)}
    assert len(numbers) == 1, "the sheets have different rules"
    assert numbers != {()}, "the sheets have no numbered rules, such as **N-1** ..."
    for language, sheet in sheets_of(game):
        assert sheet.sections()
        words = game.words(language)
        for option in game.options:
            label = words.say(f"option.{option.name}")
            wrong = f"sheets/{language}.md does not name option {option.name} as {label!r}"
            assert label in sheet.text, wrong


def rules_that_are_cited_exist(game: Game, seed: int) -> None:
    """The rules of refusals and facts are in the sheet."""
    _, sheet = next(sheets_of(game))
    known = set(sheet.paragraphs)
    schemas = load_fact_schemas(game.folder())
    unknown = {schema.rule for schema in schemas.values()} - known
    assert not unknown, f"facts.json: no such rules in the sheets: {', '.join(sorted(unknown))}"
    for step in some_steps(game, seed, 6):
        for seat in range(step.state.seats()):
            rule = game.rule_against(step.state, seat, step.move)
            assert rule in known, f"{rule!r} is not in the rule sheet"


def every_fact_with_words_has_a_schema(game: Game, seed: int) -> None:
    """The kinds in facts.json are those with words: ``fact.KIND``."""
    del seed
    schemas = load_fact_schemas(game.folder())
    for words in words_of(game):
        kinds = {key.split(".")[1] for key in words.entries if re.match(r"fact\.", key)}
        different = ", ".join(sorted(kinds ^ set(schemas)))
        assert not different, f"in one of facts.json and words/{words.language}.json: {different}"


def the_lesson_is_valid(game: Game, seed: int) -> None:
    """If there is one: every step is legal, can be clicked, and has words."""
    del seed
    lesson = load(game)
    if lesson is not None:
        for language, sheet in sheets_of(game):
            check_lesson(game, lesson, game.words(language), list(sheet.paragraphs))
