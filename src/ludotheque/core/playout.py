"""Random play to the end, at full speed."""

from __future__ import annotations

from ludotheque.core.fast import i64, vec
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, NOBODY, State, move_buffer


def playout(state: State, rng: Rng, buffer: vec[i64]) -> i64:
    """Play ``state`` to its end by random choice; return how many moves the seats made."""
    moves: i64 = 0
    while True:
        seat = state.next_actor()
        if seat == LUCK:
            state.apply(seat, state.sample_luck(rng))
        elif seat == NOBODY:
            return moves
        else:
            count = state.choices_into(seat, buffer)
            state.apply(seat, buffer[rng.below(count)])
            moves += 1


def playouts(start: State, games: i64, rng: Rng) -> i64:
    """Play ``games`` copies of ``start`` to their ends; return how many moves were made."""
    moves: i64 = 0
    buffer = move_buffer()
    for _ in range(games):
        moves += playout(start.clone(), rng, buffer)
    return moves
