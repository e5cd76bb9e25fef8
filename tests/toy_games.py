"""Toy games for the tests of the search, with known solutions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from ludotheque.core.fast import i64
from ludotheque.core.knowledge import TO_THE_END, Knowledge
from ludotheque.core.rng import Rng
from ludotheque.core.state import Fact, State

LINES: Final = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL: Final = 0o777


class Noughts(State):
    """Noughts and crosses: perfect information."""

    def __init__(self, boards: tuple[int, int] = (0, 0), turn: int = 0) -> None:
        self.boards = list(boards)
        self.turn = turn

    def seats(self) -> i64:
        return 2

    def winner(self) -> int:
        """The seat with three in a row, or -1."""
        for seat in (0, 1):
            if any(self.boards[seat] & line == line for line in LINES):
                return seat
        return -1

    def actors(self) -> Sequence[int]:
        over = self.winner() >= 0 or sum(self.boards) == FULL
        return () if over else (self.turn,)

    def legal_moves(self, seat: i64) -> list[int]:
        taken = sum(self.boards)
        mine = seat in self.actors()
        return [cell for cell in range(9) if not taken >> cell & 1] if mine else []

    def luck(self) -> list[tuple[int, int]]:
        return []

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        self.boards[seat] |= 1 << move
        self.turn = 1 - self.turn

    def scores(self) -> tuple[int, ...]:
        return tuple(int(self.winner() == seat) for seat in (0, 1))

    def public(self) -> Hashable:
        return self.key()

    def imagine(self, viewer: i64, rng: Rng) -> Noughts:
        return self.clone()

    def clone(self) -> Noughts:
        return Noughts((self.boards[0], self.boards[1]), self.turn)

    def key(self) -> Hashable:
        return (*self.boards, self.turn)


class Pennies(State):
    """Matching pennies in turn: the first hides a penny in one hand, the second guesses which."""

    def __init__(self, hidden: int = -1, guess: int = -1) -> None:
        self.hidden = hidden
        self.guess = guess

    def seats(self) -> i64:
        return 2

    def actors(self) -> Sequence[int]:
        if self.hidden < 0:
            return (0,)
        return (1,) if self.guess < 0 else ()

    def legal_moves(self, seat: i64) -> list[int]:
        return [0, 1] if seat in self.actors() else []

    def luck(self) -> list[tuple[int, int]]:
        return []

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        if seat == 0:
            self.hidden = move
        else:
            self.guess = move

    def scores(self) -> tuple[int, ...]:
        right = self.guess == self.hidden
        return (int(not right), int(right))

    def public(self) -> Hashable:
        return (self.hidden < 0, self.guess)

    def private(self, viewer: i64) -> Hashable:
        return self.hidden if viewer == 0 else None

    def imagine(self, viewer: i64, rng: Rng) -> Pennies:
        if viewer == 0 or self.hidden < 0:
            return self.clone()
        return Pennies(int(rng.below(2)), self.guess)

    def clone(self) -> Pennies:
        return Pennies(self.hidden, self.guess)

    def key(self) -> Hashable:
        return (self.hidden, self.guess)


class NoKnowledge(Knowledge):
    """No heuristics: rollouts to the end of the game."""

    def __init__(self) -> None:
        super().__init__(rollout_depth=TO_THE_END, lead_scale=1, root_width=0)


class HiddenChoice(NoKnowledge):
    """The second player does not observe which hand was chosen."""

    def observed_move(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        return 0 if seat == 0 else move


class Corridor(State):
    """One player with one legal move at a time; longer than any path of a search."""

    LENGTH: Final = 90

    def __init__(self, steps: int = 0) -> None:
        self.steps = steps

    def seats(self) -> i64:
        return 1

    def actors(self) -> Sequence[int]:
        return () if self.steps == self.LENGTH else (0,)

    def legal_moves(self, seat: i64) -> list[int]:
        return [0] if self.actors() else []

    def luck(self) -> list[tuple[int, int]]:
        return []

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        self.steps += 1

    def scores(self) -> tuple[int, ...]:
        return (self.steps,)

    def public(self) -> Hashable:
        return self.steps

    def imagine(self, viewer: i64, rng: Rng) -> Corridor:
        return self.clone()

    def clone(self) -> Corridor:
        return Corridor(self.steps)

    def key(self) -> Hashable:
        return self.steps
