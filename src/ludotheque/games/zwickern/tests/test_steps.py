"""Zwickern: moves taken step by step, on tables too large to list them."""

from __future__ import annotations

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.steps import BUILDING, DONE, FIXING, ITEM, NEXT, WAY

OPTIONS = GAME.resolve_options({"players": 3})
ARRAYS = GAME.arrays(OPTIONS)


def crowded(seed: int, cards: int) -> Zwickern:
    """A table with ``cards`` loose cards or more, when a seat is to play."""
    rng, state = SeededRng(seed), GAME.new(OPTIONS)
    while len(state.public().items) < cards or state.next_actor() == LUCK:
        seat = state.next_actor()
        move = state.sample_luck(rng) if seat == LUCK else state.default_move(seat)
        state.apply(seat, move)
    return state


def longest_capture(state: Zwickern, seat: int, face: int) -> list[int]:
    """The steps of a capture that goes on as long as it can."""
    steps = [face]
    while steps[-1] != DONE:
        found = ARRAYS.legal_steps(state, seat, steps)
        items = [step for step in found if step < NEXT]
        steps.append(items[0] if items else found[0])
    return steps


def test_large_captures_make_the_round_trip() -> None:
    tried = 0
    for seed in range(4):
        state = crowded(seed, 25)
        seat = int(state.next_actor())
        for face in [step for step in ARRAYS.legal_steps(state, seat) if step < FIXING]:
            steps = longest_capture(state, seat, face)
            move = ARRAYS.decode_move(state, seat, steps)
            assert move is not None
            assert state.is_legal(seat, move)
            assert ARRAYS.decode_move(state, seat, ARRAYS.encode_move(state, seat, move)) == move
            tried += len(steps) > 8
    assert tried


def test_groups_go_by_their_first_item_and_items_ascend() -> None:
    state = crowded(1, 25)
    seat = int(state.next_actor())
    face = next(step for step in ARRAYS.legal_steps(state, seat) if step < FIXING)
    firsts, last = [], -1
    for step in longest_capture(state, seat, face)[1:-1]:
        if step == NEXT:
            last = -1
            continue
        assert ITEM <= step < WAY
        if last < 0:
            firsts.append(step)
        assert step > last
        last = step
    assert firsts == sorted(firsts)


def test_no_way_to_count_a_build_is_offered_twice() -> None:
    state = crowded(2, 8)
    seat = int(state.next_actor())
    for first in [step for step in ARRAYS.legal_steps(state, seat) if step >= BUILDING]:
        for item in ARRAYS.legal_steps(state, seat, [first]):
            ways = ARRAYS.legal_steps(state, seat, [first, item])
            moves = [ARRAYS.decode_move(state, seat, [first, item, way]) for way in ways]
            assert ways
            assert len(set(moves)) == len(moves)
            assert all(move is not None and state.is_legal(seat, move) for move in moves)
