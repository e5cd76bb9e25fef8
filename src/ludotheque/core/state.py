"""The state of a game: the contract between the rules and everything else.

A state tells which seats may act and what they may do, applies a move, and tells what each seat may
know. It has no clock, no RNG and no texts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from mypy_extensions import mypyc_attr

from ludotheque.core.fast import COMPILED, i64, vec, zeros
from ludotheque.core.observation import Observation
from ludotheque.core.rng import Rng, weighted_choice

Seat: TypeAlias = int  # 0 .. players-1, clockwise
Move: TypeAlias = int  # its meaning depends on the game
LUCK: Final = -1  # the seat that rolls dice and deals cards
NOBODY: Final = -2  # what `State.next_actor` returns when the game is over
SPECTATOR: Final = -3  # a viewer without a seat
EVERY_SEAT: Final = -1  # `Fact.seen_by` with every bit set; spectators are included
MAX_CHOICES: Final = 1024  # the maximum number of moves that `State.choices_into` writes
CONFIG_FIELD: Final = "config"  # the field of a state that is made from the options alone


@dataclass(frozen=True, slots=True)
class Fact:
    """An effect of an event, as data; `Game.phrase` puts it into words.

    ``about`` is public; ``secret`` is only for the seats whose bit is set in ``seen_by``.
    """

    kind: str
    seat: int
    about: tuple[int, ...] = ()
    secret: tuple[int, ...] = ()
    seen_by: int = EVERY_SEAT

    def told_to(self, viewer: int) -> Fact:
        """The fact as ``viewer`` learns it: without the secret if that is not for the viewer."""
        if self.seen_by == EVERY_SEAT or (viewer >= 0 and self.seen_by >> viewer & 1):
            return Fact(self.kind, self.seat, self.about, self.secret)
        return Fact(self.kind, self.seat, self.about)


def private_fact(kind: str, seat: int, *secret: int) -> Fact:
    """A fact that all learn of, with a secret that only ``seat`` learns."""
    return Fact(kind, seat, (), secret, 1 << seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A game in progress. Tables, bots, servers and tests rely on the contract below.

    The no-leak invariant: `public` is equal in every world that `imagine` draws for any viewer; for
    each viewer, `private`, `actors` and `legal_moves` of that viewer are equal in every world drawn
    for that viewer.

    Fields: what the options alone determine may be in a field named ``config`` (`CONFIG_FIELD`),
    which `core/pack.py` leaves out. Others may have any type that can be pickled; if all are
    numbers, texts, None, tuples, lists, dicts and sets, positions can be written as text. In rules
    that are compiled (`setup.py`) a list of integers is an array, which keeps its length.
    """

    __slots__ = ()

    # who may do what

    @abstractmethod
    def seats(self) -> i64:
        """How many seats there are."""

    @abstractmethod
    def actors(self) -> Sequence[int]:
        """Seats that may act now, ascending; ``(LUCK,)`` for luck; ``()`` when the game is over."""

    def awaited(self) -> Sequence[int]:
        """Seats that the game can't go on without (their clocks run): some or all of `actors`."""
        return self.actors()

    def next_actor(self) -> i64:
        """The one to act next, for a search: a seat of `awaited`, LUCK, or NOBODY."""
        awaited = self.awaited()
        return awaited[0] if awaited else NOBODY

    def after(self, seat: i64) -> i64:
        """The next seat, clockwise."""
        following = seat + 1  # no conditional expression: mypyc would box it
        if following == self.seats():
            return 0
        return following

    def before(self, seat: i64) -> i64:
        """The previous seat, clockwise."""
        if seat > 0:
            return seat - 1
        return self.seats() - 1

    @abstractmethod
    def legal_moves(self, seat: i64) -> list[int]:
        """All legal moves of ``seat`` in a fixed order, depending only on what the seat knows."""

    def is_legal(self, seat: i64, move: i64) -> bool:
        """Whether ``move`` is in `legal_moves`; games with very many moves override this."""
        return move in self.legal_moves(seat)

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """Write moves for a playout or a search into ``out`` (MAX_CHOICES long); return how many.

        By default all legal moves. A game may write fewer, but at least one: the sensible ones
        where there are very many, or those that end a phase which could go on for ever.
        """
        count: i64 = 0
        for move in self.legal_moves(seat):
            if count == MAX_CHOICES:
                break
            out[count] = move
            count += 1
        return count

    def choices(self, seat: i64) -> list[int]:
        """What `choices_into` writes, as a list, for interpreted callers."""
        if not SCRATCH.is_free:
            return self._choices_list(seat, move_buffer())
        SCRATCH.is_free = False
        try:
            return self._choices_list(seat, SCRATCH.buffer)
        finally:
            SCRATCH.is_free = True

    def random_move(self, seat: i64, rng: Rng) -> i64:
        """One of `choices`, each equally likely; for LUCK an outcome, by its weight."""
        if seat == LUCK:
            return self.sample_luck(rng)
        if not SCRATCH.is_free:
            return self._pick_random(seat, rng, move_buffer())
        SCRATCH.is_free = False
        try:
            return self._pick_random(seat, rng, SCRATCH.buffer)
        finally:
            SCRATCH.is_free = True

    def _pick_random(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        return buffer[rng.below(self.choices_into(seat, buffer))]

    def _choices_list(self, seat: i64, buffer: vec[i64]) -> list[int]:
        count = self.choices_into(seat, buffer)
        found = [0] * count  # allocated once
        for i in range(count):
            found[i] = buffer[i]
        return found

    def default_move(self, seat: i64) -> i64:
        """The move that is played for a seat that does not respond."""
        return self.legal_moves(seat)[0]

    # luck

    @abstractmethod
    def luck(self) -> list[tuple[int, int]]:
        """Outcomes of the current chance event, with integer weights.

        Empty where there are too many to list: use `sample_luck` and `is_legal` then.
        """

    def sample_luck(self, rng: Rng) -> i64:
        """Draw an outcome of the current chance event."""
        return weighted_choice(rng, self.luck())

    # what a move does

    @abstractmethod
    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        """Play ``move`` in place and append what happened to ``facts``.

        Not checked: the caller must make sure that the move is legal. Without ``facts``, as in a
        search, ids by which viewers follow pieces from scene to scene need not be updated.
        """

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Score of each seat so far; final when the game is over."""

    def ranks(self) -> tuple[int, ...]:
        """Rank of each seat: 1 for all winners, equal for ties (1, 1, 3)."""
        return rank([(score,) for score in self.scores()])

    # what each player may know

    @abstractmethod
    def public(self) -> Any:
        """What all seats and spectators know, as a hashable struct with a field for each item."""

    def private(self, viewer: i64) -> Any:  # noqa: ARG002 - no secrets by default
        """What a seat knows in addition to `public`, hashable; for SPECTATOR always the same.

        By default None, for games without hidden information.
        """
        return None

    def observe(self, viewer: i64) -> Any:
        """What ``viewer`` (a seat or SPECTATOR) is entitled to know: an `Observation`."""
        return Observation(self.public(), self.private(viewer))

    @abstractmethod
    def imagine(self, viewer: i64, rng: Rng) -> State:
        """Sample a full state from those that ``viewer`` can't tell apart from this one.

        The result depends only on what the viewer knows and on the RNG: so it has no hidden
        information of this state, and bots and scenes are given it instead of the state.
        """

    # copies and comparisons

    @abstractmethod
    def clone(self) -> State:
        """An independent copy; a search makes very many, so it must be cheap."""

    def __repr__(self) -> str:
        fields = [f"{name}={_short(getattr(self, name))}" for name in field_names(self)]
        return f"{type(self).__name__}({', '.join(fields)})"

    @abstractmethod
    def key(self) -> Hashable:
        """A value that is equal for equal states.

        States with equal keys have the same moves, results and observations for every viewer.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class SequentialState(State):
    """A game where one seat, or luck, acts at a time: `next_actor` tells which.

    `choices_into` must write all legal moves of that seat: `legal_moves` returns them.
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
    """The names of a state's fields, whether its class is compiled or not."""
    names: set[str] = set(getattr(state, "__dict__", ()))
    for kind in type(state).__mro__:
        names |= set(getattr(kind, "__mypyc_attrs__", ()))
        slots = vars(kind).get("__slots__", ())
        names |= {slots} if isinstance(slots, str) else set(slots)
    return sorted([name for name in names if not name.startswith("__")])


def _short(value: object) -> str:
    """A field as text; packed arrays as lists."""
    if isinstance(value, bool | int | str | tuple | list):
        return repr(value)
    try:
        return repr([int(item) for item in value])  # type: ignore[attr-defined]  # a packed array
    except TypeError:
        return "..."  # the configuration, which has no useful text


def rank(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank seats by their keys, the highest first; equal keys share a rank (1, 1, 3)."""
    return tuple([1 + len([1 for other in keys if other > key]) for key in keys])


def move_buffer() -> vec[i64]:
    """An array long enough for `State.choices_into`."""
    return zeros(MAX_CHOICES)


class ScratchBuffer:
    """An array to write moves into: allocating one takes longer than finding the moves."""

    def __init__(self, reusable: bool = COMPILED) -> None:
        self.buffer: vec[i64] = move_buffer()
        # Whether no unfinished call uses it. Never in plain Python: two threads could find it free.
        self.is_free: bool = reusable


SCRATCH: Final = ScratchBuffer()
