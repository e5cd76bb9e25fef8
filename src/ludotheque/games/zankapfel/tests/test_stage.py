"""Zankapfel: what is shown large, and what the lines of the log point at."""

from __future__ import annotations

import json
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playthroughs import playthrough, variant

from ludotheque.core.state import SPECTATOR, Fact
from ludotheque.games.zankapfel import GAME
from ludotheque.games.zankapfel.data import ALL_QUARREL_CARDS
from ludotheque.games.zankapfel.tests import positions
from ludotheque.games.zankapfel.tests.positions import changed, play
from ludotheque.presentation.narration import narrate, words_for

if TYPE_CHECKING:
    from ludotheque.core.table import Table
    from ludotheque.games.zankapfel.rules import Zankapfel
    from ludotheque.presentation.scene import Scene

NAMES = positions.NAMES[:4]
HANDS = ("r g g b", "r y g j", "r y g b", "r b g j")
start = partial(positions.start, hands=HANDS)


def scene_of(table: Table[Zankapfel], viewer: int = SPECTATOR) -> Scene:
    return GAME.scene(table.state, viewer, GAME.words("en"), NAMES)


def staged(scene: Scene, prefix: str) -> dict[str, list[tuple[str, str]]]:
    """What is shown in each area of a stage: pictures and what is written on them."""
    return {
        area.label: [(piece.art, piece.value) for piece in scene.pieces if piece.area == area.id]
        for area in scene.areas
        if area.id.startswith(prefix)
    }


def sums(scene: Scene) -> dict[str, str]:
    """The sums of the contenders on the stage."""
    return {
        area.label: f"{counter.label} {counter.value}"
        for area in scene.areas
        if area.id.startswith("fought:")
        for counter in area.counters
    }


# the reveal (ZK-14, ZK-15)


def test_cards_are_seen_with_what_they_bring_although_they_are_discarded_at_once() -> None:
    table = start()
    play(table, "0 lay g, 1 buy, - turn y, 2 lay y, 3 lay r, 0 move 5 2")
    assert table.state.public().players[0].laid == -1
    assert staged(scene_of(table), "reveal:") == {
        "Ada": [("card-green", ""), ("prize-green", "+7")],
        "Clara": [("card-yellow", ""), ("prize-yellow", "+3")],
        "Dirk": [("card-red", ""), ("prize-red", "+5")],
    }
    play(table, "1 lay g, 2 lay r, 3 lay b, 0 lay g")
    assert staged(scene_of(table), "reveal:") == {}


def test_nothing_is_paid_before_a_joker_has_its_colour() -> None:
    table = start()
    play(table, "0 lay g, 1 buy, - turn y, 2 lay y, 3 lay j, 0 move 5 2")
    assert staged(scene_of(table), "reveal:") == {
        "Ada": [("card-green", ""), ("prize-green", "7")],
        "Clara": [("card-yellow", ""), ("prize-yellow", "3")],
        "Dirk": [("card-joker", "")],
    }
    play(table, "3 colour y")
    shown = staged(scene_of(table), "reveal:")
    assert shown["Ada"][1] == ("prize-green", "+7")
    assert shown["Dirk"] == [("card-joker", ""), ("prize-yellow", "3")]  # a quarrel
    contested = [p.id for p in scene_of(table).pieces if "danger" in p.marks]
    assert contested == ["gain:2", "gain:3"]


def test_cards_that_stay_hidden_are_not_shown() -> None:
    """(ZK-23) A bribe that wins ends the game before cards are revealed."""
    table = changed(start(bribery=True), pawns=(39, 0, 0, 0))
    play(table, "0 lay g, 1 lay r, 2 lay y, 3 lay b, 0 move 5 2, 1 offer 5 1 1, 0 accept 1")
    assert table.over
    assert staged(scene_of(table), "reveal:") == {}


# quarrels (ZK-20 to ZK-22)


def quarrel(script: str) -> Table[Zankapfel]:
    table = positions.quarrel_about_green(hands=HANDS)
    play(table, script)
    return table


def test_a_quarrel_is_added_up_die_by_die() -> None:
    table = quarrel("0 quarrel 8, 2 quarrel 6, 2 dice 1, 0 dice 2")
    assert sums(scene_of(table)) == {"Ada": "= 8", "Clara": "= 6"}
    assert staged(scene_of(table), "fought:")["Ada"] == [("quarrel-8", ""), ("dice-2", "")]
    play(table, "- roll 0 3")
    assert sums(scene_of(table)) == {"Ada": "8 + 3 = 11", "Clara": "= 6"}
    play(table, "- roll 0 1, - roll 2 2")
    assert sums(scene_of(table)) == {"Ada": "8 + 3 + 1 = 12", "Clara": "6 + 2 = 8"}
    assert staged(scene_of(table), "fought:") == {
        "Ada": [("quarrel-8", ""), ("die-3", ""), ("die-1", ""), ("prize-green", "+7")],
        "Clara": [("quarrel-6", ""), ("die-2", "")],
    }
    play(table, "1 lay g, 2 lay r, 3 lay b, 0 lay g")
    assert sums(scene_of(table)) == {}


def test_a_tie_is_shown_without_a_winner() -> None:
    table = quarrel("0 quarrel 6, 2 quarrel 6, 0 nodice, 2 nodice")
    assert sums(scene_of(table)) == {"Ada": "= 6", "Clara": "= 6"}
    assert [p.id for p in scene_of(table).pieces if p.id.startswith("won:")] == []


def test_zk_21_who_lost_before_a_tie_is_not_in_its_result() -> None:
    table = start()
    play(table, "0 lay g, 1 lay g, 2 lay g, 3 buy, - turn y, 0 move 5 2")
    play(table, "0 quarrel 9, 1 quarrel 9, 2 quarrel 5, 0 nodice, 1 nodice, 2 nodice")
    assert sums(scene_of(table)) == {"Ada": "= 9", "Blaise": "= 9", "Clara": "= 5"}
    play(table, "0 quarrel 2, 1 quarrel 1, 0 nodice, 1 nodice")
    assert sums(scene_of(table)) == {"Ada": "= 2", "Blaise": "= 1"}
    assert staged(scene_of(table), "fought:")["Ada"][-1] == ("prize-green", "+7")


def test_zk_22_a_roll_off_is_shown() -> None:
    left = (2**6, ALL_QUARREL_CARDS, 2**6, ALL_QUARREL_CARDS)
    script = "0 quarrel 6, 2 quarrel 6, 0 nodice, 2 nodice, 0 nodice, 2 nodice, - roll 0 3"
    table = changed(positions.quarrel_about_green(hands=HANDS), quarrel_cards=left)
    play(table, script)
    assert sums(scene_of(table)) == {"Ada": "= 3", "Clara": "= 0"}
    play(table, "- roll 2 5")
    assert staged(scene_of(table), "fought:")["Clara"] == [("die-5", ""), ("prize-green", "+7")]


def test_the_winner_is_told_with_all_totals() -> None:
    table = quarrel("0 quarrel 8, 2 quarrel 6, 2 dice 1, 0 dice 1, - roll 0 3, - roll 2 2")
    won = next(fact for fact in table.events[-1].facts if fact.kind == "won")

    def told(viewer: int) -> str:
        return narrate(GAME, won, words_for(GAME, won, viewer, GAME.words("en")), NAMES).text

    assert told(1) == "Ada wins by 11 against 8: 7 points for green!"
    assert told(0) == "You win by 11 against 8: 7 points for green!"


def test_what_is_staged_is_not_laid_out_on_the_table() -> None:
    look = json.loads((GAME.folder() / "art" / "look.json").read_text(encoding="utf-8"))
    prefixes = {
        name
        for moment in look["moments"].values()
        if isinstance(moment, dict)
        for name in moment["stage"]
    }
    assert prefixes == {"reveal:*", "fought:*"}
    assert all(look["areas"][prefix] == {"place": "stage"} for prefix in prefixes)


# targets


@pytest.mark.parametrize("seed", range(8))
def test_what_a_move_points_at_is_there_after_it(seed: int) -> None:
    steps = playthrough(GAME, variant(GAME, seed), seed)
    words, names = GAME.words("en"), positions.NAMES
    for step, after in pairwise(steps):
        facts: list[Fact] = []
        step.state.clone().apply(step.seat, step.move, facts)
        seats = step.state.seats()
        for viewer in (SPECTATOR, 0):
            scene = GAME.scene(after.state, viewer, words, names[:seats])
            there = {area.id for area in scene.areas} | {piece.id for piece in scene.pieces}
            for fact in facts:
                told = fact.told_to(viewer)
                if GAME.fact_schema(fact.kind).category != "luck":
                    assert set(GAME.targets(told)) <= there, (fact, viewer)


def test_the_lines_of_offers_point_at_coins_that_do_not_overlap() -> None:
    table = start(bribery=True)
    play(table, "0 lay r, 1 lay r, 2 lay y, 3 lay b, 0 move 5 2")
    play(table, "1 offer 5 1 1, 2 offer 5 1 1, 3 offer 5 1 2")
    assert GAME.targets(Fact("offered", 2, (20, 1))) == ("wish:2",)
    coins = [piece for piece in scene_of(table).pieces if piece.id.startswith("wish:")]
    for one in coins:
        for other in coins:
            far = max(abs(a - b) for a, b in zip(one.at, other.at, strict=True))
            assert one is other or far >= one.span[0]


@pytest.mark.parametrize("pawns", [(5, 5, 5, 5), (15, 15, 15, 15), (0, 0, 0, 0), (10, 10, 30, 30)])
def test_pawns_stay_on_the_board(pawns: tuple[int, ...]) -> None:
    scene = scene_of(changed(start(), pawns=pawns))
    for piece in scene.pieces:
        if piece.id.startswith("pawn:"):
            for middle, size in zip(piece.at, piece.span, strict=True):
                assert size / 2 <= middle <= 8 - size / 2


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_what_is_read_on_the_page_has_no_coordinates(language: str) -> None:
    """Rows and columns are for those who don't see the table; and "in this row" may be said."""
    terminal = {"proposal", "offer", "offer.one", "place"}
    for key, sentence in GAME.words(language).entries.items():
        if ".spoken" not in key and key not in terminal:
            assert "{row}" not in sentence, key
            assert "{place}" not in sentence, key
