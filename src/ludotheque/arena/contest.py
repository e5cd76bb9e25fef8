"""A contest: who plays whom, in which seats and with which seed; fixed before the first game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import msgspec

from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.options import Value


class Contest(msgspec.Struct, frozen=True):
    """What is played; with the number of a game it determines that game. First line of a log."""

    game: str
    options: dict[str, Value]
    bots: tuple[str, ...]
    seed: int
    # One seat (or team) for the first bot, all others for the second.
    one_vs_rest: bool = msgspec.field(default=False, name="among")
    # Of rules and bots, so that a log never mixes results of different code; "" if not checked.
    fingerprint: str = msgspec.field(default="", name="code")


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: the bot in each seat, and the seed of its luck."""

    number: int
    seats: tuple[str, ...]
    luck_seed: int


def line_ups(bots: tuple[str, ...], teams: int, one_vs_rest: bool) -> list[tuple[str, ...]]:
    """The line-ups of a contest, a bot for each team.

    All combinations of bots; with fewer bots than teams, the bots in turn from each start.

    >>> line_ups(("a", "b", "c"), 2, one_vs_rest=False)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> line_ups(("a", "b"), 3, one_vs_rest=True)
    [('a', 'b', 'b')]
    """
    if one_vs_rest:
        if len(bots) != 2:
            raise BadOption("one against the rest: name two bots, the one and the rest")
        return [(bots[0], *[bots[1]] * (teams - 1))]
    if len(bots) >= teams:
        return list(combinations(bots, teams))
    count = len(bots)
    ups = [tuple(bots[(start + i) % count] for i in range(teams)) for start in range(count)]
    return ups if teams % count else ups[:1]  # the rest are rotations of the first


def pairing(contest: Contest, game: Game, number: int) -> Pairing:
    """The game with that number. Each line-up plays each deal once in each of its rotations."""
    seats = int(contest.options["players"])
    teams = [game.team_of(seat, seats) for seat in range(seats)]
    ups = line_ups(contest.bots, max(teams) + 1, contest.one_vs_rest)
    rotated = [_rotations(up) for up in ups]
    deals, rest = divmod(number, sum(map(len, rotated)))
    for index, rotations in enumerate(rotated):
        if rest < len(rotations):
            luck_seed = contest.seed + len(ups) * deals + index
            return Pairing(number, tuple(rotations[rest][team] for team in teams), luck_seed)
        rest -= len(rotations)
    raise AssertionError("a remainder is smaller than its divisor")


def _rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The distinct rotations of a line-up around the table."""
    turns = [line_up[i:] + line_up[:i] for i in range(len(line_up))]
    return list(dict.fromkeys(turns))
