"""Zapp Zerapp: the worked examples of the sheet, and rules that are easy to get wrong."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest
from playthroughs import playthrough, variant
from scripted_games import play_script, scripted_table

from ludotheque.core.errors import BadNotation, IllegalMove, NotYourTurn
from ludotheque.core.fast import zeros
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR
from ludotheque.core.table import Table
from ludotheque.games.zapp_zerapp import GAME
from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    BIASES,
    CASTLES,
    COUNT_CHANCE,
    ENTRIES,
    EXITS,
    MAX_COUNT,
    OUT_OF_PLAY,
    SQUARES,
    START,
    TOWN,
    WHITES,
    ZONES,
)
from ludotheque.games.zapp_zerapp.moves import (
    HANDLING,
    HEARD,
    MOVING,
    OVER,
    ROLLING,
    decode,
    encode,
)
from ludotheque.games.zapp_zerapp.notation import PIECE_BY_NAME, PIECE_NAMES
from ludotheque.games.zapp_zerapp.rules import ZappZerapp
from ludotheque.games.zapp_zerapp.rules_hearing import likelihoods_into

ORDER = "- mix 1 2 3 4 5 6 7 8 9 10 11 12 13"  # each barrel holds its own name


def game_of(table: Table) -> ZappZerapp:
    assert isinstance(table.state, ZappZerapp)
    return table.state


def round_of(roll: str, *numbers: int, mix: str = ORDER) -> str:
    """A round up to the moves: each seat in turn takes and places the barrel with its number."""
    lines = [f"- roll {roll}", mix]
    for seat, number in enumerate(numbers):
        lines += [f"{seat} take {number}", f"{seat} place {number}"]
    return "\n".join(line for line in lines if line)


def board(where: str, players: int = 4, **options: bool | int) -> Table:
    """A new game with some apprentices elsewhere: ``R1=7 B2=town``."""
    table = Table(GAME, {"players": players, **options})
    locations = list(table.state.locations)
    for name, location in (word.split("=") for word in where.split()):
        locations[PIECE_BY_NAME[name]] = TOWN if location == "town" else int(location)
    return Table.from_position(GAME, f"{table.position} locations={','.join(map(str, locations))}")


def moved(where: str, roll: str, numbers: tuple[int, ...], script: str, **options: bool) -> Table:
    """The same after a round with these numbers, and these moves."""
    table = board(where, len(numbers), **options)
    play_script(table, round_of(roll, *numbers) + "\n" + script)
    return table


def at(table: Table, piece: str) -> int:
    return int(game_of(table).locations[PIECE_BY_NAME[piece]])


def rule_against(table: Table, seat: int, text: str) -> str:
    refusal = table.explain(seat, text)
    assert refusal is not None
    return refusal.rule


# the worked examples


def test_zz_e1_too_high_stays_and_the_highest_goes_first() -> None:
    table = Table(GAME, {"players": 4})
    play_script(table, round_of("4 4", 6, 2, 9, 4))  # red, green, blue, yellow
    assert rule_against(table, 2, "go B1") == "ZZ-8"
    assert rule_against(table, 3, "go Y1") == "ZZ-9"
    play_script(table, "0 go R1\n3 go Y1\n1 go G1")
    assert (at(table, "R1"), at(table, "Y1"), at(table, "G1")) == (5, 21, 7)
    assert at(table, "B1") == START
    assert game_of(table).phase == ROLLING


def test_zz_e2_pieces_that_are_passed_or_caught_are_banished() -> None:
    where = "G1=6 R1=7 Y1=8 G2=9 R2=10 B1=12 Y2=14"
    table = moved(where, "6 6", (1, 8, 2, 3), "1 go G1")
    assert at(table, "G1") == 14
    assert [at(table, piece) for piece in ("Y1", "Y2", "B1", "R1")] == [START] * 4
    assert at(table, "R2") == 10
    assert at(table, "G2") == 9
    banished = [fact for fact in table.events[-1].facts if fact.kind == "banished"]
    assert [PIECE_NAMES[fact.about[0]] for fact in banished] == ["R1", "B1", "Y1", "Y2"]


def test_zz_e3_companions() -> None:
    where = "G1=23 B1=0 Y1=2 B2=2 R1=2 G2=2 Y2=4 B3=19 R2=20"
    table = moved(where, "4 4", (2, 8, 6, 3), "1 go G1 with R1 G2", advanced=True)
    assert [at(table, piece) for piece in ("G1", "G2", "R1")] == [TOWN, TOWN, 5]
    assert [at(table, piece) for piece in ("Y1", "B2")] == [START, START]
    assert [at(table, piece) for piece in ("B1", "Y2")] == [0, 4]
    play_script(table, "2 go B3 with R2")
    assert [at(table, piece) for piece in ("B3", "R2")] == [1, 1]
    play_script(table, "3 go Y2")
    assert [at(table, piece) for piece in ("Y2", "R1")] == [7, START]
    play_script(table, "0 go R3")
    assert at(table, "R3") == 1
    assert game_of(table).phase == ROLLING


# the board


def test_zz_1_every_colour_has_the_same_way() -> None:
    for colour, letter in enumerate("RGBY"):
        for step in range(1, 25):
            square = (ENTRIES[colour] + step - 1) % SQUARES
            state = game_of(board(f"{letter}1={square}"))
            assert state.step_number(3 * colour) == step
            assert (square in CASTLES[colour]) == (step in (3, 21))
            assert (square in ZONES[colour]) == (10 <= step <= 14)
            assert (square == EXITS[colour]) == (step == 24)


def test_seats_take_the_colours_in_order() -> None:
    assert game_of(Table(GAME, {"players": 2})).public().colours == (0, 2)
    table = Table(GAME, {"players": 3, "pieces": 2})
    assert GAME.texts(table.state, LUCK) == [
        "absent blue",
        "absent green",
        "absent red",
        "absent yellow",
    ]
    play_script(table, "- absent green")
    state = game_of(table)
    assert state.public().colours == (0, 2, 3)
    played = [name for name in PIECE_NAMES if state.locations[PIECE_BY_NAME[name]] == START]
    assert played == ["R1", "R2", "B1", "B2", "Y1", "Y2"]
    assert [at(table, piece) for piece in ("R3", "G1", "G2", "Y3")] == [OUT_OF_PLAY] * 4


# roll, listen, move


def test_zz_3_the_roller_changes_clockwise() -> None:
    table = Table(GAME, {"players": 2})
    rollers = []
    for _ in range(3):
        play_script(table, round_of("1 1", 13, 12))
        rollers.append(game_of(table).public().roller)
    assert rollers == [1, 0, 1]  # after each round, the next


def test_zz_4_a_shake_is_followed_by_its_sound_and_by_nothing_else() -> None:
    table = scripted_table(GAME, f"- roll 1 2\n{ORDER}\n0 take 4\n1 take 7\n0 shake 4", players=2)
    assert list(table.state.actors()) == [LUCK]
    assert rule_against(table, 1, "shake 7") == "ZZ-4"
    assert rule_against(table, LUCK, "heard 1 7 7") == "ZZ-4"
    assert len(GAME.texts(table.state, LUCK)) == MAX_COUNT
    play_script(table, "- heard 0 4 20")  # whatever it is
    assert list(table.state.actors()) == [0, 1]


def test_zz_4_only_the_shaker_hears() -> None:
    table = scripted_table(
        GAME, f"- roll 1 2\n{ORDER}\n0 take 4\n0 shake 4\n- heard 0 4 5", players=2
    )
    fact = table.events[-1].facts[0]
    assert fact.told_to(0).secret == (5,)
    assert fact.told_to(1).secret == ()
    assert fact.told_to(SPECTATOR).secret == ()
    assert game_of(table).private(0).heard == ((3, 5, 1),)
    assert game_of(table).private(1).heard == ()
    for viewer in (1, SPECTATOR):
        world = game_of(table).imagine(viewer, SeededRng(1))
        assert world.sounds(0) == []


def test_zz_5_two_hands_and_nobody_elses_barrel() -> None:
    table = scripted_table(GAME, f"- roll 1 2\n{ORDER}\n0 take 4\n1 take 7\n0 take 5", players=2)
    assert rule_against(table, 0, "take 6") == "ZZ-5"
    assert rule_against(table, 1, "take 4") == "ZZ-5"
    assert rule_against(table, 1, "place 4") == "ZZ-4"
    play_script(table, "0 back 4\n0 take 6")
    assert game_of(table).public().barrels.hands == ((4, 5), (6,))


def test_zz_6_the_other_barrel_goes_back_at_once() -> None:
    table = scripted_table(GAME, f"- roll 1 2\n{ORDER}\n0 take 4\n0 take 5\n0 place 5", players=2)
    assert rule_against(table, 0, "take 6") == "ZZ-6"
    assert table.explain(1, "take 4") is None
    assert rule_against(table, 1, "take 5") == "ZZ-5"
    with pytest.raises(NotYourTurn):
        table.submit(0, "back 5")


def test_zz_7_nobody_sees_a_number_before_all_have_placed() -> None:
    table = scripted_table(GAME, f"- roll 6 6\n{ORDER}\n0 take 4\n0 place 4\n1 take 5", players=2)
    assert rule_against(table, 0, "go R1") == "ZZ-7"
    assert set(game_of(table).public().barrels.numbers) == {0}
    play_script(table, "1 place 5")
    assert game_of(table).public().barrels.numbers[3:5] == (4, 5)
    turned = [fact for fact in table.events[-1].facts if fact.kind == "turned"]
    assert [fact.about for fact in turned] == [(3, 4, 1, 12), (4, 5, 1, 12)]
    assert rule_against(table, 0, "take 6") == "ZZ-6"


def test_zz_8_if_all_are_too_high_the_next_round_begins() -> None:
    table = Table(GAME, {"players": 2})
    play_script(table, round_of("1 1", 3, 13))
    assert game_of(table).phase == ROLLING
    assert [fact.kind for fact in table.events[-1].facts] == ["placed", "turned", "turned"]


def test_zz_10_one_own_apprentice_that_is_not_home() -> None:
    table = board("R1=town", players=2)
    play_script(table, round_of("6 6", 5, 4))
    assert GAME.texts(table.state, 0) == ["go R2", "go R3"]
    for text in ("go R1", "go B1", "go G1"):
        assert rule_against(table, 0, text) == "ZZ-10"


def test_zz_11_after_mixing_nothing_is_known_of_the_barrels() -> None:
    table = scripted_table(
        GAME, f"- roll 1 1\n{ORDER}\n0 take 4\n0 shake 4\n- heard 0 4 5", players=2
    )
    play_script(table, "0 place 4\n1 take 3\n1 place 3")
    assert game_of(table).public().barrels.numbers[:4] == (
        0,
        0,
        3,
        4,
    )  # in sight until the next roll
    play_script(table, "- roll 1 1")
    assert GAME.texts(table.state, LUCK) == ["mix *"]
    assert game_of(table).private(0).heard == ()
    assert set(game_of(table).public().barrels.numbers) == {0}


def test_zz_12_with_memory_barrels_keep_their_places() -> None:
    table = scripted_table(
        GAME, f"- roll 1 1\n{ORDER}\n0 take 4\n0 shake 4\n- heard 0 4 5", players=2, memory=True
    )
    play_script(table, "0 place 4\n1 take 3\n1 place 3\n- roll 1 2")
    assert rule_against(table, LUCK, ORDER[2:]) == "ZZ-12"
    assert game_of(table).sounds(0) == [(3, 5, 1)]


@pytest.mark.parametrize("helped", [False, True])
def test_zz_12_what_was_heard_is_left_to_memory_too(helped: bool) -> None:
    script = f"- roll 1 1\n{ORDER}\n0 take 4\n0 shake 4\n- heard 0 4 5\n0 shake 4\n- heard 0 4 6"
    table = scripted_table(GAME, script, players=2, memory=True, help=helped)
    sounds = ((3, 5, 1), (3, 6, 1))
    assert game_of(table).private(0).heard == sounds
    play_script(table, "0 place 4\n1 take 3\n1 place 3\n- roll 1 2")
    assert game_of(table).private(0).heard == (sounds if helped else ())
    play_script(table, "0 take 4\n0 shake 4\n- heard 0 4 5")
    again = ((3, 5, 2), (3, 6, 1)) if helped else ((3, 5, 1),)
    assert game_of(table).private(0).heard == again
    world = game_of(table).imagine(0, SeededRng(1))
    assert world.sounds(0) == [(3, 5, 2), (3, 6, 1)]  # a perfect memory
    assert world.private(0).heard == again
    other = game_of(table).imagine(1, SeededRng(1))
    assert set(other.heard_before) == set(other.heard) == {0}


@pytest.mark.parametrize("helped", [False, True])
def test_zz_12_the_next_roll_covers_the_numbers_unless_help_is_given(helped: bool) -> None:
    options = {"players": 2, "memory": True, "help": helped}
    table = scripted_table(GAME, round_of("1 1", 4, 3), **options)
    assert game_of(table).public().barrels.numbers[:5] == (0, 0, 3, 4, 0)
    play_script(table, "- roll 6 6")
    seen = (0, 0, 3, 4, 0) if helped else (0,) * 5
    assert game_of(table).public().barrels.numbers[:5] == seen
    play_script(
        table, "0 take 4\n0 place 4\n1 take 5"
    )  # it stays covered, also in front of somebody
    assert game_of(table).public().barrels.numbers[:5] == seen
    play_script(table, "1 place 5")
    assert game_of(table).public().barrels.numbers[:5] == (0, 0, 3 if helped else 0, 4, 5)
    play_script(table, "1 go B1")
    assert game_of(table).public().barrels.numbers[:5] == (0, 0, 3 if helped else 0, 4, 5)


def test_zz_12_a_perfect_memory_knows_covered_numbers() -> None:
    table = scripted_table(GAME, round_of("1 1", 4, 3), players=2, memory=True)
    play_script(table, "- roll 1 2")
    for seed in range(20):
        world = game_of(table).imagine(1, SeededRng(seed))
        assert list(world.numbers)[2:4] == [3, 4]
        assert world.numbers_of(world.turned)[:5] == [0, 0, 3, 4, 0]


def test_zz_12_without_memory_help_changes_nothing() -> None:
    views = []
    for helped in (False, True):
        table = Table(GAME, {"players": 2, "help": helped})
        for number in (4, 5):
            play_script(table, round_of("1 1", number, 3))
            views.append(game_of(table).observe(0))
    assert views[:2] == views[2:]


def test_a_record_without_help_means_none() -> None:
    """(ZZ-12) It is older than the option."""
    recorded = {"players": 2, "advanced": False, "memory": True, "pieces": 3, "forgetful": False}
    assert GAME.recorded_options(recorded)["help"] is False


def test_the_house_places_the_barrel_taken_first() -> None:
    table = scripted_table(GAME, f"- roll 1 1\n{ORDER}\n0 take 6\n0 take 1", players=2)
    state = game_of(table)
    assert GAME.text(state, state.default_move(0)) == "place 6"
    assert GAME.text(state, state.default_move(1)) == "take 2"
    play_script(table, "0 back 6")
    assert GAME.text(state, state.default_move(0)) == "place 1"


# moving and banishing


@pytest.mark.parametrize(("location", "end"), [(23, TOWN), (19, TOWN), (18, 23), (11, 16)])
def test_zz_13_surplus_steps_are_lost_in_the_town(location: int, end: int) -> None:
    table = moved(f"R1={location}", "6 6", (5, 13), "0 go R1")
    assert at(table, "R1") == end


def test_zz_13_others_pass_a_town() -> None:
    table = moved("B1=22", "6 6", (13, 5), "1 go B1")
    assert at(table, "B1") == 3


def test_zz_15_a_piece_that_shares_the_origin_is_not_overtaken() -> None:
    table = moved("R1=3 B1=3 B2=4 B3=9", "6 6", (5, 13), "0 go R1")
    assert [at(table, piece) for piece in ("B1", "B2", "B3")] == [3, START, 9]


def test_zz_15_up_to_the_square_before_the_town() -> None:
    table = moved("R1=19 G1=23 G2=20 Y1=0", "6 6", (12, 2, 3, 13), "0 go R1")
    assert [at(table, piece) for piece in ("R1", "G1", "G2", "Y1")] == [TOWN, START, START, 0]


def test_zz_18_a_piece_that_leaves_its_start_banishes_nobody() -> None:
    table = moved("G1=0 G2=2 G3=4", "6 6", (5, 13, 12, 11), "2 go B1\n3 go Y1\n0 go R1")
    assert [at(table, piece) for piece in ("G1", "G2", "G3")] == [0, 2, 4]


def test_zz_19_the_forgetful_choose_whom_they_banish() -> None:
    table = board("R1=2 B1=3 B2=4", players=2, forgetful=True)
    play_script(table, round_of("6 6", 5, 13))
    named = [text for text in GAME.texts(table.state, 0) if text.startswith("go R1")]
    assert named == ["go R1", "go R1 banish B1", "go R1 banish B1 B2", "go R1 banish B2"]
    play_script(table, "0 go R1 banish B2")
    assert [at(table, piece) for piece in ("B1", "B2")] == [3, START]


def test_zz_20_the_last_apprentice_home_ends_the_game_at_once() -> None:
    table = moved("R1=town R2=town R3=22 B1=town B2=20 Y1=5", "6 6", (9, 2, 3, 4), "0 go R3")
    assert table.over
    assert game_of(table).phase == OVER
    assert table.state.scores() == (3, 0, 1, 0)
    assert table.state.ranks() == (1, 4, 2, 3)


def test_zz_20_equal_ways_share_a_rank() -> None:
    table = moved("R1=town R2=town R3=22 G1=7 B1=13 Y1=18", "6 6", (9, 2, 3, 4), "0 go R3")
    assert table.state.ranks() == (1, 2, 2, 4)


# companions


def test_zz_21_castles_protect_in_the_advanced_game_only() -> None:
    where = "B1=1 R1=2 Y1=2"
    basic = moved(where, "6 6", (2, 3, 4, 5), "3 go Y2\n2 go B1")
    assert [at(basic, piece) for piece in ("R1", "Y1")] == [START, START]
    advanced = moved(where, "6 6", (2, 3, 4, 5), "3 go Y2\n2 go B1", advanced=True)
    assert [at(advanced, piece) for piece in ("R1", "Y1")] == [2, START]


def test_zz_22_not_where_the_move_begins_or_ends() -> None:
    table = board("B1=2 G1=2 G2=8 R1=20", advanced=True)
    play_script(table, round_of("6 6", 1, 2, 6, 3))
    assert "go B1 with G1" not in GAME.texts(table.state, 2)
    assert rule_against(table, 2, "go B1 with G2") == "ZZ-22"
    assert rule_against(table, 2, "go B1 with G1") == "ZZ-22"
    assert rule_against(table, 2, "go B1 with R1") == "ZZ-22"


def test_zz_22_own_pieces_may_come_along_from_their_castle() -> None:
    table = moved("B1=13 B2=14 Y1=14", "6 6", (1, 2, 6, 3), "2 go B1 with B2", advanced=True)
    assert [at(table, piece) for piece in ("B1", "B2", "Y1")] == [19, 19, 14]


def test_zz_23_from_the_start_too_but_without_banishing() -> None:
    table = moved("G1=2 R1=2 Y1=3", "6 6", (6, 1, 2, 3), "0 go R2 with G1 R1", advanced=True)
    assert [at(table, piece) for piece in ("R2", "G1", "R1", "Y1")] == [5, 5, 5, 3]


def test_zz_24_own_companions_enter_the_town_or_stop() -> None:
    table = board("R1=18 R2=20 Y1=20 G1=20", advanced=True)
    play_script(table, round_of("6 6", 9, 1, 2, 3))
    assert GAME.texts(table.state, 0) == [
        "go R1",
        "go R1 with R2",
        "go R1 with R2 Y1",
        "go R1 with R2 Y1 stop R2",
        "go R1 with R2 stop R2",
        "go R1 with Y1",
        "go R2",
        "go R3",
    ]
    assert rule_against(table, 0, "go R1 with Y1 stop Y1") == "ZZ-24"
    assert rule_against(table, 0, "go R1 stop R2") == "ZZ-24"
    play_script(table, "0 go R1 with Y1 R2 stop R2")  # any order
    assert table.events[-1].text == "go R1 with R2 Y1 stop R2"
    assert [at(table, p) for p in ("R1", "R2", "Y1", "G1")] == [TOWN, 23, 23, START]


def test_zz_24_companions_may_bring_the_last_ones_home() -> None:
    table = moved("R1=18 R2=20 R3=town", "6 6", (9, 1), "0 go R1 with R2", advanced=True)
    assert table.over


def test_zz_25_carried_past_its_own_town_a_piece_needs_another_lap() -> None:
    table = moved("B3=19 R2=20 Y1=1", "6 6", (1, 2, 6, 3), "2 go B3 with R2", advanced=True)
    assert game_of(table).step_number(PIECE_BY_NAME["R2"]) == 2
    assert at(table, "Y1") == START  # by the carrier; passengers banish nobody


# refusals


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("go R1 banish Y1", "ZZ-15"),
        ("go R1 banish B1", "ZZ-16"),
        ("go R1 banish R3", "ZZ-17"),
        ("go R2 banish G2", "ZZ-18"),
        ("go R1 banish G1", "ZZ-21"),
        ("go R1 with B1", "ZZ-22"),
        ("go R1 with G1 stop G1", "ZZ-24"),
        ("go G1", "ZZ-10"),
        ("take 5", "ZZ-6"),
    ],
)
def test_the_rule_against_a_move(text: str, rule: str) -> None:
    table = board("R1=0 B1=1 G1=2 G2=3 R3=4 Y1=10", advanced=True, forgetful=True)
    play_script(table, round_of("6 6", 5, 1, 2, 3))
    assert rule_against(table, 0, text) == rule
    assert table.explain(0, "go R1 with G1 banish G2") is None


def test_zz_19_only_the_forgetful_name_their_victims() -> None:
    table = board("R1=2 B1=3", players=2)
    play_script(table, round_of("6 6", 5, 13))
    assert rule_against(table, 0, "go R1 banish B1") == "ZZ-19"


@pytest.mark.parametrize(
    "text",
    [
        "take 01",
        "take XIV",
        "roll 1",
        "go",
        "go R",
        "go X1",
        "go R01",
        "go R1 with",
        "go R1 with B1 B1",
        "go R1 banish B1 with B2",
        "go R1 stop R2 with R2",
        "go R1 with B1 with B2",
        "mix 1 2 3",
        "mix *",
        "heard 0 1",
        "absent purple",
    ],
)
def test_bad_notation_is_refused(text: str) -> None:
    table = scripted_table(GAME, f"- roll 1 1\n{ORDER}", players=2)
    with pytest.raises(BadNotation):
        table.submit(0, text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        *((f"{word} {barrel}", "ZZ-2") for word in HANDLING for barrel in (-1, 0, 14, 99)),
        ("go R4", "ZZ-2"),
        ("go Y0", "ZZ-2"),
        ("go R1 with B9", "ZZ-2"),
        ("go R1 banish Y-1", "ZZ-2"),
        ("roll 0 7", "ZZ-2"),
        ("roll 6 7", "ZZ-2"),
        ("mix 0 1 2 3 4 5 6 7 8 9 10 11 12", "ZZ-2"),
        ("mix 1 1 3 4 5 6 7 8 9 10 11 12 13", "ZZ-2"),
        ("heard 0 14 5", "ZZ-2"),
        ("heard 0 1 0", "ZZ-4"),
        ("heard 0 1 21", "ZZ-4"),
        ("heard 9 1 5", "ZZ-4"),
    ],
)
def test_zz_2_numbers_out_of_range_are_illegal_by_the_rule_that_sets_the_range(
    text: str, rule: str
) -> None:
    """A number off the board is well formed: illegal, and never bad notation."""
    table = scripted_table(GAME, f"- roll 1 1\n{ORDER}", players=2)
    refusals = [table.explain(seat, text) for seat in (LUCK, 0, 1)]
    assert [(type(each), each and each.rule) for each in refusals] == [(IllegalMove, rule)] * 3


# moves as numbers


@pytest.mark.parametrize("seed", range(4))
def test_moves_are_encoded_as_they_are_decoded(seed: int) -> None:
    for step in playthrough(GAME, variant(GAME, seed), seed)[:-1]:
        for move in (step.move, *step.state.choices(step.seat)[:20]):
            assert encode(decode(move)) == move


# a slow reading of the rules


def slow_moves(state: ZappZerapp) -> list[str]:
    """All moves by the letter of ZZ-10 to ZZ-25, step by step, with sets of names."""
    public, seat = state.public(), int(state.seat)
    steps = public.barrels.number_of(seat)
    where = {name: public.board.locations[piece] for piece, name in enumerate(PIECE_NAMES)}
    colour, letter = public.colours[seat], "RGBY"[public.colours[seat]]
    found = []
    for mover in [name for name in PIECE_NAMES if name[0] == letter and where[name] <= START]:
        squares, location, home = [], where[mover], False
        for _ in range(steps):
            if location == EXITS[colour]:
                home = True
                break
            location = ENTRIES[colour] if location == START else (location + 1) % SQUARES
            squares.append(location)
        met = [name for name in PIECE_NAMES if where[name] in squares and name != mover]
        under = [n for n in met if where[n] in CASTLES["RGBY".index(n[0])]]
        carried = [n for n in under if public.advanced and where[n] != squares[-1]]
        safe = [n for n in met if where[n] in ZONES["RGBY".index(n[0])]]
        safe += under if public.advanced else []
        lost = [n for n in met if n[0] != letter and n not in safe and where[mover] != START]
        lost = lost if state.config.forgetful else []
        for companions, victims in product(subsets(carried), subsets(lost)):
            own = [n for n in companions if n[0] == letter and home]
            for stopped in subsets(own):
                words = f"go {mover}"
                for clause, names in (("with", companions), ("stop", stopped), ("banish", victims)):
                    words += f" {clause} {' '.join(names)}" if names else ""
                found.append(words)
    return sorted(found)


def subsets(names: list[str]) -> list[list[str]]:
    """All subsets, each in the canonical order."""
    chosen: list[list[str]] = [[]]
    for name in names:
        chosen += [[*some, name] for some in chosen]
    return chosen


@pytest.mark.parametrize("seed", range(12))
def test_zz_10_moves_agree_with_a_slow_reading_of_the_rules(seed: int) -> None:
    assert set(WHITES) == {square for castles in CASTLES for square in castles}
    options = {**variant(GAME, seed), "advanced": seed % 4 > 0, "pieces": 3}
    for step in playthrough(GAME, options, seed):
        state = step.state
        assert isinstance(state, ZappZerapp)
        if state.phase == MOVING:
            assert GAME.texts(state, state.seat) == slow_moves(state)


# the sound


def listening(numbers: str = ORDER) -> Table:
    return scripted_table(GAME, f"- roll 6 6\n{numbers}", players=2)


def shake(table: Table, seat: int, barrel: int, *counts: int) -> None:
    """A seat takes a barrel, shakes it with these sounds, and puts it back."""
    shakes = [f"{seat} shake {barrel}\n- heard {seat} {barrel} {count}" for count in counts]
    play_script(table, "\n".join([f"{seat} take {barrel}", *shakes, f"{seat} back {barrel}"]))


def sound_chances(table: Table, barrel: int) -> list[float]:
    """How likely each count is at the next shake of a barrel, by the weights of luck."""
    fork = table.fork()
    play_script(fork, f"0 take {barrel}\n0 shake {barrel}")
    weights = dict(fork.state.luck())
    total = sum(weights.values())
    return [weights.get(HEARD + count, 0) / total for count in range(1, MAX_COUNT + 1)]


def first_chance(n: int, count: int) -> float:
    """How likely a first shake of n stones sounds like a count."""
    return sound_chances(listening(), n)[count - 1]


def test_one_and_two_stones_are_heard_exactly() -> None:
    assert first_chance(1, 1) == first_chance(2, 2) == 1
    assert 0.9 < first_chance(3, 3) < 1


def test_the_sound_reveals_no_more_than_it_should() -> None:
    """The best guess after one shake is right 59 times of 100, after two 64 times."""
    first = [sound_chances(listening(), n) for n in range(1, BARRELS + 1)]
    assert 0.58 < sum(map(max, zip(*first, strict=True))) / BARRELS < 0.60
    twice = 0.0
    for one in range(1, MAX_COUNT + 1):
        both = [two_sounds(n, one) for n in range(1, BARRELS + 1)]
        twice += sum(map(max, zip(*both, strict=True))) / BARRELS
    assert 0.62 < twice < 0.65


def two_sounds(n: int, first: int) -> list[float]:
    """How likely n stones sound first like one count, then like each."""
    before, table = first_chance(n, first), listening()
    shake(table, 0, n, first)
    return [before * chance for chance in sound_chances(table, n)]


@pytest.mark.parametrize("n", [3, 5, 9, 13])
def test_the_order_of_two_sounds_does_not_matter(n: int) -> None:
    """A barrel's bias is the same for every shake, and for every listener."""
    for one, two in ((n, n + 1), (n - 1, n + 1), (n, n - 1)):
        assert two_sounds(n, one)[two - 1] == pytest.approx(two_sounds(n, two)[one - 1], rel=0.02)
    table, other = listening(), listening()
    for seat, count in ((0, n), (1, n + 1), (0, n + 1)):
        shake(table, seat, n, count)
        shake(other, 1 - seat, n, count)
    assert sound_chances(table, n) == sound_chances(other, n)


def test_a_bias_is_learnt_from_what_was_heard() -> None:
    table = listening()
    shake(table, 1, 10, *[13] * 8)  # ten stones that sound like thirteen
    mean = sum(count * chance for count, chance in enumerate(sound_chances(table, 10), 1))
    assert 11 < mean < 12.5
    assert sound_chances(table, 9) == sound_chances(listening(), 9)  # another barrel: as before


def test_chances_add_up() -> None:
    for n in range(1, BARRELS + 1):
        for bias in range(BIASES):
            start = (n * BIASES + bias) * MAX_COUNT
            total = sum(int(COUNT_CHANCE[start + i]) for i in range(MAX_COUNT))
            assert abs(total - 2**20) <= MAX_COUNT


def test_sounds_come_as_often_as_listed() -> None:
    table = listening()
    play_script(table, "0 take 9\n0 shake 9")
    listed, rng = dict(table.state.luck()), SeededRng(4)
    drawn = Counter(int(table.state.sample_luck(rng)) for _ in range(4000))
    for outcome, weight in listed.items():
        expected = 4000 * weight / sum(listed.values())
        assert abs(drawn[outcome] - expected) < 5 * (expected + 1) ** 0.5, outcome - HEARD


def test_what_was_heard_shapes_what_is_imagined() -> None:
    """Worlds come as often as Bayes says: three barrels heard, exact over all their numbers."""
    table = listening("- mix 9 1 12 2 3 4 5 6 7 8 10 11 13")
    shake(table, 0, 1, 8, 9)
    shake(table, 0, 2, 1)
    shake(table, 0, 3, 10)
    rows = []
    for barrel in range(3):
        row = zeros(BARRELS)
        likelihoods_into(table.state.heard, 0, barrel, row, 0)
        rows.append([int(weight) for weight in row])
    exact: Counter[int] = Counter()
    for a, b, c in permutations(range(BARRELS), 3):
        exact[a + 1] += rows[0][a] * rows[1][b] * rows[2][c]
    rng, worlds = SeededRng(8), 1500
    drawn: Counter[int] = Counter()
    for _ in range(worlds):
        world = table.state.imagine(0, rng)
        assert world.numbers[1] == 1  # one stone is heard exactly
        drawn[int(world.numbers[0])] += 1
    for n in range(1, BARRELS + 1):
        share = exact[n] / exact.total()
        assert abs(drawn[n] / worlds - share) < 0.06, n
