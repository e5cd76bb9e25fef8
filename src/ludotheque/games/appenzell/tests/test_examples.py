"""The worked examples of the rule sheet, and rules where an error would be easy."""

from __future__ import annotations

import re

import pytest

from ludotheque.core.fast import count_bits
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, NOBODY, SPECTATOR
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.data import BOARD_SIDES, UNSEEN
from ludotheque.games.appenzell.moves import OVER
from ludotheque.games.appenzell.notation import FACE_NAMES
from ludotheque.games.appenzell.tests.positions import (
    EDAM,
    EMMENTAL,
    ROQUEFORT,
    CastleTable,
    arrange,
    begin,
    legal_texts,
    play,
    player,
    public,
    refusing_rule,
    supplies,
)

# the worked examples


@pytest.mark.parametrize("side", BOARD_SIDES)
@pytest.mark.parametrize("seat", range(4))
def test_ca_e1_from_a_tower_three_roofs_can_be_uncovered(side: str, seat: int) -> None:
    table = begin(4, side=side)
    assert len(legal_texts(arrange(table, seat=seat), seat, "uncover")) == 3


def test_ca_e2_no_diagonal_run() -> None:
    table = begin()
    play(table, "0 uncover E", "- tile 1 1 blank", "- tile 1 2 blank")
    assert refusing_rule(table, 0, "run 0 0 1 1") == "CA-10"


def test_ca_e3_over_one_occupied_square_for_two_actions() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 blank", "0 run 0 0 0 1", "0 enter nw")
    assert refusing_rule(table, 0, "run 0 0 0 2") == "CA-11"  # one action left
    play(table, "0 done", "1 push top 3", "- out edam", "1 done")
    play(table, "0 run 0 0 0 2")
    assert public(table).actions == 2
    assert player(table, 0).mice == (1, 2)


def test_ca_e4_no_run_under_a_roof() -> None:
    assert refusing_rule(begin(), 0, "run 0 0 0 1") == "CA-10"


def test_ca_e5_a_third_fallen_mouse_can_make_a_third_player_win() -> None:
    table = begin(3, spare="trap")
    table = arrange(table, mice={1: "0 1"}, cheeses={2: "edam"}, fallen="0,2,0")
    play(table, "0 push top 1", "- out blank")
    assert table.over
    assert public(table).winner == 2
    assert table.state.ranks() == (2, 2, 1)


# set-up and turns


def test_ca_6_each_places_a_mouse_from_the_first_player_on() -> None:
    table = Table(GAME, {"players": 3})
    play(table, "- first 2", "- spare trap", "2 mouse se", "0 mouse nw")
    assert refusing_rule(table, 1, "mouse nw") == "CA-6"
    play(table, "1 mouse ne")
    assert table.state.actors() == (2,)
    assert supplies(table) == [3, 3, 3]


def test_ca_7_one_to_four_actions_and_one_push() -> None:
    table = begin()
    assert refusing_rule(table, 0, "done") == "CA-7"
    play(table, "0 push top 1", "- out blank")
    assert refusing_rule(table, 0, "push top 1") == "CA-7"
    play(table, "0 enter sw", "0 enter se")
    assert refusing_rule(table, 0, "enter ne") == "CA-12"
    play(table, "0 done")
    assert table.state.actors() == (1,)


def test_ca_7_the_turn_ends_by_itself_after_the_fourth_action_and_its_luck() -> None:
    table = begin()
    play(table, "0 enter sw", "0 enter se", "0 push left 1", "- out goat", "0 uncover A")
    assert table.state.actors() == (LUCK,)
    play(table, "- tile 0 1 goat")
    assert table.state.actors() == (1,)
    assert public(table).castle.open_rooms == ()


def test_ca_9_a_mouse_enters_a_free_tower_from_the_supply() -> None:
    table = begin()
    play(table, "0 enter sw", "0 enter se")
    assert player(table, 0).mice == (0, 42, 48)
    assert refusing_rule(table, 0, "enter sw") == "CA-12"
    table = arrange(table, mice={1: ""}, fallen="1,0")  # no mouse of seat 0 waits any more
    assert refusing_rule(table, 0, "enter ne") == "CA-9"


def test_ca_11_jumps_turn_corners_and_cost_each_square_entered() -> None:
    table = arrange(begin(), mice={0: "4 0, 5 0", 1: "5 1"})
    play(table, "0 run 4 0 5 2")  # over 5 0 and 5 1; the way by 4 1 would be two runs
    assert public(table).actions == 1


def test_ca_11_a_jump_crosses_no_tower_and_no_free_square() -> None:
    table = arrange(begin(), mice={0: "0 1, 0 0", 1: "1 0"})
    assert refusing_rule(table, 0, "run 0 1 2 0") == "CA-10"  # over the tower and 1 0
    assert refusing_rule(table, 0, "run 0 0 2 0") == "allowed"
    assert refusing_rule(table, 0, "run 0 1 0 0") == "CA-10"
    table = arrange(table, mice={1: "1 2"})
    assert refusing_rule(table, 0, "run 0 1 1 1") == "allowed"
    assert refusing_rule(table, 0, "run 0 1 1 2") == "CA-12"


# pushes


def test_ca_13_the_floor_moves_under_mice_and_roofs() -> None:
    # room E: 1 1 and 1 2
    table = arrange(begin(spare="edam"), tiles="1 0 goat", mice={0: "1 1"})
    play(table, "0 push left 1", "- out mimolette")
    assert player(table, 0).mice == (8,)
    assert public(table).castle.floor[8] == FACE_NAMES.index("goat")
    assert public(table).spares == (FACE_NAMES.index("mimolette"),)
    play(table, "0 done", "1 push right 1")  # and back again
    assert public(table).spares == (FACE_NAMES.index("edam"),)


def test_ca_13_unseen_tiles_are_named_in_reading_order_then_the_one_pushed_out() -> None:
    # rooms N and I of column 3, and O stays covered
    table = arrange(begin(), mice={0: "5 1, 2 3"})
    play(table, "0 push bottom 3")
    assert table.explain(LUCK, "out goat") is not None
    assert legal_texts(table, LUCK, "") == [f"tile 2 3 {face}" for face in sorted(FACE_NAMES[:9])]
    play(table, "- tile 2 3 goat", "- out edam")
    assert table.state.actors() == (0,)


def test_a_tile_is_named_once_and_known_ever_after() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 goat", "0 done")
    play(table, "1 push bottom 1")  # the goat log is pushed out: luck need not say so
    assert table.state.actors() == (1,)
    assert public(table).spares == (FACE_NAMES.index("goat"),)
    play(table, "1 done", "0 uncover A")
    assert table.state.actors() == (LUCK,)  # another tile lies there now
    play(table, "- tile 0 1 roquefort", "0 done", "1 uncover C", "- tile 0 5 blank", "1 done")
    play(table, "0 uncover A")
    assert table.state.actors() == (0,)  # nothing new under this roof


def test_ca_14_a_trap_takes_any_mouse_also_ones_own() -> None:
    table = arrange(begin(spare="trap"), mice={0: "0 3, 0 1"})
    play(table, "0 push top 3", "- out blank")
    assert [player(table, seat).fallen for seat in range(2)] == [1, 0]
    assert player(table, 0).mice == (1,)
    play(table, "0 done")
    assert 1 not in public(table).castle.open_rooms  # room B: a fallen mouse does not count (CA-17)
    assert 0 in public(table).castle.open_rooms


def test_ca_15_all_luck_comes_before_the_end_of_the_game() -> None:
    table = arrange(begin(spare="trap"), mice={1: "0 1"}, fallen="0,2")
    play(table, "0 push top 1")
    assert table.state.actors() == (LUCK,)
    play(table, "- out goat")
    assert table.over


# cheese


def test_ca_16_two_mice_on_two_squares_earn_a_cheese_once() -> None:
    emmentals = "0 1 emmental, 0 3 emmental"
    table = arrange(begin(), emmentals, mice={0: "0 1, 0 2", 1: "1 3"})
    play(table, "0 run 0 2 0 3")
    assert cheeses(table) == [(EMMENTAL,), ()]
    play(table, "0 run 0 3 0 2", "0 run 0 2 0 3")
    assert table.state.scores() == (1, 0)


def test_ca_16_a_push_earns_for_everybody_and_several_at_once() -> None:
    table = arrange(
        begin(spare="roquefort"),
        tiles="1 0 edam, 1 2 emmental, 3 4 roquefort, 2 1 edam, 0 3 emmental",
        mice={0: "0 3, 1 3", 1: "1 0, 3 4, 1 1, 2 1"},
    )
    play(table, "0 push left 1", "- out blank")
    assert cheeses(table) == [(EMMENTAL,), (ROQUEFORT, EDAM)]


def test_ca_16_a_jump_counts_only_where_it_lands() -> None:
    emmentals = "0 1 emmental, 0 3 emmental"
    table = arrange(begin(), emmentals, mice={0: "0 1, 0 2", 1: "0 3, 1 3"}, rooms="C")
    play(table, "0 run 0 2 0 4")
    assert table.state.scores() == (0, 0)


def test_ca_17_empty_rooms_are_covered_when_the_turn_ends_and_not_before() -> None:
    table = arrange(begin(), mice={0: "0 2", 1: "0 3"}, rooms="C")
    play(table, "0 run 0 2 0 4")
    assert public(table).castle.open_rooms == (0, 1, 2)
    play(table, "0 done")
    assert public(table).castle.open_rooms == (1, 2)


# the end


def after_one_push(active: int, cheeses: dict[int, str], fallen: int = 0) -> CastleTable:
    """Three players; one push gives a cheese to seats 0 and 1, and drops a mouse of seat 2."""
    table = arrange(
        begin(3, spare="trap"),
        tiles="1 0 emmental, 1 2 roquefort, 0 1 emmental, 0 3 roquefort",
        mice={0: "1 1, 0 1", 1: "1 3, 0 3", 2: "1 0"},
        cheeses=cheeses,
        seat=active,
        fallen=f"0,0,{fallen}",
    )
    play(table, f"{active} push left 1", "- out blank")
    return table


THREE = "camembert edam mimolette"


@pytest.mark.parametrize(("active", "winner"), [(0, 1), (1, 0), (2, 0)])
def test_ca_18_of_several_the_first_after_the_active_player_wins(active: int, winner: int) -> None:
    table = after_one_push(active, {0: THREE, 1: THREE})
    assert table.state.scores() == (4, 4, 0)
    assert public(table).winner == winner
    assert sorted(table.state.ranks()) == [1, 2, 3]


def test_ca_18_goes_before_ca_19() -> None:
    all_but_one = " ".join(FACE_NAMES[:6])
    table = after_one_push(2, {0: THREE, 2: all_but_one}, fallen=2)
    assert public(table).winner == 0
    more = "emmental roquefort camembert"
    table = after_one_push(2, {1: "camembert edam", 2: more}, fallen=2)
    assert public(table).winner == 1  # the third fallen mouse: seat 2 can't win


def test_ca_19_ties_go_to_the_first_after_the_active_player() -> None:
    table = after_one_push(0, {2: "emmental roquefort camembert"}, fallen=2)
    assert table.state.scores() == (1, 1, 3)
    assert public(table).winner == 1
    assert table.state.ranks() == (3, 1, 2)


def test_ca_19_a_draw_if_nobody_is_left() -> None:
    mice = {0: "1 0", 1: "1 5"}
    table = arrange(begin(spare="trap"), tiles="1 4 trap", mice=mice, fallen="2,2")
    play(table, "0 push left 1", "- tile 1 4 blank", "- out blank")
    assert table.over
    assert public(table).winner == NOBODY
    assert table.state.ranks() == (1, 1)


def test_ca_21_after_400_turns_the_game_is_decided() -> None:
    table = arrange(begin(3), cheeses={0: "edam", 2: "edam"}, turns=399)
    play(table, "0 enter se", "0 done")
    assert table.state.phase == OVER
    assert table.state.ranks() == (2, 3, 1)


def cheeses(table: CastleTable) -> list[tuple[int, ...]]:
    return [each.cheeses for each in public(table).players]


# what is hidden


@pytest.mark.parametrize("memory", ["strict", "notes"])
def test_ca_20_covered_faces_are_shown_only_with_notes(memory: str) -> None:
    table = begin(memory=memory)
    play(table, "0 uncover A", "- tile 0 1 goat")
    assert public(table).castle.floor[1] == FACE_NAMES.index("goat")
    play(table, "0 done")
    assert public(table).castle.floor[1] == (FACE_NAMES.index("goat") if memory == "notes" else -1)
    assert public(table).castle.glimpse == ()


def test_ca_20_what_the_fourth_action_shows_is_seen_until_the_next() -> None:
    table = begin()
    play(table, "0 enter sw", "0 enter se", "0 uncover A", "- tile 0 1 goat")
    play(table, "0 uncover D", "- tile 1 0 edam")
    assert public(table).castle.open_rooms == ()
    assert public(table).castle.glimpse == ((7, EDAM),)
    assert set(public(table).castle.floor) == {-1}
    play(table, "1 push top 5", "- out blank")
    assert public(table).castle.glimpse == ()


def test_ca_20_known_tiles_are_named_when_their_roof_is_lifted() -> None:
    table = begin()
    play(table, "0 uncover A", "- tile 0 1 goat", "0 done")
    play(table, "1 push top 3", "- out blank", "1 done")
    facts = [fact for event in table.submit(0, "uncover A") for fact in event.facts]
    assert [fact.about for fact in facts] == [(0,), (0, 1, FACE_NAMES.index("goat"))]


# refusals and notation


@pytest.mark.parametrize(
    ("seat", "text", "number"),
    [
        (1, "enter sw", "CA-7"),
        (0, "mouse sw", "CA-6"),
        (0, "uncover R", "CA-8"),
        (0, "enter nw", "CA-12"),
        (0, "run 6 0 5 0", "CA-10"),
        (0, "give edam", "CA-35"),
        (0, "flee 0 1", "CA-35"),
        (0, "push top 2", "CA-1"),
        (0, "push left 7", "CA-1"),
        (0, "run 0 0 0 7", "CA-1"),
        (0, "run 0 0 -1 0", "CA-1"),
        (0, "run 99 0 0 1", "CA-1"),
        (0, "flee 7 7", "CA-1"),
        (LUCK, "tile 7 1 edam", "CA-1"),
        (LUCK, "first -1", "CA-6"),
        (LUCK, "first 0", "CA-6"),
        (LUCK, "first 2", "CA-6"),
        (LUCK, "spare edam", "CA-5"),
        (LUCK, "tile 0 1 edam", "CA-8"),
        (LUCK, "out edam", "CA-13"),
        (LUCK, "done", "CA-7"),
    ],
)
def test_a_refusal_names_the_rule(seat: int, text: str, number: str) -> None:
    assert refusing_rule(begin(), seat, text) == number


@pytest.mark.parametrize(
    "text",
    [
        "push up 1",
        "push top 1 blank",
        "run 0 0 0 01",
        "push top one",
        "uncover S",
        "uncover a",
        "enter n",
        "tile 0 1 cat",
        "give trap",
        "done now",
        "run 0 0  0 1",
    ],
)
def test_bad_notation_is_refused(text: str) -> None:
    refusal = begin().explain(0, text)
    assert refusal is not None
    assert refusal.code == "bad-notation"


# words, the terminal and the greedy bot


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_mad", [False, True])
def test_everything_that_happens_has_words(language: str, is_mad: bool) -> None:
    words, names = GAME.words(language), ["Ada", "Bo", "Cy"]
    options: dict[str, bool | int | str] = {"players": 3, "mad_mice": is_mad, "memory": "notes"}
    for seed in range(3):
        table, rng = Table(GAME, options, SeededRng(seed)), SeededRng(seed)
        while not table.over:
            seat = table.state.next_actor()
            moves = table.state.legal_moves(seat)
            move = moves[rng.below(len(moves))]
            assert GAME.move_phrase(table.state, move, words)
            for event in table.submit(seat, GAME.text(table.state, move)):
                for fact in event.facts:
                    assert GAME.phrase(fact, words, names) or fact.about == (0,)
            assert max(widths(GAME.picture(table.state.observe(SPECTATOR), words, names))) <= 100
        assert len(GAME.score_table(public(table), table.state.ranks(), words).rows) == 3


def widths(picture: str) -> list[int]:
    return [len(re.sub(r"\[[^\]]*\]", "", line)) for line in picture.split("\n")]


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(4):
        table, rng = Table(GAME, {"players": 2}, SeededRng(seed)), SeededRng(seed)
        while not table.over:
            seat = table.state.next_actor()
            moves = table.state.legal_moves(seat)
            text = GAME.text(table.state, moves[rng.below(len(moves))])
            table.submit(seat, table.ask(GAME.bots["greedy"], 0, rng) if seat == 0 else text)
        won += table.state.ranks()[0] == 1
    assert won == 4


def test_a_new_castle_has_33_unseen_tiles() -> None:
    state = GAME.new(GAME.resolve_options({}))
    assert count_bits(state.faces[UNSEEN]) == 33
    GAME.check_invariants(state)
