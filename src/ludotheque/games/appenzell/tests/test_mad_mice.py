"""The chapter on mad mice: passages, works, cat and sock."""

from __future__ import annotations

from ludotheque.games.appenzell.notation import FACE_NAMES
from ludotheque.games.appenzell.tests.positions import (
    EDAM,
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


def mad(
    spare: str = "blank",
    tiles: str = "",
    mice: dict[int, str] | None = None,
    cheeses: dict[int, str] | None = None,
) -> CastleTable:
    """Two players with the expansion."""
    return arrange(begin(2, spare, mad_mice=True), tiles, mice, cheeses=cheeses)


def test_ca_30_the_pusher_chooses_the_spare_and_its_face() -> None:
    table = mad(spare="goat")
    faces = {text.split()[3] for text in legal_texts(table, 0, "push")}
    assert faces == {"goat", "passage", "cat", "works", "sock"}
    play(table, "0 push top 1 cat", "- out blank")
    assert public(table).castle.floor[1] == FACE_NAMES.index(
        "cat"
    )  # known to all, also under a roof
    play(table, "0 done")
    assert refusing_rule(table, 1, "push top 1 passage") == "CA-30"  # the other face of the cat
    play(table, "1 push bottom 1 goat")  # the cat comes out, and is a passage too again
    assert {FACE_NAMES[face] for face in public(table).spares} == {
        "blank",
        "passage",
        "cat",
        "works",
        "sock",
    }


def test_ca_31_from_the_passage_to_any_open_square() -> None:
    table = mad(mice={0: "0 3, 5 5", 1: "0 1"})
    play(table, "0 push top 3 passage", "- out blank")
    play(table, "0 run 0 3 4 5")
    assert public(table).actions == 2
    assert refusing_rule(table, 0, "run 4 5 0 2") == "CA-10"
    assert refusing_rule(table, 0, "run 4 5 6 6") == "CA-10"


def test_ca_32_the_works_allow_a_second_push_and_never_a_third() -> None:
    table = mad(mice={0: "0 3"})
    play(table, "0 push top 3 works", "- out blank", "0 push left 3 blank", "- out goat")
    assert refusing_rule(table, 0, "push left 3 goat") == "CA-32"
    table = mad()
    play(table, "0 push top 3 works", "- out blank")  # nobody stands there
    assert refusing_rule(table, 0, "push left 3 blank") == "CA-32"


def test_ca_33_cat_and_sock_are_neither_entered_nor_crossed() -> None:
    table = mad(mice={0: "1 3"})  # room B: 0 3 and 1 3
    play(table, "0 push top 3 cat", "- out blank")
    assert refusing_rule(table, 0, "run 1 3 0 3") == "CA-33"


def test_ca_34_the_cat_sends_a_mouse_back_to_the_supply() -> None:
    table = mad(mice={1: "0 3, 0 1"})
    play(table, "0 push top 3 cat", "- out blank")
    assert supplies(table) == [3, 3]
    assert player(table, 1).fallen == 0


def test_ca_35_the_owner_gives_and_flees_in_anothers_turn() -> None:
    table = mad(mice={1: "0 3"}, cheeses={1: "edam roquefort"})
    play(table, "0 push top 3 sock", "- out blank")
    assert table.state.actors() == (1,)
    assert legal_texts(table, 1) == ["give edam", "give roquefort"]
    assert refusing_rule(table, 1, "flee 1 3") == "CA-35"
    play(table, "1 give edam")
    assert legal_texts(table, 1) == ["flee 1 3"]
    play(table, "1 flee 1 3")
    assert table.state.actors() == (0,)
    assert player(table, 1).cheeses == (ROQUEFORT,)


def test_ca_35_a_gift_is_written_even_if_forced_and_left_out_without_cheese() -> None:
    table = mad(mice={1: "0 3"}, cheeses={1: "edam"})
    play(table, "0 push top 3 sock", "- out blank")
    assert legal_texts(table, 1) == ["give edam"]
    table = mad(mice={1: "0 3"})
    play(table, "0 push top 3 sock", "- out blank")
    assert legal_texts(table, 1) == ["flee 1 3"]


def test_ca_35_without_a_square_to_flee_to_the_mouse_goes_to_the_supply() -> None:
    table = mad(mice={1: "0 3, 1 3"})
    play(table, "0 push top 3 sock", "- out blank")
    assert table.state.actors() == (0,)
    assert supplies(table) == [3, 3]
    assert player(table, 1).mice == (10,)


def test_ca_35_a_cheese_given_back_can_be_earned_again_in_this_push() -> None:
    mice, edams = {1: "0 3, 0 1, 1 2"}, "0 1 edam, 1 2 edam"
    table = mad(tiles=edams, mice=mice, cheeses={1: "edam"})
    play(table, "0 push top 3 sock", "- out blank", "1 give edam", "1 flee 1 3")
    assert player(table, 1).cheeses == (EDAM,)


def test_ca_35_the_sock_comes_before_the_end_of_the_game() -> None:
    table = mad(spare="trap")
    play(table, "0 push left 1 sock", "- out blank", "0 done")
    play(table, "1 push left 1 blank", "- out blank", "1 done")
    mice = {0: "1 2", 1: "1 0"}
    table = arrange(table, mice=mice, cheeses={0: "edam"}, fallen="0,2")
    play(table, "0 push left 1 trap", "- out blank")
    assert player(table, 1).fallen == 3
    play(table, "0 give edam", "0 flee 1 1")
    assert table.over
    assert table.state.ranks() == (1, 2)


def test_with_mad_mice_a_push_names_its_face() -> None:
    refusal = mad().explain(0, "push top 1")
    assert refusal is not None
    assert refusal.code == "bad-notation"
