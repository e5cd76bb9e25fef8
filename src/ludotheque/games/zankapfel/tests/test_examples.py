"""Zankapfel: the worked examples of the sheet, and rules that are easy to get wrong."""

from __future__ import annotations

import pytest
from playthroughs import playthrough, variant
from scripted_games import scripted_table

from ludotheque.core.errors import BadNotation, IllegalMove
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, Fact
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.games.zankapfel import GAME
from ludotheque.games.zankapfel.data import ALL_QUARREL_CARDS, NONE, cards_of, size_of
from ludotheque.games.zankapfel.moves import BUYING_DICE, OVER, ROLLING_OFF
from ludotheque.games.zankapfel.observation import HIDDEN
from ludotheque.games.zankapfel.rules import Zankapfel
from ludotheque.games.zankapfel.tests.positions import (
    HANDS,
    cells,
    changed,
    heap,
    play,
    quarrel_about_green,
    start,
    without_pile,
)


def pawns(table: Table[Zankapfel]) -> tuple[int, ...]:
    return table.state.scores()


def rule_against(table: Table, seat: int, text: str) -> str:
    refusal = table.explain(seat, text)
    assert refusal is not None
    return refusal.rule


# the worked examples


def test_zk_e1_prices_and_harvest() -> None:
    table = start(mayor="5 2", turn="r")
    play(table, "0 buy, - turn b, 1 buy, - turn y, 2 buy, - turn g, 3 buy, - turn j")
    assert pawns(table) == (-2, -1, -1, -3)
    table = start(mayor="4 2")
    play(table, "0 lay r, 1 lay y, 2 lay g, 3 lay b, 0 move 5 2")
    assert pawns(table) == (5, 3, 7, 2)


def test_zk_e2_a_joker_that_avoids_the_quarrel() -> None:
    table = quarrel_about_green()
    assert pawns(table)[3] == 5
    quarrel = table.state.public().quarrel
    assert quarrel is not None
    assert [contender.seat for contender in quarrel.contenders] == [0, 2]
    assert (quarrel.colour, quarrel.prize) == (2, 7)
    assert list(table.state.actors()) == [0, 2]


def test_zk_e3_dice_decide() -> None:
    table = quarrel_about_green()
    play(table, "0 quarrel 8, 2 quarrel 6, 2 dice 1, 0 dice 1, - roll 0 3, - roll 2 4")
    assert pawns(table) == (7 - 2, -2, -2, 5)
    assert list(table.state.actors()) == [1]


def test_zk_e3_the_same_total_starts_a_new_quarrel() -> None:
    table = quarrel_about_green()
    play(table, "2 quarrel 6, 0 quarrel 8, 2 dice 1, 0 dice 1, - roll 0 3, - roll 2 5")
    assert list(table.state.actors()) == [0]  # seat 2 has dice only
    assert "quarrel 8" not in table.legal(0)
    play(table, "0 quarrel 1")
    assert table.legal(2) == ["dice 1", "dice 2", "dice 3", "nodice"]
    play(table, "2 dice 3, 0 nodice, - roll 2 1, - roll 2 1, - roll 2 1")
    assert pawns(table) == (-2, -2, 7 - 2 - 6, 5)


# set-up


def test_zk_7_three_players_clear_twice() -> None:
    table = start(players=3)
    assert len(table.state.public().orchard.chips) == 19
    assert list(table.state.actors()) == [0]


def test_zk_7_also_the_mayors_chip() -> None:
    script = ["0 mayor 3 3"]
    for seat, hand in enumerate(HANDS[:4]):
        script += [f"- deal {seat} {card}" for card in hand.split()]
    table = scripted_table(GAME, "\n".join([*script, "- turn j", "0 clear 3 3"]), players=4)
    assert rule_against(table, 1, "clear 3 3") == "ZK-7"


# buying and laying


def test_zk_8_a_joker_costs_three_and_the_next_card_comes_at_once() -> None:
    table = start(turn="j")
    play(table, "0 buy, - turn b")
    assert pawns(table)[0] == -3
    assert table.legal(1)[0] == "buy"


def test_zk_10_without_cards_one_must_buy() -> None:
    table = start()
    hands = (0, *(int(hand) for hand in table.state.hands[1:]))
    table = changed(table, discards=heap("rygb"), hands=hands)
    assert table.legal(0) == ["buy"]
    assert rule_against(table, 0, "lay r") == "ZK-10"


def test_zk_10_discards_become_the_pile() -> None:
    """Cards that lie face down are not among them."""
    table = start()
    play(table, "0 lay r")
    table = without_pile(table, 1, discards="yy")
    play(table, "1 buy")
    assert table.legal(LUCK) == ["turn y"]
    market = table.state.public().market
    assert (market.discards, market.pile_cards) == ((), (1, 1))


def nothing_to_buy() -> Table[Zankapfel]:
    """Seat 0 has bought the last card; there are neither pile nor discards."""
    table = without_pile(start(), 3)
    play(table, "0 buy")
    return table


def test_zk_10_with_nothing_to_buy_one_must_lay() -> None:
    table = nothing_to_buy()
    assert table.legal(1) == ["lay g", "lay j", "lay r", "lay y"]
    assert rule_against(table, 1, "buy") == "ZK-10"
    play(table, "1 lay r, 2 lay y, 3 lay b, 0 move 5 2")
    assert list(table.state.actors()) == [LUCK]  # discards are there: a card is turned up
    assert table.legal(LUCK) == ["turn b", "turn r", "turn y"]


def test_zk_10_no_card_is_turned_up_when_the_game_ends() -> None:
    table = changed(nothing_to_buy(), pawns=(-2, 0, 40, 0))
    play(table, "1 lay r, 2 lay y, 3 lay b, 0 move 5 2")
    assert table.over


def test_zk_10_a_player_who_can_do_nothing_is_skipped() -> None:
    table = nothing_to_buy()
    mine, left, taken, right = (int(hand) for hand in table.state.hands)
    table = changed(table, hands=(mine, left, 0, right + taken))
    play(table, "1 lay r")
    assert list(table.state.actors()) == [3]
    assert [fact.kind for fact in table.events[-1].facts] == ["laid", "skipped"]


# the mayor and bribery


def all_laid(bribery: bool, chips: int, pawns: tuple[int, ...] = ()) -> Table[Zankapfel]:
    """All have laid another colour; only these cells have chips."""
    table = changed(start(bribery=bribery, pawns=pawns), chips=chips)
    play(table, "0 lay r, 1 lay y, 2 lay g, 3 lay b")
    return table


def test_zk_11_the_mayor_must_move() -> None:
    table = all_laid(False, cells("4 2", "4 3", "1 5"))
    assert table.legal(0) == ["move 4 3"]
    assert rule_against(table, 0, "move 4 2") == "ZK-11"


def test_zk_11_far_away_when_no_neighbour_has_a_chip() -> None:
    table = all_laid(False, cells("4 2", "1 1", "1 5"))
    assert table.legal(0) == ["move 1 1", "move 1 5"]


def test_zk_12_no_window_without_a_choice() -> None:
    table = all_laid(True, cells("4 3", "1 5"))
    play(table, "0 move 4 3")
    assert table.state.mayor == 17


def window() -> Table[Zankapfel]:
    table = all_laid(True, cells("3 1", "4 3", "5 2"))
    play(table, "0 move 4 3")
    return table


def test_zk_12_a_proposal_is_not_a_move_yet() -> None:
    state = window().state
    assert (int(state.mayor), int(state.proposal)) == (16, 17)
    assert list(state.actors()) == [1, 2, 3]
    assert state.legal_moves(0) == []


def test_zk_12_the_window_closes_by_itself_without_offers() -> None:
    table = window()
    play(table, "3 decline, 1 decline, 2 decline")
    assert table.state.mayor == 17
    assert pawns(table) == (4, 4, 5, 3)


def test_zk_12_only_another_reachable_cell() -> None:
    table = window()
    assert rule_against(table, 1, "offer 4 3 1") == "ZK-12"
    assert rule_against(table, 1, "offer 1 1 1") == "ZK-12"
    offers = ["offer 3 1 1", "offer 3 1 2", "offer 5 2 1", "offer 5 2 2"]
    assert table.legal(1) == ["decline", *offers]


def test_zk_12_an_offer_asks_all_others_again() -> None:
    table = window()
    play(table, "3 decline, 1 offer 5 2 1")
    assert list(table.state.actors()) == [0, 2, 3]
    assert list(table.state.awaited()) == [2, 3]
    assert rule_against(table, 1, "offer 5 2 2") == "ZK-12"  # answered already
    play(table, "2 offer 5 2 2, 3 decline")
    assert table.legal(1) == ["decline", "offer 3 1 2", "offer 5 2 2"]
    play(table, "1 offer 3 1 2")  # seat 2 could not better it
    assert list(table.state.awaited()) == [3]


def test_zk_12_declining_keeps_a_standing_offer() -> None:
    table = window()
    play(table, "1 offer 5 2 1, 2 offer 3 1 1, 1 decline, 3 decline")
    assert table.legal(0) == ["accept 1", "accept 2", "refuse"]


def test_zk_12_accepted_at_any_moment() -> None:
    table = window()
    play(table, "2 offer 5 2 2")
    assert rule_against(table, 0, "refuse") == "ZK-12"
    assert rule_against(table, 0, "accept 1") == "ZK-12"
    play(table, "0 accept 2")
    assert table.state.mayor == 21
    assert pawns(table) == (5 + 2, 3, 7 - 2, 2)


def test_zk_12_refused_when_all_are_done() -> None:
    table = window()
    play(table, "2 offer 5 2 2, 1 decline, 3 decline, 0 refuse")
    assert pawns(table) == (4, 4, 5, 3)


# harvest


def test_zk_14_jokers_choose_in_turn_and_may_join_a_quarrel() -> None:
    table = start()
    play(table, "0 lay r, 1 lay j, 2 lay g, 3 lay j, 0 move 5 2, 1 colour r")
    assert rule_against(table, 1, "colour g") == "ZK-14"
    assert [player.colour for player in table.state.public().players] == [0, 0, 2, NONE]
    play(table, "3 colour g")
    assert list(table.state.actors()) == [0, 1]  # red comes first
    play(table, "0 quarrel 1, 1 quarrel 2, 0 nodice, 1 nodice")
    assert list(table.state.actors()) == [2, 3]
    assert pawns(table) == (0, 5, 0, 0)


def test_zk_16_zk_17_the_round_ends() -> None:
    table = start()
    play(table, "0 lay r, 1 lay j, 2 lay g, 3 lay b, 0 move 5 2, 1 colour y")
    state = table.state
    assert cards_of(state.discards) == [0, 2, 3, 4]
    assert (int(state.start_player), list(state.actors())) == (1, [1])


# quarrels


def quarrel_cards_laid(table: Table[Zankapfel]) -> dict[int, int]:
    """As everybody sees them, by seat."""
    quarrel = table.state.public().quarrel
    assert quarrel is not None
    return {contender.seat: contender.quarrel_card for contender in quarrel.contenders}


def test_zk_18_quarrel_cards_are_laid_at_the_same_time_and_hidden() -> None:
    table = start()
    play(table, "0 lay g, 1 lay g, 2 lay g, 3 lay b, 0 move 5 2, 2 quarrel 9")
    state = table.state
    assert list(state.actors()) == [0, 1]
    assert rule_against(table, 2, "quarrel 8") == "ZK-18"
    assert quarrel_cards_laid(table) == {0: 0, 1: 0, 2: HIDDEN}
    assert [state.private(seat).quarrel_card for seat in (1, 2)] == [0, 9]
    assert state.public().players[2].quarrel_cards == tuple(range(1, 11))
    seen = {int(state.imagine(1, SeededRng(seed)).quarrel_laid[2]) for seed in range(200)}
    assert seen == set(range(1, 11))


def test_zk_19_a_player_who_declined_may_answer_a_purchase() -> None:
    table = quarrel_about_green()
    play(table, "0 quarrel 8, 2 quarrel 6, 0 nodice")
    assert rule_against(table, 0, "dice 1") == "ZK-19"
    play(table, "2 dice 2")
    assert list(table.state.actors()) == [0]
    assert rule_against(table, 2, "dice 1") == "ZK-19"  # one purchase only
    play(table, "0 dice 3")
    assert pawns(table)[:3] == (-6, -2, -4)
    assert list(table.state.actors()) == [LUCK]


def test_zk_20_cards_stay_hidden_until_buying_is_closed() -> None:
    table = quarrel_about_green()
    play(table, "0 quarrel 8, 2 quarrel 6, 0 dice 1")
    assert quarrel_cards_laid(table) == {0: HIDDEN, 2: HIDDEN}
    assert table.state.private(2).quarrel_card == 6
    play(table, "2 nodice")
    assert quarrel_cards_laid(table) == {0: 8, 2: 6}
    assert 8 not in table.state.public().players[0].quarrel_cards


def test_zk_21_only_the_tied_go_on() -> None:
    table = start()
    play(table, "0 lay g, 1 lay g, 2 lay g, 3 lay b, 0 move 5 2")
    play(table, "0 quarrel 5, 1 quarrel 5, 2 quarrel 4, 0 nodice, 1 nodice, 2 nodice")
    assert list(table.state.actors()) == [0, 1]
    assert 4 not in table.state.public().players[2].quarrel_cards


def without_cards() -> Table[Zankapfel]:
    """Seats 0, 1 and 2 quarrel about green and have no quarrel cards."""
    table = start()
    play(table, "0 lay g, 1 lay g, 2 lay g, 3 lay b")
    table = changed(table, quarrel_cards=(0, 0, 0, ALL_QUARREL_CARDS))
    play(table, "0 move 5 2")
    return table


def test_zk_22_a_free_die_each_until_one_is_ahead() -> None:
    table = without_cards()
    assert table.state.phase == BUYING_DICE
    play(table, "0 nodice, 1 nodice, 2 nodice")
    assert table.state.phase == ROLLING_OFF
    assert rule_against(table, LUCK, "roll 1 5") == "ZK-22"
    play(table, "- roll 0 5, - roll 1 2, - roll 2 5, - roll 0 3, - roll 2 4")
    assert pawns(table) == (0, 0, 7, 2)


def test_zk_22_not_for_those_who_bought_dice() -> None:
    table = without_cards()
    play(table, "0 dice 1, 1 nodice, 2 dice 1, 1 nodice, - roll 0 4, - roll 2 4")
    assert (table.state.phase, list(table.state.actors())) == (BUYING_DICE, [0, 2])


# the end


def test_zk_23_with_round_only_the_end_of_the_round_counts() -> None:
    """A pawn beyond the finish that pays for dice falls back in time."""
    table = changed(quarrel_about_green("round"), pawns=(0, -2, 41, 5))
    play(table, "0 quarrel 8, 2 quarrel 6, 2 dice 1, 0 nodice, - roll 2 1")
    assert pawns(table)[2] == 39
    assert not table.over


def test_zk_23_the_finish_and_the_last_chip_end_the_game() -> None:
    table = all_laid(False, cells("4 3", "5 2"), pawns=(36, 0, 0, 0))
    play(table, "0 move 4 3")
    assert pawns(table)[0] == 40
    assert table.over
    table = all_laid(False, cells("4 3"))
    play(table, "0 move 4 3")
    assert table.state.phase == OVER


def test_zk_24_equal_pawns_share_the_victory() -> None:
    table = all_laid(False, cells("4 3"), pawns=(0, 1, 0, 0))
    play(table, "0 move 4 3")
    assert pawns(table) == (4, 5, 5, 3)
    assert table.state.ranks() == (3, 1, 1, 4)


# what each may know


def test_a_bought_card_is_known_until_it_may_have_been_laid() -> None:
    table = start(turn="b")
    play(table, "0 lay r, 1 lay y, 2 buy, - turn j, 3 lay b, 0 move 5 2")
    state = table.state
    assert state.public().players[2].publicly_known == (3,)
    play(table, "1 lay j, 2 lay b")
    assert state.public().players[2].publicly_known == (3,)  # in the hand, or face down
    worlds = [state.imagine(0, SeededRng(seed)) for seed in range(60)]
    assert all(3 in cards_of(world.held_by(2)) for world in worlds)
    assert {int(world.laid[2]) for world in worlds} == set(range(5))
    play(table, "3 lay r, 0 lay y, 1 move 5 3, 1 colour g")
    assert state.public().players[2].publicly_known == ()


def test_a_pile_made_of_discards_is_known() -> None:
    table = without_pile(start(), 1, discards="yrr")
    play(table, "0 buy")
    state = table.state
    for seed in range(20):
        world = state.imagine(3, SeededRng(seed))
        assert world.pile == state.pile
        assert size_of(world.hands[1]) == size_of(state.hands[1])


# refusals

REFUSALS = [
    (0, "mayor 1 1", "ZK-5"),
    (LUCK, "deal 0 r", "ZK-6"),
    (0, "clear 3 3", "ZK-7"),
    (1, "buy", "ZK-8"),
    (1, "lay r", "ZK-9"),
    (0, "lay j", "ZK-9"),
    (LUCK, "turn r", "ZK-8"),
    (0, "move 3 3", "ZK-11"),
    (0, "move 6 1", "ZK-1"),
    (1, "offer 3 3 1", "ZK-12"),
    (1, "offer 3 3 3", "ZK-12"),
    (0, "accept 4", "ZK-12"),
    (0, "refuse", "ZK-12"),
    (1, "decline", "ZK-12"),
    (0, "colour r", "ZK-14"),
    (0, "quarrel 5", "ZK-18"),
    (0, "quarrel 11", "ZK-2"),
    (0, "dice 2", "ZK-19"),
    (0, "dice 4", "ZK-19"),
    (0, "nodice", "ZK-19"),
    (LUCK, "roll 0 6", "ZK-20"),
    (LUCK, "roll 0 7", "ZK-2"),
]


@pytest.mark.parametrize(("seat", "text", "rule"), REFUSALS)
def test_a_refusal_names_the_rule(seat: int, text: str, rule: str) -> None:
    assert rule_against(start(), seat, text) == rule


@pytest.mark.parametrize(
    "text",
    ["lay", "lay R", "lay r r", "colour j", "move 01 2", "move 1", "offer 1 1", "dice", "dice +1"],
)
def test_other_texts_are_not_moves(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(start().state, text)


def test_a_card_is_dealt_to_the_next_seat_only() -> None:
    table = scripted_table(GAME, "0 mayor 3 3\n- deal 0 r", players=3)
    with pytest.raises(IllegalMove) as refusal:
        table.submit(LUCK, "deal 1 r")
    assert refusal.value.rule == "ZK-6"


# words and pictures


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [3, 8])
def test_every_position_has_sentences_and_a_picture(language: str, seed: int) -> None:
    words, steps = GAME.words(language), playthrough(GAME, variant(GAME, seed), seed)
    names = [f"N{seat}" for seat in range(steps[0].state.seats())]
    for step in steps[:-1]:
        facts: list[Fact] = []
        step.state.clone().apply(step.seat, step.move, facts)
        for fact in facts:
            seen = [fact.told_to(viewer) for viewer in (SPECTATOR, 0)]
            assert all(GAME.phrase(told, words, names) for told in seen) or fact.kind == "dealt"
        assert GAME.picture(step.state.observe(0), words, names)
        if step.seat != LUCK:
            assert GAME.move_phrase(step.state, step.move, words)
    last = steps[-1].state
    assert len(GAME.score_table(last.public(), last.ranks(), words).rows) == len(names)
