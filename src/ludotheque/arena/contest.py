"""Who plays whom, where they sit, and with which luck: all settled before the first game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.options import Value


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played; together with the number of a game it says everything about that game."""

    game: str
    options: dict[str, Value]
    bots: tuple[str, ...]
    seed: int
    among: bool = False  # one seat of the first bot at tables of the second
    code: str = ""  # a mark of the bots' code, where a log must not mix them


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: who sits where, and the seed of its luck."""

    number: int
    seats: tuple[str, ...]
    luck: int


def line_ups(bots: tuple[str, ...], sides: int, among: bool) -> list[tuple[str, ...]]:
    """Who plays together, by side: all choices of so many, or all of them again and again."""
    if among:
        if len(bots) != 2:
            raise BadOption("one among others: name two bots, the one and the others")
        return [(bots[0], *[bots[1]] * (sides - 1))]
    if len(bots) >= sides:
        return list(combinations(bots, sides))
    count = len(bots)
    ups = [tuple(bots[(start + i) % count] for i in range(sides)) for start in range(count)]
    return ups if sides % count else ups[:1]  # else the others are but turned ones


def pairing(contest: Contest, game: Game, number: int) -> Pairing:
    """The game of a number. Each line-up plays each deal once from every place it can have."""
    seats = int(contest.options["players"])
    sides = [game.side_of(seat, seats) for seat in range(seats)]
    ups = line_ups(contest.bots, max(sides) + 1, contest.among)
    turned = [_rotations(up) for up in ups]
    whole, rest = divmod(number, sum(map(len, turned)))
    for deal, places in enumerate(turned):
        if rest < len(places):
            luck = contest.seed + len(ups) * whole + deal
            return Pairing(number, tuple(places[rest][side] for side in sides), luck)
        rest -= len(places)
    raise AssertionError("a remainder is smaller than its divisor")


def _rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A line-up at every place it can have around the table, none twice."""
    turns = [line_up[i:] + line_up[:i] for i in range(len(line_up))]
    return list(dict.fromkeys(turns))
