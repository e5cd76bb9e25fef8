"""Players of the program: what a bot promises, and the levels people choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from typing_extensions import TypeVar

from ludotheque.core.state import Move, Seat, State

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.core.words import Words

S_contra = TypeVar("S_contra", bound=State, contravariant=True, default=Any)


class Bot(Protocol[S_contra]):
    """A player that is handed a world imagined for its seat, and so cannot cheat."""

    def choose(self, world: S_contra, seat: Seat, rng: Rng) -> Move:
        """The move to play for ``seat``, in a world that looks to it as the true state does."""


@runtime_checkable
class RankingBot(Protocol[S_contra]):
    """A bot that can also compare moves."""

    def rank(self, world: S_contra, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """The best moves of ``seat`` with their values, best first; it would play the first."""


@runtime_checkable
class ExplainingBot(Protocol[S_contra]):
    """A bot that can also give the reason for a move."""

    def why(
        self, world: S_contra, seat: Seat, move: Move, words: Words, names: Sequence[str]
    ) -> str:
        """One sentence with the reason for ``move``, from what ``seat`` may know."""


@runtime_checkable
class EvaluatingBot(Protocol):
    """A bot that can also put the value of a move into words."""

    def expects(self, value: float, language: str) -> str:
        """One sentence with the expected result, from a value that `RankingBot.rank` gave."""


class HeuristicBot(Bot[S_contra], RankingBot[S_contra], Protocol[S_contra]):
    """A bot that decides by rules of thumb, without a search."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot: its search budget in simulations, and a hard limit in seconds.

    ``noise`` is the largest error added to a move's estimated share of a victory. ``memory`` is
    the share of what it has seen that it remembers, in games that ask for memory. A ``heuristic``
    replaces the search.
    """

    simulations: int
    seconds: float
    noise: float = 0.0
    memory: float = 1.0
    heuristic: HeuristicBot[Any] | None = None


DEFAULT_LEVELS: Final[Mapping[str, Level]] = {
    "novice": Level(30, 0.05, 0.1),
    "player": Level(200, 0.3),
    "master": Level(4000, 1.0),
}

EARLIER_LEVEL_NAMES: Final = {"apprenti": "novice", "joueur": "player", "maitre": "master"}


def current_name(bot: str) -> str:
    """The name of a bot today; logs and commands of earlier versions have other names."""
    return EARLIER_LEVEL_NAMES.get(bot, bot)
