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
    assert why(table, "uncover E") == "It shows 2 tiles that nobody knows."
    assert why(table, "uncover A") == "It shows 1 tile that nobody knows."
    table = arrange(table, tiles="0 1 edam")
    assert why(table, "uncover A") == "It opens up a way; what lies there has been seen before."


def test_a_pair_is_a_reason_to_run() -> None:
    table = arrange(begin(), tiles="0 1 edam, 1 2 edam", mice={0: "0 1, 1 1"})
    assert why(table, "run 1 1 1 2") == "It puts two mice on matching cheeses, and earns one: Edam."


def test_a_cheese_under_a_roof_is_not_named() -> None:
    table = arrange(begin(), tiles="0 1 edam, 1 0 edam", mice={0: "1 2"})
    reason = "It brings two matching tiles, already seen, within easier reach."
    assert why(table, "run 1 2 1 1") == reason


def test_traps_are_reasons_for_and_against() -> None:
    table = arrange(begin(spare="trap"), mice={0: "0 1", 1: "0 5"})
    assert why(table, "push top 5") == "One of Blaise's mice falls into the trap."
    assert why(table, "push top 1") == "But one of your mice would fall into the trap."
    table = arrange(table, fallen="0,2")
    assert why(table, "push top 5") == "It wins the game."


def test_a_first_mouse_and_an_end_have_their_reasons() -> None:
    table = Table(GAME, {"players": 2})
    play(table, "- first 0", "- spare blank")
    assert why(table, "mouse nw").startswith("From every tower three roofs can be lifted")
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 blank")
    assert why(table, "done") == "Nothing else is worth an action."
