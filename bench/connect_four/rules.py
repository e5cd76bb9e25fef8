"""Connect Four by our contract, for the comparison with other engines only.

Bitboards: seven bits for each of seven columns, the highest of them always empty.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, vec
from ludotheque.core.knowledge import TO_THE_END, WIN, Knowledge
from ludotheque.core.rng import Rng
from ludotheque.core.state import NOBODY, Fact, State

COLUMNS: Final = 7
HEIGHT: Final = 7  # bits of a column, one of them empty
STONES: Final = 42


class ConnectFour(State):
    """One game in progress."""

    def __init__(self, twin: ConnectFour | None = None) -> None:
        if twin is None:
            self.waiting: i64 = 0  # stones of the player to move
            self.all: i64 = 0
            self.turn: i64 = 0
            self.winner: i64 = NOBODY
        else:
            self.waiting = twin.waiting
            self.all = twin.all
            self.turn = twin.turn
            self.winner = twin.winner

    def seats(self) -> i64:
        return 2

    def next_actor(self) -> i64:
        return NOBODY if self.winner != NOBODY or count_bits(self.all) == STONES else self.turn

    def actors(self) -> Sequence[int]:
        actor = self.next_actor()
        return () if actor == NOBODY else (int(actor),)

    def legal_moves(self, seat: i64) -> list[int]:
        return self.choices(seat) if seat == self.next_actor() else []

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:  # noqa: ARG002 - only one seat moves
        count: i64 = 0
        for column in range(COLUMNS):
            if self.all & BIT[HEIGHT * column + HEIGHT - 2] == 0:
                out[count] = column
                count += 1
        return count

    def luck(self) -> list[tuple[int, int]]:
        return []

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:  # noqa: ARG002 - facts are not needed
        bottom = BIT[HEIGHT * move]
        stone = (self.all + bottom) & (bottom * 63)
        stones = self.waiting | stone
        self.waiting ^= self.all
        self.all |= stone
        if has_four(stones):
            self.winner = seat
        self.turn = 1 - seat

    def scores(self) -> tuple[int, ...]:
        return (1 if self.winner == 0 else 0, 1 if self.winner == 1 else 0)

    def public(self) -> Hashable:
        return self.key()

    def imagine(self, viewer: i64, rng: Rng) -> State:  # noqa: ARG002 - perfect information
        return ConnectFour(self)

    def clone(self) -> State:
        return ConnectFour(self)

    def key(self) -> Hashable:
        return (int(self.waiting), int(self.all), int(self.turn))


def has_four(stones: i64) -> bool:
    """Whether four stones stand in a line."""
    up = stones & stones >> 1
    across = stones & stones >> HEIGHT
    rising = stones & stones >> (HEIGHT + 1)
    falling = stones & stones >> (HEIGHT - 1)
    fours = (up & up >> 2) | (across & across >> 2 * HEIGHT)
    fours |= (rising & rising >> 2 * (HEIGHT + 1)) | (falling & falling >> 2 * (HEIGHT - 1))
    return fours != 0


class Result(Knowledge):
    """Random rollouts to the end, valued by the winner."""

    def __init__(self) -> None:
        super().__init__(rollout_depth=TO_THE_END, lead_scale=1, root_width=0)

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        assert isinstance(state, ConnectFour)
        won = WIN // 2 if state.winner == NOBODY else WIN * (1 - state.winner)
        out[0] = won
        out[1] = WIN - won
