"""How strong the levels are: one bot of each level against a table of the next weaker one."""

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

GAMES_PER_CONTEST: Final = 400  # of a contest; fewer give only a rough estimate
TARGET_VS_WEAKER: Final = 1.4  # times the fair share
TARGET_VS_MASTER: Final = 1.0  # the champion: better is enough
TARGET_VS_RANDOM: Final = 2.0  # times the fair share


@dataclass(frozen=True, slots=True)
class Figures:
    """The results of one bot against the rest; a win is divided among all winners."""

    games: int
    share: float  # of the wins, to the bot and its partners
    low: float  # end of the 95 % interval of the share
    high: float
    fair: float  # the share of equally strong players
    ahead: float  # how often it finishes ahead of one opponent; a tie counts half
    ahead_low: float
    mean_ms: float  # processor time of its decisions
    p95_ms: float
    peak_memory_mb: float  # of a process with all bots of a table


def player_counts(game: Game) -> list[int]:
    """The smallest number of players, and a middle one."""
    counts = [int(n) for option in game.options if option.name == "players" for n in option.values]
    middle = max(1, (len(counts) - 1) // 2)
    return counts[:1] + counts[middle : middle + 1]


def contests(game: Game, seed: int, fingerprint: str) -> list[Contest]:
    """One bot of each level against a table of the next weaker one, unless they play alike."""
    return [
        Contest(
            game.slug,
            game.resolve_options({"players": players}),
            (bot, rest),
            seed,
            one_vs_rest=True,
            fingerprint=fingerprint,
        )
        for players in player_counts(game)
        for rest, bot in pairwise(levels_of(game))
        if not plays_alike(game, bot, rest)
    ]


def plays_alike(game: Game, bot: str, rest: str) -> bool:
    """Whether two levels have the same heuristic, because thinking longer gains nothing."""
    one, other = game.levels.get(bot), game.levels.get(rest)
    if one is None or other is None or one.heuristic is None:
        return False
    return one.heuristic is other.heuristic and one.recall == other.recall


def target(rest: str, fair: float) -> float | None:
    """The share a bot has to win, in fair shares; None where that would be every game."""
    special = {"random": TARGET_VS_RANDOM, "master": TARGET_VS_MASTER}
    times = special.get(rest, TARGET_VS_WEAKER)
    return times if times * fair < 1 else None


def figures(games: list[Played], bot: str) -> Figures:
    """The results of one bot against the rest; each game counts once."""
    count = len(games)
    sat = [(played, _seats(played, bot)) for played in games]
    won = sum(shares(played)[seat] for played, own in sat for seat in own)
    ahead = sum(_ahead(played, own[0]) for played, own in sat)
    times = sorted(time for played, own in sat for seat in own for time in played.think_times[seat])
    low, high = interval(won, count)
    return Figures(
        games=count,
        share=won / count,
        low=low,
        high=high,
        fair=sum(len(own) / len(played.seats) for played, own in sat) / count,
        ahead=ahead / count,
        ahead_low=interval(ahead, count)[0],
        mean_ms=sum(times) / max(1, len(times)) / 10,
        p95_ms=times[int(0.95 * len(times))] / 10 if times else 0.0,
        peak_memory_mb=max(played.peak_memory_kb for played in games) / 1024,
    )


def _seats(played: Played, bot: str) -> list[int]:
    return [seat for seat, name in enumerate(played.seats) if name == bot]


def _ahead(played: Played, seat: int) -> float:
    """The share of the opponents' seats that a seat finishes ahead of; a tie counts half."""
    rank = played.ranks[seat]
    others = [
        other
        for other, name in zip(played.ranks, played.seats, strict=True)
        if name != played.seats[seat]
    ]
    return sum(1.0 if rank < other else 0.5 for other in others if rank <= other) / len(others)
