"""Reasons for moves: always one, and the true one in positions where it is plain."""

from __future__ import annotations

from scripted_games import play_script

from ludotheque.core.table import Table
from ludotheque.games.m import GAME, reasons
from ludotheque.games.m.rules import M
from ludotheque.games.m.tests.test_examples import changed, start, taken

NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")
OPENING = "Y10c Y20c R10c R30o B30o"


def why(table: Table[M], text: str, seat: int = 0) -> str:
    """The reason for a move."""
    move = GAME.parse(table.state, text)
    assert table.state.is_legal(seat, move)
    return reasons.why(table.state, seat, move, GAME.words("en"), NAMES)


def fifth_card_ready() -> Table[M]:
    """A row of four with a gap; the red 20 cube completes it and scores."""
    table = start(OPENING, ["R40m R20m R20c G10c", "B20c R30m G20c G30c"])
    play_script(
        table,
        """
        0 lay R40m 2 2
        - draw 0 N10t
        1 lay B20c 2 4
        - draw 1 N20t
        0 lay R20m 2 0
        - draw 0 N30t
        1 lay R30m 2 1
        - draw 1 N40t
        """,
    )
    return table


def test_chips_are_a_reason_and_so_is_what_is_left() -> None:
    table = start(OPENING, ["R40m R10t G10c B20o", "B20c G30o G20c N30s"])
    play_script(table, "0 lay R40m 2 2\n- draw 0 N10t\n1 lay B20c 2 4\n- draw 1 N20t")
    assert why(table, "lay B20o 1 3").startswith("It brings 2 chips")
    assert why(table, "lay R10t 2 0").startswith("It brings no chip")
    assert why(changed(table, "chips=12,0"), "lay B20o 1 3") == (
        "It has several neighbours, but the others have no chips to give."
    )


def test_a_scoring_is_counted_to_its_end() -> None:
    """A chip, then the red 40 and a red 20: ten, forty and twenty."""
    table = fifth_card_ready()
    assert why(table, "lay R20c 2 3") == (
        "It sets off a scoring worth 70 points, if everybody takes what is best for them."
    )


def test_takes_are_compared_and_a_third_colour_costs() -> None:
    table = fifth_card_ready()
    play_script(table, "0 lay R20c 2 3")
    assert why(table, "take 2 2") == "40 points (red); no other card brings more."
    assert why(table, "take 2 1") == "30 points (red), but another card brings more."
    table = changed(table, taken("0 N40t", "0 G40t"))
    assert why(table, "take 2 4") == (
        "It costs 20 points (blue): from the third colour on, everything counts against you."
    )


def test_passes_have_their_reasons() -> None:
    hands = ["B10c B10m B10o B20c", "Y20c Y20t Y20m Y20s"]
    table = start("B30c Y10c R10o G10s N10t", hands, voluntary_pass=True)
    assert why(table, "pass") == "It gives a chip away, although a card could be laid."
