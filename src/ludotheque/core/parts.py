"""Optional parts of a game: sound, memory, timed phases, highlights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from typing_extensions import TypeVar

from ludotheque.core.state import Fact, Seat, State

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options
    from ludotheque.core.table import Event
    from ludotheque.core.words import Words

S = TypeVar("S", bound=State, default=Any)


class Audio(ABC):
    """Facts that people must hear, never read."""

    @abstractmethod
    def value(self, fact: Fact) -> int | None:
        """The number that the sound of a fact conveys; None for facts without a sound."""

    @abstractmethod
    def shuffle_count(self, events: Sequence[Event]) -> int:
        """How many of these events shuffled the pieces that make a sound.

        After a shuffle each piece has another voice, so that it can't be recognised by it.
        """


class Memory(ABC, Generic[S]):
    """Facts that players must remember: shown when they happen, then not until the game is over."""

    @abstractmethod
    def is_ephemeral(self, fact: Fact, options: Options) -> bool:
        """Whether a fact is shown only when it happens, until the game is over."""

    @abstractmethod
    def recalled(self, world: S, seat: Seat, fraction: float) -> S:
        """The world as a player with a recall of ``fraction`` (0 to 1) remembers it."""


def timeout_moves(game: Game, state: State, seat: Seat) -> list[str]:
    """The moves, in notation, that are played for a seat whose time has run out."""
    phase = game.timed_phase
    if phase is not None and phase.contains(state):
        return phase.on_timeout(state, seat)
    return [game.text(state, state.default_move(seat))]


class TimedPhase(ABC, Generic[S]):
    """A phase in which all act at once and for which a table may set a time limit."""

    @abstractmethod
    def contains(self, state: S) -> bool:
        """Whether a state is part of such a phase."""

    @abstractmethod
    def on_timeout(self, state: S, seat: Seat) -> list[str]:
        """The moves, in notation, that are played for a seat whose time has run out."""

    def rate_limit_reason(self, events: Sequence[Event], seat: Seat, text: str) -> str:
        """Why a legal move that could be repeated without end is refused; "" to allow it."""
        del events, seat, text
        return ""

    def overdue_since(self, state: S, events: Sequence[Event], seat: Seat) -> int | None:
        """The number of the event since which a seat should have acted; None if it need not.

        Rules have no clock: a server knows how long ago that was, and may show the `reminder`.
        """
        del state, events, seat
        return None

    def reminder(self, event: Event, words: Words) -> str:
        """A sentence for a seat that should have acted since ``event``; "" for none."""
        del event, words
        return ""


class Highlight(NamedTuple):
    """Something worth remembering of a finished game."""

    kind: str  # one of `Highlights.records` or `Highlights.favourites`
    seat: Seat
    value: int = 1  # of a record: the larger the better
    label: str = ""  # of a favourite: what is counted, in notation


class Highlights(ABC):
    """What is worth remembering of finished games: records to beat, and favourites to count.

    The words ``highlight.KIND`` name each kind.
    """

    records: ClassVar[tuple[str, ...]] = ()  # kinds of which the largest value is the best
    favourites: ClassVar[tuple[str, ...]] = ()  # kinds of which labels are counted

    @abstractmethod
    def find(self, events: Sequence[Event]) -> list[Highlight]:
        """The highlights of a finished game: at most one of each kind for a seat."""

    def label(self, highlight: str, words: Words) -> str:
        """The label of a favourite in words."""
        del words
        return highlight
