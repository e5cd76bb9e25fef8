"""Zwickern: scenes of worked positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec import UNSET

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.data import HAND_CARDS, OPEN_CARDS, ROUNDS
from ludotheque.games.zwickern.moves import OPENING, PLAYING
from ludotheque.games.zwickern.notation import CARD_NAMES
from ludotheque.games.zwickern.tests.tables import ZwickernTable, add_first, opened, play
from ludotheque.presentation.scene import picked_text

if TYPE_CHECKING:
    from ludotheque.presentation.scene import Area, Choice, Piece, Scene

NAMES = ("Ada", "Blaise", "Clara", "Dirk")


def add_until_dealt(table: ZwickernTable, round_: int) -> None:
    """All players add until that round is dealt."""
    rng = SeededRng(1)
    while (table.state.round, table.state.phase) != (round_, PLAYING):
        add_first(table, rng)


def scene_of(table: ZwickernTable, viewer: int = 0, language: str = "en") -> Scene:
    """The table as a viewer sees it."""
    names = NAMES[: table.state.seats()]
    return GAME.scene(table.state, viewer, GAME.words(language), names)


def area(scene: Scene, name: str) -> Area:
    return next(area for area in scene.areas if area.id == name)


def piece(scene: Scene, name: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == name)


def choice(scene: Scene, text: str) -> Choice:
    return next(choice for choice in scene.choices if choice.text == text)


def in_area(scene: Scene, name: str) -> list[str]:
    return [piece.id for piece in scene.pieces if piece.area == name]


def counters(scene: Scene, name: str) -> dict[str, int]:
    return {counter.key: counter.value for counter in area(scene, name).counters}


# cards and places


def test_cards_with_their_numbers_claws_and_places() -> None:
    scene = scene_of(opened("2s 3s 5s", "5f 10s Ks 25 Ag", players=3))
    assert in_area(scene, "table") == ["2s", "3s", "5s", "cell"]
    assert in_area(scene, "hand") == ["5f", "10s", "Ag", "Ks", "25"]
    assert scene.prompt == (
        "Press a card, then what it takes, a card to build on, or the free place."
    )
    two = piece(scene, "Ag")
    assert (two.art, two.value, two.label) == ("card-1-11-gull", "", "1/11 of gulls, 1 claw")
    assert piece(scene, "10s").label == "10 of shells, 3 claws"
    assert piece(scene, "25").marks == ("claws-6",)
    assert area(scene, "table").label == "Deal 1/3, round 1/4"
    assert piece(scene, "dealer").area == "seat2"


def test_the_largest_card_of_the_other_edition_has_seven_claws() -> None:
    scene = scene_of(opened("2s 3s 5s", "5f 10s Ks 25 20", players=3, big_cards="15/20/25"))
    assert piece(scene, "25").marks == ("claws-7",)
    assert piece(scene, "20").marks == ("claws-6",)


def test_a_card_is_the_same_piece_in_hand_on_the_table_and_in_a_heap() -> None:
    table = opened("2s 3s 5s", "4s 10s Ks 25 Ag", "4f 8f 8a 8g 9f", players=3)
    assert piece(scene_of(table), "4s").area == "hand"
    assert "4s" not in in_area(scene_of(table, 1), "hand")
    play(table, "add 4s")
    assert (piece(scene_of(table), "4s").area, piece(scene_of(table), "4s").marks) == (
        "table",
        ("last",),
    )
    play(table, "capture 4f 4 4s")
    scene = scene_of(table)
    assert in_area(scene, "heap1") == ["heap:1", "4f"]
    assert piece(scene, "4f").marks == ("takes", "last")
    assert piece(scene, "heap:1").label == "Heap of Blaise: 2 cards"
    assert piece(scene, "taker").area == "seat1"


def test_new_cards_come_from_the_pack_or_from_the_player_who_played_them() -> None:
    table = opened("2s 3s 5s", "4s", "4f", players=3)
    assert {piece(scene_of(table), card).origin for card in ("2s", "4s")} == {"pack"}
    assert [each.id for each in scene_of(table).pieces if each.place] == [
        "heap:0",
        "heap:1",
        "heap:2",
        "cell",
    ]
    play(table, "add 4s", "capture 4f 4 4s")
    scene = scene_of(table)
    assert (piece(scene, "4f").origin, piece(scene, "2s").origin) == ("seat1", "pack")
    assert not piece(scene, "heap:1").place


def test_a_pile_says_its_value_and_who_answers_for_it() -> None:
    table = opened("As 3s 5s", "2s 10s Ks 25 Ag", players=3)
    play(table, "build 2s As 13")
    scene = scene_of(table, SPECTATOR)
    top = piece(scene, "2s")
    assert (top.value, top.marks) == ("13", ("pile", "seat0", "danger", "claws-1", "last"))
    assert top.label == "pile of 13, 2 of shells on top, 2 claws"
    assert top.tip == ("2 cards. Ada built on it last: −30 if nobody takes it in this round.")
    below = piece(scene, "As")
    assert below.label == "1/11 of shells, 1 claw, in the pile under the 2 of shells"
    assert below.marks == ("covered", "claws-1")
    assert area(scene, "table").counters[0].value == 3


def test_a_pile_worth_0_says_so() -> None:
    table = opened("5s 3s 9s", "5f 10s Ks 25 Ag", "3f 9f 8f 8a 8g", "Js 7f 7a 7g 6f", players=3)
    zero = choice(scene_of(table), "build 5f 5s 0")
    assert zero.label == "Build 0: your 5 on the 5 (5 − 5)"
    assert zero.question == (
        "5 − 5 = 0: the pile goes with the next capture, whoever makes it."
        " −30 if nobody does. Build it all the same?"
    )
    play(table, "build 5f 5s 0")
    scene = scene_of(table, 1)
    assert piece(scene, "5f").value == "0"
    assert piece(scene, "5f").marks == ("pile", "seat0", "danger", "last")
    assert piece(scene, "5f").label == "pile of 0, 5 of starfish on top"
    assert piece(scene, "5s").marks == ("covered",)
    capture = choice(scene, "capture 9f 9")
    assert [name for _, name in capture.picks[0].targets] == ["5f", "9s"]
    assert capture.picks[0].groups == ((("9s", "9"),), (("9s", "9"), ("5f", "0")))
    assert table.explain(1, picked_text(capture, [["9s", "5f"]])) is None
    assert "capture 8f 8" not in {each.text for each in scene.choices}  # nothing it goes with
    assert ("8f", "5f") in {each.path for each in scene.choices}  # to build on it
    picture = GAME.picture(table.state.observe(1), GAME.words("en"), NAMES[:3])
    assert "≡ 0 ≡" in picture


def test_a_pile_of_an_earlier_round_threatens_nobody() -> None:
    table = opened("2s 3s 5s", "4s 10s Ks 25 Ag", players=3)
    play(table, "build 4s 5s 9")
    add_until_dealt(table, 1)
    assert piece(scene_of(table), "4s").label == "pile of 9, 4 of shells on top"
    assert piece(scene_of(table), "4s").tip == "2 cards. Ada built on it last."
    assert counters(scene_of(table), "heap0") == {"heap": 0, "penalty": 30}
    assert counters(scene_of(table), "heap1") == {"heap": 0}
    assert counters(scene_of(table), "seat0")["score"] == -30


# sides


def test_partners_share_heap_zwicks_and_points() -> None:
    hands = ("6f 6a 6g 7f 7a", "7g 8f 8a 8g 9f", "5a 9a 9g 10f 10a", "4s 4f 4a 4g 3s")
    table = opened("6s 5s 5f", *hands)
    play(table, "capture 6f 6 6s", "add 7g", "capture 5a 5 5s 5f")
    scene = scene_of(table, 1)
    assert in_area(scene, "heap0") == ["heap:0", "5a"]
    assert area(scene, "heap0").label == "Ada + Clara"
    assert [counters(scene, f"heap{side}")["heap"] for side in range(2)] == [5, 0]
    assert [piece(scene, f"heap:{side}").art for side in range(2)] == ["heap", "heap-empty"]
    assert piece(scene, "side:2").label == "Clara plays with Ada"
    assert piece(scene, "side:2").art == piece(scene, "side:0").art


def test_an_open_zwick_lies_on_the_heap() -> None:
    table = opened("5s 5f 2s", "2f 10s Ks 25 Ag", "5a 8f 8a 8g 9f", players=3)
    play(table, "capture 2f 2 2s", "capture 5a 5 5s 5f")
    scene = scene_of(table, 2)
    assert in_area(scene, "heap1") == ["heap:1", "5a", "zwick:1"]
    assert (piece(scene, "zwick:1").label, piece(scene, "zwick:1").value) == (
        "Blaise: 1 open Zwick",
        "1",
    )
    assert counters(scene, "heap1") == {"heap": 3}
    assert scene.prompt == "The table is empty: add a card."
    assert {choice.path[1] for choice in scene.choices} == {"cell"}


def test_a_pair_is_you_and_a_partner() -> None:
    table = opened("6s 5s 5f", "6f 6a 6g 7f 7a")
    scene = scene_of(table)
    assert scene.prompt.startswith("You play with Clara, against Blaise and Dirk. Press a card,")
    labels = {each.id: each.label for each in scene.areas}
    assert labels["heap0"] == labels["tally0"] == "You + Clara"
    assert labels["heap1"] == labels["tally1"] == "Blaise + Dirk"
    play(table, "add 7f")
    assert {each.id: each.label for each in scene_of(table, 2).areas}["heap0"] == "You + Ada"
    for _ in range(3):
        add_first(table, SeededRng(1))
    assert scene_of(table).prompt.startswith("Press a card,")


def test_what_points_are_made_of() -> None:
    table = opened("2s 3s 5s", "4s 10s Ks 25 Ag", players=3)
    play(table, "build 4s 5s 9")
    add_until_dealt(table, 1)
    parts = {"heap": 0, "zwick": 0, "claw": 0, "penalty": -30, "score": -30}
    assert counters(scene_of(table, 1), "tally0") == parts


def test_a_strict_build_shows_what_is_still_held() -> None:
    table = opened("2s 3s 5s", "4s 9s Ks 25 Ag", players=3, building="strict")
    assert "build 4s 5s 1" in {choice.text for choice in scene_of(table).choices}
    assert "build 4s 3s 7" not in {choice.text for choice in scene_of(table).choices}
    play(table, "build 4s 5s 9")
    scene = scene_of(table, 2)
    assert piece(scene, "promise:0:9").label == "Ada still holds a card worth 9"
    assert piece(scene, "promise:0:9").area == "seat0"


# choices


def test_captures_pick_only_what_can_add_up() -> None:
    """(ZW-E2, with a 9) As 14 the 4/14 takes 3 and 11; as 4 it takes 4, and 3 and 1."""
    table = opened("3s 9s As", "4s Ks 10s 25 Jg", players=3)
    low, high = (choice(scene_of(table), f"capture Ks {value}") for value in (4, 14))
    assert low.path == high.path == ("Ks",)
    assert [name for _, name in low.picks[0].targets] == ["3s", "As"]
    assert low.picks[0].groups == ((("3s", "3"), ("As", "1")),)
    assert low.label == "Take the 3 and the 1/11 with your 4/14 as 4"
    assert high.picks[0].groups == ((("3s", "3"), ("As", "11")),)
    assert high.picks[0].total == "14"
    text = picked_text(high, [["As", "3s"]])
    assert text == "capture Ks 14 3s As"
    assert table.explain(0, text) is None
    assert "capture 25 25" not in {choice.text for choice in scene_of(table).choices}


def test_a_card_takes_what_it_can_press_by_press() -> None:
    table = opened("5s 3s 2s", "5f Ks Qs 10s 25", players=3)
    five, ten = (choice(scene_of(table), text) for text in ("capture 5f 5", "capture 10s 10"))
    assert five.path == ("5f",)
    assert five.label == "Take with your 5"
    assert five.picks[0].label == "Which cards make 5?"
    groups = five.picks[0].groups
    assert groups == ((("2s", "2"), ("3s", "3")), (("5s", "5"),))
    assert ten.label == "Zwick! Take the 2, the 3 and the 5 with your 10"
    play(table, picked_text(five, [["5s"]]))
    assert in_area(scene_of(table), "heap0") == ["heap:0", "5f"]


def test_a_pressed_card_asks_what_it_takes_if_it_can() -> None:
    scene = scene_of(opened("5s 3s 2s", "5f Ks Qs 10s 25", players=3))
    asks = {piece.id: piece.ask for piece in scene.pieces if piece.area == "hand"}
    assert asks["5f"] == asks["10s"] == "Press what it takes, or the free place."
    assert asks["25"] == "It takes nothing: press a card to build on, or the free place."


def test_a_card_of_two_values_is_laid_by_one_short_question() -> None:
    scene = scene_of(opened("5s 3s 2s", "5f Ks Qs 10s 25", players=3))
    [place] = [piece for piece in scene.pieces if piece.id == "cell"]
    assert place.ask == "A loose card, or at once a pile with a fixed value?"
    laid = [choice.label for choice in scene.choices if choice.path == ("Qs", "cell")]
    assert laid == [
        "Add your 3/13 to the table",
        "Pile of 3 with your 3/13",
        "Pile of 13 with your 3/13",
    ]


def test_twins_are_told_apart_by_their_marks() -> None:
    scene = scene_of(opened("6s 6f 2s", "6a 6g Ks Qs 25", players=3))
    assert choice(scene, "add 6a").label == "Add your 6 of anchors to the table"
    assert choice(scene, "build 6a 2s 8").label == "Build 8: your 6 of anchors on the 2 (2 + 6)"
    on_twin = choice(scene, "build Qs 6f 9").label
    assert on_twin == "Build 9: your 3/13 on the 6 of starfish (6 + 3)"


def test_a_crowded_table_has_no_groups() -> None:
    """Too many to list: the items are picked freely."""
    table = Table(GAME, GAME.resolve_options({"players": 4}))
    add_until_dealt(table, 2)
    scene = scene_of(table, table.state.next_actor())
    captures = [each for each in scene.choices if each.text.startswith("capture")]
    assert captures
    assert {each.picks[0].groups for each in captures} == {UNSET}


def test_the_table_grows_with_its_items() -> None:
    table = opened("2s 3s 5s", "4s 10s Ks 25 Ag", players=3)
    assert area(scene_of(table), "table").size == (20, 16)
    add_until_dealt(table, 1)
    assert area(scene_of(table), "table").size == (35, 30)


def test_builds_on_one_item_share_their_path() -> None:
    """(ZW-E4) A 3 on the 2/12 announces 5, 9 or 15."""
    scene = scene_of(opened("Js 5s 9s", "3s 4s As 10s 25", players=3))
    builds = [choice for choice in scene.choices if choice.path == ("3s", "Js")]
    assert [choice.text for choice in builds] == [f"build 3s Js {value}" for value in (5, 9, 15)]
    assert builds[0].label == "Build 5: your 3 on the 2/12 (2 + 3)"
    fixed = [choice.text for choice in scene.choices if choice.path == ("As", "cell")]
    assert fixed == ["add As", "add As 1", "add As 11"]


def question(scene: Scene, text: str) -> str:
    """What is asked before a move; "" for nothing."""
    found = choice(scene, text)
    assert found.confirm == (found.question is not UNSET)
    return "" if found.question is UNSET else str(found.question)


def test_a_build_that_can_not_be_taken_is_asked_about_with_its_price() -> None:
    scene = scene_of(opened("Js 4s 9s", "3s 9f As 10s 30", players=3))
    assert question(scene, "build 9f 4s 13") == (
        "4 + 9 = 13: you hold no 13 to take this pile alone. −30 if it stays."
        " Build it all the same?"
    )
    assert question(scene, "build 30 4s 34").startswith("4 + 30 = 34: no card takes 34. −30 ")
    assert question(scene, "build 3s Js 9") == ""
    assert question(scene, "add As") == ""
    assert question(scene, "add As 11").startswith("11: you hold no 11 to take this pile alone.")


def test_a_partner_who_builds_the_same_value_will_take_it() -> None:
    table = opened("5s 6s 2s", "3s 4s 10f 10a 10g", "7s 7f 7a 7g 8s", "4f 9s Ks Qs 25")
    assert question(scene_of(table), "build 3s 6s 9") != ""
    play(table, "add 10f", "add 7s", "build 4f 5s 9")
    add_first(table, SeededRng(1))
    assert question(scene_of(table), "build 3s 6s 9") == ""


def test_a_card_that_the_own_pile_needs_is_asked_about() -> None:
    table = opened("5s 10s 2s", "4s 9s Ks Qs 25", players=3)
    play(table, "build 4s 5s 9")
    for _ in range(2):
        add_first(table, SeededRng(1))
    scene = scene_of(table)
    needed = "Without this card you can’t take your pile of 9: −30 if it stays."
    assert question(scene, "add 9s") == f"{needed} Play it all the same?"
    assert question(scene, "build 9s 4s 18").startswith("9 + 9 = 18: you hold no 18")
    assert question(scene, "add Ks") == ""


def test_the_last_card_of_a_round_builds_with_care() -> None:
    table = opened("Js 5s 9s", "3s 4s 4f 4a As", players=3)
    for _ in range(4 * 3):
        add_first(table, SeededRng(1))
    scene = scene_of(table)
    assert scene.prompt == "Your last card of the round: take, build or add."
    assert question(scene, "build As 5s 6") == (
        "5 + 1 = 6, with your last card of the round: −30 if nobody takes it."
        " Build it all the same?"
    )
    assert question(scene, "add As 11") != ""
    assert question(scene, "add As") == ""
    assert not choice(scene, "capture As 11").confirm


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4])
def test_a_crowded_table_stays_small(players: int, language: str) -> None:
    """Where nobody ever captured, the values of builds are picked."""
    table = Table(GAME, GAME.resolve_options({"players": players}))
    add_until_dealt(table, ROUNDS[players - 3] - 1)
    seat = table.state.next_actor()
    scene = scene_of(table, seat, language)
    assert counters(scene, "table")["item"] == OPEN_CARDS + players * (HAND_CARDS[players - 3] - 4)
    assert len(msgspec.json.encode(scene)) < 64_000
    family = next(choice for choice in scene.choices if choice.text.startswith("build"))
    for target, value in family.picks[0].targets:
        assert piece(scene, target).value == value
        assert table.explain(seat, picked_text(family, [[target]])) is None


# prompts and the end


def test_prompts_name_the_player_to_move() -> None:
    table = Table(GAME, GAME.resolve_options({"players": 3}))
    assert scene_of(table).prompt == "The cards are being dealt."
    table = opened("Js 5s 9s", "3s 4s As 10s 30", players=3)
    assert scene_of(table, 1).prompt == "Ada is playing."
    assert [area(scene_of(table, 1), f"seat{seat}").acting for seat in range(3)] == [
        True,
        False,
        False,
    ]


def test_a_card_of_the_last_deal_is_not_marked() -> None:
    """What was played last may lie open at the start of the next deal."""
    table = Table(GAME, GAME.resolve_options({"players": 3}))
    rng = SeededRng(1)
    hand = 0
    while table.state.deal == 0:
        hand = int(table.state.hands[table.state.seat])
        add_first(table, rng)
    card = CARD_NAMES[hand.bit_length() - 1]  # the only one of that hand
    while table.state.phase != OPENING:
        moves = [text for text in GAME.texts(table.state, LUCK) if not text.endswith(f" {card}")]
        table.submit(LUCK, moves[0])
    play(table, f"table {card}")
    assert "last" not in piece(scene_of(table), card).marks
    add_until_dealt(table, 0)
    assert "last" not in piece(scene_of(table), card).marks


def test_the_end() -> None:
    table = Table(GAME, GAME.resolve_options({"players": 3}))
    rng = SeededRng(1)
    while table.state.actors():
        add_first(table, rng)
    scene = scene_of(table)
    assert scene.prompt == "The game is over: all 3 deals have been played."
    assert area(scene, "table").label == "All 3 deals have been played."
    assert in_area(scene, "pack") == []
    assert counters(scene, "pack") == {"pack": 0}
    assert not any(area.acting for area in scene.areas)
