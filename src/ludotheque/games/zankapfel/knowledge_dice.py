"""Zankapfel: how dice decide between two totals (compiled, ZK-20)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec
from ludotheque.games.zankapfel.data import MOST_DICE, PIPS

CERTAIN: Final = 1000
MARGIN: Final = 10  # the most by which one card is above another
MARGINS: Final = 2 * MARGIN + 1


def _sums(dice: int) -> list[int]:
    """How many ways there are to roll each sum."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + PIPS)
        for total, count in enumerate(ways):
            for pips in range(1, PIPS + 1):
                longer[total + pips] += count
        ways = longer
    return ways


def _chance(mine: int, theirs: int, margin: int) -> int:
    """The chance to end above another, in thousandths; a tie counts as half."""
    for_me = 0
    others = _sums(theirs)
    for mine_rolled, ways in enumerate(_sums(mine)):
        for their_rolled, their_ways in enumerate(others):
            ahead = margin + mine_rolled - their_rolled
            for_me += ways * their_ways * (2 if ahead > 0 else 1 if ahead == 0 else 0)
    rolls: int = PIPS ** (mine + theirs)
    return CERTAIN * for_me // (2 * rolls)


# By dice bought, dice of the other, and by how much one's card is above the other's
_CHANCES: Final[vec[i64]] = vec[i64](
    [
        _chance(mine, theirs, margin)
        for mine in range(MOST_DICE + 1)
        for theirs in range(MOST_DICE + 1)
        for margin in range(-MARGIN, MARGIN + 1)
    ]
)


def chance_against(margin: i64, mine: i64, theirs: i64) -> i64:
    """The chance to win with a card so much above another's, and dice on both sides."""
    return _CHANCES[((MOST_DICE + 1) * mine + theirs) * MARGINS + MARGIN + margin]
