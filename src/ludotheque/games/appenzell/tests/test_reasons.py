"""Reasons for moves: always one, and the true one in positions where it is plain."""

from __future__ import annotations

from ludotheque.core.table import Table
from ludotheque.games.appenzell import GAME, reasons
from ludotheque.games.appenzell.tests.positions import CastleTable, arrange, begin, play

NAMES = ("Ada", "Blaise", "Clara", "Dirk")


def why(table: CastleTable, text: str, seat: int = 0) -> str:
    """The reason for a move."""
    move = GAME.parse(table.state, text)
    assert table.state.is_legal(seat, move)
    return reasons.why(table.state, seat, move, GAME.words("en"), NAMES)


def test_new_tiles_are_a_reason_to_lift_a_roof() -> None:
    table = begin()
    assert why(table, "uncover E") == "Let's see what is under there: 2 tiles."
    assert why(table, "uncover A") == "Let's see what is under there."
    table = arrange(table, tiles="0 1 edam")
    assert why(table, "uncover A") == "It opens a way for your mice."


def test_a_pair_is_a_reason_to_run() -> None:
    table = arrange(begin(), tiles="0 1 edam, 1 2 edam", mice={0: "0 1, 1 1"})
    assert why(table, "run 1 1 1 2") == "Two mice on matching tiles: you win an Edam."


def test_what_comes_next_is_a_reason_where_nothing_else_is() -> None:
    table = arrange(begin(), tiles="0 1 edam, 1 2 edam", mice={0: "0 1, 1 1"})
    assert why(table, "push right 5") == "With your next action you win an Edam."
    table = arrange(table, mice={0: "0 1"})
    assert why(table, "push right 5") == "Nothing much happens, but nothing goes wrong either."


def test_a_cheese_under_a_roof_is_not_named() -> None:
    table = arrange(begin(), tiles="0 1 edam, 1 0 edam", mice={0: "1 2"})
    assert why(table, "run 1 2 1 1") == "Your mice get closer to two matching tiles."


def test_traps_are_reasons_for_and_against() -> None:
    table = arrange(begin(spare="trap"), mice={0: "0 1", 1: "0 5"})
    assert why(table, "push top 5") == "Blaise's mouse falls into the trap."
    assert why(table, "push top 1") == "Careful: one of your mice would fall into the trap."
    table = arrange(table, fallen="0,2")
    assert why(table, "push top 5") == "You win the game with it."


def test_a_first_mouse_and_an_end_have_their_reasons() -> None:
    table = Table(GAME, {"players": 2})
    play(table, "- first 0", "- spare blank")
    assert why(table, "mouse nw").startswith("From every tower you can lift three roofs")
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 blank")
    assert why(table, "done") == "There's nothing better to do this turn."
