"""Zankapfel: the finish, with both values of the option (ZK-15, ZK-23, ZK-24)."""

from __future__ import annotations

import json

import pytest

from ludotheque.core.record import Record, referee, replay
from ludotheque.core.record import from_json as record_from_json
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.games.zankapfel import GAME
from ludotheque.games.zankapfel.data import CELLS, NONE
from ludotheque.games.zankapfel.observation import HIDDEN
from ludotheque.games.zankapfel.rules import Zankapfel
from ludotheque.games.zankapfel.tests import positions
from ludotheque.games.zankapfel.tests.positions import play, start, without_pile
from ludotheque.presentation.score_table import ScoreTable

NAMES = positions.NAMES[:4]
FINISH = 40
ALL_LAID = "0 lay r, 1 lay y, 2 lay g, 3 lay b"
TWO_QUARRELS = "0 lay r, 1 lay r, 2 lay g, 3 lay g, 0 move 5 2"  # red 5, green 7


def kinds(table: Table) -> list[str]:
    """The facts of the last event."""
    return [fact.kind for fact in table.events[-1].facts]


def sentences(table: Table, language: str = "en") -> list[str]:
    """The last event in sentences."""
    words = GAME.words(language)
    return [GAME.phrase(fact, words, NAMES) for fact in table.events[-1].facts]


def final_scores(table: Table, language: str = "en") -> ScoreTable:
    return GAME.score_table(table.state.public(), table.state.ranks(), GAME.words(language))


def laid(state: Zankapfel) -> list[int]:
    """Apple cards as everybody sees them."""
    return [player.laid for player in state.public().players]


# a bribe


def bribed(pawn: int, finish: str = "first") -> Table[Zankapfel]:
    """Seat 0 accepts 2 points of seat 2; all have laid another colour."""
    table = start(pawns=(pawn, 0, 0, 0), finish=finish, bribery=True)
    play(table, f"{ALL_LAID}, 0 move 4 3, 2 offer 5 2 2, 0 accept 2")
    return table


def test_zk_23_a_bribe_that_leads_to_the_finish_ends_the_game_before_the_mayor_moves() -> None:
    table = bribed(38)
    orchard = table.state.public().orchard
    assert table.over
    assert table.state.scores() == (40, 0, -2, 0)
    assert table.state.ranks() == (1, 2, 4, 2)
    assert (orchard.mayor, len(orchard.chips)) == (16, CELLS - 4)
    assert kinds(table) == ["accepted", "finished"]
    assert sentences(table)[1] == "Ada reaches the finish and wins the game!"


def test_zk_23_what_lies_face_down_then_is_never_shown() -> None:
    state = bribed(38).state
    assert laid(state) == [HIDDEN] * 4
    assert [state.private(seat).laid for seat in range(4)] == [0, 1, 2, 3]
    assert not state.public().revealed
    worlds = [state.imagine(1, SeededRng(seed)) for seed in range(40)]
    assert len({int(world.laid[0]) for world in worlds}) > 1
    for world in worlds:
        GAME.check_invariants(world)
    pieces = {one.id: one.art for one in GAME.scene(state, 1, GAME.words("en"), NAMES).pieces}
    assert [pieces[name] for name in ("laid:0", "hand:y", "laid:2")] == [
        "card-back",
        "card-yellow",
        "card-back",
    ]
    assert GAME.picture(state.observe(1), GAME.words("en"), NAMES).count(" ? ") == 3


def test_zk_23_a_bribe_that_falls_short_is_a_bribe_like_any_other() -> None:
    table = bribed(32)
    assert not table.over
    assert table.state.scores() == (32 + 2 + 5, 3, 7 - 2, 2)
    assert "moved" in kinds(table)


def test_zk_23_with_round_the_mayor_still_moves() -> None:
    table = bribed(38, "round")
    assert table.over  # the round is over with the harvest
    assert table.state.scores() == (38 + 2 + 5, 3, 7 - 2, 2)
    assert "finished" not in kinds(table)


# the harvest


def harvested(pawns: tuple[int, ...], finish: str = "first") -> Table[Zankapfel]:
    """All alone with their colours: red brings 5, yellow 3, green 7, blue 2."""
    table = start(pawns=pawns, finish=finish)
    play(table, f"{ALL_LAID}, 0 move 5 2")
    return table


def test_zk_15_two_lone_harvesters_arrive_together_and_the_most_advanced_wins() -> None:
    table = harvested((0, 38, 36, 0))
    assert table.over
    assert table.state.scores() == (5, 41, 43, 2)
    assert table.state.ranks() == (3, 2, 1, 4)
    assert [fact.seat for fact in table.events[-1].facts if fact.kind == "finished"] == [2]


def test_zk_24_equal_pawns_at_the_finish_share_the_victory() -> None:
    table = harvested((0, 39, 35, 0))
    assert table.state.scores() == (5, 42, 42, 2)
    assert table.state.ranks() == (3, 1, 1, 4)
    assert sentences(table)[-2:] == [
        f"{name} reaches the finish at the same moment and shares the victory!"
        for name in ("Blaise", "Clara")
    ]


def test_zk_23_the_cards_of_the_last_harvest_stay_on_the_table() -> None:
    state = harvested((0, 38, 0, 0)).state
    assert state.public().revealed
    assert laid(state) == [0, 1, 2, 3]
    assert [state.private(seat).laid for seat in range(4)] == [NONE] * 4
    assert state.public().market.discards == ()


def test_zk_15_lone_harvesters_are_paid_before_any_quarrel() -> None:
    table = start(pawns=(36, 39, 39, 0))
    play(table, "0 lay r, 1 lay g, 2 lay g, 3 lay b, 0 move 5 2")
    assert table.over
    assert table.state.scores() == (41, 39, 39, 2)
    assert "quarrel" not in kinds(table)


def test_zk_23_short_of_the_finish_the_game_goes_on() -> None:
    assert not harvested((34, 36, 32, 37)).over


def test_zk_23_no_card_is_turned_up_any_more() -> None:
    """(ZK-10) There is nothing to buy until the laid cards are discarded."""
    for pawn, actors in ((0, [LUCK]), (38, [])):
        table = without_pile(start(pawns=(0, pawn, 0, 0)), 3)
        play(table, "0 buy, 1 lay y, 2 lay g, 3 lay b, 0 move 5 2")
        assert list(table.state.actors()) == actors


# quarrels


def first_quarrel(pawn: int, finish: str = "first", dice: str = "0 nodice") -> Table[Zankapfel]:
    """Seat 0 wins the quarrel about red, worth 5; seats 2 and 3 have one about green, worth 7."""
    table = start(pawns=(pawn, 0, 39, 39), finish=finish)
    play(table, f"{TWO_QUARRELS}, 0 quarrel 9, 1 quarrel 1, 1 nodice, {dice}")
    return table


def test_zk_15_the_first_of_two_quarrels_ends_the_game() -> None:
    table = first_quarrel(36)
    public = table.state.public()
    assert table.over
    assert table.state.scores() == (41, 0, 39, 39)
    assert table.state.ranks() == (1, 4, 2, 2)
    assert public.quarrel is None
    for player in public.players[2:]:
        assert player.quarrel_cards == tuple(range(1, 11))
    assert kinds(table)[-2:] == ["won", "finished"]


def test_zk_15_otherwise_the_second_quarrel_follows() -> None:
    table = first_quarrel(34)
    assert list(table.state.actors()) == [2, 3]
    play(table, "2 quarrel 3, 3 quarrel 2, 2 nodice, 3 nodice")
    assert table.state.scores() == (39, 0, 46, 39)
    assert table.over


def test_zk_23_dice_are_paid_before_the_prize_is_won() -> None:
    table = first_quarrel(36, dice="0 dice 1, 1 nodice, - roll 0 6")
    assert table.state.scores()[0] == 36 - 2 + 5
    assert list(table.state.actors()) == [2, 3]


def test_zk_23_with_round_both_quarrels_are_played() -> None:
    table = first_quarrel(36, "round")
    assert list(table.state.actors()) == [2, 3]
    play(table, "2 quarrel 3, 3 quarrel 2, 2 nodice, 3 nodice")
    assert table.state.scores() == (41, 0, 46, 39)
    assert (table.over, table.state.ranks()) == (True, (2, 4, 1, 3))


def test_zk_21_a_tie_pays_nobody_yet() -> None:
    table = start(pawns=(36, 36, 0, 0))
    play(table, f"{TWO_QUARRELS}, 0 quarrel 9, 1 quarrel 9, 1 nodice, 0 nodice")
    assert list(table.state.actors()) == [0, 1]


# options and records


def test_the_first_at_the_finish_wins_unless_chosen_otherwise() -> None:
    assert GAME.resolve_options({})["finish"] == "first"


def test_a_record_without_the_option_is_older_and_means_round() -> None:
    """A game in which a pawn is beyond the finish while quarrels are still to be played."""
    found = 0
    for seed in range(60):
        table = Table(GAME, {"players": 3, "track": 30, "finish": "round"}, SeededRng(seed))
        rng = SeededRng(seed)
        while not table.over:
            seat = int(table.state.next_actor())
            move = GAME.bots["greedy"].choose(table.state.imagine(seat, rng), seat, rng)
            table.submit(seat, GAME.text(table.state, move))
        data = json.loads(Record.from_table(table).to_json())
        del data["options"]["finish"]
        old = record_from_json(data)
        assert "finish" not in old.options  # a seal is over them as they were written
        assert referee(old) is None
        assert replay(old).state.scores() == table.state.scores()
        data["options"]["finish"] = "first"
        found += referee(record_from_json(data)) is not None
    assert found > 0


# sentences and pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_has_sentences_in_every_language(language: str) -> None:
    for table in (bribed(38), harvested((0, 39, 35, 0)), first_quarrel(36)):
        assert all(sentences(table, language))
        is_shared = table.state.ranks().count(1) > 1
        assert len(final_scores(table, language).notes) >= is_shared


def test_the_score_table_says_how_far_each_pawn_is_from_the_finish() -> None:
    rows = final_scores(bribed(38)).rows
    assert [(row.seats, [cell.text for cell in row.cells]) for row in rows] == [
        ((0,), ["reached", "40"]),
        ((1,), ["40 short", "0"]),
        ((3,), ["40 short", "0"]),
        ((2,), ["42 short", "−2"]),
    ]
    [beyond, *_] = final_scores(bribed(34, "round")).rows
    assert [cell.text for cell in beyond.cells] == ["1 beyond", "41"]


def test_the_last_line_says_why_the_game_is_over() -> None:
    assert sentences(bribed(38))[-1] == "Ada reaches the finish and wins the game!"
    over = "The game is over: a pawn reached the finish, and the round has been played out."
    assert sentences(bribed(38, "round"))[-1] == over


@pytest.mark.parametrize(
    ("finish", "said"),
    [
        ("first", "the first pawn on or beyond {} wins at once"),
        ("round", "if a pawn is on or beyond {} at the end of the round, the most advanced"),
    ],
)
def test_the_finish_is_shown(finish: str, said: str) -> None:
    state = start(pawns=(0, 41, 20, -3), finish=finish).state
    picture = GAME.picture(state.observe(0), GAME.words("en"), NAMES)
    assert f"Finish ⚑: {said.format(FINISH)}" in picture
    ada, blaise = (
        next(line for line in picture.splitlines() if f" {name} " in line) for name in NAMES[:2]
    )
    assert "0[/][dim]────────────────[/]⚑" in ada
    assert "━⚑1[/]" in blaise
    scene = GAME.scene(start(finish=finish).state, 0, GAME.words("en"), NAMES)
    flag = next(piece for piece in scene.pieces if piece.id == "finish")
    assert flag.label.startswith(f"Finish: {said.format('it')}")
    assert (flag.area, flag.art) == ("board", "finish")


@pytest.mark.parametrize("finish", ["first", "round"])
def test_programs_that_learn_see_the_option(finish: str) -> None:
    table = start(finish=finish)
    seen = GAME.arrays(table.options).encode(table.state.observe(0), 0)
    assert list(seen["wins_at_finish"]) == [finish == "first"]


@pytest.mark.parametrize(
    ("language", "at_once"), [("fr", "gagne aussitôt"), ("en", "wins at once"), ("de", "sofort")]
)
def test_the_lesson_explains_the_finish(language: str, at_once: str) -> None:
    assert at_once in GAME.words(language).say("lesson.end")
