"""Anchors: the fixed ratings of the levels of each game, from the figures of ``docs/strength.md``.

A house rates people against bots of known strength. Two players whose skills differ by d finish in
the order of their skills with the chance 1 / (1 + exp(-d / spread)), with a spread that grows with
the number of teams: the model of `ludotheque.house.ratings.plackett_luce`. So each row of the page
says how far two levels are apart. Rows of one pair of levels are averaged by their number of games.
A contest that was not played in full says too little: its level has no anchor, and is rated as a
person is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from math import log, sqrt
from typing import Final, NamedTuple

from ludotheque.arena.report import FINGERPRINTS, SECTION

ANCHORS_FILE: Final = "anchors.json"  # in the folder of a game
MIDDLE_MEAN: Final = 25.0  # the level in the middle is as strong as a new person is thought to be
BETA: Final = MIDDLE_MEAN / 6  # as in the model of the ratings
FULL_ROW: Final = re.compile(r"\| \d+ \| \S+ \| \S+ \| \d+ (\\\* )?\|")  # not "only 40 of 400"


class Comparison(NamedTuple):
    """How often one bot finished ahead of an opponent of the next weaker level."""

    players: int
    bot: str
    weaker: str
    games: int
    teams: int
    ahead: float  # a share; ties count half

    def difference(self) -> float:
        """How far the skills of the two are apart; half a game keeps it finite."""
        won = self.ahead * self.games
        odds = (won + 0.5) / (self.games - won + 0.5)
        return BETA * sqrt(self.teams) * log(odds) * self.teams / self.players


class Section(NamedTuple):
    """What the page says of one game."""

    slug: str
    fingerprint: str
    comparisons: list[Comparison]


def sections(page: str) -> Iterator[Section]:
    """The games of a page of strengths."""
    parts = SECTION.split(page)[1:]
    for slug, text in zip(parts[::2], parts[1::2], strict=True):
        found = FINGERPRINTS.search(text)
        rows = [line for line in text.splitlines() if FULL_ROW.match(line)]
        yield Section(slug, found[1] if found else "", [_comparison(row) for row in rows])


def _comparison(row: str) -> Comparison:
    players, bot, weaker, games, wins, _, of_fair, _, _, ahead, *_ = (
        cell.strip() for cell in row.strip("|").split("|")
    )
    fair = _share(wins) / float(of_fair)
    return Comparison(
        int(players), bot, weaker, int(games.split()[0]), round(1 / fair), _share(ahead.split()[0])
    )


def _share(text: str) -> float:
    return float(text.removesuffix("%")) / 100


def means(comparisons: list[Comparison]) -> dict[str, float]:
    """The mean of each level, weakest first, around that of the level in the middle."""
    levels = [comparisons[0].weaker, *dict.fromkeys(one.bot for one in comparisons)]
    found = {levels[0]: 0.0}
    for weaker, bot in pairwise(levels):
        rows = [one for one in comparisons if (one.weaker, one.bot) == (weaker, bot)]
        games = sum(one.games for one in rows)
        found[bot] = found[weaker] + sum(one.games * one.difference() for one in rows) / games
    shift = MIDDLE_MEAN - found[levels[len(levels) // 2]]
    return {level: round(mean + shift, 3) for level, mean in found.items()}


def anchors_json(section: Section) -> str:
    """The file ``anchors.json`` of a game's folder."""
    data = {
        "source": "docs/strength.md",
        "fingerprint": section.fingerprint,
        "games": sum(one.games for one in section.comparisons),
        "means": means(section.comparisons),
    }
    return json.dumps(data, indent=2) + "\n"
