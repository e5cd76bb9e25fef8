"""Facts in words: they point at places in sight, and count places only for those who don't see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest
from playthroughs import playthrough

from ludotheque.core.state import LUCK, SPECTATOR, Fact
from ludotheque.core.words import LANGUAGES, Words
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.notation import FACE_NAMES
from ludotheque.games.appenzell.rules import Appenzell
from ludotheque.games.appenzell.tests.positions import arrange, begin
from ludotheque.presentation.narration import Sentence, narrate, words_for

NAMES = ("Ada", "Blaise", "Clara", "Dirk")
EDAM, BLANK = FACE_NAMES.index("edam"), FACE_NAMES.index("blank")
PLACES = re.compile(r"\b(row|column|rangée|colonne|Zeile|Spalte) \d|\b(roof|toit|Dach) [A-R]\b")
SEEDS = range(6)


def told(fact: Fact, viewer: int = SPECTATOR, language: str = "en") -> Sentence:
    words = words_for(GAME, fact, viewer, GAME.words(language))
    return narrate(GAME, fact, words, NAMES)


def steps(seed: int) -> Iterator[tuple[Appenzell, int, list[Fact], Appenzell]]:
    """The steps of a random game: the state, who acted, the facts, the state after it."""
    for step in playthrough(GAME, options(seed), seed)[:-1]:
        after, facts = step.state.clone(), list[Fact]()
        after.apply(step.seat, step.move, facts)
        yield step.state, step.seat, facts, after


def options(seed: int) -> dict[str, bool | int | str]:
    return GAME.resolve_options(
        {
            "players": 2 + seed % 3,
            "mad_mice": seed % 2 == 1,
            "side": ("front", "back")[seed % 2],
            "memory": ("strict", "notes")[seed % 2],
        }
    )


@pytest.mark.parametrize(
    ("fact", "others", "you"),
    [
        (
            Fact("placed", 0, (3,)),
            "Ada puts a mouse in this tower.",
            "You put a mouse in this tower.",
        ),
        (Fact("uncovered", 0, (15,)), "Ada lifts this roof.", "You lift this roof."),
        (Fact("ran", 0, (0, 0, 0, 1, 1)), "Ada's mouse runs here.", "Your mouse runs here."),
        (
            Fact("ran", 0, (0, 0, 0, 2, 2)),
            "Ada's mouse jumps here for 2 actions.",
            "Your mouse jumps here for 2 actions.",
        ),
        (
            Fact("pushed", 0, (9, EDAM)),
            "Ada pushes an Edam in from the left.",
            "You push an Edam in from the left.",
        ),
        (
            Fact("fell", 0, (1, 2)),
            "Snap! Ada's mouse falls into the trap.",
            "Snap! Your mouse falls into the trap. It won't come back.",
        ),
        (Fact("earned", 0, (EDAM,)), "Ada wins an Edam!", "You win an Edam!"),
        (
            Fact("covered", 0, (1,)),
            "Ada is done: one roof goes back on.",
            "Your turn is over: one roof goes back on.",
        ),
        (
            Fact("won", 0, (0,)),
            "Ada has all the cheeses needed and wins the game!",
            "You have all the cheeses you need: you win the game!",
        ),
    ],
)
def test_facts_are_told_to_others_and_to_who_did_it(fact: Fact, others: str, you: str) -> None:
    assert told(fact).text == told(fact, 1).text == others
    assert told(fact, 0).text == you


def test_places_are_counted_from_one_for_those_who_do_not_see() -> None:
    assert told(Fact("tile", -1, (0, 1, EDAM))) == ("An Edam!", "Row 1, column 2: an Edam.")
    assert told(Fact("tile", -1, (0, 1, BLANK))).text == "A blank tile, nothing more."
    ran = Fact("ran", 0, (0, 0, 0, 1, 1))
    assert told(ran, 0).spoken == "Your mouse runs from row 1, column 1 to row 1, column 2."
    assert told(Fact("uncovered", 0, (15,))).spoken == "Ada lifts roof P."
    pushed = Fact("pushed", 0, (9, EDAM))
    assert told(pushed).spoken == "Ada pushes an Edam in from the left, row 2."
    assert told(Fact("placed", 0, (0,))).spoken == "Ada puts a mouse in the top left tower."


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_read_on_the_page_has_no_coordinates(seed: int) -> None:
    """Sentences, prompts, tips, questions and labels of moves, in whole games."""
    for number, (state, seat, facts, _) in enumerate(islice(steps(seed), 300)):
        language = LANGUAGES[number % 3]
        for text in _page_texts(state, seat, GAME.words(language)):
            assert not PLACES.search(text), text
        for fact in facts:
            for viewer in (SPECTATOR, 0, 1):
                assert not PLACES.search(told(fact, viewer, language).text)


def _page_texts(state: Appenzell, seat: int, words: Words) -> list[str]:
    viewer = SPECTATOR if seat == LUCK else seat
    scene = GAME.scene(state, viewer, words, NAMES[: state.players])
    texts = [scene.prompt, *(area.label for area in scene.areas)]
    for piece in scene.pieces:
        assert piece.tip or not PLACES.search(piece.label) or piece.art == "cell-hole", piece
        texts += [piece.tip, piece.ask]
    for choice in scene.choices:
        texts += [choice.label, choice.question or ""]
    return texts


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_fact_is_about_is_there_after_it(seed: int) -> None:
    """A cheese that was won, a mouse that fell; and one target at least of every move."""
    kinds = set()
    for _, _, facts, after in steps(seed):
        scene = GAME.scene(after, SPECTATOR, GAME.words("en"), NAMES[: after.players])
        known = {area.id for area in scene.areas} | {piece.id for piece in scene.pieces}
        for fact in facts:
            targets = GAME.targets(fact)
            if GAME.fact_schema(fact.kind).category == "move" and targets:
                kinds.add(fact.kind)
                assert known & {*targets}, fact
            if fact.kind in ("earned", "fell"):
                assert targets[0] in known, fact
    assert {"placed", "entered", "uncovered", "ran", "pushed"} <= kinds


def test_the_end_explains_ties_and_who_could_not_win() -> None:
    table = arrange(begin(players=3), cheeses={0: "edam", 1: "edam", 2: "goat"}, fallen="0,3,0")
    public = table.state.public()._replace(winner=2)
    scores = GAME.score_table(public, (2, 2, 1), GAME.words("en"))
    assert [[cell.text for cell in row.cells] for row in scores.rows] == [
        ["goat cheese", "0", "1"],
        ["Edam", "0", "1"],
        ["Edam", "3", "1"],
    ]
    assert scores.rows[0].cells[0].art == ("cheese-goat",)
    assert scores.rows[2].cells[1].art == ("fallen-1",) * 3
    assert [(note.seats, note.text) for note in scores.notes] == [
        ((2, 0), "equally many cheeses; whoever waited longest for a turn comes first"),
        ((1,), "can't win any more: three mice have fallen"),
    ]
