"""Reasons for moves: always one, and the true one in positions where it is plain."""

from __future__ import annotations

from ludotheque.games.zwickern import GAME, reasons
from ludotheque.games.zwickern.tests.tables import ZwickernTable, opened, play

NAMES = ("Ada", "Blaise", "Clara", "Dirk")


def why(table: ZwickernTable, text: str) -> str:
    """The reason for a move of the seat to move."""
    seat, move = table.state.next_actor(), GAME.parse(table.state, text)
    assert table.state.is_legal(seat, move)
    return reasons.why(table.state, seat, move, GAME.words("en"), NAMES)


def test_reasons_to_capture() -> None:
    table = opened("2s 3s 5s", "5f 8s 10s Ks Qa", players=3)
    assert (
        why(table, "capture 5f 5 2s 3s 5s") == "You clear the table: a Zwick, and 1 claw with it."
    )
    assert why(table, "capture 10s 10 2s 3s 5s").endswith("4 claws with it.")
    assert (
        why(table, "capture 8s 8 3s 5s")
        == "This brings you 3 cards: the most cards score 3 points."
    )
    assert why(table, "capture 5f 5 2s 3s") == "This brings you 1 claw."


def test_reasons_to_take_piles() -> None:
    hands = ("5s 9f Ks Qa 10g", "9g 8f 8a 8g 7f", "4s 9a 7a 7g 6f")
    table = opened("4g 3s 6s", *hands, players=3)
    play(table, "build 5s 4g 9")
    freed = (
        "This brings you 3 cards, though it spares the others a pile"
        " that could have cost them 30 points."
    )
    assert why(table, "capture 9g 9 5s") == freed
    play(table, "add 7f", "add 6f")
    expected = "You take a pile that could have cost you 30 points."
    assert why(table, "capture 9f 9 5s") == expected


def test_reasons_about_building() -> None:
    table = opened("5s 3s 10s", "4f 9s 25 Ks Qa", players=3)
    assert why(table, "build 4f 5s 9") == "You keep a 9 to take the pile with."
    risk = "You hold no 7 yourself: the pile may cost you 30 points."
    assert why(table, "build 4f 3s 7") == risk
    never = "No card can take a pile of 35: it would cost you 30 points."
    assert why(table, "build 25 10s 35") == never
    assert why(opened("5s 3s 10s", "4f 9s 25 Ks Qa"), "build 4f 3s 7") == (
        "You hold no 7, but Clara, your partner, may: otherwise the pile costs you 30 points."
    )


def test_reasons_to_keep_a_card_for_a_pile() -> None:
    hands = ("4f 9s 25 Ks Qa", "2f 8s 10f Kf Qf", "2a 8a 10a Ka Qg")
    table = opened("5s 3s 10s", *hands, players=3)
    play(table, "build 4f 5s 9", "add 2f", "add 2a")
    assert why(table, "add 25") == "You keep a 9 to take the pile with."
    assert "9" not in why(table, "add 9s")


def test_reasons_about_piles_worth_0() -> None:
    table = opened("5s 3s 10s", "5f 9s 25 Ks Qa", "3f 9f 8f 8a 8g", players=3)
    zero = "A pile of 0 goes with any capture, yours or another’s. If nobody takes it,"
    assert why(table, "build 5f 5s 0") == f"{zero} it costs you 30 points."
    play(table, "build 5f 5s 0", "add 9f", "add 6s")
    expected = "You take a pile that could have cost you 30 points."
    assert why(table, "capture 9s 9 9f 5f") == expected


def test_reasons_about_adding() -> None:
    table = opened("5s 5f 10a", "10s 9f As 7s 6s", "8f 8a 8g 6f 6a", "9a 9g 10g 7a 7g", players=3)
    assert why(table, "add As") == (
        "You save your other cards for later. Its claw is at risk, though."
    )
    play(table, "capture 10s 10 5s 5f 10a")
    assert (
        why(table, "add 6f")
        == "The table is empty, and only 2 cards you can’t see could take this one."
    )
    assert (
        why(table, "add 8f")
        == "The table is empty, and only one card you can’t see could take this one."
    )
    play(table, "add 8f")
    assert why(table, "add 7a") == "It leaves the next player little to take."
    table = opened("9s 8s 7s", "Ks Qa 9f 8f 7f", players=3)
    assert why(table, "add Ks") == "You save your other cards for a better capture."
    table = opened("9s 8s 7s", "Ks 2a 2f 25 10f", players=3)
    assert why(table, "add Ks") == "None of your cards takes anything, so one has to go."
    assert why(table, "add 25").endswith("Its 6 claws are at risk, though.")
