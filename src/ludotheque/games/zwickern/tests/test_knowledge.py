"""What a search knows of Zwickern: builders hold a card for their pile, and debts cost."""

from __future__ import annotations

import pytest

from ludotheque.bots import find_bot
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import move_buffer
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.data import values_of
from ludotheque.games.zwickern.knowledge import KNOWLEDGE, MAX_PROPOSALS
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.tests.tables import ZwickernTable, opened, play

WORLDS = 200
HANDS = ("5s 9f Ks Qa 10g", "9g 8f 8a 8g 7f", "4s 9a 7a 7g 6f")


def holding(table: ZwickernTable, viewer: int, holder: int, value: int) -> float:
    """The share of the worlds imagined for a viewer in which a seat holds a card with a value."""
    rng, found = SeededRng(1), 0
    for _ in range(WORLDS):
        world = KNOWLEDGE.imagine(table.state, viewer, rng)
        assert isinstance(world, Zwickern)
        found += int(values_of(world.hands[holder])) >> value & 1
    return found / WORLDS


def proposals(table: ZwickernTable) -> list[str]:
    """The moves proposed to the seat to move, the best first."""
    seat, buffer = table.state.next_actor(), move_buffer()
    count = KNOWLEDGE.propose_into(table.state, seat, buffer)
    return [GAME.text(table.state, buffer[i]) for i in range(count)]


def test_builders_mostly_hold_a_card_for_their_pile() -> None:
    table = opened("4g 3s 6s", *HANDS, players=3)
    assert holding(table, 1, 0, 9) < 0.5
    play(table, "build 5s 4g 9")
    assert holding(table, 1, 0, 9) > 0.75
    assert holding(table, 1, 2, 9) < 0.5
    assert holding(table, 0, 0, 9) == 1  # one's own hand is as it is


def test_a_card_that_the_viewer_holds_is_given_to_nobody() -> None:
    table = opened("4g 5s 6s", "5f 9f 3s 2s 10g", "9g 9a 9s 8g 7f", "4s 8f 7a 7g 6f", players=3)
    play(table, "build 5f 4g 9")
    for seed in range(20):
        world = KNOWLEDGE.imagine(table.state, 1, SeededRng(seed))
        assert world.observe(1) == table.state.observe(1)
        assert isinstance(world, Zwickern)
        GAME.check_invariants(world)


def test_no_pile_is_proposed_that_the_hand_can_not_take() -> None:
    table = opened("4g 25 30", "5s 9s 8s Ks 10s", players=3)
    found = proposals(table)
    assert 1 < len(found) <= MAX_PROPOSALS
    assert "build 5s 4g 9" in found
    held = {"5", "9", "8", "4", "14", "10"}
    assert all(text.split()[-1] in held for text in found if text.startswith("build"))


def test_making_an_item_worth_0_is_not_proposed_if_it_can_be_captured() -> None:
    found = proposals(opened("5s 3s 9s", "5f 10s Qs 2s 4s", players=3))
    assert any(text.startswith("capture 5f 5 5s") for text in found)
    assert not any(text.endswith(" 0") for text in found)


def test_a_pile_worth_0_is_taken_along() -> None:
    table = opened("5s 3s 9s", "5f 10s Qs 8f 10g", "9g 8a 8g 7f 7a", "6f 6a 6g 7g 7s", players=3)
    play(table, "build 5f 5s 0", "add 9g", "add 6f")
    assert proposals(table)[0].startswith("capture")
    assert "5f" in proposals(table)[0].split()


def test_of_two_equal_cards_one_is_proposed() -> None:
    found = proposals(
        opened("4g 5g 6s", "9s 9f 8s 10s 10f", "8f 8a 8g 7f 7a", "6f 6a 6g 7g 7s", players=3)
    )
    assert "add 9s" in found
    assert "add 9f" not in found
    assert {"add 10s", "add 10f"} <= set(found)  # their claws differ


@pytest.mark.parametrize("level", ["player", "master"])
def test_a_debt_is_paid_with_the_last_card(level: str) -> None:
    table = opened("4g 3s 6s", *HANDS, players=3)
    play(table, "build 5s 4g 9", "add 8f", "add 7a")
    play(table, "add 10g", "add 8a", "add 7g", "add Ks", "add 8g", "add 6f")
    play(table, "add Qa", "add 7f", "add 4s")
    text = table.ask(find_bot(GAME, level), 0, SeededRng(1))
    assert text.startswith("capture 9f 9")
    assert "5s" in text.split()
