"""Names are data to the end: no sentence, picture or scene reads them as markup or placeholders."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from rich.console import Console

from ludotheque.bots import find_bot
from ludotheque.cli.play import Session
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.presentation.picture import picture_text

GAMES: Final = ("appenzell", "m", "zankapfel", "zapp_zerapp", "zwickern")
MOVES: Final = 120
ODD_NAMES: Final = (
    ("[red]Eve", "{0} {name}", "<b>x</b>", "**x** `y`", "[/]", "%s %(name)s"),
    ("[bold", "\\[red]", "&lt;i&gt;", "$1 \\1", "{{}}", "[link=x]y[/link]"),
)


def positions(slug: str) -> Iterator[Table]:
    """A game after each of some random moves."""
    game = find(slug)
    table = Table(game, game.resolve_options({}), SeededRng(3))
    rng = SeededRng(4)
    for _ in range(MOVES):
        if table.over:
            return
        seat = table.state.awaited()[0]
        table.submit(seat, game.text(table.state, table.state.random_move(seat, rng)))
        yield table


def plain_names(odd: tuple[str, ...]) -> tuple[str, ...]:
    """Harmless names of the same lengths, found nowhere else."""
    return tuple(f"Qy{seat}".ljust(len(name), "z")[: len(name)] for seat, name in enumerate(odd))


def with_names(text: str, names: tuple[str, ...]) -> str:
    """A text with names in the places of plain ones, of which a game may show a part."""
    return re.sub(r"Qy(\d)z*", lambda found: names[int(found[1])][: len(found[0])], text)


def everything_said(table: Table, language: str, names: tuple[str, ...]) -> list[str]:
    """All texts of a position that hold names."""
    game, state, words = table.game, table.state, table.game.words(language)
    seats = (SPECTATOR, *state.awaited()[:1])
    facts = [fact for event in table.events[-3:] for fact in event.facts]
    scenes = [msgspec.to_builtins(game.scene(state, seat, words, names)) for seat in seats]
    return [
        *(game.phrase(fact, words, names) for fact in facts),
        *texts_in(scenes),
    ]


def texts_in(data: Any) -> Iterator[str]:
    """All texts in nested data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from texts_in([*data, *data.values()])
    elif isinstance(data, list | tuple):
        for part in data:
            yield from texts_in(part)


@pytest.mark.parametrize("odd", ODD_NAMES, ids=["markup", "half-markup"])
@pytest.mark.parametrize("slug", GAMES)
def test_sentences_and_scenes_show_names_as_they_are(slug: str, odd: tuple[str, ...]) -> None:
    for number, table in enumerate(positions(slug)):
        names = odd[: table.state.seats()]
        plain = plain_names(names)
        language = LANGUAGES[number % len(LANGUAGES)]
        expected = [with_names(text, names) for text in everything_said(table, language, plain)]
        assert everything_said(table, language, names) == expected


@pytest.mark.parametrize("odd", ODD_NAMES, ids=["markup", "half-markup"])
@pytest.mark.parametrize("slug", GAMES)
def test_pictures_show_names_as_they_are(slug: str, odd: tuple[str, ...]) -> None:
    for number, table in enumerate(positions(slug)):
        names = odd[: table.state.seats()]
        plain = plain_names(names)
        words = table.game.words(LANGUAGES[number % len(LANGUAGES)])
        view = table.state.observe(0)
        expected = picture_text(table.game, view, words, plain)
        found = picture_text(table.game, view, words, names)
        assert found.plain == with_names(expected.plain, names)
        assert found.spans == expected.spans


@pytest.mark.parametrize("slug", GAMES)
def test_the_terminal_shows_names_as_they_are(slug: str) -> None:
    """All a person in the terminal reads: picture, prompt, choices, events, result."""
    outputs = []
    for names in (ODD_NAMES[0], plain_names(ODD_NAMES[0])):
        game = find(slug)
        table = Table(game, game.resolve_options({}), SeededRng(3))
        rng = SeededRng(5)
        session = Session(table, 0, find_bot(game, "random"), SeededRng(6), "en")
        session.names = [*names[: table.state.seats()]]
        output = io.StringIO()
        session.console = Console(file=output, highlight=False, width=500)
        for _ in range(MOVES):
            if table.over:
                break
            for seat in table.state.awaited()[:1]:
                table.submit(seat, game.text(table.state, table.state.random_move(seat, rng)))
        session._report_events()
        session._list(session._choices())
        session._report_result()
        outputs.append(output.getvalue())
    odd, plain = outputs
    assert odd == with_names(plain, ODD_NAMES[0])
