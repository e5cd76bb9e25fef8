"""Zankapfel: the reasons for moves, and against them."""

from __future__ import annotations

import pytest

from ludotheque.games.zankapfel import GAME, reasons
from ludotheque.games.zankapfel.tests.positions import NAMES, play, start

HANDS = ("r g g b", "r y g j", "r y g b", "r b g j")


def why(script: str, seat: int, text: str, bribery: bool = False) -> str:
    table = start(hands=HANDS, bribery=bribery)
    play(table, script)
    move = GAME.parse(table.state, text)
    assert table.state.is_legal(seat, move)
    return reasons.why(table.state, seat, move, GAME.words("en"), NAMES)


QUARREL = "0 lay g, 1 buy, - turn y, 2 lay g, 3 lay j, 0 move 5 2, 3 colour r"
WINDOW = "0 lay r, 1 lay g, 2 buy, - turn y, 3 lay b, 0 move 4 1"


@pytest.mark.parametrize(
    ("script", "seat", "text", "reason"),
    [
        ("", 0, "buy", "One more card will bring nearly three points; this one costs 2."),
        ("", 0, "lay g", "You send the mayor, so it can bring 7;"),
        ("0 buy, - turn y", 1, "lay g", "Where the mayor may go it brings 4 to 7;"),
        (QUARREL, 0, "quarrel 10", "A card that fits the stake of 7"),
        (QUARREL, 0, "quarrel 2", "It saves your better cards for other quarrels."),
        (
            f"{QUARREL}, 0 quarrel 10, 2 quarrel 1",
            0,
            "nodice",
            "Your card wins in about 83\N{NO-BREAK SPACE}% of cases",
        ),
        (
            f"{QUARREL}, 0 quarrel 9, 2 quarrel 1",
            0,
            "dice 1",
            "You win in about 97\N{NO-BREAK SPACE}% of cases instead of 50",
        ),
    ],
)
def test_reasons(script: str, seat: int, text: str, reason: str) -> None:
    assert why(script, seat, text).startswith(reason)


def test_the_colour_of_a_joker_and_quarrels() -> None:
    script = "0 lay g, 1 buy, - turn y, 2 lay g, 3 lay j, 0 move 5 2"
    assert why(script, 3, "colour r") == "Nobody else has red: 5 points without a quarrel."
    assert why(script, 3, "colour g").startswith(
        "It is worth a quarrel with Ada and Clara: 7 points for green"
    )


def test_reasons_of_bribers() -> None:
    spoiled = why(WINDOW, 1, "offer 3 1 1", bribery=True)
    assert spoiled == "It keeps the mayor away from what Ada wants."
    high = why(WINDOW.replace("move 4 1", "move 3 1"), 1, "offer 5 1 1", bribery=True)
    assert high == "Your card can bring 7 there instead of 4, for 1 point."
    assert why(WINDOW, 2, "offer 5 1 1", bribery=True) == spoiled
    assert why(WINDOW, 2, "decline", bribery=True).startswith("You have laid nothing")
    assert why(WINDOW, 1, "decline", bribery=True).startswith("No tree within reach")
    script = f"{WINDOW}, 1 offer 5 1 2, 2 decline, 3 decline"
    accept = why(script, 0, "accept 1", bribery=True)
    assert accept.startswith("You get 2 points, and your card can bring 7 there.")
