"""What the levels have to show: each level among the next weaker one, in every game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ludotheque.arena.contest import Contest
from ludotheque.arena.results import interval, shares
from ludotheque.bots import levels_of

if TYPE_CHECKING:
    from ludotheque.arena.play import Played
    from ludotheque.core.game import Game

GAMES: Final = 400  # with fewer the figures are only a first look
ENOUGH: Final = 1.4  # times the fair share, that a level has to win among the one below
PLENTY: Final = 2.0  # the same among players who move at random


@dataclass(frozen=True, slots=True)
class Figures:
    """What one bot has shown among others; victories are shared by all who win together."""

    games: int
    share: float  # of the victories, to the one and its partners
    low: float  # of the share, with 95 % confidence
    high: float
    fair: float  # the share that chance would give it
    ahead: float  # how often it ends before another; a tie counts half
    ahead_low: float
    milliseconds: float  # for a decision of the one, on average
    slow: float  # only one of its decisions in twenty takes more milliseconds than this
    megabytes: float  # that the process with all the bots of a table needed at most


def player_counts(game: Game) -> list[int]:
    """The smallest number of players, and a middle one."""
    counts = [int(n) for option in game.options if option.name == "players" for n in option.values]
    middle = max(1, (len(counts) - 1) // 2)
    return counts[:1] + counts[middle : middle + 1]


def contests(game: Game, seed: int, code: str) -> list[Contest]:
    """One of each level among players of the next weaker one."""
    return [
        Contest(
            game.slug, game.resolve_options({"players": players}), (one, others), seed, True, code
        )
        for players in player_counts(game)
        for others, one in pairwise(levels_of(game))
    ]


def wanted(others: str, fair: float) -> float | None:
    """Times the fair share that one has to win among others; None where it would be every game."""
    times = PLENTY if others == "random" else ENOUGH
    return times if times * fair < 1 else None


def figures(games: list[Played], one: str) -> Figures:
    """What one bot has shown among others, counted once a game."""
    count = len(games)
    sat = [(played, _seats(played, one)) for played in games]
    won = sum(shares(played)[seat] for played, own in sat for seat in own)
    ahead = sum(_ahead(played, own[0]) for played, own in sat)
    times = sorted(time for played, own in sat for seat in own for time in played.thought[seat])
    low, high = interval(won, count)
    return Figures(
        games=count,
        share=won / count,
        low=low,
        high=high,
        fair=sum(len(own) / len(played.seats) for played, own in sat) / count,
        ahead=ahead / count,
        ahead_low=interval(ahead, count)[0],
        milliseconds=sum(times) / max(1, len(times)) / 10,
        slow=times[int(0.95 * len(times))] / 10 if times else 0.0,
        megabytes=max(played.memory for played in games) / 1024,
    )


def _seats(played: Played, one: str) -> list[int]:
    return [seat for seat, name in enumerate(played.seats) if name == one]


def _ahead(played: Played, seat: int) -> float:
    """The share of the other bot's seats that one ends before; a tie counts half."""
    rank = played.ranks[seat]
    others = [
        other
        for other, name in zip(played.ranks, played.seats, strict=True)
        if name != played.seats[seat]
    ]
    return sum(1.0 if rank < other else 0.5 for other in others if rank <= other) / len(others)
