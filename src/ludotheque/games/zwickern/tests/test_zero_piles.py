"""Zwickern: piles worth 0 (ZW-10, option ``zero_piles``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.fast import BIT, bit_indices
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, move_buffer
from ludotheque.core.table import Table
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.notation import CARD_NAMES, CARD_NUMBERS
from ludotheque.games.zwickern.tests.tables import (
    ZwickernTable,
    add_until,
    opened,
    play,
    refusal,
    texts,
)

if TYPE_CHECKING:
    from ludotheque.core.options import Value
    from ludotheque.games.zwickern.rules import Zwickern

OPTIONS = GAME.resolve_options({"players": 3})
ARRAYS = GAME.arrays(OPTIONS)


def with_a_zero_pile(*hands: str, **options: Value) -> ZwickernTable:
    """The table 3s, 9s and a pile worth 0 that seat 0 has built: 5f on 5s."""
    table = opened("5s 3s 9s", f"5f {hands[0]}", *hands[1:], **options)
    play(table, "build 5f 5s 0")
    return table


def offered(table: ZwickernTable, start: str) -> set[str]:
    """The choices of whoever is to play that start like this, without that start."""
    seat = table.state.next_actor()
    every = [GAME.text(table.state, move) for move in table.state.choices(seat)]
    assert len(every) == len(set(every))
    return {text.removeprefix(f"{start} ") for text in every if text.startswith(f"{start} ")}


# building


def test_a_pile_may_be_worth_nothing_and_never_less() -> None:
    """5 on 5 is 10 or 0; 8 on 5 is 13, as 5 - 8 would be negative."""
    table = opened("5s 3s 9s", "5f 8s", players=3)
    assert texts(table, "build 5f 5s") == ["0", "10"]
    assert texts(table, "build 8s 5s") == ["13"]
    play(table, "build 5f 5s 0")
    assert (CARD_NUMBERS["5f"], 0, 0) in [item[:3] for item in table.state.public().items]


def test_in_traditional_games_a_pile_is_worth_at_least_1() -> None:
    table = opened("5s 3s 9s", "5f 8s", players=3, zero_piles=False)
    assert texts(table, "build 5f 5s") == ["10"]
    assert refusal(table, "build 5f 5s 0").rule == "ZW-10"
    assert offered(table, "build 5f 5s") == {"10"}


def test_records_older_than_the_option_are_traditional_games() -> None:
    new = {"zero_piles", "open_heaps"}
    old = {name: value for name, value in GAME.resolve_options({}).items() if name not in new}
    assert GAME.recorded_options(old) == GAME.resolve_options(
        {"zero_piles": False, "open_heaps": False}
    )


def test_a_pile_worth_0_can_be_built_on() -> None:
    table = with_a_zero_pile("6s", "Ks", "4s", players=3)
    assert texts(table, "build Ks 5f") == ["14", "4"]
    assert offered(table, "build Ks 5f") == {"14", "4"}
    play(table, "build Ks 5f 4")
    assert table.state.worthless == 0
    assert "4 Ks" in texts(table, "capture 4s")


def test_strict_builders_reach_0_only_if_their_partner_has_a_pile_worth_0() -> None:
    """Nobody holds a card worth 0: the first pile comes from a game without strict building."""
    hands = ("5f 8s 7s", "7f 7a", "9f 6s", "8f 3f")
    assert refusal(opened("5s 3s 9s", *hands, building="strict"), "build 5f 5s 0").rule == "ZW-10"
    free = opened("5s 3s 9s", *hands)
    play(free, "build 5f 5s 0")
    table = Table.from_position(GAME, free.position.replace("|", "building=strict |"))
    assert refusal(table, "build 7f 3s 0").rule == "ZW-10"
    play(table, "add 7f")
    assert texts(table, "build 9f 9s") == ["0"]
    assert offered(table, "build 9f 9s") == {"0"}
    play(table, "build 9f 9s 0")
    assert not any(player.promises for player in table.state.public().players)
    assert refusal(table, "build 3f 3s 0").rule == "ZW-10"


# capturing


def test_a_pile_worth_0_goes_with_any_capture() -> None:
    table = with_a_zero_pile("6s", "Qs 9f Js", players=3)
    assert texts(table, "capture 9f") == ["9 5f 9s", "9 9s"]
    assert texts(table, "capture Qs") == ["3 3s", "3 3s 5f"]
    assert texts(table, "capture Js") == ["12 3s 5f 9s", "12 3s 9s"]
    play(table, "capture 9f 9 5f 9s")
    captured = [CARD_NAMES[card] for card in bit_indices(table.state.heaps[1])]
    assert captured == ["5s", "5f", "9s", "9f"]


def test_a_pile_worth_0_is_not_a_capture_by_itself() -> None:
    table = with_a_zero_pile("6s", "Qs 9f 5a", players=3)
    for text in ("capture 9f 9 5f", "capture 5a 5 5f", "capture Qs 3 5f"):
        assert refusal(table, text).rule == "ZW-10"
    assert refusal(table, "capture 9f 9 3s 5f").rule == "ZW-6"


def test_a_zwick_takes_the_piles_worth_0_too() -> None:
    table = with_a_zero_pile("6s", "Js", players=3)
    other = table.fork()
    (event,) = play(other, "capture Js 12 3s 9s")
    assert [fact.kind for fact in event.facts] == ["captured", "heaped"]
    assert [item.top for item in other.state.public().items] == [CARD_NUMBERS["5f"]]
    (event,) = play(table, "capture Js 12 3s 9s 5f")
    assert event.facts[-1].kind == "zwick"


def test_piles_worth_0_alone_can_not_be_captured() -> None:
    table = with_a_zero_pile("6s", "Js", "7s 7f", players=3)
    play(table, "capture Js 12 3s 9s")
    assert texts(table, "capture 7s") == []
    assert offered(table, "capture 7s") == set()
    assert texts(table, "build 7s 5f") == ["7"]
    play(table, "add 7s")
    assert table.state.worthless == BIT[CARD_NUMBERS["5f"]]


def test_a_pile_worth_0_costs_its_builder_like_any_other() -> None:
    table = with_a_zero_pile("6s", players=3)
    add_until(table, 0, 1)
    assert table.state.scores() == (-30, 0, 0)
    add_until(table, 0, 2)
    assert table.state.scores() == (-30, 0, 0)


# what a search is offered


def test_choices_take_piles_worth_0_along() -> None:
    """Each capture with them, and without only where another side would be spared a penalty."""
    table = with_a_zero_pile("3f", "9f", "6s", players=3)
    assert offered(table, "capture 9f") == {"9 9s", "9 5f 9s"}
    play(table, "add 9f", "add 6s")
    assert offered(table, "capture 3f") == {"3 3s 5f"}
    add_until(table, 0, 1)
    assert [table.state.others_worthless(seat) for seat in range(3)] == [0, 0, 0]


def test_several_piles_worth_0_are_taken_or_left_together() -> None:
    table = opened("5s 6s 3s", "5f 9s", "6f 8s", "Qs", players=3)
    play(table, "build 5f 5s 0", "build 6f 6s 0")
    assert texts(table, "capture Qs 3") == ["3s", "3s 5f", "3s 5f 6f", "3s 6f"]
    assert offered(table, "capture Qs 3") == {"3s", "3s 5f 6f"}


# steps and arrays


def many_zeros(seed: int) -> list[Zwickern]:
    """The positions of a game, few items each, in which everybody who can builds to 0."""
    rng, buffer, state = SeededRng(seed), move_buffer(), GAME.new(OPTIONS)
    found = []
    while state.actors():
        seat = int(state.next_actor())
        if seat == LUCK:
            state.apply(seat, state.sample_luck(rng))
            continue
        if state.worthless and len(bit_indices(state.items)) < 8:
            found.append(state.clone())
        moves = [buffer[i] for i in range(state.choices_into(seat, buffer))]
        zeros = [move for move in moves if GAME.text(state, move).endswith(" 0")]
        moves = zeros or moves
        state.apply(seat, moves[rng.below(len(moves))])
    return found


def test_all_captures_can_be_made_of_legal_steps() -> None:
    tried = 0
    for state in many_zeros(1):
        seat = int(state.next_actor())
        for move in state.legal_moves(seat):
            steps = ARRAYS.encode_move(state, seat, move)
            assert ARRAYS.decode_move(state, seat, steps) == move
            for count, step in enumerate(steps):
                assert step in ARRAYS.legal_steps(state, seat, steps[:count])
            tried += len(steps) > 3
    assert tried > 20


def test_what_is_listed_is_what_is_legal() -> None:
    """Every set of items, at every value of every card, against the list."""
    for state in many_zeros(2)[:12]:
        seat = int(state.next_actor())
        items = [CARD_NAMES[item] for item in bit_indices(state.items)]
        listed = set(GAME.texts(state, seat))
        for text in {" ".join(text.split()[:3]) for text in listed if text.startswith("capture")}:
            for chosen in range(1, 2 ** len(items)):
                names = [item for i, item in enumerate(items) if chosen >> i & 1]
                capture = " ".join([text, *names])
                is_legal = state.is_legal(seat, GAME.parse(state, capture))
                assert is_legal == (capture in listed), capture


def test_arrays_tell_a_pile_worth_0_from_a_loose_card() -> None:
    table = with_a_zero_pile("6s", players=3)
    seen = ARRAYS.encode(table.state.observe(1), 1)
    top, loose = CARD_NUMBERS["5f"], CARD_NUMBERS["3s"]
    assert (seen["piles"][top], seen["loose"][top], seen["builders"][:, top].sum()) == (0, 0, 1)
    assert (seen["piles"][loose], seen["loose"][loose]) == (0, 1)
    assert seen["builders"][:, loose].sum() == 0
