"""The results of a contest: win shares with confidence intervals, points, times and ratings."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from ludotheque.arena.play import Played

Z95: Final = 1.96  # standard deviations on each side of a 95 % interval


class Standing(msgspec.Struct, frozen=True):
    """The results of one bot."""

    bot: str
    seats: int  # it had, in all games
    wins: float  # a win is divided among all winners
    share: float  # wins per seat
    low: float  # end of the 95 % interval of the share
    high: float
    fair: float  # the share of equally strong players
    points: float  # mean
    rank: float  # mean
    mean_ms: float = msgspec.field(name="milliseconds")  # processor time of a decision
    p95_ms: float = msgspec.field(name="slow")
    rating: float | None = None
    rating_ci95: float | None = msgspec.field(default=None, name="doubt")  # plus or minus


class Result(msgspec.Struct, frozen=True):
    """The results of a contest so far."""

    games: int
    peak_memory_mb: float = msgspec.field(name="memory")  # of a process with all bots
    standings: tuple[Standing, ...]


def result(games: list[Played], ratings: dict[str, tuple[float, float]]) -> Result:
    """The standings of all bots, the best first."""
    bots = list(dict.fromkeys(bot for played in games for bot in played.seats))
    standings = [_standing(bot, games, ratings.get(bot)) for bot in bots]
    peak_kb = max((played.peak_memory_kb for played in games), default=0)
    order = sorted(standings, key=lambda one: one.share, reverse=True)
    return Result(len(games), peak_kb / 1024, tuple(order))


def shares(played: Played) -> list[float]:
    """The win of each seat: 1, divided among all winners."""
    won = 1 / played.ranks.count(1)
    return [won if rank == 1 else 0.0 for rank in played.ranks]


def _standing(bot: str, games: list[Played], rating: tuple[float, float] | None) -> Standing:
    held = [
        (played, seat) for played in games for seat, name in enumerate(played.seats) if name == bot
    ]
    won = [shares(played)[seat] for played, seat in held]
    times = sorted(time for played, seat in held for time in played.think_times[seat])
    low, high = interval(sum(won), len(won))
    return Standing(
        bot=bot,
        seats=len(held),
        wins=sum(won),
        share=sum(won) / len(held),
        low=low,
        high=high,
        fair=sum(1 / len(played.seats) for played, _ in held) / len(held),
        points=sum(played.scores[seat] for played, seat in held) / len(held),
        rank=sum(played.ranks[seat] for played, seat in held) / len(held),
        mean_ms=sum(times) / max(1, len(times)) / 10,
        p95_ms=times[int(0.95 * len(times))] / 10 if times else 0.0,
        rating=rating[0] if rating else None,
        rating_ci95=rating[1] if rating else None,
    )


def interval(wins: float, games: int) -> tuple[float, float]:
    """The Wilson score interval of a share, with 95 % confidence.

    >>> low, high = interval(60, 100)
    >>> f"{low:.3f} to {high:.3f}"
    '0.502 to 0.691'
    """
    share, spread = wins / games, Z95**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(games: list[Played]) -> dict[str, tuple[float, float]]:
    """Weng-Lin ratings (Plackett-Luce), each with its 95 % interval; none without ``openskill``."""
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 (an optional extra)
    except ImportError:
        return {}
    model = PlackettLuce()
    ratings = {bot: model.rating() for played in games for bot in played.seats}
    for played in sorted(games, key=lambda one: one.number):
        teams = [[ratings[bot]] for bot in played.seats]
        rated = model.rate(teams, ranks=[float(rank) for rank in played.ranks])
        for bot in set(played.seats):
            new = [team[0] for team, name in zip(rated, played.seats, strict=True) if name == bot]
            mu = sum(one.mu for one in new) / len(new)
            sigma = sum(one.sigma for one in new) / len(new)
            ratings[bot] = model.rating(mu=mu, sigma=sigma)
    return {bot: (one.mu, Z95 * one.sigma) for bot, one in ratings.items()}
