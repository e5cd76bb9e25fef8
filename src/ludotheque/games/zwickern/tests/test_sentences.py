"""Zwickern: what happened in words, and what it points at."""

from __future__ import annotations

import pytest

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, Fact
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.games.zwickern import GAME, sums
from ludotheque.games.zwickern.notation import CARD_NUMBERS
from ludotheque.games.zwickern.tests.tables import opened, play
from ludotheque.presentation.narration import Sentence, narrate, words_for

NAMES = ("Ada", "Blaise", "Clara", "Dirk")


def told(fact: Fact, viewer: int, language: str = "en", players: int = 4) -> Sentence:
    words = words_for(GAME, fact, viewer, GAME.words(language))
    return narrate(GAME, fact, words, NAMES[:players])


def captured(card: str, value: int, cards: str) -> Fact:
    about = (CARD_NUMBERS[card], value, *[CARD_NUMBERS[name] for name in cards.split()])
    return Fact("captured", 2, about)


def test_a_capture_is_told_with_its_sum() -> None:
    fact = captured("8a", 8, "3s 5s")
    assert told(fact, 0) == (
        "Clara takes the 3 and the 5 with the 8: 3 + 5 = 8.",
        "Clara takes the 3 of shells and the 5 of shells with the 8 of anchors: 3 + 5 = 8.",
    )
    assert told(fact, 2).text == "You take the 3 and the 5 with your 8: 3 + 5 = 8."
    assert told(fact, 0, "fr").text == "Clara achète le 3 et le 5 avec le 8\u00a0: 3 + 5 = 8."
    assert told(fact, 2, "de").text == "Du kaufst die 3 und die 5 mit deiner 8: 3 + 5 = 8."


def test_a_capture_without_a_sum_is_told_without_it() -> None:
    assert told(captured("8a", 8, "8s"), 0).text == "Clara takes the 8 with the 8."
    dual = captured("As", 11, "5s 6s Af")
    assert told(dual, 0).text == (
        "Clara takes the 5, the 6 and the 1/11 with the 1/11 as 11: 5 + 6 = 11."
    )
    piles = captured("9s", 9, "3s 9f Js")  # a 3 on a 12: the fact does not tell
    assert told(piles, 0) == (
        "Clara takes 3 cards with the 9.",
        "Clara takes the 3 of shells, the 9 of starfish and the 2/12 of shells"
        " with the 9 of shells.",
    )


def test_a_score_tells_what_it_is_made_of() -> None:
    fact = Fact("scored", 0, (31, 3, 2, 13))
    parts = "3 for the most cards (31), 2 for Zwicks and 13 for claws"
    assert told(fact, 0).text == f"You and Clara score 18 points: {parts}."
    assert told(fact, 1).text == f"Ada and Clara score 18 points: {parts}."
    assert told(fact, 1, players=3).text == f"Ada scores 18 points: {parts}."
    nothing = Fact("scored", 1, (4, 0, 0, 0))
    assert (
        told(nothing, 0, "fr").text
        == "Blaise et Dirk ne marquent rien avec leurs cartes dans cette manche."
    )
    text = told(nothing, 1, "de").text
    assert text == "Du und Dirk, ihr bekommt in diesem Durchgang nichts für Karten."


@pytest.mark.parametrize(
    ("card", "item", "value", "english"),
    [
        ("4s", "9s", 13, "Blaise puts the 4 on the 9 and builds 13."),
        ("4s", "9s", 5, "Blaise puts the 4 on the 9 and builds 5."),
        ("As", "4s", 15, "Blaise puts the 1/11 on the 4 and builds 15."),
        ("4s", "4f", 9, "Blaise puts the 4 on the pile under the 4 and builds 9."),
    ],
)
def test_zw_10_a_build_on_a_pile_is_told_as_such(
    card: str, item: str, value: int, english: str
) -> None:
    fact = Fact("built", 1, (CARD_NUMBERS[card], CARD_NUMBERS[item], value))
    assert told(fact, 0).text == english


def test_penalties_have_a_true_minus_sign() -> None:
    fact = Fact("penalty", 1, (CARD_NUMBERS["4f"], 13, 30))
    assert told(fact, 0).text == "Nobody took Blaise’s pile of 13: −30."
    assert told(fact, 1).text == "Nobody took your pile of 13: −30."


def test_the_score_table_has_true_minus_signs() -> None:
    table = opened("2s 3s 5s", "4s 10s Ks 25 Ag", players=3)
    play(table, "build 4s 5s 9")
    rng = SeededRng(1)
    while table.state.round == 0:
        seat = table.state.next_actor()
        move = table.state.default_move(seat) if seat >= 0 else table.state.sample_luck(rng)
        table.submit(seat, GAME.text(table.state, move))
    scores = GAME.score_table(table.state.public(), table.state.ranks(), GAME.words("en"))
    [ada] = [row for row in scores.rows if row.seats == (0,)]
    assert [cell.text for cell in ada.cells] == ["0", "0", "0", "−30", "−30"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4])
def test_moves_point_at_what_is_there(players: int, language: str) -> None:
    """What a fact of a move points at lies there after it, or did before it."""
    rng = SeededRng(players)
    table = Table(GAME, GAME.resolve_options({"players": players}))
    words, names = GAME.words(language), NAMES[:players]
    kinds = set()
    before: set[str] = set()
    while table.state.actors():
        seat = table.state.next_actor()
        if seat == LUCK:
            move = int(table.state.sample_luck(rng))
        else:
            legal = GAME.texts(table.state, seat)
            move = GAME.parse(table.state, legal[rng.below(len(legal))])
        events = table.submit(seat, GAME.text(table.state, move))
        scene = GAME.scene(table.state, SPECTATOR, words, names)
        after = {piece.id for piece in scene.pieces} | {area.id for area in scene.areas}
        for fact in [fact for event in events for fact in event.facts]:
            kinds.add(fact.kind)
            category = GAME.fact_schema(fact.kind).category
            for target in GAME.targets(fact) if category == "move" else ():
                assert target in before | after, (fact, target)
            assert narrate(GAME, fact, words_for(GAME, fact, 0, words), names).text or (
                fact.kind == "dealt"
            )
        before = after
    assert {"captured", "built", "added", "scored", "penalty"} <= kinds


def test_sums_of_builds() -> None:
    three, two_or_twelve, five = (CARD_NUMBERS[name] for name in ("3s", "Js", "5s"))
    assert sums.build_sum(three, two_or_twelve, -1, 9) == "12 − 3"
    assert sums.build_sum(three, two_or_twelve, -1, 5) == "2 + 3"
    assert sums.build_sum(three, five, 13, 10) == "13 − 3"
    with pytest.raises(AssertionError):
        sums.build_sum(three, five, 13, 9)
