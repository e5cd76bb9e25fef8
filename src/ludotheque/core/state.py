"""One moment of one game: the contract between rules and everything else.

No clock, no hidden randomness, no words. A state answers who may act and what they may do, applies
a move, and says what each seat may know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from mypy_extensions import mypyc_attr

from ludotheque.core.fast import COMPILED, i64, vec, zeros
from ludotheque.core.observation import Observation
from ludotheque.core.rng import Rng, weighted

Seat: TypeAlias = int  # 0 .. players-1, clockwise
Move: TypeAlias = int  # a small whole number, meaningful only to its game
LUCK: Final = -1  # the seat that rolls dice and deals cards
NOBODY: Final = -2  # acts when the game is over
SPECTATOR: Final = -3  # a viewer without a seat
EVERYONE: Final = -1  # a set of seats with every bit set
MAX_CHOICES: Final = 1024  # the most moves that `State.choices_into` ever writes


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened, as data, never as a sentence.

    ``about`` is for all to know; ``secret`` only for the seats whose bit is set in ``seen_by``.
    """

    kind: str
    seat: int
    about: tuple[int, ...] = ()
    secret: tuple[int, ...] = ()
    seen_by: int = EVERYONE

    def told_to(self, viewer: int) -> Fact:
        """The fact as ``viewer`` learns it, without what is not theirs to know."""
        if self.seen_by == EVERYONE or (viewer >= 0 and self.seen_by >> viewer & 1):
            return Fact(self.kind, self.seat, self.about, self.secret)
        return Fact(self.kind, self.seat, self.about)


def private_fact(kind: str, seat: int, *secret: int) -> Fact:
    """A fact of which all learn that it happened, and ``seat`` alone what ``secret`` says."""
    return Fact(kind, seat, (), secret, 1 << seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A game in progress. Tables, bots, servers and tests rely on the contract below.

    The law of secrets: `public` is equal in every world that `imagine` draws for anybody; for each
    viewer, `private`, `actors` and `legal_moves` of that viewer are equal in every world drawn for
    that viewer.
    """

    __slots__ = ()

    # who may do what

    @abstractmethod
    def seats(self) -> i64:
        """How many seats there are."""

    @abstractmethod
    def actors(self) -> Sequence[int]:
        """Seats that may act now, ascending; ``(LUCK,)`` for luck; ``()`` when all is over."""

    def awaited(self) -> Sequence[int]:
        """Seats the game cannot go on without (their clocks run): some or all of `actors`."""
        return self.actors()

    def next_actor(self) -> i64:
        """The one to act next, for a search: a seat of `awaited`, LUCK, or NOBODY."""
        awaited = self.awaited()
        return awaited[0] if awaited else NOBODY

    def after(self, seat: i64) -> i64:
        """The next seat, clockwise."""
        return seat + 1 if seat + 1 < self.seats() else 0

    def before(self, seat: i64) -> i64:
        """The previous seat, clockwise."""
        return seat - 1 if seat > 0 else self.seats() - 1

    @abstractmethod
    def legal_moves(self, seat: i64) -> list[int]:
        """All moves open to ``seat``, in a fixed order; a function of what that seat can see."""

    def is_legal(self, seat: i64, move: i64) -> bool:
        """Whether ``seat`` may play ``move``; games with very many moves test, others look up."""
        return move in self.legal_moves(seat)

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """Write moves for a playout or a search into ``out`` (MAX_CHOICES long); return how many.

        These are all legal moves unless the game says otherwise: where there are very many it
        offers the sensible ones, where a phase could go on for ever it leads to its end.
        """
        count: i64 = 0
        for move in self.legal_moves(seat):
            if count == MAX_CHOICES:
                break
            out[count] = move
            count += 1
        return count

    def choices(self, seat: i64) -> list[int]:
        """What `choices_into` offers, as a list, for interpreted callers."""
        if SCRATCH.in_use:
            return self._choices_list(seat, move_buffer())
        SCRATCH.in_use = True
        try:
            return self._choices_list(seat, SCRATCH.buffer)
        finally:
            SCRATCH.in_use = False

    def random_move(self, seat: i64, rng: Rng) -> i64:
        """One of `choices`, uniformly; for LUCK an outcome, by its weight."""
        if seat == LUCK:
            return self.sample_luck(rng)
        if SCRATCH.in_use:
            return self._pick_random(seat, rng, move_buffer())
        SCRATCH.in_use = True
        try:
            return self._pick_random(seat, rng, SCRATCH.buffer)
        finally:
            SCRATCH.in_use = False

    def _pick_random(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        return buffer[rng.below(self.choices_into(seat, buffer))]

    def _choices_list(self, seat: i64, buffer: vec[i64]) -> list[int]:
        count = self.choices_into(seat, buffer)
        found = [0] * count  # at its full length at once
        for i in range(count):
            found[i] = buffer[i]
        return found

    def default_move(self, seat: i64) -> i64:
        """The move that is played for a seat that does not respond."""
        return self.legal_moves(seat)[0]

    # luck

    @abstractmethod
    def luck(self) -> list[tuple[int, int]]:
        """Outcomes of the present chance event, with whole-number weights.

        Empty where there are too many to list: then `sample_luck` and `is_legal` speak.
        """

    def sample_luck(self, rng: Rng) -> i64:
        """Draw an outcome of the present chance event."""
        return weighted(rng, self.luck())

    # what a move does

    @abstractmethod
    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        """Play ``move`` in place and report what happened in ``facts``.

        Unchecked: the caller guarantees that the move is legal. Without ``facts`` nobody watches,
        and names by which viewers follow pieces by eye may stay as they were.
        """

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Score of each seat so far; final once nobody acts."""

    def ranks(self) -> tuple[int, ...]:
        """Rank of each seat: 1 for all winners, equal for ties (1, 1, 3)."""
        return rank([(score,) for score in self.scores()])

    # what each player may know

    @abstractmethod
    def public(self) -> Any:
        """What everybody at the table and every spectator knows, field by field; hashable."""

    def private(self, viewer: i64) -> Any:  # noqa: ARG002 - no secrets by default
        """What a seat knows beyond `public`, small, hashable; the same in all states for SPECTATOR.

        By default nothing: games without secrets have no more to say.
        """
        return None

    def observe(self, viewer: i64) -> Any:
        """What ``viewer`` (a seat or SPECTATOR) is entitled to know: an `Observation`."""
        return Observation(self.public(), self.private(viewer))

    @abstractmethod
    def imagine(self, viewer: i64, rng: Rng) -> State:
        """Draw a full state among those that look the same to ``viewer``.

        The draw depends on what the viewer knows and on the RNG, and on nothing else: so a world
        may replace the true state wherever nobody must be able to cheat.
        """

    # copies and comparisons

    @abstractmethod
    def clone(self) -> State:
        """An independent copy, cheap enough for a search to make a million of."""

    def __repr__(self) -> str:
        fields = [f"{name}={_short(getattr(self, name))}" for name in field_names(self)]
        return f"{type(self).__name__}({', '.join(fields)})"

    @abstractmethod
    def key(self) -> Hashable:
        """Equal keys: the same position for the rules, and the same sight for every viewer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SequentialState(State):
    """A game where one seat, or luck, acts at a time: its `next_actor` says which.

    `choices_into` writes all legal moves of that seat.
    """

    __slots__ = ()

    @abstractmethod
    def next_actor(self) -> i64:
        """The seat to move, LUCK, or NOBODY when the game is over."""

    def actors(self) -> Sequence[int]:
        actor = self.next_actor()
        return () if actor == NOBODY else (int(actor),)

    @abstractmethod
    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """Write all legal moves of the seat to move into ``out``; return how many."""

    def legal_moves(self, seat: i64) -> list[int]:
        if seat == LUCK:
            return [outcome for outcome, _ in self.luck()]
        return self.choices(seat) if seat == self.next_actor() else []


def field_names(state: State) -> list[str]:
    """The names of a state's fields, compiled or not."""
    names: set[str] = set(getattr(state, "__dict__", ()))
    for kind in type(state).__mro__:
        names |= set(getattr(kind, "__mypyc_attrs__", ()))
    return sorted([name for name in names if not name.startswith("__")])


def _short(value: object) -> str:
    """A field as text; packed arrays as lists."""
    if isinstance(value, bool | int | str | tuple | list):
        return repr(value)
    try:
        return repr([int(item) for item in value])  # type: ignore[attr-defined]  # a packed array
    except TypeError:
        return "..."  # the configuration


def rank(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank seats by their keys, the highest first; equal keys share a rank (1, 1, 3)."""
    return tuple([1 + len([1 for other in keys if other > key]) for key in keys])


def move_buffer() -> vec[i64]:
    """An array wide enough for `State.choices_into`."""
    return zeros(MAX_CHOICES)


class ScratchBuffer:
    """An array to write moves into: allocating one takes longer than finding the moves."""

    def __init__(self) -> None:
        self.buffer: vec[i64] = move_buffer()
        # In use by an unfinished call. Never reused in plain Python: two threads could see it free.
        self.in_use: bool = not COMPILED


SCRATCH: Final = ScratchBuffer()
