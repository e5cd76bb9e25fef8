"""Reasons for moves: always one, and the true one in positions where it is plain."""

from __future__ import annotations

import pytest
from walks import some, variant, walk

from ludotheque.core.dice import QuickDice
from ludotheque.core.game import Explains, Ranks
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.bot import Greedy
from ludotheque.games.appenzell.tests.test_examples import begin, castle, lay, play, stand

NAMES = ("Ada", "Blaise", "Clara", "Dirk")
BOT = Greedy()


def why(table: Table, text: str, seat: int = 0) -> str:
    """The reason for a move; all its luck is in the table's world."""
    move = GAME.parse(table.state, text)
    assert table.state.is_legal(seat, move)
    return BOT.why(table.state, seat, move, GAME.words("en"), NAMES)


@pytest.mark.parametrize("seed", range(12))
def test_every_move_has_a_reason_in_every_language(seed: int) -> None:
    for step in some(walk(GAME, variant(GAME, seed), seed), QuickDice(seed), 12):
        if step.seat != LUCK:
            for move in step.state.legal_moves(step.seat):
                for language in LANGUAGES:
                    words = GAME.words(language)
                    assert BOT.why(step.state, step.seat, move, words, NAMES).strip()


@pytest.mark.parametrize("seed", range(6))
def test_the_best_move_comes_first_and_is_the_one_it_plays(seed: int) -> None:
    for step in some(walk(GAME, variant(GAME, seed), seed), QuickDice(seed), 6):
        if step.seat != LUCK:
            ranked = BOT.rank(step.state, step.seat, QuickDice(seed))
            assert BOT.choose(step.state, step.seat, QuickDice(seed)) == ranked[0][0]
            assert sorted(move for move, _ in ranked) == sorted(step.state.legal_moves(step.seat))
            values = [value for _, value in ranked]
            assert values == sorted(values, reverse=True)


def test_it_explains_and_ranks() -> None:
    assert isinstance(BOT, Explains)
    assert isinstance(BOT, Ranks)


def test_new_tiles_are_a_reason_to_lift_a_roof() -> None:
    table = begin()
    assert why(table, "uncover E") == "It shows 2 tiles that nobody has seen."
    assert why(table, "uncover A") == "It shows 1 tile that nobody has seen."
    lay(table, "0 1", "edam")
    assert why(table, "uncover A") == "It opens a way; what lies there has been seen before."


def test_a_pair_is_a_reason_to_run() -> None:
    table = begin()
    lay(table, "0 1", "edam")
    lay(table, "1 2", "edam")
    stand(table, 0, "0 1", "1 1")
    assert why(table, "run 1 1 1 2") == "Two mice then stand on Edam: a cheese earned."


def test_a_cheese_under_a_roof_is_not_named() -> None:
    table = begin()
    lay(table, "0 1", "edam")
    lay(table, "1 0", "edam")
    assert why(table, "enter sw") == "Two like tiles, seen before, come nearer."


def test_traps_are_reasons_for_and_against() -> None:
    table = begin(spare="trap")
    stand(table, 1, "0 5")
    stand(table, 0, "0 1")
    assert why(table, "push top 5") == "A mouse of Blaise falls into the trap."
    assert why(table, "push top 1") == "But it would drop a mouse of one's own into the trap."
    castle(table).fallen[1] = 2
    assert why(table, "push top 5") == "It wins the game."


def test_a_first_mouse_and_an_end_have_their_reasons() -> None:
    table = Table(GAME, {"players": 2})
    play(table, "- first 0", "- spare blank")
    assert why(table, "mouse nw").startswith("From every tower three roofs can be lifted")
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 blank")
    assert why(table, "done") == "Nothing else is worth an action."
