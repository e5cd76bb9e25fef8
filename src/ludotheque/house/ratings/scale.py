"""The scale on which ratings are shown, and the bots that are fixed on it.

Of two players whose ratings differ by 400 points and are certain, the better one wins ten games of
eleven, as in chess.
"""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ludotheque.house.ratings.plackett_luce import BETA, MEAN, Belief

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.core.game import Game

ANCHORS_FILE: Final = "anchors.json"  # in the folder of a game; `ludotheque arena --anchors`
MILLIONTHS: Final = 1_000_000
NEW_POINTS: Final = 1500  # of a new person
POINTS_PER_UNIT: Final = 400 / log(10) / (sqrt(2) * BETA)
DOUBT_DEVIATIONS: Final = 2  # the true rating is as near with a probability of 95 %
MAX_SETTLED_DOUBT: Final = 200  # above it a rating has a question mark


class Points(NamedTuple):
    """A rating as it is shown: 1520 ± 60."""

    points: int
    doubt: int

    @property
    def is_settled(self) -> bool:
        """Whether it needs no question mark."""
        return self.doubt <= MAX_SETTLED_DOUBT


class Anchors(msgspec.Struct, frozen=True):
    """The fixed ratings of a game's bots, and where they come from."""

    source: str
    fingerprint: str  # of the rules and bots that played
    games: int
    means: dict[str, float]


def points_of(belief: Belief) -> Points:
    """A belief on the scale that people see."""
    doubt = DOUBT_DEVIATIONS * POINTS_PER_UNIT * belief.deviation
    return Points(round(NEW_POINTS + POINTS_PER_UNIT * (belief.mean - MEAN)), round(doubt))


def stored(value: float) -> int:
    """A mean or a deviation in millionths, as the store has it."""
    return round(value * MILLIONTHS)


def belief_of(mean: int, deviation: int) -> Belief:
    """The belief that the store has in millionths."""
    return Belief(mean / MILLIONTHS, deviation / MILLIONTHS)


def anchors_of(game: Game) -> Mapping[str, float]:
    """The fixed means of a game's bots; none where nobody has measured them."""
    return _anchors(type(game)).means


@cache
def _anchors(type_: type[Game]) -> Anchors:
    from importlib.resources import files  # noqa: PLC0415

    file = files(type_.__module__) / ANCHORS_FILE
    if not file.is_file():
        return Anchors("", "", 0, {})
    return msgspec.json.decode(file.read_bytes(), type=Anchors)
