"""Zapp Zerapp: reasons for moves; they never reveal what was heard."""

from __future__ import annotations

import pytest
from scripted_games import play_script, scripted_table

from ludotheque.core.table import Table
from ludotheque.games.zapp_zerapp import GAME
from ludotheque.games.zapp_zerapp.bot import GREEDY
from ludotheque.games.zapp_zerapp.data import TOWN
from ludotheque.games.zapp_zerapp.notation import PIECE_BY_NAME

NAMES = ("Ada", "Blaise", "Clara", "Dirk")
ORDER = "- mix 1 2 3 4 5 6 7 8 9 10 11 12 13"


def why(table: Table, seat: int, text: str) -> str:
    move = GAME.parse(table.state, text)
    return GREEDY.why(table.state, seat, move, GAME.words("en"), NAMES)


def board(where: str, players: int = 4, **options: bool | int) -> Table:
    """A new game with some apprentices elsewhere: ``R1=7 B2=town``."""
    table = Table(GAME, {"players": players, **options})
    locations = list(table.state.locations)
    for name, location in (word.split("=") for word in where.split()):
        locations[PIECE_BY_NAME[name]] = TOWN if location == "town" else int(location)
    return Table.from_position(GAME, f"{table.position} locations={','.join(map(str, locations))}")


def moving(where: str, *numbers: int, **options: bool) -> Table:
    """The same when each seat has placed the barrel with its number; magic is 12."""
    table = board(where, len(numbers), **options)
    placing = [f"{seat} take {n}\n{seat} place {n}" for seat, n in enumerate(numbers)]
    play_script(table, "\n".join(["- roll 6 6", ORDER, *placing]))
    return table


@pytest.mark.parametrize(
    ("where", "move", "reason"),
    [
        ("R1=23 R2=3", "go R1", "That brings red 1 into town."),
        ("R1=23 R2=town R3=town", "go R1", "That wins the game: red 1 in town."),
        ("R1=11 B1=14", "go R1", "That sends blue 1 back to the start."),
        ("R1=6 B1=3", "go R1", "That brings red 1 to safety."),
        ("R1=15 B1=14", "go R1", "That takes red 1 away from those behind."),
        ("R1=2", "go R2", "That brings red 2 into play."),
        ("R1=15", "go R1", "That takes red 1 closer to town by 5 steps."),
    ],
)
def test_the_main_reason_is_named(where: str, move: str, reason: str) -> None:
    assert why(moving(where, 5, 4), 0, move).startswith(reason)


def test_a_risk_is_named() -> None:
    """(ZZ-15) Blue 1 is right behind where red 1 stops, blue 2 as well."""
    sentence = why(moving("R1=14 B1=18 B2=17 B3=town", 5, 4), 0, "go R2")
    assert sentence == "That brings red 2 into play. Watch out: 2 rivals behind could catch up."


def test_companions_are_a_reason() -> None:
    table = moving("R1=2 B1=16", 7, 4, advanced=True)
    assert why(table, 0, "go R2 with R1").startswith("That takes red 1 along.")


@pytest.mark.parametrize("helped", [False, True])
def test_zz_12_a_covered_number_is_not_revealed(helped: bool) -> None:
    """Not even by a bot that remembers it; with help it is no secret."""
    numbers = {}
    for order in (ORDER, ORDER.replace("4 5", "5 4")):
        script = f"- roll 1 1\n{order}\n0 take 4\n0 place 4\n1 take 3\n1 place 3\n- roll 6 6"
        table = scripted_table(GAME, script, players=2, memory=True, help=helped)
        numbers[order] = why(table, 0, "take 4")
        play_script(table, "0 take 4")
        numbers[order] += why(table, 0, "place 4")
    if helped:
        assert numbers[ORDER] == 2 * "Everyone has seen that barrel 4 holds 4 stones."
    else:
        assert len(set(numbers.values())) == 1
        assert "Everyone has seen" not in numbers[ORDER]


def test_what_was_heard_is_not_revealed() -> None:
    """(docs/rattle.md) Whatever was heard, the same sentence: only that it was heard."""
    tables = [
        scripted_table(
            GAME, f"- roll 3 5\n{ORDER}\n0 take 4\n0 shake 4\n- heard 0 4 {count}", players=2
        )
        for count in (1, 4, 20)
    ]
    for text in ("shake 4", "back 4", "place 4", "take 5"):
        assert len({why(table, 0, text) for table in tables}) == 1
    assert why(tables[0], 0, "place 4").startswith("You have heard barrel 4")
    assert "8 stones would be best. That brings red" in why(tables[0], 0, "take 5")
