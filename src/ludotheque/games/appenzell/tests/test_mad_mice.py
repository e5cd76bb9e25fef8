"""The chapter on mad mice: passages, works, cat and sock."""

from __future__ import annotations

from ludotheque.core.fast import BIT
from ludotheque.core.table import Table
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.notation import FACE
from ludotheque.games.appenzell.tests.test_examples import (
    EDAM,
    ROQUEFORT,
    begin,
    castle,
    lay,
    play,
    rule,
    stand,
    texts,
    view,
)


def mad(players: int = 2, spare: str = "blank") -> Table:
    return begin(players, spare, mad_mice=True)


def test_ca_30_the_pusher_chooses_the_spare_and_its_face() -> None:
    table = mad(spare="goat")
    faces = {text.split()[3] for text in texts(table, 0, "push")}
    assert faces == {"goat", "passage", "cat", "works", "sock"}
    play(table, "0 push top 1 cat", "- out blank")
    assert view(table).floor[1] == FACE.index("cat")  # known to all, also under a roof
    play(table, "0 done")
    assert rule(table, 1, "push top 1 passage") == "CA-30"  # the other face of the cat
    play(table, "1 push bottom 1 goat")  # the cat comes out, and is a passage too again
    assert {FACE[face] for face in view(table).spares} == {
        "blank",
        "passage",
        "cat",
        "works",
        "sock",
    }


def test_ca_31_from_the_passage_to_any_open_square() -> None:
    table = mad()
    stand(table, 0, "0 3", "5 5")
    stand(table, 1, "0 1")
    play(table, "0 push top 3 passage", "- out blank")
    play(table, "0 run 0 3 4 5")
    assert view(table).actions == 2
    assert rule(table, 0, "run 4 5 0 2") == "CA-10"
    assert rule(table, 0, "run 4 5 6 6") == "CA-10"


def test_ca_32_the_works_allow_a_second_push_and_never_a_third() -> None:
    table = mad()
    stand(table, 0, "0 3")
    play(table, "0 push top 3 works", "- out blank", "0 push left 3 blank", "- out goat")
    assert rule(table, 0, "push left 3 goat") == "CA-32"
    table = mad()
    play(table, "0 push top 3 works", "- out blank")  # nobody stands there
    assert rule(table, 0, "push left 3 blank") == "CA-32"


def test_ca_33_cat_and_sock_are_neither_entered_nor_crossed() -> None:
    table = mad()
    stand(table, 0, "1 3")  # room B: 0 3 and 1 3
    play(table, "0 push top 3 cat", "- out blank")
    assert rule(table, 0, "run 1 3 0 3") == "CA-33"


def test_ca_34_the_cat_sends_a_mouse_back_to_the_supply() -> None:
    table = mad()
    stand(table, 1, "0 3", "0 1")
    play(table, "0 push top 3 cat", "- out blank")
    assert view(table).supply == (3, 3)
    assert view(table).fallen == (0, 0)


def test_ca_35_the_owner_gives_and_flees_in_anothers_turn() -> None:
    table = mad()
    castle(table).cheeses[1] = BIT[EDAM] | BIT[ROQUEFORT]
    stand(table, 1, "0 3")
    play(table, "0 push top 3 sock", "- out blank")
    assert table.state.actors() == (1,)
    assert GAME.texts(table.state, 1) == ["give edam", "give roquefort"]
    assert rule(table, 1, "flee 1 3") == "CA-35"
    play(table, "1 give edam")
    assert GAME.texts(table.state, 1) == ["flee 1 3"]
    play(table, "1 flee 1 3")
    assert table.state.actors() == (0,)
    assert view(table).cheeses[1] == (ROQUEFORT,)


def test_ca_35_a_gift_is_written_even_if_forced_and_left_out_without_cheese() -> None:
    table = mad()
    castle(table).cheeses[1] = BIT[EDAM]
    stand(table, 1, "0 3")
    play(table, "0 push top 3 sock", "- out blank")
    assert GAME.texts(table.state, 1) == ["give edam"]
    table = mad()
    stand(table, 1, "0 3")
    play(table, "0 push top 3 sock", "- out blank")
    assert GAME.texts(table.state, 1) == ["flee 1 3"]


def test_ca_35_without_a_square_to_flee_to_the_mouse_goes_to_the_supply() -> None:
    table = mad()
    stand(table, 1, "0 3", "1 3")
    play(table, "0 push top 3 sock", "- out blank")
    assert table.state.actors() == (0,)
    assert view(table).supply == (3, 3)
    assert view(table).mice[1] == (10,)


def test_ca_35_a_cheese_given_back_can_be_earned_again_in_this_push() -> None:
    table = mad()
    castle(table).cheeses[1] = BIT[EDAM]
    lay(table, "0 1", "edam")
    lay(table, "1 2", "edam")
    stand(table, 1, "0 3", "0 1", "1 2")
    play(table, "0 push top 3 sock", "- out blank", "1 give edam", "1 flee 1 3")
    assert view(table).cheeses[1] == (EDAM,)


def test_ca_35_the_sock_comes_before_the_end_of_the_game() -> None:
    table = mad(spare="trap")
    play(table, "0 push left 1 sock", "- out blank", "0 done")
    play(table, "1 push left 1 blank", "- out blank", "1 done")
    castle(table).fallen[1] = 2
    castle(table).cheeses[0] = BIT[EDAM]
    stand(table, 0, "1 2")
    stand(table, 1, "1 0")
    play(table, "0 push left 1 trap", "- out blank")
    assert view(table).fallen == (0, 3)
    play(table, "0 give edam", "0 flee 1 1")
    assert table.over
    assert table.state.ranks() == (1, 2)


def test_with_mad_mice_a_push_names_its_face() -> None:
    refusal = mad().explain(0, "push top 1")
    assert refusal is not None
    assert refusal.code == "bad-notation"
