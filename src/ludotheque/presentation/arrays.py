"""A game for programs that learn: what a seat sees as named arrays, what it does as numbers.

Arrays are made from an observation (`State.observe`) and from nothing else. Seats are counted from
the viewer's own: 0 is the viewer, 1 the left neighbour, and so on; a spectator has the view of
seat 0.

A move is a sequence of *steps*, each a number from 0 to ``actions``; in most games every move is a
single step. Luck comes in steps as well, with a numbering of its own. After some steps of a move,
`legal_steps` gives the numbers that may follow, until the move is complete.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ludotheque.core.observation import Observation
    from ludotheque.core.state import Move, Seat, State

Array: TypeAlias = NDArray[Any]
ObservationArrays: TypeAlias = dict[str, Array]
Steps: TypeAlias = Sequence[int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field:
    """One named array: its shape, the least and greatest number in it, and what they mean."""

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    low: int = 0

    @property
    def dtype(self) -> np.dtype[Any]:
        """The smallest type of whole numbers that holds them all."""
        return _smallest(self.low, self.high)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(np.prod(self.shape))


@cache
def _smallest(low: int, high: int) -> np.dtype[Any]:
    return np.result_type(np.min_scalar_type(low), np.min_scalar_type(high))


class Arrays(ABC):
    """The arrays and numbers of a game with certain options; the same for every seat."""

    fields: tuple[Field, ...]
    numbering: tuple[tuple[int, str, str], ...]  # of seats: from which number on, a word, its rest
    actions: int  # steps of seats are numbered from 0 to this
    outcomes: int  # and those of luck
    most_steps: int  # of seats and luck together: no game has more

    # what a seat sees

    @abstractmethod
    def encode(
        self, observation: Observation, viewer: Seat, steps: Steps = ()
    ) -> ObservationArrays:
        """An observation of ``viewer`` as arrays, with the steps of a move it has taken already."""

    def blank(self) -> ObservationArrays:
        """All arrays, filled with zeros."""
        return {field.name: np.zeros(field.shape, field.dtype) for field in self.fields}

    @property
    def size(self) -> int:
        """How many numbers all arrays have together."""
        return sum(field.size for field in self.fields)

    # what a seat does

    @abstractmethod
    def legal_steps(self, state: State, seat: Seat, steps: Steps = ()) -> list[int]:
        """The numbers ``seat`` may choose next, ascending; none if it has nothing to decide."""

    @abstractmethod
    def move(self, state: State, seat: Seat, steps: Steps) -> Move | None:
        """The move these steps make; None while one more is wanted."""

    @abstractmethod
    def steps(self, state: State, seat: Seat, move: Move) -> tuple[int, ...]:
        """Steps that make a move."""

    def label(self, step: int) -> str:
        """A step in a word and a number."""
        first, word, _ = max(entry for entry in self.numbering if entry[0] <= step)
        return f"{word} {step - first}"

    # what luck does

    @abstractmethod
    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        """The numbers luck may draw next, with whole-number weights."""

    @abstractmethod
    def outcome(self, state: State, steps: Steps) -> Move | None:
        """The outcome these steps make; None while one more is wanted."""


class PlainArrays(Arrays):
    """Arrays of a game in which a move is one number, those of luck the highest."""

    def __init__(self, players: int, most_steps: int, fields: tuple[Field, ...]) -> None:
        self.players = players
        self.most_steps = most_steps
        self.fields = fields

    def legal_steps(self, state: State, seat: Seat, steps: Steps = ()) -> list[int]:
        del steps
        return sorted(self.turned(move, -seat) for move in state.legal_moves(seat))

    def move(self, state: State, seat: Seat, steps: Steps) -> Move | None:
        del state
        return self.turned(steps[0], seat) if steps else None

    def steps(self, state: State, seat: Seat, move: Move) -> tuple[int, ...]:
        del state
        return (self.turned(move, -seat),)

    def turned(self, move: Move, by: int) -> Move:
        """A move with any seat in it counted ``by`` seats further."""
        del by
        return move

    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        del steps
        return [(move - self.actions, weight) for move, weight in state.luck()]

    def outcome(self, state: State, steps: Steps) -> Move | None:
        del state
        return self.actions + steps[0] if steps else None


def flat(seen: Mapping[str, Array]) -> NDArray[np.float32]:
    """All arrays one after the other, as a single one."""
    return np.concatenate([array.ravel() for array in seen.values()]).astype(np.float32)


def rotate_to(viewer: Seat, by_seat: Sequence[T]) -> list[T]:
    """What is told by seat, the viewer's own first."""
    eye = max(viewer, 0)
    return [*by_seat[eye:], *by_seat[:eye]]


def relative_seat(viewer: Seat, seat: Seat, players: int) -> int:
    """A seat counted from the viewer's own."""
    return (seat - max(viewer, 0)) % players
