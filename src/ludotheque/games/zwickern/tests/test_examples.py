"""Zwickern: the worked examples of the rule sheet, and rules that are easily got wrong."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.errors import BadNotation, IllegalMove
from ludotheque.core.fast import BIT, bit_indices
from ludotheque.core.pack import pack, unpack
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, move_buffer
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.data import (
    ALL_CLAWS,
    CARDS,
    DUAL_STEP,
    IS_DUAL,
    LOW_VALUE,
    claws_in,
    claws_of,
    deck,
    values_of,
)
from ludotheque.games.zwickern.moves import CARD_BITS, OVER, decode_items, encode_items
from ludotheque.games.zwickern.notation import CARD_NAMES, CARD_NUMBERS
from ludotheque.games.zwickern.observation import LOOSE
from ludotheque.games.zwickern.rules_captures import MAX_PARTITION_STEPS, Partition, amount_of
from ludotheque.games.zwickern.rules_promises import order_for_promises
from ludotheque.games.zwickern.tests.tables import (
    ZwickernTable,
    add_until,
    opened,
    play,
    refusal,
    texts,
)


def open_zwicks(table: ZwickernTable) -> tuple[int, ...]:
    """The open Zwicks of each side."""
    return tuple(side.open_zwicks for side in table.state.public().sides)


# the examples of the sheet


def test_zw_e1_sums_and_several_groups() -> None:
    table = opened("2s 3s 5s", "8s 5f", players=3)
    assert texts(table, "capture 8s") == ["8 3s 5s"]
    assert texts(table, "capture 5f") == ["5 2s 3s", "5 2s 3s 5s", "5 5s"]


def test_zw_e2_a_dual_card_at_either_value() -> None:
    table = opened("3s 4s As", "Ks", players=3)
    assert texts(table, "capture Ks 14") == ["3s As"]
    assert "3s 4s As" in texts(table, "capture Ks 4")


@pytest.mark.parametrize("taker", ["5a", "10s"])
def test_zw_e3_five_and_five_are_a_zwick(taker: str) -> None:
    table = opened("5s 5f 2s", "2f", taker, players=3)
    play(table, "capture 2f 2 2s")
    value = taker[:-1]
    (event,) = play(table, f"capture {taker} {value} 5s 5f")
    assert [fact.kind for fact in event.facts] == ["captured", "heaped", "zwick"]
    assert table.state.public().items == ()
    assert open_zwicks(table) == (0, 1, 0)


def test_zw_e4_builds_by_plus_and_by_minus() -> None:
    table = opened("Js 5s 9s", "3s", players=3)
    assert texts(table, "build 3s Js") == ["15", "5", "9"]
    assert texts(table, "build 3s 5s") == ["2", "8"]
    assert refusal(table, "build 3s Js -1").rule == "ZW-10"


def test_zw_e5_the_big_cards() -> None:
    table = opened("15 10s 5s", "25 30 As Af Aa", "6s", "7s", players=3)
    assert texts(table, "capture 25") == ["25 10s 15"]
    assert texts(table, "capture 30") == ["30 5s 10s 15"]
    play(table, "add 25", "add 6s", "add 7s")
    assert "30 5s 25" in texts(table, "capture 30")


def test_zw_e5_a_loose_30_is_safe_until_brought_down() -> None:
    table = opened("30 2s 3s", "15", "Ks", "Qs", players=3)
    state = table.state
    thirty = BIT[CARD_NUMBERS["30"]]
    assert not any(items & thirty for value in range(1, 30) for items in state.captures(value))
    play(table, "build 15 30 15", "build Ks 15 1")
    assert texts(table, "capture Qs 3") == ["2s 3s Ks", "2s Ks", "3s"]
    play(table, "capture Qs 3 2s Ks")
    assert table.state.heaps[2] & thirty


# capturing (ZW-6, ZW-7, ZW-9)


def test_captured_piles_go_whole_with_the_played_card() -> None:
    table = opened("2s 3s 9s", "3f", "Js", "8s 7s", players=3)
    play(table, "build 3f 2s 5", "build Js 3f 7", "capture 7s 7 Js")
    captured = [CARD_NAMES[card] for card in bit_indices(table.state.heaps[2])]
    assert captured == ["2s", "3f", "7s", "Js"]
    assert table.state.last_taker == 2


def test_a_fixed_value_can_not_be_changed_by_a_capture() -> None:
    table = opened("2s 3s 9s", "Ks", "Kf", "4s", players=3)
    play(table, "add Ks 14")
    assert "capture Kf 4 Ks" not in GAME.texts(table.state, 1)
    assert "capture Kf 14 Ks" in GAME.texts(table.state, 1)
    play(table, "add Kf")
    assert refusal(table, "capture 4s 4 Ks").rule == "ZW-6"
    assert table.explain(2, "capture 4s 4 Kf") is None


def test_a_dual_card_alone_or_in_a_group() -> None:
    """The 1/11 may be an 11 by itself or the 1 of 10+1."""
    table = opened("As 10s Af", "Aa", players=3)
    assert texts(table, "capture Aa 11") == ["10s Af", "10s As", "10s As Af", "Af", "As", "As Af"]


def test_one_set_may_be_one_group_or_two() -> None:
    """(20: 1+2+8+9, or 11+9 and 12+8) The same move is listed and offered once."""
    table = opened("8s 9s As", "Js 20", "6s", "7s", players=3, big_cards="15/20/25")
    play(table, "add Js", "add 6s", "add 7s")
    assert texts(table, "capture 20").count("20 8s 9s As Js") == 1
    buffer = move_buffer()
    offers = [buffer[i] for i in range(table.state.choices_into(0, buffer))]
    assert len(offers) == len(set(offers))


def test_the_items_of_a_capture_come_in_any_order() -> None:
    table = opened("2s 3s 5s", "5f", players=3)
    (event,) = play(table, "capture 5f 5 5s 3s 2s")
    assert event.text == "capture 5f 5 2s 3s 5s"


def naive_partition(values: list[tuple[int, ...]], target: int) -> bool:
    """Whether numbers, each with a choice, fall into groups of a sum; by trying everything."""
    if not values:
        return True
    first, rest = values[0], values[1:]
    for size in range(len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            sums = {0}
            for choice in [first, *(rest[i] for i in others)]:
                sums = {total + value for total in sums for value in choice}
            left = [rest[i] for i in range(len(rest)) if i not in others]
            if target in sums and naive_partition(left, target):
                return True
    return False


@pytest.mark.parametrize("seed", range(6))
def test_captures_agree_with_trying_everything(seed: int) -> None:
    rng, buffer = SeededRng(seed), move_buffer()
    state = GAME.new(GAME.variants()[seed * 5])
    while state.phase != OVER:
        actor = state.next_actor()
        items = bit_indices(state.items)
        if actor != LUCK and 3 <= len(items) <= 6 and rng.below(12) == 0:
            target = 1 + rng.below(30)
            lows = {item: int(state.low_value(item)) for item in items}
            choices = {
                item: (low, low + DUAL_STEP * int(state.is_dual(item)))
                for item, low in lows.items()
            }
            right = [
                sum(int(BIT[item]) for item in chosen)
                for size in range(1, len(items) + 1)
                for chosen in combinations(items, size)
                if naive_partition([choices[item] for item in chosen], target)
            ]
            assert state.captures(target) == sorted(right)
            assert all(state.partition(chosen, target) for chosen in right)
        if actor == LUCK:
            state.apply(actor, state.sample_luck(rng))
        else:
            state.apply(actor, buffer[rng.below(state.choices_into(actor, buffer))])


def test_a_full_table_is_tested_quickly() -> None:
    """54 loose cards: too many captures to list, but each can be tested, and some are offered."""
    table = opened("2s 3s 5s")
    state = table.state
    rng = SeededRng(3)
    while len(bit_indices(state.items)) < 54:
        actor = state.next_actor()
        luck = actor == LUCK
        state.apply(actor, state.sample_luck(rng) if luck else state.default_move(actor))
    for value in range(1, 31):
        state.partition(state.items, value)
    buffer = move_buffer()
    for i in range(state.choices_into(state.seat, buffer)):
        assert state.is_legal(state.seat, buffer[i])


EVEN = "2s 2f 2a 2g 4s 4f 4a 4g 6s 6f 6a 6g 8s 8f 8a 8g 10s 10f 10a 10g Js Jf Ja Jg Ks Kf Ka Kg"
FEW_ODD = "3s 3f 5s 7s"
HARD = (  # can't be taken at 14, which takes long to find out
    "2s 2g 3s 3f 3a 3g 4s 4f 4g 5g 6g 7s 7g 8s 8f 8a 8g 9s 9f 9a 9g 10s 10f 10a 10g"
    " As Af Aa Ag Js Jf Ja Qs Qa Qg Kf Ka Kg"
)


def loose(*cards: str) -> list[int]:
    """The entries of loose cards, as the test of a capture gets them."""
    numbers = [CARD_NUMBERS[card] for card in cards]
    return [int(amount_of(LOW_VALUE[card], IS_DUAL[card]) << CARD_BITS | card) for card in numbers]


@pytest.mark.parametrize(("cards", "most_steps"), [(EVEN, 100), (f"{EVEN} {FEW_ODD}", 1000)])
def test_a_capture_that_parity_forbids_is_refused_at_once(cards: str, most_steps: int) -> None:
    partition = Partition(loose(*cards.split()), 25)
    assert not partition.find()
    assert not partition.gave_up
    assert partition.steps <= most_steps


MANY = st.sets(st.sampled_from(CARD_NAMES), min_size=20)
ALL_EVEN = st.sets(st.sampled_from(CARD_NAMES), min_size=0, max_size=3).map(
    lambda few: few | {*EVEN.split()}
)


@given(MANY | ALL_EVEN, st.integers(5, 30))
def test_the_test_of_a_capture_is_bounded(cards: set[str], value: int) -> None:
    """Also of nearly all cards, and of even ones that can make no odd value."""
    fitting = [card for card in cards if LOW_VALUE[CARD_NUMBERS[card]] <= value]
    partition = Partition(loose(*fitting), value)
    found = partition.find()
    assert partition.steps <= MAX_PARTITION_STEPS + 1
    assert not (found and partition.gave_up)


def test_a_test_that_is_given_up_is_refused_in_words() -> None:
    table = opened("5s 6s 5f", "Ks 6f 6a 7f 7a")
    names = HARD.split()
    packed = pack(table.state)
    cards = [CARD_NUMBERS[name] for name in names]
    piles, stacks = [0] * CARDS, [0] * CARDS
    for card in cards:
        piles[card], stacks[card] = LOOSE, 2**card
    items = sum(stacks)
    packed |= {"items": items, "piles": piles, "stacks": stacks}
    table.state = unpack(GAME, table.options, packed)
    given_up = table.explain(0, " ".join(["capture Ks 14", *names]))
    assert given_up is not None
    assert (given_up.code, given_up.rule) == ("illegal-move", "ZW-6")
    assert "take fewer at once" in str(given_up)
    assert "take fewer" not in str(table.explain(0, "capture Ks 14 2s"))


# Zwicks (ZW-8)


@pytest.mark.parametrize(("zwick", "counts"), [("cancel", (0, 0)), ("plain", (1, 1))])
def test_zwicks_of_two_sides_cancel(zwick: str, counts: tuple[int, int]) -> None:
    table = opened("2s 3s 5s", "10s", "6s", "6f", "6a", zwick=zwick)
    play(table, "capture 10s 10 2s 3s 5s", "add 6s", "add 6f")
    assert open_zwicks(table) == (1, 0)
    (event,) = play(table, "capture 6a 6 6s 6f")
    assert event.facts[-1].kind == ("cancelled" if zwick == "cancel" else "zwick")
    assert open_zwicks(table) == counts


def test_the_new_zwick_and_one_other_are_turned_down() -> None:
    """Of two open Zwicks one stays, and the side that made the third has none."""
    table = opened("2s 3s 5s", "10s 4s", "6s As", "6f", "7f")
    play(table, "capture 10s 10 2s 3s 5s", "add 6s", "capture 6f 6 6s", "add 7f")
    assert open_zwicks(table) == (2, 0)
    play(table, "build 4s 7f 11", "capture As 11 4s")
    assert open_zwicks(table) == (1, 0)


def test_partners_share_their_zwicks() -> None:
    table = opened("2s 3s 5s", "10s", "6s", "6f")
    play(table, "capture 10s 10 2s 3s 5s", "add 6s", "capture 6f 6 6s")
    assert open_zwicks(table) == (2, 0)


def test_an_empty_table_takes_only_adds() -> None:
    table = opened("2s 3s 5s", "10s", "6s As", players=3)
    play(table, "capture 10s 10 2s 3s 5s")
    assert all(text.startswith("add ") for text in GAME.texts(table.state, 1))
    assert refusal(table, "build 6s 5s 11").rule == "ZW-9"
    assert refusal(table, "capture 6s 6 5s").rule == "ZW-9"


# building (ZW-10, ZW-11)


def test_both_ways_to_a_value_are_one_move() -> None:
    """A 5 on a 2/12: 2+5 and 12-5 are both 7."""
    table = opened("Js 3s 9s", "5s", players=3)
    assert texts(table, "build 5s Js") == ["17", "7"]
    buffer = move_buffer()
    offers = [buffer[i] for i in range(table.state.choices_into(0, buffer))]
    assert len(offers) == len(set(offers))


def test_the_card_is_taken_from_the_item_never_the_other_way() -> None:
    table = opened("2s 3s 9s", "8s", players=3)
    assert texts(table, "build 8s 2s") == ["10"]
    assert texts(table, "build 8s 9s") == ["1", "17"]


def test_a_pile_has_no_upper_limit() -> None:
    table = opened("25 10s 3s", "10f", "30", "5s", players=3)
    play(table, "build 10f 25 35", "build 30 10f 5")
    assert texts(table, "capture 5s") == ["5 30"]
    play(table, "capture 5s 5 30")
    assert table.state.public().players[2].heap_size == 4


def test_strict_builders_must_hold_what_they_announce() -> None:
    table = opened("2s 3s 9s", "5s 7s 6s", players=3, building="strict")
    assert table.explain(0, "build 5s 2s 7") is None
    assert refusal(table, "build 5s 3s 8").rule == "ZW-10"
    assert refusal(table, "build 5s 9s 14").rule == "ZW-10"


def test_strict_builders_may_repeat_a_value_of_their_partner() -> None:
    table = opened("2s 3s 9s", "5s 7s", "10s 10f", "4s 10a Ks", "5f", building="strict")
    play(table, "build 5s 2s 7", "add 10s")
    assert table.explain(2, "build 4s 3s 7") is None
    assert refusal(table, "build 4s 9s 13").rule == "ZW-10"
    play(table, "build 4s 3s 7")
    assert [player.promises for player in table.state.public().players] == [(7,), (), (), ()]


def test_strict_builders_may_not_repeat_the_value_of_the_pile_they_build_on() -> None:
    """The pile is then their own: minus and plus must be backed by another one."""
    table = opened("Js 3s 9s", "5s 7s", "10s 10f", "Ks 10a", "5f", building="strict")
    play(table, "build 5s Js 7", "add 10s")
    assert not any(text.startswith("build Ks 5s 7") for text in GAME.texts(table.state, 2))


def test_strict_does_not_limit_fixed_values() -> None:
    table = opened("2s 3s 9s", "Ks 7s 8s 8f 8a", players=3, building="strict")
    assert table.explain(0, "add Ks 14") is None


def test_a_promise_binds_until_a_card_of_that_value_is_played() -> None:
    table = opened("25 5s 9s", "5f 30 Qs", "6s", "7s", players=3, building="strict")
    play(table, "build 5f 25 30")
    assert table.state.public().players[0].promises == (30,)
    for seed in range(50):
        world = table.state.imagine(1, SeededRng(seed))
        assert values_of(world.hands[0]) & BIT[30]
    play(table, "add 6s", "add 7s", "add 30")
    assert table.state.public().players[0].promises == ()


@pytest.mark.parametrize("players", [3, 4])
def test_promises_are_kept_in_the_state_and_in_imagined_worlds(players: int) -> None:
    rng, buffer = SeededRng(players), move_buffer()
    state = GAME.new(GAME.resolve_options({"players": players, "building": "strict"}))
    promised = 0
    while state.phase != OVER:
        actor = state.next_actor()
        for world in [state, *(state.imagine(viewer, rng) for viewer in (SPECTATOR, 0, 2))]:
            for seat in range(players):
                assert state.promises[seat] & ~values_of(world.hands[seat]) == 0
        promised += any(state.promises[seat] for seat in range(players))
        if actor == LUCK:
            state.apply(actor, state.sample_luck(rng))
        else:
            state.apply(actor, buffer[rng.below(state.choices_into(actor, buffer))])
    assert promised > 10


def test_cards_are_ordered_to_keep_promises() -> None:
    order = list(range(CARDS))
    result = order_for_promises(order, [2, 1], [int(BIT[30] | BIT[13]), int(BIT[3])])
    assert sorted(result) == order
    assert values_of(BIT[result[0]] | BIT[result[1]]) & BIT[30]
    assert values_of(BIT[result[0]] | BIT[result[1]]) & BIT[13]
    assert values_of(BIT[result[2]]) & BIT[3]


# penalties, deals and the end (ZW-12 to ZW-15)


def test_each_fresh_pile_costs_its_last_builder() -> None:
    table = opened("2s 3s 5s", "4s", "4f", "Ks", players=3)
    play(table, "build 4s 2s 6", "build 4f 4s 10", "add Ks 14")
    add_until(table, 0, 1)
    assert table.state.scores() == (0, -30, -30)


def test_an_old_pile_costs_nothing_until_it_is_touched() -> None:
    table = opened("2s 3s 5s", "4s", players=3, penalty=10)
    play(table, "build 4s 2s 6")
    add_until(table, 0, 2)
    assert table.state.scores() == (-10, 0, 0)
    assert not any(item.is_fresh for item in table.state.public().items)
    assert (CARD_NUMBERS["4s"], 6, 0) in [item[:3] for item in table.state.public().items]


def test_partners_pay_together() -> None:
    table = opened("2s 3s 5s", "4s", "6s", "4f")
    play(table, "build 4s 2s 6", "add 6s", "build 4f 3s 7")
    add_until(table, 0, 1)
    assert table.state.scores() == (-60, 0, -60, 0)


def test_what_is_left_goes_to_the_last_taker_without_a_zwick() -> None:
    table = opened("2s 3s 5s", "5f", players=3)
    play(table, "capture 5f 5 5s")
    last = add_until(table, 1, 0)[-1]
    assert [fact.kind for fact in last.facts] == ["added", "left", "scored", "scored", "scored"]
    assert last.facts[2].about[:3] == (54, 3, 0)
    assert table.state.next_actor() == LUCK
    assert table.state.public().sides[0].tally.zwicks == 0


def test_where_nobody_captures_nobody_scores() -> None:
    table = opened("2s 3s 5s", players=3)
    add_until(table, 3, 0)
    assert table.over
    assert table.state.scores() == (0, 0, 0)
    assert table.state.ranks() == (1, 1, 1)
    assert len(table.events) == GAME.max_events(table.options)


def test_partners_have_the_same_rank() -> None:
    table = opened("2s 3s 5s", "6s", "5f")
    play(table, "add 6s", "capture 5f 5 5s")
    add_until(table, 4, 0)
    scores = table.state.scores()
    assert scores[0] == scores[2] == 0
    assert scores[1] == scores[3] >= 3 + ALL_CLAWS
    assert table.state.ranks() == (3, 1, 3, 1)
    assert len(table.events) == GAME.max_events(table.options)


def test_the_deal_moves_to_the_left() -> None:
    table = opened("2s 3s 5s", players=3)
    add_until(table, 1, 0)
    assert table.state.seat == 1
    assert table.explain(LUCK, "deal 1 2s") is None
    error = table.explain(LUCK, "deal 0 2s")
    assert error is not None
    assert error.rule == "ZW-4"


def test_with_three_one_card_stays_out() -> None:
    table = opened("2s 3s 5s", players=3)
    add_until(table, 0, 3)
    while table.state.next_actor() == LUCK:
        play(table, GAME.text(table.state, table.state.sample_luck(SeededRng(1))))
    assert table.state.public().pack == 1


@pytest.mark.parametrize("edition", ["15/25/30", "15/20/25"])
def test_claws(edition: str) -> None:
    cards = bit_indices(deck(edition))
    assert len(cards) == 55
    largest = cards[-1]
    assert sum(claws_of(card, largest) for card in cards) == ALL_CLAWS
    assert claws_in(deck(edition), largest) == ALL_CLAWS
    assert [claws_of(card, largest) for card in cards[-3:]] == [5, 6, 7]
    named = {"2s": 1, "10s": 3, "10f": 1, "Ag": 1, "15": 5, "2f": 0, "Ks": 0}
    assert {name: claws_of(CARD_NUMBERS[name], largest) for name in named} == named
    assert decode_items(encode_items(deck(edition)), deck(edition)) == deck(edition)


# refusals


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("add 10s", "ZW-5"),  # not in the hand
        ("capture 8s 8 2s", "ZW-6"),
        ("capture 8s 8", "ZW-6"),
        ("capture 8s 9 2s", "ZW-6"),
        ("capture 8s 8 5s 5s", "ZW-6"),
        ("capture 8s 8 4s 4f", "ZW-6"),  # not on the table
        ("build 8s 2s 6", "ZW-10"),
        ("build 8s 2s 0", "ZW-10"),
        ("build 2f 2s 0", "ZW-5"),  # not in the hand
        ("build 8s 4s 12", "ZW-10"),
        ("add 8s 8", "ZW-11"),
        ("add Ks 5", "ZW-11"),
        ("add 20", "ZW-1"),
        ("deal 0 4s", "ZW-4"),
        ("table 4s", "ZW-4"),
    ],
)
def test_refusals_name_the_rule(text: str, rule: str) -> None:
    table = opened("2s 3s 5s", "8s Ks", "10s", players=3)
    error = refusal(table, text)
    assert isinstance(error, IllegalMove), error
    assert error.rule == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("add 11s", "ZW-1"),  # no such card
        ("add 5", "ZW-1"),
        ("add 35", "ZW-1"),
        ("add -3s", "ZW-1"),
        ("capture 8s 8 1f", "ZW-1"),
        ("build 8s 12s 10", "ZW-1"),
        ("table 99", "ZW-1"),
        ("capture 8s 0 2s", "ZW-1"),  # no card has such a value
        ("capture 8s 31 2s", "ZW-1"),
        ("capture 8s -8 2s", "ZW-1"),
        ("add Ks 99", "ZW-1"),
        ("build 8s 2s -6", "ZW-10"),  # no pile has
        ("build 8s 2s 512", "ZW-10"),
        ("deal 3 4s", "ZW-3"),  # no such seat
        ("deal -1 4s", "ZW-3"),
    ],
)
def test_numbers_out_of_range_are_refused_by_a_rule(text: str, rule: str) -> None:
    """Well formed, but there is no such card, value or seat."""
    table = opened("2s 3s 5s", "8s Ks", "10s", players=3)
    error = refusal(table, text)
    assert isinstance(error, IllegalMove), error
    assert error.rule == rule


def test_others_wait_for_their_turn() -> None:
    table = opened("2s 3s 5s", "8s", "10s", players=3)
    error = table.explain(1, "add 10s")
    assert error is not None
    assert (error.code, error.rule) == ("not-your-turn", "ZW-5")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "add",
        "add 8S",
        "add  8s",
        "add 08s",
        "add 8s 08",
        "build 8s 2s +10",
        "capture",
        "take 8s",
    ],
)
def test_bad_notation(text: str) -> None:
    table = opened("2s 3s 5s", "8s", players=3)
    assert isinstance(refusal(table, text), BadNotation)


def test_the_first_card_is_added_for_a_player_who_does_not_respond() -> None:
    table = opened("2s 3s 5s", "8s 4s 9s 9f 9a", players=3)
    assert GAME.text(table.state, table.state.default_move(0)) == "add 4s"
