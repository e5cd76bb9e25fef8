"""What a contest shows: shares of victories with their doubt, points, time, and ratings."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from ludotheque.arena.play import Played

Z95: Final = 1.96  # standard deviations on both sides of 95 %


class Standing(msgspec.Struct, frozen=True):
    """What one bot has shown."""

    bot: str
    seats: int  # it sat on, in all games
    wins: float  # victories, a shared one in part
    share: float  # of the victories, for each seat it sat on
    low: float  # of the share, with 95 % confidence
    high: float
    fair: float  # the share that chance would give it
    points: float  # on average
    rank: float  # on average
    milliseconds: float  # for a decision, on average
    slow: float  # only one decision in twenty takes more milliseconds than this
    rating: float | None = None
    doubt: float | None = None  # of the rating, with 95 % confidence


class Result(msgspec.Struct, frozen=True):
    """What a contest has shown so far."""

    games: int
    memory: float  # megabytes that a process with all the bots needed at most
    standings: tuple[Standing, ...]


def result(games: list[Played], ratings: dict[str, tuple[float, float]]) -> Result:
    """The standings of all bots, the best first."""
    bots = list(dict.fromkeys(bot for played in games for bot in played.seats))
    standings = [_standing(bot, games, ratings.get(bot)) for bot in bots]
    memory = max((played.memory for played in games), default=0) / 1024
    order = sorted(standings, key=lambda one: one.share, reverse=True)
    return Result(len(games), memory, tuple(order))


def shares(played: Played) -> list[float]:
    """What each seat has of the victory; winners share it."""
    won = 1 / played.ranks.count(1)
    return [won if rank == 1 else 0.0 for rank in played.ranks]


def _standing(bot: str, games: list[Played], rating: tuple[float, float] | None) -> Standing:
    at = [
        (played, seat) for played in games for seat, name in enumerate(played.seats) if name == bot
    ]
    won = [shares(played)[seat] for played, seat in at]
    times = sorted(time for played, seat in at for time in played.thought[seat])
    low, high = interval(sum(won), len(won))
    return Standing(
        bot=bot,
        seats=len(at),
        wins=sum(won),
        share=sum(won) / len(at),
        low=low,
        high=high,
        fair=sum(1 / len(played.seats) for played, _ in at) / len(at),
        points=sum(played.scores[seat] for played, seat in at) / len(at),
        rank=sum(played.ranks[seat] for played, seat in at) / len(at),
        milliseconds=sum(times) / max(1, len(times)) / 10,
        slow=times[int(0.95 * len(times))] / 10 if times else 0.0,
        rating=rating[0] if rating else None,
        doubt=rating[1] if rating else None,
    )


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share, with 95 % confidence."""
    share, spread = wins / games, Z95**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(games: list[Played]) -> dict[str, tuple[float, float]]:
    """Ratings by Weng and Lin (Plackett-Luce) with their doubt; none without ``openskill``."""
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
