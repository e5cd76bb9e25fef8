"""Bots: the protocols that they follow, and the levels that people choose from.

All protocols below extend `Bot`: each adds one ability, which callers test with ``isinstance``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from typing_extensions import TypeVar

from ludotheque.core.state import Move, Seat, State

if TYPE_CHECKING:
    from ludotheque.core.knowledge import Knowledge
    from ludotheque.core.rng import Rng
    from ludotheque.core.words import Words

S_contra = TypeVar("S_contra", bound=State, contravariant=True, default=Any)


class Bot(Protocol[S_contra]):
    """A player that gets a world imagined for its seat, so it has no access to hidden information.

    The world equals the true state in all that the seat may know; the rest of it is sampled.
    """

    def choose(self, world: S_contra, seat: Seat, rng: Rng) -> Move:
        """The move to play for ``seat``, in a world imagined for ``seat``."""


@runtime_checkable
class RankingBot(Bot[S_contra], Protocol[S_contra]):
    """A bot that can also compare moves."""

    def rank(self, world: S_contra, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """The best moves of ``seat`` with their values, best first; it would play the first.

        Values are comparable within one call. Their scale is the bot's own, such as points (see
        `Knowledge.appraise`); that of an `EvaluatingBot` is the share of a win.
        """


@runtime_checkable
class ExplainingBot(Bot[S_contra], Protocol[S_contra]):
    """A bot that can also give the reason for a move."""

    def why(
        self, world: S_contra, seat: Seat, move: Move, words: Words, names: Sequence[str]
    ) -> str:
        """One sentence with the reason for ``move``, from what ``seat`` may know."""


@runtime_checkable
class EvaluatingBot(RankingBot[S_contra], Protocol[S_contra]):
    """A bot that ranks moves by their expected share of a win and can put it into words.

    A share of a win is from 0 to 1: 1 for a sure victory, 1/2 for one that two winners share.
    """

    def expects(self, share: float, language: str) -> str:
        """One sentence with the expected result, from a value that `rank` returned.

        Raises ValueError for a number that is not a share of a win.
        """


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot: how many simulations it may run, and for how long at most.

    ``noise`` is the largest random error added to the estimated share of a win of a move.
    ``recall`` is the fraction of what it has seen that it remembers, in games with a `Memory`.

    ``heuristic`` is a bot that replaces the search. Its `rank` must give shares of a win, as the
    search does. ``knowledge`` replaces that of the game in the search.
    """

    simulations: int
    time_limit_s: float
    noise: float = 0.0
    recall: float = 1.0
    heuristic: RankingBot[Any] | None = None
    knowledge: Knowledge | None = None


DEFAULT_LEVELS: Final[Mapping[str, Level]] = {
    "novice": Level(simulations=30, time_limit_s=0.05, noise=0.1),
    "player": Level(simulations=200, time_limit_s=0.3),
    "master": Level(simulations=4000, time_limit_s=1.0),
}

EARLIER_LEVEL_NAMES: Final = {"apprenti": "novice", "joueur": "player", "maitre": "master"}


def current_bot_name(name: str) -> str:
    """The current name of a bot, which may be a level; earlier versions named levels otherwise."""
    return EARLIER_LEVEL_NAMES.get(name, name)
