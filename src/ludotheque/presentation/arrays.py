"""A game for learning agents: observations as named arrays, moves as numbered steps.

Arrays are made from an observation (`State.observe`) only. Seats are relative to the viewer: 0 is
the viewer, 1 the left neighbour, and so on; a spectator has the view of seat 0.

A move is a sequence of *steps*, each a number from 0 to ``actions`` - 1; in most games every move
is a single step. Outcomes of luck are sequences of steps as well, from 0 to ``outcomes`` - 1. After
some steps of a move, `legal_steps` gives the numbers that may follow, until the move is complete.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

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
    """One named array: its shape, its meaning, and the range of its numbers, both ends included."""

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    low: int = 0

    @property
    def dtype(self) -> np.dtype[Any]:
        """The smallest integer type for the range."""
        return _smallest(self.low, self.high)

    @property
    def size(self) -> int:
        """How many numbers the array has."""
        return int(np.prod(self.shape))


@cache
def _smallest(low: int, high: int) -> np.dtype[Any]:
    return np.result_type(np.min_scalar_type(low), np.min_scalar_type(high))


class StepRange(NamedTuple):
    """Steps of seats that mean the same kind of thing: from ``first`` to the next range."""

    first: int
    verb: str
    meaning: str  # of a step's number minus ``first``


class Arrays(ABC):
    """The arrays and step numbers of a game with certain options; the same for every seat."""

    fields: tuple[Field, ...]
    numbering: tuple[StepRange, ...]  # of steps of seats, ascending
    actions: int  # how many different steps seats have: they are numbered from 0 to actions - 1
    outcomes: int  # how many different steps luck has: they are numbered from 0 to outcomes - 1
    max_steps_per_game: int  # of seats and luck together

    # what a seat sees

    @abstractmethod
    def encode(
        self, observation: Observation, viewer: Seat, steps: Steps = ()
    ) -> ObservationArrays:
        """An observation of ``viewer`` as arrays; ``steps`` are those of a move it has begun."""

    def blank(self) -> ObservationArrays:
        """All arrays, filled with zeros."""
        return {field.name: np.zeros(field.shape, field.dtype) for field in self.fields}

    @property
    def size(self) -> int:
        """How many numbers all arrays have in total."""
        return sum(field.size for field in self.fields)

    # what a seat does

    @abstractmethod
    def legal_steps(self, state: State, seat: Seat, steps: Steps = ()) -> list[int]:
        """The steps ``seat`` may choose next, ascending; [] if it has nothing to decide."""

    @abstractmethod
    def decode_move(self, state: State, seat: Seat, steps: Steps) -> Move | None:
        """The move that these steps make; None while it is not complete."""

    @abstractmethod
    def encode_move(self, state: State, seat: Seat, move: Move) -> tuple[int, ...]:
        """Steps that make a move: the inverse of `decode_move`."""

    def label(self, step: int) -> str:
        """A step as the verb of its range and the number in it, such as ``lay 52``."""
        found = max(each for each in self.numbering if each.first <= step)
        return f"{found.verb} {step - found.first}"

    # what luck does

    @abstractmethod
    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        """The steps luck may draw next, with integer weights."""

    @abstractmethod
    def decode_luck(self, state: State, steps: Steps) -> Move | None:
        """The outcome that these steps make; None while it is not complete."""


class PlainArrays(Arrays):
    """Arrays of a game in which every move is a single step.

    Steps of seats are the moves 0 to ``actions`` - 1, with seats relative to the mover. The moves
    of luck follow: outcome ``i`` is the move ``actions`` + i.
    """

    def __init__(self, players: int, max_steps_per_game: int, fields: tuple[Field, ...]) -> None:
        self.players = players
        self.max_steps_per_game = max_steps_per_game
        self.fields = fields

    def legal_steps(self, state: State, seat: Seat, steps: Steps = ()) -> list[int]:
        del steps
        return sorted(self.rotate_seats(move, -seat) for move in state.legal_moves(seat))

    def decode_move(self, state: State, seat: Seat, steps: Steps) -> Move | None:
        del state
        return self.rotate_seats(steps[0], seat) if steps else None

    def encode_move(self, state: State, seat: Seat, move: Move) -> tuple[int, ...]:
        del state
        return (self.rotate_seats(move, -seat),)

    def rotate_seats(self, move: Move, by: int) -> Move:
        """A move with the seat it names, if any, increased by ``by`` (modulo the players).

        By default unchanged, for games whose moves name no seat.
        """
        del by
        return move

    def luck(self, state: State, steps: Steps = ()) -> list[tuple[int, int]]:
        del steps
        return [(move - self.actions, weight) for move, weight in state.luck()]

    def decode_luck(self, state: State, steps: Steps) -> Move | None:
        del state
        return self.actions + steps[0] if steps else None


def flatten(seen: Mapping[str, Array]) -> NDArray[np.float32]:
    """The concatenation of all arrays."""
    return np.concatenate([array.ravel() for array in seen.values()]).astype(np.float32)


def rotate_to(viewer: Seat, by_seat: Sequence[T]) -> list[T]:
    """Items by seat, rotated so that the viewer's own is first; for spectators unchanged."""
    first = max(viewer, 0)
    return [*by_seat[first:], *by_seat[:first]]


def relative_seat(viewer: Seat, seat: Seat, players: int) -> int:
    """A seat relative to the viewer, from 0 to ``players`` - 1; for spectators unchanged."""
    return (seat - max(viewer, 0)) % players
