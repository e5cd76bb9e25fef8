"""What may be taken back taught nobody anything: the card was known, and so was what it promised.

The worlds are counted here, all of them, one by one.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludotheque.core.fast import bit_indices, count_bits
from ludotheque.core.reveal import reveals_to_anybody
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, Move
from ludotheque.core.table import Table
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.data import values_of
from ludotheque.games.zwickern.doubts import worlds_against
from ludotheque.games.zwickern.moves import BUILD, KIND_MASK
from ludotheque.games.zwickern.rules import Zwickern

MAX_HIDDEN = 9  # cards, so that all deals can be tried


def all_worlds(state: Zwickern) -> list[Zwickern]:
    """Every deal of the hidden cards that keeps the promises."""
    seats = range(int(state.seats()))
    hidden = int(state.pack) + sum(int(hand) for hand in state.hands)
    found: list[Zwickern] = []

    def deal(seat: int, free: int, hands: list[int]) -> None:
        if seat == len(seats):
            world = state.clone()
            for other, hand in enumerate(hands):
                world.hands[other] = hand
            world.pack = free
            found.append(world)
            return
        for cards in combinations(bit_indices(free), int(count_bits(state.hands[seat]))):
            hand = sum(2**card for card in cards)
            if not state.promises[seat] & ~values_of(hand):
                deal(seat + 1, free ^ hand, [*hands, hand])

    deal(0, hidden, [])
    return found


def builder(state: Zwickern, seat: int, rng: SeededRng) -> Move:
    """A random move, a build if there is one: strict builds are promises."""
    if seat == LUCK:
        return int(state.sample_luck(rng))
    choices = state.choices(seat)
    builds = [move for move in choices if move & KIND_MASK == BUILD]
    moves = builds if builds and rng.below(4) else choices
    return moves[rng.below(len(moves))]


@settings(max_examples=settings().max_examples // 3, deadline=None)
@example(seed=105)  # cards that were almost certain
@example(seed=177)
@given(seed=st.integers(0, 2**32 - 1))
def test_what_may_be_taken_back_was_known(seed: int) -> None:
    rng = SeededRng(seed)
    table = Table(GAME, GAME.resolve_options({"building": "strict", "players": 3}))
    while actors := table.state.actors():
        before, seat = table.state.clone(), actors[0]
        move = builder(table.state, seat, rng)
        table.submit(seat, GAME.text(table.state, move))
        cards = int(before.pack) + sum(int(hand) for hand in before.hands)
        if seat == LUCK or count_bits(cards) > MAX_HIDDEN or table.over:
            continue
        if not reveals_to_anybody(table, len(table.events) - 1):
            assert all(world.is_legal(seat, move) for world in all_worlds(before))


@pytest.mark.parametrize("seed", range(3))
def test_worlds_against_a_move_look_the_same(seed: int) -> None:
    rng, found = SeededRng(seed), 0
    table = Table(GAME, GAME.resolve_options({"building": "strict", "players": 3}))
    while actors := table.state.actors():
        state, seat = table.state, actors[0]
        move = builder(state, seat, rng)
        if seat != LUCK:
            for viewer in [SPECTATOR, *range(3)]:
                for world in worlds_against(state, seat, move, viewer):
                    GAME.check_invariants(world)
                    assert world.observe(viewer) == state.observe(viewer)
                    assert world._keeps_promises(viewer)
                    found += not world.is_legal(seat, move)
        table.submit(seat, GAME.text(state, move))
    assert found
